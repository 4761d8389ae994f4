import type { Schema } from "@parley/datasource/types";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { exactValues, namedAcrossComma, standsLikeName, valueLinks } from "./values.ts";
import { areSynonyms } from "../language/synonyms.ts";
import { cueAt } from "../language/vocabulary.ts";
import type { ColumnLink, Mention, TableLink } from "./mention.ts";

const linkNoise = new Set(["of", "the", "in", "a", "an", "s", "on", "at"]);

const fillers = new Set(["number", "numbers", "code", "codes", "value", "values", "name", "names", "title", "titles"]);

const maximumSpan = 6;

/** All that the words from `start` may mean, longest span first. */
export function mentionsAt(tokens: readonly Token[], start: number, catalog: Catalog): Mention[] {
  const found: Mention[] = [];
  const first = tokens[start];
  if (first === undefined || first.kind === "punctuation") return found;
  if (first.kind === "quoted") return [quotedMention(first, start, catalog)];
  for (let length = Math.min(maximumSpan, tokens.length - start); length > 0; length--) {
    const span = tokens.slice(start, start + length);
    if (span.some((token) => token.kind === "quoted")) continue;
    if (span.some((token) => token.kind === "punctuation")) {
      const named = namedAcrossComma(span, catalog);
      if (named.length > 0)
        found.push({
          start,
          end: start + length,
          text: span
            .map((token) => token.text)
            .join(" ")
            .replaceAll(" ,", ","),
          columns: [],
          tables: [],
          values: named,
          quoted: false,
          owners: [],
        });
      continue;
    }
    const last = span.at(-1);
    const values = valueLinks(span, catalog, standsLikeName(tokens, start, start + length));
    const edge = linkNoise.has(first.lower) || (last !== undefined && linkNoise.has(last.lower));
    // A possessive ends a name: "student's name" is a table and its column.
    const broken = span.slice(0, -1).some((token) => token.possessive);
    const columns =
      edge || first.kind === "number" || isPlaced(span, tokens[start + length], catalog)
        ? []
        : columnLinks(span, catalog);
    const tables = edge || broken || first.kind === "number" ? [] : tableLinks(span, catalog);
    if (columns.length + tables.length + values.length === 0) continue;
    found.push({
      start,
      end: start + length,
      text: span.map((token) => token.text).join(" "),
      columns,
      tables,
      values,
      quoted: false,
      owners: length > 1 && columns.length > 0 ? ownersIn(span, catalog) : [],
    });
  }
  return found;
}

/** "customers in state …": a table and a place, not a column's name. */
function isPlaced(span: readonly Token[], next: Token | undefined, catalog: Catalog): boolean {
  const place = span.findIndex((token) => token.lower === "in");
  const right = place < 0 ? [] : span.slice(place + 1).filter((token) => !linkNoise.has(token.lower));
  const named = (part: readonly Token[]) => part.length > 0 && (tableLinks(part, catalog)[0]?.score ?? 0) >= 0.9;
  if (place > 0 && named(span.slice(0, place)) && named(right)) return true;
  if (next === undefined || span[0]?.lower.endsWith("ed") === true) return false;
  const valued = next.lower === "of" || next.kind === "quoted" || next.kind === "number" || next.capitalised;
  return valued && place > 0 && named(span.slice(0, place));
}

/** What a few words together may mean as a column; null when they name none. */
export function columnMention(words: readonly Token[], start: number, end: number, catalog: Catalog): Mention | null {
  const columns = columnLinks(words, catalog);
  if (columns.length === 0) return null;
  return {
    start,
    end,
    text: words.map((token) => token.text).join(" "),
    columns,
    tables: [],
    values: [],
    quoted: false,
    owners: [],
  };
}

function quotedMention(token: Token, start: number, catalog: Catalog): Mention {
  return {
    start,
    end: start + 1,
    text: token.text,
    columns: [],
    tables: [],
    values: exactValues(token.text, catalog),
    quoted: true,
    owners: [],
  };
}

