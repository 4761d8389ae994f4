import type { Catalog, CatalogColumn, CatalogTable, ValueEntry } from "../catalog/catalog.ts";
import type { Item } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnMention } from "./column-links.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";

/**
 * "return rate by category", "cancellation rate", "conversion rate": the share of rows that were returned, cancelled,
 * converted. Read as if it said so; null where the words name a column or nothing that rows can be told by.
 */
export function rateAt(tokens: readonly Token[], at: number, catalog: Catalog): { items: Item[]; end: number } | null {
  const [what, rate] = [tokens[at], tokens[at + 1]];
  if (what?.kind !== "word" || rate === undefined || !/^(rates?|ratio)$/.test(rate.lower)) return null;
  const end = at + 2;
  if ((columnMention([what, rate], at, end, catalog)?.columns[0]?.score ?? 0) >= 0.7) return null;
  const share: Item = { kind: "cue", cue: { is: "share", percent: false }, other: null, start: at, end, text: "share" };
  const blank = { start: at, end, text: what.text, columns: [], tables: [], values: [], quoted: false, owners: [] };
  const ofTable = (table: CatalogTable): Item => schemaItem({ ...blank, tables: [{ table, score: 1 }] });
  const happened = catalog.tables.find((table) => table.stems.length === 1 && table.stems[0] === what.stem);
  if (happened !== undefined) {
    const base = catalog.links.find(
      (link) => link.from[0]?.table === happened && link.to[0] !== undefined && !link.to[0].table.isCustomer,
    )?.to[0]?.table;
    if (base === undefined) return null;
    const having: Item = { kind: "cue", cue: { is: "relative" }, other: null, start: at, end, text: "with" };
    return { items: [share, ofTable(base), having, ofTable(happened)], end };
  }
  const flag = flagFor(what, catalog);
  if (flag !== null)
    return {
      items: [share, ofTable(flag.table), schemaItem({ ...blank, columns: [{ column: flag, score: 1 }] })],
      end,
    };
  const day = dayFor(what, catalog);
  if (day !== null) {
    const filled: Item = { kind: "cue", cue: { is: "relative" }, other: null, start: at, end, text: "with" };
    return {
      items: [
        share,
        ofTable(day.table),
        filled,
        schemaItem({ ...blank, text: day.name, columns: [{ column: day, score: 1 }] }),
      ],
      end,
    };
  }
  const entry =
    /(tion|sion|al|ment|ing|ure|ery)s?$/.test(what.lower) || what.lower.includes("-") ? valueFor(what, catalog) : null;
  if (entry === null) return null;
  const value: Mention = { ...blank, text: entry.value, values: [{ ...entry, score: 1 }] };
  return {
    items: [share, ofTable(entry.column.table), { kind: "value", mention: value, start: at, end, text: entry.value }],
    end,
  };
}

function schemaItem(mention: Mention): Item {
  return { kind: "schema", mention, start: mention.start, end: mention.end, text: mention.text };
}

/** "cancellation" and "cancelled", "conversion" and "converted": forms of one verb. */
function isSameVerb(a: string, b: string): boolean {
  const [first, second] = [stem(a), stem(b)];
  if (first === second) return true;
  let common = 0;
  while (common < a.length && a[common] === b[common]) common++;
  return common >= 5 && /(ed|en|d|t|ing)$/.test(b);
}

function flagFor(token: Token, catalog: Catalog): CatalogColumn | null {
  for (const table of catalog.tables)
    for (const column of table.columns)
      if (column.isFlag && column.words.some((word) => isSameVerb(token.lower, word))) return column;
  return null;
}

/** "completion rate" where the day of completion is empty for what is not complete. */
function dayFor(token: Token, catalog: Catalog): CatalogColumn | null {
  for (const table of catalog.tables)
    for (const column of table.columns)
      if (column.isDate && column.source.nullable && column.words.some((word) => isSameVerb(token.lower, word)))
        return column;
  return null;
}

/** "no_show", "No-show": spelt the same way. */
const spelt = (word: string): string => word.toLowerCase().replaceAll(/[-_ ]+/g, " ");

function valueFor(token: Token, catalog: Catalog): ValueEntry | null {
  for (const table of catalog.tables) {
    for (const column of table.columns) {
      if (!column.isText || !column.source.values_complete || column.source.values.length > 12) continue;
      const value = column.source.values.find(
        (one) => spelt(one) === spelt(token.lower) || isSameVerb(token.lower, one.toLowerCase()),
      );
      if (value !== undefined) return { column, value };
    }
  }
  return null;
}
