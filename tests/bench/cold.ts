/**
 * `npm run bench:cold [-- name…] [--rounds N] [--profile]`: P2 on the zips that SST's bundler makes. A fresh process loads a function
 * and answers its first event, which costs it one call to a table that says nothing; 15 times each, in turns with a handler
 * that does nothing. `--profile` says instead by which modules the time goes.
 */
import { execFile } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { type Contestant, profileOf } from "./cold-profile.ts";
import { sstDiff } from "../infra/diff/diff.ts";
import { functionsOf, graphOf, secrets } from "../infra/graph.ts";
import { ensurePlatform } from "../infra/platform.ts";
import { layOut } from "../infra/stage/function.ts";

const run = promisify(execFile);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "15" }, profile: { type: "boolean", default: false } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error("--rounds takes how often each function is started");
const TARGET_RATIO = 2.6;
/** Of functions that answer. */
const ANSWERING_RATIO = 3;

const originSecret = "o".repeat(40);
const key = { kid: "bench", secret: Buffer.alloc(32, 1).toString("base64url") };

/** A token of a member whom the table does not know: the function has to ask. */
function token(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const now = Math.floor(Date.now() / 1000);
  const claims = { org: randomUUID(), sub: randomUUID(), jti: randomUUID(), iat: now, exp: now + 600 };
  const head = encode({ alg: "HS256", typ: "JWT", kid: key.kid });
  const signed = `${head}.${encode({ ...claims, iss: "parley", aud: "parley" })}`;
  const signature = createHmac("sha256", Buffer.from(key.secret, "base64url")).update(signed).digest("base64url");
  return `${signed}.${signature}`;
}

const id = randomUUID();
const paths: Record<string, [method: string, path: string]> = {
  auth: ["POST", "/v1/authenticate"],
  catalog: ["GET", "/v1/models"],
  chats: ["GET", "/v1/chats"],
  turns: ["GET", `/v1/agents/${id}/chats/${id}/turns/${id}`],
  uploads: ["GET", `/v1/uploads/${id}`],
  voice: ["POST", "/v1/voice/sessions"],
  audio: ["POST", "/v1/audio/transcribe"],
  memories: ["GET", "/v1/user-memories"],
  rules: ["GET", "/v1/organization-rules"],
  admin: ["GET", "/v1/admin/members"],
  sources: ["GET", "/v1/admin/integrations"],
  quality: ["GET", "/v1/admin/questions"],
  docs: ["GET", "/v1/openapi.json"],
  stream: ["POST", "/v1/chats"],
};

/** The event that a function is first given. */
function eventFor(entry: string): object {
  const headers = {
    "x-origin-secret": originSecret,
    authorization: `Bearer ${token()}`,
    "content-type": "application/json",
  };
  const found = paths[entry];
  if (found) {
    const [method, rawPath] = found;
    const body =
      method === "GET"
        ? undefined
        : JSON.stringify(entry === "auth" ? { email: "a@b.example", user_key: "a".repeat(43) } : {});
    const sent = entry === "auth" ? { ...headers, "x-api-key": "key" } : headers;
    if (entry === "stream") {
      const multiValueHeaders = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]]));
      return {
        httpMethod: method,
        path: rawPath,
        resource: rawPath,
        headers: sent,
        multiValueHeaders,
        body,
        requestContext: { requestId: "r" },
      };
    }
    const http = { method, path: rawPath, protocol: "HTTP/1.1", sourceIp: "127.0.0.1", userAgent: "bench" };
    return {
      version: "2.0",
      routeKey: `${method} ${rawPath}`,
      rawPath,
      rawQueryString: "",
      headers: sent,
      requestContext: { http, requestId: "r" },
      body,
      isBase64Encoded: false,
    };
  }
  if (entry === "socket") {
    const requestContext = { connectionId: "c", routeKey: "$disconnect", eventType: "DISCONNECT", requestId: "r" };
    return { requestContext, headers, isBase64Encoded: false };
  }
  if (entry === "sweeper") return {};
  const wake = { organization_id: id, member_id: id, chat_id: id, turn_id: id };
  return { Records: [{ messageId: "m", body: JSON.stringify(wake) }] };
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

interface Start {
  /** Milliseconds from the parent's spawning to the answer's being read. */
  wall: number;
  /** CPU (ms) until the bundle was loaded, and until the event was answered. */
  loaded: number;
  answered: number;
  status: string;
  /** Parts of Node.js that were loaded. */
  builtins: number;
}

async function start({ directory, env, event }: Contestant): Promise<Start> {
  const began = performance.now();
  const { stdout } = await run(
    process.execPath,
    [path.join(import.meta.dirname, "cold-process.mjs"), JSON.stringify(event)],
    { cwd: directory, env },
  );
  const wall = performance.now() - began;
  // cold-process.mjs writes one line of this shape, after whatever the function says.
  const said = JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as {
    status: number | string;
    loaded: number;
    answered: number;
    builtins: string[];
  };
  return { ...said, wall, status: String(said.status), builtins: said.builtins.length };
}

