import type { CatalogColumn } from "../../catalog/catalog.ts";
import type { CatalogTable } from "../../catalog/catalog.ts";
import { stem } from "../../language/inflection.ts";
import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import type { ReadComparison } from "../comparisons/comparison-at.ts";
import { comparisonAt } from "../comparisons/comparison-at.ts";
import { conditionOf } from "../comparisons/conditions.ts";
import { readColumnAgainstRows } from "../comparisons/rows.ts";
import { countAmongFigures, kindAmongFigures } from "../figures/among-figures.ts";
import { moneyOf, summedUp } from "../figures/implicit.ts";
import type { Part } from "../part.ts";
import { together } from "../part.ts";
import type { Reader } from "../reader.ts";
import { isCue, isEnd, isTable, schemaOf } from "../reader.ts";
import { isListedBeside, isShownBeside } from "./beside.ts";
import { readColumn } from "./columns.ts";
import { ownersOf } from "./named.ts";
import { holdsOnlyTexts, isDeed } from "./texts.ts";
import { isFlag } from "./flags.ts";
import { readHolders } from "./holders.ts";
import { IN_THE_PAST, isDeedAlone, isDone, isDoneByUs, isDoneTo, readDone } from "./done.ts";

/** A table is no more than like its name up to this likeness. */
const HALF_SAID = 0.6;

/** Words of the schema, and where they stand. */
interface Named {
  reader: Reader;
  mention: Mention;
  start: number;
  next: Item | undefined;
}

/** A table or a column that is named: told of, shown, compared, or kept for what follows. */
export function readSchema(reader: Reader, given: Mention): Part {
  const mention = flagOfRows(reader, namedBefore(reader, columnOfOwner(reader, given)));
  const { at: start, items } = reader;
  return firstOf(schemaCases, { reader, mention, start, next: items[start + 1] }) ?? readColumn(reader, mention);
}

/** From what other words already said of it, through tables, to columns that are compared; a column alone is none of these. */
const schemaCases: Cases<Named> = [
  {
    name: "summed up",
    recognises: "a word for a total right after the name of a number",
    example: "salary cost",
    read: ({ reader, mention }) => summedUp(reader, mention.text, mention.start),
  },
  {
    name: "holders of a role",
    recognises: "a key's name after “who are”, or what they do to others",
    example: "employees who are managers, who manage others",
    read: ({ reader, mention, start }) => readHolders(reader, mention, start),
  },
  {
    name: "column among columns",
    recognises: "a word that names a table and a column, in a list of columns",
    example: "the season, the player and the score",
    read: ({ reader, mention }) => (isListed(reader, mention) ? readColumn(reader, mention) : null),
  },
  {
    name: "the number told",
    recognises: "“the number” in a sentence of its own, after how many there are",
    example: "How many rooms does each inn have? List the number and the inn.",
    read({ reader, mention, start }) {
      const { items, sketch } = reader;
      const isLater = items.slice(0, start).some((item) => isCue(item, "end"));
      if (!/^(?:number|count)$/i.test(mention.text) || !isLater) return null;
      return sketch.outputs.some(({ kind }) => kind === "count") ? { at: start + 1 } : null;
    },
  },
  {
    name: "table before its noun",
    recognises: "two tables side by side after “which”: the last is the noun",
    example: "which product category",
    read({ reader, mention, start, next }) {
      const noun = schemaOf(next);
      const isAsked = /^(which|what)$/.test(reader.tokens[mention.start - 1]?.lower ?? "");
      // "which hotel employs": a verb is no noun, although employees are a table.
      const isNoun =
        noun !== null && isTable(noun) && (noun.tables[0]?.score ?? 0) > HALF_SAID && !IN_THE_PAST.test(noun.text);
      // "which customer orders most often", "which plant pauses the most": what each does.
      const isVerb = noun?.text.endsWith("s") === true && isCue(reader.items[start + 2], "common", "quantifier");
      const isBefore = isTable(mention) && isNoun && !isVerb && noun.start === mention.end;
      return isAsked && isBefore ? { at: start + 1 } : null;
    },
  },
  {
    name: "table",
    recognises: "words that name a table rather than a column",
    example: "customers",
    read: (named) => (isRows(named.mention) && !isOwnedColumn(named) ? readTable(named) : null),
  },
  {
    name: "name beside",
    recognises: "“with” and the name of rows of another kind: it is shown beside those that are listed",
    example: "open orders with customer name",
    read({ reader, mention, start }) {
      const previous = reader.items[start - 1];
      const owner = mention.owners.find(({ isView, label }) => !isView && label.length > 0);
      const isBesides = /^with(?: the)?$/i.test(previous?.text ?? "") && / names?$/i.test(mention.text);
      if (!isBesides || owner === undefined || reader.negated || !isEnd(reader.items[start + 1])) return null;
      if (reader.sketch.tables.length === 0 || reader.sketch.outputs.length > 0) return null;
      const named = { ...mention, columns: [], tables: [{ table: owner, score: 1 }], owners: [] };
      return { at: start + 1, tables: [{ mention: named, beside: true }], state: { required: false } };
    },
  },
  {
    name: "names of a column",
    recognises: "“names of” before a text column that is no table's name",
    example: "names of studios, where a studio is a column",
    read({ reader, mention, start, next }) {
      if (!/^names?$/i.test(mention.text) || !isCue(next, "preposition") || next?.text.toLowerCase() !== "of")
        return null;
      const noun = schemaOf(reader.items[start + 2]);
      const link = noun?.columns[0];
      if (noun === null || isTable(noun) || link === undefined || link.score < 0.95) return null;
      return link.column.isText && !link.column.table.label.includes(link.column) ? { at: start + 2 } : null;
    },
  },
  {
    name: "compared with rows",
    recognises: "a column, and a comparison with rows of their own",
    example: "trees whose height is above that of every tree of the north garden",
    read({ reader, mention }) {
      const part = readColumnAgainstRows(reader, mention);
      return part === null ? null : together({ tables: ownersOf(mention) }, part);
    },
  },
  {
    name: "done at a date",
    recognises: "a verb that is the name of a date: it restricts or ranks, and is not shown",
    example: "invoices issued in May",
    read: (named) =>
      isDone(named.reader, named.mention) || isDoneByUs(named.reader, named.mention) ? readDone(named) : null,
  },
  {
    name: "column before another's value",
    recognises: "a value right after the column which the column cannot hold",
    example: "the majors of female students",
    read({ reader, mention, start }) {
      const found = comparisonAt(reader.items, start + 1);
      const isForeign = found !== null && !found.explicit && isForeignValue(mention, found, reader);
      return isForeign ? readColumn(reader, mention) : null;
    },
  },
  {
    name: "compared column",
    recognises: "a column and its comparison",
    example: "whose age is above 20",
    read({ reader, mention, start }) {
      const found = comparisonAt(reader.items, start + 1);
      if (found === null || !belongsTo(reader, mention, found) || isAmountInYear(reader, mention, found)) return null;
      const condition = conditionOf(reader, mention, found);
      // "with status cancelled or active": the column goes on for the next value.
      const isDenied = found.operator === "!=" || reader.negated || found.negated ? { negated: true } : {};
      const state = { ...condition.state, ...(isListGoingOn(reader, found) && { pending: mention, ...isDenied }) };
      return together({ tables: ownersOf(mention) }, { ...condition, state, at: found.next });
    },
  },
];

