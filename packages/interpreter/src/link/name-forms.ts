import type { Schema } from "@parley/datasource/types";
import type { Catalog } from "../catalog/catalog.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import type { Token } from "../language/tokens.ts";
import { amountFlagged } from "./amount-flagged.ts";
import { againstOthers } from "./against-others.ts";
import { columnsCompared } from "./columns-compared.ts";
import { daysOfRows } from "./days-of-rows.ts";
import { detailsListed } from "./details-listed.ts";
import { delays } from "./delays.ts";
import { directReports } from "./direct-reports.ts";
import { holdingNow } from "./holding-now.ts";
import { distributions } from "./distributions.ts";
import { duplicates } from "./duplicates.ts";
import { headcount } from "./headcount.ts";
import { ownStaff } from "./own-staff.ts";
import { howOften, mostDone, thingsMostDone } from "./most-done.ts";
import { marks } from "./marks.ts";
import { monthValue } from "./month-values.ts";
import { namedCode } from "./named-codes.ts";
import { numberedPlaces } from "./numbered-places.ts";
import { numberedThings } from "./numbered-things.ts";
import { unpaidDues } from "./dues.ts";
import { spenders } from "./spenders.ts";
import { signUps } from "./sign-ups.ts";
import { howManyOf } from "./how-many.ts";
import { expressions } from "../language/loose-synonyms.ts";
import { onlyFigure } from "./only-figure.ts";
import { otherNames } from "./other-names.ts";
import { inTheirOwnWord, inTheOnlyOtherWord, membersKept } from "./other-words.ts";
import { partsOfWeek } from "./parts-of-week.ts";
import { priorities } from "./priorities.ts";
import { reasons } from "./reasons.ts";
import { recurringRevenue } from "./recurring-revenue.ts";
import { nonValues } from "./non-values.ts";
import { type Rewriter, written } from "./rewriter.ts";
import { rowsSaid } from "./rows-said.ts";
import { rowByNumber } from "./row-by-number.ts";
import { singular } from "../language/words.ts";
import { timesOfDeeds } from "./times-of-deeds.ts";
import { whoOfRows } from "./who-of-rows.ts";
import { wouldSay } from "./would-say.ts";
import { cueWords } from "../language/vocabulary.ts";

/** The names of a schema in the other forms in which they may be written. */
interface NameForms {
  /** The words of a name with digits or underscores in it, or of a single word that is read as two, by the name as it stands. */
  asWritten: ReadonlyMap<string, readonly string[]>;
  /** All words of names that have little ones in them, and those that count. */
  inFull: readonly { said: readonly string[]; words: readonly string[] }[];
  /** Two words that stand side by side in a name, by the two written as one. */
  joined: ReadonlyMap<string, readonly string[]>;
  /** The words of a name, by their first letters; left out where two names share them. */
  initials: ReadonlyMap<string, readonly string[]>;
  /** Stems that stand in one name together, as "a b". */
  together: ReadonlySet<string>;
}

