import {
  ErrorCoded,
  ErrorConflict,
  ErrorFields,
  ErrorRateLimit,
  ErrorText,
  visibleErrors,
} from "@parley/contract/errors";
import { failuresOf, statusesOf } from "@parley/contract/documents/openapi";
import type { Operation } from "@parley/contract/operation";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import * as Memory from "@parley/core/memory/memory";
import { userKey } from "@parley/core/member/user-key";
import * as Query from "@parley/core/query/query";
import * as Rule from "@parley/core/rule/rule";
import * as check from "fast-check";
import * as v from "valibot";
import { expect, vi } from "vitest";
import { type Answer, httpEvent } from "../support/api.ts";
import { canary, nearly, words } from "./arbitrary.ts";
import { type Belongings, belongings, furnish, newChat, type Person, upload, type World } from "./world.ts";

/** A request as the fuzz makes it up. Ids are names of what the caller has, so that they are good when it is sent. */
export interface Made {
  path: string[];
  query: string;
  body: Uint8Array | string | undefined;
  contentType: string | undefined;
  isAdmin: boolean;
  headers: Record<string, string>;
}

/** Stands for one of the caller's ids in a path, a query or a body until the request is sent. */
const marker = (field: string) => `@@${field}@@`;
const fields: Record<string, (keyof Belongings)[]> = {
  agent_id: ["agent_id"],
  chat_id: ["chat_id"],
  turn_id: ["turn_id"],
  message_id: ["answer_id", "message_id"],
  before: ["answer_id", "message_id"],
  visualization_id: ["visualization_id"],
  integration_id: ["integration_id"],
  connection_id: ["integration_id", "project_id"],
  project_id: ["project_id"],
  scoped_project_ids: ["project_id"],
  document_id: ["project_id"],
  upload_id: ["clip_id", "upload_id"],
  upload_ids: ["upload_id"],
  saved_query_id: ["query_id"],
  query_id: ["query_id"],
  memory_id: ["memory_id"],
  memory_ids: ["memory_id"],
  member_id: ["member_id"],
  rule_id: ["rule_id"],
};
/** Values that an operation takes, where few do. */
const good: Record<string, string[]> = {
  feedback: ["positive", "negative"],
  mime_type: ["text/csv"],
  filename: ["sales.csv", "report.csv"],
  sql: ["SELECT name FROM regions", "SELECT name FROM regions WHERE name = {{region}}"],
  connection_type: ["database", "project"],
};
export const known = (field: string): string[] => good[field] ?? (fields[field] ?? []).map(marker);

/** Puts the caller's ids where their names stand. */
export const filled = (text: string, own: Belongings): string =>
  text.replace(/(?:@@|%40%40)(\w+?)(?:@@|%40%40)/g, (whole, field: string) =>
    field in own ? own[field as keyof Belongings] : whole,
  );