/** "cancelled or active": a value, and another one of the same column. */
function isListGoingOn({ items }: Reader, { operand, operator, next }: ReadComparison): boolean {
  const [before, after] = [operand.kind === "text" ? operand.mention : null, items[next + 1]];
  if ((operator !== "=" && operator !== "!=") || before === null || after?.kind !== "value") return false;
  const columns = new Set(before.values.map(({ column }) => column));
  return isCue(items[next], "or", "and", "comma") && after.mention.values.some(({ column }) => columns.has(column));
}

/** "order total 2024": the amounts of that year, and none of just so much. */
function isAmountInYear({ items }: Reader, { columns: [best] }: Mention, found: ReadComparison): boolean {
  const { explicit, operand, next } = found;
  const isYear = !explicit && operand.kind === "number" && operand.year !== null && isEnd(items[next]);
  if (!isYear || best === undefined || best.column.isKey || best.column.isYear) return false;
  return /^(?:totals?|amounts?|revenue|costs?|sales|income|turnover|profit|spend|spending)$/.test(
    best.column.words.at(-1) ?? "",
  );
}

/** True when the words name rows; a column of exactly that name goes before a table that is called so in part. */
function isRows(mention: Mention): boolean {
  return isTable(mention) && !(mention.columns[0]?.score === 1 && (mention.tables[0]?.score ?? 0) < 1);
}

/** "the allergies and their types": a column of what was named, rather than a table that is called so in part. */
const isOwnedColumn = ({ reader, mention, start }: Named): boolean =>
  /\b(?:their|its|his|her)$/i.test(reader.items[start - 1]?.text ?? "") &&
  reader.sketch.outputs.length > 0 &&
  (mention.tables[0]?.score ?? 0) < 0.9 &&
  (mention.columns[0]?.score ?? 0) >= 0.5;

