import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once as ended } from "node:events";
import { text as textOf } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { AuthenticationError, ConnectionError, TurnCancelled } from "@parley/client/errors";
import {
  type ClientEvent,
  type ConnectOptions,
  createParley,
  type Options,
  type Socket,
  type TokenReason,
} from "@parley/client";
import { ClientSocket } from "@parley/client/socket";
import { createHttp } from "@parley/client/http";
import { turnCalls } from "@parley/client/turn-calls";
import { limits } from "@parley/contract/limits";
import { requireSigning } from "@parley/core/auth/token";
import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket as WsWebSocket } from "ws";
import { type ModelServer, type Reply, startModelServer, textOf as wordsOf } from "../support/model-server.ts";
import { type Service, startService } from "../support/service.ts";
import { openSocket } from "../support/socket.ts";
import type { Person, Tenant } from "../support/tenant.ts";
import { eventsOf, namesOf, once } from "./support/client.ts";
import { startTcpProxy, type TcpProxy } from "./support/tcp-proxy.ts";

const SENTENCES = Array.from({ length: 12 }, (_, at) => `Sentence ${at} of the answer. `);
const LONG = SENTENCES.join("");

let answers: (words: string) => Promise<Reply> | Reply;

let service: Service;
let proxy: TcpProxy;
let model: ModelServer;
let tenant: Tenant;
let person: Person;
const sockets: Socket[] = [];

beforeAll(async () => {
  model = await startModelServer(({ body }) => answers(wordsOf(body.messages.findLast(({ role }) => role === "user"))));
  service = await startService({ MODEL_BASE_URL: model.url, MODEL_ID: "scripted" });
  [proxy, tenant] = await Promise.all([startTcpProxy(service.cloud.baseUrl), service.newOrganization()]);
});
afterAll(async () => {
  await proxy.stop();
  await service.stop();
  await model.close();
});
beforeEach(async () => {
  person = await tenant.add();
  answers = (words) =>
    words.includes("hang")
      ? [{ text: "So far. " }, { hang: true }]
      : words.includes("long")
        ? [{ text: SENTENCES[0] ?? "", after: 0 }, ...SENTENCES.slice(1).map((text) => ({ text, after: 60 }))]
        : [{ text: `Answer to: ` }, { text: words.split(" ")[0] ?? "" }];
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});

