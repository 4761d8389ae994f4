import { namesPeople } from "../catalog/persons.ts";
import { singular } from "../language/words.ts";
import { cueAt } from "../language/vocabulary.ts";
import type { Asked } from "./item.ts";
import type { Mention } from "./mention.ts";
import { columnScore, tableScore } from "./mention.ts";
import { tableLinks } from "./table-links.ts";

/** Deeds, and who did them, that are no names of rows or columns; the order does not matter. */
export const deedsMisread: readonly ((asked: Asked, mention: Mention) => boolean)[] = [
  isThingAndDeed,
  isDeedAndKind,
  isDeedOfRows,
  isMaking,
  isDeedWithRows,
  isThingsDone,
  isDoneByRows,
  isWorking,
  isLosingPeople,
  isDeedOfOurs,
  isDoerAndDeed,
  isPayOfOthers,
  isDoneToOne,
];

/** "who opened a ticket", beside a view of open_tickets: what somebody did with one of the rows. */
function isDoneToOne({ tokens, catalog }: Asked, { start, end, values }: Mention): boolean {
  const [deed, one, ...rest] = tokens.slice(start, end);
  if (rest.length === 0 || values.length > 0 || deed === undefined || !/[a-z]{3}ed$/.test(deed.lower)) return false;
  if (!/^(?:an?|any|another|one)$/.test(one?.lower ?? "")) return false;
  return tableLinks(rest, catalog).some(({ table, score }) => !table.isView && score >= 0.95);
}

/** "which insurer do we place them with", where clients have a town: what we do, rather than another word for a place. */
function isDeedOfOurs({ tokens }: Asked, { start, end, columns, tables, values }: Mention): boolean {
  const said = tokens[start];
  if (said === undefined || end > start + 1 || columns.length === 0 || tables.length > 0) return false;
  if (!/^(?:we|they|you|i)$/.test(tokens[start - 1]?.lower ?? "")) return false;
  // "countries we deliver to", where deliveries have a day.
  const isToWhom = /^(?:to|from|for|with)$/.test(tokens[end]?.lower ?? "") && !said.lower.endsWith("ed");
  if (isToWhom && !/^(?:when|how)$/.test(tokens[0]?.lower ?? "") && columns.every(({ column }) => column.isDate))
    return true;
  return values.length === 0 && columns.every(({ column }) => column.isText && !column.stems.includes(said.stem));
}

/** "which insurer pays the most", where only the staff have a salary: what it pays is another matter, and so is a day. */
function isPayOfOthers({ tokens, catalog }: Asked, { start, end, columns, tables }: Mention): boolean {
  const [said, before] = [tokens[start]?.lower ?? "", tokens[start - 1]];
  if (end > start + 1 || !/^pays?$/.test(said) || before?.kind !== "word" || tables.length > 0) return false;
  if (columns.length === 0) return false;
  // "which team pays the most", where invoices have a day on which they were paid
  if (
    /^the (?:most|least)$/.test(`${tokens[end]?.lower} ${tokens[end + 1]?.lower}`) &&
    columns[0]?.column.isDate === true
  )
    return true;
  if (columns.some(({ score }) => score >= 0.8)) return false;
  const payers = (catalog.columnsByStem.get(before.stem) ?? []).filter(({ isText }) => isText);
  const ofPeople = new Set(columns.map(({ column }) => column.table));
  return payers.length > 0 && payers.every(({ table }) => !ofPeople.has(table));
}

/** "which carrier delivers", where nobody carries and orders have a ship_date: who does it, and no day on which it is done. */
function isDoerAndDeed({ tokens }: Asked, mention: Mention): boolean {
  const { start, end, columns, tables, values } = mention;
  const [doer, deed] = tokens.slice(start, end);
  const isPair = end === start + 2 && /^(?:which|what)$/.test(tokens[start - 1]?.lower ?? "");
  if (!isPair || doer === undefined || tables.length + values.length > 0 || columnScore(mention) >= 0.8) return false;
  const isNamed = ({ stems, table }: Mention["columns"][number]["column"]) =>
    [...stems, ...table.stems].includes(doer.stem);
  return /[a-z]s$/.test(deed?.lower ?? "") && columns.every(({ column }) => column.isDate && !isNamed(column));
}

/** "states border": a thing and what it does, rather than a loose part of another name. */
function isThingAndDeed({ tokens }: Asked, mention: Mention): boolean {
  const isLoose = Math.max(columnScore(mention), tableScore(mention)) < 0.8;
  if (!isLoose || mention.end - mention.start !== 2 || mention.values.length > 0) return false;
  const [first, second] = [tokens[mention.start]?.stem ?? "", tokens[mention.start + 1]?.stem ?? ""];
  const [best] = mention.columns;
  // "product category", of a product_category_name: all of it is said in a name
  if (best?.column.stems.includes(first) === true && best.column.stems.includes(second)) return false;
  const owner = best?.column.table;
  const isThing = mention.owners.some(
    (table) => table.stems.length === 1 && table.stems[0] === first && table !== owner,
  );
  return isThing && owner?.stems.includes(second) === true;
}

/** "received gift parcels", where "gift" is a kind of parcel and another column is like "received gift": the kind is what was said. */
function isDeedAndKind({ tokens, catalog }: Asked, mention: Mention): boolean {
  const [kind, rows] = [tokens[mention.end - 1], tokens[mention.end]];
  if (mention.end - mention.start < 2 || rows === undefined || mention.values.length > 0) return false;
  if (columnScore(mention) >= 0.9) return false;
  return (catalog.values.get(kind?.lower ?? "") ?? []).some(({ column }) => column.table.stems.at(-1) === rows.stem);
}

