import type { GetItemCommandInput, TransactWriteItemsCommandInput } from "@aws-sdk/client-dynamodb";
import { limits } from "@parley/contract/limits";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import * as Chat from "@parley/core/chat/chat";
import { claim } from "@parley/core/turn/claim";
import { Failure } from "@parley/core/failure";
import { sweep } from "@parley/core/turn/sweep";
import type { Frame } from "@parley/functions/socket/frames";
import type { Answerer } from "@parley/core/turn/answer";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import type { SocketTask } from "@parley/core/turn/wake";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newChat, type Person, scriptedAnswer, startWorld, type Tenant, type World } from "../contract/world.ts";
import { names, openSocket, type Socket } from "../contract/world-socket.ts";

const interrupted = { event: "interrupted", data: { status: "interrupted" } };
const lost = { event: "error", data: expect.objectContaining({ code: "WORKER_LOST", retryable: true }) };

/** What the scripted answer does before it answers. */
let before: Answerer = scriptedAnswer;
const answer: Answerer = (question, tools) => before(question, tools);
const hanging: Answerer = async function* (question, tools) {
  yield { type: "text_delta", content: "First. " };
  await tools.clock.sleep(10 * 60_000, tools.signal);
  tools.signal.throwIfAborted();
  return yield* scriptedAnswer(question, tools);
};

let world: World;
let tenant: Tenant;
let person: Person;
let chat = "";
/** The worker's invocations, while they are held back. */
let held: SocketTask[] | undefined;

beforeAll(async () => {
  world = await startWorld({ answer });
  const real = { ...world.base.worker };
  world.base.worker.invoke = async (task) => (held && task.kind === "turn" ? void held.push(task) : real.invoke(task));
  tenant = await world.newTenant();
});
afterAll(() => world.stop());
beforeEach(async () => {
  before = scriptedAnswer;
  held = undefined;
  person = await tenant.add();
  chat = await newChat(world, person);
});

async function connected(): Promise<Socket> {
  const socket = await openSocket(world, await world.refreshed(person));
  await world.settle();
  expect(names(socket.frames())).toEqual(["authenticated"]);
  return socket;
}

const message = (chat_id = chat) => ({ action: "send_message", message: "Which regions are there?", chat_id });
const read = () => world.base.table.get<ChatRecord>(chatKey(chat), { consistent: true });
const history = (id = chat) => Chat.get({ ...world.base, ...person.ctx }, id, { limit: 50 });
/** Lets what was held back happen. */
async function release(): Promise<void> {
  const tasks = held ?? [];
  held = undefined;
  for (const task of tasks) await world.base.worker.invoke(task);
  await world.settle();
}

/** A turn of the socket's whose worker has died: after it was claimed, or before. */
async function loseTurn(socket: Socket, how: "claimed" | "unclaimed"): Promise<string> {
  held = [];
  await socket.send(message());
  const turnId = (await read())?.active_turn_id ?? "";
  if (how === "claimed") await claim(world.base, chat, turnId, "gone");
  held = undefined;
  expect(names(socket.frames())).toEqual(["chat_metadata", "processing"]);
  world.clock.advance(limits.turn_lease * 1000 + 1_000);
  return turnId;
}

