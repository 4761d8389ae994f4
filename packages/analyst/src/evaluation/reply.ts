import type { Usage, Verification } from "@parley/contract/message";
import type { Rows } from "./score.ts";
import type { Workplace } from "./workplace.ts";

/** A question with what was asked before it in its chat. */
export interface Asked {
  question: string;
  after: readonly string[];
}

/** Tokens, and their cost in dollars; null where the model's price is not known. */
export type ModelUsage = Pick<Usage, "input_tokens" | "output_tokens" | "cost_usd">;

/** What came back for a question. */
export interface Reply {
  /** False for a refusal, a notice or a question back. */
  answered: boolean;
  /** Where the answer is from; null where there is none, or words alone. */
  source: "database" | "saved_query" | "documents" | null;
  saved_query_id: string | null;
  sql: string | null;
  /** The rows that answer the question. */
  rows: Rows | null;
  /** How many rows the person was shown or told of, where that is not all of them; null where it is. */
  rows_told: number | null;
  /** Other results that the text may take its numbers from. */
  other_results: Rows[];
  /** Numbers of the text, as written there, that were found to be arithmetic of cells (D54). */
  derived: string[];
  /** What the person would read. */
  text: string;
  /** How the question was read, in words. */
  reading: string | null;
  assumptions: string[];
  /** Words of the question that were not taken into account. */
  left_out: string[];
  /** 0 to 1; null where it is not known. */
  confidence: number | null;
  /** Questions that are offered instead of an answer. */
  choices: string[];
  /** Why there are no rows although there was an answer: the database's words. */
  failure: string | null;
  /** Where the numbers of the text come from, as the answer itself says (D54); null where it says nothing. */
  verification: Verification["status"] | null;
  /** What a language model has read and written for it; null where none was asked. */
  usage: ModelUsage | null;
  /** How long it took to read the question; to answer it where both cannot be told apart. */
  milliseconds: number;
}

/** A reply that says nothing, for those that say a part. */
export const nothingSaid: Omit<Reply, "milliseconds"> = {
  answered: false,
  source: null,
  saved_query_id: null,
  sql: null,
  rows: null,
  rows_told: null,
  other_results: [],
  derived: [],
  text: "",
  reading: null,
  assumptions: [],
  left_out: [],
  confidence: null,
  choices: [],
  failure: null,
  verification: null,
  usage: null,
};

/** Asks one question at a workplace. What it throws counts as a failed answer. */
export type Ask = (asked: Asked, place: Workplace, signal: AbortSignal) => Promise<Reply>;