/** How well a word of the question stands for a word of a name. */
export function similarity(asked: Token, name: string): number {
  if (asked.stem === name) return 1;
  const word = asked.lower;
  // "highest" is not the column "high".
  // A "count" is not a country.
  if (word === "count") return 0;
  if (word.length > 5 && word.endsWith("est") && word.startsWith(name)) return 0;
  if (areSynonyms(asked.stem, name)) return 0.75;
  if (name.length >= 3 && name.length < word.length && word.startsWith(name))
    return name.length >= 5 || word.length - name.length >= 3 ? 0.7 : 0;
  if (word.length >= 4 && name.startsWith(word) && name.length - word.length >= 2) return 0.7;
  if (name.length >= 2 && name.length <= 5 && word.length >= name.length + 2 && isAbbreviation(name, word)) return 0.65;
  // "room" of "classroom"
  if (
    asked.stem.length >= 4 &&
    name.length - asked.stem.length >= 3 &&
    name.endsWith(asked.stem) &&
    cueAt([word], 0) === null
  )
    return 0.62;
  const common = commonPrefix(asked.stem, name);
  if (common >= 6 || (common >= 5 && common >= 0.7 * Math.max(asked.stem.length, name.length))) return 0.6;
  return 0;
}

function commonPrefix(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}

/** "qty" of "quantity", "dept" of "department": same first letter, the others in order, mostly consonants. */
function isAbbreviation(short: string, word: string): boolean {
  if (short[0] !== word[0] || (short.length < 3 && !/^(no|st|hr|yr)$/.test(short))) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  const vowels = short.slice(1).replace(/[^aeiou]/g, "").length;
  return at === short.length && vowels <= (short.length > 3 ? 1 : 0);
}

/** Schema words that a question's word may stand for, found once per word and catalog. */
function candidates(token: Token, catalog: Catalog): Map<string, number> {
  const cache = caches.get(catalog.schema) ?? new Map<string, Map<string, number>>();
  caches.set(catalog.schema, cache);
  const known = cache.get(token.lower);
  if (known !== undefined) return known;
  const result = new Map<string, number>();
  for (const name of catalog.vocabulary) {
    const score = similarity(token, name);
    if (score > 0) result.set(name, score);
  }
  if (cache.size > 5000) cache.clear();
  cache.set(token.lower, result);
  return result;
}

const caches = new WeakMap<Schema, Map<string, Map<string, number>>>();

/** Best score of each schema word against any word of the span; false when a word of the span means nothing in `names`. */
export function cover(
  span: readonly Token[],
  names: readonly string[],
  extra: readonly string[],
  catalog: Catalog,
  filling = true,
): { matched: number; direct: boolean } | null {
  const best = new Map<string, number>();
  let direct = false;
  for (const [i, token] of span.entries()) {
    if (linkNoise.has(token.lower)) continue;
    const meanings = candidates(token, catalog);
    let hit = false;
    for (const name of names) {
      const score = meanings.get(name);
      if (score !== undefined) {
        best.set(name, Math.max(best.get(name) ?? 0, score));
        hit = true;
        direct = true;
      }
    }
    // "phone number" for a column "phone".
    if (
      !hit &&
      !extra.some((name) => meanings.has(name)) &&
      !(
        filling &&
        direct &&
        i === span.length - 1 &&
        fillers.has(token.lower) &&
        !linkNoise.has(span[i - 1]?.lower ?? "the")
      )
    )
      return null;
  }
  let matched = 0;
  for (const score of best.values()) matched += score;
  return { matched, direct };
}

/** Last words of names that need not be said: "status" stands for status_code. */
const weak = new Map([
  ["code", 0.3],
  ["name", 0.35],
  ["type", 0.45],
  ["text", 0.35],
  ["descript", 0.45],
  ["number", 0.5],
  ["valu", 0.4],
  ["at", 0.2],
  ["on", 0.2],
]);