describe("interrupt", () => {
  it("before the turn's first events were told is answered after them", async () => {
    const socket = await connected();
    const { post } = world.base.frames;
    const waiting = Promise.withResolvers<void>();
    world.base.frames.post = async (id, frame) => (await waiting.promise, post(id, frame));
    const sending = socket.send(message());
    await expect.poll(async () => (await read())?.active_turn_id).toBeDefined();
    await socket.send({ action: "interrupt" });
    waiting.resolve();
    world.base.frames.post = post;
    await sending;
    await world.settle();
    const frames = socket.frames();
    expect(names(frames)).toEqual(["chat_metadata", "processing", "interrupted"]);
    expect((await history()).messages.map(({ type }) => type)).toEqual(["user"]);
    expect(names(await socket.ask(message())).at(-1)).toBe("message");
  });

  it("in the same breath as the message means its turn", async () => {
    before = hanging;
    const socket = await connected();
    await Promise.all([socket.send(message()), socket.send({ action: "interrupt" })]);
    await world.settle();
    const frames = names(socket.frames());
    expect(frames.slice(0, 2)).toEqual(["chat_metadata", "processing"]);
    expect(frames.filter((name) => name === "interrupted" || name === "error")).toEqual(["interrupted"]);
    expect(frames.at(-1)).toBe("interrupted");
  });

  it("before the worker came runs nothing of the turn", async () => {
    const socket = await connected();
    held = [];
    await socket.send(message());
    await socket.send({ action: "interrupt" });
    await release();
    expect(names(socket.frames())).toEqual(["chat_metadata", "processing", "interrupted"]);
    expect((await read())?.active_turn_id).toBeUndefined();
  });

  it("cancels the turn that was started last, of those that run", async () => {
    before = hanging;
    const socket = await connected();
    const [first, second] = [chat, await newChat(world, person)];
    await socket.send(message(first));
    await socket.send(message(second));
    await expect.poll(() => socket.frames().filter(({ event }) => event === "text_delta")).not.toEqual([]);
    const isFree = async (id: string) => (await history(id)).active_turn_id === null;
    await socket.send({ action: "interrupt" });
    await expect.poll(() => isFree(second)).toBe(true);
    expect(await isFree(first)).toBe(false);
    await socket.send({ action: "interrupt" });
    await world.settle();
    expect(await isFree(first)).toBe(true);
    expect(socket.frames().filter(({ event }) => event === "interrupted")).toHaveLength(2);
    expect(await socket.ask({ action: "interrupt" })).toMatchObject([{ data: { code: "NOTHING_TO_INTERRUPT" } }]);
  });

  it("is not the only thing that cuts a tool short: so does a failure", async () => {
    before = async function* () {
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
    before = async function* (question, tools) {
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

describe("an edit of a message that is being answered", () => {
  it("is told of its own turn only after interrupted, however long that takes", async () => {
    before = hanging;
    const socket = await connected();
    await socket.send(message());
    let told: Frame[] = [];
    await expect.poll(() => names((told = [...told, ...socket.frames()]))).toContain("text_delta");
    const [metadata] = told;
    before = scriptedAnswer;
    const { tell } = world.base.frames;
    world.base.frames.tell = async (id, frame) => (await world.clock.sleep(10_000), tell(id, frame));
    const message_id = metadata?.event === "chat_metadata" ? metadata.data.user_message_id : "";
    const frames = await socket.ask({ action: "edit_message", message_id, content: "Changed" });
    world.base.frames.tell = tell;
    expect(names(frames).filter((name) => ["interrupted", "chat_metadata", "message"].includes(name))).toEqual([
      "interrupted",
      "chat_metadata",
      "message",
    ]);
  });
});

describe("a turn that is cancelled by other means", () => {
  it("ends with interrupted, also where its chat is deleted", async () => {
    for (const how of ["while it streams", "before its worker came"]) {
      before = hanging;
      const socket = await connected();
      chat = await newChat(world, person);
      if (how === "before its worker came") held = [];
      await socket.send(message());
      if (!held) await expect.poll(() => names(socket.frames())).toContain("text_delta");
      const removing = world.call(`DELETE /v1/chats/${chat}`, { token: person.token });
      await release();
      expect((await removing).status).toBe(200);
      await world.settle();
      expect(
        names(socket.frames()).filter((name) => name === "interrupted" || name === "error"),
        how,
      ).toEqual(["interrupted"]);
    }
  });
});

describe("a connection that hangs while its message is edited", () => {
  it("gets nothing of the cancelled turn that waits behind the frame that hangs (D34)", async () => {
    before = async function* (question, tools) {
      yield { type: "text_delta", content: "First. " };
      yield { type: "progress", status: "thinking" };
      return yield* hanging(question, tools);
    };
    const socket = await connected();
    const { post, tell } = world.base.frames;
    const told = Promise.withResolvers<void>();
    world.base.frames.tell = (id, frame) => tell(id, frame).finally(told.resolve);
    const hangs = Promise.withResolvers<void>();
    world.base.frames.post = async (id, frame) => {
      if (frame.event === "text_delta") await (hangs.resolve(), told.promise);
      return post(id, frame);
    };
    const seen: Frame[] = [];
    try {
      await socket.send(message());
      await hangs.promise;
      seen.push(...socket.frames());
      const message_id = seen[0]?.event === "chat_metadata" ? seen[0].data.user_message_id : "";
      before = scriptedAnswer;
      await socket.send({ action: "edit_message", message_id, content: "Which are there?" });
      await world.settle();
    } finally {
      Object.assign(world.base.frames, { post, tell });
    }
    seen.push(...socket.frames());
    // The frame that hangs may come at any time.
    const others = names(seen).filter((name) => name !== "text_delta");
    expect(others.slice(0, 4)).toEqual(["chat_metadata", "processing", "interrupted", "chat_metadata"]);
    expect(seen).not.toContainEqual({ event: "processing", data: { status: "thinking" } });
    expect(names(seen).at(-1)).toBe("message");
  });
});

describe("an edit that comes as the answer is complete", () => {
  it("is followed by nothing of the turn it cancels after interrupted (D34)", async () => {
    const socket = await connected();
    held = [];
    await socket.send(message());
    const [metadata] = socket.frames();
    const message_id = metadata?.event === "chat_metadata" ? metadata.data.user_message_id : "";
    const turn = turnKey(chat, (await read())?.active_turn_id ?? "");
    const isCancelled = async () =>
      (await world.base.table.get<TurnRecord>(turn, { consistent: true }))?.cancel_requested;
    let editing: Promise<void> | undefined;
    // The text is on its way until the edit has looked for the turn's end a few times, or has told it.
    const arrived = Promise.withResolvers<void>();
    let looks = 0;
    world.table.client.middlewareStack.add(
      (next) => async (args) => {
        // Whatever the command: a get has a key, and only a transaction has items.
        const { Key, TransactItems } = args.input as GetItemCommandInput & TransactWriteItemsCommandInput;
        if (editing && Key?.["sk"]?.S === turn.sk && (looks += 1) > 8) arrived.resolve();
        if (!editing && JSON.stringify(TransactItems ?? "").includes('"completed"')) {
          editing = socket.send({ action: "edit_message", message_id, content: "Which are there?" });
          await expect.poll(isCancelled, { interval: 1 }).toBe(true);
          looks = 0;
        }
        return next(args);
      },
      { step: "initialize", name: "editAtTheEnd" },
    );
    const { post, tell } = world.base.frames;
    world.base.frames.tell = (id, frame) => tell(id, frame).finally(arrived.resolve);
    world.base.frames.post = async (id, frame) => {
      if (frame.event === "text_delta") await arrived.promise;
      return post(id, frame);
    };
    try {
      await release();
      await editing;
      await world.settle();
    } finally {
      Object.assign(world.base.frames, { post, tell });
      world.table.client.middlewareStack.remove("editAtTheEnd");
    }
    const frames = names(socket.frames());
    const end = frames.indexOf("interrupted");
    expect(frames.slice(0, end)).toContain("text_delta");
    expect(frames.slice(end, end + 3)).toEqual(["interrupted", "chat_metadata", "processing"]);
    expect(frames.at(-1)).toBe("message");
  });
});

describe("a frame that could not be delivered", () => {
  it("is followed by the turn's end only, with the whole text", async () => {
    before = async function* (question, tools) {
      for (const content of ["One ", "two ", "three "]) {
        yield { type: "text_delta", content };
        await tools.clock.sleep(200);
      }
      return { ...(yield* scriptedAnswer(question, tools)), content: "One two three There are two regions." };
    };
    const socket = await connected();
    const { post } = world.base.frames;
    let texts = 0;
    world.base.frames.post = (id, frame) =>
      frame.event === "text_delta" && (texts += 1) === 2 ? Promise.reject(new Error("too busy")) : post(id, frame);
    const frames = await socket.ask(message());
    world.base.frames.post = post;
    expect(names(frames)).toEqual(["chat_metadata", "processing", "text_delta", "message"]);
    expect(frames.at(-1)?.data).toMatchObject({ content: "One two three There are two regions." });
  });
});

describe("a turn whose worker died", () => {
  for (const how of ["claimed", "unclaimed"] as const) {
    it(`is told by the sweeper, once, where it was ${how}`, async () => {
      const socket = await connected();
      await loseTurn(socket, how);
      await Promise.all([sweep(world.base), sweep(world.base)]);
      await sweep(world.base);
      expect(socket.frames()).toEqual([lost]);
      expect(names(await socket.ask(message())).at(-1)).toBe("message");
    });
  }

  it("is told also where a reader has settled it first", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed");
    expect((await history()).messages.map(({ type }) => type)).toEqual(["user", "error"]);
    await sweep(world.base);
    expect(socket.frames()).toEqual([lost]);
    await sweep(world.base);
    expect(socket.frames()).toEqual([]);
  });

  it("is told before the turn of the connection's next message, and only then", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed");
    const frames = await socket.ask(message());
    expect(frames[0]).toEqual(lost);
    expect(names(frames.slice(1)).filter((name) => name === "chat_metadata" || name === "error")).toEqual([
      "chat_metadata",
    ]);
    expect(names(frames).at(-1)).toBe("message");
    world.clock.advance(60_000);
    await sweep(world.base);
    expect(socket.frames()).toEqual([]);
  });

  it("is told to nobody once the connection has a newer one in that chat, or is gone", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed");
    await history();
    before = hanging;
    await socket.send(message());
    await sweep(world.base);
    expect(names(await socket.ask({ action: "interrupt" }))).not.toContain("error");
    const gone = await connected();
    chat = await newChat(world, person);
    before = scriptedAnswer;
    await loseTurn(gone, "claimed");
    await gone.close();
    await sweep(world.base);
    expect(names(gone.frames())).toEqual([]);
    expect((await read())?.active_turn_id).toBeUndefined();
  });

  it("is interrupted all the same", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed");
    expect(await socket.ask({ action: "interrupt" })).toEqual([interrupted]);
    await sweep(world.base);
    expect(socket.frames()).toEqual([]);
    expect(await socket.ask({ action: "interrupt" })).toMatchObject([{ data: { code: "NOTHING_TO_INTERRUPT" } }]);
  });

  it("fails at once where none could be invoked", async () => {
    const socket = await connected();
    const usual = { ...world.base.worker };
    world.base.worker.invoke = () => Promise.reject(new Error("the function is not there"));
    try {
      const frames = await socket.ask(message());
      expect(frames.slice(2)).toEqual([lost]);
    } finally {
      Object.assign(world.base.worker, usual);
    }
    expect((await read())?.active_turn_id).toBeUndefined();
  });
});
