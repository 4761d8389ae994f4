import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type ModelServer, type Reply, startModelServer } from "../support/model-server.ts";
import { type Service, startService } from "../support/service.ts";
import { openSocket } from "../support/socket.ts";

describe("WebSocket /v1/chats/ws", () => {
  let service: Service;
  let model: ModelServer;
  let script: Reply = [];
  let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
  beforeAll(async () => {
    model = await startModelServer(() => script);
    service = await startService({ MODEL_BASE_URL: model.url, MODEL_ID: "scripted" });
  });
  afterAll(async () => {
    await service.stop();
    await model.close();
  });
  beforeEach(async () => {
    tenant = await service.newOrganization();
  });

  const newChat = async () => {
    const chat = await service.call("POST /v1/chats/create", { token: tenant.member.token, body: {} });
    return chat.body.id as string;
  };
  const connect = async () => {
    const socket = await openSocket(service.cloud.wsUrl, { token: tenant.member.token });
    await socket.next("authenticated");
    return socket;
  };

  test("a token in the address is refused with 403", async () => {
    await expect(openSocket(service.cloud.wsUrl, { query: `?token=${tenant.member.token}` })).rejects.toThrow("403");
  });

  test("an invalid token closes with 4001, on the upgrade and as the first frame", async () => {
    const byHeader = await openSocket(service.cloud.wsUrl, { token: "nonsense" });
    expect(await byHeader.closed).toBe(4001);
    const byFrame = await openSocket(service.cloud.wsUrl);
    byFrame.send({ action: "authenticate", token: "nonsense" });
    expect(await byFrame.closed).toBe(4001);
    expect(byFrame.frames[0]).toMatchObject({ event: "error", data: { code: "AUTH_FAILED", close_code: 4001 } });
  });

  test("a first frame other than authenticate closes with 4001", async () => {
    const socket = await openSocket(service.cloud.wsUrl);
    socket.send({ action: "ping" });
    expect(await socket.closed).toBe(4001);
  });

  test("ten silent seconds close with 4001, and not sooner", { timeout: 60_000 }, async () => {
    const opened = performance.now();
    const socket = await openSocket(service.cloud.wsUrl);
    expect(await socket.closed).toBe(4001);
    expect(socket.frames).toMatchObject([{ event: "error", data: { code: "AUTH_FAILED", close_code: 4001 } }]);
    expect(performance.now() - opened).toBeGreaterThan(9_000);
  });

  test("a fourth connection of a token is closed with 4429; a closed one makes room", async () => {
    const open = [await connect(), await connect(), await connect()];
    const fourth = await openSocket(service.cloud.wsUrl, { token: tenant.member.token });
    expect(await fourth.closed).toBe(4429);
    expect(fourth.frames).toMatchObject([{ event: "error", data: { code: "WS_CONNECTION_CAP", retryable: false } }]);
    open[0]?.close();
    await open[0]?.closed;
    const fifth = await connect();
    for (const socket of [...open, fifth]) socket.close();
  });

  test("streams a turn and answers ping beside it", async () => {
    script = [{ text: "Hello " }, { text: "world.", after: 30 }];
    const socket = await connect();
    const chat = await newChat();
    socket.send({ action: "send_message", message: "Hi", chat_id: chat });
    socket.send({ action: "ping" });
    const message = await socket.next("message");
    await socket.next("pong");
    expect(message.data.content).toBe("Hello world.");
    const events = socket.frames
      .map(({ event }) => event)
      .filter((event) => event !== "pong" && event !== "authenticated");
    expect(events[0]).toBe("chat_metadata");
    expect(events[1]).toBe("processing");
    expect(events.at(-1)).toBe("message");
    socket.close();
  });

  test("interrupt keeps exactly the delivered text", async () => {
    script = [{ text: "One two " }, { text: "three ", after: 400 }, { hang: true }];
    const socket = await connect();
    const chat = await newChat();
    socket.send({ action: "send_message", message: "Count", chat_id: chat });
    await socket.next("text_delta");
    socket.send({ action: "interrupt" });
    await socket.next("interrupted");
    const delivered = socket.frames
      .filter(({ event }) => event === "text_delta")
      .map(({ data }) => data.content)
      .join("");
    const history = await service.call(`GET /v1/chats/${chat}`, { token: tenant.member.token });
    expect(history.body.messages.at(-1)).toMatchObject({ content: delivered, metadata: { partial: true } });
    expect(history.body.active_turn_id).toBeNull();
    socket.send({ action: "interrupt" });
    expect((await socket.next("error")).data.code).toBe("NOTHING_TO_INTERRUPT");
    socket.close();
  });

  test("edit replaces the message and everything after it; delete removes it", async () => {
    script = [{ text: "First answer." }];
    const socket = await connect();
    const chat = await newChat();
    socket.send({ action: "send_message", message: "First", chat_id: chat });
    await socket.next("message");
    const asked = (await socket.next("chat_metadata")).data.user_message_id;
    script = [{ text: "Second answer." }];
    const place = socket.frames.length;
    socket.send({ action: "edit_message", message_id: asked, content: "Changed" });
    expect((await socket.next("chat_metadata", place)).data.user_message_id).toBe(asked);
    await socket.next("message", place);
    const history = await service.call(`GET /v1/chats/${chat}`, { token: tenant.member.token });
    expect(history.body.messages.map(({ content }: { content: string }) => content)).toEqual([
      "Changed",
      "Second answer.",
    ]);
    socket.send({ action: "delete_message", message_id: asked });
    expect((await socket.next("deleted")).data).toEqual({ message_id: asked });
    const emptied = await service.call(`GET /v1/chats/${chat}`, { token: tenant.member.token });
    expect(emptied.body.messages).toEqual([]);
    socket.close();
  });

  test("errors are frames and keep the socket open", async () => {
    const socket = await connect();
    const codes: string[] = [];
    for (const frame of [
      "nonsense",
      { action: "dance" },
      { action: "send_message", message: "Hi" },
      { action: "send_message", message: "Hi", chat_id: "unknown" },
      { action: "edit_message", message_id: "unknown", content: "Hi" },
      { action: "send_message", message: "x".repeat(8001), chat_id: "unknown" },
    ]) {
      const place = socket.frames.length;
      socket.send(frame);
      codes.push((await socket.next("error", place)).data.code);
    }
    expect(codes).toEqual([
      "INVALID_FRAME",
      "UNKNOWN_ACTION",
      "MISSING_CHAT_ID",
      "CHAT_NOT_FOUND",
      "MESSAGE_NOT_FOUND",
      "MESSAGE_TOO_LONG",
    ]);
    socket.send({ action: "ping" });
    await socket.next("pong");
    socket.close();
  });
});
