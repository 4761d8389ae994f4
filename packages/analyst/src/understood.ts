import type { Answer } from "@parley/core/answer/answer";
import type { QueryReading } from "@parley/interpreter/question";

/** How a question was understood, as a message's metadata says it (D52, D53). */
export type Understood = Pick<
  Answer["metadata"],
  "interpretation" | "assumptions" | "left_out" | "confidence" | "choices"
>;

/** Of an answer that does not come from a reading: a language model's, a saved query's, a document's. */
export const NOT_READ: Understood = { interpretation: null, assumptions: [], left_out: [], confidence: null };

export const understanding = ({ interpretation, assumptions, left_out, confidence }: QueryReading): Understood => ({
  interpretation,
  assumptions,
  left_out,
  confidence,
});
