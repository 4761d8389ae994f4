import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { keptIn } from "../catalog/kept-in-units.ts";
import { timesInUnit, unitNamed, unitOf } from "../language/units.ts";
import type { Token } from "../language/tokens.ts";
import { cueAt } from "../language/vocabulary.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { mentionOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";
import { sumOf } from "./noun-amounts.ts";

/** Units that are asked for like the thing they measure; money and time are asked for in other ways. */
const amounts = new Set([
  "kg",
  "g",
  "lb",
  "t",
  "km",
  "m",
  "m²",
  "sq ft",
  "miles",
  "l",
  "ml",
  "ha",
  "acres",
  "kWh",
  "MWh",
  "kW",
  "kcal",
  "GB",
  "MB",
  "TB",
]);

/** Short units that are no words of any other meaning. */
const SHORT_UNIT = /^(?:kg|km|kw|gb|mb)$/;

/** "price per kilometre", "the most kilos": the columns that are kept in that unit; "km last month" is all of them. */
export function unitNoun({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  if (said === undefined || said.kind !== "word") return null;
  if (said.lower.length < 3 && !SHORT_UNIT.test(said.lower)) return null;
  const isLed = /^(per|most|fewest|least|many|much|total|average|of|the|how)$/.test(tokens[at - 1]?.lower ?? "");
  if (!isLed && at > 0) return null;
  const columns = doneSo(tokens, said.lower, catalog) ?? kept(said.lower, catalog);
  const isNamed = mentionsAt(tokens, at, catalog).some(
    ({ columns: known, tables, values }) => (known[0]?.score ?? 0) >= 0.7 || tables.length + values.length > 0,
  );
  if (columns.length === 0 || isNamed) return null;
  const end = at + 1;
  const mention = mentionOf({
    start: at,
    end,
    text: said.text,
    columns: columns.map((column) => ({ column, score: 0.95 })),
  });
  const item: Item = { kind: "schema", mention, start: at, end, text: said.text };
  return { items: at === 0 ? [sumOf(0, 0), item] : [item], end };
}

/** "how many kg were delivered", of lines whose deliveries have a delivered_on: what rows hold of which that day tells. */
function doneSo(tokens: readonly Token[], word: string, catalog: Catalog): CatalogColumn[] | null {
  const unit = unitNamed(word);
  if (unit === undefined || !amounts.has(unit)) return null;
  const deeds = new Set(tokens.flatMap(({ lower, stem }) => (DONE_SO.test(lower) ? [stem] : [])));
  const isDone = ({ columns }: CatalogTable) =>
    columns.some(({ isDate, stems }) => isDate && stems.some((one) => deeds.has(one)));
  const found = catalog.tables.flatMap((table) => {
    const owners = catalog.links.flatMap(({ from: [key], to: [to] }) => (key?.table === table && to ? [to.table] : []));
    return !table.isView && [table, ...owners].some(isDone) ? keptIn(unit, table) : [];
  });
  return found.length === 0 ? null : found;
}

const DONE_SO = /(?:ed|sold|bought|sent|made|grown)$/;

/** What is done to a load or a way, which says no more than that there was one. */
const MOVING =
  /^(?:carr(?:y|ied)|transport(?:ed)?|shipp?(?:ed)?|moved?|haul(?:ed)?|driven?|drove|cover(?:ed)?|travell?(?:ed)?|flown?|flew|load(?:ed)?|walk(?:ed)?|cycled?|r[io]de|ridden)$/;

/** "kg carried by vans", "how many kilometres did she drive": what was done with what is kept in that unit, where nothing is called so. */
export function unitMoved({ tokens, catalog }: Asked, at: number): Piece | null {
  const said = tokens[at];
  const verb = said?.text.toLowerCase() ?? "";
  if (said?.kind !== "word" || said.capitalised || !MOVING.test(verb)) return null;
  const isAmount = tokens
    .slice(0, at)
    .some(
      ({ lower }) =>
        (lower.length > 2 || SHORT_UNIT.test(lower)) && kept(MEASURES.get(lower) ?? lower, catalog).length > 0,
    );
  // "driven", where there are drivers, says no more.
  const isKnown = mentionsAt(tokens, at, catalog).some(
    ({ columns, tables, values }) =>
      values.length > 0 ||
      columns.some(({ column }) => column.words.includes(verb)) ||
      tables.some(({ table }) => table.words.includes(verb)),
  );
  if (!isAmount || isKnown) return null;
  const by = tokens[at + 1];
  if (by?.lower !== "by") return { items: [], end: at + 1 };
  const cue = cueAt(["of"], 0)?.cue;
  const doer: Item[] =
    cue === undefined ? [] : [{ kind: "cue", cue, other: null, start: at + 1, end: at + 2, text: by.text }];
  return { items: doer, end: at + 2 };
}

/** What is measured, with a unit of it. */
const MEASURES = new Map([
  ["weight", "kg"],
  ["distance", "km"],
]);

/** "…, in kg": the unit the amounts are kept in anyway, or another of its kind, in which they are shown then. */
export function unitAsked({ tokens, catalog }: Asked, at: number): Piece | null {
  if (tokens[at]?.lower !== "in") return null;
  const [word = "", next] = [tokens[at + 1]?.lower, tokens[at + 2]];
  const isLast = next === undefined || next.kind === "punctuation";
  const isShown = isLast || FOLLOWS_UNIT.test(next.lower);
  if (!(isLast && kept(word, catalog).length > 0) && !(isShown && isConvertible(word, catalog))) return null;
  return { items: [], end: at + 2 };
}

/** What may follow a unit that is asked for. */
const FOLLOWS_UNIT = /^(?:by|per|for|this|last|in|of|each|since|from)$/;

/** "in tonnes", where weights are kept in kilograms. */
function isConvertible(word: string, { tables }: Catalog): boolean {
  const unit = unitNamed(word);
  return unit !== undefined && amounts.has(unit) && tables.some((table) => keptInOther(unit, table).length > 0);
}

/** The numbers of a table that are kept in another unit of the same kind. */
const keptInOther = (unit: string, { columns }: CatalogTable): CatalogColumn[] =>
  columns.filter(({ isNumber, isKey, name }) => isNumber && !isKey && timesInUnit(unit, unitOf(name) ?? "") !== null);

/** Numbers kept in the unit a word names: those of what happened before those of what things are. */
function kept(word: string, catalog: Catalog): CatalogColumn[] {
  const unit = unitNamed(word);
  if (unit === undefined || !amounts.has(unit)) return [];
  const tables = catalog.tables.filter((table) => !table.isView);
  const own = tables.flatMap((table) => keptIn(unit, table));
  // "how many tonnes", of weights in kilograms: they are shown in tonnes
  const columns = own.length > 0 ? own : tables.flatMap((table) => keptInOther(unit, table));
  const happened = columns.filter(({ table }) => table.columns.some((column) => column.isDate));
  return happened.length > 0 ? happened : columns;
}
