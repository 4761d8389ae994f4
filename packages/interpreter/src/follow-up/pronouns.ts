import { boughtOf } from "../catalog/measures.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOneNamed } from "../catalog/joins.ts";
import { things } from "../explain/column-words.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { stem } from "../language/inflection.ts";
import { beginningOf, doersOf, peopleOf } from "./doers.ts";
import { placeMeant } from "./later-places.ts";
import { atOnePlace, MOST_WORDS_OF_ONE } from "./places.ts";
import type { Referring } from "./referring.ts";
import { SAYS_IT_ALONE, rowAtEnd } from "./row-at-end.ts";
import { rowsCounted, rowsMeant, type RowsMeant } from "./rows-meant.ts";
import { LONGEST_CHANGE_CHARACTERS } from "./wording.ts";
import { places } from "./pronoun-places.ts";
import { namesOf, rowsOf } from "./rows-of-pronoun.ts";

/** The longest question whose pronouns are read; a longer one tells what they mean. */
const MOST_WORDS = 14;

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
