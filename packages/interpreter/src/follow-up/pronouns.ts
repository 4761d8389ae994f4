import { boughtOf } from "../catalog/measures.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOneNamed } from "../catalog/joins.ts";
import { isPerson } from "../catalog/persons.ts";
import { endDay } from "../catalog/running-rows.ts";
import { thing, things } from "../explain/column-words.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { beginningOf, doersOf, peopleOf } from "./doers.ts";
import { placeMeant } from "./later-places.ts";
import { atOnePlace, MOST_WORDS_OF_ONE, personSpokenOf } from "./places.ts";
import type { Referring } from "./referring.ts";
import { SAYS_IT_ALONE, rowAtEnd } from "./row-at-end.ts";
import { rowsCounted, rowsMeant, type RowsMeant } from "./rows-meant.ts";
import { LONGEST_CHANGE_CHARACTERS } from "./wording.ts";

/** The longest question whose pronouns are read; a longer one tells what they mean. */
const MOST_WORDS = 14;

/** A pronoun as it stands in a question. */
interface Place {
  pattern: RegExp;
  /** What is written instead, with the names of the rows: of one and of many, and what tells each of several: "by customer". */
  instead: (match: RegExpExecArray, names: { one: string; many: string; each: string }) => string;
  /** True where nothing that was named in this question can be what it stands for. */
  always?: true;
  /** True for a pronoun that stands for one. */
  ofOne?: true;
}

/** What is there of a thing once something was done with it. */
const DONE_AS: ReadonlyMap<string, string> = new Map([
  ...["sold", "ordered", "bought", "purchased"].map((done) => [done, "order"] as const),
  ["returned", "return"],
  ["booked", "booking"],
  ["rented", "rental"],
  ["rent", "rental"],
  ["book", "booking"],
  ["borrow", "loan"],
  ["buy", "order"],
  ["purchase", "order"],
  ["pay", "payment"],
  ["ship", "shipment"],
  ["borrowed", "loan"],
  ["serviced", "service"],
  ["repaired", "repair"],
  ["inspected", "inspection"],
  ["delivered", "delivery"],
  ["shipped", "shipment"],
  ["visited", "visit"],
  ["paid", "payment"],
]);

/** What follows "their …" and is no part of what they have. */
const AFTER_THEIRS =
  /\s(?:in|for|this|last|since|by|from|per|during|with|without|who|that|sorted|and (?:how|what|which|when|where))\b/i;

