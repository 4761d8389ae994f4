import type { AnswerTools } from "@parley/core/answer/answer";
import type { Meter } from "@parley/core/ledger/meter";
import { log } from "@parley/core/observe/log";
import type { MeaningRanking } from "@parley/core/passage/search";
import type { Shelf } from "@parley/core/passage/shelf";
import { unit } from "./vectors.ts";
import { mayCallModel } from "../../models/call-meter.ts";
import { embed, embeddingChoice } from "../../models/embedding.ts";
import { embeddingCost } from "../../models/prices.ts";
import { rankByMeaning } from "./ranking.ts";

/** Milliseconds that a search waits for its question's vector; then words alone rank. */
const QUESTION_MS = 2_000;
const QUESTION_ATTEMPTS = 2;

/**
 * Asks the deployment's embedding model what a query means, to rank passages by it. Undefined where there is no such model, it
 * fails or takes too long, or the turn may use no more.
 */
export async function meaningOf(
  shelf: Shelf,
  query: string,
  { settings, secrets, clock, meter }: AnswerTools,
  signal: AbortSignal,
): Promise<MeaningRanking | undefined> {
  const choice = embeddingChoice(settings);
  if (!choice || !mayCallModel(meter)) return undefined;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(QUESTION_MS)]);
  try {
    const [vector] = await embed(
      {
        choice,
        purpose: "question",
        settings,
        secrets,
        clock,
        signal: inTime,
        attempts: QUESTION_ATTEMPTS,
        timeoutMs: QUESTION_MS,
        onSpent: (tokens) => spend(meter, tokens, embeddingCost(choice.model_id, tokens)),
      },
      [query],
    );
    return vector && rankByMeaning(shelf, { model: choice.name, vector: unit(vector) });
  } catch (error) {
    signal.throwIfAborted();
    log("warn", "documents were searched by words alone", { model: choice.model_id }, error);
    return undefined;
  }
}

/** Counts tokens that were read, and what they cost, as the turn's. */
function spend(meter: Meter, tokens: number, cost: number | null): void {
  const { spent } = meter;
  meter.add({ model_calls: 1, tokens, microdollars: (cost ?? 0) * 1e6 });
  spent.input_tokens += tokens;
  spent.cost_usd = cost === null || spent.cost_usd === null ? null : spent.cost_usd + cost;
}