function columnLinks(span: readonly Token[], catalog: Catalog): ColumnLink[] {
  const content = span.filter((token) => !linkNoise.has(token.lower));
  const last = span.at(-1)?.lower ?? "";
  const pool = new Set<CatalogColumn>();
  for (const token of content) {
    for (const name of candidates(token, catalog).keys())
      for (const column of catalog.columnsByStem.get(name) ?? []) pool.add(column);
  }
  const links: ColumnLink[] = [];
  for (const column of pool) {
    const found = cover(span, column.stems, column.table.stems, catalog);
    if (found === null || !found.direct) continue;
    // Words of the table's name inside the column's name need not be said: "name" of customers is customer_name.
    const needed = column.essential;
    const own = column.stems.filter((name) => !column.table.stems.includes(name));
    const covered = cover(span, needed, [...column.table.stems, ...column.stems], catalog);
    if (covered === null) continue;
    if (covered.matched === 0 && own.length > 0) continue;
    const distinct = new Set(needed).size;
    const weight = needed.reduce(
      (sum, name, i) => sum + (i > 0 && i === needed.length - 1 && needed.length > 1 ? (weak.get(name) ?? 1) : 1),
      0,
    );
    const noun1 = needed.at(-1) ?? "";
    const unsaid =
      distinct > 1 &&
      weak.has(noun1) &&
      !needed.includes("first") &&
      !needed.includes("last") &&
      !content.some((token) => (candidates(token, catalog).get(noun1) ?? 0) >= 0.7);
    let score = Math.min(1, covered.matched / (unsaid ? weight : distinct));
    if (distinct > 1 && score < 1 && !unsaid) {
      // The last word of a name is its noun: "price" stands for unit_price rather than for price_type.
      const noun = needed.at(-1) ?? "";
      const strongest = content.some((token) => (candidates(token, catalog).get(noun) ?? 0) >= 0.7);
      score = score * (strongest ? 1.1 : 0.8);
      if (noun === "id" || noun === "code") score *= 0.85;
    }
    const filled =
      span.length > 1 &&
      fillers.has(last) &&
      !column.stems.includes(stem(last)) &&
      !column.table.stems.includes(stem(last));
    if (filled) score -= 0.08;
    if (score >= 0.25) links.push({ column, score: Math.min(1, score) });
  }
  links.sort((a, b) => b.score - a.score);
  const top = links[0]?.score ?? 0;
  return links.filter((link) => link.score >= top - 0.45).slice(0, 24);
}

function tableLinks(span: readonly Token[], catalog: Catalog): TableLink[] {
  const content = span.filter((token) => !linkNoise.has(token.lower));
  const pool = new Set<CatalogTable>();
  for (const token of content) {
    for (const name of candidates(token, catalog).keys())
      for (const table of catalog.tablesByStem.get(name) ?? []) pool.add(table);
  }
  const links: TableLink[] = [];
  for (const table of pool) {
    const found = cover(span, table.stems, [], catalog, false);
    if (found === null || !found.direct) continue;
    const told = tellingStems(table);
    const said = told.length < table.stems.length ? cover(span, told, table.stems, catalog, false) : null;
    const distinct = new Set(table.stems).size;
    // "staff" stands for staff_members.
    let score = Math.max(
      Math.min(1, found.matched / distinct),
      said === null ? 0 : Math.min(0.95, said.matched / new Set(told).size),
    );
    if (score < 0.95) {
      const noun = table.stems.at(-1) ?? "";
      const nounSaid = content.some((token) => (candidates(token, catalog).get(noun) ?? 0) >= 0.7);
      score = Math.min(0.95, score * (nounSaid && distinct > 1 ? 1.3 : 1));
    }
    if (score >= 0.3) links.push({ table, score });
  }
  links.sort((a, b) => b.score - a.score);
  return links.slice(0, 8);
}

/** Words of a table's name that say what its rows are: those that any table could bear left out. */
function tellingStems(table: CatalogTable): string[] {
  const isGeneral = (name: string | undefined) => /^(member|data|info|inform|master|profil)$/.test(name ?? "");
  const telling = isGeneral(table.stems.at(-1)) ? table.stems.slice(0, -1) : table.stems;
  return telling.length === 0 ? table.stems : telling;
}

function ownersIn(span: readonly Token[], catalog: Catalog): CatalogTable[] {
  const found = new Set<CatalogTable>();
  for (const token of span) {
    for (const [name, score] of candidates(token, catalog)) {
      if (score < 0.9) continue;
      for (const table of catalog.tablesByStem.get(name) ?? []) {
        if (
          tellingStems(table).every((part) => span.some((other) => (candidates(other, catalog).get(part) ?? 0) >= 0.9))
        )
          found.add(table);
      }
    }
  }
  return [...found];
}
