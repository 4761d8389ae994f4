import type { FoundValue, Schema } from "@parley/datasource/types";
import type { Definitions } from "./form/definitions.ts";
import type { LogicalForm } from "./form/logical-form.ts";

/** A question, with everything that may help to understand it. */
export interface Question {
  text: string;
  schema: Schema;
  /** What relative dates ("last month") are counted from. */
  now: Date;
  /** Forms of the earlier answers of this chat, oldest first: "and by month?" changes the last one. */
  earlier: LogicalForm[];
  /** What was asked since the last of these answers and had none, oldest first: "and by month?" may be of that. */
  unanswered?: readonly string[];
  /** What the last of these was told with: readings of it to choose from, or examples of what could be asked. */
  offered?: { choices: readonly Choice[]; are: "readings" | "examples" };
  /** Organization rules and member memories, as plain sentences. */
  guidance: string[];
  /**
   * True where the first of an order is told with its figure: the customer with the most orders, and how many they are. Without
   * it the answer has the columns that were asked for alone.
   */
  figures?: boolean;
  /** What words of the organization mean in this database. */
  definitions?: Definitions;
  /** Values that the database holds beyond the schema's, looked up for this question (`values-asked.ts`). */
  values?: readonly FoundValue[];
}

/** The assumption of a reading that changes the answer before. */
export const CHANGES_THE_ONE_BEFORE = "Understood as a change to the question before.";

/** A question that was understood: what it asks for, as a form, SQL and words. */
export interface QueryReading {
  kind: "query";
  form: LogicalForm;
  sql: string;
  /** In plain words: what was understood. */
  interpretation: string;
  /** What the question left open and was decided here. */
  assumptions: string[];
  /** Words of the question that the answer does not take into account, as they were written. */
  left_out: string[];
  /** 0 to 1: how often a reading like this one is right. */
  confidence: number;
}

/** One of the ways in which a question can be read. */
export interface Choice {
  /** What tells it from the others: "revenue". */
  label: string;
  /** The question that says so; sent as it is, it is answered. */
  message: string;
}

/** A question that was not understood. */
export interface Refusal {
  kind: "not_understood";
  /** A readable sentence. */
  reason: string;
  /** Words of the question that meant nothing in this database. */
  unknown: string[];
  /** Up to three ways to read this question, where it can be read in several. */
  choices: Choice[];
  /** Up to three questions that can be answered here. */
  suggestions: string[];
}

/** What a question means against a schema. */
export type Reading = QueryReading | Refusal;
