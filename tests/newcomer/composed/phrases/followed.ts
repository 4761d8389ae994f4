import { is, keyOf, nameOf, of, type Phrase, phrase, rowsOf, together, within, year } from "../phrase.ts";
import { literal } from "../words.ts";

/** Questions that go on from an answer. */
export const FOLLOWED: readonly Phrase[] = [
  phrase("then of a kind", ["category", "value"], ({ table, category, value }) => ({
    after: `how many ${table.many} are there?`,
    question: [`and with ${category.said} ${value}?`, `and how many are ${value}?`, `how many of them are ${value}?`],
    sql: [`select count(*) from ${rowsOf(table)} where ${is(category, value)}`],
  })),
  phrase("then by kind", ["category"], ({ table, category }) => ({
    after: `how many ${table.many} are there?`,
    question: [
      `by ${category.said}`,
      `and by ${category.said}?`,
      `break that down by ${category.said}`,
      `split by ${category.said}`,
    ],
    sql: [`select ${of(category)}, count(*) from ${rowsOf(table)} group by 1`],
  })),
  phrase("then another kind", ["category", "value", "other"], ({ table, category, value, other }) => ({
    after: `how many ${table.many} have ${category.said} ${value}?`,
    question: [`and ${other}?`, `what about ${other}?`, `and with ${category.said} ${other}?`],
    sql: [`select count(*) from ${rowsOf(table)} where ${is(category, other)}`],
  })),
  phrase("then another period", ["date", "now"], ({ table, date, now }) => {
    const [here, before] = [now.getUTCFullYear(), now.getUTCFullYear() - 1];
    return {
      after: `how many ${table.many} in ${here}?`,
      question: [`and in ${before}?`, `what about ${before}?`, `and last year?`, `same for ${before}`],
      sql: [`select count(*) from ${rowsOf(table)} where ${year(date)} = '${before}'`],
    };
  }),
  phrase("then in a period", ["date", "category", "value"], ({ table, date, category, value, period }) => ({
    after: `how many ${table.many} have ${category.said} ${value}?`,
    question: [`and ${period.said}?`, `how many of them ${period.said}?`, `only ${period.said}`],
    sql: [`select count(*) from ${rowsOf(table)} where ${is(category, value)} and ${within(date, period)}`],
  })),
  phrase("then above", ["category", "value", "number", "middle"], ({ table, category, value, number, middle }) => ({
    after: `how many ${table.many} have ${category.said} ${value}?`,
    question: [
      `and with ${number.said} above ${middle}?`,
      `how many of them have a ${number.said} over ${middle}?`,
      `only those with ${number.said} above ${middle}`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where ${is(category, value)} and ${of(number)} > ${middle}`],
  })),
  phrase("then their average", ["category", "value", "number"], ({ table, category, value, number }) => ({
    after: `how many ${table.many} have ${category.said} ${value}?`,
    question: [
      `what is their average ${number.said}?`,
      `and their average ${number.said}?`,
      `average ${number.said} of those`,
    ],
    sql: [`select avg(${of(number)}) from ${rowsOf(table)} where ${is(category, value)}`],
  })),
  phrase("then by whose they are", ["category", "value", "parent"], ({ table, category, value, parent }) => ({
    after: `how many ${table.many} have ${category.said} ${value}?`,
    question: [`by ${parent.to.one}`, `and per ${parent.to.one}?`, `for each ${parent.to.one}`],
    sql: [
      `select ${nameOf(parent)}, count(*) from ${together(table, parent)} where ${is(category, value)} group by ${keyOf(parent)}`,
      `select ${nameOf(parent)}, count(t.${parent.from}) from ${parent.to.sql} p left join ${table.sql} t on t.${parent.from} = ${keyOf(parent)} and ${is(category, value)} group by ${keyOf(parent)}`,
    ],
  })),
  phrase("then of another by name", ["parent", "name", "otherName"], ({ table, parent, name, otherName }) => ({
    after: `how many ${table.many} does ${name} have?`,
    question: [`and ${otherName}?`, `what about ${otherName}?`, `and how many does ${otherName} have?`],
    sql: [`select count(*) from ${together(table, parent)} where ${nameOf(parent)} = ${literal(otherName)}`],
  })),
  phrase("then another figure instead", ["number", "category"], ({ table, number, category }) => ({
    after: `average ${number.said} of ${table.many} by ${category.said}`,
    question: [`show the maximum instead`, `maximum instead of average`],
    sql: [`select ${of(category)}, max(${of(number)}) from ${rowsOf(table)} group by 1`],
  })),
  phrase("then without a kind", ["category", "value"], ({ table, category, value }) => ({
    after: `number of ${table.many} by ${category.said}`,
    question: [`without ${value}`, `exclude ${value}`, `all except ${value}`],
    sql: [`select ${of(category)}, count(*) from ${rowsOf(table)} where not (${is(category, value)}) group by 1`],
  })),
];
