import type { Visualization } from "@parley/contract/visualization";
import type { OrganizationContext } from "@parley/core/environment/context";
import * as Integration from "@parley/core/integration/integration";
import * as Member from "@parley/core/member/member";
import { normalizeEmail } from "@parley/core/member/email";
import * as ApiKey from "@parley/core/organization/api-key";
import * as v from "valibot";
import {
  call,
  type Command,
  CommandError,
  type Given,
  organizationOf,
  organizationOption,
  UsageError,
} from "../command.ts";
import { readable } from "../output.ts";
import { addressOf, addressOption, eventsOf, request } from "../service.ts";

/** How long (ms) an answer may take. */
const ANSWER_TIME = 11 * 60_000;
/** Rows of a table that are shown. */
const ROWS_SHOWN = 20;
/** What names the API key, so that it does not stand in a command. */
const KEY_VARIABLE = "PARLEY_API_KEY";

const Token = v.object({ token: v.string() });
const Created = v.object({ id: v.string() });

/** Who asks: the member that was given, else the only one, else the first admin. */
async function memberOf(ctx: OrganizationContext, given: Given): Promise<Member.MemberRecord> {
  const members = (await Member.list(ctx)).filter(({ active }) => active);
  const named = given.optional("member");
  if (named !== undefined) {
    const found = members.find(({ id, email }) => id === named || email === normalizeEmail(named));
    if (!found) throw new UsageError("The organization has no active member with this id or e-mail address.");
    return found;
  }
  const member = members.length === 1 ? members[0] : members.find(({ role }) => role === "admin");
  if (member) return member;
  throw new UsageError(
    members.length === 0
      ? "The organization has no member yet."
      : "The organization has several members: say with --member who asks.",
    members.length === 0
      ? `${call} member create --organization ${ctx.actor.organization_id} --email ada@example.com`
      : undefined,
  );
}

/** The database that is asked: the one that was given, else the only one. Undefined where there is none. */
async function integrationOf(ctx: OrganizationContext, given: Given): Promise<string | undefined> {
  const named = given.optional("integration");
  if (named !== undefined) return (await Integration.get(ctx, named)).id;
  const integrations = await Integration.list(ctx);
  if (integrations.length > 1)
    throw new UsageError("The organization has several databases: say with --integration which one is asked.");
  return integrations[0]?.id;
}

/** An API key for one command: the one that the environment has, else one that is revoked afterwards. */
async function withApiKey<Result>(ctx: OrganizationContext, work: (key: string) => Promise<Result>): Promise<Result> {
  const own = process.env[KEY_VARIABLE];
  if (own) return work(own);
  const { api_key, key } = await ApiKey.create(ctx, "operator ask");
  try {
    return await work(key);
  } finally {
    await ApiKey.revoke(ctx, api_key.id);
  }
}

const read = async <Schema extends v.GenericSchema>(schema: Schema, response: Response) =>
  v.parse(schema, await response.json());

/** A token of the member, as a client gets one: by an API key and the address signed with the shared secret. */
async function signIn(ctx: OrganizationContext, address: string, member: Member.MemberRecord): Promise<string> {
  const body = { email: member.email, user_key: await Member.userKey(ctx, member.id) };
  const response = await withApiKey(ctx, (key) =>
    request(`${address}/v1/authenticate`, { body, headers: { "x-api-key": key } }),
  );
  return (await read(Token, response)).token;
}

/** A table of an answer for a terminal; a chart's is its table, which comes beside it. */
function tableText(visualization: Visualization): string | undefined {
  if (visualization.type === "chart") return undefined;
  const { headers, rows, row_count = rows.length } = visualization;
  const shown = rows
    .slice(0, ROWS_SHOWN)
    .map((row) => Object.fromEntries(headers.map((header, index) => [header, row[index]])));
  const more = row_count > shown.length ? `\n… ${row_count - shown.length} more rows` : "";
  return `${readable(shown)}${more}`;
}

interface Answer {
  chat_id: string;
  message_id: string;
  content: string;
  visualizations: Visualization[];
}

/** Reads an answer to its end; `tell` is given its words as they come. Throws `CommandError` where it failed. */
async function answered(response: Response, chatId: string, tell: (text: string) => void): Promise<Answer> {
  const visualizations: Visualization[] = [];
  let told = "";
  for await (const { event, data } of eventsOf(response)) {
    if (event === "visualization") visualizations.push(data);
    if (event === "text_delta") tell(data.content);
    if (event === "text_delta") told += data.content;
    if (event === "error")
      throw new CommandError(data.code, data.error, { hint: `Debug id ${data.debug_id}; chat ${chatId}.` });
    if (event !== "message") continue;
    // Where the words did not come one by one, or were changed at the end.
    if (told !== data.content) tell(told === "" ? data.content : `\n\n${data.content}`);
    return { chat_id: chatId, message_id: data.id, content: data.content, visualizations };
  }
  throw new CommandError("ANSWER_LOST", "The answer broke off.", { hint: `The chat ${chatId} has what came of it.` });
}

/** Asks a question over the service's public interface, as a client would. */
export const askCommand: Command = {
  name: "ask",
  summary: "Ask a question as a member, over the service's public interface; prints the answer as it comes",
  words: { name: "QUESTION", help: "What to ask, in quotes (required)" },
  options: {
    organization: organizationOption,
    integration: { help: "Id of the database to ask; the only one by default" },
    member: { help: "Id or e-mail address of the member who asks; the only one, or the first admin, by default" },
    project: { help: "Id of a project whose documents may be searched; may be given several times", many: true },
    chat: { help: "Id of the chat to go on with; a new one by default" },
    url: addressOption,
  },
  example:
    'ask --organization ID --integration INTEGRATION_ID "How many customers are there?"\n' +
    'ask --organization ID --chat CHAT_ID "And last year?"',
  async run(deployment, given) {
    const ctx = await organizationOf(deployment, given);
    const address = await addressOf(given);
    const member = await memberOf(ctx, given);
    const integration_id = await integrationOf(ctx, given);
    const headers = { authorization: `Bearer ${await signIn(ctx, address, member)}` };
    const projects = given.all("project");
    const scope = projects.length > 0 ? { scoped_project_ids: projects } : {};
    const created = { ...(integration_id !== undefined && { integration_id }), ...scope };
    const chat_id =
      given.optional("chat") ??
      (await read(Created, await request(`${address}/v1/chats/create`, { body: created, headers }))).id;
    const response = await request(`${address}/v1/chats`, {
      body: { chat_id, message: given.words, ...scope },
      headers,
      signal: AbortSignal.timeout(ANSWER_TIME),
    });
    const answer = await answered(response, chat_id, (text) => void (given.json || process.stdout.write(text)));
    if (given.json) return answer;
    const tables = answer.visualizations.flatMap((each) => tableText(each) ?? []);
    process.stdout.write(["", ...tables].join("\n\n").concat("\n"));
    console.error(`\nGo on: ${call} ask --organization ${ctx.actor.organization_id} --chat ${chat_id} "…"`);
    return undefined;
  },
};
