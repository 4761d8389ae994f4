import {
  day,
  is,
  keyOf,
  nameOf,
  numberOf,
  of,
  type Phrase,
  phrase,
  rowsOf,
  together,
  within,
  year,
} from "../phrase.ts";
import { literal } from "../words.ts";

const MANY_IN_A_YEAR = 8;

/** A difference alone, beside both figures, and with the growth that it is. */
const changes = (here: string, before: string): string[] => [
  `select ${here} - ${before}`,
  `select ${before}, ${here}, ${here} - ${before}`,
  `select ${before}, ${here}, ${here} - ${before}, 1.0 * (${here} - ${before}) / nullif(${before}, 0)`,
];

/** Several figures in one question, shares, differences and ratios. */
export const SEVERAL: readonly Phrase[] = [
  phrase("two figures of each", ["parent", "number"], ({ table, parent, number }) => ({
    question: [
      `number of ${table.many} and total ${number.said} of each ${parent.to.one}`,
      `how many ${table.many} and what total ${number.said} does each ${parent.to.one} have?`,
      `count of ${table.many} and sum of ${number.said} by ${parent.to.one}`,
    ],
    sql: [
      `select ${nameOf(parent)}, count(*), sum(${of(number)}) from ${together(table, parent)} group by ${keyOf(parent)}`,
      `select ${nameOf(parent)}, count(t.${parent.from}), sum(${of(number)}) from ${parent.to.sql} p left join ${table.sql} t on t.${parent.from} = ${keyOf(parent)} group by ${keyOf(parent)}`,
    ],
  })),
  phrase("two figures by kind", ["category", "number", "second"], ({ table, category, number, second }) => ({
    question: [
      `average ${number.said} and average ${second.said} per ${category.said} of ${table.many}`,
      `average ${number.said} and ${second.said} of ${table.many} by ${category.said}`,
    ],
    sql: [`select ${of(category)}, avg(${of(number)}), avg(${of(second)}) from ${rowsOf(table)} group by 1`],
  })),
  phrase("count and average", ["number"], ({ table, number }) => ({
    question: [
      `how many ${table.many} are there and what is their average ${number.said}?`,
      `number of ${table.many} and their average ${number.said}`,
    ],
    sql: [`select count(*), avg(${of(number)}) from ${rowsOf(table)}`],
  })),
  phrase("highest, lowest and average", ["number"], ({ table, number }) => ({
    question: [
      `highest, lowest and average ${number.said} of ${table.many}`,
      `min, max and avg ${number.said} of the ${table.many}`,
    ],
    sql: [`select max(${of(number)}), min(${of(number)}), avg(${of(number)}) from ${rowsOf(table)}`],
  })),
  phrase("count and total of a kind", ["category", "value", "number"], ({ table, category, value, number }) => ({
    question: [
      `number of ${value} ${table.many} and their total ${number.said}`,
      `how many ${value} ${table.many} are there and what is their total ${number.said}?`,
    ],
    sql: [`select count(*), sum(${of(number)}) from ${rowsOf(table)} where ${is(category, value)}`],
  })),
  phrase("two kinds counted", ["category", "value", "other"], ({ table, category, value, other }) => {
    const counted = (kind: string) => `sum(case when ${is(category, kind)} then 1 else 0 end)`;
    return {
      question: [
        `how many ${value} and how many ${other} ${table.many} are there?`,
        `compare ${value} and ${other} ${table.many}`,
        `number of ${value} vs ${other} ${table.many}`,
      ],
      sql: [
        `select ${of(category)}, count(*) from ${rowsOf(table)} where ${of(category)} in (${literal(value)}, ${literal(other)}) group by 1`,
        `select ${counted(value)}, ${counted(other)} from ${rowsOf(table)}`,
      ],
    };
  }),
  phrase("percentage in a condition", ["number", "middle"], ({ table, number, middle }) => {
    const part = `sum(${of(number)} > ${middle}) / count(*) from ${rowsOf(table)}`;
    return {
      question: [
        `what percentage of ${table.many} have a ${number.said} above ${middle}?`,
        `percent of ${table.many} with ${number.said} over ${middle}`,
      ],
      sql: [`select 100.0 * ${part}`, `select 1.0 * ${part}`],
    };
  }),
  phrase("percentage of an amount", ["category", "value", "number"], ({ table, category, value, number }) => {
    const part = `sum(case when ${is(category, value)} then ${of(number)} else 0 end) / sum(${of(number)}) from ${rowsOf(table)}`;
    return {
      question: [
        `what share of the total ${number.said} of ${table.many} do ${value} ${table.many} make up?`,
        `what percentage of total ${number.said} comes from ${value} ${table.many}?`,
      ],
      sql: [`select 100.0 * ${part}`, `select 1.0 * ${part}`],
    };
  }),
  phrase("share of each in an amount", ["parent", "number"], ({ table, parent, number }) => {
    const share = `sum(${of(number)}) / (select sum(${number.sql}) from ${table.sql})`;
    const rest = `from ${together(table, parent)} group by ${keyOf(parent)}`;
    const sum = `sum(${of(number)})`;
    return {
      question: [
        `share of each ${parent.to.one} in the total ${number.said} of ${table.many}`,
        `percentage of total ${number.said} of ${table.many} by ${parent.to.one}`,
      ],
      sql: [
        `select ${nameOf(parent)}, 100.0 * ${share} ${rest}`,
        `select ${nameOf(parent)}, 1.0 * ${share} ${rest}`,
        `select ${nameOf(parent)}, ${sum}, 100.0 * ${share} ${rest}`,
        `select ${nameOf(parent)}, ${sum}, 1.0 * ${share} ${rest}`,
      ],
    };
  }),
  phrase("share of a kind in each", ["parent", "category", "value"], ({ table, parent, category, value }) => {
    const share = `sum(${is(category, value)}) / count(*)`;
    const rest = `from ${together(table, parent)} group by ${keyOf(parent)}`;
    return {
      question: [
        `share of ${value} ${table.many} by ${parent.to.one}`,
        `what percentage of ${table.many} is ${value} for each ${parent.to.one}?`,
      ],
      sql: [`select ${nameOf(parent)}, 100.0 * ${share} ${rest}`, `select ${nameOf(parent)}, 1.0 * ${share} ${rest}`],
    };
  }),
  phrase("more in one year than in another", ["date"], (scene) => {
    const { table, date, now } = scene;
    const [here, before] = [now.getUTCFullYear(), now.getUTCFullYear() - 1];
    const inYear = (each: number) => `(select count(*) from ${rowsOf(table)} where ${year(date)} = '${each}')`;
    if ((numberOf(scene, `select min(${inYear(here)}, ${inYear(before)})`) ?? 0) < MANY_IN_A_YEAR) return undefined;
    return {
      question: [
        `how many more ${table.many} in ${here} than in ${before}?`,
        `difference in the number of ${table.many} between ${before} and ${here}`,
        `difference between the number of ${table.many} in ${here} and in ${before}`,
      ],
      sql: changes(inYear(here), inYear(before)),
    };
  }),
  phrase("change of an amount", ["date", "number"], (scene) => {
    const { table, date, number, now } = scene;
    const [here, before] = [now.getUTCFullYear(), now.getUTCFullYear() - 1];
    const inYear = (each: number) =>
      `(select sum(${of(number)}) from ${rowsOf(table)} where ${year(date)} = '${each}')`;
    if (numberOf(scene, `select ${inYear(before)} + ${inYear(here)}`) === undefined) return undefined;
    return {
      question: [
        `total ${number.said} of ${table.many} in ${here} minus ${before}`,
        `how much did the total ${number.said} of ${table.many} change from ${before} to ${here}?`,
      ],
      sql: changes(inYear(here), inYear(before)),
    };
  }),
  phrase("more of a kind than of another", ["category", "value", "other"], ({ table, category, value, other }) => {
    const counted = (kind: string) => `sum(case when ${is(category, kind)} then 1 else 0 end)`;
    return {
      question: [
        `how many more ${value} ${table.many} than ${other} ${table.many} are there?`,
        `difference between the number of ${value} and ${other} ${table.many}`,
      ],
      sql: [
        `select ${counted(value)} - ${counted(other)} from ${rowsOf(table)}`,
        `select ${counted(value)}, ${counted(other)}, ${counted(value)} - ${counted(other)} from ${rowsOf(table)}`,
      ],
    };
  }),
  phrase(
    "difference of averages",
    ["category", "value", "other", "number"],
    ({ table, category, value, other, number }) => {
      const average = (kind: string) => `avg(case when ${is(category, kind)} then ${of(number)} end)`;
      return {
        question: `difference between the average ${number.said} of ${value} and ${other} ${table.many}`,
        sql: [
          `select ${average(value)} - ${average(other)} from ${rowsOf(table)}`,
          `select ${average(value)}, ${average(other)}, ${average(value)} - ${average(other)} from ${rowsOf(table)}`,
        ],
      };
    },
  ),
  phrase("ratio of kinds", ["category", "value", "other"], ({ table, category, value, other }) => {
    const counted = (kind: string) => `sum(case when ${is(category, kind)} then 1.0 else 0 end)`;
    return {
      question: [
        `ratio of ${value} to ${other} ${table.many}`,
        `what is the ratio of ${value} ${table.many} to ${other} ${table.many}?`,
      ],
      sql: [
        `select ${counted(value)} / nullif(${counted(other)}, 0) from ${rowsOf(table)}`,
        `select ${counted(value)}, ${counted(other)}, ${counted(value)} / nullif(${counted(other)}, 0) from ${rowsOf(table)}`,
      ],
    };
  }),
  phrase("per month on average", ["date", "period"], ({ table, date, now }) => {
    const last = String(now.getUTCFullYear() - 1);
    const rest = `from ${rowsOf(table)} where ${year(date)} = ${literal(last)}`;
    return {
      question: [
        `average number of ${table.many} per month in ${last}`,
        `how many ${table.many} were there per month on average in ${last}?`,
      ],
      sql: [
        `select 1.0 * count(*) / count(distinct substr(${day(date)}, 1, 7)) ${rest}`,
        `select 1.0 * count(*) / 12 ${rest}`,
      ],
    };
  }),
  phrase("share of a period", ["date", "period"], ({ table, date, period }) => {
    const part = `sum(${within(date, period)}) / count(*) from ${rowsOf(table)}`;
    return {
      question: `what percentage of ${table.many} were ${period.said}?`,
      sql: [`select 100.0 * ${part}`, `select 1.0 * ${part}`],
    };
  }),
];
