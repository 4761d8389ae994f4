import type { AggregateFunction, BucketUnit, Comparison } from "../form/logical-form.ts";

/** What a word or phrase does in a question. */
export type Cue =
  | { is: "command" }
  | { is: "question" }
  | { is: "count" }
  | { is: "aggregate"; fn: AggregateFunction }
  | { is: "superlative"; direction: "most" | "least"; hint: string | null }
  /** "most", "fewest": of something counted or measured that follows. */
  | { is: "quantifier"; direction: "most" | "least" }
  | { is: "common"; direction: "most" | "least" }
  | { is: "top"; direction: "most" | "least" }
  | { is: "compare"; operator: Comparison; hint: string | null }
  | { is: "or_more" }
  | { is: "or_less" }
  | { is: "between"; hint: string | null }
  /** "a higher … than": the comparison's word stands before its column. */
  | { is: "comparative"; operator: Comparison; hint: string | null }
  | { is: "group" }
  | { is: "by" }
  | { is: "order" }
  | { is: "direction"; direction: "ascending" | "descending" }
  | { is: "negation" }
  | { is: "except" }
  | { is: "distinct" }
  | { is: "relative" }
  | { is: "preposition"; word: string }
  | { is: "and" }
  | { is: "or" }
  | { is: "comma" }
  | { is: "end" }
  | { is: "both" }
  | { is: "pattern"; place: "contains" | "starts" | "ends" }
  | { is: "missing" }
  | { is: "share"; percent: boolean }
  | { is: "everything" }
  | { is: "times"; count: number }
  | { is: "bucket"; unit: BucketUnit }
  | { is: "growth" }
  | { is: "running" }
  | { is: "versus" }
  | { is: "possessive" }
  | { is: "copula" }
  | { is: "named" }
  /** A measure every business has, whatever its columns are called. */
  | { is: "measure"; measure: Measure }
  /** "bought", "purchased": somebody's orders. */
  | { is: "buying" }
  | { is: "adjective"; hint: string }
  /** "how old", "how long": asks for the column a hint means. */
  | { is: "how"; hint: string }
  /** "second" of "the second highest". */
  | { is: "ordinal"; place: number }
  | { is: "noise" };

export type Measure = "money" | "quantity" | "order_value" | "profit" | "margin";

/** A line of a vocabulary: a cue and the phrases that mean it, commas between them or as a list. */
export type VocabularyLine = readonly [cue: Cue, phrases: string | readonly string[]];
