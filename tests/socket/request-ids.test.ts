import { GoneException } from "@aws-sdk/client-apigatewaymanagementapi";
import { limits } from "@parley/contract/limits";
import type { Answerer } from "@parley/core/answer/answer";
import { sweep } from "@parley/core/turn/sweep";
import type { SocketTask } from "@parley/core/wake/wake";
import type { Frame } from "@parley/functions/socket/send-frames";
import { beforeEach, describe, expect, it } from "vitest";
import { parseEvents } from "../support/service.ts";
import { names, type Socket } from "../support/world/socket.ts";
import { newChat, scriptedAnswer } from "../support/world/world.ts";
import { hanging, useTalk } from "./scene.ts";

const { scene, now, connected, message, read, history, loseTurn } = useTalk();

/** Says one word, and the rest when it may. */
let mayAnswer = Promise.withResolvers<void>();
const waiting: Answerer = async function* (question, tools) {
  yield { type: "text_delta", content: "First: " };
  await mayAnswer.promise;
  const final = yield* scriptedAnswer(question, tools);
  return { ...final, content: `First: ${final.content}` };
};
beforeEach(() => {
  mayAnswer = Promise.withResolvers();
});

const request = (client_request_id: string, more: object = {}) => ({ ...message(), client_request_id, ...more });
const interrupted = { event: "interrupted", data: { status: "interrupted" } };
const failure = (code: string) => ({ event: "error", data: expect.objectContaining({ code }) });
const call = (route: string, body?: object) =>
  scene.world.call(route, { token: scene.person.token, ...(body && { body }) });
const stream = (client_request_id: string) => {
  const { action: _, ...body } = request(client_request_id);
  return call("POST /v1/chats", body);
};
const asked = async () => (await history()).messages.filter(({ type }) => type === "user").length;
const idsOf = (frames: readonly Frame[]) => {
  const metadata = frames.find((frame) => frame.event === "chat_metadata");
  if (metadata?.event !== "chat_metadata") throw new Error("no turn was opened");
  return metadata.data;
};
const textSaid = (socket: Socket, all: Frame[]) =>
  expect.poll(() => names((all.push(...socket.frames()), all))).toContain("text_delta");

/** What the worker is invoked for, in place of its being invoked, while `during` runs. */
async function invocations(during: () => Promise<unknown>): Promise<SocketTask[]> {
  const { worker } = scene.world.base;
  const usual = { ...worker };
  const tasks: SocketTask[] = [];
  worker.invoke = async (task) => void tasks.push(task);
  try {
    await during();
  } finally {
    Object.assign(worker, usual);
  }
  return tasks;
}

const invoke = async (tasks: readonly SocketTask[]): Promise<void> => {
  await Promise.all(tasks.map((task) => scene.world.base.worker.invoke(task)));
};

