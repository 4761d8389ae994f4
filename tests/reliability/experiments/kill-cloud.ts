import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { limits } from "@parley/contract/limits";
import * as v from "valibot";
import { startModelServer } from "../../support/model-server.ts";
import { openSocket } from "../../support/socket.ts";

const Demo = v.object({
  base_url: v.string(),
  ws_url: v.string(),
  organizations: v.array(
    v.object({
      api_key: v.string(),
      members: v.array(v.object({ email: v.string(), user_key: v.string(), role: v.string(), active: v.boolean() })),
    }),
  ),
});
type Demo = v.InferOutput<typeof Demo>;

const script = fileURLToPath(new URL("../../../packages/local/src/start.ts", import.meta.url));

/** `npm start` on a directory, in a process group of its own; resolves when it answers, elsewhere than the `last` one. */
async function start(directory: string, modelUrl: string, last?: Demo): Promise<{ child: ChildProcess; demo: Demo }> {
  const child = spawn(process.execPath, [script], {
    detached: true,
    stdio: "ignore",
    env: {
      ...process.env,
      LOCAL_DIR: directory,
      PORT: "0",
      MODEL_BASE_URL: modelUrl,
      MODEL_ID: "slow",
      LOG_LEVEL: "error",
    },
  });
  const file = join(directory, "demo.json");
  for (let look = 0; look < 600 && child.exitCode === null; look++) {
    const demo = existsSync(file) ? v.parse(Demo, JSON.parse(readFileSync(file, "utf8"))) : undefined;
    // A killed cloud leaves its own file behind.
    if (demo && demo.base_url !== last?.base_url) return { child, demo };
    await delay(200);
  }
  throw new Error("the cloud did not start");
}

/** Kills a cloud and everything it has started, at once. */
async function kill(directory: string, child: ChildProcess): Promise<void> {
  const marks = join(directory, "run");
  const pids = readdirSync(marks).flatMap((name) => {
    const mark = v.safeParse(v.object({ pid: v.number() }), JSON.parse(readFileSync(join(marks, name), "utf8")));
    return mark.success ? [mark.output.pid] : [];
  });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  // The group of the process that this function's caller has started, and the programs that it has noted as its own.
  for (const pid of [-(child.pid ?? 0), ...pids]) {
    try {
      if (pid !== 0) process.kill(pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
  await gone;
}

const call = async (demo: Demo, token: string, request: string, body?: unknown) => {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(demo.base_url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // What comes back is checked field by field where it is used.
  return (await response.json()) as { [field: string]: unknown } & { messages?: { type: string }[] };
};

/** The token of the demo's first member. */
async function authenticate(demo: Demo): Promise<string> {
  const [organization] = demo.organizations;
  const member = organization?.members.find(({ role, active }) => active && role === "member");
  const response = await fetch(`${demo.base_url}/v1/authenticate`, {
    method: "POST",
    headers: { "x-api-key": organization?.api_key ?? "", "content-type": "application/json" },
    body: JSON.stringify({ email: member?.email, user_key: member?.user_key }),
  });
  return v.parse(v.object({ token: v.string() }), await response.json()).token;
}

/**
 * Kills the whole local cloud in the middle of a turn of each route and starts it again on the same directory: every
 * accepted turn ends, every chat is free within the lease, the durable turn is answered, and history has each message once.
 */
export async function killTheCloud(): Promise<{ figures: string; violations: string[] }> {
  const violations: string[] = [];
  const directory = await mkdtemp(join(tmpdir(), "parley-killed-"));
  let isSlow = true;
  const pieces = Array.from({ length: 40 }, (_, at) => ({ text: `word ${at} ` }));
  const model = await startModelServer(() => pieces.map((piece) => ({ ...piece, after: isSlow ? 500 : 1 })));
  let running: ChildProcess | undefined;
  try {
    const first = await start(directory, model.url);
    running = first.child;
    const token = await authenticate(first.demo);
    const newChat = async () => await call(first.demo, token, "POST /v1/chats/create", {});
    const [stream, socket, durable] = [await newChat(), await newChat(), await newChat()];
    const path = `/v1/agents/${String(durable.agent_id)}/chats/${String(durable.id)}/turns`;
    const request = { client_request_id: randomUUID(), message: "What about the durable one?" };

    const turn = await call(first.demo, token, `POST ${path}`, request);
    const body = JSON.stringify({ chat_id: stream.id, message: "What about the streamed one?" });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const streaming = await fetch(`${first.demo.base_url}/v1/chats`, { method: "POST", headers, body });
    const reading = streaming.text().catch(() => "cut");
    const connection = await openSocket(first.demo.ws_url, { token });
    await connection.next("authenticated");
    connection.send({ action: "send_message", chat_id: socket.id, message: "What about the one on the socket?" });
    await Promise.all([connection.next("text_delta"), model.received(3)]);

    const killed = performance.now();
    await kill(directory, first.child);
    await reading;
    isSlow = false;
    const second = await start(directory, model.url, first.demo);
    running = second.child;
    const again = await call(second.demo, token, `POST ${path}`, request);
    if (again.turn_id !== turn.turn_id) violations.push("the durable submission became another turn");

    const since = () => (performance.now() - killed) / 1000;
    const freed: number[] = [];
    for (const { id } of [stream, socket]) {
      let chat = await call(second.demo, token, `GET /v1/chats/${String(id)}`);
      for (; chat.active_turn_id !== null && since() < 120; await delay(250)) {
        chat = await call(second.demo, token, `GET /v1/chats/${String(id)}`);
      }
      freed.push(since());
      const types = chat.messages?.map(({ type }) => type).join(", ");
      if (types !== "user, error") violations.push(`an interactive turn left: ${types}`);
    }
    // Renewed at the latest at the kill, and looked at twice a second.
    if (Math.max(...freed) > limits.turn_lease + 5) violations.push(`a chat was locked for ${Math.max(...freed)} s`);
    let ended = await call(second.demo, token, `GET ${path}/${String(turn.turn_id)}?wait=20`);
    while (ended.status === "in_progress" && since() < 180) {
      ended = await call(second.demo, token, `GET ${path}/${String(turn.turn_id)}?wait=20`);
    }
    if (ended.status !== "completed" || ended.attempt !== 2) {
      violations.push(`the durable turn is ${String(ended.status)} after ${String(ended.attempt)} runs`);
    }
    const answered = since();
    // A waiting reader wakes its worker when the lease of the killed one has expired, and not the minute's sweep.
    if (answered > limits.turn_lease + 15) violations.push(`the durable turn was answered after ${answered} s`);
    const chat = await call(second.demo, token, `GET /v1/chats/${String(durable.id)}`);
    const types = chat.messages?.map(({ type }) => type).join(", ");
    if (types !== "user, final") violations.push(`the durable turn left: ${types}`);
    const figures = `chats free ${freed.map((one) => one.toFixed(0)).join(" and ")} s after the kill, the durable turn answered after ${answered.toFixed(0)} s`;
    return { figures, violations };
  } finally {
    if (running) await kill(directory, running);
    await model.close();
    await rm(directory, { recursive: true, force: true });
  }
}
