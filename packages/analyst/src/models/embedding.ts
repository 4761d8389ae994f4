import type { EmbeddingModelV4, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { Base } from "@parley/core/environment/context";
import type { Settings } from "@parley/core/environment/settings";
import { log } from "@parley/core/observe/log";
import { boundedJsonFetch } from "./bounded-fetch.ts";
import { retryDelay } from "./failures.ts";

/** The embedding model of a deployment. */
export interface EmbeddingChoice {
  provider: "bedrock" | "compatible";
  model_id: string;
  /** What the model is asked for; undefined: its own. */
  dimensions: number | undefined;
  /** Names the three: vectors are compared where theirs is the same. */
  name: string;
}

/** What texts are embedded for: some models embed a question otherwise than a passage that answers it. */
export type EmbeddingPurpose = "passage" | "question";

/** What embeds, and what it may take. */
export interface Embedding extends Pick<Base, "settings" | "secrets" | "clock"> {
  choice: EmbeddingChoice;
  purpose: EmbeddingPurpose;
  /** Ends all of it. */
  signal: AbortSignal;
  /** Requests at most for each batch of texts. */
  attempts: number;
  /** Milliseconds of one request at most. */
  timeoutMs: number;
  /** Told the tokens of each request that was answered, also where a later one fails. */
  onSpent: (tokens: number) => void;
}

/** A provider's answer that cannot be used: asking again would not change it. */
export class UnusableEmbedding extends Error {
  override name = "UnusableEmbedding";
}

/** Texts of one request where the provider takes so many. */
const BATCH_TEXTS = 32;
/** Requests that are under way at once. */
const BATCHES_AT_ONCE = 4;
/** Bytes that count as a token where the provider does not say how many there are. */
const BYTES_A_TOKEN = 4;
const FIRST_PAUSE_MS = 300;
/** A provider that asks for a longer pause than this is away. */
const LONGEST_PAUSE_MS = 15_000;

/** The model that the deployment names by `EMBEDDING_MODEL`; null where it names none: documents are searched by words alone. */
export function embeddingChoice(settings: Settings): EmbeddingChoice | null {
  const model_id = settings.providerSetting("EMBEDDING_MODEL");
  if (model_id === undefined) return null;
  const provider = settings.providerSetting("EMBEDDING_BASE_URL") === undefined ? "bedrock" : "compatible";
  const asked = Number(settings.providerSetting("EMBEDDING_DIMENSIONS"));
  const dimensions = Number.isInteger(asked) && asked > 0 ? asked : undefined;
  const name = `${provider}:${model_id}${dimensions === undefined ? "" : `@${dimensions}`}`;
  return { provider, model_id, dimensions, name };
}

/** Opens the model. A provider is loaded only when it embeds. */
async function open({ choice, settings, secrets }: Embedding): Promise<EmbeddingModelV4> {
  if (choice.provider === "compatible") {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    const apiKey = secrets.optional("EmbeddingApiKey");
    return createOpenAICompatible({
      name: "compatible",
      baseURL: settings.providerSetting("EMBEDDING_BASE_URL") ?? "",
      fetch: boundedJsonFetch,
      ...(apiKey && { apiKey }),
    }).embeddingModel(choice.model_id);
  }
  const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
  const baseURL = settings.providerSetting("BEDROCK_BASE_URL");
  const region = settings.providerSetting("BEDROCK_REGION");
  return createAmazonBedrock({
    fetch: boundedJsonFetch,
    ...(baseURL && { baseURL }),
    ...(region && { region }),
  }).embeddingModel(choice.model_id);
}

/** What the model is told beside the texts, in the words of its family. */
function optionsOf(
  { provider, model_id, dimensions }: EmbeddingChoice,
  purpose: EmbeddingPurpose,
): SharedV4ProviderOptions {
  if (provider === "compatible") return dimensions === undefined ? {} : { openaiCompatible: { dimensions } };
  if (model_id.includes("cohere.embed-")) {
    const inputType = purpose === "passage" ? "search_document" : "search_query";
    return {
      amazonBedrock: { inputType, truncate: "END", ...(dimensions !== undefined && { outputDimension: dimensions }) },
    };
  }
  if (model_id.includes("amazon.nova-")) {
    const embeddingPurpose = purpose === "passage" ? "GENERIC_INDEX" : "TEXT_RETRIEVAL";
    return {
      amazonBedrock: { embeddingPurpose, ...(dimensions !== undefined && { embeddingDimension: dimensions }) },
    };
  }
  return dimensions === undefined ? {} : { amazonBedrock: { dimensions } };
}

/**
 * Embeds texts in batches, a few at once: one vector for each text, in their order, all of the same dimensions. Each batch is tried again after what passes by itself. Throws what the provider
 * refused or failed with in the end, and `UnusableEmbedding` for an answer of the wrong shape.
 */
export async function embed(embedding: Embedding, texts: readonly string[]): Promise<number[][]> {
  const model = await open(embedding);
  const size = Math.max(1, Math.min(BATCH_TEXTS, (await model.maxEmbeddingsPerCall) ?? BATCH_TEXTS));
  const batches = Array.from({ length: Math.ceil(texts.length / size) }, (_, at) =>
    texts.slice(at * size, at * size + size),
  );
  const failed = new AbortController();
  const own = { ...embedding, signal: AbortSignal.any([embedding.signal, failed.signal]) };
  const done: number[][][] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let at = next++; at < batches.length; at = next++) done[at] = await embedBatch(model, own, batches[at] ?? []);
  }
  const workers = Array.from({ length: Math.min(BATCHES_AT_ONCE, batches.length) }, () =>
    work().catch((error: unknown) => {
      failed.abort(error);
      throw error;
    }),
  );
  // All have ended before anybody hears of the first failure.
  await Promise.allSettled(workers);
  await Promise.all(workers);
  const vectors = done.flat();
  checkShape(vectors, texts.length, embedding.choice.dimensions);
  return vectors;
}

