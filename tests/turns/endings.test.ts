import { randomUUID } from "node:crypto";
import type { PutItemCommandInput } from "@aws-sdk/client-dynamodb";
import { limits } from "@parley/contract/limits";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import { expr } from "@parley/core/store/expression";
import type { Answerer } from "@parley/core/answer/answer";
import { type PackedEvents, unpacked } from "@parley/core/turn/packed-events";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import type { SocketTask } from "@parley/core/wake/wake";
import { createApp } from "@parley/functions/http/app";
import { settleDeadLetters } from "@parley/functions/worker/dead-letters";
import type { SQSRecord } from "aws-lambda";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newChat, scriptedAnswer } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";
import { names, openSocket } from "../support/world/socket.ts";
import { parseEvents } from "../support/service.ts";
import { webResponse } from "../support/web-response.ts";

const cancelled = {
  event: "error",
  data: {
    error: "The answer was cancelled",
    code: "TURN_CANCELLED",
    retryable: false,
    debug_id: expect.any(String),
    error_type: "conflict",
  },
};

let answer: Answerer = scriptedAnswer;
let chat = "";
/** What DynamoDB refuses to write to the event log, as long as it answers true. */
let isLogDown: () => boolean = () => false;

/** Says what it is given and waits until it is stopped. */
const saying = (...words: string[]): Answerer =>
  async function* (question, tools) {
    for (const content of words) yield { type: "text_delta", content };
    await tools.clock.sleep(10 * 60_000, tools.signal);
    tools.signal.throwIfAborted();
    return yield* scriptedAnswer(question, tools);
  };

const scene = useScene({ answer: (question, tools) => answer(question, tools) });
beforeAll(() =>
  scene.world.table.intercept("logDown", async ({ input }, send) => {
    // Whatever the command, only a put has an item.
    const { Item } = input as PutItemCommandInput;
    if (Item?.["sk"]?.S?.startsWith("EVENT#") && isLogDown()) throw new Error("the table takes nothing");
    return send();
  }),
);
beforeEach(async () => {
  answer = scriptedAnswer;
  isLogDown = () => false;
  chat = await newChat(scene.world, scene.person);
});

