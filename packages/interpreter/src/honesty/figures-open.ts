import { withoutCurrency } from "../catalog/amounts.ts";
import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { stem } from "../language/inflection.ts";
import { plural, singular } from "../language/words.ts";
import type { Choice } from "../question.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/** More readings than that are no choice but a list. */
const MOST_OFFERED = 3;
const ASKS_FOR_BEST = /^(?:best|most|top|what is compared|strongest|greatest)$/i;
const ASKS_FOR_WORST = /^(?:worst|least|fewest|weakest)$/i;
/** What money is called, whatever it is for. */
const MONEY_OPEN = /\b(?:costs?|prices?|revenue|sales|turnover|income|amounts?|spend|spending)\b/i;

/** Readings of a question of which only the figure is open: by which the best are told, or which of several amounts is meant. */
export function figuresOpen(
  asked: string,
  lost: readonly string[],
  { form, context }: { form: LogicalForm; context: Context },
): Choice[] {
  const { sketch, catalog } = context;
  const [only = "", ...more] = lost;
  const rows = catalog.byName.get(form.subject);
  if (more.length > 0 || rows === undefined || sketch.unknown.length > 0) return [];
  if (ASKS_FOR_BEST.test(only) || ASKS_FOR_WORST.test(only))
    return rankedBy(rowsRanked(sketch) ?? rows, ASKS_FOR_WORST.test(only), context);
  return MONEY_OPEN.test(only) ? amountsOf(asked, rows) : [];
}

/** Whose figures are compared: what the question names first. */
const rowsRanked = ({ tables: [first] }: Sketch): CatalogTable | null => first?.mention.tables[0]?.table ?? null;

/** "best mechanic": the one with the most repairs, or the highest hourly rate. */
function rankedBy(rows: CatalogTable, isLow: boolean, { sketch, catalog }: Context): Choice[] {
  // What else restricts the rows would be said in no choice.
  if (sketch.filters.length + sketch.groups.length > 0 || (sketch.limit ?? 1) > 1) return [];
  const noun = singular(toldAs(rows));
  const own = new Set<CatalogTable>();
  for (const { from, to } of catalog.links) {
    const [key] = from;
    if (from.length === 1 && key !== undefined && to[0]?.table === rows && key.table !== rows && !key.table.isView)
      own.add(key.table);
  }
  const counted = [...own]
    .toSorted((one, other) => other.source.row_count - one.source.row_count)
    .map((table) => ({ label: plural(toldAs(table)), most: isLow ? "fewest" : "most" }));
  const figures = rows.columns
    .filter(isFigure)
    .map((column) => ({ label: toldAs(column), most: isLow ? "lowest" : "highest" }));
  return [...counted.slice(0, MOST_OFFERED - 1), ...figures]
    .slice(0, MOST_OFFERED)
    .map(({ label, most }) => ({ label: `by ${label}`, message: `Which ${noun} has the ${most} ${label}` }));
}

const isFigure = ({ isNumber, isKey, isForeign, isPrimary, isFlag, isYear }: CatalogColumn): boolean =>
  isNumber && !isKey && !isForeign && !isPrimary && !isFlag && !isYear;

/** "total cost of repairs", of rows that say apart what labour and what parts came to; "sales of tea" in a column for each month. */
function amountsOf(asked: string, rows: CatalogTable): Choice[] {
  const said = MONEY_OPEN.exec(asked)?.[0];
  if (said === undefined) return [];
  const figures = rows.columns.filter(isFigure);
  const named = figures.filter(({ stems }) => stems.includes(stem(said.toLowerCase())));
  const inMoney = figures.filter((column) => withoutCurrency(column) !== column.words.join(" "));
  const alike = named.length > 1 ? named : inMoney;
  if (alike.length < 2) return [];
  return alike.slice(0, MOST_OFFERED).map((column) => {
    const label = toldAs(column);
    return { label, message: asked.replace(said, label) };
  });
}
