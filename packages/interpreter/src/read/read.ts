import { yearBefore } from "../language/periods.ts";
import type { Period } from "../language/periods.ts";
import { aggregateSilently } from "./implicit.ts";
import type { Item } from "../link/item.ts";
import { readAggregate, readCount } from "./aggregates.ts";
import { readComparative, readComparison } from "./comparisons.ts";
import { groupsFollow, placeBucket, readBy, readGroup } from "./groups.ts";
import { readMeasure } from "./measures.ts";
import { readNumber } from "./numbers.ts";
import { readDirection, readOrder } from "./order.ts";
import { readSchema, readValue } from "./schema.ts";
import { readSuperlative } from "./superlatives.ts";
import { readWord } from "./words.ts";
import type { Reader } from "./reader.ts";
import { addFilter, bestScore, isCue, isTable, peek, schemaOf } from "./reader.ts";
import type { Token } from "../language/tokens.ts";
import { sayingsOf } from "./sayings.ts";
import type { Sketch } from "./sketch.ts";
import { withRoles } from "./unknown-words.ts";

/** Reads the items of a question from left to right and notes what is wished for. */
export function read(items: Item[], tokens: readonly Token[], now: Date): Sketch {
  const sketch: Sketch = {
    outputs: [],
    groups: [],
    filters: [],
    orders: [],
    superlatives: [],
    tables: [],
    distinct: false,
    everything: false,
    both: false,
    share: null,
    bucket: null,
    growth: false,
    running: false,
    whichBucket: false,
    when: false,
    buying: null,
    negation: null,
    strangeHead: false,
    versus: false,
    limit: null,
    offset: null,
    withLabel: false,
    showOrder: false,
    unknown: [],
    lost: [],
    today: now.toISOString().slice(0, 10),
    said: sayingsOf(tokens),
  };
  const reader: Reader = {
    items,
    tokens,
    at: 0,
    zone: "focus",
    negated: false,
    required: false,
    connector: null,
    pending: null,
    loose: null,
    sketch,
    readItem: () => readItem(reader),
    readSchema: (mention) => readSchema(reader, mention),
  };
  while (reader.at < items.length) {
    const before = reader.at;
    readItem(reader);
    if (reader.at === before) reader.at++;
  }
  const known = new Set(items.flatMap((item) => (item.kind === "schema" || item.kind === "value" ? [item.start] : [])));
  sketch.unknown = withRoles(sketch.unknown, tokens, (token) => known.has(token));
  return sketch;
}

export function readItem(reader: Reader): void {
  const item = peek(reader);
  if (item === undefined) return;
  switch (item.kind) {
    case "cue":
      return readCue(reader, item);
    case "schema":
      return readSchema(reader, item.mention);
    case "value":
      return readValue(reader, item.mention);
    case "number":
      return readNumber(reader, item);
    case "date":
      addFilter(reader, { kind: "period", period: meant(reader, item.period), target: reader.pending });
      reader.zone = "modifier";
      reader.at++;
      return;
    case "word":
      readWord(reader, item);
      return;
  }
}

/** "May compared with the same month last year": a year before the period just named. */
function meant(reader: Reader, period: Period): Period {
  const before = reader.sketch.filters.findLast((filter) => filter.kind === "period");
  return period.yearBefore === true && before?.kind === "period" ? yearBefore(before.period) : period;
}

/** "products which Sony does not make": nothing follows that could be negated. */
export function negatesWhatWasSaid(reader: Reader): boolean {
  const last = reader.sketch.filters.at(-1);
  if (last === undefined || last.kind !== "value") return false;
  for (let i = reader.at + 1; i < reader.items.length && !isCue(reader.items[i], "end", "and", "comma"); i++) {
    const item = reader.items[i];
    if (item?.kind !== "word" && !isCue(item, "noise", "copula")) return false;
  }
  last.negated = true;
  return true;
}

export function valueFollows(reader: Reader): boolean {
  return peek(reader, 1)?.kind === "value";
}

