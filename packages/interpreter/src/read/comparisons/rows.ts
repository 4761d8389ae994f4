import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { Token } from "../../language/tokens.ts";
import type { Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { cueOf, hasMeasured, isCue, isEnd, isTable, past, schemaOf, schemaOrOther } from "../reader.ts";
import type { ReadRows, RowsPhrase } from "../rows-phrase.ts";
import type { Operand } from "../sketch.ts";
import { compared } from "./conditions.ts";
import { functionOf } from "./operand-at.ts";

/** All phrases for rows inside comparisons, in the order of the question. */
export function rowsPhrases(items: readonly Item[], tokens: readonly Token[]): RowsPhrase[] {
  const found: RowsPhrase[] = [];
  for (let at = 0; at < items.length; at = Math.max(at + 1, found.at(-1)?.to ?? 0)) {
    const phrase = phraseAt(items, at, tokens);
    if (phrase !== null) found.push(phrase);
  }
  return found;
}

/** What is said of the rows. */
export const rowsItems = (
  items: readonly Item[],
  { owner, from, to }: Pick<RowsPhrase, "owner" | "from" | "to">,
): Item[] => [...(owner === null ? [] : [owner]), ...items.slice(from, to)];

function phraseAt(items: readonly Item[], start: number, tokens: readonly Token[]): RowsPhrase | null {
  const lead = leadAt(items, start);
  if (lead === null) return null;
  const { next: after, hint, ...word } = lead;
  const between = tokens.slice(items[after - 1]?.end ?? 0, items[after]?.start ?? 0);
  const { quantifier, next } = quantifierAt(items, after, between);
  const figure = figureAt(items, next);
  const ranked = cueOf(items[next]);
  const from = figure.next;
  const to = endOf(items, from);
  const { fn, column, owner } = figure;
  if (to === from || !isRows(rowsItems(items, { owner, from, to }), quantifier !== null, figure)) return null;
  const hinted = hint ?? (ranked?.is === "superlative" ? ranked.hint : null);
  return { ...word, start, hint: hinted, quantifier, fn, column, owner, from, to };
}

/** The comparing word, with the column that follows it where it is "higher", and the place after both. */
function leadAt(
  items: readonly Item[],
  start: number,
): (Pick<RowsPhrase, "operator" | "hint" | "named"> & { next: number }) | null {
  const cue = cueOf(items[start]);
  if (cue?.is !== "compare" && cue?.is !== "comparative") return null;
  const { operator, hint } = cue;
  if (operator === "=" || operator === "!=") return null;
  if (cue.is === "compare") return { operator, hint, named: null, next: pastThatOf(items, start + 1) };
  const named = schemaOrOther(items[start + 1]);
  return named === null ? null : { operator, hint, named, next: pastThatOf(items, start + 2) };
}

/** "that of", "those of": the same of what follows. */
function pastThatOf(items: readonly Item[], at: number): number {
  if (!/^(that|those)$/i.test(items[at]?.text ?? "")) return at;
  const next = items[at + 1];
  if (isCue(next, "group")) return at + 1;
  return isCue(next, "preposition") && next?.text.toLowerCase() === "of" ? at + 2 : at;
}

/** "every", "any of the", "all": each of the rows; "some", "at least one": one of them is enough. */
function quantifierAt(
  items: readonly Item[],
  at: number,
  between: readonly Token[],
): Pick<RowsPhrase, "quantifier"> & { next: number } {
  const said = between.find(({ lower }) => /^(all|any|every|each|some)$/.test(lower))?.lower;
  if (said !== undefined)
    return { quantifier: said === "some" ? "some" : "every", next: past(items, at, "preposition", "possessive") };
  const item = items[at];
  if (isCue(item, "group") && /^(of )?(every|each)( of( the)?)?$/i.test(item?.text ?? ""))
    return { quantifier: "every", next: at + 1 };
  const one = items[at + 1];
  const isOne = one?.kind === "number" && one.value === 1;
  return isOne && isCue(item, "compare") && item?.text.toLowerCase() === "at least"
    ? { quantifier: "some", next: past(items, at + 2, "preposition") }
    : { quantifier: null, next: at };
}

type Figure = Pick<RowsPhrase, "fn" | "column" | "owner"> & { next: number };

/** "the average price of", "the oldest", "salaries of": the figure of the rows that follow. */
function figureAt(items: readonly Item[], at: number): Figure {
  const fn = functionOf(cueOf(items[at]));
  const noun = fn === null ? at : at + 1;
  const none: Figure = { fn, column: null, owner: null, next: noun };
  const column = schemaOrOther(items[noun]);
  if (column === null || isTable(column) || !hasMeasured(column)) return none;
  const joint = cueOf(items[noun + 1]);
  if (joint?.is === "preposition" && /^(of|for|among)$/.test(joint.word))
    return { fn, column, owner: null, next: noun + 2 };
  // "the average wage of the cooks in Oslo", where wage and cooks were read as one name.
  const owner = fn === null ? null : ownerItem(items[noun], column);
  if (owner !== null && joint?.is === "preposition") return { fn, column, owner, next: noun + 1 };
  // "the highest earning employee"
  return fn !== null && schemaOf(items[noun + 1]) !== null ? { fn, column, owner: null, next: noun + 1 } : none;
}

/** The rows that a column was named together with, as an item of their own. */
function ownerItem(item: Item | undefined, { owners, columns }: Mention): Item | null {
  const owner = owners.find((table) => table === columns[0]?.column.table);
  if (item?.kind !== "schema" || owner === undefined) return null;
  return { ...item, mention: { ...item.mention, columns: [], tables: [{ table: owner, score: 1 }] } };
}

/** Where the words for the rows end: at the end of the clause, or where the outer one goes on. */
function endOf(items: readonly Item[], from: number): number {
  let at = from;
  while (!isEnd(items[at]) && !isCue(items[at], "order", "direction", "bucket", "comma", "command", "group")) {
    const next = items[at + 1];
    const goesOn = next?.kind === "value" || next?.kind === "number" || next?.kind === "date";
    if (isCue(items[at], "and", "or") && !goesOn) break;
    at++;
  }
  return at;
}

/** True where the words tell rows, not a bare column or number: a table or a value, with what restricts it. */
function isRows(items: readonly Item[], quantified: boolean, { fn, column }: Figure): boolean {
  const [first] = items;
  const isNamed =
    first?.kind === "value" && !first.mention.quoted && first.mention.values.some((link) => link.column.isText);
  const isOf = first?.kind === "schema" && (isTable(first.mention) || first.mention.owners.length > 0);
  if (quantified) return items.some((item) => item.kind === "value") || isOf;
  if (fn === null && column === null) return (isNamed && items.length <= 2) || isOneByKey(items);
  const isRestricted = items.some((item) => item.kind === "value" || item.kind === "number" || item.kind === "date");
  return (isNamed || isOf) && isRestricted;
}

/** "more than the employee with id 163", "than employee 163": one of the rows, by the number that it has for a key. */
function isOneByKey([first, ...rest]: readonly Item[]): boolean {
  const named = schemaOf(first);
  if (named === null || rest.at(-1)?.kind !== "number" || rest.length > 4) return false;
  // What was said as "employee 163" is the number of an employee by now.
  return isKey(first) ? rest.length === 1 : isTable(named) && rest.some(isKey);
}

function isKey(item: Item | undefined): boolean {
  const named = schemaOf(item);
  return (
    named !== null && !isTable(named) && named.columns.some(({ column, score }) => column.isPrimary && score >= 0.9)
  );
}

/** "taller than every tree of the north garden": the column that waits is compared with that of other rows. */
export function readAgainstRows(reader: Reader): Part | null {
  const found = reader.nested.get(reader.at);
  if (found === undefined) return null;
  const { pending } = reader;
  const waiting = pending !== null && isTable(pending) && !hasMeasured(pending) ? null : pending;
  const target = found.named ?? waiting ?? found.column;
  return mayBeCompared(target, found) ? againstRows(target, found) : null;
}

/** "whose age is above that of every tree": like that, right after the column; null where no such rows follow. */
export function readColumnAgainstRows(reader: Reader, mention: Mention): Part | null {
  const place = past(reader.items, reader.at + 1, "copula");
  // "with a height of at least the average height of the oaks in that park"
  const isOf = isCue(reader.items[place], "preposition") && reader.items[place]?.text.toLowerCase() === "of";
  const found = reader.nested.get(isOf ? place + 1 : place);
  if (found === undefined || found.named !== null || !hasMeasured(mention)) return null;
  return againstRows(mention, found);
}

function againstRows(target: Mention | null, found: ReadRows): Part {
  const { quantifier, fn, column, rows } = found;
  const operand: Operand = { kind: "rows", quantifier: quantifier ?? "every", fn, column, rows };
  return {
    at: found.to,
    filters: [compared(target, found.operator, operand, { hint: found.hint })],
    unknown: rows.unknown,
    lost: rows.lost,
    state: { zone: "modifier" },
  };
}

/** A name alone is compared only by a number or a day: "longer than Blue Train". */
function mayBeCompared(target: Mention | null, { hint, from, to, fn, quantifier, rows }: ReadRows): boolean {
  if (target !== null) return hasMeasured(target);
  return hint !== null || fn !== null || quantifier !== null || rows.tables.length > 0 || to - from > 1;
}
