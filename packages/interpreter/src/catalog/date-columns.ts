import { stem } from "../language/inflection.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** Words of a date column's name that questions have for other reasons: "on 24 December" means no "shipped_on". */
const saysNothing = new Set(["date", "time", "at", "on", "in", "by", "day", "last", "first", "next"]);

/** The date a table's rows are told by: "order_date" of orders rather than "updated_at", or one whose own word is said. */
export function dateColumn(
  table: CatalogTable,
  isSaid: (stem: string) => boolean = () => false,
  /** False for rows to which it may not have happened: failed payments have no day on which they were paid. */
  isDone = true,
): CatalogColumn | null {
  let best: { column: CatalogColumn; score: number } | null = null;
  for (const column of table.columns) {
    if ((!column.isDate && !column.isYear) || isOfBirth(column, isSaid)) continue;
    let score = saidScore(column, isSaid);
    const words = column.words.join(" ");
    if (
      /^(date|created at|created|creation date|timestamp|time|occurred at|started at|starts at|begins at|start time|start date|ordered at)$/.test(
        words,
      )
    )
      score += 0.5;
    // When an appointment is, rather than when it was made.
    if (/^(?:scheduled|starts?|begins?|held)\b/.test(words) && table.columns.some(isMaking)) score += 0.4;
    // "paid_at" of payments tells when they came in; "created_at" beside it is kept of every row.
    else if (isDone && isOwnDeed(column)) score += 0.6;
    // "last_seen_at": what happened most recently, of rows that are older.
    if (/^(?:last|latest|previous|next)\b/.test(words)) score -= 0.7;
    score += endScore(column.name) + scheduledScore(column) - (isMaking(column) && hasOwnDay(table) ? MADE_BEFORE : 0);
    score -= unlikelyScore(column, score, isDone);
    if (best === null || score > best.score) best = { column, score };
  }
  // "mileage per van this month", of vans whose next service alone has a day: nothing has happened on it.
  return best === null || (best.column.words[0] === "next" && best.score < SAID_SCORE) ? null : best.column;
}

/** What a day has where one of its own words is said. */
const SAID_SCORE = 2;

const ASIDE = /updat|modif|delet|birth|born|died|death|due|end|expir|ship|required|cancel|planned|expected|promised/;

/** Days that rows are seldom told by, unless a question's words say so; shipments are told by the day they were shipped. */
function unlikelyScore(column: CatalogColumn, score: number, isDone: boolean): number {
  const words = column.words.join(" ");
  const isShipped = words.startsWith("ship") && isOwnDeed(column);
  const aside = ASIDE.test(words) && score < 2 && !isShipped ? 0.7 : 0;
  // What was lost was never delivered, whenever others were.
  return aside + (!isDone && /^(?:deliver|receiv|return|complet|arriv)/.test(words) ? 0.7 : 0);
}

/** What is scheduled has that day from the first, and only later one on which it was started. */
const scheduledScore = ({ table, source, words }: CatalogColumn): number =>
  words[0] === "scheduled" &&
  !source.nullable &&
  table.columns.filter((one) => one.isDate && !one.source.nullable).length === 1
    ? 0.6
    : 0;

/** "paid_at" of payments, "sent_at" of sendings: the deed after which the rows are called. */
export const isOwnDeed = ({ words, stems, table }: CatalogColumn): boolean =>
  words.length === 2 &&
  /^(?:at|on|date|day|time)$/.test(words[1] ?? "") &&
  !table.stems.includes(stems[0] ?? "") &&
  table.words.some((word) => stem(word.replace(/(?:ment|al|ing)s?$/, "")) === stems[0]);

/** How well a question's words go with a day. */
function saidScore({ table, stems, isDate, isMonth }: CatalogColumn, isSaid: (stem: string) => boolean): number {
  let score = isMonth ? 0.3 : isDate ? 1 : 0.6;
  for (const name of stems) {
    // "orders shipped by month": "orders" says which rows, and not that "ordered_at" is meant.
    if (table.stems.includes(name)) score += 0.6;
    // "last month" means no "bill_month", where the bills have days.
    else if (!saysNothing.has(name) && !(isMonth && name === "month") && isSaid(name)) score += 2;
  }
  return score;
}

/** True for a day that is still to come for some rows: the end of a contract, rather than the day somebody left. */
export const isPlanned = ({ isDate, words, source: { max } }: CatalogColumn, today: string): boolean =>
  isDate && !words.some((word) => deeds.has(word)) && typeof max === "string" && max.slice(0, 10) > today;

/** What is said of somebody who did it, whatever day is kept of it. */
const deeds: ReadonlySet<string> = new Set(["left", "cancelled", "canceled", "churned", "resigned"]);

/** Rows are told by their beginning rather than their end. */
function endScore(name: string): number {
  if (/^(to|until|thru|end)_|^(to|until|end)[A-Z]/.test(name)) return -0.7;
  return /^(from|start|begin)_|^(from|start|begin)[A-Z]/.test(name) ? 0.3 : 0;
}

/** "booked_on" of appointments; of bookings it is their own day. */
const isMaking = ({ isDate, stems, table }: CatalogColumn): boolean =>
  isDate &&
  !table.stems.includes(stems[0] ?? "") &&
  (/^(?:book|reserv)/.test(stems[0] ?? "") ||
    (stems[0]?.startsWith("creat") === true && HAPPENS_LATER.test(table.words.at(-1) ?? "")));

/** What is entered before it takes place. */
const HAPPENS_LATER = /^(?:appointments?|visits?|sessions?|lessons?|meetings?|viewings?|consultations?)$/;

/** What the day on which rows were made is less theirs than the day on which they take place. */
const MADE_BEFORE = 0.8;

/** True for rows that all have a day on which they take place, besides the one on which they were made. */
const hasOwnDay = (table: CatalogTable): boolean =>
  table.columns.some(
    (one) =>
      one.isDate &&
      !one.source.nullable &&
      !isMaking(one) &&
      !isOfBirth(one, () => false) &&
      !(ASIDE.test(one.words.join(" ")) || one.stems[0]?.startsWith("creat") === true),
  );

/** Nothing that somebody does happens on the day of their birth, unless it is what is spoken of. */
const isOfBirth = ({ words, stems }: CatalogColumn, isSaid: (stem: string) => boolean): boolean =>
  /birth|born|\bdob\b/.test(words.join(" ")) && !stems.some((name) => /birth|born|dob/.test(name) && isSaid(name));