const turns = () => `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
const record = (turnId: string) => scene.world.base.table.get<TurnRecord>(turnKey(chat, turnId), { consistent: true });
const activeTurn = async () =>
  (await scene.world.base.table.get<ChatRecord>(chatKey(chat), { consistent: true }))?.active_turn_id;
const call = (request: string, body?: object) =>
  scene.world.call(request, { token: scene.person.token, ...(body && { body }) });
const replay = async (turnId: string, query = "") =>
  parseEvents((await call(`GET ${turns()}/${turnId}/events${query}`)).text);
/** What every response begins with. */
const beginning = async (turnId: string) => [
  {
    event: "chat_metadata",
    data: { id: chat, user_message_id: (await record(turnId))?.user_message_id, turn_id: turnId },
  },
  { event: "processing", data: { status: "starting" } },
];
const isEnd = ({ event }: { event: string }) => event === "message" || event === "error";

/** Begins a streamed answer; `events` are those of the whole stream, once it has ended. */
async function stream() {
  const streaming = call("POST /v1/chats", { chat_id: chat, message: "Which regions are there?" });
  let turnId: string | undefined;
  await expect.poll(async () => (turnId = await activeTurn())).toBeDefined();
  return { turnId: turnId ?? "", events: async () => parseEvents((await streaming).text) };
}

async function submit(): Promise<string> {
  const body = { client_request_id: randomUUID(), message: "Which regions are there?" };
  const { status, body: turn } = await call(`POST ${turns()}`, body);
  expect(status).toBe(202);
  return turn.turn_id;
}

/** The ways a turn is cancelled. */
const ways: [string, (turnId: string) => Promise<unknown>][] = [
  ["by its route", async (turnId) => expect((await call(`POST ${turns()}/${turnId}/cancel`)).status).toBe(200)],
  ["with its chat", async () => expect((await call(`DELETE /v1/chats/${chat}`)).status).toBe(200)],
  [
    "by an edit on a socket",
    async (turnId) => {
      const socket = await openSocket(scene.world, scene.person.token);
      const message_id = (await record(turnId))?.user_message_id;
      answer = scriptedAnswer;
      expect(names(await socket.ask({ action: "edit_message", message_id, content: "Changed" })).at(-1)).toBe(
        "message",
      );
      await socket.close();
    },
  ],
];

describe("what a turn that is cut short has spent", () => {
  const spent = { input_tokens: 900, output_tokens: 40, rows: 3, cost_usd: 0.02 };
  /** Calls a model, as the analyst reports it, and says something. */
  const spending = (then: Answerer): Answerer =>
    async function* (question, tools) {
      Object.assign(tools.meter.spent, { model_id: "m", ...spent });
      return yield* then(question, tools);
    };

  it("is kept when it fails, with what it cost", async () => {
    answer = spending(async function* () {
      yield { type: "text_delta", content: "About " };
      throw new Error("the model is gone");
    });
    const turnId = await submit();
    await scene.world.settle();
    expect(await record(turnId)).toMatchObject({
      status: "failed",
      usage: { ...spent, duration_ms: expect.any(Number) },
    });
  });

  it("is kept when it is cancelled", async () => {
    answer = spending(saying("About "));
    const { turnId, events } = await stream();
    await expect.poll(async () => (await call(`POST ${turns()}/${turnId}/cancel`)).status).toBe(200);
    await events();
    expect(await record(turnId)).toMatchObject({ status: "cancelled", usage: spent });
  });

  it("is nothing where no model was called", async () => {
    answer = saying("About ");
    const { turnId, events } = await stream();
    await call(`POST ${turns()}/${turnId}/cancel`);
    await events();
    expect((await record(turnId))?.usage).toBeNull();
  });
});

describe("a streamed turn that is cancelled", () => {
  for (const [way, cancel] of ways) {
    it(`${way} before it said anything ends with one error`, async () => {
      answer = saying();
      const { turnId, events } = await stream();
      await cancel(turnId);
      const streamed = await events();
      expect(streamed.at(-1)).toEqual(cancelled);
      expect(streamed.filter(isEnd)).toHaveLength(1);
    });

    it(`${way} in the middle ends with the message that is kept of it`, async () => {
      answer = saying("There are ", "two");
      const { turnId, events } = await stream();
      await expect.poll(async () => names(await look(turnId)).includes("text_delta")).toBe(true);
      await cancel(turnId);
      const streamed = await events();
      const text = streamed.flatMap((event) => (event.event === "text_delta" ? [event.data.content] : [])).join("");
      expect(streamed.at(-1)).toEqual({ event: "message", data: { content: text, id: expect.any(String) } });
      expect(streamed.filter(isEnd)).toHaveLength(1);
      if (way !== "by its route") return;
      const { messages } = (await call(`GET /v1/chats/${chat}`)).body;
      expect(messages.at(-1)).toMatchObject({ type: "final", content: text, metadata: { partial: true } });
      // The replay is the same stream.
      expect(await replay(turnId)).toEqual(streamed);
    });
  }

  /** What is in the turn's log by now. */
  async function look(turnId: string) {
    const batches = await scene.world.base.table.queryAll<{ pk: string; sk: string; events: PackedEvents }>({
      pk: chatKey(chat).pk,
      begins: `EVENT#${turnId}`,
      consistent: true,
    });
    return batches.flatMap(({ events }) => unpacked(events)).map(({ event }) => event);
  }
});

describe("the replay of a cancelled turn", () => {
  it("ends at once with the same error, even if no worker ever came", async () => {
    const turnId = await submit();
    expect((await call(`POST ${turns()}/${turnId}/cancel`)).body).toMatchObject({ status: "cancelled", error: null });
    expect(await replay(turnId)).toEqual([...(await beginning(turnId)), cancelled]);
    // A reader that has got the end does not get it again.
    const [, place] = [...(await call(`GET ${turns()}/${turnId}/events`)).text.matchAll(/^id: (\d+)$/gm)].at(-1) ?? [];
    expect(await replay(turnId, `?starting_after=${place}`)).toEqual([]);
  });

  it("of a socket ends with the text that is kept, for which the socket had interrupted", async () => {
    answer = saying("There are ");
    const socket = await openSocket(scene.world, scene.person.token);
    await scene.world.settle();
    await socket.send({ action: "send_message", chat_id: chat, message: "Which regions are there?" });
    await expect.poll(() => names(socket.frames()).includes("text_delta")).toBe(true);
    const turnId = (await activeTurn()) ?? "";
    expect(names(await socket.ask({ action: "interrupt" }))).toEqual(["interrupted"]);
    expect((await replay(turnId)).at(-1)).toMatchObject({ event: "message", data: { content: "There are " } });
    await socket.close();
  });

  it("ends when the chat is deleted during the replay", async () => {
    answer = saying("There are ");
    const turnId = await submit();
    const following = replay(turnId);
    await call(`DELETE /v1/chats/${chat}`);
    expect((await following).filter(isEnd)).toHaveLength(1);
    await scene.world.settle();
  });
});

describe("the replay of a turn that waits for its worker", () => {
  it("repeats processing, so that proxies do not give up on it", async () => {
    const turnId = await submit();
    const app = createApp(scene.world.base, scene.world.endpoints);
    const headers = { authorization: `Bearer ${scene.person.token}` };
    const request = new Request(`http://localhost${turns()}/${turnId}/events`, { headers });
    const response = webResponse(await app.fetch(request));
    const reader = response.body?.getReader();
    const next = async () => new TextDecoder().decode((await reader?.read())?.value);
    expect(await next()).toMatch(/^event: chat_metadata\ndata: .+\nid: 1\n\n/);
    const starting = 'event: processing\ndata: {"status":"starting"}\n';
    expect(await next()).toBe(`${starting}id: 2\n\n`);
    for (let times = 0; times < 2; times++) expect(await next()).toBe(`${starting}\n`);
    await reader?.cancel();
    await scene.world.settle();
  });
});

