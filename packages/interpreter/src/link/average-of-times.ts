import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { UNITS_BY_ADJECTIVE } from "../language/how-often.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What adds up over time. */
const FLOWS =
  /^(?:revenues?|sales|turnover|income|earnings|spend|spending|spendings|costs?|quantity|expenses?|expenditures?|takings)$/;

/** "average monthly spend", where no column is called so: what is spent in a month on average, rather than in each. */
export const averageOfTimes: Rewriter = (tokens, at, catalog) => {
  const [average, often, noun] = tokens.slice(at, at + 3);
  const unit = UNITS_BY_ADJECTIVE.get(often?.lower ?? "");
  if (average === undefined || often === undefined || noun === undefined || unit === undefined) return null;
  if (!/^(?:average|mean)$/.test(average.lower) || !(FLOWS.test(noun.lower) || isRows(noun, catalog))) return null;
  // "average monthly salary", of a monthly_salary
  const isCalled = ({ words, stems }: CatalogColumn) => words.includes(often.lower) && stems.includes(noun.stem);
  if (catalog.tables.some(({ columns }) => columns.some(isCalled))) return null;
  return { tokens: [average, noun, ...written([often], ["per", unit])], end: at + 3 };
};

/** "average daily orders": how many there are of a table's rows. */
const isRows = ({ lower }: Token, { tablesByStem }: Catalog): boolean =>
  lower.endsWith("s") && (tablesByStem.get(stem(lower)) ?? []).some(({ stems }) => stems.at(-1) === stem(lower));
