import { randomUUID } from "node:crypto";
import type { TransactWriteItemsCommandInput } from "@aws-sdk/client-dynamodb";
import { limits } from "@parley/contract/limits";
import { readAfter } from "@parley/core/turn/event-log";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import { bytesOf } from "@parley/core/store/json-text";
import { expr } from "@parley/core/store/expression";
import * as Query from "@parley/core/query/query";
import type { Answerer } from "@parley/core/answer/answer";
import type { AskerLanguage } from "@parley/core/answer/asker-language";
import { stoppedIn } from "@parley/core/answer/bounded-answer";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { newChat, scriptedAnswer } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";
import { parseEvents } from "../support/service.ts";

let answer: Answerer = scriptedAnswer;
let chat = "";
// Time runs slowly enough for a lease to outlast the work on 10 MB.
const scene = useScene({ answer: (question, tools) => answer(question, tools), speed: 2 });
/** What DynamoDB says about a settlement that it is to refuse. */
let refusal: ((messages: number) => Error | undefined) | undefined;

beforeAll(() =>
  scene.world.table.intercept("refusal", ({ command, input }, send) => {
    // Whatever the command, only a transaction has items.
    const { TransactItems = [] } = input as Partial<TransactWriteItemsCommandInput>;
    const messages = TransactItems.filter(({ Put }) => Put?.Item?.["role"]?.S === "assistant").length;
    const error = command === "TransactWriteItemsCommand" && messages > 0 && refusal?.(messages);
    return error ? Promise.reject(error) : send();
  }),
);
beforeEach(async () => {
  refusal = undefined;
  answer = scriptedAnswer;
  chat = await newChat(scene.world, scene.person);
});

const usage = { input_tokens: 0, output_tokens: 0, rows: 0, duration_ms: 1, cost_usd: null };

