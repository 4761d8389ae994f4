import { turnAllowance } from "@parley/contract/limits";
import { kinds } from "./kinds.ts";

/** What a turn uses: money in millionths of a dollar, time in milliseconds, so that all are whole numbers. */
export interface Consumption {
  model_calls: number;
  tool_calls: number;
  /** Read and written. */
  tokens: number;
  microdollars: number;
  sql_ms: number;
}

export const nothing: Readonly<Consumption> = { model_calls: 0, tool_calls: 0, tokens: 0, microdollars: 0, sql_ms: 0 };

/** The most that any turn may use. */
export const wholeAllowance: Readonly<Consumption> = {
  model_calls: turnAllowance.model_calls,
  tool_calls: turnAllowance.tool_calls,
  tokens: turnAllowance.tokens,
  microdollars: turnAllowance.dollars * kinds.microdollars.scale,
  sql_ms: turnAllowance.sql_seconds * kinds.sql_ms.scale,
};

/** What a turn's models and databases gave, as its record says it. */
export interface Spent {
  /** The model that was called; null if none was. */
  model_id: string | null;
  input_tokens: number;
  output_tokens: number;
  rows: number;
  /** US dollars; null once a call had no known price. */
  cost_usd: number | null;
}

/**
 * Counts what a turn uses while it runs, so that it is known however the turn ends. Each user of something asks first
 * and reports at once.
 */
export interface Meter {
  readonly used: Readonly<Consumption>;
  /** What may still be used; never below zero. */
  left(kind: keyof Consumption): number;
  add(part: Partial<Consumption>): void;
  /** Kept up to date by who calls models and runs statements: what a call that is cut short has used is about that. */
  readonly spent: Spent;
}

export function createMeter(allowance: Readonly<Consumption> = wholeAllowance): Meter {
  const used = { ...nothing };
  return {
    used,
    spent: { model_id: null, input_tokens: 0, output_tokens: 0, rows: 0, cost_usd: 0 },
    left: (kind) => Math.max(0, allowance[kind] - used[kind]),
    add(part) {
      // The names of a part are those of the whole.
      for (const kind of Object.keys(part) as (keyof Consumption)[]) used[kind] += Math.ceil(part[kind] ?? 0);
    },
  };
}

export const sumOf = (one: Readonly<Consumption>, other: Readonly<Partial<Consumption>>): Consumption => ({
  model_calls: one.model_calls + (other.model_calls ?? 0),
  tool_calls: one.tool_calls + (other.tool_calls ?? 0),
  tokens: one.tokens + (other.tokens ?? 0),
  microdollars: one.microdollars + (other.microdollars ?? 0),
  sql_ms: one.sql_ms + (other.sql_ms ?? 0),
});

/** Milliseconds of SQL below which a turn that called no model is not worth a write. */
const WORTH_SQL_MS = 1_000;

/** True if it is worth a debit: a turn that used less is not debited. */
export const isWorthADebit = ({ model_calls, tokens, sql_ms }: Readonly<Consumption>): boolean =>
  model_calls > 0 || tokens > 0 || sql_ms >= WORTH_SQL_MS;
