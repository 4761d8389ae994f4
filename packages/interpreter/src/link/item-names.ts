import type { Catalog } from "../catalog/catalog.ts";
import type { Mention } from "./mention.ts";
import { columnMention } from "./column-links.ts";
import { mentionsAt } from "./mentions.ts";
import type { Token } from "../language/tokens.ts";
import type { Item } from "./item.ts";

/** Reads the item at a place. */
type ItemReader = (tokens: readonly Token[], words: readonly string[], at: number, catalog: Catalog, now: Date) => Item;

/** "admin users", "leads converted": rows and what is said of them, rather than one column's name. */
export function flaggedRows(item: Item): Item[] | null {
  if (item.kind !== "schema" || item.end - item.start < 2) return null;
  const best = item.mention.columns[0];
  const owner = best === undefined ? undefined : item.mention.owners.find((table) => table === best.column.table);
  if (best === undefined || owner === undefined || !best.column.isFlag || best.score < 0.9) return null;
  const table: Mention = { ...item.mention, tables: [{ table: owner, score: 1 }], columns: [], values: [], owners: [] };
  const flag: Mention = { ...item.mention, tables: [], values: [], owners: [], columns: [best] };
  return [
    { kind: "schema", mention: table, start: item.start, end: item.end, text: item.text },
    { kind: "schema", mention: flag, start: item.start, end: item.end, text: item.text },
  ];
}

/** "the track Fast As a Shark": words written like one name, of which some mean nothing here. */
export function unknownName(
  tokens: readonly Token[],
  words: readonly string[],
  at: number,
  catalog: Catalog,
  now: Date,
  itemAt: ItemReader,
): Item | null {
  const isNamed = (token: Token | undefined) =>
    token !== undefined && token.kind === "word" && token.capitalised && !token.first && token.number === null;
  if (!isNamed(tokens[at])) return null;
  let end = at + 1;
  for (let next = end; next < tokens.length && next < at + 8; next++) {
    if (isNamed(tokens[next])) end = next + 1;
    else if (!/^(a|an|the|of|as|to|for|de|la|and|in|on|with|&)$/.test(tokens[next]?.lower ?? "")) break;
  }
  if (end - at < 2) return null;
  let isUnknown = false;
  for (let i = at; i < end;) {
    const item = itemAt(tokens, words, i, catalog, now);
    const isPartial = item.kind === "value" && (item.mention.values[0]?.score ?? 0) < 0.8;
    if (isPartial) isUnknown = true;
    if ((item.kind === "value" && !isPartial) || item.kind === "date" || item.kind === "number" || item.end > end)
      return null;
    if (item.kind === "word") isUnknown = true;
    i = item.end;
  }
  if (!isUnknown) return null;
  const text = tokens
    .slice(at, end)
    .map((token) => token.text)
    .join(" ");
  // Part of a longer value that is stored: that value is meant.
  const whole = mentionsAt(tokens, at, catalog).flatMap((mention) => mention.values);
  if (whole.some((link) => link.value.toLowerCase().includes(text.toLowerCase()))) return null;
  const mention = { start: at, end, text, columns: [], tables: [], values: [], quoted: true, owners: [] };
  return { kind: "value", mention, start: at, end, text };
}

/** "first and last name", "start and end dates": the noun belongs to both. */
export function sharedNoun(
  tokens: readonly Token[],
  at: number,
  catalog: Catalog,
): { items: Item[]; end: number } | null {
  const first = tokens[at];
  let next = at + 1;
  while (tokens[next] !== undefined && ["and", ",", "or", "&", "the", "/"].includes(tokens[next]?.lower ?? "")) next++;
  const second = tokens[next];
  const noun = tokens[next + 1];
  if (first === undefined || second === undefined || noun === undefined || next === at + 1 || next > at + 3)
    return null;
  if (first.kind !== "word" || second.kind !== "word" || noun.kind !== "word") return null;
  const alone = columnMention([first], at, at + 1, catalog);
  if ((alone?.columns[0]?.score ?? 0) >= 0.9) return null;
  const one = columnMention([first, noun], at, at + 1, catalog);
  const other = columnMention([second, noun], next, next + 2, catalog);
  if ((one?.columns[0]?.score ?? 0) < 0.9 || (other?.columns[0]?.score ?? 0) < 0.9 || one === null || other === null)
    return null;
  if (one.columns[0]?.column === other.columns[0]?.column) return null;
  const and: Item = { kind: "cue", cue: { is: "and" }, other: null, start: at + 1, end: next, text: "and" };
  return {
    items: [
      { kind: "schema", mention: one, start: at, end: at + 1, text: one.text },
      and,
      { kind: "schema", mention: other, start: next, end: next + 2, text: other.text },
    ],
    end: next + 2,
  };
}
