import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { isAmount } from "./doings.ts";

/** "spend_amount" of days of campaigns: what was spent, where one base table alone has a number for it. */
export function calledSpend(catalog: Catalog): CatalogColumn | null {
  const columns = (catalog.columnsByStem.get("spend") ?? []).filter(
    (one) => isAmount(one) && !one.table.isView && one.words.length < 3 && !PLANNED_MONEY.test(one.words.join(" ")),
  );
  const [only, ...more] = columns;
  return more.length === 0 ? (only ?? null) : null;
}

const PLANNED_MONEY = /\b(?:budget|plan|planned|target|limit|total|max|maximum|min|minimum)\b/;

/** "ad spend", of rows of campaigns: nothing is spent there on anything else. */
export const ADVERTISING = /^(?:ads?|adverts?|advertising|advertisements?|marketing|media)$/;

/** True for rows of campaigns, or rows of what has to do with them. */
export const isAdvertising = ({ table }: CatalogColumn, { links }: Catalog): boolean =>
  [
    table,
    ...links.flatMap(({ from, to }) => (from[0]?.table === table && to[0] !== undefined ? [to[0].table] : [])),
  ].some(({ words }) =>
    words.some((word) => /^(?:camps?|campaigns?|marketing|mkt|channels?)$/.test(word) || ADVERTISING.test(word)),
  );
