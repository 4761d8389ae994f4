import type { Cloud } from "./cloud-options.ts";
import type { DemoTenant } from "./demo/demo-tenant.ts";

export interface SummarySettings {
  cloud: Pick<Cloud, "baseUrl" | "wsUrl" | "places">;
  demo: DemoTenant;
  /** The platform's default model. */
  model: { id: string; name: string };
  seconds: string;
}

const field = (name: string): string => `sed -E 's/.*"${name}":"([^"]+)".*/\\1/'`;

/** Two commands a person can paste: one authenticates, one makes a chat and asks in it. */
function firstQuestion(baseUrl: string, demo: DemoTenant): string[] {
  const [organization] = demo.organizations;
  const member = organization?.members.find(({ role, active }) => active && role === "member");
  const integration = organization?.integrations[0];
  if (!organization || !member || !integration) return [];
  const json = `-H 'Content-Type: application/json'`;
  const login = JSON.stringify({ email: member.email, user_key: member.user_key });
  const chat = JSON.stringify({ integration_id: integration.id });
  const question = JSON.stringify({
    message: "How many customers are there?",
    chat_id: "CHAT",
    integration_id: integration.id,
  });
  return [
    `1. Authenticate as ${member.email} of ${organization.name}:`,
    "",
    `TOKEN=$(curl -s ${baseUrl}/v1/authenticate -H 'X-API-Key: ${organization.api_key}' ${json} \\`,
    `  -d '${login}' | ${field("token")})`,
    "",
    "2. Make a chat and ask in it:",
    "",
    `CHAT=$(curl -s ${baseUrl}/v1/chats/create -H "Authorization: Bearer $TOKEN" ${json} \\`,
    `  -d '${chat}' | sed -E 's/^\\{"id":"([^"]+)".*/\\1/')`,
    `curl -sN ${baseUrl}/v1/chats -H "Authorization: Bearer $TOKEN" ${json} \\`,
    `  -d '${question.replace('"CHAT"', `"'$CHAT'"`)}'`,
  ];
}

/** What `npm start` prints when the service is ready. */
export function summary({ cloud, demo, model, seconds }: SummarySettings): string {
  const rows = [
    ["Console", `${cloud.baseUrl}/`],
    ["HTTP", cloud.baseUrl],
    ["WebSocket", cloud.wsUrl],
    ["Reference", `${cloud.baseUrl}/docs`],
    ["Answers", `${model.name} (${model.id})`],
    ["State", `${cloud.places.root} (kept; \`npm run reset\` deletes it)`],
    ["Demo", `${cloud.places.demo} (keys, members, ids)`],
  ];
  return [
    "",
    `Parley is ready after ${seconds}.`,
    "",
    ...rows.map(([name = "", value = ""]) => `  ${name.padEnd(10)} ${value}`),
    "",
    ...firstQuestion(cloud.baseUrl, demo).map((line) => (line === "" ? "" : `  ${line}`)),
    "",
    "Ctrl-C stops everything.",
    "",
  ].join("\n");
}