async function embedBatch(
  model: EmbeddingModelV4,
  embedding: Embedding,
  values: readonly string[],
): Promise<number[][]> {
  const { choice, purpose, signal, clock, timeoutMs } = embedding;
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    try {
      const { embeddings, usage } = await model.doEmbed({
        values: [...values],
        providerOptions: optionsOf(choice, purpose),
        abortSignal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      embedding.onSpent(tokensOf(usage?.tokens, values));
      checkShape(embeddings, values.length, choice.dimensions);
      return embeddings;
    } catch (error) {
      signal.throwIfAborted();
      const wait = isPassing(error) ? retryDelay(error) : null;
      if (wait === null || wait > LONGEST_PAUSE_MS || attempt >= embedding.attempts) throw error;
      log("warn", "texts are embedded again", { attempt, model: choice.model_id });
      const pause = FIRST_PAUSE_MS * 3 ** (attempt - 1) * (0.75 + Math.random() / 2);
      await clock.sleep(Math.max(wait, pause), signal);
    }
  }
}

/** True for a failure after which another try may help, now or later. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof UnusableEmbedding) && retryDelay(error) !== null;

/** A provider's count, or one by size where it says none. */
const tokensOf = (told: number | undefined, values: readonly string[]): number =>
  told !== undefined && Number.isFinite(told) && told >= 0
    ? Math.ceil(told)
    : Math.ceil(Buffer.byteLength(values.join("")) / BYTES_A_TOKEN);

function checkShape(vectors: readonly (readonly number[])[], count: number, dimensions: number | undefined): void {
  if (vectors.length !== count) throw new UnusableEmbedding(`${vectors.length} vectors for ${count} texts`);
  const length = dimensions ?? vectors[0]?.length ?? 0;
  const isRight = (vector: readonly number[]) =>
    vector.length === length && length > 0 && vector.every((value) => Number.isFinite(value));
  if (!vectors.every(isRight)) throw new UnusableEmbedding(`vectors that do not have ${length} numbers each`);
}