const json = (value: unknown): string | undefined => JSON.stringify(value);
const spoiled = (text: string): check.Arbitrary<string | Uint8Array> =>
  check.oneof(
    check.nat(text.length).map((at) => text.slice(0, at)),
    check.tuple(check.nat(text.length), words).map(([at, piece]) => text.slice(0, at) + piece + text.slice(at)),
    check.constant(`\uFEFF${text}`),
    check.constant(`${text}${text}`),
    check.constant(text.replace(/\d+/, "1e400")),
    check.constant(text.replace(/^\{/, '{"__proto__":{"polluted":1},"chat_id":1,')),
    check.constant(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`),
    check.uint8Array({ maxLength: 200 }),
    check.constant(Buffer.from(text, "utf16le")),
    check.constant(Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0xc3, 0x28])])),
  );

const contentTypes = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json; charset=utf-16",
  "application/vnd.api+json",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "multipart/form-data; boundary=x",
  'multipart/form-data; boundary=""',
  "multipart/mixed; boundary=x",
  "image/png",
  "",
  "☃",
];

const multipart = (name: string) =>
  check
    .record({
      name: check.oneof(
        { weight: 5, arbitrary: check.constant(name) },
        { weight: 1, arbitrary: check.constantFrom("", "other", "__proto__") },
      ),
      filename: check.constantFrom(
        '; filename="sales.csv"',
        '; filename="sales.csv"',
        '; filename="clip.m4a"',
        '; filename="clip.m4a"',
        '; filename=""',
        "",
        '; filename="../../x.csv"',
        `; filename="${canary}.png"`,
      ),
      type: check.constantFrom(
        "text/csv",
        "text/csv",
        "audio/mp4",
        "audio/mp4",
        "audio/wav",
        "image/png",
        "",
        "x",
        'text/plain; charset="',
        "application/pdf",
      ),
      bytes: check.oneof(
        { weight: 1, arbitrary: check.uint8Array({ maxLength: 100 }) },
        {
          weight: 3,
          arbitrary: check.constantFrom<Uint8Array>(
            Buffer.from("a,b\n1,2\n"),
            Buffer.from("\0\0\0\x18ftypM4A 0000000000000000"),
            new Uint8Array(),
            Buffer.from("\0\0\0\xffftyp"),
          ),
        },
      ),
      count: check.constantFrom(0, 1, 1, 1, 2, 7),
      end: check.constantFrom("\r\n--x--\r\n", "\r\n--x--\r\n", "\r\n--x--\r\n", "\r\n--x--", "", "\r\n--x\r\n"),
    })
    .map(({ name: part, filename, type, bytes, count, end }) => {
      const head = `--x\r\nContent-Disposition: form-data; name="${part}"${filename}\r\n${type && `Content-Type: ${type}\r\n`}\r\n`;
      const parts = Array.from({ length: count }, (_, at) =>
        Buffer.concat([Buffer.from((at > 0 ? "\r\n" : "") + head), bytes]),
      );
      return { body: Buffer.concat([...parts, Buffer.from(end)]), contentType: "multipart/form-data; boundary=x" };
    });

type Sent = Pick<Made, "body" | "contentType">;
function sendings(operation: Operation): check.Arbitrary<Sent> {
  if (!operation.body) {
    const nothing = check.constant<Sent>({ body: undefined, contentType: undefined });
    const something = check.record({ body: words, contentType: check.constantFrom(...contentTypes) });
    return operation.method === "GET"
      ? nothing
      : check.oneof({ weight: 4, arbitrary: nothing }, { weight: 1, arbitrary: something });
  }
  // Larger than an item of the table may be, and smaller than what would only take time.
  const texts = nearly(operation.body, known)
    .map((value) => json(value) ?? "")
    .filter((text) => text.length < 500_000);
  const [part] = Object.keys(operation.multipart ?? {});
  return check.oneof(
    { weight: 12, arbitrary: texts.map((body): Sent => ({ body, contentType: "application/json" })) },
    { weight: 2, arbitrary: texts.chain(spoiled).map((body): Sent => ({ body, contentType: "application/json" })) },
    { weight: 1, arbitrary: check.record({ body: texts, contentType: check.constantFrom(...contentTypes) }) },
    { weight: part === undefined ? 0 : 10, arbitrary: multipart(part ?? "") },
    { weight: 1, arbitrary: check.constant<Sent>({ body: undefined, contentType: undefined }) },
  );
}

function queries(operation: Operation): check.Arbitrary<string> {
  const raw = check.constantFrom(
    "",
    "%",
    "a=%zz&b",
    "=&&=",
    "limit=1&limit=x",
    "wait=1&wait=0",
    "cursor=%00",
    "__proto__=1",
    "a[]=1",
    "limit=9".repeat(200),
    "?&?",
  );
  if (!operation.query) return raw;
  const pairs = nearly(operation.query, known).map((value) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value)
          .map(
            ([name, field]) =>
              `${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(String(typeof field === "object" ? json(field) : field).toWellFormed())}`,
          )
          .join("&")
      : "",
  );
  return check.oneof({ weight: 6, arbitrary: pairs }, { weight: 1, arbitrary: raw });
}

const segments = (field: string) =>
  check.oneof(
    { weight: 12, arbitrary: check.constantFrom(...known(field)) },
    { weight: 1, arbitrary: check.constant("00000000-0000-7000-8000-000000000000") },
    { weight: 1, arbitrary: words.map((text) => encodeURIComponent(text.toWellFormed()) || "x") },
    {
      weight: 1,
      arbitrary: check.constantFrom(
        "%",
        "%zz",
        "%00",
        "..",
        "%2e%2e",
        ".",
        "%2F",
        "a%2Fb",
        "%E0%A4%A",
        "x".repeat(2100),
        "create",
        "reorder",
        "messages",
      ),
    },
  );

const headers = check.oneof(
  { weight: 6, arbitrary: check.constant<Record<string, string>>({}) },
  {
    weight: 1,
    arbitrary: check.constantFrom<Record<string, string>>(
      { accept: "text/html" },
      { "last-event-id": "99999999999999999999" },
      { "last-event-id": "-1" },
      { origin: "https://evil.example" },
      { host: "☃" },
      { host: "" },
      { host: "::" },
      { host: "a:99999999" },
      { host: "[" },
      { "x-forwarded-proto": "gopher" },
      { "content-length": "-1" },
      { "content-encoding": "gzip" },
      { "x-request-id": canary },
      { range: "bytes=0-0" },
      { authorization: "Bearer " },
      { authorization: `Bearer ${canary}` },
    ),
  },
);

/** Requests of an operation that are good, or nearly. */
export const requests = (operation: Operation): check.Arbitrary<Made> =>
  check
    .record({
      path: check.tuple(...[...operation.path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => segments(field))),
      query: queries(operation),
      sent: sendings(operation),
      isAdmin: operation.access === "admin" ? check.constantFrom(true, true, true, false) : check.boolean(),
      headers,
    })
    .map(({ sent, ...made }) => ({ ...made, ...sent }));

/** Operations whose requests take the chat: each of theirs gets one of its own. */
const taking = new Set(["chat.stream", "turn.create", "chat.remove"]);
/** How many requests a caller's uploads are used for: time runs by, and unattached ones die after a day. */
const USES = 500;

const query = { title: "Regions", prompt: "List the regions", sql: "SELECT name FROM regions WHERE name = {{region}}" };

/** Sends what the fuzz makes up, and checks what comes back against the operation. */
export async function createFuzzer(world: World) {
  const tenant = await world.newTenant();
  const furniture = await furnish(tenant);
  const owned = new Map<Person, { own: Belongings; uses: number }>();

  async function ownOf(person: Person, operation: Operation): Promise<Belongings> {
    let entry = owned.get(person);
    if (!entry) owned.set(person, (entry = { own: await belongings(world, person, furniture), uses: 0 }));
    else if (entry.uses > USES) Object.assign(entry.own, await upload(world, person), { uses: 0 });
    entry.uses += 1;
    Object.assign(entry.own, furniture);
    return taking.has(operation.id) ? { ...entry.own, chat_id: await newChat(world, person) } : entry.own;
  }

  /** Makes again what a request has removed, and removes what one has made, so that the next ones find the same. */
  async function restore(operation: Operation, answer: Answer, person: Person): Promise<void> {
    const own = owned.get(person)?.own;
    if (answer.status >= 300 || !own) return;
    const ctx = { ...world.base, actor: person.ctx.actor };
    const ofMember = (member_id: string) => ({ ...world.base, actor: { ...person.ctx.actor, member_id } });
    if (operation.id === "query.remove") furniture.query_id = (await Query.create(ctx, query, person)).id;
    if (operation.id === "rule.remove") furniture.rule_id = (await Rule.create(ctx, "Again.", person)).id;
    if (/memory.remove$/.test(operation.id)) own.memory_id = (await Memory.create(ctx, "Again.")).id;
    if (operation.id === "query.create") await Query.remove(ctx, answer.body.id);
    if (operation.id === "rule.create") await Rule.remove(ctx, answer.body.id);
    if (/memory.create$/.test(operation.id)) await Memory.remove(ofMember(answer.body.member_id), answer.body.id);
  }

  /** What authenticates: a token, or on the exchange a key. */
  async function credentials(operation: Operation, person: Person): Promise<Record<string, string>> {
    if (operation.access === "public") return {};
    world.clock.advance(1_100);
    if (operation.access === "api_key") return { "x-api-key": tenant.apiKey };
    return { authorization: `Bearer ${await world.refreshed(person)}` };
  }

  /** Sends one request and checks its answer. */
  async function probe(operation: Operation, made: Made): Promise<number> {
    const person = made.isAdmin ? tenant.admin : tenant.member;
    const own = await ownOf(person, operation);
    let position = 0;
    const path = filled(
      operation.path.replace(/\{\w+\}/g, () => made.path[position++] ?? ""),
      own,
    );
    const target = `${path}${made.query === "" ? "" : `?${filled(made.query, own)}`}`;
    const event = httpEvent(`${operation.method} ${target}`, {
      headers: {
        ...(made.contentType !== undefined && { "content-type": made.contentType }),
        ...(await credentials(operation, person)),
        ...made.headers,
      },
    });
    if (typeof made.body === "string") event.body = exchangeable(filled(made.body, own), operation, person);
    else if (made.body)
      Object.assign(event, { body: Buffer.from(made.body).toString("base64"), isBase64Encoded: true });
    const answer = await world.send(event);
    await restore(operation, answer, person);
    await settleChats(operation, own);
    const isOffRoute =
      /%2F|(^|\/)\.{1,2}(\/|$)|%2e/i.test(path) || made.path.some((segment) => /create|reorder|messages/.test(segment));
    judge(operation, answer, isOffRoute);
    return answer.status;
  }

  /** The exchange with a good `user_key` now and then, so that it is not refused for its shape alone. */
  const exchangeable = (text: string, operation: Operation, person: Person): string =>
    operation.access === "api_key" && text.length % 2 === 0
      ? JSON.stringify({ email: person.email, user_key: userKey(tenant.sharedSecret, person.email) })
      : text;

  /** Whatever was accepted is brought to its end, and the chat is free again. */
  async function settleChats(operation: Operation, own: Belongings): Promise<void> {
    await world.settle();
    if (!taking.has(operation.id)) return;
    const chat = await world.base.table.get<ChatRecord>(chatKey(own.chat_id), { consistent: true });
    expect(chat?.active_turn_id).toBeUndefined();
  }

  return { probe, tenant };
}

const ErrorFieldsOnly = v.strictObject({
  detail: v.pipe(
    v.array(
      v.strictObject({
        ...ErrorFields.entries.detail.item.entries,
        loc: v.pipe(
          v.array(v.union([v.string(), v.number()])),
          v.check(([place]) => ["body", "query", "path", "header"].includes(String(place))),
        ),
      }),
    ),
    v.minLength(1),
  ),
});

/** Fails where an answer is none that the contract has for the operation. */
function judge(operation: Operation, answer: Answer, isOffRoute: boolean): void {
  const shown = `${operation.id}: ${answer.status} ${answer.text.slice(0, 500)}`;
  const allowed = new Set([...statusesOf(operation), ...(isOffRoute ? [404, 405] : [])]);
  // Failures of what is not configured here, which the contract names.
  if (answer.status >= 500)
    expect(
      failuresOf(operation).map((code) => visibleErrors[code].status),
      shown,
    ).toContain(answer.status);
  expect([...allowed], shown).toContain(answer.status);
  if (operation.access !== "public") expect(answer.headers["cache-control"], shown).toBe("no-store");
  if (answer.status < 300) return judgeSuccess(operation, answer, shown);
  expect(answer.headers["content-type"], shown).toMatch(/^application\/json/);
  if (answer.status === 422) {
    expect(v.safeParse(ErrorFieldsOnly, answer.body).success, shown).toBe(true);
    // Names of a map's entries are where a problem is; values are never said again.
    const said = answer.body.detail.map(({ loc: _loc, ...rest }: { loc: unknown }) => rest);
    expect(JSON.stringify(said), shown).not.toContain(canary);
    const places = answer.body.detail.map(({ loc }: { loc: unknown[] }) => JSON.stringify(loc.slice(0, 2)));
    expect(new Set(places).size, shown).toBe(places.length);
    return;
  }
  if (answer.status === 429) {
    expect(v.safeParse(v.strictObject(ErrorRateLimit.entries), answer.body).success, shown).toBe(true);
    expect(answer.headers["retry-after"]).toBe(String(answer.body.retry_after_seconds));
    return;
  }
  const isBareConflict = answer.status === 409 && operation.errorShape !== "coded";
  const coded = isBareConflict ? ErrorConflict : ErrorCoded;
  expect(v.is(ErrorText, answer.body) || v.is(coded, answer.body), shown).toBe(true);
  if (v.is(ErrorText, answer.body) && !isOffRoute) {
    const texts = failuresOf(operation).map((code) => visibleErrors[code].message);
    // Texts that say a number, a name or what is wrong with a query's SQL.
    const isNamed = /^(Expected \d+ memory IDs, got \d+$|Unsupported|File|Empty file|Missing values)/.test(
      answer.body.detail,
    );
    const isOfSql = failuresOf(operation).includes("INVALID_SAVED_QUERY") && answer.status === 400;
    expect(isNamed || isOfSql || texts.includes(answer.body.detail), shown).toBe(true);
  }
}

function judgeSuccess(operation: Operation, answer: Answer, shown: string): void {
  expect(answer.status, shown).toBe(operation.status);
  if (operation.produces) expect(answer.headers["content-type"], shown).toContain(operation.produces);
  else if (operation.reply) expect(v.safeParse(operation.reply, answer.body).success, shown).toBe(true);
  else expect(answer.text, shown).toBe("");
}

/** Keeps what is logged while `work` runs, and fails where it shows what a request said. */
export async function withQuietLogs(work: () => Promise<void>): Promise<void> {
  const lines: string[] = [];
  const spies = (["log", "error", "warn"] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => void lines.push(args.join(" "))),
  );
  try {
    await work();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  expect(lines.filter((line) => line.includes(canary))).toEqual([]);
  expect(
    lines.filter((line) => /"level":"error"/.test(line) && !/VOICE_NOT_CONFIGURED|TRANSCRIPTION_FAILED/.test(line)),
  ).toEqual([]);
  expect(Reflect.get({}, "polluted")).toBeUndefined();
}
