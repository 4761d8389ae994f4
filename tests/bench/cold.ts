/**
 * `npm run bench:cold`: P2 on the zips that SST's bundler makes. A fresh process loads a function and answers its first
 * event, which costs it one call to a table that says nothing; 15 times each, in turns with a handler that does nothing.
 */
import { execFile } from "node:child_process";
import { createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { sstDiff } from "../infra/diff/diff.ts";
import { functionsOf, graphOf, secrets } from "../infra/graph.ts";
import { ensurePlatform } from "../infra/platform.ts";
import { layOut } from "../infra/stage/function.ts";

const run = promisify(execFile);
const rounds = Number(process.argv[2] ?? 15);
const target = 5.2;
const stretch = 2.6;

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

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

interface Contestant {
  name: string;
  directory: string;
  env: NodeJS.ProcessEnv;
  event: object;
  times: number[];
  status: string;
}

async function start(one: Contestant): Promise<void> {
  const began = performance.now();
  const { stdout } = await run(
    process.execPath,
    [path.join(import.meta.dirname, "cold-process.mjs"), JSON.stringify(one.event)],
    {
      cwd: one.directory,
      env: one.env,
    },
  );
  one.times.push(performance.now() - began);
  one.status = /^done (\d*)/m.exec(stdout)?.[1] ?? "nothing";
}

ensurePlatform();
process.stdout.write("Bundling with SST …\n");
const { code, output } = await sstDiff("ci", secrets);
if (code !== 0) throw new Error(output);
const graph = await graphOf({ stage: "ci" });

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
  const bare = path.join(directory, "bare");
  mkdirSync(bare);
  writeFileSync(
    path.join(bare, "bundle.mjs"),
    `export const handler = async () => ({ statusCode: 200, body: "{}" });\n`,
  );
  const environment = {
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_ENDPOINT_URL: url,
    METRICS: "0",
    LOG_LEVEL: "error",
  };
  const keys = { value: JSON.stringify([key]) };
  const resources = {
    ...Object.fromEntries(
      ["ModelApiKey", "AnthropicApiKey", "OpenaiApiKey", "TranscribeApiKey", "LivekitApiSecret"].map((name) => [
        name,
        { value: "" },
      ]),
    ),
    Table: { name: "table" },
    Files: { name: "files" },
    TurnQueue: { url: `${url}/queue` },
    TurnWorker: { name: "worker" },
    Sockets: { managementEndpoint: url },
    OriginSecret: { value: originSecret },
    SigningKeys: keys,
    EncryptionKeys: keys,
  };
  const contestants: Contestant[] = [
    { name: "bare handler", directory: bare, env: { PATH: process.env["PATH"] }, event: {}, times: [], status: "" },
    ...functionsOf(graph).map((one) => ({
      name: one.id,
      ...layOut(one, { resources, environment, directory }),
      event: eventFor(one.entry),
      times: [],
      status: "",
    })),
  ];
  process.stdout.write(`${rounds} cold starts of each, in turns …\n\n`);
  for (let round = 0; round < rounds; round++) for (const one of contestants) await start(one);
  const base = median(contestants[0]?.times ?? []);
  process.stdout.write(`function             median ms   ratio to bare   (P2: at most ${target}, better ${stretch})\n`);
  for (const { name, times, status } of contestants) {
    const ratio = median(times) / base;
    const verdict = ratio > target ? "over" : ratio <= stretch ? "better" : "";
    process.stdout.write(
      `${name.padEnd(20)} ${median(times).toFixed(0).padStart(9)} ${ratio.toFixed(2).padStart(15)}   ${verdict.padEnd(6)} ${status}\n`,
    );
  }
} finally {
  nothing.close();
  rmSync(directory, { recursive: true, force: true });
}
