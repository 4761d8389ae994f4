import {
  day,
  is,
  keyOf,
  month,
  nameOf,
  numberOf,
  of,
  type Phrase,
  phrase,
  ranked,
  rowsOf,
  shown,
  together,
  within,
  year,
} from "../phrase.ts";
import { literal } from "../words.ts";

const MANY_IN_A_YEAR = 8;

/** What is asked of rows in a period, over time, and of who has them then. */
export const IN_TIME: readonly Phrase[] = [
  phrase("count in a period", ["date"], ({ table, date, period }) => ({
    question: [
      `how many ${table.many} ${period.said}?`,
      `number of ${table.many} ${period.said}`,
      `${table.many} count ${period.said}`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where ${within(date, period)}`],
  })),
  phrase("total in a period", ["date", "number"], ({ table, date, number, period }) => ({
    question: [
      `total ${number.said} of ${table.many} ${period.said}`,
      `what was the total ${number.said} of ${table.many} ${period.said}?`,
    ],
    sql: [`select coalesce(sum(${of(number)}), 0) from ${rowsOf(table)} where ${within(date, period)}`],
  })),
  phrase("by kind in a period", ["date", "category"], ({ table, date, category, period }) => ({
    question: [
      `${table.many} by ${category.said} ${period.said}`,
      `number of ${table.many} per ${category.said} ${period.said}`,
    ],
    sql: [`select ${of(category)}, count(*) from ${rowsOf(table)} where ${within(date, period)} group by 1`],
  })),
  phrase("of a kind in a period", ["date", "category", "value"], ({ table, date, category, value, period }) => ({
    question: [
      `how many ${value} ${table.many} ${period.said}?`,
      `number of ${table.many} with ${category.said} ${value} ${period.said}`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where ${within(date, period)} and ${is(category, value)}`],
  })),
  phrase("of a kind by month", ["date", "category", "value"], ({ table, date, category, value }) => ({
    question: `${value} ${table.many} by month`,
    sql: [
      `select ${month(date)}, count(*) from ${rowsOf(table)} where ${is(category, value)} and ${of(date)} is not null group by 1`,
    ],
  })),
  phrase("best month", ["date"], (scene) => {
    const { table, date } = scene;
    const rest = `from ${rowsOf(table)} where ${of(date)} is not null`;
    const sql = ranked(scene, { shown: month(date), figure: "count(*)", rest, group: month(date), limit: 1 });
    return sql && { question: [`which month had the most ${table.many}?`, `month with the most ${table.many}`], sql };
  }),
  phrase("this year and last", ["date"], (scene) => {
    const { table, date, now } = scene;
    const here = now.getUTCFullYear();
    const inYear = (each: number) => `(select count(*) from ${rowsOf(table)} where ${year(date)} = '${each}')`;
    // Of things of which few are new in a year, those of the year would be all that there are then.
    const least = numberOf(scene, `select min(${inYear(here)}, ${inYear(here - 1)})`) ?? 0;
    if (least < MANY_IN_A_YEAR) return undefined;
    return {
      question: [
        `number of ${table.many} this year vs last year`,
        `how many ${table.many} this year compared with last year?`,
      ],
      sql: [
        `select ${inYear(here)}, ${inYear(here - 1)}`,
        `select ${here - 1}, ${inYear(here - 1)} union all select ${here}, ${inYear(here)}`,
      ],
    };
  }),
  phrase("without any in a period", ["date", "parent"], ({ table, date, parent, period }) => {
    const { to, from } = parent;
    return {
      question: [
        `${to.many} without ${table.many} ${period.said}`,
        `which ${to.many} had no ${table.many} ${period.said}?`,
      ],
      sql: [
        `select ${nameOf(parent)} from ${to.sql} p where ${keyOf(parent)} not in (select t.${from} from ${rowsOf(table)} where t.${from} is not null and ${within(date, period)})`,
      ],
    };
  }),
  phrase("with some in a period", ["date", "parent"], ({ table, date, parent, period }) => ({
    question: [
      `which ${parent.to.many} had ${table.many} ${period.said}?`,
      `${parent.to.many} with ${table.many} ${period.said}`,
    ],
    sql: [
      `select ${nameOf(parent)} from ${parent.to.sql} p where ${keyOf(parent)} in (select t.${parent.from} from ${rowsOf(table)} where ${within(date, period)})`,
    ],
  })),
  phrase("the most in a period", ["date", "parent"], (scene) => {
    const { table, date, parent, period } = scene;
    const rest = `from ${together(table, parent)} where ${within(date, period)}`;
    const sql = ranked(scene, { shown: nameOf(parent), figure: "count(*)", rest, group: keyOf(parent), limit: 1 });
    return (
      sql && {
        question: [
          `which ${parent.to.one} had the most ${table.many} ${period.said}?`,
          `${parent.to.one} with the most ${table.many} ${period.said}`,
        ],
        sql,
      }
    );
  }),
  phrase("the highest totals in a period", ["date", "parent", "number"], (scene) => {
    const { table, date, parent, period, number } = scene;
    const rest = `from ${together(table, parent)} where ${within(date, period)}`;
    const sql = ranked(scene, {
      shown: nameOf(parent),
      figure: `sum(${of(number)})`,
      rest,
      group: keyOf(parent),
      limit: 3,
    });
    return sql && { question: `top 3 ${parent.to.many} by total ${number.said} of ${table.many} ${period.said}`, sql };
  }),
  phrase("the last of each", ["date", "parent"], ({ table, date, parent }) => {
    const last = `max(${of(date)})`;
    const rest = `from ${together(table, parent)} group by ${keyOf(parent)}`;
    return {
      question: [
        `when was the last ${table.one} of each ${parent.to.one}?`,
        `latest ${table.one} date for each ${parent.to.one}`,
      ],
      sql: [
        ...shown([nameOf(parent), last], [], rest),
        `select ${nameOf(parent)}, max(${day(date)}) ${rest}`,
        `select ${nameOf(parent)}, ${last} from ${parent.to.sql} p left join ${table.sql} t on t.${parent.from} = ${keyOf(parent)} group by ${keyOf(parent)}`,
      ],
    };
  }),
  phrase("in a year by month", ["date"], ({ table, date, now }) => {
    const last = now.getUTCFullYear() - 1;
    return {
      question: [`${table.many} by month in ${last}`, `number of ${table.many} per month in ${last}`],
      sql: [
        `select ${month(date)}, count(*) from ${rowsOf(table)} where ${year(date)} = ${literal(String(last))} group by 1`,
      ],
    };
  }),
];
