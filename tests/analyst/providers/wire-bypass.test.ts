import { setImmediate } from "node:timers/promises";
import { openModel } from "@parley/analyst/models/registry";
import { reliable } from "@parley/analyst/models/reliable";
import { callModel } from "@parley/analyst/models/text-bypass";
import { createWireBypass } from "@parley/analyst/models/wire-bypass";
import type { Clock } from "@parley/core/environment/clock";
import type { ModelProvider } from "@parley/core/model/model";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WireStep } from "../../support/model-servers/wire.ts";
import { quickClock } from "../support.ts";
import { type ProviderName, providers, withProvider } from "./providers.ts";

/** Providers whose scripted servers write a text piece by piece; those of the others make a text of each piece. */
const chats: [ProviderName, ModelProvider][] = [
  ["OpenAI (Chat)", "openai"],
  ["an OpenAI-compatible server", "compatible"],
];
/** The providers whose streams are text, which is joined before their clients see it. */
const names: typeof chats = [["Anthropic", "anthropic"], ["OpenAI (Responses)", "openai"], ...chats];

interface Heard {
  /** The text as the loop was told it, and as the SDK has it. */
  told: string;
  kept: string;
  /** Pieces of text that came from the provider's client. */
  fromClient: number;
}

/** Asks each of a provider's answers in turn. */
async function listener(name: ProviderName, provider: ModelProvider, answers: readonly (readonly WireStep[])[]) {
  const { tools } = await withProvider(providers[name], ({ index }) => answers[index] ?? []);
  const configured = { model_id: providers[name].model, display_name: "", description: "", provider };
  // Every piece is passed on as it comes: its time is over at once.
  let time = 0;
  const clock: Clock = { ...quickClock, now: () => (time += 1_000) };
  const opened = await openModel(configured, tools.settings, tools.secrets, clock);
  return async (onText = () => {}): Promise<Heard> => {
    let fromClient = 0;
    const onCall = () => ({ refused: () => undefined, said: () => undefined, finished: () => undefined });
    const counted: typeof opened = {
      specificationVersion: "v4",
      provider: opened.provider,
      modelId: opened.modelId,
      supportedUrls: {},
      doGenerate: (call) => opened.doGenerate(call),
      async doStream(call) {
        const { stream } = await opened.doStream(call);
        type Part = typeof stream extends ReadableStream<infer Each> ? Each : never;
        const counting = new TransformStream<Part, Part>({
          transform(part, controller) {
            if (part.type === "text-delta") fromClient += 1;
            controller.enqueue(part);
          },
        });
        return { stream: stream.pipeThrough(counting) };
      },
    };
    const model = reliable(counted, { clock: quickClock, timeoutMs: 600_000, paceMs: 0, onCall });
    const { read, result } = callModel({ model, prompt: "?", maxRetries: 0, telemetry: { isEnabled: false } });
    const heard: Heard = { told: "", kept: "", fromClient: 0 };
    for (;;) {
      const { done, value: part } = await read();
      if (done) break;
      if (part.type === "error") throw part.error;
      if (part.type !== "text-delta") continue;
      heard.told += part.text;
      onText();
    }
    return { ...heard, kept: await result.text, fromClient };
  };
}

const saidOf = (steps: readonly WireStep[]) => steps.map((step) => ("text" in step ? step.text : "")).join("");

describe.each(names)("the text of %s", (name, provider) => {
  test("is the same whatever stands between its pieces and however fast they come", { timeout: 60_000 }, async () => {
    const words = fc.constantFrom("a", "b", "ab", " ", '"', "\\", "\n", "é", "\ud83d\ude00", "\u2028", "data: x");
    const after = fc.constantFrom(0, 0, 1, 3);
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.tuple(words, after).map(([text, ms]): WireStep => ({ text, after: ms })) },
      { weight: 1, arbitrary: fc.tuple(words, after).map(([think, ms]): WireStep => ({ think, after: ms })) },
    );
    const answers = fc.sample(fc.array(step, { minLength: 1, maxLength: 20 }), 40);
    const tool: WireStep = { tool: "look", args: {} };
    const scripts = answers.map((steps, at) => (at % 4 === 0 ? [...steps, tool] : steps));
    const hear = await listener(name, provider, scripts);
    for (const steps of scripts) {
      const heard = await hear();
      expect(heard, JSON.stringify(steps)).toMatchObject({ told: saidOf(steps), kept: saidOf(steps) });
    }
  });
});

describe.each(chats)("the text of %s", (name, provider) => {
  test("goes past the provider's client once that has shown which events are text", async () => {
    const heardFirst = Promise.withResolvers<void>();
    const steps: WireStep[] = [
      { text: "Germany" },
      { until: heardFirst.promise },
      ...Array.from({ length: 19 }, (_, at): WireStep => ({ text: ` word${at} "ß"\n`, after: 1 })),
    ];
    const hear = await listener(name, provider, [steps]);
    const heard = await hear(() => void setImmediate().then(() => heardFirst.resolve()));
    expect(heard).toMatchObject({ told: saidOf(steps), kept: saidOf(steps) });
    expect(heard.fromClient).toBeLessThan(20);
  });
});

describe("a piece of a text that a provider's client is shown to know", () => {
  const event = (text: string) => ({
    before: "",
    piece: Buffer.from(text).toString("latin1"),
    after: "",
    shape: "text",
  });
  async function shown() {
    const bypass = createWireBypass();
    bypass.giving(event("Ger"));
    bypass.receive({ type: "text-delta", id: "t", delta: "Ger" });
    await setImmediate();
    bypass.reads(true);
    return bypass;
  }

  test("goes past it", async () => {
    const bypass = await shown();
    expect(bypass.give(event("m\u00e4n"))).toBe(true);
    expect(bypass.take()).toBe("m\u00e4n");
  });

  test.each([
    ["half of a character", "\xc3"],
    ["the other half", "\xa4n"],
    ["no JSON", "\\x"],
  ])("goes through it if it is %s", async (_, piece) => {
    const bypass = await shown();
    expect(bypass.give({ ...event(""), piece })).toBe(false);
    expect(bypass.take()).toBe("");
  });
});
