import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { cover, isSaid, linkNoise } from "./cover.ts";
import type { TableLink } from "./mention.ts";
import { candidates } from "./similarity.ts";

/** Tables that a few words may name, the best first. */
export function tableLinks(span: readonly Token[], catalog: Catalog): TableLink[] {
  const content = span.filter((token) => !linkNoise.has(token.lower));
  const pool = new Set<CatalogTable>();
  for (const token of content) {
    for (const name of candidates(token, catalog).keys())
      for (const table of catalog.tablesByStem.get(name) ?? []) pool.add(table);
  }
  const links: TableLink[] = [];
  for (const table of pool) {
    if (isStateAlone(content, table) || isOnlyBetween(span, table, catalog)) continue;
    const found = cover(span, table.stems, catalog, { extra: [], filling: false });
    if (found === null || !found.direct) continue;
    const told = tellingStems(table, catalog);
    const said =
      told.length < table.stems.length ? cover(span, told, catalog, { extra: table.stems, filling: false }) : null;
    const distinct = new Set(table.stems).size;
    // "staff" stands for staff_members.
    let score = Math.max(
      Math.min(1, found.matched / distinct),
      said === null ? 0 : Math.min(0.95, said.matched / new Set(told).size),
    );
    if (score < 0.95) {
      const noun = told.at(-1) ?? "";
      const nounSaid = isSaid(noun, content, catalog);
      score = Math.min(0.95, score * (nounSaid && distinct > 1 ? 1.3 : 1));
    }
    // A view of months of scrap is not called "scrap", where rows say how much of it there was.
    const isOther = table.isView && score < 0.8 && content.some((token) => isOfBase(token, catalog));
    if (score >= 0.3 && !isOther) links.push({ table, score });
  }
  links.sort((a, b) => b.score - a.score);
  return links.slice(0, 8);
}

/** "themes of operas", of operas_themes, which only says which opera has which: the themes. */
function isOnlyBetween(span: readonly Token[], { isBridge, label }: CatalogTable, { tablesByStem }: Catalog): boolean {
  if (!isBridge || !/^(?:of|in|for|on|at)$/.test(span[1]?.lower ?? "") || label.length > 0) return false;
  const ends = [span[0], span.at(-1)];
  return ends.every((token) => tablesByStem.get(token?.stem ?? "")?.some(({ stems }) => stems.length === 1) === true);
}

const states = /^(?:current|active|open|recent|latest|former|past|new|old|top|best|all)$/;

/** Words that say in what state rows are, or how something was done, and none of a table whose name begins so. */
function isStateAlone(content: readonly Token[], { words, stems, isView }: CatalogTable): boolean {
  const last = content.at(-1);
  if (last === undefined) return false;
  // "open positions", beside "openings"
  if (content.some(({ lower }) => lower === "open") && /^openings?$/.test(words.at(-1) ?? "")) return true;
  // "which sellers ship late", "that were late", beside "late_shipments"
  if (/^(?:late|overdue|delayed)$/.test(last.lower) && stems.at(-1) !== last.stem) return true;
  // "current employees", beside a view of "current_salaries"
  return content.length === 1 && isView && states.test(last.lower) && stems.length > 1;
}

const isOfBase = ({ stem }: Token, { columnsByStem, tablesByStem }: Catalog): boolean =>
  [...(columnsByStem.get(stem) ?? []).map(({ table }) => table), ...(tablesByStem.get(stem) ?? [])].some(
    ({ isView }) => !isView,
  );

const isOnly = (name: string | undefined, tablesByStem: Catalog["tablesByStem"]): boolean =>
  name !== undefined && tablesByStem.get(name)?.length === 1;

/** How many tables begin alike where that says of what part of a system they are. */
const LEAST_OF_MODULE = 3;

/** "lib_book", "lib_loan", "lib_late_fine": books, loans and late fines, where nothing else is called so. */
function isOfModule({ stems }: CatalogTable, tablesByStem: Catalog["tablesByStem"]): boolean {
  const [first = "", ...own] = stems;
  if (own.length === 0 || !own.every((name) => isOnly(name, tablesByStem))) return false;
  const alike = tablesByStem.get(first) ?? [];
  return alike.length >= LEAST_OF_MODULE && alike.every((table) => table.stems[0] === first && table.stems.length > 1);
}

/** "order_headers" beside "order_lines" are the orders, where nothing else is called so. */
function isHeadOfLines({ stems }: CatalogTable, tablesByStem: Catalog["tablesByStem"]): boolean {
  const thing = stems.slice(0, -1).join(" ");
  if (thing === "" || !/^(?:header|head|hdr|master)$/.test(stems.at(-1) ?? "")) return false;
  const alike = (tablesByStem.get(stems[0] ?? "") ?? []).filter((one) => !one.isView);
  const isLines = (one: CatalogTable) =>
    one.stems.slice(0, -1).join(" ") === thing && /^(?:line|item|detail|posit|row|entri)$/.test(one.stems.at(-1) ?? "");
  return alike.some(isLines) && !alike.some((one) => one.stems.join(" ") === thing);
}

/** Words of a table's name that say what its rows are: those that any table could bear left out. */
function tellingStems(table: CatalogTable, { tablesByStem }: Catalog): string[] {
  const isGeneral = (name: string | undefined) =>
    /^(member|data|info|inform|master|profil|daili|weekli|monthli|hourli)$/.test(name ?? "");
  // "complaint_log" has complaints where nothing else has, and "problem_log" what happened to problems.
  const isLog = table.stems.at(-1) === "log" && table.stems.every((name) => tablesByStem.get(name)?.length === 1);
  // "web_sessions" are the sessions, where there are no others.
  const isOnWeb = /^(?:web|website|site|online)$/.test(table.words[0] ?? "") && isOnly(table.stems[1], tablesByStem);
  const isLed = (isOnWeb && table.stems.length === 2) || isOfModule(table, tablesByStem);
  const own = isLed ? table.stems.slice(1) : table.stems;
  const isUnsaid = isLog || isGeneral(own.at(-1)) || isHeadOfLines(table, tablesByStem);
  const telling = isUnsaid ? own.slice(0, -1) : own;
  return telling.length === 0 ? own : telling;
}

/** Tables whose whole name is among the words. */
export function ownersIn(span: readonly Token[], catalog: Catalog): CatalogTable[] {
  const found = new Set<CatalogTable>();
  for (const token of span) {
    for (const [name, score] of candidates(token, catalog)) {
      if (score < 0.9) continue;
      for (const table of catalog.tablesByStem.get(name) ?? []) {
        if (
          tellingStems(table, catalog).every((part) =>
            span.some((other) => (candidates(other, catalog).get(part) ?? 0) >= 0.9),
          )
        )
          found.add(table);
      }
    }
  }
  return [...found];
}
