import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { happened, isPromisedDay, type Term } from "./promised-days.ts";

const arrived = /\b(?:delivered|delivery|arrived|arrival|handed)\b/;

/** What is brought back is due at the end of its time. */
function endOfLoan(dates: readonly CatalogColumn[]): CatalogColumn | undefined {
  const isBack = dates.some(({ source, words }) => source.nullable && /\breturn(?:ed)?\b/.test(words.join(" ")));
  return isBack ? dates.find(({ words }) => /^(?:end|ends|until|to)\b/.test(words.join(" "))) : undefined;
}

/**
 * "scheduled_arrival" and "actual_arrival", beside those of the departure: the two of what is said to be late, else of how
 * it ends. Undefined where a row is promised for one moment only.
 */
function pairOf(
  dates: readonly CatalogColumn[],
  isSaid: (stem: string) => boolean,
): Pick<Term, "due" | "done"> | undefined {
  const dues = dates.filter(isPromisedDay);
  if (dues.length < 2) return undefined;
  const pairs = dues.flatMap((due) => {
    const nouns = due.stems.filter((name) => !dues.every(({ stems }) => stems.includes(name)));
    const done = dates.find((one) => !isPromisedDay(one) && nouns.some((name) => one.stems.includes(name)));
    return done === undefined ? [] : [{ due, done, nouns }];
  });
  const saidSo = pairs.find(({ nouns }) => nouns.some((name) => isSaid(name)));
  return (
    saidSo ??
    wholeOf(dates, dues, pairs) ??
    pairs.find(({ due }) => arrived.test(due.words.join(" ")) || /\bend\b/.test(due.words.join(" "))) ??
    pairs[0]
  );
}

/** "due_date" and "finished_at", beside those of a start: a row is late as a whole, however late it was begun. */
function wholeOf(
  dates: readonly CatalogColumn[],
  dues: readonly CatalogColumn[],
  pairs: readonly Pick<Term, "due" | "done">[],
): Pick<Term, "due" | "done"> | undefined {
  const due = dues.find(({ words }) => PROMISED_AS_A_WHOLE.test(words.join(" ")));
  const isOfBegin = pairs.every(({ done }) => done !== null && OF_A_START.test(done.words.join(" ")));
  const done = dates.find((one) => !isPromisedDay(one) && OF_AN_END.test(one.words.join(" ")));
  return due === undefined || done === undefined || !isOfBegin ? undefined : { due, done };
}
const PROMISED_AS_A_WHOLE = /\b(?:due|deadline|promised|required|needed|wanted)\b/;
const OF_A_START = /\b(?:start|started|begin|began|begun|opened|received)\b/;
const OF_AN_END = /\b(?:closed|resolved|completed|finished|done|ended|delivered|returned|shipped)\b/;

/** The day a row was promised for, and the day it happened, of the first of the tables that has both. */
export function termOf(tables: readonly CatalogTable[], isSaid: (stem: string) => boolean): Term | null {
  const terms = tables.flatMap((table): Term[] => {
    const dates = table.columns.filter((column) => column.isDate);
    const pair = pairOf(dates, isSaid);
    if (pair !== undefined) return [{ table, ...pair }];
    const due = dates.find((column) => isPromisedDay(column)) ?? endOfLoan(dates);
    if (due === undefined) return [];
    const is = (words: RegExp) =>
      dates.find((column) => column !== due && !isPromisedDay(column) && words.test(column.words.join(" ")));
    // What is taken in is begun by it, where it is also finished.
    // "started late", where it is known when it was started and when it was finished
    const said = dates.find(
      (one) =>
        one !== due &&
        !isPromisedDay(one) &&
        one.essential.some(isSaid) &&
        // "parcels sent in May that came late": each was sent, and may have come.
        (one.source.nullable || is(arrived)?.source.nullable !== true) &&
        !one.stems.some((name) => table.stems.includes(name)),
    );
    // What is promised is that it arrives rather than that it is sent, unless that is what was promised.
    const isSending = /\bship/.test(due.words.join(" "));
    const done = said ?? (isSending ? undefined : is(arrived)) ?? is(happened) ?? is(/\breceived\b/) ?? null;
    return [{ table, due, done }];
  });
  return terms.find(({ done }) => done !== null) ?? terms[0] ?? null;
}

/** True for rows that were promised for a day and happened on one. */
export const isPromised = (table: CatalogTable): boolean =>
  !table.isView && (termOf([table], () => false)?.done ?? null) !== null;