const call = (request: string, body?: object) => scene.as(scene.person, request, body);
const turns = () => `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;

const MEGABYTE = 1024 * 1024;

/** A durable turn, run to its end. */
async function asked(message = "Go on") {
  const submitted = await call(`POST ${turns()}`, { client_request_id: randomUUID(), message });
  expect(submitted.status).toBe(202);
  await scene.world.settle();
  const path = `${turns()}/${submitted.body.turn_id}`;
  const { body: turn } = await call(`GET ${path}`);
  return { path, turn };
}

const textKeys = async () => (await scene.world.bucket.keys()).filter((key) => key.startsWith(`texts/${chat}/`));

/** An answer whose tables are more than an item of the table holds. */
const large: Answerer = async function* (_question, { ids }) {
  for (let table = 0; table < 3; table++) {
    const rows = Array.from({ length: 200 }, (_, at) => [`${at}`, "é".repeat(250)]);
    yield {
      type: "visualization",
      visualization: { id: ids.next(), type: "table", headers: ["n", "text"], rows },
      rows,
    };
  }
  yield { type: "text_delta", content: "Here they are." };
  return {
    type: "final",
    content: "Here they are.",
    metadata: { model_id: "scripted", usage },
    state: { notes: "n".repeat(200_000) },
  };
};

async function streamed(request: string, body?: object) {
  const events = parseEvents((await call(request, body)).text);
  const text = events.map((event) => (event.event === "text_delta" ? event.data.content : "")).join("");
  return { events, text, last: events.at(-1) };
}

describe("an answerer that says more than an answer may have (D57)", () => {
  it.each<[string, string, number, AskerLanguage]>([
    ["without a pause", "and on ", Infinity, "en"],
    ["in one piece of 10 MB", "and on ".repeat(1_500_000), 1, "en"],
    ["without a pause, in German", "und weiter ", Infinity, "de"],
  ])("%s is stopped: its text so far is the answer, on every route", async (_, piece, times, language) => {
    const message = { en: "Go on and on with the list", de: "Mach bitte weiter mit der Liste" }[language];
    answer = async function* (question, tools) {
      for (let at = 0; at < times; at++) yield { type: "text_delta", content: piece };
      return yield* scriptedAnswer(question, tools);
    };
    const { text, last } = await streamed("POST /v1/chats", { chat_id: chat, message });
    expect(last).toMatchObject({ event: "message", data: { content: text } });
    expect(text.endsWith(`\n\n${stoppedIn(language).said}`)).toBe(true);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limits.answer_bytes);

    const submitted = await call(`POST ${turns()}`, { client_request_id: randomUUID(), message });
    await scene.world.settle();
    const path = `${turns()}/${submitted.body.turn_id}`;
    const { body: turn } = await call(`GET ${path}`);
    expect(turn).toMatchObject({ status: "completed", message: { content: text, metadata: { truncated: true } } });
    const replay = await streamed(`GET ${path}/events`);
    expect(replay.text).toBe(text);
    expect(replay.last).toMatchObject({ event: "message", data: { content: text } });
    const { messages } = await scene.chatOf(chat);
    expect(messages.map(({ type }: { type: string }) => type)).toEqual(["user", "final", "user", "final"]);
  });

  it("is stopped before its tools have said 2 MB, and each call it announced has a result", async () => {
    answer = async function* (question, tools) {
      for (let at = 0; ; at++) {
        const named = { tool_call_id: `c${at}`, tool: "run_sql" };
        yield { type: "tool_call", call: { ...named, args: { sql: "x".repeat(30_000) } } };
        const result = { rows: "y".repeat(30_000) };
        yield {
          type: "tool_result",
          result: { ...named, status: "success", duration_ms: 1, summary: "", result, error: null },
        };
        if (at > 1_000) return yield* scriptedAnswer(question, tools);
      }
    };
    const submitted = await call(`POST ${turns()}`, { client_request_id: randomUUID(), message: "Go on" });
    await scene.world.settle();
    const { body: turn } = await call(`GET ${turns()}/${submitted.body.turn_id}`);
    expect(turn).toMatchObject({ status: "completed", message: { metadata: { truncated: true } } });
    const key = turnKey(chat, submitted.body.turn_id);
    const kept = await scene.world.base.table.get<TurnRecord>(key, { consistent: true });
    const logged = kept ? bytesOf(await readAfter(scene.world.base, kept, 0)) : 0;
    expect(logged).toBeGreaterThan(limits.turn_event_bytes / 2);
    expect(logged).toBeLessThanOrEqual(limits.turn_event_bytes);
    const { messages } = (await call(`GET /v1/chats/${chat}?limit=200`)).body;
    const count = (type: string) => messages.filter((message: { type: string }) => message.type === type).length;
    expect(count("tool_call")).toBe(count("tool_result"));
  });

  it("keeps what it knows of an answer that fits", async () => {
    const content = "z".repeat(limits.answer_bytes - 2_048);
    answer = async function* () {
      yield { type: "text_delta", content };
      return { type: "final", content, metadata: { model_id: "scripted", usage } };
    };
    const { text, last } = await streamed("POST /v1/chats", { chat_id: chat, message: "Go on" });
    expect(text).toBe(content);
    expect(last).toMatchObject({ event: "message", data: { content } });
    expect((await scene.chatOf(chat)).messages.at(-1).metadata).toEqual({ model_id: "scripted", usage });
  });
});

/** A size from nothing to 10 MB, as often small as large. */
const size = fc.oneof(
  fc.constantFrom(0, 1, 24 * 1024, 64 * 1024, 400 * 1024, 4 * MEGABYTE, 10 * MEGABYTE),
  fc.integer({ min: 0, max: 23 }).chain((bits) => fc.integer({ min: 0, max: Math.min(2 ** bits, 10 * MEGABYTE) })),
);
const character = fc.constantFrom("a", "é", "漢", '"', "\u0001", "👩‍👩‍👧‍👦", "\ud83d");
const text = fc.record({ size, character }).map((of) => of.character.repeat(Math.ceil(of.size / of.character.length)));

describe("a turn of any size (R16)", () => {
  it("settles exactly once, with its text", { timeout: 120_000 }, async () => {
    const sizes = fc.record({
      content: text,
      args: text,
      result: text,
      narration: text,
      error: text,
      state: text,
      quote: text,
      cell: text,
      rows: fc.constantFrom(0, 1, 200),
      calls: fc.constantFrom(0, 1, 2),
    });
    await fc.assert(
      fc.asyncProperty(sizes, async (of) => {
        chat = await newChat(scene.world, scene.person);
        let runs = 0;
        const said: string[] = [];
        answer = async function* (_question, { ids }) {
          runs += 1;
          for (let at = 0; at < of.calls; at++) {
            const named = { tool_call_id: `c${at}`, tool: "run_sql" };
            yield { type: "tool_message", content: of.narration };
            yield { type: "tool_call", call: { ...named, args: { sql: of.args } } };
            const result = { ...named, status: "success" as const, duration_ms: 1, summary: of.error, error: of.error };
            yield { type: "tool_result", result: { ...result, result: { rows: of.result } } };
          }
          const rows = Array.from({ length: of.rows }, () => [of.cell.slice(0, 20_000)]);
          const visualization = { id: ids.next(), type: "table" as const, headers: ["cell"], rows };
          yield { type: "visualization", visualization };
          const whole = of.content.toWellFormed();
          for (const piece of [of.content.slice(0, 3), of.content.slice(3)]) {
            said.push(piece);
            yield { type: "text_delta", content: piece };
          }
          const citation = { project_id: "p", document_id: "d", title: "t", place: "", quote: of.quote };
          const metadata = { model_id: "scripted", usage, citations: [citation] };
          return { type: "final", content: whole, metadata, state: { kept: of.state } };
        };
        const { turn, path } = await asked();
        expect(runs).toBe(1);
        expect(turn.status).toBe("completed");
        expect(turn.attempt).toBe(1);
        const { content, metadata } = turn.message;
        expect(Buffer.byteLength(content)).toBeLessThanOrEqual(limits.answer_bytes);
        const isWhole = metadata.truncated === undefined;
        if (isWhole) expect(content).toBe(of.content.toWellFormed());
        else
          expect(
            content.startsWith(of.content.toWellFormed().slice(0, content.lastIndexOf("\n\n"))) || of.calls > 0,
          ).toBe(true);
        const replay = await streamed(`GET ${path}/events`);
        expect(replay.text).toBe(content);
        expect(replay.last).toMatchObject({ event: "message", data: { content } });
        for (const event of replay.events)
          expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(128 * 1024);
        const history = await call(`GET /v1/chats/${chat}?limit=200`);
        expect(history.status).toBe(200);
        const finals = history.body.messages.filter(({ type }: { type: string }) => type === "final");
        expect(finals).toHaveLength(1);
        expect(finals[0].content).toBe(content);
      }),
      { numRuns: 12 },
    );
  });

  it("keeps what is too large for an item in the bucket, and every reader gets all of it", async () => {
    answer = large;
    const { turn } = await asked();
    expect(await textKeys()).toEqual([`texts/${chat}/${turn.assistant_message_id}.json`]);
    const { visualizations } = turn.message.metadata;
    expect(visualizations.map(({ rows }: { rows: unknown[] }) => rows.length)).toEqual([200, 200, 200]);
    const path = `/v1/chats/${chat}/messages/${turn.assistant_message_id}`;
    expect((await call(`GET ${path}`)).body).toEqual(turn.message);
    expect((await scene.chatOf(chat)).messages.at(-1)).toEqual(turn.message);
    const rated = `PATCH /v1/chats/messages/${turn.assistant_message_id}/feedback`;
    expect((await call(rated, { feedback: "positive" })).status).toBe(200);
    expect((await call(`GET ${path}`)).body.metadata).toEqual({ ...turn.message.metadata, feedback: "positive" });
    // The next question is answered with all of it at hand.
    answer = scriptedAnswer;
    await asked("And then?");
    expect(scene.questions.at(-1)?.history.at(-1)).toMatchObject({
      content: "Here they are.",
      metadata: { visualizations },
      state: { notes: "n".repeat(200_000) },
    });
  });

  it("leaves nothing in the bucket if its settlement is lost", async () => {
    let isCancelled = false;
    answer = async function* (question, tools) {
      const { value } = yield* (async function* () {
        return { value: yield* large(question, tools) };
      })();
      // Asked for so late that only the settlement meets it.
      const key = { pk: `CHAT#${chat}`, sk: `TURN#${question.turn_id.slice(19)}` };
      await scene.world.base.table.update(key, expr`SET #cancel_requested = ${true}`);
      isCancelled = true;
      return value;
    };
    const { turn } = await asked();
    expect(isCancelled).toBe(true);
    expect(turn.status).toBe("cancelled");
    const kept = (await textKeys()).map((key) => key.slice(`texts/${chat}/`.length, -".json".length));
    expect(kept).toEqual([turn.assistant_message_id]);
  });

  it.each(["ValidationException", "ItemCollectionSizeLimitExceededException", "SerializationException"])(
    "that the table answers with %s fails at once, with a small ending, and is not run again",
    async (name) => {
      let runs = 0;
      answer = (question, tools) => {
        runs += 1;
        return scriptedAnswer(question, tools);
      };
      let refused = 0;
      refusal = () => {
        refused += 1;
        return refused === 1 ? Object.assign(new Error("Item size has exceeded"), { name }) : undefined;
      };
      const { turn } = await asked();
      expect(turn).toMatchObject({ status: "failed", attempt: 1, error: { code: "INTERNAL" } });
      expect([runs, refused]).toEqual([1, 2]);
      expect((await scene.chatOf(chat)).active_turn_id).toBeNull();
    },
  );

  it("keeps its words if the bucket takes nothing", async () => {
    answer = large;
    const { files } = scene.world.base;
    const real = { ...files };
    files.put = async (key, ...rest) => {
      if (key.startsWith("texts/")) throw new Error("the bucket takes nothing");
      return real.put(key, ...rest);
    };
    const { turn } = await asked().finally(() => Object.assign(files, real));
    expect(turn).toMatchObject({ status: "completed", message: { content: "Here they are." } });
  });

  it("is accepted with the largest schedule and the largest values at once", async () => {
    const { ctx, admin } = scene.tenant;
    const names = Array.from({ length: limits.parameters }, (_, at) => `p${at}`);
    const sql = `SELECT ${names.map((name) => `{{${name}}}`).join(", ")}`;
    const query = await Query.create(ctx, { title: "All", prompt: "All", sql }, admin);
    const body = {
      client_request_id: randomUUID(),
      message: "漢".repeat(8_000),
      integration_id: scene.furniture.integration_id,
      saved_query_id: query.id,
      parameters: Object.fromEntries(names.map((name) => [name, "漢".repeat(limits.parameter_characters)])),
      open_schedule: { text: "漢".repeat(limits.open_schedule_characters - 20) },
    };
    const submitted = await call(`POST ${turns()}`, body);
    expect(submitted.status).toBe(202);
    await scene.world.settle();
    const { body: turn } = await call(`GET ${turns()}/${submitted.body.turn_id}`);
    expect(turn).toMatchObject({ status: "completed", message: { metadata: { open_schedule: body.open_schedule } } });
  });
});