/** "product 'X'", "the club named X": a value may follow that belongs to this table. */
function readTable({ reader, mention, start }: Named): Part {
  // "all the customer information": whole rows.
  const isWhole =
    reader.zone === "focus" &&
    reader.sketch.outputs.length === 0 &&
    /^(information|info|data)$/.test(reader.tokens[mention.end]?.lower ?? "");
  const counted = countAmongFigures(reader, mention);
  const part: Part = {
    at: start + 1,
    set: { ...(isWhole && { everything: true }), ...counted.set },
    outputs: [...moneyOf(reader, mention), ...counted.outputs],
    lost: kindAmongFigures(reader, mention, counted),
    tables: [
      {
        mention,
        beside: isShownBeside(reader, mention, start),
        ...(isDeedAlone(reader, mention) ? { required: true } : {}),
        ...(isDoneTo(reader, mention, start) ? { required: true, zone: "modifier" } : {}),
        ...(isListedBeside(reader, start) ? { listed: true } : {}),
      },
    ],
    state: { required: false },
  };
  const against = readColumnAgainstRows(reader, mention);
  if (against !== null) return together(part, against);
  const found = comparisonAt(reader.items, start + 1);
  const hasColumn = mention.columns.length > 0 && !isFlag(mention);
  // "songs in albums under label X": no text is less than another.
  const isText = found?.operand.kind === "column" && holdsOnlyTexts(found.operand.mention);
  if (found?.explicit === true && hasColumn && reader.zone === "modifier" && found.operand.kind !== "text" && !isText)
    return together(part, { ...conditionOf(reader, mention, found), at: found.next });
  return hasColumn ? together(part, { state: { pending: mention } }) : part;
}

/** "a studio whose name contains …": the name is the studio's, and the studio is a column. */
function namedBefore(reader: Reader, mention: Mention): Mention {
  const owner = schemaOf(reader.items[reader.at - 2]);
  const isWhose = reader.items[reader.at - 1]?.text.toLowerCase() === "whose";
  if (!/^names?$/i.test(mention.text) || owner === null || !isWhose) return mention;
  const column = owner.columns[0];
  // "play authors whose name …": the authors, which are said last
  const isLast = column?.column.essential.at(-1) === stem(owner.text.split(" ").at(-1) ?? "");
  if ((owner.owners.length > 0 && !isLast) || owner.text.includes(" of ")) return mention;
  return !isTable(owner) && column !== undefined && column.score >= 0.95 && column.column.isText ? owner : mention;
}

/** "members whose address …": the column of the rows just named, rather than the table that is called so, too. */
function columnOfOwner({ items, at }: Reader, mention: Mention): Mention {
  const owner = schemaOf(items[at - 2]);
  if (items[at - 1]?.text.toLowerCase() !== "whose" || owner === null || !isTable(mention)) return mention;
  const rows = new Set([...owner.owners, ...owner.tables.map(({ table }) => table)]);
  const columns = mention.columns.filter(
    ({ column, score }) =>
      score >= 0.95 && !column.isKey && rows.has(column.table) && !isTableOf(mention, column.table),
  );
  return columns.length === 0 ? mention : { ...mention, tables: [], columns };
}

/** "repairs that are not paid", of which a flag says so: theirs, rather than the day on which fines are paid. */
function flagOfRows({ items, at }: Reader, mention: Mention): Mention {
  const rows = schemaOf(items[at - 2]);
  const [best] = mention.columns;
  if (rows === null || best === undefined || !isCue(items[at - 1], "negation", "relative", "copula")) return mention;
  const own = rows.tables[0]?.table ?? rows.columns[0]?.column.table;
  if (best.column.table === own) return mention;
  const flag = mention.columns.find(
    ({ column, score }) => column.isFlag && column.table === own && score >= best.score,
  );
  return flag === undefined ? mention : { ...mention, columns: [flag] };
}

const isTableOf = (mention: Mention, table: CatalogTable): boolean =>
  mention.tables.some((link) => link.table === table && link.score >= 0.9);

/** "the season, the player and the score": a word that names a table and a column, among columns. */
function isListed(reader: Reader, mention: Mention): boolean {
  const { items, at } = reader;
  if (reader.zone !== "focus" || !isTable(mention) || (mention.columns[0]?.score ?? 0) < 0.95) return false;
  if (!mention.columns.some((link) => link.score >= 0.95 && link.column.table !== mention.tables[0]?.table))
    return false;
  const isColumn = (item: Item | undefined) => item?.kind === "schema" && !isTable(item.mention);
  if (isListedOf(reader, mention)) return true;
  const after = isCue(items[at + 1], "and", "comma") && isColumn(items[at + (isCue(items[at + 2], "and") ? 3 : 2)]);
  const before =
    isCue(items[at - 1], "and", "comma") &&
    isColumn(items[at - (isCue(items[at - 2], "comma") ? 3 : 2)]) &&
    reader.sketch.outputs.at(-1)?.kind === "column";
  return after || before;
}

