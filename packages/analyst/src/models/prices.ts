import type { LanguageModelV4Usage } from "@ai-sdk/provider";

/** US dollars per million tokens. */
interface Price {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

const anthropic = (input: number, output: number): Price => ({
  input,
  output,
  cacheRead: input / 10,
  cacheWrite: input * 1.25,
});
const openai = (input: number, output: number): Price => ({ input, output, cacheRead: input / 10, cacheWrite: input });

/**
 * By the beginning of the model's name, provider and region prefixes left out; the longest entry that fits counts. Last
 * compared with the providers' published prices on 2026-06-04.
 */
const prices: Readonly<Record<string, Price>> = Object.assign(Object.create(null), {
  "claude-haiku-4-5": anthropic(1, 5),
  "claude-sonnet-4": anthropic(3, 15),
  "claude-opus-4-5": anthropic(5, 25),
  "claude-opus-4-6": anthropic(5, 25),
  "claude-opus-4-7": anthropic(5, 25),
  "claude-opus-4-1": anthropic(15, 75),
  "gpt-5.5-pro": openai(30, 180),
  "gpt-5.5": openai(5, 30),
  "gpt-5.4-pro": openai(30, 180),
  "gpt-5.4-mini": openai(0.75, 4.5),
  "gpt-5.4-nano": openai(0.2, 1.25),
  "gpt-5.4": openai(2.5, 15),
});

function priceOf(modelId: string): Price | undefined {
  const name = modelId.replace(/^(?:[a-z0-9-]+[./])+(?=claude|gpt)/, "");
  const [fits] = Object.keys(prices)
    .filter((entry) => name === entry || name.startsWith(`${entry}-`))
    .toSorted((a, b) => b.length - a.length);
  return fits === undefined ? undefined : prices[fits];
}

/**
 * US dollars per million tokens of embedding models, by the beginning of their names: OpenAI's as it
 * publishes them, those on Bedrock as they are usually listed. Last looked up on 2026-11-23.
 */
const embeddingPrices: Readonly<Record<string, number>> = Object.assign(Object.create(null), {
  "amazon.titan-embed-text-v2": 0.02,
  "amazon.titan-embed-text-v1": 0.1,
  "amazon.nova-2-multimodal-embeddings-v1": 0.135,
  "cohere.embed-english-v3": 0.1,
  "cohere.embed-multilingual-v3": 0.1,
  "text-embedding-3-small": 0.02,
  "text-embedding-3-large": 0.13,
});

/** What embedding texts of so many tokens cost in US dollars, or null if the price is not known. */
export function embeddingCost(modelId: string, tokens: number): number | null {
  const name = modelId.replace(/^(?:us|eu|apac|global)\./, "");
  const known = Object.keys(embeddingPrices).find((entry) => name === entry || name.startsWith(`${entry}:`));
  const price = known === undefined ? undefined : embeddingPrices[known];
  return price === undefined ? null : (tokens * price) / 1_000_000;
}

/** What one model call cost in US dollars, or null if the price is not known. */
export function costOf(modelId: string, usage: LanguageModelV4Usage): number | null {
  const price = priceOf(modelId);
  if (!price) return null;
  const { total = 0, cacheRead = 0, cacheWrite = 0 } = usage.inputTokens;
  const plain = Math.max(0, total - cacheRead - cacheWrite);
  const output = usage.outputTokens.total ?? 0;
  const dollars =
    plain * price.input + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite + output * price.output;
  return dollars / 1_000_000;
}
