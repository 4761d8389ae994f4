import type { AnswerEvent } from "@parley/core/answer/answer";
import { stoppedIn } from "@parley/core/answer/bounded-answer";
import { limits } from "@parley/contract/limits";
import { afterAll, describe, expect, test } from "vitest";
import type { FloodKind, Reply } from "../support/model-server.ts";
import { withModel } from "./scripted.ts";
import { ask, codeOf, only, openShop, questionOf, quickClock, streamed } from "./support.ts";

const shop = openShop();
afterAll(() => shop.close());

const { said: STOPPED, unsaid: STOPPED_UNSAID } = stoppedIn("en");
const MEGABYTE = 1024 * 1024;
/** As much as a model may send before it is stopped, with what is under way by then: far less than the flood. */
const READ = 80 * MEGABYTE;
const FLOOD = 200 * MEGABYTE;
/** A piece where only the flood matters, not that its pieces are many. */
const longPiece = "word ".repeat(200);

const question = (hasTools = true) =>
  questionOf({ message: "Customers by country?", ...(hasTools && { integration: shop.integration }) });

/** Asks a model that floods; returns how much of it was read, and how much more memory the process had meanwhile. */
async function flooded(reply: Reply, hasTools = true, message = "Customers by country?") {
  // What is read of a flood is paced.
  const { server, tools } = await withModel([reply], { clock: quickClock });
  const before = process.memoryUsage().rss;
  let highest = before;
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 20);
  const { events, answer } = await ask({ ...question(hasTools), message }, tools).finally(() => clearInterval(watch));
  await server.requests[0]?.closed;
  const request = server.requests[0];
  return { server, events, answer, read: request?.flooded ?? 0, aborted: request?.aborted, grown: highest - before };
}

const bytesOfEvents = (events: readonly AnswerEvent[]) =>
  events.reduce((sum, event) => sum + Buffer.byteLength(JSON.stringify(event)), 0);

