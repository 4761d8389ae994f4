import type { LanguageModelV4CallOptions, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Meter, Spent } from "@parley/core/ledger/meter";
import { costOf } from "./prices.ts";
import type { CallMeter } from "./reliable.ts";

/** Bytes that count as a token where the provider has not said how many there are. */
const BYTES_A_TOKEN = 4;
/** Bytes of text after which a call's text so far is counted. */
const COUNTED_BYTES = 4_096;

const usageOf = (input: number, output: number): LanguageModelV4Usage => ({
  inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: output, text: output, reasoning: 0 },
});

/** More tokens than any call has: a provider's figure above it is a mistake. */
const MOST_TOKENS = 1e9;

/** A provider's figure as a count: anything else (below zero, not a number) counts as 0. */
const counted = (told: number | undefined): number | undefined =>
  told === undefined ? undefined : told > 0 ? Math.min(Math.ceil(told), MOST_TOKENS) : 0;

/** The usage a provider reports, in figures that can be added up: never below zero. */
const plausible = ({ inputTokens, outputTokens }: LanguageModelV4Usage): LanguageModelV4Usage => ({
  inputTokens: {
    total: counted(inputTokens.total),
    noCache: counted(inputTokens.noCache),
    cacheRead: counted(inputTokens.cacheRead),
    cacheWrite: counted(inputTokens.cacheWrite),
  },
  outputTokens: {
    total: counted(outputTokens.total),
    text: counted(outputTokens.text),
    reasoning: counted(outputTokens.reasoning),
  },
});

/** What a call sends, without its pictures, whose bytes are not words. */
const promptBytes = ({ prompt, tools }: LanguageModelV4CallOptions): number =>
  Buffer.byteLength(
    JSON.stringify([prompt, tools], (_name, value: unknown) => (value instanceof Uint8Array ? undefined : value)),
  );

/** True if another request to a model is within what the turn may use. */
export const mayCallModel = (meter: Meter): boolean =>
  meter.left("model_calls") > 0 && meter.left("tokens") > 0 && meter.left("microdollars") > 0;

/** Counts one call in what its turn has spent: each time it is told more of the call, what it was told before is taken back. */
function spentOn(modelId: string, spent: Spent): (usage: LanguageModelV4Usage) => void {
  let told = { input: 0, output: 0, cost: 0 };
  spent.model_id = modelId;
  return (usage) => {
    const [input, output] = [usage.inputTokens.total ?? 0, usage.outputTokens.total ?? 0];
    const cost = costOf(modelId, usage);
    spent.input_tokens += input - told.input;
    spent.output_tokens += output - told.output;
    spent.cost_usd = cost === null || spent.cost_usd === null ? null : spent.cost_usd + cost - told.cost;
    told = { input, output, cost: cost ?? 0 };
  };
}

/**
 * Counts a request to a model before it is made by what it sends, then by what the model says, and in the end by what the
 * provider reports. One that is cut short stays counted by its size: a call that an edit cancels has cost that, too.
 * Returns null if the turn may make no more.
 */
export function meterCall(modelId: string, call: LanguageModelV4CallOptions, meter: Meter): CallMeter | null {
  if (!mayCallModel(meter)) return null;
  const input = Math.ceil(promptBytes(call) / BYTES_A_TOKEN);
  let debited = { tokens: 0, microdollars: 0 };
  let saidBytes = 0;
  let countedBytes = 0;
  const tell = spentOn(modelId, meter.spent);
  const count = (usage: LanguageModelV4Usage) => {
    const tokens = (usage.inputTokens.total ?? 0) + (usage.outputTokens.total ?? 0);
    const microdollars = Math.ceil((costOf(modelId, usage) ?? 0) * 1e6);
    meter.add({ tokens: tokens - debited.tokens, microdollars: microdollars - debited.microdollars });
    debited = { tokens, microdollars };
  };
  meter.add({ model_calls: 1 });
  count(usageOf(input, 0));
  tell(usageOf(input, 0));
  return {
    refused: () => tell(usageOf(0, 0)),
    said(text) {
      saidBytes += Buffer.byteLength(text);
      if (saidBytes - countedBytes < COUNTED_BYTES) return;
      countedBytes = saidBytes;
      const soFar = usageOf(input, Math.ceil(saidBytes / BYTES_A_TOKEN));
      count(soFar);
      tell(soFar);
    },
    finished(told) {
      const usage = plausible(told);
      tell(usage);
      // A provider that reports nothing does not make the call cheaper.
      if (usage.inputTokens.total !== undefined) count(usage);
    },
  };
}
