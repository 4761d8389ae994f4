import type { Column } from "../database.ts";
import { is, nameOf, of, type Phrase, phrase, rowsOf, together, within } from "../phrase.ts";
import { literal } from "../words.ts";

/** Yes or no, how many there are of them, or those themselves: each answers whether there are any. */
const whetherAny = (rest: string, label: Column): string[] => [
  `select count(*) ${rest}`,
  `select count(*) > 0 ${rest}`,
  `select case when count(*) > 0 then 'yes' else 'no' end ${rest}`,
  `select ${of(label)} ${rest}`,
  `select t.* ${rest}`,
];

/** Questions for yes or no. */
export const YES_OR_NO: readonly Phrase[] = [
  phrase("are there any of a kind", ["category", "value", "label"], ({ table, category, value, label }) => ({
    question: [
      `are there any ${value} ${table.many}?`,
      `is there a ${table.one} with ${category.said} ${value}?`,
      `do we have ${value} ${table.many}?`,
    ],
    sql: whetherAny(`from ${rowsOf(table)} where ${is(category, value)}`, label),
  })),
  phrase("is there one above", ["number", "high", "label"], ({ table, number, high, label }) => ({
    question: [
      `is there any ${table.one} with a ${number.said} above ${high}?`,
      `are there ${table.many} with ${number.said} over ${high}?`,
    ],
    sql: whetherAny(`from ${rowsOf(table)} where ${of(number)} > ${high}`, label),
  })),
  phrase("did one have any", ["date", "parent", "name", "label"], ({ table, date, parent, name, period, label }) => ({
    question: [
      `did ${name} have any ${table.many} ${period.said}?`,
      `were there any ${table.many} of ${name} ${period.said}?`,
    ],
    sql: whetherAny(
      `from ${together(table, parent)} where ${nameOf(parent)} = ${literal(name)} and ${within(date, period)}`,
      label,
    ),
  })),
  phrase(
    "does one have any",
    ["parent", "name", "category", "value", "label"],
    ({ table, parent, name, category, value, label }) => ({
      question: [
        `does ${name} have any ${value} ${table.many}?`,
        `does ${name} have ${table.many} with ${category.said} ${value}?`,
      ],
      sql: whetherAny(
        `from ${together(table, parent)} where ${nameOf(parent)} = ${literal(name)} and ${is(category, value)}`,
        label,
      ),
    }),
  ),
  phrase("were there any", ["date", "label"], ({ table, date, period, label }) => ({
    question: [`were there any ${table.many} ${period.said}?`, `any ${table.many} ${period.said}?`],
    sql: whetherAny(`from ${rowsOf(table)} where ${within(date, period)}`, label),
  })),
  phrase("who has more", ["parent", "name", "otherName"], (scene) => {
    const { table, parent, name, otherName } = scene;
    const rest = `from ${together(table, parent)} where ${nameOf(parent)} in (${literal(name)}, ${literal(otherName)}) group by 1`;
    const counts = scene.rows(`select ${nameOf(parent)}, count(*) ${rest}`);
    if (!counts || counts.length < 2 || counts[0]?.[1] === counts[1]?.[1]) return undefined;
    return {
      question: [
        `who has more ${table.many}, ${name} or ${otherName}?`,
        `does ${name} or ${otherName} have more ${table.many}?`,
      ],
      sql: [
        `select ${nameOf(parent)}, count(*) ${rest}`,
        `select ${nameOf(parent)} ${rest} order by count(*) desc limit 1`,
        `select ${nameOf(parent)}, count(*) ${rest} order by count(*) desc limit 1`,
      ],
    };
  }),
  phrase("two compared", ["parent", "name", "otherName"], ({ table, parent, name, otherName }) => {
    const counted = (one: string) => `sum(${nameOf(parent)} = ${literal(one)})`;
    return {
      question: [
        `compare ${name} and ${otherName} by number of ${table.many}`,
        `number of ${table.many} of ${name} vs ${otherName}`,
      ],
      sql: [
        `select ${nameOf(parent)}, count(*) from ${together(table, parent)} where ${nameOf(parent)} in (${literal(name)}, ${literal(otherName)}) group by 1`,
        `select ${counted(name)}, ${counted(otherName)} from ${together(table, parent)}`,
      ],
    };
  }),
];
