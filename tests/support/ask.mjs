// Asks the demo tenant one question over HTTP and prints what comes back: node tests/support/ask.mjs DEMO.json QUESTION…
import { readFileSync } from "node:fs";

const [file, ...questions] = process.argv.slice(2);
const demo = JSON.parse(readFileSync(file, "utf8"));
const [organization] = demo.organizations;
const member = organization.members.find(({ active }) => active);

async function call(path, body, headers = {}) {
  const response = await fetch(demo.base_url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (response.status === 429) {
    await new Promise((resolve) => setTimeout(resolve, 1000 * Number(response.headers.get("retry-after"))));
    return call(path, body, headers);
  }
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

const { email, user_key } = member;
const { token } = await (
  await call("/v1/authenticate", { email, user_key }, { "x-api-key": organization.api_key })
).json();
const authorization = { authorization: `Bearer ${token}` };
const { id } = await (
  await call("/v1/chats/create", { integration_id: organization.integrations[0].id }, authorization)
).json();
for (const question of questions) {
  const answer = await (await call("/v1/chats", { chat_id: id, message: question }, authorization)).text();
  const events = answer
    .split("\n\n")
    .filter((block) => block.includes("event: "))
    .map((block) => ({ event: block.match(/^event: (.*)$/m)[1], data: JSON.parse(block.match(/^data: (.*)$/m)[1]) }));
  console.log(`\n> ${question}`);
  for (const { event, data } of events) {
    if (event === "message") console.log(data.content);
    if (event === "error") console.log(`error ${data.code}: ${data.error}`);
    if (event === "visualization" && data.type === "table") {
      console.log(
        `[table: ${data.headers.join(" | ")}; ${data.row_count} rows; ${data.rows
          .slice(0, 3)
          .map((row) => row.join(" | "))
          .join(" / ")}]`,
      );
    }
    if (event === "visualization" && data.type === "chart")
      console.log(`[chart: ${data.chart_type}, ${data.data.values.length} values]`);
  }
}