/** The first that rewrites something counts. */
const byThemselves: readonly Rewriter[] = [
  // "Oban (OBN)": the row with that code
  namedCode,
  // "q3_visits" for q3_visits, whose words are q, 3 and visits
  asItStands,
  // "number of employees", where only accounts have a number of theirs
  ownStaff,
  // "charged to the driver" for charged_to_driver, whose words are charged and driver
  inFull,
  // "grade A": a value of one letter, and no article
  letter,
  // "which grower wastes the most stems": has the most wasted_stems
  doneMost,
  // "are there duplicate invoice numbers": how many rows each has, where there is more than one
  duplicates,
  // "below their minimum level", "more hours than planned": one number of each row against another
  columnsCompared,
  // "which classes are booked most often": those with the most bookings
  mostDone,
  // "what was returned most": of the things that are sold
  thingsMostDone,
  // "how often do members visit": how many visits each has on average
  howOften,
  // "of members vs non-members", where a column says yes or no to it: "by member"
  againstOthers,
  // "on weekends or on weekdays", where no calendar tells them apart: by weekday
  partsOfWeek,
  // "'Mira Holt'", stored as a first and a last name
  inTwoParts,
  // "surname" where the column is last_name
  inOtherWords,
  // "book shelf" for Bookshelf
  apart,
  // "bookshelf" for book_shelf
  together,
  // "gvw" for gross_vehicle_weight
  asInitials,
  // "gross vehicle weight" for gvw
  writtenOut,
  // "kind of room" for room_type
  kindOf,
  // "red/white": one or the other
  eitherOf,
  // "coupons that expire next month", by their end_date: those that are expired are another question
  stillToEnd,
  // "that missed their deadline", of rows that say "deadline_missed"
  itsFlag,
  // "coupons valid today", by the days from and until which they are
  holdingNow,
  // "order 11321": the one with that id
  rowByNumber,
  // "high priority" where the highest is called "urgent"
  priorities,
  // "why do people return things": how many returns for each reason
  reasons,
  // "MRR": the monthly price of what is active
  recurringRevenue,
  // "the quantity of members": how many there are
  howManyOf,
  // "headcount": how many work here
  headcount,
  // "average delay of parcels": the time from the day they were promised for
  delays,
  // "direct reports": the people who report to somebody
  directReports,
  // "3 cabin yachts": yachts with 3 cabins
  numberedThings,
  // "on the second floor", where floors are numbers
  numberedPlaces,
  // "unpaid rent", of rent payments
  unpaidDues,
  // "our biggest spenders": those who paid the most
  spenders,
  // "total for March", where months are kept by their names and no year is
  monthValue,
  // "how much has not been reimbursed": what the claims come to that were not
  amountFlagged,
  // "total for March", where rows have one number alone: that
  onlyFigure,
  // "signups last week": how many people came then
  signUps,
  // "grade distribution": how many of each grade
  distributions,
  // "non-public", where "Public" is stored
  nonValues,
  // "no shows", stored as "no_show"
  noShow,
  // "accounts that churned", of which it is kept when they were cancelled
  churned,
  // "members", of whom the memberships are kept
  membersKept(isKnown),
  // "opening year", where the year is called "opened"
  timesOfDeeds,
  // "the day and place of each debate", where days are called dates
  daysOfRows,
  // "names and other information", where rows have details
  detailsListed,
  // "maths mark", "mark in science", where each subject is a column
  marks,
  // "who has the best mark", where rows say which student they are of
  whoOfRows,
  // "would recommend it", where the answers are yes, no and maybe
  wouldSay,
  // "which transactions", where there is one table: its rows
  rowsSaid,
  // "films" where the schema has movies
  inTheOnlyOtherWord(isKnown),
  // "make and type of each asset", where only others have a type
  inTheirOwnWord,
];
/** What is rewritten with words that are in the schema's own by then. */
const withOthers: readonly Rewriter[] = [
  // "garden number" for garden_id
  numberOfKey,
];

/** Puts names that were written apart, together, by their first letters or in other words as the schema writes them. */
export const asNamed = (tokens: readonly Token[], catalog: Catalog): Token[] =>
  [byThemselves, withOthers]
    .reduce<readonly Token[]>((read, rewriters) => rewritten(read, rewriters, catalog), tokens)
    .slice();

function rewritten(tokens: readonly Token[], rewriters: readonly Rewriter[], catalog: Catalog): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const found = rewriters.map((rewrite) => rewrite(tokens, at, catalog)).find((one) => one !== null);
    const token = tokens[at];
    if (found === undefined || found === null) {
      if (token !== undefined) result.push(token);
      at++;
    } else {
      result.push(...found.tokens);
      at = found.end;
    }
  }
  return result;
}