/** "the brands and suppliers of all items", where an item has a column for each, and each is a table, too. */
function isListedOf({ items, at }: Reader, mention: Mention): boolean {
  const holders = (one: Mention) => one.columns.flatMap(({ column, score }) => (score >= 0.95 ? [column.table] : []));
  let end = at;
  while (items[end]?.kind === "schema" || isCue(items[end], "and", "comma")) end++;
  const isOf = isCue(items[end], "preposition", "group") && /^(?:of|for)\b/i.test(items[end]?.text ?? "");
  const rows = isOf ? schemaOf(items[end + 1])?.tables[0]?.table : undefined;
  const owner = rows ?? schemaOf(items[end - 1])?.owners[0];
  let start = at;
  while (items[start - 1]?.kind === "schema" || isCue(items[start - 1], "and", "comma")) start--;
  const listed = items.slice(start, end).flatMap((item) => schemaOf(item) ?? []);
  return (
    owner !== undefined &&
    listed.length > 1 &&
    listed.includes(mention) &&
    listed.every((one) => holders(one).includes(owner))
  );
}

/** "the majors of female students": the value does not belong to the column before it. */
function isForeignValue(mention: Mention, found: ReadComparison, reader: Reader): boolean {
  if (found.operand.kind !== "text" || found.missing || found.pattern !== null) return false;
  const value = found.operand.mention;
  const named = mention.columns[0]?.column;
  // "the email of Leo Brown": a name that was not seen yet is not an e-mail address.
  if (value !== null && value.values.length === 0 && named !== undefined && !named.table.label.includes(named))
    return (
      // "the price of the boats named 'Dawn'": the boats are called so.
      (isCue(reader.items[reader.at + 1], "named") && (mention.owners.length > 0 || !named.isText)) ||
      (/^(of|for)$/.test(reader.tokens[value.start - 1]?.lower ?? "") && reader.tokens[value.start]?.kind !== "quoted")
    );
  if (value === null || value.values.length === 0) return reader.zone === "focus" && value === null;
  // "the state code of Virginia": the state is what has the code, and not what is asked for.
  const [, asked] = /\b(code|id|number|abbreviation)s?$/i.exec(mention.text) ?? [];
  const isCalled = ({ words }: CatalogColumn) => asked === undefined || words.at(-1) === asked.toLowerCase();
  const isAny = !mention.columns.some(({ column }) => isCalled(column));
  return !value.values.some((link) =>
    mention.columns.some(({ column, score }) => column === link.column && score >= 0.4 && (isAny || isCalled(column))),
  );
}

/** A text has no age, and in "the ids of products costing more than 20" the ids have no price. */
function isNoMeasure(mention: Mention, hint: string): boolean {
  const column = mention.columns[0]?.column;
  return column?.isText === true || (column?.isKey === true && hint !== "date" && !isTable(mention));
}

/** True where a comparison belongs to the column it follows. */
function belongsTo(reader: Reader, mention: Mention, found: ReadComparison): boolean {
  // "discounted bookings over 100": what only holds or does not is no more than 100.
  if (isFlag(mention) && found.operand.kind === "number" && found.operand.value > 1) return false;
  if (countsTable(reader, found) || countsRows(reader, mention, found)) return false;
  // "the names of pilots older than 30": a text has no age.
  if (found.explicit && found.hint !== null && isNoMeasure(mention, found.hint)) return false;
  if (reader.zone === "modifier" || found.explicit || found.operand.kind === "text") return true;
  if (isYearSaidLast(reader, mention, found)) return false;
  const { items, at } = reader;
  const isAdjacent = found.next === at + 2 || (found.next === at + 3 && /^either$/i.test(items[at + 1]?.text ?? ""));
  return (
    found.operand.kind === "number" &&
    isAdjacent &&
    mention.columns.some((link) => link.column.isKey || link.column.isNumber)
  );
}

/** "monthly cost 2025": the year of what is asked for, and no amount. */
function isYearSaidLast({ items }: Reader, mention: Mention, { operand, next }: ReadComparison): boolean {
  const column = mention.columns[0]?.column;
  const isAmount = column?.isNumber === true && !column.isKey && !column.isForeign && !column.isYear;
  return operand.kind === "number" && operand.year !== null && isAmount && (next >= items.length || isEnd(items[next]));
}

/** "advisors advising more than 2 students": the number counts what follows it. */
function countsTable(reader: Reader, found: ReadComparison): boolean {
  const after = schemaOf(reader.items[found.next]);
  return found.operand.kind === "number" && after !== null && isTable(after) && (after.tables[0]?.score ?? 0) >= 0.9;
}

/** "channels used less than 5 times", "towns that hosted more than one fair": no text is compared with a number of rows. */
function countsRows({ items }: Reader, mention: Mention, { operand, next }: ReadComparison): boolean {
  if (operand.kind !== "number" || !holdsOnlyTexts(mention)) return false;
  return isCue(items[next], "times") || (isDeed(mention) && schemaOf(items[next]) !== null);
}
