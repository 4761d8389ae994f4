import { fail, Failure } from "@parley/core/failure/failure";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import { describe, expect, it } from "vitest";
import { countCalls } from "../support/count-calls.ts";
import { newChat } from "../support/world/world.ts";
import { names } from "../support/world/socket.ts";

import { hanging, useTalk } from "./scene.ts";

const { scene, now, connected, message, read, history, release } = useTalk();
const interrupted = { event: "interrupted", data: { status: "interrupted" } };

describe("interrupt", () => {
  it("before the turn's first events were sent is answered after them", async () => {
    const socket = await connected();
    const { post } = scene.world.base.frames;
    const waiting = Promise.withResolvers<void>();
    scene.world.base.frames.post = async (id, frame) => (await waiting.promise, post(id, frame));
    const sending = socket.send(message());
    await expect.poll(async () => (await read())?.active_turn_id).toBeDefined();
    await socket.send({ action: "interrupt" });
    waiting.resolve();
    scene.world.base.frames.post = post;
    await sending;
    await scene.world.settle();
    const frames = socket.frames();
    expect(names(frames)).toEqual(["chat_metadata", "processing", "interrupted"]);
    expect((await history()).messages.map(({ type }) => type)).toEqual(["user"]);
    expect(names(await socket.ask(message())).at(-1)).toBe("message");
  });

  it("in the same breath as the message means its turn", async () => {
    now.answer = hanging;
    const socket = await connected();
    await Promise.all([socket.send(message()), socket.send({ action: "interrupt" })]);
    await scene.world.settle();
    const frames = names(socket.frames());
    expect(frames.slice(0, 2)).toEqual(["chat_metadata", "processing"]);
    expect(frames.filter((name) => name === "interrupted" || name === "error")).toEqual(["interrupted"]);
    expect(frames.at(-1)).toBe("interrupted");
  });

  it("while an edit stops the turn that it replaces means the edit's own turn", async () => {
    now.answer = hanging;
    const socket = await connected();
    await socket.send(message());
    const told = socket.frames();
    await expect.poll(() => names(told.push(...socket.frames()) > 0 ? told : [])).toContain("text_delta");
    const [metadata] = told;
    const { user_message_id, turn_id } = metadata?.event === "chat_metadata" ? metadata.data : fail("CHAT_NOT_FOUND");
    const key = turnKey(now.chat, turn_id);
    const first = async () => scene.world.base.table.get<TurnRecord>(key, { consistent: true });
    const editing = socket.send({ action: "edit_message", message_id: user_message_id, content: "Changed" });
    await expect.poll(async () => (await first())?.told_by_edit, { interval: 1 }).toBe(true);
    await Promise.all([editing, socket.send({ action: "interrupt" })]);
    await scene.world.settle();
    const frames = names(socket.frames()).filter((name) => !["processing", "text_delta"].includes(name));
    expect(frames).toEqual(["interrupted", "chat_metadata", "interrupted"]);
    expect((await history()).active_turn_id).toBeNull();
  });

  it("before the worker came runs nothing of the turn", async () => {
    const socket = await connected();
    now.held = [];
    await socket.send(message());
    await socket.send({ action: "interrupt" });
    await release();
    expect(names(socket.frames())).toEqual(["chat_metadata", "processing", "interrupted"]);
    expect((await read())?.active_turn_id).toBeUndefined();
  });

  it("cancels the turn that was started last, of those that run", async () => {
    now.answer = hanging;
    const socket = await connected();
    const [first, second] = [now.chat, await newChat(scene.world, scene.person)];
    await socket.send(message(first));
    await socket.send(message(second));
    await expect.poll(() => socket.frames().filter(({ event }) => event === "text_delta")).not.toEqual([]);
    const isFree = async (id: string) => (await history(id)).active_turn_id === null;
    await socket.send({ action: "interrupt" });
    await expect.poll(() => isFree(second)).toBe(true);
    expect(await isFree(first)).toBe(false);
    await socket.send({ action: "interrupt" });
    await scene.world.settle();
    expect(await isFree(first)).toBe(true);
    expect(socket.frames().filter(({ event }) => event === "interrupted")).toHaveLength(2);
    expect(await socket.ask({ action: "interrupt" })).toMatchObject([{ data: { code: "NOTHING_TO_INTERRUPT" } }]);
  });

  it("looks at no turn that was started too long ago to run", async () => {
    const socket = await connected();
    await socket.ask(message());
    scene.world.clock.advance(21 * 60_000);
    const counter = countCalls(scene.world.table);
    const interrupt = async () => expect(names(await socket.ask({ action: "interrupt" }))).toEqual(["error"]);
    const { commands } = await counter.during(interrupt);
    // The connection, four times, and its member.
    expect(commands.filter((command) => command !== "GetItemCommand")).toEqual(["BatchGetItemCommand"]);
    expect(commands).toHaveLength(5);
  });

  it("is not the only thing that cuts a tool short: so does a failure", async () => {
    now.answer = async function* () {
      yield { type: "tool_call", call: { tool_call_id: "call", tool: "run_sql", args: {} } };
      throw new Failure("MODEL_UNAVAILABLE");
    };
    const socket = await connected();
    expect(names(await socket.ask(message())).at(-1)).toBe("error");
    const { messages } = await history();
    expect(messages.map(({ type }) => type)).toEqual(["user", "tool_call", "tool_result", "error"]);
    expect(JSON.parse(messages[2]?.content ?? "")).toMatchObject({ tool_call_id: "call", status: "cancelled" });
  });

  it("gives a tool that runs its result, with status cancelled (D31)", async () => {
    now.answer = async function* (question, tools) {
      yield { type: "tool_call", call: { tool_call_id: "call", tool: "run_sql", args: {} } };
      return yield* hanging(question, tools);
    };
    const socket = await connected();
    await socket.send({ ...message(), include_tool_events: true });
    await expect.poll(() => names(socket.frames())).toContain("text_delta");
    const frames = await socket.ask({ action: "interrupt" });
    expect(frames).toMatchObject([
      { event: "tool_result", data: { tool_call_id: "call", tool: "run_sql", status: "cancelled", result: null } },
      interrupted,
    ]);
    const { messages } = await history();
    expect(messages.map(({ type }) => type)).toEqual(["user", "tool_call", "tool_result", "final"]);
    expect(JSON.parse(messages[2]?.content ?? "")).toEqual(frames[0]?.data);
  });
});

describe("a turn that is cancelled by other means", () => {
  it("ends with interrupted, even if its chat is deleted", async () => {
    for (const how of ["while it streams", "before its worker came"]) {
      now.answer = hanging;
      const socket = await connected();
      now.chat = await newChat(scene.world, scene.person);
      if (how === "before its worker came") now.held = [];
      await socket.send(message());
      if (!now.held) await expect.poll(() => names(socket.frames())).toContain("text_delta");
      const removing = scene.world.call(`DELETE /v1/chats/${now.chat}`, { token: scene.person.token });
      await release();
      expect((await removing).status).toBe(200);
      await scene.world.settle();
      expect(
        names(socket.frames()).filter((name) => name === "interrupted" || name === "error"),
        how,
      ).toEqual(["interrupted"]);
    }
  });
});
