import { EventJoiner, joined, type WireEvent, written } from "@parley/analyst/models/event-joiner";
import { gatheredEvents } from "@parley/analyst/models/gathered-events";
import type { Clock } from "@parley/core/environment/clock";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timesOf } from "../support/sampled.ts";

const data = (value: unknown, type?: string) => `${type ? `event: ${type}\n` : ""}data: ${JSON.stringify(value)}\n\n`;

/** Pieces of text, thoughts and arguments as the providers' wires say them. */
const wires = {
  "OpenAI's chat": {
    text: (text: string) =>
      data({ id: "c", created: 1, choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
    thought: (text: string) =>
      data({ id: "c", created: 1, choices: [{ index: 0, delta: { reasoning_content: text } }] }),
    arguments: (text: string) =>
      data({ id: "c", choices: [{ index: 0, delta: { tool_calls: [{ index: 0, function: { arguments: text } }] } }] }),
  },
  "OpenAI's responses": {
    text: (text: string, at: number) =>
      data(
        {
          type: "response.output_text.delta",
          sequence_number: at,
          item_id: "m",
          delta: text,
          logprobs: [],
          obfuscation: `x${at}`,
        },
        "response.output_text.delta",
      ),
    thought: (text: string, at: number) =>
      data({ type: "response.reasoning_summary_text.delta", sequence_number: at, item_id: "r", delta: text }),
    arguments: (text: string, at: number) =>
      data({ type: "response.function_call_arguments.delta", sequence_number: at, item_id: "f", delta: text }),
  },
  Anthropic: {
    text: (text: string) =>
      data({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }, "content_block_delta"),
    thought: (text: string) =>
      data(
        { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: text } },
        "content_block_delta",
      ),
    arguments: (text: string) =>
      data(
        { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: text } },
        "content_block_delta",
      ),
  },
};
type Wire = (typeof wires)[keyof typeof wires];
type Kind = keyof Wire;

/** Events that must stay as they are, and where they are. */
const others = [
  ": keep-alive\n\n",
  data({ type: "ping" }, "ping"),
  data({
    id: "c",
    choices: [{ index: 0, delta: { content: "a", tool_calls: [{ index: 0, function: { arguments: "{" } }] } }],
  }),
  data({ id: "c", choices: [{ index: 0, delta: { content: "a" }, finish_reason: "stop" }] }),
  data({
    id: "c",
    choices: [{ index: 0, delta: { content: "a" }, logprobs: { content: [{ token: "a", logprob: -1 }] } }],
  }),
  data({
    id: "c",
    choices: [
      { index: 0, delta: { tool_calls: [{ index: 0, id: "x", function: { name: "run_sql", arguments: "" } }] } },
    ],
  }),
  data({ type: "response.output_text.done", item_id: "m", text: "a" }),
  data({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }, "content_block_start"),
  data({ type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2ln" } }),
  data({ choices: [], usage: { prompt_tokens: 1 } }),
  "data: [DONE]\n\n",
];

const latin1 = (text: string) => Buffer.from(text).toString("latin1");

/** What a joiner makes of a stream that comes in these chunks, with all that may be joined. */
function joinAll(chunks: readonly string[]): WireEvent[] {
  const joiner = new EventJoiner();
  const events: WireEvent[] = [];
  for (const event of chunks.flatMap((chunk) => [...joiner.take(chunk)])) {
    const last = events.at(-1);
    const both = last && joined(last, event);
    if (both) events[events.length - 1] = both;
    else events.push(event);
  }
  const rest = joiner.rest();
  return rest === "" ? events : [...events, { before: rest, piece: "", after: "", shape: undefined }];
}

const streamOf = (events: readonly WireEvent[]) => Buffer.from(events.map(written).join(""), "latin1").toString();

/** The JSON of an event. U+2028 ends lines for regular expressions, and not here. */
const dataOf = (event: string): string | undefined =>
  event
    .split(/\r?\n/)
    .find((line) => line.startsWith("data: {"))
    ?.slice("data: ".length);

/** The texts of a stream's events in their order: of pieces that follow each other, all in one. */
function meaning(wire: Wire, stream: string): string[] {
  const said: string[] = [];
  for (const event of stream.split(/\r?\n\r?\n/)) {
    const json = dataOf(event);
    // Whatever has a piece that this wire writes: a text that could not be anything else.
    const kinds = (Object.keys(wire) as Kind[]).map((kind) => [kind, textIn(wire, kind, json)] as const);
    const found = kinds.find(([, text]) => text !== undefined);
    const last = said.at(-1);
    if (found && last?.startsWith(`${found[0]}:`)) said[said.length - 1] = last + found[1];
    else said.push(found ? `${found[0]}:${found[1]}` : event);
  }
  return said;
}

/** The piece in an event, if it is what the wire writes for a piece of this kind. */
function textIn(wire: Wire, kind: Kind, json: string | undefined): string | undefined {
  if (json === undefined) return undefined;
  const strip = (text: string) => text.replace(/"(?:sequence_number|created)":\d+|"obfuscation":"[^"]*"/g, "");
  const marker = "\u0001";
  const template = strip(dataOf(wire[kind](marker, 0)) ?? "");
  const [before = "", after = ""] = template.split(JSON.stringify(marker).slice(1, -1));
  const event = strip(json);
  if (!event.startsWith(before) || !event.endsWith(after) || event.length < before.length + after.length)
    return undefined;
  try {
    return JSON.parse(`"${event.slice(before.length, event.length - after.length)}"`);
  } catch {
    return undefined;
  }
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.constantFrom('"', "\\", '\\"', '","delta":{"content":"', "é", "🦆", "\n\n", "\u2028"),
);

describe.each(Object.keys(wires) as (keyof typeof wires)[])("pieces of %s", (name) => {
  const wire: Wire = wires[name];
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom<Kind>("text", "thought", "arguments"), text }) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );

  test("are joined as if they had been one, wherever the stream is cut, and everything else stays in its place", () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 30 }),
        fc.boolean(),
        fc.infiniteStream(fc.nat(40)),
        (steps, returns, cuts) => {
          const events = steps.map((one, at) => (typeof one === "string" ? one : wire[one.kind](one.text, at)));
          const stream = events.join("").replaceAll("\n", returns ? "\r\n" : "\n");
          const bytes = latin1(stream);
          const chunks: string[] = [];
          for (let at = 0; at < bytes.length;) {
            const size = (cuts.next().value ?? 0) + 1;
            chunks.push(bytes.slice(at, at + size));
            at += size;
          }
          const whole = joinAll(chunks);
          expect(meaning(wire, streamOf(whole))).toEqual(meaning(wire, stream));
        },
      ),
      { numRuns: timesOf(400) },
    );
  });

  test.each(["text", "thought", "arguments"] as const)("make one event of many, and their %s is all of it", (kind) => {
    const pieces = Array.from({ length: 50 }, (_, at) => wire[kind](`piece ${at} "é" \\ `, at));
    const [only, ...more] = joinAll([latin1(pieces.join(""))]);
    expect(more).toEqual([]);
    expect(textIn(wire, kind, dataOf(streamOf(only ? [only] : [])))).toBe(
      pieces.map((_, at) => `piece ${at} "é" \\ `).join(""),
    );
  });
});