describe("a model that floods (D57)", () => {
  test.each<[string, boolean]>([
    ["with tools at hand", true],
    ["without tools", false],
  ])("with text, %s, is stopped: the text so far is the answer, and says so", async (_, hasTools) => {
    const { events, answer, read, aborted, grown } = await flooded([{ flood: "text", bytes: FLOOD }], hasTools);
    expect(aborted).toBe(true);
    expect(read).toBeLessThan(READ);
    expect(grown).toBeLessThan(150 * MEGABYTE);
    expect(answer.metadata.truncated).toBe(true);
    expect(answer.content.startsWith("word word ")).toBe(true);
    expect(answer.content.endsWith(`\n\n${STOPPED}`)).toBe(true);
    expect(Buffer.byteLength(answer.content)).toBeGreaterThan(limits.answer_bytes - 8 * 1024);
    expect(Buffer.byteLength(answer.content)).toBeLessThanOrEqual(limits.answer_bytes);
    expect(streamed(events)).toBe(answer.content);
  });

  test.each<[string, string]>([
    ["one huge piece", "a".repeat(700_000)],
    ["characters of four bytes", "👩‍👩‍👧‍👦".repeat(3_000)],
    ["line feeds and quotation marks", '"\n'.repeat(20_000)],
    ["control characters", "\u0001".repeat(30_000)],
    ["marks that plain text replaces by longer ones", "<b ".repeat(20_000)],
    ["halves of characters", "\ud83d".repeat(30_000)],
  ])("with %s has an answer that one frame carries", async (_, piece) => {
    const { events, answer, read } = await flooded([{ flood: "text", bytes: FLOOD, piece }]);
    expect(read).toBeLessThan(READ);
    expect(streamed(events)).toBe(answer.content);
    expect(answer.metadata).toMatchObject({ truncated: true, model_id: "scripted" });
    expect(answer.content.endsWith(STOPPED)).toBe(true);
    expect(answer.content.isWellFormed()).toBe(true);
    expect(Buffer.byteLength(answer.content)).toBeLessThanOrEqual(limits.answer_bytes);
    expect(Buffer.byteLength(JSON.stringify(answer.content))).toBeLessThanOrEqual(limits.event_bytes);
    const beforeSentence = answer.content.slice(0, -`\n\n${STOPPED}`.length);
    // Cut between two of them, not inside of one.
    if (piece.startsWith("👩")) expect(beforeSentence.replaceAll("👩‍👩‍👧‍👦", "")).toBe("");
  });

  test.each<[FloodKind, string | undefined]>([
    ["reasoning", undefined],
    ["reasoning", "x".repeat(100_000)],
    ["arguments", "x".repeat(50_000)],
    ["arguments", undefined],
    ["line", undefined],
  ])("with %s is stopped before it has said anything (%#)", async (flood, piece) => {
    const { server, events, answer, read, aborted, grown } = await flooded([
      { flood, bytes: FLOOD, ...(piece !== undefined && { piece }) },
    ]);
    expect(aborted).toBe(true);
    expect(server.requests).toHaveLength(1);
    expect(read).toBeLessThan(READ);
    expect(grown).toBeLessThan(150 * MEGABYTE);
    expect(answer).toMatchObject({ content: STOPPED_UNSAID, metadata: { truncated: true } });
    expect(streamed(events)).toBe(STOPPED_UNSAID);
  });

  test("keeps what it had said before it flooded with thoughts", async () => {
    const { events, answer } = await flooded([
      { text: "Germany has two." },
      { flood: "reasoning", bytes: FLOOD, piece: longPiece },
    ]);
    expect(answer.content).toBe(`Germany has two.\n\n${STOPPED}`);
    expect(streamed(events)).toBe(answer.content);
  });

  test("says that it was stopped in the asker's language", async () => {
    const { events, answer } = await flooded(
      [{ text: "Es sind zwei." }, { flood: "reasoning", bytes: FLOOD, piece: longPiece }],
      true,
      "Wie viele Kunden gibt es in Deutschland?",
    );
    expect(answer.content).toBe(`Es sind zwei.\n\n${stoppedIn("de").said}`);
    expect(streamed(events)).toBe(answer.content);
    const { answer: unsaid } = await flooded([{ flood: "reasoning", bytes: FLOOD }], true, "Wie viele Kunden gibt es?");
    expect(unsaid.content).toBe(stoppedIn("de").unsaid);
  });

  test("with calls of tools has a bounded number of them run", async () => {
    const { events, answer } = await flooded([{ flood: "calls", bytes: 20 * MEGABYTE }]);
    expect(only(events, "tool_call").length).toBeLessThanOrEqual(limits.turn_tool_calls);
    expect(answer.metadata.truncated).toBe(true);
    expect(bytesOfEvents(events)).toBeLessThan(limits.turn_event_bytes);
  });

  test("keeps what its earlier calls used, and counts its own by its size", async () => {
    const { tools } = await withModel([
      [{ tool: "run_sql", args: { sql: "SELECT count(*) AS n FROM customers" } }],
      [{ flood: "text", bytes: FLOOD, piece: longPiece }],
    ]);
    const { answer } = await ask(question(), tools);
    expect(answer.metadata.usage.input_tokens).toBeGreaterThan(100 + 200);
    expect(answer.metadata.usage.output_tokens).toBeGreaterThan(20 + 10_000);
    expect(answer.metadata.truncated).toBe(true);
  });

  test.each<[string, Reply]>([
    ["text", [{ flood: "text", bytes: FLOOD }]],
    ["thoughts", [{ flood: "reasoning", bytes: FLOOD }]],
  ])("with %s is left as soon as the turn is cut short", async (_, reply) => {
    const abort = new AbortController();
    const { server, tools } = await withModel([reply], { signal: abort.signal });
    const run = ask(question(), tools);
    await server.received(1);
    abort.abort(new Error("interrupted"));
    await expect(run).rejects.toThrow("interrupted");
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
    expect(server.requests[0]?.flooded).toBeLessThan(READ);
  });

  test("in an error's body is read a little of, and tried again like any other error", async () => {
    const { server, tools } = await withModel([{ status: 500, flood: FLOOD }, [{ text: "Here I am." }]], {
      clock: quickClock,
    });
    const { answer } = await ask(question(), tools);
    expect(answer.content).toBe("Here I am.");
    await server.requests[0]?.closed;
    expect(server.requests[0]?.flooded).toBeLessThan(20 * MEGABYTE);
  });

  test("in headers is a model that is not available", async () => {
    const headers = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x-flood-${at}`, "x".repeat(4_000)]));
    const { tools } = await withModel([{ status: 200, headers }], { clock: quickClock });
    expect(await codeOf(ask(question(), tools))).toBe("MODEL_UNAVAILABLE");
  });
});
