import { amountColumn, paidColumn } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { moneyNouns } from "../language/money-nouns.ts";
import type { Token } from "../language/tokens.ts";
import { plural } from "../language/words.ts";
import { amountsOf, type Doing, doings, isAmount, isFact } from "./doings.ts";
import type { Asked, Item, Piece } from "./item.ts";
import { rowsOfMass } from "./mass-nouns.ts";
import type { Mention } from "./mention.ts";
import { mentionOf, tableScore } from "./mention.ts";
import { mentionsAt } from "./mentions.ts";

/** A number's name is known from this likeness on. */
const NAMED_FROM = 0.45;

/** "how much rent did we collect", "rent collected per house": of what is named, all that was paid, charged, refunded. */
export function nounAmount(asked: Asked, at: number): Piece | null {
  const whole = askedFor(asked);
  if (whole !== null && at === 0) return whole.piece;
  if (whole?.verb === at) return { items: [], end: at + 1 };
  return done(asked, at);
}

/** "how much stock do we have", "how much rent do we pay" */
const isHeld = /^(?:do we (?:have|pay|spend)|is there)\b/;
const wasDone = /^(did|have|has|had|was|were)$/;

/** "how much [in] fees did …": the sum, in place of these words, and where the verb stands. */
function askedFor({ tokens, catalog }: Asked): { piece: Piece; verb: number } | null {
  if (tokens[0]?.lower !== "how" || tokens[1]?.lower !== "much") return null;
  const start = /^(in|of)$/.test(tokens[2]?.lower ?? "") ? 3 : 2;
  const rows = rowsOfMoney(tokens, start, catalog) ?? rowsOfMass(tokens, start, catalog);
  const noun = numberAt(tokens, start, catalog) ?? rows?.mention ?? null;
  if (noun === null) return null;
  const then = tokens.slice(noun.end, noun.end + 3).map(({ lower }) => lower);
  if (!wasDone.test(then[0] ?? "") && !isHeld.test(then.join(" "))) return null;
  const verb = tokens.findIndex((token, i) => i > noun.end && doingOf(token) !== undefined);
  const columns = rows?.mention === noun ? [rows.amount] : amountsMeant(noun, doingOf(tokens[verb]), tokens, catalog);
  const end = noun.end + 1;
  return columns.length === 0 ? null : { piece: { items: [sumOf(0, start), named(noun, columns, end)], end }, verb };
}

/** "rent collected", "fees charged", "commission earned", where nothing else says that rows are asked for. */
function done({ tokens, catalog }: Asked, at: number): Piece | null {
  const noun = numberAt(tokens, at, catalog) ?? totalAt(tokens, at);
  const verb = noun === null ? undefined : tokens[noun.end];
  const doing = doingOf(verb);
  if (noun === null || doing === undefined || !/(ed|paid|spent)$/.test(verb?.lower ?? "")) return null;
  const before = tokens[at - 1]?.lower ?? "";
  if (!goesOn(tokens[noun.end + 1]) || OF_ROWS.test(before) || (before === "and" && noun.text !== "total")) return null;
  const columns = amountsMeant(noun, doing, tokens, catalog);
  const end = noun.end + 1;
  // "amount refunded", where rows are in such a state: it says which.
  const isState = (catalog.values.get(verb?.lower ?? "") ?? []).some(({ column: { table } }) =>
    columns.some((column) => column.table === table),
  );
  if (columns.length === 0 || isState) return null;
  const isSaid = /^(total|average|avg|mean|median|highest|lowest|maximum|minimum)$/.test(before);
  return { items: [...(isSaid ? [] : [sumOf(at, at)]), named(noun, columns, end)], end };
}

const goesOn = (next: Token | undefined): boolean =>
  next?.kind !== "word" || /^(by|per|each|every|in|on|last|this|since|during|from|for|so|year|at)$/.test(next.lower);

/** What before a number says that rows are told by it. */
export const OF_ROWS = /^(many|which|whose|or|have|has|had|not|with|without)$/;

/** "total invoiced", "cash received": of no number in particular. */
const totalAt = (tokens: readonly Token[], at: number): Mention | null =>
  /^(?:total|cash|money)$/.test(tokens[at]?.lower ?? "")
    ? mentionOf({ start: at, end: at + 1, text: tokens[at]?.lower ?? "" })
    : null;

export const doingOf = (token: Token | undefined): Doing | undefined =>
  token?.kind !== "word" || (token.capitalised && !token.first)
    ? undefined
    : doings.find(
        ({ verbs, tables }) => (tables !== null || /^earn(?:ed)?$/.test(token.lower)) && verbs.test(token.lower),
      );

/** The longest name of a number from a place on that is not the name of rows. */
function numberAt(tokens: readonly Token[], at: number, catalog: Catalog): Mention | null {
  if (tokens[at]?.kind !== "word") return null;
  const found = mentionsAt(tokens, at, catalog).find(
    (one) => tableScore(one) < 0.9 && one.columns.some(({ column, score }) => score >= NAMED_FROM && isAmount(column)),
  );
  return found ?? null;
}

/** "commission", where the rows called so say what each came to. */
export function rowsOfMoney(
  tokens: readonly Token[],
  at: number,
  catalog: Catalog,
): { mention: Mention; amount: CatalogColumn } | null {
  const said = tokens[at];
  if (said?.kind !== "word" || !moneyNouns.test(plural(said.lower.replace(/s$/, "")))) return null;
  const mention = mentionsAt(tokens, at, catalog).find((one) => one.end === at + 1 && tableScore(one) >= 0.9);
  const table = mention?.tables[0]?.table;
  if (mention === undefined || table === undefined || table.isView || !isFact(table)) return null;
  const amount = amountColumn(table) ?? paidColumn(table);
  return amount === null ? null : { mention, amount };
}

/** The amounts of rows that are called after both, "rent payments" that were collected, else the numbers called so. */
function amountsMeant(
  noun: Mention,
  doing: Doing | undefined,
  tokens: readonly Token[],
  catalog: Catalog,
): CatalogColumn[] {
  const stems = tokens.slice(noun.start, noun.end).map(({ stem }) => stem);
  // "total invoiced": of what was invoiced, rather than any total.
  const all =
    doing !== undefined && /^(?:totals?|amounts?|sum|cash|money)$/i.test(noun.text) ? amountsOf(doing, catalog) : [];
  if (all.length > 0) return all;
  const rows = catalog.tables.filter(
    (table) => !table.isView && isFact(table) && stems.every((one) => table.stems.includes(one)),
  );
  // "rent collected" of rent charges with an amount due and one that is paid
  const [amount, ...others] = rows.flatMap(({ columns }) =>
    columns.filter((column) => isAmount(column) && doing?.columns?.test(column.words.join(" ")) === true),
  );
  if (amount !== undefined && others.length === 0) return [amount];
  const paid = rows.flatMap((table) =>
    doing?.tables?.test(table.words.join(" ")) === true ? (amountColumn(table) ?? []) : [],
  );
  if (paid.length > 0) return paid;
  return noun.columns
    .filter(({ column, score }) => score >= NAMED_FROM && isAmount(column))
    .map(({ column }) => column);
}

export const sumOf = (start: number, end: number): Item => ({
  kind: "cue",
  cue: { is: "aggregate", fn: "sum" },
  other: null,
  start,
  end,
  text: "total",
});

export function named({ start, text }: Mention, columns: readonly CatalogColumn[], end: number): Item {
  const mention = mentionOf({ start, end, text, columns: columns.map((column) => ({ column, score: 1 })) });
  return { kind: "schema", mention, start, end, text };
}
