/**
 * `npm run cost`: what a thousand turns cost by each of the three routes, from what turns on this machine really call,
 * consume, send and take, with the prices of prices.ts. The model answers as P5 has it: 211 tokens at
 * 50 a second after one query. What the model's provider asks comes on top.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { startCloud } from "@parley/local/cloud";
import { prepareDemo } from "@parley/local/demo/prepare";
import type { DemoTenant } from "@parley/local/demo/demo-tenant";
import { WebSocket } from "ws";
import { startModelServer } from "../support/model-server.ts";
import { meteredEntries, taken, type Usage } from "./meter.ts";
import { prices } from "./prices.ts";

const turns = Number(process.argv[2] ?? 3);
const tokens = 211;
const everyMs = 20;
/** Memory (MB) as `infra/` has it. */
const memory: Record<string, number> = { stream: 1769, worker: 1769, sweeper: 512 };
/** Log lines of a turn and its requests: a handful of structured lines, access logs of the gateways, metrics. */
const logBytes = 6_000;
/** How long a socket is open for each turn on it. */
const socketMinutesATurn = 1;

const model = await startModelServer(({ body }) => {
  const asked = body.messages.at(-1);
  if (asked?.role === "user")
    return [{ tool: "run_sql", args: { sql: "SELECT count(*) AS customers FROM customers" }, after: 500 }];
  return Array.from({ length: tokens }, () => ({ text: "token ", after: everyMs }));
});

const directory = mkdtempSync(path.join(tmpdir(), "parley-cost-"));
let demo: DemoTenant | undefined;
const cloud = await startCloud({
  directory,
  settings: { MODEL_BASE_URL: model.url, MODEL_ID: "scripted" },
  entries: meteredEntries(),
  sweepMs: 60 * 60 * 1000,
  log: {
    info: () => undefined,
    error: (message, fields) => void process.stderr.write(`${message} ${String(fields?.["error"])}\n`),
  },
  prepare: async (parts) => {
    Object.assign(process.env, { MODEL_BASE_URL: model.url, MODEL_ID: "scripted", LOG_LEVEL: "error" });
    ({ demo } = await prepareDemo(parts));
  },
});

interface Measured {
  route: string;
  /** Requests of a client to each gateway, for one turn. */
  http: number;
  rest: number;
  /** Frames a client sends. */
  framesIn: number;
  /** Bytes that a client receives. */
  bytes: number;
  queued: boolean;
  usage: Usage;
}

type Fields = Record<string, unknown>;
/** The service's answers; the contract's tests check them. */
const fieldsOf = async (response: Response): Promise<Fields> => {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as Fields;
};

