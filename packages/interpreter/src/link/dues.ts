import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { bestAmount } from "../catalog/amounts.ts";
import { endStates } from "../catalog/end-states.ts";
import { isPaidOut } from "../catalog/measures.ts";
import { isPerson, namesPeople } from "../catalog/persons.ts";
import { plural } from "../language/words.ts";
import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

const UNPAID = /^(?:unpaid|overdue|outstanding|late)$/;
const LEAD = /^(?:the|our|my|how|much|what|is|are|was|total|all|show|me|any|of|in|amount|list)$/;
const PAPER = /^(?:payments?|charges?|invoices?|bills?|dues|instal+ments?)$/;

/**
 * "unpaid rent", "members with overdue tuition", of rent payments and tuition invoices: those that are not paid; what they
 * come to, where nothing else is asked for.
 */
export const unpaidDues: Rewriter = (tokens, at, catalog) => {
  const [state, noun, next] = tokens.slice(at, at + 3);
  if (state === undefined || noun?.kind !== "word" || !UNPAID.test(state.lower)) return null;
  if (PAPER.test(next?.lower ?? "") || PAPER.test(noun.lower)) return null;
  const rows = duesOf(noun.stem, catalog);
  if (rows === null) return null;
  const before = tokens.slice(0, at).map(({ lower }) => lower);
  const isSum = before.every((word) => LEAD.test(word)) && !before.includes("list") && !before.includes("show");
  const lead = isSum ? [...(before.includes("total") ? [] : ["total"]), "amount", "of"] : [];
  return { tokens: written([state, noun], [...lead, state.lower, ...rows.words]), end: at + 2 };
};

/** The rows called after what is paid, of which no other rows and no number are called so. */
function duesOf(noun: string, { tables }: Catalog): CatalogTable | null {
  const [only, ...more] = tables.filter(
    (table) =>
      !table.isView &&
      table.stems.length === 2 &&
      table.stems[0] === noun &&
      PAPER.test(table.words[1] ?? "") &&
      bestAmount(
        table,
        table.columns.filter(({ isNumber, isKey }) => isNumber && !isKey),
      ) !== null &&
      table.columns.some(({ isDate, source, words }) => isDate && source.nullable && words.includes("paid")),
  );
  return more.length === 0 ? (only ?? null) : null;
}

/** "unpaid invoices", where nothing is called so and one kind of rows says whether it is paid: those. */
export const unpaidPapers: Rewriter = (tokens, at, catalog) => {
  const [state, paper] = tokens.slice(at, at + 2);
  if (state === undefined || !/^(?:unpaid|outstanding)$/.test(state.lower)) return null;
  if (paper === undefined || !/^(?:invoice|bill)s?$/.test(paper.lower)) return null;
  const rows = catalog.vocabulary.has(paper.stem) ? null : unpaidRows(catalog);
  if (rows === null) return null;
  return { tokens: written([state, paper], ["unpaid", ...plural(rows.words.join(" ")).split(" ")]), end: at + 2 };
};

const NOT =
  /^(?:have|has|had|did|do|does)? ?(?:not|n't|nt|haven ?t|hasn ?t|hadn ?t|didn ?t|don ?t|doesn ?t)(?: yet)? (?:paid|pay)$/;
const AFTER =
  /^(?:their|the|his|her|its|all|us|me|any|up|yet|for|it|everything|of|our|rents?|bills?|invoices?|dues|fees?|instal+ments?)$/;

/** "members who haven't paid (their dues)": those with some that are not paid, rather than those who never paid any. */
export const notPaid: Rewriter = (tokens, at, catalog) => {
  const isLed = /^(?:who|that|which)$/.test(tokens[at]?.lower ?? "");
  const before = tokens[at - 1];
  if (!isLed && (before === undefined || !isOfPeople(before, catalog))) return null;
  const start = isLed ? at + 1 : at;
  const length = [2, 3, 4, 5].find((count) => NOT.test(lower(tokens.slice(start, start + count))));
  const rows = length === undefined ? null : unpaidRows(catalog);
  const end = length === undefined || rows === null ? null : endOfDues(tokens, start + length, rows);
  if (rows === null || end === null) return null;
  const lead = at === 0 ? ["who", "has"] : isLed ? ["with"] : ["have"];
  const words = rows.words.slice(0, -1).concat(plural(rows.words.at(-1) ?? ""));
  return { tokens: written(tokens.slice(at, end), [...lead, "unpaid", ...words]), end };
};

const isOfPeople = ({ lower: word, stem }: Token, { tablesByStem }: Catalog): boolean =>
  word === "who" || namesPeople(word) || (tablesByStem.get(stem) ?? []).some(isPerson);

const lower = (tokens: readonly Token[]): string => tokens.map((token) => token.lower).join(" ");

/** Where the words for what was to be paid end; null where they say something else, or more follows than a time. */
function endOfDues(tokens: readonly Token[], start: number, { stems }: CatalogTable): number | null {
  let end = start;
  while (AFTER.test(tokens[end]?.lower ?? "") || stems.includes(tokens[end]?.stem ?? "")) end++;
  const next = tokens[end];
  return next?.kind === "word" && !/^(?:this|last|in|since|by|for|from)$/.test(next.lower) ? null : end;
}

/** The only rows of money that say whether they are paid, by a day, a state or a flag of theirs. */
function unpaidRows(catalog: Catalog): CatalogTable | null {
  const [only, ...more] = catalog.tables.filter(
    (table) =>
      !table.isView &&
      !isPaidOut(table) &&
      table.columns.some(({ isForeign }) => isForeign) &&
      isOfMoney(table) &&
      (table.columns.some(
        ({ isDate, isFlag, source, words }) => words.includes("paid") && (isFlag || (isDate && source.nullable)),
      ) ||
        endStates(table, "paid") !== null),
  );
  return more.length === 0 ? (only ?? null) : null;
}

function isOfMoney(table: CatalogTable): boolean {
  const numbers = table.columns.filter(({ isNumber, isKey, isFlag }) => isNumber && !isKey && !isFlag);
  return bestAmount(table, numbers) !== null || numbers.some(({ words }) => words.join(" ") === "price");
}

/** "unpaid bookings", where nothing says whether they are paid but payments of them are kept: those without any. */
export const unpaidByPayments: Rewriter = (tokens, at, catalog) => {
  const [state, rows] = tokens.slice(at, at + 2);
  if (state?.lower !== "unpaid" || rows?.kind !== "word" || catalog.values.has("unpaid")) return null;
  const [only, ...more] = (catalog.tablesByStem.get(rows.stem) ?? []).filter(
    ({ isView, stems }) => !isView && stems.length === 1,
  );
  const isKept = (word: string) => /^(?:paid|unpaid|settled|balance|due|outstanding)$/.test(word);
  if (only === undefined || more.length > 0 || only.columns.some(({ words }) => words.some(isKept))) return null;
  if (endStates(only, "paid")?.values.some((value) => /paid/i.test(value)) === true) return null;
  const [payments, ...others] = catalog.links.flatMap(({ from, to, cost }) => {
    const table = from[0]?.table;
    return to[0]?.table === only && cost < 2 && table?.isView === false && /^payments?$/.test(table.words.at(-1) ?? "")
      ? [table]
      : [];
  });
  if (payments === undefined || others.length > 0) return null;
  const [last = "", ...before] = payments.words.toReversed();
  return { tokens: [rows, ...written([state], ["without", ...before.toReversed(), plural(last)])], end: at + 2 };
};