/** A client of the person's, what its socket did, and the addresses that it called. */
function newClient(options: Partial<Options> = {}) {
  const events: ClientEvent[] = [];
  const parley = createParley({
    baseUrl: proxy.baseUrl,
    token: person.token,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return {
    parley,
    connect: async (settings?: ConnectOptions): Promise<Socket> => {
      const socket = await parley.connect(settings);
      sockets.push(socket);
      return socket;
    },
    happened: () => events.filter(({ type }) => type === "socket").map(({ operation }) => operation),
    calls: () => events.filter(({ type }) => type === "request").map(({ operation }) => operation),
  };
}

async function newChat(): Promise<string> {
  return (await service.call("POST /v1/chats/create", { token: person.token, body: {} })).body.id;
}
const chatOf = async (id: string | null) =>
  (await service.call(`GET /v1/chats/${id}?limit=200`, { token: person.token })).body;

/** A token with so many seconds left, of the service's own keys. */
const newToken = async (seconds: number) => {
  const { first } = await requireSigning(service.environment);
  const { member_id, organization_id } = person.ctx.actor;
  const now = Math.floor(Date.now() / 1000);
  const token = await new SignJWT({ org: organization_id })
    .setProtectedHeader({ alg: "HS256", typ: "JWT", kid: first.kid })
    .setSubject(member_id)
    .setJti(randomUUID())
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .setIssuer(service.environment.settings.issuer)
    .setAudience(service.environment.settings.audience)
    .sign(first.key);
  return { token, expires_at: new Date((now + seconds) * 1000).toISOString() };
};

/** A WebSocket behind API Gateway, which cannot close with a code of the service's. */
class CodelessWebSocket extends WsWebSocket {
  override addEventListener(...[name, listener]: Parameters<WsWebSocket["addEventListener"]>): void {
    const codeless = () => (listener as (event: { type: string; code: number }) => void)({ type: "close", code: 1005 });
    super.addEventListener(name, name === "close" ? codeless : listener);
  }
}

/** A WebSocket whose last frame was lost. */
class FramelessWebSocket extends WsWebSocket {
  override addEventListener(...[name, listener]: Parameters<WsWebSocket["addEventListener"]>): void {
    if (name !== "message") super.addEventListener(name, listener);
  }
}

describe.each([
  ["the runtime's own WebSocket", undefined],
  ["the package ws", WsWebSocket],
])("a socket with %s", (_name, WebSocket) => {
  it("carries asks, one after the other, on one connection", async () => {
    const { parley, connect, happened, calls } = newClient({ WebSocket });
    const socket = await connect();
    expect(socket.status).toBe("open");
    const chat_id = await newChat();
    for (const message of ["first question", "second question"]) {
      const turn = parley.ask({ chat_id, message });
      const events = await eventsOf(turn);
      expect(namesOf(events).slice(0, 2)).toEqual(["chat_metadata", "processing"]);
      expect(namesOf(events).at(-1)).toBe("message");
      expect(turn.text).toBe(`Answer to: ${message.split(" ")[0]}`);
      expect((await turn.answer()).content).toBe(turn.text);
    }
    expect(calls()).toEqual(["message.get", "message.get"]);
    socket.close();
    expect(socket.status).toBe("closed");
    expect(happened()).toEqual(["opened", "closed"]);
    const after = parley.ask({ chat_id, message: "third question" });
    await after.answer();
    expect(calls()).toContain("chat.stream");
  });

  it("interrupts a turn that is cancelled, whose text so far is kept", async () => {
    const { parley, connect, calls } = newClient({ WebSocket });
    await connect();
    const turn = parley.ask({ chat_id: await newChat(), message: "hang" });
    await once(turn, "text_delta");
    await turn.cancel();
    await expect(turn.answer()).rejects.toBeInstanceOf(TurnCancelled);
    const { messages, active_turn_id } = await chatOf(turn.chatId);
    expect(active_turn_id).toBeNull();
    expect(messages.at(-1)).toMatchObject({ content: turn.text, metadata: { partial: true } });
    expect(calls()).toEqual([]);
  });

  it("that is cut while a turn streams has its turn followed to the same answer", async () => {
    const { parley, connect } = newClient({ WebSocket });
    const socket = await connect();
    const statuses: string[] = [];
    const turn = parley.ask({ chat_id: await newChat(), message: "long" });
    turn.on("status", (status) => statuses.push(status));
    await once(turn, "text_delta");
    proxy.cut();
    const answer = await turn.answer();
    expect([turn.text, answer.content]).toEqual([LONG, LONG]);
    expect(statuses).toEqual(["running", "reconnecting", "running", "ended"]);
    expect((await chatOf(turn.chatId)).messages.filter(({ role }: { role: string }) => role === "user")).toHaveLength(
      1,
    );
    expect(socket.status).toBe("asleep");
    const next = parley.ask({ chat_id: turn.chatId, message: "again" });
    await next.answer();
    expect(socket.status).toBe("open");
  });
});

describe("a turn on the socket", () => {
  it("shows its tools if that is wished", async () => {
    const asked: Reply[] = [[{ tool: "run_sql", args: { sql: "SELECT 1" } }], [{ text: "Done." }]];
    answers = () => asked.shift() ?? [];
    const { parley, connect } = newClient();
    await connect();
    const turn = parley.ask({ chat_id: await newChat(), message: "tools", include_tool_events: true });
    const names = namesOf(await eventsOf(turn));
    expect(names.filter((name) => name.startsWith("tool_"))).toEqual(["tool_call", "tool_result"]);
  });

  it("has it alone: what is asked beside it is streamed", async () => {
    const { parley, connect, calls, happened } = newClient();
    await connect();
    const chats = [await newChat(), await newChat()];
    const turns = chats.map((chat_id, at) => parley.ask({ chat_id, message: `question${at} long` }));
    for (const turn of turns) expect((await turn.answer()).content).toBe(LONG);
    expect(turns.map(({ chatId }) => chatId)).toEqual(chats);
    expect(calls().filter((operation) => operation === "chat.stream")).toHaveLength(1);
    expect(happened()).toEqual(["opened"]);
  });

  it("that is refused throws the same error as by the other routes", async () => {
    const { parley, connect } = newClient();
    const socket = await connect();
    const lost = parley.ask({ chat_id: randomUUID(), message: "text" });
    await expect(lost.answer()).rejects.toMatchObject({ name: "NotFoundError", status: 404, code: "CHAT_NOT_FOUND" });
    const running = parley.ask({ chat_id: await newChat(), message: "hang" }, { via: "stream" });
    await once(running, "text_delta");
    const second = parley.ask({ chat_id: running.chatId, message: "text" });
    await expect(second.answer()).rejects.toMatchObject({ name: "ConflictError", turnId: running.id });
    expect(socket.status).toBe("open");
    await running.cancel();
  });

  it("in a frame of more than 32 KB is refused before it is sent", async () => {
    const { parley, connect, calls } = newClient();
    const socket = await connect();
    const chat_id = await newChat();
    const parameters = { region: "x".repeat(limits.socket_frame_bytes) };
    const turn = parley.ask({ chat_id, message: "text", parameters });
    await expect(turn.answer()).rejects.toMatchObject({ name: "ValidationError", code: "FRAME_TOO_LARGE" });
    expect(socket.status).toBe("open");
    expect(calls()).toEqual([]);
    // Almost as much passes the door: it is the service that judges it.
    const less = parley.ask({ chat_id, message: "text", title: "x".repeat(limits.socket_frame_bytes - 300) });
    await less.answer().catch(() => undefined);
    expect(socket.status).toBe("open");
  });

  it("is followed to the end if the socket is closed by hand, and goes on if nobody listens", async () => {
    const { parley, connect } = newClient();
    const socket = await connect();
    const turn = parley.ask({ chat_id: await newChat(), message: "long" });
    await once(turn, "text_delta");
    socket.close();
    expect((await turn.answer()).content).toBe(LONG);
    await connect();
    const left = parley.ask({ chat_id: turn.chatId, message: "long" });
    await once(left, "text_delta");
    left.detach();
    const messages = async () => (await chatOf(turn.chatId)).messages.length;
    await expect.poll(messages, { timeout: 5_000 }).toBe(4);
  });

  it("is asked once, though the connection was lost before it was heard of", async () => {
    const { parley, connect } = newClient();
    await connect();
    const chat_id = await newChat();
    proxy.stall();
    const turn = parley.ask({ chat_id, message: "long" });
    await expect.poll(async () => (await chatOf(chat_id)).active_turn_id).not.toBeNull();
    expect(turn.status).toBe("sending");
    proxy.cut();
    expect((await turn.answer()).content).toBe(LONG);
    const { messages } = await chatOf(chat_id);
    expect(messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant"]);
  });
});

describe("an edit on the socket", () => {
  it("replaces a question and everything after it, and stops the answer that runs", async () => {
    const { parley, connect, calls } = newClient();
    const socket = await connect();
    const turn = parley.ask({ chat_id: await newChat(), message: "hang" });
    await once(turn, "text_delta");
    const message_id = turn.userMessageId ?? "";
    const edit = socket.edit({ message_id, content: "other words" });
    expect((await edit.answer()).content).toBe("Answer to: other");
    await expect(turn.answer()).rejects.toBeInstanceOf(TurnCancelled);
    expect([edit.chatId, edit.userMessageId]).toEqual([turn.chatId, message_id]);
    const { messages } = await chatOf(turn.chatId);
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(["other words", "Answer to: other"]);
    expect(calls()).toEqual(["message.get"]);
  });

  it("waits for the turn of another chat", async () => {
    const { parley, connect } = newClient();
    const socket = await connect();
    const first = parley.ask({ chat_id: await newChat(), message: "first" });
    await first.answer();
    const other = parley.ask({ chat_id: await newChat(), message: "long" });
    await once(other, "text_delta");
    const edit = socket.edit({ message_id: first.userMessageId ?? "", content: "waiting" });
    expect((await edit.answer()).content).toBe("Answer to: waiting");
    expect((await other.answer()).content).toBe(LONG);
  });

  it("of a message that is not there, and a removal, are refused", async () => {
    const { connect } = newClient();
    const socket = await connect();
    const message_id = randomUUID();
    const refusal = { name: "NotFoundError", code: "MESSAGE_NOT_FOUND" };
    await expect(socket.edit({ message_id, content: "text" }).answer()).rejects.toMatchObject(refusal);
    await expect(socket.remove({ message_id })).rejects.toMatchObject(refusal);
    socket.close();
    await expect(socket.edit({ message_id, content: "text" }).answer()).rejects.toBeInstanceOf(ConnectionError);
    await expect(socket.remove({ message_id })).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe("a removal on the socket", () => {
  it("deletes a message and all after it, and stops the answer that runs", async () => {
    const { parley, connect } = newClient();
    const socket = await connect();
    const turn = parley.ask({ chat_id: await newChat(), message: "hang" });
    await once(turn, "text_delta");
    await socket.remove({ message_id: turn.userMessageId ?? "" });
    await expect(turn.answer()).rejects.toBeInstanceOf(TurnCancelled);
    expect((await chatOf(turn.chatId)).messages).toEqual([]);
  });
});

describe("the token of a socket", () => {
  it("is renewed on the same connection before it expires", async () => {
    const reasons: TokenReason[] = [];
    const first = await newToken(4);
    const token = ({ reason }: { reason: TokenReason }) => (reasons.push(reason) === 1 ? first : newToken(3600));
    const { parley, connect, happened } = newClient({ token });
    await connect();
    await expect.poll(() => happened(), { timeout: 5_000 }).toEqual(["opened", "renewed"]);
    expect(Date.now()).toBeLessThan(Date.parse(first.expires_at));
    await expect.poll(() => Date.now() > Date.parse(first.expires_at), { timeout: 5_000 }).toBe(true);
    const turn = parley.ask({ chat_id: await newChat(), message: "text" });
    await turn.answer();
    expect(happened()).toEqual(["opened", "renewed"]);
    expect(reasons).toEqual(["first", "expiring"]);
  });

  it("that has expired all the same is replaced, and what it refused is sent once more", async () => {
    const reasons: TokenReason[] = [];
    const short = await newToken(2);
    // As a string: nobody knows when it expires.
    const token = async ({ reason }: { reason: TokenReason }) =>
      reasons.push(reason) === 1 ? short.token : (await newToken(3600)).token;
    const { parley, connect, happened, calls } = newClient({ token });
    await connect();
    await expect.poll(() => Date.now() > Date.parse(short.expires_at), { timeout: 5_000 }).toBe(true);
    const turn = parley.ask({ chat_id: await newChat(), message: "text" });
    await turn.answer();
    expect(reasons).toEqual(["first", "expiring"]);
    expect(happened()).toEqual(["opened", "refused", "opened"]);
    expect(calls()).toEqual(["message.get"]);
    expect((await chatOf(turn.chatId)).messages).toHaveLength(2);
  });

  it("that is refused is asked for once more, then nobody is asked", async () => {
    const reasons: TokenReason[] = [];
    const { connect } = newClient({ token: ({ reason }) => `nonsense ${reasons.push(reason)}` });
    await expect(connect()).rejects.toBeInstanceOf(AuthenticationError);
    expect(reasons).toEqual(["first", "rejected"]);
    const fixed = newClient({ token: "nonsense" });
    await expect(fixed.connect()).rejects.toMatchObject({ status: 401, code: "AUTH_FAILED" });
    expect(fixed.happened()).toEqual(["refused"]);
    const mended = newClient({ token: ({ reason }) => (reason === "first" ? "nonsense" : person.token) });
    expect((await mended.connect()).status).toBe("open");
  });

  it.each([
    ["in the service's last frame alone, as behind API Gateway", CodelessWebSocket],
    ["as a close code alone", FramelessWebSocket],
  ])("with three connections already, said %s, makes the client stream", async (_how, WebSocket) => {
    const others = await Promise.all([1, 2, 3].map(() => openSocket(service.cloud.wsUrl, { token: person.token })));
    for (const other of others) await other.next("authenticated");
    const { parley, connect, happened, calls } = newClient({ WebSocket });
    const socket = await connect();
    expect(socket.status).toBe("unavailable");
    const turn = parley.ask({ chat_id: await newChat(), message: "text" });
    await turn.answer();
    expect(calls()).toContain("chat.stream");
    // It is told once, and not tried again.
    await connect();
    expect(happened()).toEqual(["refused"]);
    for (const other of others) other.close();
  });
});

describe("the connection of a socket", () => {
  const inner = (times: { idleMs?: number; quietMs?: number }) => {
    const operations: string[] = [];
    const onEvent = ({ type, operation }: ClientEvent) => void (type === "socket" && operations.push(operation));
    const http = createHttp({ baseUrl: proxy.baseUrl, token: person.token, onEvent });
    const socket = new ClientSocket({ http, calls: turnCalls(http, new Map()), heartbeat: true, ...times });
    sockets.push(socket);
    return { socket, operations, http };
  };
  /** A way that must not be taken. */
  const nowhere = {
    submit() {
      throw new Error("not by the socket");
    },
  };

  it("is closed when nothing has happened for a while, and opened again when it is needed", async () => {
    const { socket, operations } = inner({ idleMs: 50 });
    await socket.ready();
    await expect.poll(() => socket.status).toBe("asleep");
    const source = socket.free(nowhere);
    const events: string[] = [];
    const body = { chat_id: await newChat(), message: "long" };
    for await (const { event } of source?.submit(body, new AbortController().signal) ?? []) events.push(event);
    expect(events.at(-1)).toBe("message");
    expect(operations.slice(0, 3)).toEqual(["opened", "closed", "opened"]);
  });

  it("that says nothing any more is given up, and its turn is followed", async () => {
    const { socket } = inner({ quietMs: 100 });
    await socket.ready();
    const source = socket.free(nowhere);
    const body = { chat_id: await newChat(), message: "hang" };
    const events: string[] = [];
    for await (const { event } of source?.submit(body, new AbortController().signal) ?? []) {
      events.push(event);
      if (event === "text_delta") proxy.stall();
    }
    expect(events.at(-1)).toBe("text_delta");
    expect(socket.status).toBe("asleep");
  });

  it("is told to be alive while a turn is quiet", async () => {
    const { socket, operations } = inner({ quietMs: 250 });
    await socket.ready();
    const source = socket.free(nowhere);
    const body = { chat_id: await newChat(), message: "hang" };
    for await (const { event } of source?.submit(body, new AbortController().signal) ?? []) {
      if (event !== "text_delta") continue;
      const quiet = performance.now() + 1_000;
      await expect.poll(() => performance.now() > quiet, { timeout: 5_000 }).toBe(true);
      expect(await source?.interrupt?.()).toBe(true);
    }
    expect(operations).toEqual(["opened"]);
  });

  it("that cannot be opened rejects, and asks take their usual way", async () => {
    const { parley, connect } = newClient();
    proxy.refuse(true);
    await expect(connect()).rejects.toBeInstanceOf(ConnectionError);
    proxy.refuse(false);
    expect((await connect()).status).toBe("open");
    await parley.ask({ chat_id: await newChat(), message: "text" }).answer();
  });

  it("is one for a client and its copies, however often it is asked for", async () => {
    const { parley, connect, happened } = newClient();
    const [one, other] = await Promise.all([connect(), connect(), parley.with({ timeout: 9_000 }).connect()]);
    expect(one).toBe(other);
    expect(happened()).toEqual(["opened"]);
  });

  it("is asked to tell that it lives if that is wished", async () => {
    const addresses: string[] = [];
    class Recorded extends WsWebSocket {
      constructor(address: string) {
        super(address);
        addresses.push(address);
      }
    }
    await newClient({ WebSocket: Recorded }).connect({ heartbeat: true });
    await newClient({ WebSocket: Recorded }).connect();
    expect(addresses.map((address) => address.split("/v1/chats/ws")[1])).toEqual(["?heartbeat=1", ""]);
  });

  it.each(["idle", "closed"])("does not keep a process that has nothing else to do if it is %s", async (how) => {
    const file = fileURLToPath(new URL("support/idle-socket-process.ts", import.meta.url));
    const env = { ...process.env, HOW: how, BASE_URL: proxy.baseUrl, TOKEN: person.token, CHAT_ID: await newChat() };
    const child = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
    const said = textOf(child.stdout);
    const [code] = await ended(child, "exit");
    expect([code, await said]).toEqual([0, how === "idle" ? "open" : "closed"]);
  });

  it("needs a WebSocket, and says where to get one", async () => {
    const own = globalThis.WebSocket;
    Reflect.deleteProperty(globalThis, "WebSocket");
    const error = await newClient()
      .connect()
      .catch((failure: unknown) => failure);
    globalThis.WebSocket = own;
    expect(error).toMatchObject({ name: "ParleyError", code: "WEBSOCKET_MISSING" });
  });
});
