import { toldAs } from "./called.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** What the state of a row is called from which nothing more is to come. */
const ended =
  /^(?:paid|settled|completed?|closed|done|finished|returned|resolved|solved|delivered|received|fulfilled|cancell?ed|void(?:ed)?|written[ _-]?off|uncollectible|refunded|withdrawn|rejected|declined|awarded|won|lost|expired)$/i;

/** States of what is still to be done: after them, what was received has come to its end. */
const BEGUN = /^(?:new|pending|ordered|placed|draft(?:ed)?|requested|submitted|created|open(?:ed)?|sent)$/i;
const RECEIVED = /^received$/i;
/** What is sent out has come to its end where nobody notes whether it arrives. */
const SENT_OUT = /^(?:shipped|dispatched|despatched|sent out)$/i;
const ARRIVED = /^(?:delivered|received|arrived|fulfilled|completed?|closed|done|returned)$/i;

/** What is granted is decided, where others are refused, some are waited for, and nothing is said of what follows. */
const GRANTED_STATE = /^(?:approved|accepted|granted)$/i;
const REFUSED_STATE = /^(?:rejected|declined|denied|refused)$/i;
const AWAITED_STATE = /^(?:pending|submitted|open|filed|new|received|requested|under[ _-]review|in[ _-]review)$/i;

function isDecision(values: readonly string[]): boolean {
  const isOther = (value: string): boolean =>
    ![GRANTED_STATE, REFUSED_STATE, AWAITED_STATE, DROPPED].some((one) => one.test(value));
  return (
    [GRANTED_STATE, REFUSED_STATE, AWAITED_STATE].every((one) => values.some((value) => one.test(value))) &&
    !values.some(isOther)
  );
}

/** The ends among the states of one column. What is sent out at the end was received at the beginning: work that comes in. */
function endsAmong(values: readonly string[]): string[] {
  const isBegun = values.some((value) => BEGUN.test(value));
  const isDoneElse = values.some((value) => !RECEIVED.test(value) && (SENT_OUT.test(value) || isDone(value)));
  const comesIn = !isBegun && isDoneElse;
  const arrives = values.some((value) => ARRIVED.test(value) && !(comesIn && RECEIVED.test(value)));
  const isDecided = isDecision(values);
  return values.filter(
    (value) =>
      (ended.test(value) && !(comesIn && RECEIVED.test(value))) ||
      (SENT_OUT.test(value) && !arrives) ||
      (GRANTED_STATE.test(value) && isDecided),
  );
}

const isDone = (value: string): boolean => ARRIVED.test(value) || /^(?:finished|resolved|solved)$/i.test(value);

/** What was dropped before it was done, so that it never will be. */
export const DROPPED = /^(?:canc(?:el(?:l?ed)?)?|cncl|cxl|cxld|void(?:ed)?|withdrawn|abandoned)$/i;

/** What nobody waits for any more: dropped, given back or forgiven. */
const GIVEN_UP = /^(?:returned|refunded|waived|rejected|declined|written[ _-]?off)$/i;

/** The state of payments that came in. */
export const SUCCEEDED = /^(?:succeeded|success|successful|captured|settled|completed|paid|approved)$/i;

/** A column of states, and those in which a row is at its end: "paid" and "written off" of invoices. */
export interface EndStates {
  column: CatalogColumn;
  values: readonly string[];
}

const isStateColumn = ({ isText, source, words }: CatalogColumn): boolean =>
  isText && source.values_complete && /^(?:status|state|stage)$/.test(words.at(-1) ?? "");

/** The states in which nobody waits for a row any more, though it was never done; null where there are none, or no others. */
export function droppedStates({ columns }: CatalogTable): EndStates | null {
  for (const column of columns.filter(isStateColumn)) {
    const { values } = column.source;
    const dropped = values.filter((value) => DROPPED.test(value) || GIVEN_UP.test(value));
    if (dropped.length > 0 && dropped.length < values.length) return { column, values: dropped };
  }
  return null;
}

/** The states in which rows of a table are at their end, among them `state` where one is given; null where no column has some and others. */
export function endStates({ columns }: CatalogTable, state?: string): EndStates | null {
  for (const column of columns) {
    const { values } = column.source;
    const usual = endsAmong(values);
    const ends = values.filter((value) => usual.includes(value) || value.toLowerCase() === state);
    const isOne = state === undefined || ends.some((value) => value.toLowerCase() === state);
    if (isStateColumn(column) && isOne && ends.length > 0 && ends.length < values.length)
      return { column, values: ends };
  }
  return null;
}

/** "status other than “paid” and “written off”" */
export const toldOther = ({ column, values }: EndStates): string =>
  `${toldAs(column)} other than ${values.map((value) => `“${value}”`).join(" and ")}`;
