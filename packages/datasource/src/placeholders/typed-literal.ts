import { rejected } from "../failure.ts";
import type { Token } from "../tokens/lexer.ts";
import { isSignificant, wordOf, words } from "../tokens/tokens.ts";
import type { Dialect } from "../types.ts";

/** A literal led by its type: `date '2024-01-01'`, `timestamp with time zone '…'`, `interval '3' day`. */
export interface TypedLiteral {
  /** The type as CAST takes it. */
  type: string;
  /** The tokens that spell the type, without the literal. */
  tokens: number[];
}

const POSTGRES_TYPES = words(
  "BIGINT BOOL BOOLEAN CHAR DATE DECIMAL FLOAT FLOAT4 FLOAT8 INET INT INT2 INT4 INT8 INTEGER INTERVAL JSON JSONB NUMERIC REAL " +
    "SMALLINT TEXT TIME TIMESTAMP TIMESTAMPTZ TIMETZ UUID VARCHAR",
);
const MYSQL_TYPES: Record<string, string> = { DATE: "DATE", TIME: "TIME", TIMESTAMP: "DATETIME" };
const INTERVAL_FIELDS = words("YEAR MONTH DAY HOUR MINUTE SECOND");

/** The type that leads the literal at `index`, if one does. */
export function typedLiteral(tokens: readonly Token[], index: number, dialect: Dialect): TypedLiteral | undefined {
  if (dialect === "sqlite") return undefined;
  const before = significantBefore(tokens, index);
  if (dialect === "mysql") {
    const [place] = before;
    const type = MYSQL_TYPES[wordAt(tokens, place)];
    return place !== undefined && type ? { type, tokens: [place] } : undefined;
  }
  const lead = typeBefore(tokens, before);
  if (!lead) return undefined;
  // Athena casts no text to an interval.
  if (dialect === "athena" && wordAt(tokens, lead[0]) === "INTERVAL")
    throw rejected("A placeholder cannot stand in an interval for Athena: write {{n}} * INTERVAL '1' DAY.");
  if (wordAt(tokens, lead[0]) !== "INTERVAL") return { type: spell(tokens, lead), tokens: lead };
  const fields = intervalFields(tokens, index);
  return { type: spell(tokens, [...lead, ...fields]), tokens: [...lead, ...fields] };
}

/** Places of the type's words in reading order: a name, then `(3)`, then `with time zone`, each of the latter optional. */
function typeBefore(tokens: readonly Token[], before: readonly number[]): number[] | undefined {
  let used = 0;
  if (/^(WITH|WITHOUT) TIME ZONE$/.test([2, 1, 0].map((i) => wordAt(tokens, before[i])).join(" "))) used = 3;
  const closing = before[used];
  if (closing !== undefined && tokens[closing]?.text === ")") {
    const [number, opening] = [before[used + 1], before[used + 2]];
    if (number === undefined || opening === undefined) return undefined;
    if (tokens[number]?.kind !== "number" || tokens[opening]?.text !== "(") return undefined;
    used += 3;
  }
  const name = before[used];
  if (name === undefined || !POSTGRES_TYPES.has(wordAt(tokens, name))) return undefined;
  // In `t.date '…'` and `x::date '…'` no type leads a literal.
  const earlier = before[used + 1];
  if (earlier !== undefined && /^[.:]$/.test(tokens[earlier]?.text ?? "")) return undefined;
  return before.slice(0, used + 1).toReversed();
}

/** `'3' day to second`: the fields behind an interval's literal. */
function intervalFields(tokens: readonly Token[], index: number): number[] {
  const after: number[] = [];
  for (let i = index + 1; i < tokens.length && after.length < 3; i++) if (isSignificant(tokens[i])) after.push(i);
  const [first, to, last] = after;
  if (first === undefined || !INTERVAL_FIELDS.has(wordAt(tokens, first))) return [];
  const range = wordAt(tokens, to) === "TO" && INTERVAL_FIELDS.has(wordAt(tokens, last));
  return range ? after : [first];
}

/** Places of the tokens before `index` that are neither space nor comment, nearest first. */
function significantBefore(tokens: readonly Token[], index: number): number[] {
  const places: number[] = [];
  for (let i = index - 1; i >= 0 && places.length < 8; i--) if (isSignificant(tokens[i])) places.push(i);
  return places;
}

const wordAt = (tokens: readonly Token[], index: number | undefined): string =>
  index === undefined ? "" : wordOf(tokens[index]);

function spell(tokens: readonly Token[], places: readonly number[]): string {
  return places.map((place) => tokens[place]?.text ?? "").join(" ");
}