describe("client_request_id on send_message", () => {
  it("sent again sends the same frames, to this connection or another, and asks nothing anew", async () => {
    const [socket, other] = [await connected(), await connected()];
    const first = await socket.ask(request("one"));
    expect(names(first).at(-1)).toBe("message");
    expect(await socket.ask(request("one"))).toEqual(first);
    await Promise.all([socket.send(request("one")), other.send(request("one"))]);
    await scene.world.settle();
    expect(socket.frames()).toEqual(first);
    expect(other.frames()).toEqual(first);
    expect(scene.questions).toHaveLength(1);
    expect(await asked()).toBe(1);
  });

  it("sent again while its turn runs follows it from the first event on, where another id is refused", async () => {
    now.answer = waiting;
    const [socket, other] = [await connected(), await connected()];
    const [live, again]: [Frame[], Frame[]] = [[], []];
    await socket.send(request("one"));
    await textSaid(socket, live);
    await other.send(request("one"));
    await textSaid(other, again);
    expect(idsOf(again)).toEqual(idsOf(live));
    await other.send(request("two"));
    expect(other.frames()).toEqual([failure("TURN_ALREADY_RUNNING")]);
    mayAnswer.resolve();
    await scene.world.settle();
    const shown = (frames: Frame[]) => frames.filter(({ event }) => event !== "processing");
    expect(shown([...again, ...other.frames()])).toEqual(shown([...live, ...socket.frames()]));
    expect(scene.questions).toHaveLength(1);
  });

  it("sent again by the connection that gets its turn already, or a replay of it, adds nothing", async () => {
    now.answer = waiting;
    const [socket, other] = [await connected(), await connected()];
    await socket.send(request("one"));
    expect(await invocations(() => socket.send(request("one")))).toEqual([]);
    await other.send(request("one"));
    await textSaid(other, []);
    expect(await invocations(() => other.send(request("one")))).toEqual([]);
    mayAnswer.resolve();
    await scene.world.settle();
    for (const frames of [names(socket.frames()), names(other.frames())])
      expect(frames.filter((name) => name === "message" || name === "error")).toEqual(["message"]);
  });

  it("is the record of every route: whichever came first, the others get the same turn", async () => {
    const socket = await connected();
    const streamed = parseEvents((await stream("streamed first")).text);
    expect(await socket.ask(request("streamed first"))).toEqual(streamed);
    const live = await socket.ask(request("socket first"));
    expect(parseEvents((await stream("socket first")).text)).toEqual(live);
    const turns = `/v1/agents/${scene.furniture.agent_id}/chats/${now.chat}/turns`;
    const body = { client_request_id: "durable first", message: message().message };
    const { turn_id } = (await call(`POST ${turns}`, body)).body;
    await socket.send(request("durable first"));
    await scene.world.settle();
    const frames = socket.frames();
    expect(idsOf(frames).turn_id).toBe(turn_id);
    expect(names(frames).at(-1)).toBe("message");
    expect(scene.questions).toHaveLength(3);
    expect(await asked()).toBe(3);
  });

  it("is one turn however many connections send it at once", async () => {
    const sockets = await Promise.all([connected(), connected(), connected()]);
    await Promise.all(sockets.map((socket) => socket.send(request("one"))));
    await scene.world.settle();
    const heard = sockets.map((socket) => socket.frames());
    expect(new Set(heard.map((frames) => idsOf(frames).turn_id)).size).toBe(1);
    expect(heard.map((frames) => names(frames).at(-1))).toEqual(["message", "message", "message"]);
    expect(await asked()).toBe(1);
  });

  it("with another payload is the error IDEMPOTENCY_CONFLICT, by whichever route it came", async () => {
    const socket = await connected();
    await socket.ask(request("one"));
    for (const changed of [
      { message: "Another" },
      { model: "rules" },
      { integration_id: scene.furniture.integration_id },
    ])
      expect(await socket.ask(request("one", changed))).toEqual([failure("IDEMPOTENCY_CONFLICT")]);
    await stream("two");
    expect(await socket.ask(request("two", { message: "Another" }))).toEqual([failure("IDEMPOTENCY_CONFLICT")]);
    expect(await asked()).toBe(2);
  });

  it("spends no budget when it is sent again, and needs none", async () => {
    const socket = await connected();
    const { clock } = scene.world;
    const began = clock.now();
    for (const id of ["one", "two", "three"]) await socket.ask(request(id));
    // However long that took, it is within the ten seconds.
    clock.advance(Math.min(0, began + 5_000 - clock.now()));
    expect(await socket.ask(request("four"))).toEqual([failure("RATE_LIMIT")]);
    expect(names(await socket.ask(request("three"))).at(-1)).toBe("message");
  });

  it("is consumed by an unknown integration, whose refusal is repeated", async () => {
    const socket = await connected();
    for (let times = 0; times < 2; times++)
      expect(await socket.ask(request("one", { integration_id: "unknown" }))).toEqual([
        failure("INTEGRATION_NOT_FOUND"),
      ]);
    expect(await socket.ask(request("one"))).toEqual([failure("IDEMPOTENCY_CONFLICT")]);
  });

  it("is 1 to 128 characters", async () => {
    const socket = await connected();
    for (const wrong of ["", "x".repeat(129), 1])
      expect(await socket.ask({ ...message(), client_request_id: wrong })).toEqual([failure("INVALID_FRAME")]);
    for (const id of ["x".repeat(128), null])
      expect(names(await socket.ask({ ...message(), client_request_id: id })).at(-1)).toBe("message");
  });

  it("shows events of tools to those who ask for them this time", async () => {
    now.answer = async function* (question, tools) {
      const result = { status: "success", duration_ms: 1, summary: "1 row", result: null, error: null } as const;
      yield { type: "tool_call", call: { tool_call_id: "call", tool: "run_sql", args: {} } };
      yield { type: "tool_result", result: { tool_call_id: "call", tool: "run_sql", ...result } };
      return yield* scriptedAnswer(question, tools);
    };
    const socket = await connected();
    expect(names(await socket.ask(request("one")))).not.toContain("tool_call");
    const shown = names(await socket.ask(request("one", { include_tool_events: true })));
    expect(shown.filter((name) => name.startsWith("tool_"))).toEqual(["tool_call", "tool_result"]);
  });
});