function asItStands(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token?.kind !== "word" || catalog.values.has(token.lower)) return null;
  const { asWritten } = formsOf(catalog);
  const name = token.lower.replaceAll("-", "_");
  const words =
    asWritten.get(name) ?? (name.includes("_") || isKnown(token, catalog) ? undefined : asWritten.get(singular(name)));
  return words === undefined ? null : { tokens: written([token], words), end: at + 1 };
}

function inFull(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  for (const { said, words } of formsOf(catalog).inFull) {
    let end = at;
    for (const word of said) {
      if (end > at && /^(?:the|an?)$/.test(tokens[end]?.lower ?? "")) end++;
      if (tokens[end]?.kind !== "word" || tokens[end]?.stem !== stem(word)) break;
      end++;
      if (word === said.at(-1)) return { tokens: written(tokens.slice(at, end), words), end };
    }
  }
  return null;
}

function letter(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [name, said] = [tokens[at], tokens[at + 1]];
  if (name?.kind !== "word" || said?.kind !== "word" || !/^[A-Z]$/.test(said.text)) return null;
  const holds = (catalog.columnsByStem.get(name.stem) ?? []).some(({ source }) => source.values.includes(said.text));
  return holds ? { tokens: [name, { ...said, kind: "quoted" }], end: at + 2 } : null;
}

/** Those who did not come, as the schema writes them; elsewhere there are no shows. */
function noShow(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [no, show] = tokens.slice(at, at + 2);
  if (no?.lower !== "no" || show === undefined || !/^shows?$/.test(show.lower)) return null;
  const word = ["no-show", "no_show", "noshow", "no show"].find((one) => catalog.values.has(one));
  const said = { ...no, text: `no-${show.lower}`, lower: word ?? "", stem: word ?? "" };
  return word === undefined ? null : { tokens: [said], end: at + 2 };
}

/** What a subscriber did who "churned", where nothing is called so: the schema's own word for an end. */
function churned(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token?.lower !== "churned" || isKnown(token, catalog)) return null;
  const word = ["cancelled", "canceled", "terminated", "ended"].find(
    (one) => catalog.values.has(one) || catalog.columnsByStem.has(stem(one)),
  );
  return word === undefined ? null : { tokens: written([token], [word]), end: at + 1 };
}

/** A verb, "the most", and a noun, which are a number's name together. */
function doneMost(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [verb, article, most, noun] = tokens.slice(at, at + 4);
  if (verb?.kind !== "word" || article?.lower !== "the" || noun?.kind !== "word") return null;
  if (!/^(?:most|fewest|least)$/.test(most?.lower ?? "") || catalog.tablesByStem.has(verb.stem)) return null;
  const column = (catalog.columnsByStem.get(noun.stem) ?? []).find(
    ({ isNumber, stems, table }) =>
      isNumber && !table.isView && stems.length === 2 && stems.includes(verb.stem) && stems.includes(noun.stem),
  );
  if (column === undefined || verb.stem === noun.stem) return null;
  return { tokens: written([verb, noun], ["has", "the", most?.lower ?? "", ...column.words]), end: at + 4 };
}

/** A quoted name of a person whose two parts stand in two columns of one table. */
function inTwoParts(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token?.kind !== "quoted" || catalog.values.has(token.lower)) return null;
  const parts = token.text.split(/\s+/);
  const [first, last] = [parts[0]?.toLowerCase() ?? "", parts.at(-1)?.toLowerCase() ?? ""];
  if (parts.length !== 2) return null;
  const owners = (part: string, name: string) =>
    (catalog.values.get(part) ?? []).flatMap(({ column }) => (column.stems.includes(name) ? [column.table] : []));
  const lasts = new Set(["last", stem("surname"), stem("family")].flatMap((name) => owners(last, name)));
  if (!owners(first, "first").some((table) => lasts.has(table))) return null;
  const words = parts.map((text, i) => {
    const lower = text.toLowerCase();
    const possessive = token.possessive && i === 1;
    return {
      ...token,
      text,
      lower,
      stem: stem(lower),
      kind: "word" as const,
      capitalised: true,
      first: false,
      possessive,
    };
  });
  return { tokens: words, end: at + 1 };
}