/** What stands for the links of a deployment. */
function resourcesAt(url: string): Record<string, Record<string, string>> {
  const keys = { value: JSON.stringify([key]) };
  const none = [
    "ModelApiKey",
    "AnthropicApiKey",
    "OpenaiApiKey",
    "EmbeddingApiKey",
    "TranscribeApiKey",
    "LivekitApiSecret",
  ];
  return {
    ...Object.fromEntries(none.map((name) => [name, { value: "" }])),
    Table: { name: "table" },
    Files: { name: "files" },
    TurnQueue: { url: `${url}/queue` },
    TurnWorker: { name: "worker" },
    Sockets: { managementEndpoint: url },
    OriginSecret: { value: originSecret },
    SigningKeys: keys,
    EncryptionKeys: keys,
  };
}

/** A handler that does nothing, and every function that was asked for, laid out as Lambda finds them. */
async function contestantsIn(directory: string, url: string): Promise<[Contestant, ...Contestant[]]> {
  const environment = {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_ENDPOINT_URL: url,
    METRICS: "0",
    LOG_LEVEL: "error",
  };
  const bare = path.join(directory, "bare");
  mkdirSync(bare);
  writeFileSync(
    path.join(bare, "bundle.mjs"),
    `export const handler = async () => ({ statusCode: 200, body: "{}" });\n`,
  );
  const all = functionsOf(await graphOf({ stage: "ci" }));
  const unknown = positionals.filter((name) => !all.some(({ id: known }) => known === name));
  if (unknown.length > 0) throw new Error(`There is no ${unknown.join(", ")}: ${all.map((one) => one.id).join(", ")}`);
  const asked = all.filter((one) => positionals.length === 0 || positionals.includes(one.id));
  return [
    { name: "bare handler", entry: "", directory: bare, env: { PATH: process.env["PATH"] }, event: {} },
    ...asked.map((one) => ({
      name: one.id,
      entry: one.entry,
      ...layOut(one, { resources: resourcesAt(url), environment, directory }),
      event: eventFor(one.entry),
    })),
  ];
}

/** Prints what each took beside the bare handler: wall time, which a busy machine stretches, and CPU time. */
async function compare(contestants: readonly [Contestant, ...Contestant[]]): Promise<void> {
  process.stdout.write(`${rounds} cold starts of each, in turns …\n\n`);
  const starts = new Map<Contestant, Start[]>(contestants.map((one) => [one, []]));
  for (let round = 0; round < rounds; round++) for (const one of contestants) starts.get(one)?.push(await start(one));
  const of = (one: Contestant, pick: (started: Start) => number) => median((starts.get(one) ?? []).map(pick));
  const [bare] = contestants;
  const ratio = (one: Contestant, pick: (started: Start) => number) => (of(one, pick) / of(bare, pick)).toFixed(2);
  const cell = (value: string, width: number) => value.padStart(width);
  process.stdout.write(
    `function             wall ms  to bare | CPU ms  loading  event  to bare | status builtins   (P2: at most ${TARGET_RATIO}, where answers are made ${ANSWERING_RATIO})\n`,
  );
  for (const one of contestants) {
    const most = ["worker", "stream"].includes(one.entry) ? ANSWERING_RATIO : TARGET_RATIO;
    const loading = of(one, ({ loaded }) => loaded) - of(bare, ({ loaded }) => loaded);
    const event = of(one, ({ answered, loaded }) => answered - loaded);
    const row = [
      one.name.padEnd(20),
      cell(of(one, ({ wall }) => wall).toFixed(0), 8),
      cell(
        ratio(one, ({ wall }) => wall),
        8,
      ),
      " |",
      cell(of(one, ({ answered }) => answered).toFixed(0), 6),
      cell(loading.toFixed(0), 9),
      cell(event.toFixed(0), 7),
      cell(
        ratio(one, ({ answered }) => answered),
        9,
      ),
      " |",
      cell(starts.get(one)?.at(-1)?.status ?? "", 6),
      cell(String(of(one, ({ builtins }) => builtins)), 9),
      Number(ratio(one, ({ wall }) => wall)) > most ? "   over" : "",
    ];
    process.stdout.write(`${row.join("").trimEnd()}\n`);
  }
}

ensurePlatform();
process.stdout.write("Bundling with SST …\n");
const { code, output } = await sstDiff("ci", secrets);
if (code !== 0) throw new Error(output);

// A table that knows nothing, and anything else that is asked.
const nothing = createServer((request, response) => {
  request.resume();
  response.setHeader("content-type", "application/x-amz-json-1.0").end("{}");
});
nothing.listen(0, "127.0.0.1");
await once(nothing, "listening");
const address = nothing.address();
const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

const directory = mkdtempSync(path.join(tmpdir(), "parley-cold-"));
try {
  const contestants = await contestantsIn(directory, url);
  if (!values.profile) await compare(contestants);
  else {
    for (const one of contestants.slice(1)) process.stdout.write(`${(await profileOf(one)).join("\n")}\n\n`);
  }
} finally {
  nothing.close();
  rmSync(directory, { recursive: true, force: true });
}