describe("what is not only a piece of text", () => {
  test.each(others)("is not joined to its like: %s", (event) => {
    expect(joinAll([latin1(event + event)]).map(written)).toEqual([latin1(event), latin1(event)]);
  });

  test("stays byte for byte, also where an event does not end", () => {
    const endless = `data: {"content":"${"x".repeat(200_000)}`;
    const chunks = Array.from({ length: 20 }, (_, at) => endless.slice(at * 10_001, (at + 1) * 10_001));
    expect(streamOf(joinAll(chunks))).toBe(endless);
  });
});

/** A stream that says what it is told when it is told, and time that goes on when it is told. */
function scene() {
  let now = 0;
  const sleepers: { until: number; wake: () => void }[] = [];
  const clock: Clock = {
    now: () => now,
    yield: () => Promise.resolve(),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        sleepers.push({ until: now + ms, wake: resolve });
        signal?.addEventListener("abort", () => resolve(), { once: true });
      }),
  };
  const source = new TransformStream<Uint8Array, Uint8Array>(undefined, undefined, { highWaterMark: 100 });
  const writer = source.writable.getWriter();
  const reader = source.readable.getReader();
  const reads = {
    read: async () => (await reader.read()).value,
    cancel: (reason: unknown) => reader.cancel(reason),
  };
  const gathered = gatheredEvents(reads, clock);
  const out = gathered.getReader();
  return {
    out,
    writer,
    say: (events: string) => writer.write(Buffer.from(events)),
    pass: async (ms: number) => {
      // What was said is read first.
      await new Promise((resolve) => setImmediate(resolve));
      now += ms;
      for (const { until, wake } of sleepers) if (until <= now) wake();
    },
    /** What is passed on next. */
    heard: async () => Buffer.from((await out.read()).value ?? []).toString(),
  };
}

describe("events of a stream", () => {
  const { text: said } = wires["OpenAI's chat"];

  test("pass at once at the beginning of a text, then with the piece that fills their time, or when it is over", async () => {
    const { say, heard, pass } = scene();
    await say(said("Ger"));
    expect(await heard()).toBe(said("Ger"));
    await say(said("many"));
    expect(await heard()).toBe(said("many"));
    await say(said(" has"));
    const next = heard();
    await pass(50);
    await say(said(" two"));
    await pass(46);
    await say(said(" customers"));
    expect(await next).toBe(said(" has two customers"));
    await say(said("."));
    const last = heard();
    await pass(100);
    expect(await last).toBe(said("."));
  });

  test("pass at once if they are no text, after the text before them", async () => {
    const { say, heard, writer, out } = scene();
    const finish = data({ id: "c", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
    await say(said("a") + said("b") + said("c") + said("d") + finish);
    expect(await heard()).toBe(said("a") + said("b") + said("cd") + finish);
    await say("data: [DONE]");
    await writer.close();
    expect(await heard()).toBe("data: [DONE]");
    expect(await out.read()).toEqual({ done: true, value: undefined });
  });

  test("pass before the failure that follows them", async () => {
    const { say, heard, writer, out } = scene();
    await say(said("a") + said("b") + said("c"));
    expect(await heard()).toBe(said("a") + said("b"));
    const rest = heard();
    await writer.abort(new Error("cut"));
    expect(await rest).toBe(said("c"));
    await expect(out.read()).rejects.toThrow("cut");
  });

  test("of another text pass at once, however soon after the first one", async () => {
    const { say, heard } = scene();
    const { thought } = wires["OpenAI's chat"];
    await say(thought("a") + thought("b") + thought("c") + said("Germany"));
    expect(await heard()).toBe(thought("a") + thought("b") + thought("c") + said("Germany"));
  });
});