function readCue(reader: Reader, item: Item & { kind: "cue" }): void {
  const { cue } = item;
  const { sketch } = reader;
  switch (cue.is) {
    case "end":
      reader.zone = "focus";
      reader.negated = false;
      reader.required = false;
      reader.pending = null;
      reader.loose = null;
      reader.connector = null;
      break;
    case "command":
    case "question":
      if (item.text.toLowerCase() === "compare") sketch.versus = true;
      if (reader.at === 0 && item.text.toLowerCase() === "where")
        sketch.outputs.push({ kind: "hint", hint: "place", fn: null, at: 0 });
      if (reader.at === 0 && item.text.toLowerCase().startsWith("when")) sketch.when = true;
      if (reader.at === 0 || cue.is === "command" || isCue(peek(reader, -1), "end", "comma", "and")) {
        reader.zone = "focus";
        reader.negated = false;
      } else reader.zone = "modifier";
      break;
    case "count":
      return readCount(reader);
    case "aggregate":
      return readAggregate(reader, item);
    case "superlative":
    case "quantifier":
    case "common":
    case "top":
      return readSuperlative(reader, item);
    case "compare":
    case "between":
    case "pattern":
      return readComparison(reader, item);
    case "comparative":
      return readComparative(reader, item, cue.operator, cue.hint);
    case "group":
      return readGroup(reader);
    case "by":
      return readBy(reader);
    case "bucket":
      if (/^(per|by|each|every)\b/i.test(item.text)) aggregateSilently(reader);
      placeBucket(reader, cue.unit);
      if (groupsFollow(reader)) {
        reader.at++;
        return readGroup(reader);
      }
      break;
    case "order": {
      // "customers who never ordered", "customers who ordered": what they did, not how to sort.
      const did = item.text.toLowerCase() === "ordered" && item.other !== null && isTable(item.other);
      if (
        ((item.text.toLowerCase() === "ordered" && isCue(peek(reader, 1), "times", "compare", "end", "preposition")) ||
          (item.text.toLowerCase() === "ordered in" &&
            (peek(reader, 1)?.kind === "date" || peek(reader, 1)?.kind === "number"))) &&
        sketch.tables.length > 0 &&
        sketch.outputs.every((output) => output.kind === "count")
      ) {
        sketch.buying = { at: reader.at, negated: reader.negated, sold: false };
        reader.zone = "modifier";
        break;
      }
      if (did && item.other !== null && (reader.negated || isCue(peek(reader, -1), "relative", "question")))
        return readSchema(reader, item.other);
      // "Sort the names in order of …": what is sorted stands first.
      if (/^(sort|rank|order|arrange)$/i.test(item.text) && (reader.at === 0 || isCue(peek(reader, -1), "end"))) {
        const rest = reader.items.slice(reader.at + 1);
        const end = rest.findIndex((later) => isCue(later, "end"));
        const clause = end < 0 ? rest : rest.slice(0, end);
        if (schemaOf(clause[0]) !== null && clause.some((later) => isCue(later, "order", "by", "direction"))) break;
      }
      return readOrder(reader);
    }
    case "direction":
      readDirection(reader, cue.direction);
      return;
    case "negation":
      if (negatesWhatWasSaid(reader)) break;
      sketch.negation = item.text;
      reader.negated = true;
      reader.required = true;
      if (reader.at > 0) reader.zone = "modifier";
      break;
    case "except":
      reader.negated = true;
      reader.zone = "modifier";
      reader.connector = null;
      break;
    case "distinct":
      sketch.distinct = true;
      break;
    case "relative":
      if (reader.at === 0 && item.text.toLowerCase() === "when") {
        sketch.when = true;
        break;
      }
      reader.required = true;
      if (reader.at > 0) reader.zone = "modifier";
      break;
    case "preposition":
      if (cue.word !== "of" && cue.word !== "to" && sketch.outputs.length + sketch.tables.length > 0)
        reader.zone = "modifier";
      if (cue.word === "for" && reader.at === 0) reader.zone = "modifier";
      break;
    case "named":
      reader.zone = "modifier";
      break;
    case "and":
      reader.connector = "and";
      if (!isCue(peek(reader, 1), "negation")) reader.negated = reader.negated && valueFollows(reader);
      break;
    case "comma":
      if (reader.connector === null) reader.connector = "and";
      if (reader.sketch.outputs.length === 0 && reader.zone === "modifier") reader.zone = "focus";
      reader.pending = null;
      break;
    case "or":
      reader.connector = "or";
      break;
    case "both":
      sketch.both = true;
      break;
    case "missing":
      if (reader.pending !== null) addFilter(reader, { kind: "missing", target: reader.pending });
      break;
    case "share":
      sketch.share = { percent: cue.percent, at: reader.at };
      break;
    case "everything":
      sketch.everything = true;
      break;
    case "growth":
      sketch.growth = true;
      break;
    case "running":
      sketch.running = true;
      break;
    case "versus":
      sketch.versus = true;
      break;
    case "measure":
      return readMeasure(reader, item);
    case "times":
      if (cue.count > 0) addFilter(reader, { kind: "count", mention: null, operator: "=", number: cue.count });
      break;
    case "noise":
      if (!/ed$/i.test(item.text) && item.other !== null && bestScore(item.other) >= 0.9)
        return readSchema(reader, item.other);
      break;
    case "buying":
      if (item.other !== null && bestScore(item.other) >= 0.9 && isTable(item.other))
        return readSchema(reader, item.other);
      sketch.buying = { at: reader.at, negated: reader.negated, sold: false };
      reader.required = false;
      break;
    case "how":
      if (item.other !== null && bestScore(item.other) >= 0.9) return readSchema(reader, item.other);
      sketch.outputs.push({ kind: "hint", hint: cue.hint, fn: null, at: reader.at });
      break;
    case "ordinal":
      sketch.offset = cue.place - 1;
      break;
    case "adjective":
    case "or_more":
    case "or_less":
    case "possessive":
    case "copula":
      break;
  }
  reader.at++;
}