describe("a queue message that kept failing", () => {
  const settleBody = (body: unknown) =>
    settleDeadLetters(scene.world.base, {
      // The service reads nothing else of a record.
      Records: [{ messageId: "dead", body: JSON.stringify(body) } as SQSRecord],
    });
  const deadLetter = (turn_id: string) => settleBody({ ...scene.person.ctx.actor, chat_id: chat, turn_id });
  /** As Lambda reports an asynchronous invocation that it gave up. */
  const givenUp = (requestPayload: object, condition = "RetriesExhausted") =>
    settleBody({
      version: "1.0",
      timestamp: "2026-11-21T10:00:00.000Z",
      requestContext: {
        requestId: "e4b46cbf-b738-xmpl-8880-a18cdf61200e",
        functionArn: "arn:aws:lambda:eu-west-1:123456789012:function:parley-acme-SocketWorker:3",
        condition,
        approximateInvokeCount: 1,
      },
      requestPayload,
    });

  it("fails its turn, or ends it as cancelled if that was asked for", async () => {
    const failing = await submit();
    await deadLetter(failing);
    expect(await record(failing)).toMatchObject({ status: "failed", error: { code: "WORKER_LOST" } });
    const stopped = await submit();
    // As a request leaves it that died between its mark and the settlement.
    await scene.world.base.table.update(turnKey(chat, stopped), expr`SET #cancel_requested = ${true}`);
    await deadLetter(stopped);
    expect(await record(stopped)).toMatchObject({ status: "cancelled", error: null });
    expect(await activeTurn()).toBeUndefined();
    await scene.world.settle();
  });

  it.each(["RetriesExhausted", "EventAgeExceeded"])(
    "ends the turn of a socket's worker that was given up: %s",
    async (condition) => {
      const socket = await openSocket(scene.world, scene.person.token);
      const { worker } = scene.world.base;
      const usual = { ...worker };
      const invoked: SocketTask[] = [];
      worker.invoke = async (task) => void invoked.push(task);
      await socket.send({ action: "send_message", chat_id: chat, message: "How many?" }).finally(() => {
        Object.assign(worker, usual);
      });
      const task = invoked.find(({ kind }) => kind === "turn");
      const turnId = (await activeTurn()) ?? "";
      expect(await record(turnId)).toMatchObject({ status: "in_progress" });
      expect(await givenUp({ ...task }, condition)).toEqual({ batchItemFailures: [] });
      expect(await record(turnId)).toMatchObject({ status: "failed", error: { code: "WORKER_LOST" } });
      expect(await activeTurn()).toBeUndefined();
    },
  );

  it("is not a fault if it names no turn, or an unknown one", async () => {
    expect(await givenUp({ kind: "welcome", connection_id: "gone" })).toEqual({ batchItemFailures: [] });
    expect(await settleBody({ version: "1.0" })).toEqual({ batchItemFailures: [] });
  });

  it("fails its turn for its deadline if that has passed", async () => {
    const turnId = await submit();
    scene.world.clock.advance(limits.turn_deadline * 1000 + 1_000);
    await deadLetter(turnId);
    expect(await record(turnId)).toMatchObject({ status: "failed", error: { code: "TURN_DEADLINE_EXCEEDED" } });
    await scene.world.settle();
  });
});

describe("an event log that could not be written", () => {
  it("for a while is written after all, without a gap", async () => {
    let refused = 0;
    isLogDown = () => (refused += 1) <= 3;
    answer = async function* (question, tools) {
      for (const content of ["One ", "two "]) {
        yield { type: "text_delta", content };
        await tools.clock.sleep(1_500);
      }
      return yield* scriptedAnswer(question, tools);
    };
    const turnId = await submit();
    await scene.world.settle();
    expect(refused).toBeGreaterThan(3);
    const { text } = await call(`GET ${turns()}/${turnId}/events`);
    const places = [...text.matchAll(/^id: (\d+)$/gm)].map(([, place]) => Number(place));
    expect(places).toEqual(places.map((_, position) => position + 1));
    expect(names(parseEvents(text)).at(-1)).toBe("message");
  });

  it("at all leaves the message with its whole text", async () => {
    isLogDown = () => true;
    const turnId = await submit();
    await scene.world.settle();
    expect(await replay(turnId)).toEqual([
      ...(await beginning(turnId)),
      { event: "message", data: { content: "There are two regions.", id: expect.any(String) } },
    ]);
  });
});
