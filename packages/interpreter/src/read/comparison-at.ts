import type { Item } from "../link/item.ts";
import type { Reader } from "./reader.ts";
import { cueOf, isCue, isTable, schemaOf, schemaOrOther } from "./reader.ts";
import type { Comparison } from "../form/logical-form.ts";
import type { Operand } from "./sketch.ts";

export interface ReadComparison {
  operator: Comparison;
  operand: Operand;
  high: Operand | null;
  pattern: "contains" | "starts" | "ends" | null;
  missing: boolean;
  negated: boolean;
  hint: string | null;
  next: number;
  /** A comparison word stood there, not just a number or value. */
  explicit: boolean;
}

/** The comparison that starts at item `index`: "is above 5", "= 'x'", "between 1 and 2", "starting with A". */
export function comparisonAt(reader: Reader, index: number): ReadComparison | null {
  const { items } = reader;
  let at = index;
  let negated = false;
  let operator: Comparison = "=";
  let hint: string | null = null;
  let explicit = false;
  const result = (operand: Operand, rest: Partial<ReadComparison> = {}): ReadComparison => ({
    operator,
    operand,
    high: null,
    pattern: null,
    missing: false,
    negated,
    hint,
    next: at,
    explicit,
    ...rest,
  });
  let copula = false;
  let preposition = false;
  for (;;) {
    const item = items[at];
    const cue = cueOf(item);
    if (cue?.is === "copula") copula = true;
    else if (
      cue?.is === "preposition" &&
      (cue.word === "of" || cue.word === "as" || cue.word === "in" || cue.word === "at") &&
      !preposition
    )
      preposition = true;
    else if (cue?.is === "relative" && copula) preposition = true;
    else if (cue?.is === "both" || (cue?.is === "or" && item?.text.toLowerCase() === "either")) preposition = true;
    else if (
      cue?.is === "negation" &&
      (copula || /^(not|is not|are not|isn't|aren't|was not|were not|not in)$/i.test(item?.text ?? ""))
    ) {
      negated = true;
      copula = true;
    } else break;
    at++;
  }
  const cue = cueOf(items[at]);
  if (cue?.is === "missing" && (copula || negated)) {
    at++;
    return result({ kind: "text", text: "", mention: null }, { missing: true, explicit: true, next: at });
  }
  if (cue?.is === "pattern") {
    at++;
    while (isCue(items[at], "noise", "copula", "pattern", "preposition")) at++;
    const text = items[at];
    // "countries that contain 3 or more cities": so many rows, not a text.
    if (text?.kind === "number" && (isCue(items[at + 1], "or_more", "or_less") || items[at + 1]?.kind === "schema"))
      return null;
    if (text === undefined || (text.kind === "cue" && text.cue.is === "end")) return null;
    if (
      text.kind !== "value" &&
      text.kind !== "word" &&
      text.kind !== "number" &&
      !(text.kind === "schema" && text.mention.quoted)
    ) {
      if (text.text.length > 2) return null;
    }
    at++;
    return result({ kind: "text", text: text.text, mention: null }, { pattern: cue.place, explicit: true, next: at });
  }
  if (cue?.is === "between") {
    const low = operandAt(items, at + 1);
    const gap =
      low === null
        ? at
        : low.next + (isCue(items[low.next], "and") || items[low.next]?.text.toLowerCase() === "to" ? 1 : 0);
    const high = low === null ? null : operandAt(items, gap);
    if (low === null || high === null) return null;
    at = high.next;
    return result(low.operand, { high: high.operand, explicit: true, next: at });
  }
  if (cue?.is === "compare") {
    operator = cue.operator;
    hint = cue.hint;
    explicit = true;
    at++;
    const orEqual = isCue(items[at], "or") && isCue(items[at + 1], "compare");
    if (orEqual) {
      operator = operator === ">" ? ">=" : operator === "<" ? "<=" : operator;
      at += 2;
    }
  } else if (cue?.is === "except") {
    operator = "!=";
    at++;
  }
  const found = operandAt(items, at);
  if (found === null) return null;
  at = found.next;
  const suffix = cueOf(items[at]);
  if (suffix?.is === "or_more" || suffix?.is === "or_less") {
    operator = suffix.is === "or_more" ? ">=" : "<=";
    explicit = true;
    at++;
  }
  if (!explicit) {
    if (found.operand.kind === "aggregate" || found.operand.kind === "column") return null;
    // "the name of 5 …", "in 2010": a bare number needs "is" or to stand right after the column.
    if (found.operand.kind === "number" && preposition && !copula && found.operand.year !== null) return null;
    if (found.operand.kind === "period") return null;
  }
  return result(found.operand, { operator, explicit, next: at });
}

export function operandAt(items: Item[], index: number): { operand: Operand; next: number } | null {
  let at = index;
  while (isCue(items[at], "possessive", "both", "copula", "named")) at++;
  const item = items[at];
  if (item === undefined) return null;
  switch (item.kind) {
    case "number":
      return { operand: { kind: "number", value: item.value, year: item.year }, next: at + 1 };
    case "date":
      return { operand: { kind: "period", period: item.period }, next: at + 1 };
    case "value":
      return { operand: { kind: "text", text: item.text, mention: item.mention }, next: at + 1 };
    case "word":
      return item.capitalised ? { operand: { kind: "text", text: item.text, mention: null }, next: at + 1 } : null;
    case "schema": {
      // "under age 30"
      const number = items[at + 1];
      if (number?.kind === "number" && !isTable(item.mention))
        return { operand: { kind: "number", value: number.value, year: number.year }, next: at + 2 };
      return { operand: { kind: "column", mention: item.mention }, next: at + 1 };
    }
    case "cue":
      break;
  }
  const { cue } = item;
  const fn =
    cue.is === "aggregate" ? cue.fn : cue.is === "superlative" ? (cue.direction === "most" ? "max" : "min") : null;
  if (fn === null) return cue.is === "preposition" && cue.word === "of" ? operandAt(items, at + 1) : null;
  at++;
  while (isCue(items[at], "preposition", "count", "aggregate")) at++;
  const argument = schemaOrOther(items[at]);
  if (argument !== null) at++;
  if (isCue(items[at], "preposition") && !isCue(items[at + 1], "group")) {
    const table = schemaOf(items[at + 1]);
    const end = items[at + 2];
    if (table !== null && (end === undefined || isCue(end, "end", "and", "comma"))) at += 2;
  }
  return { operand: { kind: "aggregate", fn, mention: argument }, next: at };
}
