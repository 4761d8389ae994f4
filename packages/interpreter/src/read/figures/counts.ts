import type { Item } from "../../link/item.ts";
import { type Mention, mentionOf } from "../../link/mention.ts";
import { singular } from "../../language/words.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import { comparisonAt } from "../comparisons/comparison-at.ts";
import { counted } from "../comparisons/conditions.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import type { Reader } from "../reader.ts";
import { isCue, isTable, otherOf, past, schemaOf, schemaOrOther } from "../reader.ts";
import { readInside, readValue } from "../schema/values.ts";
import type { OutputWish } from "../sketch.ts";
import { readWord } from "../words.ts";
import { isState } from "../schema/states.ts";
import { figureOfEach } from "./implicit.ts";

/** "how many …", and what stands after it. */
interface Count {
  reader: Reader;
  start: number;
  distinct: boolean;
  at: number;
  item: Item | undefined;
}

/** "how many customers", "the number of different cities". */
export function readCount(reader: Reader): Part {
  const { items, at: start } = reader;
  const ofThem = partOfRows(reader);
  if (ofThem !== null) return ofThem;
  // "average rent per bedroom count": the number that rows are grouped by.
  const group = reader.sketch.groups.at(-1)?.mention;
  const isOfGroup = group !== undefined && !isTable(group) && group.end === items[start]?.start;
  if (isOfGroup && /^count$/i.test(items[start]?.text ?? "")) return { at: start + 1 };
  const compared = comparedCount(reader);
  if (compared !== null) return compared;
  let at = start + 1;
  let distinct = false;
  while (
    isCue(items[at], "distinct", "copula", "aggregate", "preposition") &&
    !(isCue(items[at], "aggregate") && schemaOrOther(items[at]) !== null)
  ) {
    if (isCue(items[at], "distinct")) distinct = true;
    at++;
  }
  const part = firstOf(countCases, { reader, start, distinct, at, item: items[at] }) ?? {
    at,
    outputs: [{ kind: "count" as const, mention: null, distinct, at: start }],
  };
  return together(figureOfEach(reader), part);
}

/** "categories with a count of more than 1": how many rows there must be of each. */
function comparedCount({ items, at }: Reader): Part | null {
  const found = isCue(items[at - 1], "relative") ? comparisonAt(items, at + 1) : null;
  if (found?.explicit !== true || found.operand.kind !== "number" || found.high !== null) return null;
  if (schemaOf(items[found.next]) !== null) return null;
  return {
    at: found.next,
    filters: [counted(null, found.operator, found.operand.value)],
    state: { zone: "modifier" },
  };
}

/** "and how many of them are open": a second figure, of the rows that what follows is true of. */
export function partOfRows({ items, tokens, at, sketch }: Reader): Part | null {
  const item = items[at];
  const words = tokens.slice(item?.end ?? 0, (item?.end ?? 0) + 2).map(({ lower }) => lower);
  const isAnd = isCue(items[at - 1], "and", "comma");
  if (
    item === undefined ||
    !isAnd ||
    sketch.part !== null ||
    sketch.superlatives.length > 0 ||
    !/^how (?:many|much)$/i.test(item.text)
  )
    return null;
  // "how many orders were placed in May and how many were cancelled": those that were, beside all of them.
  const isOfAll =
    /^(?:were|was|are) (?!(?:there|they|in|at|for|of|from|on|under|by|with)$)/.test(words.join(" ")) &&
    sketch.filters.every(({ kind }) => kind === "period");
  const isRows = isOfAll && sketch.outputs.length + sketch.tables.length > 0;
  const taken = /^of (?:it|that|them|those|these|which)$/.test(words.join(" ")) ? 2 : isRows ? 1 : 0;
  if (taken === 0) return null;
  let next = at + 1;
  while (next < items.length && (items[next]?.start ?? 0) < item.end + taken) next++;
  return {
    at: next,
    set: { part: { at, token: item.start } },
    state: { zone: "modifier", negated: false, required: false, pending: null, connector: null },
  };
}

