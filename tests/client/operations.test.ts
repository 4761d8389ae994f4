import { methodsOf } from "@parley/client/operations";
import { createHttp } from "@parley/client/http";
import type { CallOptions } from "@parley/client/options";
import { componentOf } from "@parley/contract/api-documents/components";
import { examplesOf } from "@parley/contract/api-documents/examples/examples";
import type { Operation } from "@parley/contract/operation";
import { routes } from "@parley/contract/routes";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sign } from "../contract/exchange.ts";
import { listen } from "../documents/listen.ts";
import {
  belongings,
  type Belongings,
  furnish,
  putRegions,
  startWorld,
  type Tenant,
  upload,
  type World,
} from "../support/world/world.ts";

/** Operations without a plain method, and what does their work. */
const verbs: Readonly<Record<string, string>> = {
  "authentication.create": "an authenticator, on a server",
  "session_code.create": "an authenticator, on a server",
  "chat.stream": "ask",
  "message.edit": "edit",
  "turn.events": "turn.follow",
  "upload.create": "upload",
  "audio.transcribe": "transcribe",
};

type Fields = Record<string, unknown>;
type AnyMethod = (request?: Fields, options?: CallOptions) => Promise<unknown>;

let world: World;
let tenant: Tenant;
let server: Awaited<ReturnType<typeof listen>>;
let own: Belongings;

beforeAll(async () => {
  world = await startWorld();
  tenant = await world.newTenant();
  server = await listen(() => world.handler);
  own = await belongings(world, tenant.member, await furnish(world, tenant));
});
afterAll(async () => {
  await server.stop();
  await world.stop();
});

/** The client of the organization's member, or of its administrator, whose budgets are full. */
async function clientOf({ access }: Operation) {
  const token = await world.refreshed(access === "admin" ? tenant.admin : tenant.member);
  return methodsOf(createHttp({ baseUrl: server.url, token }));
}

/** The method of an operation, if there is one. */
const methodOf = (client: object, { id }: Operation): AnyMethod | undefined =>
  id.split(".").reduce<unknown>((at, name) => (at ? Reflect.get(Object(at), name) : undefined), client) as
    | AnyMethod
    | undefined; // it is called with what its operation takes

/** The member's memories, with one that can be removed. */
async function memoryIds(): Promise<string[]> {
  const client = methodsOf(createHttp({ baseUrl: server.url, token: await world.refreshed(tenant.member) }));
  await client.memory.create({ content: "I look after the south." });
  return (await client.memory.list()).user_memories.map(({ id }) => id);
}

/** The code of a link that signs the member in. */
async function sessionCode(): Promise<string> {
  const { email } = tenant.member;
  const body = { email, user_key: sign(tenant.sharedSecret, email) };
  const link = await world.call("POST /v1/session-codes", { headers: { "x-api-key": tenant.apiKey }, body });
  return new URL(link.body.url).hash.replace("#code=", "");
}

/** The cookie of a new session, which browsers keep and send by themselves. */
async function sessionCookie(): Promise<string> {
  const client = methodsOf(createHttp({ baseUrl: server.url, token: "none is needed" }));
  const { response } = await client.session.create({ code: await sessionCode() }).withResponse();
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Fields of requests that are neither ids of what the member has nor in the documents' examples. */
const special: Readonly<Record<string, () => Fields | Promise<Fields>>> = {
  "message.feedback": () => ({ message_id: own.answer_id }),
  "evaluation.create": async () => {
    const client = methodsOf(createHttp({ baseUrl: server.url, token: await world.refreshed(tenant.admin) }));
    for (const { id } of (await client.evaluation.list()).items) await client.evaluation.cancel({ evaluation_id: id });
    return {};
  },
  "feedback.update": () => ({ message_id: own.answer_id }),
  "receipt.get": () => ({ message_id: own.answer_id }),
  "receipt.verify": () => ({ message_id: own.answer_id }),
  "memory.reorder": async () => ({ memory_ids: (await memoryIds()).toReversed() }),
  "admin_memory.reorder": async () => ({ memory_ids: (await memoryIds()).toReversed() }),
  "memory.remove": async () => ({ memory_id: (await memoryIds()).at(-1) }),
  "admin_memory.remove": async () => ({ memory_id: (await memoryIds()).at(-1) }),
  "session.create": async () => ({ code: await sessionCode() }),
  "agent.remove": () => ({ agent_id: own.draft_agent_id }),
  "project.create": () => ({ member_ids: [own.member_id] }),
  "document.create": async () => ({ upload_ids: [(await upload(world, tenant.admin)).upload_id] }),
  "question.create": () => ({ message_id: null, integration_id: own.integration_id, question: "How many?" }),
  "definition.create": () => ({
    kind: "synonym",
    name: "areas",
    meaning: "regions",
    table: null,
    sql: null,
    description: null,
    synonyms: null,
  }),
  "definition.update": () => ({ sql: null, description: "Where we are." }),
  "document.search": () => ({ q: "refunds" }),
  "query.preview": async () => {
    await putRegions(world);
    return { sql: "SELECT name FROM regions WHERE name = {{region}}", parameters: { region: "north" } };
  },
  "turn.create": () => ({ client_request_id: randomUUID(), scoped_project_ids: [own.project_id] }),
};

/** A request with everything that the documents' example has, and with the member's own ids. */
async function requestFor(operation: Operation): Promise<Fields> {
  const [example = {}] = operation.body ? examplesOf(componentOf(operation.body) ?? "") : [];
  const ids: Fields = { ...own, upload_ids: [own.upload_id], parameters: { region: "north" } };
  const inPath = Array.from(operation.path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);
  const inQuery = operation.query && "entries" in operation.query ? Object.keys(operation.query.entries ?? {}) : [];
  const names = [...inPath, ...inQuery.filter((name) => name === "member_id"), ...Object.keys(Object(example))];
  const known = names.filter((name) => name in ids).map((name) => [name, ids[name]]);
  return { ...Object(example), ...Object.fromEntries(known), ...(await special[operation.id]?.()) };
}

describe("the client's methods", () => {
  it("are one for each operation of the contract, but for those with a verb of their own", async () => {
    const client = await clientOf({ access: "member" } as Operation);
    const without = routes.filter((operation) => !methodOf(client, operation)).map(({ id }) => id);
    expect(without.toSorted()).toEqual(Object.keys(verbs).toSorted());
  });

  const plain = routes.filter(({ id }) => !(id in verbs));
  const isRemoval = ({ id }: Operation) => id.endsWith("remove");
  // What is removed is needed until then, and a chat until its messages are.
  const lastRemoved = [...plain.filter((one) => !isRemoval(one)), ...plain.filter(isRemoval).toReversed()];

  it.each(lastRemoved.map((operation) => [operation.id, operation] as const))("%s works", async (_id, operation) => {
    const options = operation.access === "session" ? { headers: { cookie: await sessionCookie() } } : undefined;
    const method = methodOf(await clientOf(operation), operation);
    const answer = await method?.(await requestFor(operation), options);
    await world.settle();
    if (operation.reply) expect(answer).toBeTypeOf("object");
    else if (operation.produces) expect((answer as Response).headers.get("content-type")).toContain(operation.produces);
    else expect(answer).toBeUndefined();
  });
});