const places: readonly Place[] = [
  // "which customers are those", "which owners were they"
  {
    pattern: /^(?:and )?((?:which|what) \w+(?: \w+)?) (?:are|were|is|was) (?:they|those|these|them|it|that)$/i,
    instead: ([, asked = ""]) => asked,
    always: true,
  },
  // "which practices are affected"
  {
    pattern:
      /^(?:and )?((?:which|what) \w+(?: \w+)?) (?:are|were|is|was) (?:affected|involved|concerned|behind (?:that|this|it|them|those|these))(?: by (?:that|this|it|them|those|these))?$/i,
    instead: ([, asked = ""]) => asked,
    always: true,
  },
  // "list them with their total spend": each of them
  {
    pattern:
      /^(?:and )?(?:list|show|give|see)(?: me)? (?:all of )?(?:them|those|these)(?: all)? (?:with|along with|together with|and) (?:their|the) (.+)$/i,
    instead: ([, beside = ""], { many }) => `${many} with their ${beside}`,
    always: true,
  },
  // "what did that cost us in incidents"
  {
    pattern:
      /^(?:and )?(?:what|how much) (?:did|do|does|has) (?:that|this|they|those|these) costs?(?: us)?(?: in (\w+))?$/i,
    instead: ([, of = ""], { many }) => `total cost of ${of === "" ? "" : `${of} of `}the ${many}`,
    always: true,
  },
  // "how much did each spend this year"
  {
    pattern: /^(?:and )?how much (did|do|does|has|have) each(?: one)?(?: of (?:them|those|these))? (\w.*)$/i,
    instead: ([, word = "", rest = ""], { one, many }) =>
      `how much ${word.replace(/^does$/i, "do").replace(/^has$/i, "have")} the ${many} ${rest} by ${one}`,
    always: true,
  },
  // "how many lessons did each have this year"
  {
    pattern:
      /^(?:and )?how many (\w+(?: \w+)?) (?:did|do|does|has|have|had) each(?: one)?(?: of (?:them|those|these))?(?: (?!in\b|this\b|last\b|since\b|today\b)\w+)?((?: (?:in|this|last|since|today)\b.*)?)$/i,
    instead: ([, counted = "", when = ""], { one }) => `number of ${counted}${when} by ${one}`,
    always: true,
  },
  // "which one is the oldest", "what's the most expensive"
  {
    pattern:
      /^(?:and )?(?:which one|which|what)(?:'s| is| was) (the (?:(?:most|least) (?!of\b)\w+|(?!best\b|worst\b|highest\b|lowest\b|biggest\b|smallest\b|largest\b)\w+est))$/i,
    instead: ([, end = ""], { one }) => `${end} ${one}`,
    always: true,
  },
  // "which one costs the most"
  {
    pattern:
      /^(?:and )?which (?:one|of them|of these|of those) (?!(?:is|are|was|were|of|in|by|from|for|to|on|with)\b)(\w+ .*)$/i,
    instead: ([, asked = ""], { one }) => `which ${one} ${asked}`,
    always: true,
  },
  // "which channel was it on", "what town does it belong to"
  {
    pattern:
      /^(?:and )?((?:which|what) \w+(?: \w+)?) (?:is|was|does|did) it (?:on|in|at|for|from|of|with|by|under|belong to|come from|go to)$/i,
    instead: ([, asked = ""], { one }) => `${asked} of the ${one}`,
    always: true,
    ofOne: true,
  },
  // "top customers among them"
  {
    pattern: /^(.+?) (?:among|amongst|out of) (?:them|these|those)$/i,
    instead: ([, asked = ""]) => asked,
    always: true,
  },
  // "which club did they join"
  {
    pattern: /^(?:and )?((?:which|what) \w+(?: \w+)?) (?:did|do|have) they \w+$/i,
    instead: ([, asked = ""]) => asked,
    always: true,
  },
  // "and the average age", "average time to close"
  {
    pattern:
      /^(?:and )?(?:(?:what is|what's|what was|what are|how about|what about) )?(?:the |their )?((?:average|mean|median) (?:age|duration|length|(?:\w+ )?time(?: to \w+)?))$/i,
    instead: ([, asked = ""], { many }) => `${asked} of ${many}`,
    always: true,
  },
  // "was it full"
  {
    pattern: /^(?:and )?(is|was|did|does|has|had) it\b(?! (?:true|possible|that|there|about)\b)/i,
    instead: ([, word = ""], { one }) => `${word} the ${one}`,
    always: true,
    ofOne: true,
  },
  // "who teaches it", "how is it rated": the one that was shown
  {
    pattern:
      /^((?:who|which|how many|how much|where|when|how often)\b.+?(?<!\b(?:make|made|find|found|is|was)) )it((?: (?:the )?(?:most|least)(?: often)?)?(?: (?:last|this|in|since|during)\b(?! (?:total|all|time|general|fact)\b).*)?)$/i,
    instead: ([, before = "", when = ""], { one }) => `${before}the ${one}${when}`,
    always: true,
    ofOne: true,
  },
  // "how much did it cost", "how many of its leads were won"
  {
    pattern: /\b(did|does|has|had) it\b(?! (?:take|mean|matter|happen|look|go|feel|usually|typically|normally))/i,
    instead: ([, word = ""], { one }) => `${word} the ${one}`,
    always: true,
    ofOne: true,
  },
  // "why is it returned": of that one; what is asked says itself what was done
  {
    pattern: /^(?:and )?why (?:is|was|do|does|did)\b.*?\bit\b.*$/i,
    instead: ([asked]) => asked,
    always: true,
    ofOne: true,
  },
  // "when was it last sold"
  {
    pattern: /^(?:and )?when (?:was|is|has) it (?:been )?(last|first) (\w+)$/i,
    instead: ([, end = "", done = ""]) => `when was the ${end} ${DONE_AS.get(done.toLowerCase()) ?? done}`,
    always: true,
    ofOne: true,
  },
  // "when was it opened", "how old is it"
  {
    pattern: /^((?:and )?(?:when|where|how \w+) )(is|was) it\b(?! (?:true|possible|that|there|about)\b)/i,
    instead: ([, lead = "", word = ""], { one }) => `${lead}${word} the ${one}`,
    always: true,
    ofOne: true,
  },
  {
    pattern: /\b(?:of )?its (\w+(?: (?!(?:is|are|was|were|has|have|did|in|this|last|by|per)\b)\w+)?)/i,
    instead: ([, what = ""], { one }) => `${what} of the ${one}`,
    always: true,
    ofOne: true,
  },
  // "how many are in the food industry"
  {
    pattern:
      /^(?:and )?how many (are|were|have|had) (?!(?:there|they|that|those|these|left|it|we|you|i|been|remaining)\b)(?=\w)/i,
    instead: ([, word = ""], { many }) => `how many ${many} ${word} `,
    always: true,
  },
  // "how many passengers were on them"
  {
    pattern: /^(?:and )?(how (?:many|much) .+ (?:on|in|at|with|for|by|from|to)) (?:them|those|these)$/i,
    instead: ([, before = ""], { many }) => `${before} the ${many}`,
    always: true,
  },
  // "in which stores"
  {
    pattern:
      /^(?:and )?(?:in|at|from|for|to|by|with|on) (?:which|what) ((?!(?:day|week|month|quarter|year|hour)s?\b)\w+)$/i,
    instead: ([, asked = ""]) => `which ${asked}`,
    always: true,
  },
  // "which are urgent"
  {
    pattern: /^(?:and )?(?:which|what) (are|were|have|had) (?!(?:they|those|these|it|that|the|our|my|there)\b)(?=\w)/i,
    instead: ([, word = ""], { many }) => `which ${many} ${word} `,
    always: true,
  },
  // "when did they last order"
  {
    pattern: /\bwhen (?:did|have|has) (?:they|he|she) (last|first) (\w+)\b/i,
    instead: ([, word = "", done = ""], { each }) =>
      `when was the ${word} ${DONE_AS.get(done.toLowerCase()) ?? done}${each}`,
    always: true,
  },
  // "which technician had the most of them"
  {
    pattern: /\bthe (most|least|fewest) of (?:them|these|those)\b/i,
    instead: ([, word = ""], { many }) => `the ${word} ${many}`,
    always: true,
  },
  // "which of them have no orders", "how many of those were late"
  {
    pattern: /\b(which|how many|how much|who|what|some|any|all|most|none) of (?:them|these|those)\b(?! \w+s\b)/i,
    instead: ([, word = ""], { many }) => `${/^who$/i.test(word) ? "which" : word} ${many}`,
  },
  {
    pattern: /\b(of|among) (?:them|these|those)\b(?=\s*$|\s+(?:are|were|is|was|have|had|has|did|do)\b)/i,
    instead: ([, word = ""], { many }) => `${word} the ${many}`,
  },
  // "how many orders did they place", "where are they from"
  {
    pattern: /\b(did|do|does|are|were|is|was|have|has|had|can|will) (?:they|he|she|(?:those|these)(?! \w+s\b))\b/i,
    instead: ([, word = ""], { many }) => `${word} the ${many}`,
    always: true,
  },
  // "when was their last order"
  {
    pattern: /\b(?:their|his|her) ((?:very )?(?:last|first|latest|earliest|most recent|next) \w+)\b/i,
    instead: ([, phrase = ""]) => `the ${phrase}`,
  },
  // "list their emails", "what was their total value last year"
  {
    pattern: /\b(?:their|his|her) (.+)$/i,
    instead: ([, rest = ""], { many }) => {
      const end = AFTER_THEIRS.exec(rest)?.index ?? rest.length;
      return `the ${rest.slice(0, end)} of the ${many}${rest.slice(end)}`;
    },
  },
  // "which customers placed them"
  {
    pattern: /^((?:which|what|who)\b.*) (?:them|those|these)$/i,
    instead: ([, before = ""], { many }) => `${before} the ${many}`,
    always: true,
  },
  { pattern: /\b(?:them|they|(?:those|these)$)/i, instead: (_, { many }) => `the ${many}` },
  // "the biggest one", "new ones this month", "which ones"
  {
    pattern: /\bthe (\w+(?:est)|(?:most|least) \w+|last|first|latest|newest|oldest) one\b/i,
    instead: ([, word = ""], { one }) => `the ${word} ${one}`,
  },
  {
    pattern: /\b(new|which|open|unpaid|late|overdue|cancelled|active|other) ones\b/i,
    instead: ([, word = ""], { many }) => `${word} ${many}`,
  },
  // "which customers placed the ones paid by card"
  {
    pattern: /\b(?:the|those) ones (?=(?:that|which|who|with|without|from|in|by|of|over|under|above|below|\w+ed)\b)/i,
    instead: (_, { many }) => `the ${many} `,
    always: true,
  },
  // "who handles the high ones"
  {
    pattern:
      /^((?:who|which|how many|how much|when|where|what)\b.*\bthe) (?!(?:big|small|new|old|other|same)\b)(\w+) ones$/i,
    instead: ([, before = "", word = ""], { many }) => `${before} ${word} ${many}`,
  },
  // "how much credit was that"
  {
    pattern: /^(?:and )?how much (\w+(?: \w+)?) (?:is|was|were|are) (?:that|this|those|these)$/i,
    instead: ([, amount = ""], { many }) => `total ${amount} of the ${many}`,
    always: true,
  },
  // "how many orders was that"
  {
    pattern: /^(how many \w+(?: \w+)?) (?:is|was|were|are) (?:that|this|those|these)$/i,
    instead: ([, before = ""]) => before,
    always: true,
  },
];

/** "what was in it", of an order: the things that its lines speak of. */
function thingsInside(text: string, catalog: Catalog): string {
  const inside = /^(?:and )?what (is|was|are|were) in (it|them|that|those)(?=[\s?.!]*$)/i.exec(text);
  const table = inside === null ? null : boughtOf(catalog);
  return inside === null || table === null ? text : `which ${things(table.called)} were in ${inside[2] ?? "it"}`;
}

/**
 * The question with the name of what was answered before in the place of a pronoun: "how many orders did they place" after the best
 * customers. Null where no pronoun leads back.
 */
export function referringBack(given: string, earlier: LogicalForm, catalog: Catalog): Referring | null {
  const text = thingsInside(given.trim(), catalog);
  if (text.length > LONGEST_CHANGE_CHARACTERS || text.split(/\s+/).length > MOST_WORDS) return null;
  const once = referringInWhole(text, earlier, catalog);
  if (once !== undefined) return once;
  for (const { pattern, instead, always, ofOne } of places) {
    const match = pattern.exec(text);
    if (match === null) continue;
    // One alone is meant: nothing tells which, where several were shown; a longer question may tell it itself.
    if (ofOne === true && earlier.limit !== 1 && text.split(/\s+/).length > MOST_WORDS_OF_ONE) return null;
    if (ofOne === true && earlier.limit !== 1) return { text, rows: null, pronoun: match[0], asksForOthers: false };
    const before = text.slice(0, match.index);
    const isOwn =
      always === true
        ? /,|\band\b(?! (?:how|what|which|when|where|who)\b)/i.test(before.replace(/^\s*and\b/i, ""))
        : namesRows(before.replace(ASKS_TO_SEE, ""), catalog);
    if (isOwn) return null;
    const rows = rowsOf(text, earlier, catalog);
    if (rows === null) return { text, rows, pronoun: match[0], asksForOthers: false };
    const names = namesOf(rows);
    const said = `${before}${instead(match, names)}${text.slice(match.index + match[0].length)}`;
    return {
      text: said
        .replace(/^\s*(?:and|ok(?:ay)?|so|then|now)\b[\s,]*/i, "")
        .replace(/ with (?:their|his|her|its) /i, " and their ")
        .replace(/\s+/g, " ")
        .trim(),
      rows,
      pronoun: match[0],
      asksForOthers:
        /^(?:which|what|who) (?!(?:are|were|is|was)\b).* (?:them|those|these|it)$/i.test(text) &&
        !/ (?:are|were|is|was) \w+$/i.test(text),
    };
  }
  return withNoun(text, earlier, catalog);
}

/** A question that speaks of what was answered as a whole, rather than by a word in it; undefined for any other. */
function referringInWhole(text: string, earlier: LogicalForm, catalog: Catalog): Referring | null | undefined {
  const atEnd = SAYS_IT_ALONE.test(text) ? rowAtEnd(earlier) : null;
  if (atEnd !== null) {
    const referring = referringBack(text, atEnd, catalog);
    return referring === null ? null : { ...referring, at: referring.at ?? atEnd };
  }
  const ofPlace = atNamedPlace(text, earlier, catalog);
  if (ofPlace !== null) return ofPlace;
  const placed = atOnePlace(text, earlier, catalog);
  if (placed !== null) return placed;
  // Nothing tells whose they may be.
  if (/^(?:and )?whose\b/i.test(text)) return { text, rows: null, pronoun: "whose", asksForOthers: true };
  const doers = doersOf(text, earlier, catalog);
  if (doers !== null)
    return { text: `which ${things(doers.table.called)}`, rows: doers.rows, pronoun: text, asksForOthers: false };
  const people = peopleOf(text, earlier, catalog);
  if (people !== null) {
    const { table, rows } = people;
    if (table === null) return { text, rows: null, pronoun: text, asksForOthers: true };
    return { text: `which ${things(table.called)}`, rows, pronoun: text, asksForOthers: false };
  }
  const beginning = beginningOf(text, earlier, catalog);
  return beginning === null
    ? undefined
    : { text: beginning.asked, rows: beginning.rows, pronoun: text, asksForOthers: false };
}

/** "who rented the first one" of a list: who rented it, where it is that one alone. */
function atNamedPlace(text: string, earlier: LogicalForm, catalog: Catalog): Referring | null {
  const place = placeMeant(text, earlier);
  if (place === null || !/^(?:and )?who \w+ the \w+ one$/i.test(text)) return null;
  const referring = referringBack(text.replace(place.said, "it"), place.form, catalog);
  return referring === null || referring.rows === null ? null : { ...referring, pronoun: place.said, at: place.form };
}

/** What no thing is called. */
export const OF_A_PERSON = /\b(?:s?he|his|him|her)\b/i;

/** What people do and have, and things do not. */
const DONE_BY_PEOPLE =
  /\btheir (?:(?:last|first|latest|next|previous|most recent|other|total|average) )?(?:orders?|purchases?|visits?|bookings?|spend(?:ing)?|emails?|address|phone)\b|\b(?:did|do|have|had) they (?:(?:last|first|also|usually|ever) )?(?:order|buy|bought|spend|spent|pay|paid|book|visit|rent|sign up|join|ordered|booked)\b/i;

/** "did she pay"; "when was their last order" after what one customer bought, as no product orders anything. Null where nobody is meant. */
function personMeant(
  text: string,
  [shown, counted]: readonly [RowsMeant | null, RowsMeant | null],
  earlier: LogicalForm,
  catalog: Catalog,
): RowsMeant | null {
  const arePeople = (rows: RowsMeant | null) => rows !== null && isPerson(rows.table);
  if (OF_A_PERSON.test(text)) return [shown, counted].find(arePeople) ?? personSpokenOf(earlier, catalog);
  return DONE_BY_PEOPLE.test(text) && !arePeople(shown) ? personSpokenOf(earlier, catalog) : null;
}

/** The rows that a pronoun stands for: those that were shown, or were counted by groups where these are meant. */
function rowsOf(text: string, earlier: LogicalForm, catalog: Catalog): RowsMeant | null {
  const [shown, counted] = [rowsMeant(earlier, catalog), rowsCounted(earlier, catalog)];
  const person = personMeant(text, [shown, counted], earlier, catalog);
  if (person !== null || OF_A_PERSON.test(text)) return person;
  if (/\bthe (?:most|least|fewest) of (?:them|these|those)\b/i.test(text)) return counted ?? shown;
  const isOfEach =
    /^(?:and )?(?:how many (?:of (?:them|these|those)|are|were|have|had)\b|(?:list|show|give|name|see)(?: me)? (?:them|those|these)$)/i.test(
      text,
    );
  const lasts =
    /^(?:and )?how long (?:did|do|does|have|had) /i.test(text) && counted !== null && endDay(counted.table) !== null;
  const asksWho = /^(?:and )?who (?:are|were) /i.test(text) && counted !== null && isPerson(counted.table);
  // "how many of them are from Oslo" of the best customers by revenue: what they paid by is no one's number of anything.
  const isSummed = /^(?:and )?how many/i.test(text) && figureFn(earlier) !== "count";
  const isCounted =
    (isOfEach && !(isSummed && shown !== null)) || lasts || (asksWho && (shown === null || !isPerson(shown.table)));
  return isCounted ? (counted ?? shown) : (shown ?? counted);
}

/** What rows are called: one of them, many, and each of several. */
function namesOf(rows: RowsMeant): { one: string; many: string; each: string } {
  const one = thing(rows.table.called);
  return { one, many: things(rows.table.called), each: isOneRow(rows) ? "" : ` by ${one}` };
}

/** True where no more than one row is meant: the first of an order, or one that is called by its name. */
const isOneRow = ({ table, where, keys }: RowsMeant): boolean =>
  keys.limit === 1 ||
  (where ?? []).some(
    (one) =>
      one.kind === "compare" &&
      one.operator === "=" &&
      one.left.kind === "column" &&
      one.left.table === table.name &&
      table.label.some(({ name }) => one.left.kind === "column" && name === one.left.column),
  );

/** What the first figure of an answer does with its rows. */
function figureFn({ outputs }: LogicalForm): string | null {
  const figure = outputs.find(({ expression }) => isAggregate(expression))?.expression;
  return figure?.kind === "aggregate" ? figure.fn : null;
}

/** "those orders", "these customers": rows of the answer before by their name. */
function withNoun(text: string, earlier: LogicalForm, catalog: Catalog): Referring | null {
  const match = /\b(?:those|these)\s+(\w+(?: \w+)?)/i.exec(text);
  const found = match === null ? [] : [rowsMeant(earlier, catalog), rowsCounted(earlier, catalog)];
  const said = (match?.[1] ?? "").split(" ").map(stem);
  const isNamed = ({ called }: CatalogTable) =>
    things(called)
      .split(" ")
      .some((word) => said.includes(stem(word)));
  const first = found.find((one) => one !== null);
  if (match === null || first === undefined || first === null) return null;
  // "where are these plots" after who has several: those of whoever was shown.
  const rows =
    found.find((one) => one !== null && isNamed(one.table)) ?? (areTheirs(said, first, catalog) ? first : null);
  return rows === null
    ? null
    : { text: text.replace(/\b(?:those|these)\b/i, "the"), rows, pronoun: match[0], asksForOthers: false };
}

/** True for a word that is the name of rows of which each has one of those that were shown. */
const areTheirs = ([said]: readonly string[], { table }: RowsMeant, catalog: Catalog): boolean =>
  catalog.tables.some(
    (one) =>
      !one.isView &&
      one !== table &&
      one.stems.length === 1 &&
      one.stems[0] === said &&
      isToOneNamed(catalog, one, table.name),
  );

/** "list their names" asks to see them, whatever is called a list. */
const ASKS_TO_SEE = /^(?:and )?(?:please )?(?:list|show|give|name|view|display|report)\b/i;

/** True where a word names rows of a table. */
function namesRows(text: string, { tables }: Catalog): boolean {
  const stems = new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).map(stem));
  return tables.some(({ stems: names }) => stems.has(names.at(-1) ?? ""));
}
