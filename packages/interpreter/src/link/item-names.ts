import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import { weekdaysOf } from "../language/dates.ts";
import { monthIndex } from "../language/periods.ts";
import type { Token } from "../language/tokens.ts";
import { columnMention } from "./column-links.ts";
import { itemAt } from "./item-at.ts";
import type { Asked, Item, Piece } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnScore, mentionOf, stemsOf } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** "admin users", "leads converted": rows and what is said of them, rather than one column's name. */
export function flaggedRows(item: Item): Item[] | null {
  if (item.kind !== "schema" || item.end - item.start < 2) return null;
  const [best] = item.mention.columns;
  const owner = best === undefined ? undefined : ownerOf(best.column, item.mention);
  if (best === undefined || owner === undefined || !best.column.isFlag) return null;
  // "discontinued products", of a disc_yn
  if (best.score < (/^\w+ed /.test(item.text) ? 0.65 : 0.9)) return null;
  const table: Mention = { ...item.mention, tables: [{ table: owner, score: 1 }], columns: [], values: [], owners: [] };
  // "inventory snapshots", which say whether a car is in the inventory: those rows, by their name in full
  const said = stemsOf(item.mention);
  if (owner.stems.length > 1 && said.size === owner.stems.length && owner.stems.every((name) => said.has(name)))
    return [{ kind: "schema", mention: table, start: item.start, end: item.end, text: item.text }];
  const flag: Mention = { ...item.mention, tables: [], values: [], owners: [], columns: [{ ...best, score: 1 }] };
  return [
    { kind: "schema", mention: table, start: item.start, end: item.end, text: item.text },
    { kind: "schema", mention: flag, start: item.start, end: item.end, text: item.text },
  ];
}

/** The table whose rows are said beside a flag, if only by the last word of its name: "cancelled classes", of gym classes. */
function ownerOf({ table }: CatalogColumn, mention: Mention): CatalogTable | undefined {
  const isLast = stem(mention.text.split(" ").at(-1) ?? "") === table.stems.at(-1);
  return mention.owners.includes(table) || isLast ? table : undefined;
}

/** "the track Fast As a Shark": words written like one name, of which some mean nothing here. */
export function unknownName(asked: Asked, at: number): Piece | null {
  const end = nameEnd(asked.tokens, at);
  if (end - at < 2 || !holdsUnknown(asked, at, end)) return null;
  const text = asked.tokens
    .slice(at, end)
    .map((token) => token.text)
    .join(" ");
  // "the ARPU and CAC of shops": two figures in short, and no name.
  if (/^[A-Z]{2,6} and [A-Z]{2,6}$/.test(text)) return null;
  // Part of a longer value that is stored: that value is meant.
  const whole = mentionsAt(asked.tokens, at, asked.catalog).flatMap((mention) => mention.values);
  if (whole.some((link) => link.value.toLowerCase().includes(text.toLowerCase()))) return null;
  const mention = mentionOf({ start: at, end, text, quoted: true });
  return { items: [{ kind: "value", mention, start: at, end, text }], end };
}

/** Where words end that are written like one name; where they begin if they are not. */
function nameEnd(tokens: readonly Token[], at: number): number {
  const isNamed = (token: Token | undefined) =>
    token !== undefined && token.kind === "word" && token.capitalised && !token.first && token.number === null;
  const isOfCalendar = (token: Token | undefined) =>
    monthIndex.has(token?.lower ?? "") || weekdaysOf(token?.lower ?? "") !== null;
  // "from March to May", "on Friday and Sunday"
  if (!isNamed(tokens[at]) || (isOfCalendar(tokens[at]) && isOfCalendar(tokens[at + 2]))) return at;
  let end = at + 1;
  for (let next = end; next < tokens.length && next < at + 8; next++) {
    if (isNamed(tokens[next])) end = next + 1;
    else if (!/^(a|an|the|of|as|to|for|de|la|and|in|on|with|&)$/.test(tokens[next]?.lower ?? "")) break;
  }
  return end;
}

/** True when some of the words mean nothing here, and none is a value, a date or a number by itself. */
function holdsUnknown(asked: Asked, start: number, end: number): boolean {
  let isUnknown = false;
  for (let at = start; at < end;) {
    const item = itemAt(asked, at);
    const isPartial = item.kind === "value" && (item.mention.values[0]?.score ?? 0) < 0.8;
    if ((item.kind === "value" && !isPartial) || item.kind === "date" || item.kind === "number" || item.end > end)
      return false;
    if (isPartial || item.kind === "word") isUnknown = true;
    at = item.end;
  }
  return isUnknown;
}

/** "first and last name", "start and end dates": the noun belongs to both. */
export function sharedNoun(tokens: readonly Token[], at: number, catalog: Catalog): Piece | null {
  let next = at + 1;
  while (/^(and|,|or|&|the|vs|versus|against|\/)$/.test(tokens[next]?.lower ?? "")) next++;
  if (next === at + 1 || next > at + 3) return null;
  const [first, second, noun] = [tokens[at], tokens[next], tokens[next + 1]];
  if (first?.kind !== "word" || second?.kind !== "word" || noun?.kind !== "word") return null;
  const one = columnMention([first, noun], at, at + 1, catalog);
  const other = columnMention([second, noun], next, next + 2, catalog);
  if (one === null || other === null || columnScore(one) < 0.9 || columnScore(other) < 0.9) return null;
  if (!mayShare(columnMention([first], at, at + 1, catalog), one, other)) return null;
  const total = at === 0 && isEachSummed(tokens, next, one) ? [TOTAL] : [];
  return {
    items: [
      ...total,
      { kind: "schema", mention: one, start: at, end: at + 1, text: one.text },
      { kind: "cue", cue: { is: "and" }, other: null, start: at + 1, end: next, text: "and" },
      { kind: "schema", mention: other, start: next, end: next + 2, text: other.text },
    ],
    end: next + 2,
  };
}

const TOTAL: Item = { kind: "cue", cue: { is: "aggregate", fn: "sum" }, other: null, start: 0, end: 0, text: "total" };

/** Two columns of a noun, the first of which is no column by itself: "planned vs produced quantity", where stops of other rows are planned, too. */
function mayShare(alone: Mention | null, { columns: [one] }: Mention, { columns: [other] }: Mention): boolean {
  if (one?.column === other?.column) return false;
  const isElsewhere =
    one?.column.table === other?.column.table && alone?.columns[0]?.column.table !== one?.column.table;
  return columnScore(alone) < 0.9 || isElsewhere;
}

/** "planned vs produced quantity by product": what each of them comes to. */
const isEachSummed = (tokens: readonly Token[], next: number, { columns: [best] }: Mention): boolean =>
  /^(?:vs|versus|against)$/.test(tokens[next - 1]?.lower ?? "") &&
  /^(?:by|per)$/.test(tokens[next + 2]?.lower ?? "") &&
  best?.column.isNumber === true;
