import type { Schema } from "@parley/datasource/types";
import type { LogicalForm } from "./form/logical-form.ts";

/** A question, with everything that may help to understand it. */
export interface Question {
  text: string;
  schema: Schema;
  /** What relative dates ("last month") are counted from. */
  now: Date;
  /** Forms of the earlier answers of this chat, oldest first: "and by month?" changes the last one. */
  earlier: LogicalForm[];
  /** Organization rules and member memories, as plain sentences. */
  guidance: string[];
}

/** A question that was understood: what it asks for, as a form, SQL and words. */
export interface QueryReading {
  kind: "query";
  form: LogicalForm;
  sql: string;
  /** In plain words: what was understood. */
  interpretation: string;
  /** What the question left open and was decided here. */
  assumptions: string[];
  /** 0 to 1: how much of the question is accounted for. */
  confidence: number;
}

/** A question that was not understood. */
export interface Refusal {
  kind: "not_understood";
  /** A readable sentence. */
  reason: string;
  /** Words of the question that meant nothing in this database. */
  unknown: string[];
  /** Up to three questions that can be answered here. */
  choices: string[];
}

/** What a question means against a schema. */
export type Reading = QueryReading | Refusal;