/** What may be counted; rows of whatever the question speaks of where it is none of these. */
const countCases: Cases<Count> = [
  {
    name: "things sold",
    recognises: "a measure, which no table is called: “how many sales” counts the rows of such a table",
    example: "how many were sold",
    read({ reader, start, at, item }) {
      const other = otherOf(item, 0.95);
      if (!isCue(item, "measure") || (other !== null && isTable(other))) return null;
      // "how many sales offices": what is counted is something else, and means nothing here.
      const noun = reader.items[at + 1];
      const rows = schemaOf(noun);
      // "how many sales regions"
      if (rows !== null && isRows(rows) && /^sales$/i.test(item?.text ?? "") && rows.start === item?.end)
        return {
          at: at + 2,
          outputs: [{ kind: "count", mention: rows, distinct: false, at: start }],
          tables: [{ mention: rows, zone: "focus" }],
        };
      if (noun?.kind === "word" && noun.start === item?.end && !noun.capitalised)
        return { at: at + 2, lost: [`${item.text} ${noun.text}`] };
      return { at: at + 1, outputs: [{ kind: "measure", measure: "quantity", fn: null, at: start }] };
    },
  },
  {
    name: "two kinds",
    recognises: "a value without a noun, and a count of another one of the same column: a figure of each",
    example: "how many nurses and how many porters",
    read: readTwoKinds,
  },
  {
    name: "rows with a date",
    recognises: "what was done to rows, or when, named with their table: the rows are counted",
    example: "how many customers signed up in May, the number of films directed by each director",
    read({ reader, start, distinct, at, item }) {
      if (item?.kind !== "schema") return null;
      const column = item.mention.columns[0]?.column;
      const isDone = column?.isText === true && !column.isKey && /\s[a-z]+ed$/.test(item.mention.text);
      if (column?.isDate !== true && !isDone) return null;
      const [table] = item.mention.owners;
      if (table === undefined) return null;
      const mention: Mention = { ...item.mention, tables: [{ table, score: 1 }], columns: [] };
      const dated = { ...item.mention, owners: [] };
      return {
        at: at + 1,
        outputs: [{ kind: "count", mention, distinct, at: start }],
        tables: [{ mention, zone: "focus" }],
        ...(isState(reader, item.mention, at)
          ? { filters: [{ kind: "missing", target: dated, at, negated: true }] }
          : { state: { pending: dated } }),
      };
    },
  },
  {
    name: "those who do something",
    recognises: "what is done on a day, right before the rows that do it: what it says of them is not known",
    example: "how many paying customers",
    read({ reader, at, item }) {
      const [first, second] = [schemaOf(item), schemaOf(reader.items[at + 1])];
      const isDoing = first !== null && first.columns[0]?.column.isDate === true && /^[a-z]+ing$/i.test(first.text);
      const isOfRows = second !== null && isTable(second) && first?.end === second.start;
      return isDoing && isOfRows ? { at: at + 2, lost: [first.text] } : null;
    },
  },
  {
    name: "rows that have one",
    recognises: "what a key says that rows may have, before the rows: those that have one",
    example: "how many substitute lessons, where lessons may have a substitute",
    read: ({ reader, start, at, item }) => {
      const first = schemaOrOther(item);
      return first === null || item?.kind === "value" ? null : countedWithOne({ reader, start, at, first });
    },
  },
  {
    name: "things called by their kind",
    recognises: "several of a kind, before what others do with them: they are counted, and not those others",
    example: "how many sailboats did the members rent",
    read: readKindDone,
  },
  {
    name: "things",
    recognises: "a noun, perhaps after a value or a word that means nothing",
    example: "how many German customers",
    read: readCounted,
  },
];

function readTwoKinds({ reader: { items }, start, distinct, at, item }: Count): Part | null {
  const [first, second] = [
    item?.kind === "value" ? item : null,
    items.slice(at + 1).find(({ kind }) => kind === "value"),
  ];
  const place = second === undefined ? -1 : items.indexOf(second);
  const lead = isCue(items[place - 1], "preposition") ? place - 2 : place - 1;
  if (first === null || second?.kind !== "value" || !isCue(items[lead], "count")) return null;
  const between = items.slice(at + 1, lead);
  if (!between.every((one) => isCue(one, "and", "comma", "noise")) || schemaOf(items[place + 1]) !== null) return null;
  const columns = new Set([...first.mention.values, ...second.mention.values].map(({ column }) => column));
  const [column, ...others] = columns;
  if (column === undefined || others.length > 0) return null;
  const figure = ({ mention: only }: typeof first): OutputWish => {
    const rows = mentionOf({ ...only, values: [], columns: [], tables: [{ table: column.table, score: 1 }] });
    return { kind: "count", mention: rows, distinct, at: start, only };
  };
  return { at: place + 1, outputs: [figure(first), figure(second)] };
}

function readKindDone({ reader, start, distinct, at, item }: Count): Part | null {
  if (item?.kind !== "value") return null;
  const isHelped = helps(reader, item) && schemaOf(reader.items[at + 1]) !== null;
  if (!isHelped && !isDoneTo(reader, item, at)) return null;
  const [column, ...others] = new Set(item.mention.values.map((one) => one.column));
  const { text } = item.mention;
  if (column === undefined || others.length > 0 || singular(text) === text) return null;
  const rows = mentionOf({ ...item.mention, values: [], columns: [], tables: [{ table: column.table, score: 1 }] });
  const next = readInside(reader, at, () => readValue(reader, item.mention));
  return {
    at: Math.min(next, at + 1),
    outputs: [{ kind: "count", mention: rows, distinct, at: start }],
    tables: [{ mention: rows, zone: "focus" }],
    state: { required: false },
  };
}