async function post(
  token: string | undefined,
  at: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  for (;;) {
    const response = await fetch(cloud.baseUrl + at, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    if (response.status !== 429) return response;
    await wait(1000 * Number(response.headers.get("retry-after") ?? 1));
    taken();
  }
}

async function streamed(token: string, chat: string): Promise<Omit<Measured, "usage">> {
  const answer = await (
    await post(token, "/v1/chats", { chat_id: chat, message: "How many customers are there?" })
  ).text();
  if (!answer.includes("event: message")) throw new Error(answer);
  return { route: "streamed", http: 0, rest: 1, framesIn: 0, bytes: answer.length, queued: false };
}

let request = 0;

async function durable(token: string, chat: string, agent: string): Promise<Omit<Measured, "usage">> {
  const at = `/v1/agents/${agent}/chats/${chat}/turns`;
  const body = { client_request_id: `cost-${request++}`, message: "How many customers are there?" };
  let turn = await fieldsOf(await post(token, at, body));
  const id = String(turn["turn_id"]);
  let http = 1;
  let bytes = JSON.stringify(turn).length;
  while (turn["status"] === "in_progress") {
    turn = await fieldsOf(
      await fetch(`${cloud.baseUrl}${at}/${id}?wait=20`, { headers: { authorization: `Bearer ${token}` } }),
    );
    http++;
    bytes += JSON.stringify(turn).length;
  }
  if (turn["status"] !== "completed") throw new Error(JSON.stringify(turn));
  return { route: "durable", http, rest: 0, framesIn: 0, bytes, queued: true };
}

async function socketed(token: string, chat: string): Promise<Omit<Measured, "usage">> {
  const socket = new WebSocket(cloud.wsUrl, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  const ended = new Promise<void>((resolve, reject) => {
    socket.on("message", (data: Buffer) => {
      bytes += data.length;
      const { event } = JSON.parse(data.toString()) as { event: string };
      if (event === "authenticated")
        socket.send(
          JSON.stringify({ action: "send_message", chat_id: chat, message: "How many customers are there?" }),
        );
      if (event === "message") resolve();
      if (event === "error") reject(new Error(data.toString()));
    });
  });
  await ended;
  socket.close();
  await once(socket, "close");
  await wait(200);
  return { route: "socket", http: 0, rest: 0, framesIn: 1, bytes, queued: false };
}

function priceOf({ http, rest, framesIn, bytes, queued, usage }: Measured): Map<string, number> {
  const compute = [...usage.functions].reduce(
    (sum, [name, { invocations, ms }]) =>
      sum + invocations * prices.lambdaRequest + (ms / 1000) * ((memory[name] ?? 1024) / 1024) * prices.lambdaSecond,
    0,
  );
  const isSocket = usage.frames > 0;
  const edge = http + rest + (isSocket ? 1 : 0);
  return new Map([
    ["Lambda", compute],
    [
      "gateways",
      http * prices.httpApiRequest +
        rest * prices.restApiRequest +
        (isSocket
          ? (usage.frames + framesIn + 2) * prices.socketMessage + socketMinutesATurn * prices.socketMinute
          : 0),
    ],
    ["table", usage.read * prices.readUnit + usage.write * prices.writeUnit],
    // A message is sent, received and deleted.
    ["queue", (usage.queue + (queued ? 2 : 0)) * prices.queueRequest],
    ["files", usage.filePuts * prices.filePut + usage.fileGets * prices.fileGet],
    ["edge", edge * (prices.edgeRequest + prices.edgeFunction + 2 * prices.edgeRead) + bytes * prices.edgeByte],
    ["logs", logBytes * prices.logByte],
  ]);
}

/** The mean of several turns' usage. */
function meanOf(all: readonly Measured[]): Measured {
  const [first] = all;
  if (!first) throw new Error("nothing was measured");
  const mean = (of: (one: Measured) => number) => all.reduce((sum, one) => sum + of(one), 0) / all.length;
  const functions = new Map(
    [...new Set(all.flatMap(({ usage }) => [...usage.functions.keys()]))].map((name) => [
      name,
      {
        invocations: mean(({ usage }) => usage.functions.get(name)?.invocations ?? 0),
        ms: mean(({ usage }) => usage.functions.get(name)?.ms ?? 0),
      },
    ]),
  );
  const usage: Usage = {
    functions,
    read: mean((one) => one.usage.read),
    write: mean((one) => one.usage.write),
    filePuts: mean((one) => one.usage.filePuts),
    fileGets: mean((one) => one.usage.fileGets),
    queue: mean((one) => one.usage.queue),
    frames: mean((one) => one.usage.frames),
  };
  return { ...first, http: mean((one) => one.http), bytes: mean((one) => one.bytes), usage };
}

try {
  const [organization] = demo?.organizations ?? [];
  if (!organization) throw new Error("there is no demo tenant");
  // One member a route: submissions have a budget per member.
  const members = organization.members.filter(({ active }) => active);
  const enter = async ({ email, user_key }: (typeof members)[number]): Promise<string> => {
    const key = { "x-api-key": organization.api_key };
    return String((await fieldsOf(await post(undefined, "/v1/authenticate", { email, user_key }, key)))["token"]);
  };
  const integration_id = organization.integrations.find(({ engine }) => engine === "postgres")?.id;
  const routes = [streamed, durable, socketed];
  const results: Measured[] = [];
  for (const [position, route] of routes.entries()) {
    const member = members[position % members.length];
    if (!member) throw new Error("the demo tenant has no members");
    const bearer = await enter(member);
    const chat = await fieldsOf(await post(bearer, "/v1/chats/create", { integration_id }));
    const measure = async () => {
      taken();
      const one = await route(bearer, String(chat["id"]), String(chat["agent_id"]));
      return { ...one, usage: taken() };
    };
    await measure(); // what is loaded and looked up once per environment is not part of a turn
    const all: Measured[] = [];
    for (let turn = 0; turn < turns; turn++) all.push(await measure());
    results.push(meanOf(all));
  }

  const line = (cells: readonly (string | number)[]) =>
    `${cells.map((cell, at) => String(cell)[at === 0 ? "padEnd" : "padStart"](at === 0 ? 26 : 10)).join(" ")}\n`;
  const out = (cells: readonly (string | number)[]) => process.stdout.write(line(cells));
  process.stdout.write(
    `A turn of ${tokens} tokens at ${1000 / everyMs} a second after one query, mean of ${turns}\n\n`,
  );
  out(["measured", ...results.map(({ route }) => route)]);
  const row = (name: string, of: (one: Measured) => number, digits = 0) =>
    out([name, ...results.map((one) => of(one).toFixed(digits))]);
  for (const name of new Set(results.flatMap(({ usage }) => [...usage.functions.keys()]))) {
    row(`${name} ms`, ({ usage }) => usage.functions.get(name)?.ms ?? 0);
  }
  row(
    "invocations",
    ({ usage }) => [...usage.functions.values()].reduce((sum, { invocations }) => sum + invocations, 0),
    1,
  );
  row("requests of the client", ({ http, rest }) => http + rest, 1);
  row("frames to the client", ({ usage }) => usage.frames, 1);
  row("bytes to the client", ({ bytes }) => bytes);
  row("write units", ({ usage }) => usage.write, 1);
  row("read units", ({ usage }) => usage.read, 1);
  row("file requests", ({ usage }) => usage.filePuts + usage.fileGets, 1);
  process.stdout.write("\n");
  out([`dollars a thousand turns`, ...results.map(({ route }) => route)]);
  const priced = results.map(priceOf);
  for (const part of priced[0]?.keys() ?? [])
    out([part, ...priced.map((parts) => (1000 * (parts.get(part) ?? 0)).toFixed(4))]);
  out(["all", ...priced.map((parts) => (1000 * [...parts.values()].reduce((sum, part) => sum + part, 0)).toFixed(4))]);
  process.stdout.write(
    `\nList prices of ${prices.region}, ${prices.date}; without free tiers, storage, alarms, metrics and what the model costs.\n`,
  );
} finally {
  await cloud.stop();
  await model.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
