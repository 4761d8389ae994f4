import { areAnimals, isBirth, isPerson, worksHere } from "../catalog/persons.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import { mentionOf } from "../link/mention.ts";
import type { FilterWish, SuperlativeWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { selfKey } from "../resolve/self-key.ts";

const PEOPLE = /^(?:people|persons)$/i;

/**
 * "offices with more than 3 people", "who supervises the most people", where nobody is called so: the people who belong to each,
 * where it is clear which, and no number of anything else.
 */
export function takePeopleOfEach(context: Context): Context {
  const { sketch } = context;
  const [, number] = sketch.said.words("so many people");
  if (number === undefined) return context;
  const word = sketch.unknown.find(({ text }) => PEOPLE.test(text));
  const people = word === undefined ? null : peopleOf(context);
  if (word === undefined || people === null) return context;
  const { token: start = 0 } = word;
  const mention = mentionOf({ start, end: start + 1, text: word.text, tables: [{ table: people, score: 1 }] });
  const isMost = number.toLowerCase().endsWith("most") || /(?:least|fewest)$/i.test(number);
  const counted = (one: FilterWish): FilterWish =>
    !isMost && one.kind === "compare" && one.target === null && one.measure === null && one.operand.kind === "number"
      ? { ...one, kind: "count", mention, number: one.operand.value }
      : one;
  const ranked = (one: SuperlativeWish): SuperlativeWish =>
    isMost && one.target.kind === "count" && one.target.mention === null
      ? { ...one, target: { kind: "count", mention } }
      : one;
  return {
    ...context,
    sketch: {
      ...sketch,
      filters: sketch.filters.map(counted),
      superlatives: sketch.superlatives.map(ranked),
      unknown: sketch.unknown.filter((one) => one !== word),
    },
  };
}

/** "average age per club", of clubs that have members with a day of birth: the members' age, where one kind of them has one. */
export function takeAgesOfEach(context: Context): Context {
  const { sketch, subject, catalog, named } = context;
  const [age, ...outputs] = sketch.outputs;
  const isAge = age?.kind === "hint" && age.hint === "age" && age.fn === "avg" && outputs.length === 0;
  const isOfEach = named.length > 0 && named.every(({ table, mention }) => table === subject && mention.each);
  if (!isAge || subject === null || isPerson(subject) || areAnimals(subject) || !isOfEach) return context;
  const aged = catalog.tables.filter(
    (table) =>
      !table.isView &&
      isPerson(table) &&
      table.columns.some(isBirth) &&
      catalog.links.some(({ from, to }) => from[0]?.table === table && to[0]?.table === subject),
  );
  const [only, ...more] = aged;
  return only === undefined || more.length > 0 ? context : { ...context, subject: only };
}

/** Those who refer to others of their own kind where that is asked for, else those who belong to the rows. */
function peopleOf(context: Context): CatalogTable | null {
  const { subject, catalog } = context;
  if (subject === null) return null;
  if (isPerson(subject)) return selfKey(subject, context) === null ? null : subject;
  const near = catalog.tables.filter(
    (table) =>
      !table.isView &&
      isPerson(table) &&
      catalog.links.some(({ from, to }) => from[0]?.table === table && to[0]?.table === subject),
  );
  const staff = near.filter(worksHere);
  const [only, ...more] = near.length > 1 ? staff : near;
  return only !== undefined && more.length === 0 ? only : null;
}