const helps = ({ tokens }: Reader, { end }: Item): boolean => /^(?:did|do|does)$/.test(tokens[end]?.lower ?? "");

/** "how many dogs had an appointment", "… were treated": other rows that belong to them, or what was done to them. */
function isDoneTo({ items, tokens }: Reader, { kind, mention, end }: Item & { kind: "value" }, at: number): boolean {
  const [, lead] = /^(had|have|has|with|were|was|are|got)$/.exec(tokens[end]?.lower ?? "") ?? [];
  const deed = schemaOf(items[past(items, at + 1, "relative", "copula", "noise", "quantifier")]);
  const own = kind === "value" ? mention.values.map(({ column }) => column.table) : [];
  if (lead === undefined || deed === null || !isTable(deed)) return false;
  const isDeed = /^(?:were|was|are)$/.test(lead) ? /ed$/i.test(deed.text) : true;
  return isDeed && deed.tables.every(({ table, score }) => score < 0.9 || !own.includes(table));
}

function readCounted({ reader, start, distinct, at, item }: Count): Part | null {
  const { items } = reader;
  const isLed = item?.kind === "value" || item?.kind === "word";
  const first = schemaOrOther(items[isLed ? at + 1 : at]);
  if (first === null) return null;
  // "movie ratings": the last of two tables side by side is the noun.
  const second = isLed ? null : schemaOf(items[at + 1]);
  const isOne = singular(first.text) === first.text && !/ing$/i.test(first.text);
  const isPair = second !== null && isOne && isRows(first) && isRows(second) && first.end === second.start;
  const mention = isPair ? second : first;
  const led = isPair ? at + 1 : readLead(reader, at, item);
  // "how many high intensity classes last week": the value has taken its noun, and what follows is still to be read.
  const noun = isLed ? Math.min(led, at + 1) : led;
  const comparison = comparisonAt(items, noun + 1);
  if (reader.zone === "modifier" && comparison?.operand.kind === "number" && !isCue(items[start - 1], "and"))
    return { at: comparison.next, filters: [counted(mention, comparison.operator, comparison.operand.value)] };
  return {
    at: noun + 1,
    outputs: [{ kind: "count", mention, distinct, at: start }],
    tables: isTable(mention) ? [{ mention, zone: "focus" }] : [],
    state: { required: false },
  };
}

/** Rows that are counted where a key says what they have. */
function countedWithOne({
  reader,
  start,
  at,
  first,
}: Pick<Count, "reader" | "start" | "at"> & { first: Mention }): Part | null {
  const had = reader.zone === "focus" ? rowsWithOne(first, reader.items[at + 1]) : null;
  if (had === null) return null;
  return {
    at: had.next === first ? at + 1 : at + 2,
    outputs: [{ kind: "count", mention: had.rows, distinct: false, at: start }],
    tables: [{ mention: had.rows, zone: "focus" }],
    filters: [{ kind: "missing", target: { ...first, owners: [] }, at, negated: true }],
    state: { required: false },
  };
}

/** "substitute lessons", of lessons that may have a substitute: the lessons that have one. */
function rowsWithOne(first: Mention, item: Item | undefined): { rows: Mention; next: Mention } | null {
  const [link, ...others] = first.columns;
  const key = link?.column;
  if (key === undefined || others.length + first.tables.length > 0 || !key.isForeign || !key.source.nullable)
    return null;
  const [said = "", ...more] = first.text.toLowerCase().split(" ");
  if (said !== key.words.filter((word) => word !== "id").join(" ")) return null;
  const isOwn = more.length === 1 && first.owners.includes(key.table);
  const rows = isOwn ? { ...first, columns: [], owners: [], tables: [{ table: key.table, score: 1 }] } : schemaOf(item);
  if (rows === null || rows.tables[0]?.table !== key.table || !(isOwn || rows.start === first.end)) return null;
  return { rows, next: isOwn ? first : rows };
}

const isRows = (mention: Mention): boolean => isTable(mention) && (mention.tables[0]?.score ?? 0) >= 0.95;

/** Reads a value or a word before what is counted, and returns the place after it. */
function readLead(reader: Reader, at: number, item: Item | undefined): number {
  if (item?.kind === "value") return readInside(reader, at, () => readValue(reader, item.mention));
  return item?.kind === "word" ? readInside(reader, at, () => readWord(reader, item)) : at;
}
