import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { nameInFull } from "./columns.ts";

const ended =
  /\b(cancel|cancelled|canceled|end|ended|terminated|expired|churned|left|leave|leaving|termination|departure|exit|resigned|discharged|discharge|decommissioned)\b/;

/** The day on which a row came, or will come, to its end, empty for those without one: "end_date" of subscriptions. */
export const endDay = ({ columns }: CatalogTable): CatalogColumn | null =>
  columns.find((column) => column.isDate && column.source.nullable && ended.test(column.words.join(" "))) ??
  (columns.some(isCheckIn) ? columns.find((column) => column.source.nullable && isCheckOut(column)) : undefined) ??
  (columns.some(isStart) ? columns.find((column) => column.isDate && isLast.test(nameInFull(column))) : undefined) ??
  null;

/** "checked_in_at" and "checked_out_at", "in_date" and "out_date" */
const isCheckIn = (column: CatalogColumn): boolean => column.isDate && wentIn.test(nameInFull(column));
const wentIn = /^(?:check(?:ed)? ?in\b|(?:(?:date|day|time|moved|booked) )?in(?: (?:date|day|time|on|at))?$)/;

const isCheckOut = (column: CatalogColumn): boolean => column.isDate && wentOut.test(nameInFull(column));
const wentOut = /^(?:check(?:ed)? ?out\b|(?:(?:date|day|time|moved|booked) )?out(?: (?:date|day|time|on|at))?$)/;

/** The last day of rows that hold for a time that is known from the first: offers, permits. */
const isLast = /^(?:ends?|until|to|thru|valid (?:to|until|thru))(?: (?:on|at|date|day))?$/;

/** The last day for which a row holds, whether it is known from the first or not. */
export const lastDay = ({ columns }: CatalogTable): CatalogColumn | undefined =>
  columns.find((column) => column.isDate && (isLast.test(nameInFull(column)) || /\bexpir/.test(nameInFull(column)))) ??
  (columns.some(isStart) ? columns.find(isKnownEnd) : undefined);

/** "ended_on" of campaigns, each of which has one from the first. */
const isKnownEnd = ({ isDate, words, source }: CatalogColumn): boolean =>
  isDate && !source.nullable && /\b(?:ends?|ended|finishes|finished)\b/.test(words.join(" "));

/** The days on which a row may come to its end: that until which it holds, and that on which it was ended before. */
export function endDays(table: CatalogTable): CatalogColumn[] {
  const [end, last] = [endDay(table), lastDay(table)];
  return [...(end === null ? [] : [end]), ...(last === undefined || last === end ? [] : [last])];
}

/** The day from which a row holds. */
export const startDay = ({ columns }: CatalogTable): CatalogColumn | null => columns.find(isStart) ?? null;

const isStart = ({ isDate, words }: CatalogColumn): boolean =>
  isDate && /\b(?:starts?|started|begins?|began|from)\b/.test(words.join(" "));

const FROM = /^(?:valid|effective)\b.*\b(?:from|since|start)\b|^effective(?: (?:date|day|on|at))?$/;
const UNTIL =
  /^(?:valid|effective)\b.*\b(?:to|until|till|thru|through|end)\b|^(?:end|ends|ended)(?: (?:date|day|on|at))?$/;

/** The day until which a row held, of rows that follow one another: empty for the one that holds now. */
export function heldUntil(table: CatalogTable): CatalogColumn | null {
  const { columns, isView } = table;
  const version = isView ? null : untilOfVersion(table);
  if (version !== null) return version;
  const day = (name: RegExp) => columns.find((column) => column.isDate && name.test(nameInFull(column)));
  const until = day(UNTIL);
  const isOfOthers = !isView && columns.some(({ isForeign }) => isForeign) && day(FROM) !== undefined;
  return isOfOthers && until?.source.nullable === true ? until : null;
}

/** What changes with time, and is kept for each time in a row of its own. */
const CHANGING = /^(?:salar(?:y|ies)|wages?|compensations?|rates?|tariffs?|prices?|titles?|assignments?)$/;
const FROM_DAY = /^(?:from|since|start)(?: (?:date|day|on|at))?$/;
const TO_DAY = /^(?:to|until|till|thru|end)(?: (?:date|day|on|at))?$/;

/** "to_date" of salaries from a day to a day, of which each row's key or name says that they follow one another. */
function untilOfVersion({ columns, primaryKey, words }: CatalogTable): CatalogColumn | null {
  const day = (name: RegExp) => columns.find((column) => column.isDate && name.test(nameInFull(column)));
  const [from, to] = [day(FROM_DAY), day(TO_DAY)];
  if (from === undefined || to === undefined) return null;
  const isKeyed = primaryKey.includes(from) && primaryKey.some(({ isForeign }) => isForeign);
  const isOpen = to.source.nullable || String(to.source.max).startsWith("9999");
  return isOpen && (isKeyed || CHANGING.test(words.at(-1) ?? "")) && columns.some((one) => one.isForeign) ? to : null;
}