function inOtherWords(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const first = tokens[at];
  const names = first?.kind === "word" ? (namesByFirst().get(first.stem) ?? []) : [];
  for (const { said, from, meant, stems } of names) {
    const isSaid = stems.every((name, i) => tokens[at + i]?.kind === "word" && tokens[at + i]?.stem === name);
    const isPlural = from.length === 1 && said.endsWith("s");
    if (!isSaid || (isPlural && first?.lower !== said)) continue;
    if (from.length > 1 && isOfOthers(from, tokens[at - 1], catalog)) continue;
    // "jobs", where people have a job title: no table but that of the work orders.
    const isRows = isPlural && !catalog.tablesByStem.has(stem(said));
    // "number of visitors", where visitors are rows: how many there are.
    const isCount = from[0] === "number" && from[1] === "of" && !isKeptCount(stems.at(-1) ?? "", meant, catalog);
    // To stay is what one does, and stays are rows.
    const isOwn = !isRows && isName(stems, catalog);
    if (isCount || isOwn || !isName(meant.split(" ").map(stem), catalog)) continue;
    return { tokens: written(tokens.slice(at, at + from.length), meant.split(" ")), end: at + from.length };
  }
  return null;
}

/** "data types of products" are no product types; a "credit card", where a card is one of "Credit", is no card number. */
const isOfOthers = (from: readonly string[], before: Token | undefined, catalog: Catalog): boolean =>
  formsOf(catalog).together.has(`${before?.stem} ${stem(from[0] ?? "")}`) ||
  from.some((word) => catalog.values.has(word));

/** True where a number of things is a column of its own, and neither they nor what they are called by are rows. */
function isKeptCount(things: string, meant: string, { tablesByStem, columnsByStem }: Catalog): boolean {
  const name = stem(meant.split(" ").at(-1) ?? "");
  const isRows = tablesByStem.has(name) || (tablesByStem.has(things) && meant !== "population");
  return !isRows && (columnsByStem.get(name) ?? []).some(({ isNumber, isKey }) => isNumber && !isKey);
}

/** Another name, in the words it is said by. */
interface OtherName {
  said: string;
  meant: string;
  from: readonly string[];
  stems: readonly string[];
}

let byFirst: ReadonlyMap<string, readonly OtherName[]> | undefined;

/** The other names, in their order, by the stem of their first word. */
function namesByFirst(): ReadonlyMap<string, readonly OtherName[]> {
  byFirst ??= Map.groupBy(
    [...otherNames, ...expressions()].map(([said, meant]): OtherName => {
      const from = said.split(" ");
      return { said, meant, from, stems: from.map(stem) };
    }),
    ({ stems: [first = ""] }) => first,
  );
  return byFirst;
}

/** "department number", where departments have ids and nothing has such a number. */
function numberOfKey(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [thing, number] = [tokens[at], tokens[at + 1]];
  if (thing?.kind !== "word" || thing.possessive || number?.stem !== "number") return null;
  if (tokens[at + 2]?.lower === "of") return null;
  const { together: pairs } = formsOf(catalog);
  const isKey = pairs.has(`${thing.stem} id`);
  if (!isKey || ["number", "no", "num", "code"].some((name) => pairs.has(`${thing.stem} ${name}`))) return null;
  return { tokens: [thing, ...written([number], ["id"])], end: at + 2 };
}

/** True where one name of the schema has all of these words, side by side. */
function isName(stems: readonly string[], catalog: Catalog): boolean {
  const { together: pairs } = formsOf(catalog);
  const [only] = stems;
  if (stems.length === 1) return only !== undefined && catalog.vocabulary.has(only);
  // "first name", written "name_first"
  const isReversed = stems.length === 2 && pairs.has(stems.toReversed().join(" "));
  return isReversed || stems.every((name, i) => i === 0 || pairs.has(`${stems[i - 1]} ${name}`));
}