/** "tickets opened by Kim": rows and what was done to them, rather than the view of "open_tickets". */
function isDeedOfRows({ tokens, catalog }: Asked, mention: Mention): boolean {
  const [rows, deed, ...more] = tokens.slice(mention.start, mention.end);
  const [best] = mention.tables;
  if (rows === undefined || deed === undefined || more.length > 0 || best?.table.isView !== true) return false;
  if (!deed.lower.endsWith("ed") || best.table.words.includes(deed.lower)) return false;
  return tableLinks([rows], catalog).some(({ table, score }) => !table.isView && score >= 0.95);
}

/** "who made the most sales", beside "payments_made" and the "make" of cars: what somebody does, rather than a name. */
function isMaking({ tokens }: Asked, { start, end, values }: Mention): boolean {
  const [word, before, next] = [tokens[start], tokens[start - 1], tokens[end]];
  if (end - start !== 1 || values.length > 0 || word?.stem !== "make") return false;
  if (word.lower === "made") return true;
  return (
    /^(?:who|that|we|they|you|to|can|did|does)$/.test(before?.lower ?? "") ||
    /^(?:the|an?|most|more|less|fewer|at|over|under|exactly|any|no|only|money)$/.test(next?.lower ?? "")
  );
}

/** "users who have not received any alerts", beside a "receiver_type" of transfers: what is done with the rows that are named next. */
function isDeedWithRows({ tokens, catalog }: Asked, mention: Mention): boolean {
  const { start, end, values, tables } = mention;
  const word = tokens[start]?.lower ?? "";
  if (end - start !== 1 || values.length + tables.length > 0 || columnScore(mention) >= 0.8) return false;
  if (!/(?:[a-z]{3}ed|sent|bought|sold|given|taken|made)$/.test(word)) return false;
  if (!/^(?:who|that|which|have|has|had|not|never|ever)$/.test(tokens[start - 1]?.lower ?? "")) return false;
  const isSmall = /^(?:any|all|the|an?|some|more|at|least|most|one|no)$/.test(tokens[end]?.lower ?? "");
  const at = isSmall ? end + 1 : end;
  const rows = tableLinks(tokens.slice(at, at + 1), catalog).filter(({ score }) => score >= 0.95);
  return rows.length > 0 && mention.columns.every(({ column }) => rows.every(({ table }) => table !== column.table));
}

/** "mills built by an architect", "who built the most mills", beside a "built_year": what was done, and by whom. */
function isDoneByRows({ tokens, catalog }: Asked, mention: Mention): boolean {
  const { start, end, values, tables, columns } = mention;
  const word = tokens[start]?.lower ?? "";
  if (end - start !== 1 || values.length + tables.length > 0 || columnScore(mention) >= 0.6) return false;
  if (!/(?:[a-z]{3}ed|built|made|written|won|drawn|sold|bought|sent|given|taken|held|led)$/.test(word)) return false;
  if (!columns.every(({ column }) => column.words.length > 1 && (column.isYear || column.isDate))) return false;
  // "built in the most recent year": ranked by the year
  const [next, article] = [tokens[end]?.lower, tokens[end + 1]?.lower];
  const isRanked =
    next === "in" &&
    article === "the" &&
    tokens.slice(end + 2, end + 5).some(({ lower }) => /^(?:year|month)$/.test(lower));
  if (
    isRanked &&
    cueAt(
      tokens.map(({ lower }) => lower),
      end + 2,
    )?.cue.is === "superlative"
  )
    return true;
  let at = end;
  while (at < end + 3 && SAID_BEFORE_ROWS.test(tokens[at]?.lower ?? "")) at++;
  return at > end && tableLinks(tokens.slice(at, at + 1), catalog).some(({ score }) => score >= 0.9);
}

/** "sacks milled", beside the "sack_size" of millings: things and what was done with them, rather than a column that has but part of the words. */
function isThingsDone({ tokens }: Asked, { start, end, values, tables, columns: [best] }: Mention): boolean {
  if (end - start !== 2 || values.length + tables.length > 0 || best === undefined || best.score >= 0.6) return false;
  const [thing, deed] = [tokens[start], tokens[end - 1]];
  if (thing === undefined || deed === undefined || thing.lower === singular(thing.lower)) return false;
  const isDone = /(?:[a-z]{3}ed|sent|sold|given|taken|made)$/.test(deed.lower);
  return isDone && !best.column.stems.includes(deed.stem);
}

/** "who works for Mira", beside "work_orders": what somebody does. */
function isWorking({ tokens }: Asked, mention: Mention): boolean {
  const { start, end, values } = mention;
  const [before, said] = [tokens[start - 1]?.lower ?? "", tokens[start]];
  if (end - start !== 1 || values.length > 0 || said?.stem !== "work") return false;
  if (!/^(?:in|at|for|as|with|under|on)$/.test(tokens[end]?.lower ?? "")) return false;
  // "how many waiters work at the mill", beside hours_worked
  const isCounted = said.lower === "work" && tokens[start - 2]?.lower === "many" && columnScore(mention) < 0.9;
  return isCounted || /^(?:who|that|people)$/.test(before);
}

/** "how many members did we lose", beside parcels that are lost: they went, whatever is kept of it. */
function isLosingPeople({ tokens }: Asked, { start, end }: Mention): boolean {
  const [word, we, before] = [tokens[start], tokens[start - 1], tokens[start - 2]];
  if (end - start !== 1 || !/^(?:lose|lost|losing)$/.test(word?.lower ?? "") || we?.lower !== "we") return false;
  const noun = /^(?:did|do|have)$/.test(before?.lower ?? "") ? tokens[start - 3] : before;
  return namesPeople(noun?.lower ?? "");
}

const SAID_BEFORE_ROWS = /^(?:by|an?|the|any|all|some|most|fewest|least|more|at|one|two|three|four|five|same|both)$/;