describe("a replay on a socket", () => {
  it("still sends where the message went and the end when the log has gone", async () => {
    const first = await (await connected()).ask(request("one"));
    scene.world.clock.advance((limits.event_log_lifetime + 1) * 1000);
    const again = await (await connected()).ask(request("one"));
    expect(names(again)).toEqual(["chat_metadata", "processing", "message"]);
    expect([again.at(0), again.at(-1)]).toEqual([first.at(0), first.at(-1)]);
  });

  it("sends nothing of a message that was deleted since, whether its turn had ended or was stopped by that", async () => {
    const socket = await connected();
    for (const answer of [scriptedAnswer, hanging]) {
      now.answer = answer;
      now.chat = await newChat(scene.world, scene.person);
      await socket.send(request("one"));
      const frames: Frame[] = [];
      await textSaid(socket, frames);
      const { user_message_id: message_id } = idsOf(frames);
      await socket.ask({ action: "delete_message", message_id });
      expect(await socket.ask(request("one"))).toEqual([frames[0], failure("MESSAGE_NOT_FOUND")]);
    }
  });

  it("ends with interrupted for a turn that was cancelled, with the text that was kept or without any", async () => {
    now.answer = hanging;
    const socket = await connected();
    const live: Frame[] = [];
    await socket.send(request("one"));
    await textSaid(socket, live);
    live.push(...(await socket.ask({ action: "interrupt" })));
    expect(live.at(-1)).toEqual(interrupted);
    expect(await socket.ask(request("one"))).toEqual(live);
    const tasks = await invocations(() => socket.send(request("two")));
    await socket.send({ action: "interrupt" });
    await invoke(tasks);
    await scene.world.settle();
    expect(socket.frames().at(-1)).toEqual(interrupted);
    expect(names(await socket.ask(request("two")))).toEqual(["chat_metadata", "processing", "interrupted"]);
  });

  it("can be interrupted, which cancels its turn for everyone", async () => {
    now.answer = hanging;
    const [socket, other] = [await connected(), await connected()];
    await socket.send(request("one"));
    await other.send(request("one"));
    await textSaid(other, []);
    await other.ask({ action: "interrupt" });
    for (const one of [socket, other]) {
      const ends = one.frames().filter(({ event }) => event === "interrupted" || event === "error");
      // `ask` has taken the other's.
      expect(ends).toEqual(one === socket ? [interrupted] : []);
    }
    expect((await read())?.active_turn_id).toBeUndefined();
    expect(await other.ask({ action: "interrupt" })).toEqual([failure("NOTHING_TO_INTERRUPT")]);
  });

  it("is sent once if its invocation comes twice, at once or later", async () => {
    const socket = await connected();
    const first = await socket.ask(request("one"));
    const tasks = await invocations(() => socket.send(request("one")));
    expect(tasks).toHaveLength(1);
    await invoke([...tasks, ...tasks]);
    await scene.world.settle();
    await invoke(tasks);
    await scene.world.settle();
    expect(socket.frames()).toEqual(first);
  });

  it("can be asked for again where its invocation was lost, or failed", async () => {
    const socket = await connected();
    const first = await socket.ask(request("one"));
    await invocations(() => socket.send(request("one")));
    const { worker } = scene.world.base;
    const usual = { ...worker };
    worker.invoke = () => Promise.reject(new Error("the function is not there"));
    expect(await socket.ask(request("one"))).toEqual([failure("INTERNAL")]);
    Object.assign(worker, usual);
    expect(await socket.ask(request("one"))).toEqual(first);
  });

  it("whose worker has died can be asked for again after its lease", async () => {
    const socket = await connected();
    const first = await socket.ask(request("one"));
    const { frames } = scene.world.base;
    const usual = { ...frames };
    const lost = Promise.withResolvers<void>();
    const posting = Promise.withResolvers<void>();
    frames.post = () => (posting.resolve(), lost.promise);
    await socket.send(request("one"));
    await posting.promise;
    Object.assign(frames, usual);
    expect(await invocations(() => socket.send(request("one")))).toEqual([]);
    scene.world.clock.advance(limits.turn_lease * 1000 + 1_000);
    const tasks = await invocations(() => socket.send(request("one")));
    await invoke(tasks);
    await expect.poll(() => names(socket.frames()).at(-1)).toBe("message");
    // Should the worker come back, it leaves the next replay alone.
    lost.reject(new GoneException({ $metadata: {}, message: "too late" }));
    await scene.world.settle();
    expect(await socket.ask(request("one"))).toEqual(first);
  });

  it("ends when its connection is closed, and leaves the turn alone", async () => {
    now.answer = waiting;
    const [socket, other] = [await connected(), await connected()];
    await socket.send(request("one"));
    await other.send(request("one"));
    await textSaid(other, []);
    await other.close();
    scene.world.ended.add(other.id);
    mayAnswer.resolve();
    await scene.world.settle();
    expect(names(socket.frames()).at(-1)).toBe("message");
    expect(await invocations(() => other.send(request("one")))).toEqual([]);
  });

  it("comes before the frames of the chat's next turn", async () => {
    const socket = await connected();
    const first = await socket.ask(request("one"));
    const tasks = await invocations(() => socket.send(request("one")));
    const sending = socket.send(request("two"));
    await expect.poll(async () => (await read())?.active_turn_id).toBeDefined();
    await invoke(tasks);
    await sending;
    await scene.world.settle();
    const frames = socket.frames();
    expect(frames.slice(0, first.length)).toEqual(first);
    expect(names(frames.slice(first.length))).toEqual(names(first));
  });

  it("comes after the frames of a turn that its connection has started in the chat since", async () => {
    const socket = await connected();
    const first = await socket.ask(request("one"));
    now.answer = waiting;
    await socket.send(request("two"));
    const live: Frame[] = [];
    await textSaid(socket, live);
    await socket.send(request("one"));
    mayAnswer.resolve();
    await scene.world.settle();
    live.push(...socket.frames());
    const end = live.findIndex(({ event }) => event === "message");
    expect(idsOf(live).turn_id).not.toBe(idsOf(first).turn_id);
    expect(live.slice(end + 1)).toEqual(first);
  });

  it("waits for another replay in its chat, for five seconds; replays in other chats go on", async () => {
    const socket = await connected();
    const frames = [await socket.ask(request("one")), await socket.ask(request("two"))];
    const tasks = await invocations(() => socket.send(request("one")));
    const sending = socket.send(request("two"));
    await invoke(tasks);
    await sending;
    await scene.world.settle();
    expect(socket.frames()).toEqual(frames.flat());
    await invocations(() => socket.send(request("one")));
    expect(await socket.ask(request("two"))).toEqual([failure("RATE_LIMIT")]);
    now.chat = await newChat(scene.world, scene.person);
    await socket.ask(request("three"));
    expect(names(await socket.ask(request("three"))).at(-1)).toBe("message");
  });

  it("tells the end of its connection's own turn whose worker died: the sweeper does not tell it again", async () => {
    const socket = await connected();
    await loseTurn(socket, "claimed", request("one"));
    const frames = await socket.ask(request("one"));
    expect(names(frames)).toEqual(["chat_metadata", "processing", "error"]);
    expect(frames.at(-1)).toEqual(failure("WORKER_LOST"));
    await sweep(scene.world.base);
    expect(socket.frames()).toEqual([]);
  });
});