function apart(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [first, second] = [tokens[at], tokens[at + 1]];
  if (first?.kind !== "word" || second?.kind !== "word" || first.possessive) return null;
  if (first.lower.length < 3 || second.lower.length < 3) return null;
  const whole = `${first.lower}${second.lower}`;
  if (!catalog.vocabulary.has(stem(whole)) || formsOf(catalog).together.has(`${first.stem} ${second.stem}`))
    return null;
  return { tokens: written([first, second], [whole]), end: at + 2 };
}

function together(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token === undefined || token.lower.length < 6 || isKnown(token, catalog)) return null;
  const whole = token.lower.replaceAll("-", "");
  // "check-ins" for checkin
  if (whole !== token.lower && catalog.vocabulary.has(stem(whole)))
    return { tokens: written([token], [whole]), end: at + 1 };
  // "no-shows" for no_show
  const words = formsOf(catalog).joined.get(stem(whole));
  const last = words?.at(-1);
  if (words === undefined || last === undefined) return null;
  const isSeveral = token.lower.includes("-") && token.lower === `${words.join("-")}s`;
  return { tokens: written([token], isSeveral ? [...words.slice(0, -1), `${last}s`] : words), end: at + 1 };
}

function asInitials(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token === undefined || isKnown(token, catalog)) return null;
  const isShort = /^[a-z]{3,6}$/.test(token.lower) || /^[A-Z]{2}$/.test(token.text);
  const words = isShort ? formsOf(catalog).initials.get(token.lower) : undefined;
  return words === undefined ? null : { tokens: written([token], words), end: at + 1 };
}

/** Aggregates that names begin with: "maximum take-off weight". */
const figureWords = /^(maximum|minimum|average|total|mean|grand|gross|net)$/;

function writtenOut(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  for (let length = 5; length >= 3; length--) {
    const span = tokens.slice(at, at + length);
    const initials = span.map(({ lower }) => lower[0] ?? "").join("");
    if (span.length < length || !catalog.vocabulary.has(initials)) continue;
    const isOpen = (token: Token) => token.kind === "word" && token.lower.length >= 3 && !isKnown(token, catalog);
    // Words that mean nothing else here: otherwise the letters meet by chance.
    if (span.filter(isOpen).length < 2) continue;
    if (span.every((token) => isOpen(token) || figureWords.test(token.lower)))
      return { tokens: written(span, [initials]), end: at + length };
  }
  return null;
}

const KIND = /^(?:kind|type|sort|category|categorie|class|classe)s?$/;

/** "kinds of rooms", where something is called the type of a room. */
/** What rows did to something of theirs, where a column of yes and no says so of it. */
function itsFlag(tokens: readonly Token[], at: number, { tables }: Catalog): ReturnType<Rewriter> {
  const [deed, its, noun] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (deed?.kind !== "word" || noun?.kind !== "word" || !/^(?:its|their|his|her|the)$/.test(its?.lower ?? ""))
    return null;
  if (!/(?:ed|paid|met)$/.test(deed.lower)) return null;
  const isSaid = tables.some(({ columns, isView }) =>
    columns.some(({ isFlag, stems }) => !isView && isFlag && stems.join(" ") === `${noun.stem} ${deed.stem}`),
  );
  return isSaid ? { tokens: [deed, noun], end: at + 3 } : null;
}

function kindOf(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [kind, of, thing] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (kind?.kind !== "word" || !KIND.test(kind.lower) || of?.lower !== "of" || thing?.kind !== "word") return null;
  const { together: pairs } = formsOf(catalog);
  // "data types of products" are no product types.
  if (pairs.has(`${tokens[at - 1]?.stem} ${kind.stem}`)) return null;
  const called = ["type", "kind", "category", "class"].find((name) => pairs.has(`${thing.stem} ${stem(name)}`));
  if (called === undefined) return null;
  return { tokens: written([thing, kind], [thing.lower, called]), end: at + 3 };
}

