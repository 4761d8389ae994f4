import type { CatalogTable } from "../../catalog/catalog.ts";
import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import type { FoundFilter, Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { isCue, isEnd, isTable, schemaOf } from "../reader.ts";
import { type Named, ownersOf } from "./named.ts";
import { isDoneBefore, isDoneSomehow, isState } from "./states.ts";

/** What was done: "which pilot flew", "which shop sold". */
export const IN_THE_PAST = /(?:ed|flew|drove|rode|sold|sent|built|bought|lent|taught|wrote|paid)$/i;
/** "donors who donated", where gifts are donations: those with some. */
export const isDeedAlone = ({ items, at, tokens }: Reader, { start, end, text }: Mention): boolean =>
  end === start + 1 &&
  /^[a-z]+ed$/.test(text) &&
  /^(?:who|that)$/.test(tokens[start - 1]?.lower ?? "") &&
  isEnd(items[at + 1]);

/** "how many drugs are prescribed", where prescriptions are rows: those that are. */
export const isDoneTo = ({ items, sketch }: Reader, { start, end, text }: Mention, at: number): boolean =>
  end === start + 1 &&
  /^[a-z]+ed$/.test(text) &&
  isCue(items[at - 1], "copula") &&
  sketch.tables.length === 1 &&
  (isEnd(items[at + 1]) || isCue(items[at + 1], "group"));

export function readDone({ reader, mention, start, next }: Omit<Named, "previous">): Part {
  const dated = { ...mention, owners: [] };
  // "what percentage of subscriptions were cancelled": those with such a date.
  const filter: FoundFilter = { kind: "missing", target: dated, at: start, negated: !reader.negated };
  const isDated = reader.items.slice(start + 1).some(({ kind }) => kind === "date" || kind === "number");
  const isShare =
    (isEnd(next) && reader.sketch.share !== null) ||
    isState(reader, mention, start) ||
    (isDoneBefore(mention) && !isDated && mention.columns[0]?.column.source.nullable === true);
  return {
    at: start + 1,
    tables: ownersOf(mention),
    ...(isShare ? { filters: [filter] } : { state: { pending: dated } }),
  };
}

/** "contracts that renew next month", of which a day is called "renews_on": a verb before a time. */
function isPlainVerb({ text, columns: [day] }: Mention, next: Item | undefined): boolean {
  const [verb, preposition, ...more] = day?.column.words ?? [];
  const said = /[a-z]+$/i.exec(text)?.[0].toLowerCase();
  const isDay = /^(?:on|at)$/.test(preposition ?? "") && more.length === 0 && next?.kind === "date";
  return isDay && said !== undefined && (said === verb || `${said}s` === verb);
}

function isVerbOfDay({ items, at }: Reader, mention: Mention): boolean {
  // "courses starting next month"
  const then = isCue(items[at + 1], "preposition") ? at + 2 : at + 1;
  const isGoingOn = /ing$/i.test(mention.text) && items[then]?.kind === "date";
  return isPlainVerb(mention, items[then]) || isDoneSomehow(mention.text) || isDoneBefore(mention) || isGoingOn;
}

/** "invoices issued in May", "the driver who was hired first": a verb whose date restricts or ranks, not one to show. */
export function isDone(reader: Reader, mention: Mention): boolean {
  const best = mention.columns[0];
  const previous = reader.items[reader.at - 1];
  if (best?.column.isDate !== true || !isVerbOfDay(reader, mention) || reader.zone !== "focus") return false;
  if (reader.sketch.when) return false;
  const last = reader.sketch.outputs.at(-1);
  if (last?.kind === "column" && last.mention.columns[0]?.column.isDate === true) return false;
  return (
    mention.owners.length > 0 ||
    (previous?.kind === "schema" && (isTable(previous.mention) || previous.mention.owners.length > 0)) ||
    isSaidOf(previous) ||
    isBetween(reader, best.column.table)
  );
}

/** "which invoices did we issue in May": the deed in its plain form. */
export function isDoneByUs({ items, tokens, at, zone }: Reader, { start, end, columns }: Mention): boolean {
  const [helper, doer] = tokens.slice(Math.max(0, start - 2), start).map(({ lower }) => lower);
  const isOurs = /^(?:do|does|did)$/.test(helper ?? "") && /^(?:we|they|you|i)$/.test(doer ?? "");
  const asked = schemaOf(items[at - 1]);
  const rows = asked !== null && isTable(asked) ? asked.tables[0]?.table : undefined;
  const isDay = columns.some(
    ({ column, score }) => column.isDate && column.table === rows && score >= (columns[0]?.score ?? 0),
  );
  return zone === "focus" && isOurs && isDay && end === start + 1;
}

/** "was hired", "who was hired" */
const isSaidOf = (previous: Item | undefined): boolean =>
  isCue(previous, "copula") || /^who (?:was|were)$/i.test(previous?.text ?? "");

/** "urgent parcels sent last week", "drivers hired in 2024": the day is that of the rows just named by a column or a value of theirs. */
function isBetween({ items, at }: Reader, table: CatalogTable): boolean {
  const before = items[at - 1];
  const then = items[isCue(items[at + 1], "preposition") ? at + 2 : at + 1];
  if (before?.kind === "value")
    return isTime(then) && /s$/i.test(before.text) && before.mention.values[0]?.column.table === table;
  return then?.kind === "date" && schemaOf(before)?.columns[0]?.column.table === table;
}

const isTime = (item: Item | undefined): boolean =>
  item?.kind === "date" || (item?.kind === "number" && item.year !== null);
