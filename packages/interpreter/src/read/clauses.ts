import type { Part } from "./part.ts";
import type { CueItem, Reader } from "./reader.ts";
import { hasNumericColumn, isCue, isTable, otherOf, schemaOf } from "./reader.ts";
import { readSpan } from "./comparisons/spans.ts";
import { partOfRows } from "./figures/counts.ts";
import { readListedWith } from "./schema/listed.ts";
import { readSchema } from "./schema/schema.ts";

/** "show", "which", "when": what follows is asked for. */
export function readLead(reader: Reader, item: CueItem<"command" | "question">): Part {
  const ofThem = partOfRows(reader);
  if (ofThem !== null) return ofThem;
  const { items, at } = reader;
  const text = item.text.toLowerCase();
  const isFirst = at === 0;
  if (isOwnReports(reader, text)) return { at: at + 1, lost: [text] };
  // "how clean are the rooms", where something else is called clean
  if (text === "how" && items[at + 1]?.kind === "value")
    return { at: at + 2, lost: [`how ${items[at + 1]?.text ?? ""}`] };
  // "In which years …": what is asked for, as well.
  const isPlaced = isCue(items[at - 1], "preposition") && (at === 1 || isCue(items[at - 2], "end"));
  const opens =
    isFirst || isPlaced || item.cue.is === "command" || isCue(items[at - 1], "end", "comma", "and", "command");
  return {
    at: at + 1,
    set: {
      ...(text === "compare" ? { versus: true } : {}),
      ...(isFirst && text.startsWith("when") ? { when: true } : {}),
    },
    outputs: isFirst && text === "where" ? [{ kind: "hint", hint: "place", fn: null, at: 0 }] : [],
    state: opens ? { zone: "focus", negated: false } : { zone: "modifier" },
  };
}

/** "Mira Holt's reports": people, and nothing that is to be reported. */
const isOwnReports = ({ items, at }: Reader, text: string): boolean =>
  text === "report" && items[at - 1]?.kind === "value" && (at === items.length - 1 || isCue(items[at + 1], "end"));

/** The end of a sentence: nothing goes on. */
export function readEnd({ at }: Reader): Part {
  return {
    at: at + 1,
    state: { zone: "focus", negated: false, required: false, pending: null, loose: null, connector: null },
  };
}

/** "who", "with", "that have": a condition follows; "when" as the first word asks for a date. */
export function readRelative(reader: Reader, item: CueItem<"relative">): Part {
  const listed = readListedWith(reader);
  if (listed !== null) return listed;
  const { at, items, negated, sketch } = reader;
  // "who are not from Norway with orders", "without a piano that seat 10": what follows a value or a flag that is denied is a condition of its own.
  const last = sketch.filters.at(-1);
  const isFlag = last?.kind === "compare" && last.hint === "flag" && last.at === at - 1;
  const isOwn = negated && (items[at - 1]?.kind === "value" || isFlag);
  if (at > 0) return { at: at + 1, state: { required: true, zone: "modifier", ...(isOwn && { negated: false }) } };
  return item.text.toLowerCase() === "when"
    ? { at: at + 1, set: { when: true } }
    : { at: at + 1, state: { required: true } };
}

/** "in", "from", "for": a condition follows, unless it belongs to what is asked for ("the name of"). */
export function readPreposition(reader: Reader, { cue }: CueItem<"preposition">): Part {
  const { at, sketch } = reader;
  const found = cue.word === "from" ? readSpan(reader, at) : cue.word === "as" ? readSame(reader) : null;
  if (found !== null) return found;
  if (isFigureBeside(reader)) return { at: at + 1, set: { versus: true } };
  const restricts = cue.word !== "of" && cue.word !== "to" && sketch.outputs.length + sketch.tables.length > 0;
  const leads = cue.word === "for" && at === 0;
  return { at: at + 1, state: restricts || leads ? { zone: "modifier" } : {} };
}

/** "fees against target": two numbers side by side. */
function isFigureBeside({ at, items, sketch }: Reader): boolean {
  const [before, next] = [sketch.outputs.at(-1), schemaOf(items[at + 1])];
  if (!/^against$/i.test(items[at]?.text ?? "") || next === null || isTable(next) || !hasNumericColumn(next))
    return false;
  return before !== undefined && before.at === at - 1 && before.kind !== "hint";
}

/** "in the same town as Mira Holt": what another row has. */
function readSame({ items, tokens, at, sketch }: Reader): Part | null {
  const target = schemaOf(items[at - 1]);
  // "as the opera Tosca": what it is, before its name.
  const kind = schemaOf(items[at + 1]);
  const place = kind !== null && isTable(kind) ? at + 2 : at + 1;
  const other = items[place];
  if (target === null || other?.kind !== "value" || tokens[target.start - 1]?.lower !== "same") return null;
  return {
    at: place + 1,
    set: { tables: sketch.tables.filter(({ mention }) => mention !== target) },
    filters: [{ kind: "same", target, mention: other.mention }],
    state: { zone: "modifier" },
  };
}