const EXPIRES = /^(?:expires?|expiring|lapses?|lapsing)$/;

function stillToEnd(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const [token, next] = tokens.slice(at, at + 2);
  if (token === undefined || !EXPIRES.test(token.lower)) return null;
  if (!/^(?:next|in|within|this|tomorrow|soon|before|by)$/.test(next?.lower ?? "")) return null;
  const days = catalog.tables.flatMap(({ columns }) => columns.filter(({ isDate }) => isDate));
  const isEnd =
    days.some(({ words }) => words.includes("end")) && !days.some(({ stems }) => stems.includes(token.stem));
  return isEnd ? { tokens: written([token], [token.lower.endsWith("ing") ? "ending" : "end"]), end: at + 1 } : null;
}

/** Two words with a stroke between them, unless something is stored so. */
function eitherOf(tokens: readonly Token[], at: number, catalog: Catalog): ReturnType<Rewriter> {
  const token = tokens[at];
  if (token?.kind !== "word" || !/^\p{L}{3,}(?:\/\p{L}{3,})+$/u.test(token.lower)) return null;
  if ([...catalog.values.keys()].some((value) => value.includes(token.lower))) return null;
  const words = token.text.split("/").flatMap((word, i) => (i === 0 ? [word] : ["or", word]));
  const either = words.map((text) => {
    const capitalised = /^\p{Lu}/u.test(text);
    const lower = text.toLowerCase();
    return { ...token, text, lower, stem: stem(lower), capitalised, possessive: false };
  });
  return { tokens: either, end: at + 1 };
}

/** True for a word that means something here, or in any question. */
function isKnown(token: Token, catalog: Catalog): boolean {
  return (
    token.kind !== "word" ||
    token.number !== null ||
    cueWords().has(token.lower) ||
    catalog.vocabulary.has(token.stem) ||
    catalog.values.has(token.lower) ||
    catalog.valuesByStem.has(token.stem) ||
    catalog.valuesByWord.has(token.stem)
  );
}

const known = new WeakMap<Schema, NameForms>();

function formsOf(catalog: Catalog): NameForms {
  const cached = known.get(catalog.schema);
  if (cached !== undefined) return cached;
  const asWritten = new Map<string, readonly string[]>();
  const joined = new Map<string, readonly string[]>();
  const initials = new Map<string, readonly string[] | null>();
  const pairs = new Set<string>();
  const flags = catalog.tables
    .flatMap(({ columns }) => columns.filter(({ isFlag }) => isFlag))
    .map(({ name, words }) => ({ said: splitIdentifier(name), words }))
    .filter(({ said, words }) => words.length >= 2 && said.length > words.length && said[0] === words[0]);
  for (const { name, words, stems } of catalog.tables.flatMap((table) => [table, ...table.columns])) {
    const isWritten = /[\d_]/.test(name) || splitIdentifier(name).length === 1;
    if (isWritten && words.length > 1) asWritten.set(name.toLowerCase(), words);
    for (const [i, word] of words.entries()) {
      const before = words[i - 1];
      if (before === undefined) continue;
      pairs.add(`${stems[i - 1]} ${stems[i]}`);
      joined.set(stem(`${before}${word}`), [before, word]);
    }
    const letters = words.map((word) => word[0] ?? "").join("");
    if (words.length < 2) continue;
    const other = initials.get(letters);
    const isOther = other !== undefined && other?.join(" ") !== words.join(" ");
    initials.set(letters, isOther ? null : words);
  }
  const unshared = new Map<string, readonly string[]>();
  for (const [letters, words] of initials) if (words !== null) unshared.set(letters, words);
  const made = { asWritten, inFull: flags, joined, initials: unshared, together: pairs };
  known.set(catalog.schema, made);
  return made;
}
