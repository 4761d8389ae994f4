import { setImmediate } from "node:timers/promises";
import { reliable } from "@parley/analyst/models/reliable";
import { callModel } from "@parley/analyst/models/text-bypass";
import { systemClock } from "@parley/core/environment/clock";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

type Model = Parameters<typeof reliable>[0];
type Stream = Awaited<ReturnType<Model["doStream"]>>["stream"];
type Part = Stream extends ReadableStream<infer Each> ? Each : never;

/** What a model does: words of a text, of another text, of its thoughts; a call of a tool; or a pause. */
type Deed = { does: "says" | "begins" | "thinks"; words: string } | { does: "calls" } | { does: "waits" };

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** The parts of a model's stream that does these deeds. */
function partsFor(deeds: readonly Deed[]): (Part | "pause")[] {
  let open: { kind: "text" | "reasoning"; id: string } | undefined;
  let blocks = 0;
  const parts: (Part | "pause")[] = [{ type: "stream-start", warnings: [] }];
  const end = () => {
    if (open) parts.push({ type: `${open.kind}-end`, id: open.id });
    open = undefined;
  };
  for (const [at, deed] of deeds.entries()) {
    if (deed.does === "waits") parts.push("pause");
    else if (deed.does === "calls") {
      end();
      parts.push({ type: "tool-call", toolCallId: `call${at}`, toolName: "look", input: "{}" });
    } else {
      const kind = deed.does === "thinks" ? "reasoning" : "text";
      if (open?.kind !== kind || deed.does === "begins") {
        end();
        open = { kind, id: `${blocks++}` };
        parts.push({ type: `${kind}-start`, id: open.id });
      }
      parts.push({ type: `${kind}-delta`, id: open.id, delta: deed.words });
    }
  }
  end();
  parts.push({ type: "finish", usage, finishReason: { unified: "stop", raw: "stop" } });
  return parts;
}

const modelOf = (deeds: readonly Deed[]): Model => ({
  specificationVersion: "v4",
  provider: "scripted",
  modelId: "scripted",
  supportedUrls: {},
  doGenerate: () => Promise.reject(new Error("not used")),
  async doStream() {
    const parts = partsFor(deeds);
    const stream = new ReadableStream<Part>({
      async pull(controller) {
        while (parts[0] === "pause") {
          parts.shift();
          await setImmediate();
        }
        const part = parts.shift();
        if (part === undefined || part === "pause") controller.close();
        else controller.enqueue(part);
      },
    });
    return { stream };
  },
});

interface Heard {
  /** What was said, with marks for what came between: "a<thinks>b<calls>". */
  told: string;
  /** The SDK's own account of the text. */
  kept: string;
  /** Pieces that came past it. */
  past: number;
}

async function hear(deeds: readonly Deed[], reader: { pauses: boolean }): Promise<Heard> {
  const onCall = () => ({ refused: () => undefined, said: () => undefined, finished: () => undefined });
  const model = reliable(modelOf(deeds), { clock: systemClock, timeoutMs: 30_000, paceMs: 0, onCall });
  const { read, result } = callModel({ model, prompt: "?", maxRetries: 0, telemetry: { isEnabled: false } });
  const heard: Heard = { told: "", kept: "", past: 0 };
  for (;;) {
    const { done, value: part } = await read();
    if (done) break;
    if (part.type === "error") throw part.error;
    if (part.type === "text-delta") heard.told += part.text;
    if (part.type === "text-delta" && part.id === "") heard.past += 1;
    if (part.type === "reasoning-delta") heard.told += `<${part.text}>`;
    if (part.type === "tool-call") heard.told += "<calls>";
    if (reader.pauses) await setImmediate();
  }
  heard.kept = await result.text;
  return heard;
}

/** Adjacent thoughts may be joined. */
const plain = (told: string) => told.replaceAll("><", "").replaceAll("<>", "");

const toldOf = (deeds: readonly Deed[]) =>
  deeds
    .map((deed) => {
      if (deed.does === "waits") return "";
      if (deed.does === "calls") return "<calls>";
      return deed.does === "thinks" ? `<${deed.words}>` : deed.words;
    })
    .join("");

const saying = (words: string): Deed => ({ does: "says", words });
const wait: Deed = { does: "waits" };

describe("text that goes past the SDK", () => {
  test("is told as it is said, and the SDK has it, too", async () => {
    const deeds = ["Ger", "many", " leads", "."].flatMap((words) => [saying(words), wait, wait]);
    const heard = await hear(deeds, { pauses: false });
    expect(heard).toMatchObject({ told: "Germany leads.", kept: "Germany leads." });
    expect(heard.past).toBeGreaterThan(0);
  });

  test("stays before a call of a tool, and what is said after the call stays after it", async () => {
    const deeds = [
      saying("a"),
      wait,
      saying("b"),
      { does: "calls" } as const,
      saying("c"),
      wait,
      saying("d"),
      saying("e"),
    ];
    for (const pauses of [true, false]) expect((await hear(deeds, { pauses })).told).toBe("ab<calls>cde");
  });

  test("keeps its place among thoughts, calls and other texts, whatever is said and whoever is slow", async () => {
    const words = fc.constantFrom("a", "b", "ab", "", " ", "\ud83d", "\ude00");
    const deed = fc.oneof(
      { weight: 5, arbitrary: words.map((said): Deed => saying(said)) },
      { weight: 4, arbitrary: fc.constant(wait) },
      { weight: 1, arbitrary: words.map((said): Deed => ({ does: "begins", words: said })) },
      { weight: 1, arbitrary: words.map((said): Deed => ({ does: "thinks", words: said })) },
      { weight: 1, arbitrary: fc.constant<Deed>({ does: "calls" }) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(deed, { maxLength: 25 }), fc.boolean(), async (deeds, pauses) => {
        const heard = await hear(deeds, { pauses });
        expect(plain(heard.told)).toBe(plain(toldOf(deeds)));
        expect(heard.kept).toBe(
          deeds.map((each) => ("words" in each && each.does !== "thinks" ? each.words : "")).join(""),
        );
      }),
      { numRuns: 100 },
    );
  });
});
