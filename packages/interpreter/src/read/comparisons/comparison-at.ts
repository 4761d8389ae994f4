import type { Item } from "../../link/item.ts";
import type { Cue } from "../../language/cues.ts";
import type { Comparison } from "../../form/logical-form.ts";
import { cueOf, isCue, past } from "../reader.ts";
import type { Operand } from "../sketch.ts";
import type { FoundOperand } from "./operand-at.ts";
import { operandAt } from "./operand-at.ts";

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

/** The words before a comparison: "is not", "of", "either". */
interface Lead {
  copula: boolean;
  preposition: boolean;
  negated: boolean;
  next: number;
}

/** The comparison that starts at item `index`: "is above 5", "= 'x'", "between 1 and 2", "starting with A". */
export function comparisonAt(items: readonly Item[], index: number): ReadComparison | null {
  const lead = leadAt(items, index);
  const at = lead.next;
  const cue = cueOf(items[at]);
  const { negated } = lead;
  if (cue?.is === "missing" && (lead.copula || negated))
    return explicitly({ operand: { kind: "text", text: "", mention: null }, next: at + 1 }, { missing: true, negated });
  if (cue?.is === "pattern") {
    const text = patternAt(items, at + 1);
    return text === null ? null : explicitly(text, { pattern: cue.place, negated });
  }
  if (cue?.is === "between") return betweenAt(items, at + 1, { negated, hint: cue.hint });
  return operatorAt(items, lead);
}

function explicitly({ operand, next }: FoundOperand, rest: Partial<ReadComparison> = {}): ReadComparison {
  return {
    operator: "=",
    operand,
    high: null,
    pattern: null,
    missing: false,
    negated: false,
    hint: null,
    next,
    explicit: true,
    ...rest,
  };
}

/** A comparison that its words say outright: "a higher … than 500". */
export function comparisonOf(operator: Comparison, found: FoundOperand, hint: string | null): ReadComparison {
  return explicitly(found, { operator, hint });
}

function leadAt(items: readonly Item[], index: number): Lead {
  const lead: Lead = { copula: false, preposition: false, negated: false, next: index };
  for (;;) {
    const item = items[lead.next];
    if (isCue(item, "copula")) lead.copula = true;
    else if (isNegation(item, lead.copula)) {
      lead.negated = true;
      lead.copula = true;
    } else if (leadsOn(item, lead)) lead.preposition = true;
    else return lead;
    lead.next++;
  }
}

function isNegation(item: Item | undefined, copula: boolean): boolean {
  if (!isCue(item, "negation")) return false;
  return copula || /^(not|is not|are not|isn't|aren't|was not|were not|not in)$/i.test(item?.text ?? "");
}

/** "of", "in", "either": a word that may stand between a column and what it is compared with. */
function leadsOn(item: Item | undefined, lead: Lead): boolean {
  const cue = cueOf(item);
  if (cue?.is === "preposition") return ["of", "as", "in", "at"].includes(cue.word) && !lead.preposition;
  if (cue?.is === "relative") return lead.copula;
  return cue?.is === "both" || (cue?.is === "or" && item?.text.toLowerCase() === "either");
}

/** The text of "containing …"; null where no text stands there. */
function patternAt(items: readonly Item[], index: number): FoundOperand | null {
  const at = past(items, index, "noise", "copula", "pattern", "preposition");
  const text = items[at];
  if (text === undefined || isCue(text, "end")) return null;
  // "countries that contain 3 or more cities": so many rows, not a text.
  const counts = isCue(items[at + 1], "or_more", "or_less") || items[at + 1]?.kind === "schema";
  if (text.kind === "number" && counts) return null;
  const isText =
    text.kind === "value" ||
    text.kind === "word" ||
    text.kind === "number" ||
    (text.kind === "schema" && text.mention.quoted);
  if (!isText && text.text.length > 2) return null;
  return {
    operand: { kind: "text", text: text.text, mention: text.kind === "value" ? text.mention : null },
    next: at + 1,
  };
}

function betweenAt(
  items: readonly Item[],
  index: number,
  said: Pick<ReadComparison, "negated" | "hint">,
): ReadComparison | null {
  const low = operandAt(items, index);
  if (low === null) return null;
  const isJoined = isCue(items[low.next], "and") || /^to$/i.test(items[low.next]?.text ?? "");
  const high = operandAt(items, low.next + (isJoined ? 1 : 0));
  if (high === null) return null;
  return explicitly({ operand: low.operand, next: high.next }, { high: high.operand, ...said });
}

/** "above 5", "at least 3 or more", "5 or more", or no more than a value: "is 5". */
function operatorAt(items: readonly Item[], lead: Lead): ReadComparison | null {
  const said = saidOperator(items, lead.next);
  const found = operandAt(items, said.next);
  if (found === null) return null;
  // "a capacity of 20 to 25"
  const isSpan = items[found.next]?.text.toLowerCase() === "to" && items[found.next + 1]?.kind === "number";
  if (!said.explicit && found.operand.kind === "number" && isSpan)
    return betweenAt(items, said.next, { negated: lead.negated, hint: said.hint });
  const after = items[found.next];
  const suffix = suffixOf(cueOf(after));
  const explicit = said.explicit || suffix !== null;
  if (!explicit && !standsAlone(found.operand, lead)) return null;
  return {
    ...explicitly(found, {
      negated: lead.negated,
      hint: said.hint ?? (suffix === null ? null : hintOfSuffix(after)),
      explicit,
    }),
    operator: suffix ?? said.operator,
    next: suffix === null ? found.next : found.next + 1,
  };
}

/** ">=" for "or more", "<=" for "or less"; null for any other cue. */
export function suffixOf(cue: Cue | null): ">=" | "<=" | null {
  if (cue?.is === "or_more") return ">=";
  return cue?.is === "or_less" ? "<=" : null;
}

/** "30 or younger": an age, whatever stands before. */
export const hintOfSuffix = (suffix: Item | undefined): string | null =>
  /\b(?:older|younger)$/i.test(suffix?.text ?? "") ? "age" : null;

function saidOperator(
  items: readonly Item[],
  at: number,
): { operator: Comparison; hint: string | null; explicit: boolean; next: number } {
  const cue = cueOf(items[at]);
  // "a budget within 500"
  if (cue?.is === "relative" && /^within$/i.test(items[at]?.text ?? ""))
    return { operator: "<=", hint: null, explicit: true, next: at + 1 };
  if (cue?.is === "except") return { operator: "!=", hint: null, explicit: false, next: at + 1 };
  if (cue?.is !== "compare") return { operator: "=", hint: null, explicit: false, next: at };
  const { operator, hint } = cue;
  if (!isCue(items[at + 1], "or") || !isCue(items[at + 2], "compare"))
    return { operator, hint, explicit: true, next: at + 1 };
  const orEqual = operator === ">" ? ">=" : operator === "<" ? "<=" : operator;
  return { operator: orEqual, hint, explicit: true, next: at + 3 };
}

/** "the name of 5 …", "in 2010": a bare number needs "is" or to stand right after the column. */
function standsAlone(operand: Operand, lead: Lead): boolean {
  if (operand.kind === "aggregate" || operand.kind === "column" || operand.kind === "period") return false;
  return !(operand.kind === "number" && lead.preposition && !lead.copula && operand.year !== null);
}