/** "not", "never", "without": of what follows, or of the value just named. */
export function readNegation(reader: Reader, item: CueItem<"negation">): Part {
  const { at, items, sketch } = reader;
  const listed = valuesBefore(reader);
  if (listed > 0 && isSaidBefore(reader)) {
    const first = sketch.filters.length - listed;
    return {
      at: at + 1,
      set: { filters: sketch.filters.map((one, i) => (i < first ? one : { ...one, negated: true })) },
    };
  }
  // "except those without an order": those with one.
  if (reader.negated && isCue(items[at - 1], "except"))
    return { at: at + 1, state: { negated: false, required: true, zone: "modifier" } };
  return {
    at: at + 1,
    set: { negation: item.text.replace(/n t$/i, "n't") },
    state: { negated: true, required: true, ...(at > 0 ? { zone: "modifier" as const } : {}) },
  };
}

/** "except", "other than"; what is taken off a number leaves none of its rows out: "revenue minus rent". */
export function readExcept({ items, at }: Reader, item: CueItem<"except">): Part {
  const next = items[at + 1];
  const mention = schemaOf(next);
  const isNumber = isCue(next, "measure") || (mention !== null && !isTable(mention) && hasNumericColumn(mention));
  const isTakenOff = isNumber && /^minus$/i.test(item.text);
  if (isTakenOff) return { at: at + 1, lost: [`${item.text} ${next?.text ?? ""}`.trim()] };
  return { at: at + 1, state: { negated: true, zone: "modifier", connector: null } };
}

/** How many values were named right before, one after the other: "Lille and Ghent excluded". */
function valuesBefore({ at, sketch: { filters } }: Reader): number {
  let count = 0;
  for (let next = at; ; count++) {
    const one = filters.at(-1 - count);
    if (one?.kind !== "value" || (count > 0 && one.at !== next - 2)) return count;
    next = one.at;
  }
}

/** "products which Sony does not make": nothing follows that could be negated. */
function isSaidBefore({ items, at }: Reader): boolean {
  const rest = items.slice(at + 1);
  const end = rest.findIndex((item) => isCue(item, "end", "and", "comma"));
  const clause = end < 0 ? rest : rest.slice(0, end);
  return clause.every((item) => item.kind === "word" || isCue(item, "noise", "copula"));
}

/** "and": the condition goes on, its negation only where a value follows. */
export function readAnd({ items, at, negated }: Reader): Part {
  const next = items[at + 1];
  // "all but Ghent"
  if ((next?.kind === "value" || next?.kind === "date") && /^but$/i.test(items[at]?.text ?? ""))
    return { at: at + 1, state: { connector: null, negated: true, zone: "modifier" } };
  const keeps = isCue(next, "negation") || next?.kind === "value";
  return { at: at + 1, state: { connector: "and", negated: negated && keeps } };
}

/** A comma: like "and", but what waits for its comparison waits no more. */
export function readComma({ at, connector, sketch, zone }: Reader): Part {
  const asksAgain = sketch.outputs.length === 0 && zone === "modifier";
  return {
    at: at + 1,
    state: { connector: connector ?? "and", pending: null, ...(asksAgain ? { zone: "focus" as const } : {}) },
  };
}

/** "is missing", "unknown": the column that waits says nothing. */
export function readMissing({ at, items, pending }: Reader): Part {
  // "which rooms are empty": no column of theirs is.
  const isSaidOfRows = isCue(items[at - 1], "copula") && schemaOf(items[at - 2]) === pending;
  if (pending !== null && isTable(pending) && isSaidOfRows) return { at: at + 1, lost: [items[at]?.text ?? ""] };
  if (pending !== null) return { at: at + 1, filters: [{ kind: "missing", target: pending }] };
  // "empty classes": what they lack is not said.
  return { at: at + 1, lost: schemaOf(items[at + 1]) === null ? [] : [items[at]?.text ?? ""] };
}

/** "old", "long", "far" after "how": asks for the column such a word means. */
export function readHow(reader: Reader, item: CueItem<"how">): Part {
  const other = otherOf(item, 0.9);
  if (other !== null) return readSchema(reader, other);
  const { at, items } = reader;
  // "the enrollment size": said of the number itself.
  const before = schemaOf(items[at - 1]);
  if (before?.end === item.start && !isTable(before) && hasNumericColumn(before)) return { at: at + 1 };
  return { at: at + 1, outputs: [{ kind: "hint", hint: item.cue.hint, fn: null, at }] };
}

/** "bought", "purchased": somebody's orders, unless a table is called so. */
export function readBuying(reader: Reader, item: CueItem<"buying">): Part {
  const other = otherOf(item, 0.9);
  if (other !== null && isTable(other)) return readSchema(reader, other);
  const { at, negated, tokens } = reader;
  // "tours that need a ticket to buy": what may be done is not what was.
  if (tokens[item.start - 1]?.lower === "to" && /^(?:buy|purchase|order)$/i.test(item.text))
    return { at: at + 1, unknown: [{ text: item.text, capitalised: false, token: item.start }] };
  return { at: at + 1, set: { buying: { at, negated, sold: false } }, state: { required: false } };
}

/** A word without a meaning of its own, unless something in the data is called so. */
export function readNoise(reader: Reader, item: CueItem<"noise">): Part {
  const other = /ed$/i.test(item.text) ? null : otherOf(item, 0.9);
  return other === null ? { at: reader.at + 1 } : readSchema(reader, other);
}
