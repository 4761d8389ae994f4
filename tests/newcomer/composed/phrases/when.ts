import {
  day,
  is,
  keyOf,
  nameOf,
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
import { drawTypedDay } from "../scene.ts";
import { literal } from "../words.ts";

/** Dates in the ways in which they are typed, the first and the last of something, and how long ago. */
export const WHEN: readonly Phrase[] = [
  phrase("typed date", ["date"], (scene) => {
    const { table, date } = scene;
    const typed = drawTypedDay(scene);
    return (
      typed && {
        question: [`how many ${table.many} ${typed.said}?`, `number of ${table.many} ${typed.said}`],
        sql: [`select count(*) from ${rowsOf(table)} where ${within(date, typed)}`],
      }
    );
  }),
  phrase("typed date by kind", ["date", "category"], (scene) => {
    const { table, date, category } = scene;
    const typed = drawTypedDay(scene);
    return (
      typed && {
        question: `${table.many} by ${category.said} ${typed.said}`,
        sql: [`select ${of(category)}, count(*) from ${rowsOf(table)} where ${within(date, typed)} group by 1`],
      }
    );
  }),
  phrase("when was the last", ["date"], ({ table, date }) => ({
    question: [
      `when was the last ${table.one}?`,
      `date of the latest ${table.one}`,
      `when was the most recent ${table.one}?`,
    ],
    sql: [`select max(${of(date)}) from ${rowsOf(table)}`, `select max(${day(date)}) from ${rowsOf(table)}`],
  })),
  phrase("when was the first of a kind", ["date", "category", "value"], ({ table, date, category, value }) => ({
    question: [
      `when was the first ${value} ${table.one}?`,
      `date of the first ${table.one} with ${category.said} ${value}`,
    ],
    sql: [
      `select min(${of(date)}) from ${rowsOf(table)} where ${is(category, value)}`,
      `select min(${day(date)}) from ${rowsOf(table)} where ${is(category, value)}`,
    ],
  })),
  phrase("when was the last of one", ["date", "parent", "name"], ({ table, date, parent, name }) => {
    const rest = `from ${together(table, parent)} where ${nameOf(parent)} = ${literal(name)}`;
    return {
      question: `when was the last ${table.one} of ${name}?`,
      sql: [`select max(${of(date)}) ${rest}`, `select max(${day(date)}) ${rest}`],
    };
  }),
  phrase("the first date of each", ["date", "parent"], ({ table, date, parent }) => {
    const rest = `from ${together(table, parent)} group by ${keyOf(parent)}`;
    const all = `from ${parent.to.sql} p left join ${table.sql} t on t.${parent.from} = ${keyOf(parent)} group by ${keyOf(parent)}`;
    return {
      question: [
        `date of the first ${table.one} of each ${parent.to.one}`,
        `when was the first ${table.one} of each ${parent.to.one}?`,
        `first ${table.one} date by ${parent.to.one}`,
      ],
      sql: [
        `select ${nameOf(parent)}, min(${of(date)}) ${rest}`,
        `select ${nameOf(parent)}, min(${day(date)}) ${rest}`,
        `select ${nameOf(parent)}, min(${of(date)}) ${all}`,
      ],
    };
  }),
  phrase("the newest few", ["date", "label"], (scene) => {
    const { table, date, label } = scene;
    const sql = ranked(scene, {
      shown: of(label),
      figure: of(date),
      rest: `from ${rowsOf(table)} where ${of(date)} is not null`,
      limit: 3,
    });
    return (
      sql && {
        question: [`latest 3 ${table.many}`, `the three most recent ${table.many}`, `newest 3 ${table.many}`],
        sql: [...sql, `select t.* from ${rowsOf(table)} order by ${of(date)} desc limit 3`],
      }
    );
  }),
  phrase("never", ["date", "parent"], ({ table, parent }) => {
    const rest = `from ${parent.to.sql} p where ${keyOf(parent)} not in (select t.${parent.from} from ${rowsOf(table)} where t.${parent.from} is not null)`;
    return {
      question: [
        `which ${parent.to.many} never had any ${table.many}?`,
        `which ${parent.to.many} have never had ${table.many}?`,
      ],
      sql: [`select ${nameOf(parent)} ${rest}`, `select p.* ${rest}`],
    };
  }),
  phrase("never of a kind", ["parent", "category", "value"], ({ table, parent, category, value }) => {
    const rest = `from ${parent.to.sql} p where ${keyOf(parent)} not in (select t.${parent.from} from ${rowsOf(table)} where t.${parent.from} is not null and ${is(category, value)})`;
    return {
      question: [
        `which ${parent.to.many} never had any ${value} ${table.many}?`,
        `which ${parent.to.many} have never had a ${value} ${table.one}?`,
      ],
      sql: [`select ${nameOf(parent)} ${rest}`, `select p.* ${rest}`],
    };
  }),
  phrase("one's in a period", ["date", "parent", "name"], ({ table, date, parent, name, period }) => ({
    question: [
      `how many ${table.many} did ${name} have ${period.said}?`,
      `number of ${table.many} of ${name} ${period.said}`,
      `how many ${table.many} for ${name} ${period.said}?`,
    ],
    sql: [
      `select count(*) from ${together(table, parent)} where ${nameOf(parent)} = ${literal(name)} and ${within(date, period)}`,
    ],
  })),
  phrase("how long since", ["date"], (scene) => {
    const { table, date, now } = scene;
    const today = literal(now.toISOString().slice(0, 10));
    const future = scene.rows(`select max(${day(date)}) > ${today} from ${rowsOf(table)}`)?.[0]?.[0];
    if (future !== 0) return undefined;
    return {
      question: [`how many days since the last ${table.one}?`, `how many days ago was the last ${table.one}?`],
      sql: [`select julianday(${today}) - julianday(max(${day(date)})) from ${rowsOf(table)}`],
    };
  }),
  phrase("by quarter", ["date", "now"], ({ table, date, now }) => {
    const last = String(now.getUTCFullYear() - 1);
    const quarter = `((cast(substr(${day(date)}, 6, 2) as integer) + 2) / 3)`;
    const rest = `from ${rowsOf(table)} where ${year(date)} = ${literal(last)} group by 1`;
    return {
      question: [`${table.many} by quarter in ${last}`, `number of ${table.many} per quarter in ${last}`],
      sql: [
        `select '${last}-Q' || ${quarter}, count(*) ${rest}`,
        `select ${quarter}, count(*) ${rest}`,
        `select substr(${day(date)}, 1, 5) || substr('0' || (${quarter} * 3 - 2), -2) || '-01', count(*) ${rest}`,
      ],
    };
  }),
  phrase("in two periods", ["date", "now"], ({ table, date, now }) => {
    const [here, before] = [now.getUTCFullYear(), now.getUTCFullYear() - 1];
    return {
      question: `how many ${table.many} in ${before} and ${here} together?`,
      sql: [`select count(*) from ${rowsOf(table)} where ${year(date)} in ('${before}', '${here}')`],
    };
  }),
  phrase("newest of a kind", ["date", "label", "category", "value"], (scene) => {
    const { table, date, label, category, value } = scene;
    const rest = `from ${rowsOf(table)} where ${is(category, value)} and ${of(date)} is not null`;
    const sql = ranked(scene, { shown: of(label), figure: of(date), rest, limit: 1 });
    return (
      sql && {
        question: [`latest ${value} ${table.one}`, `what is the most recent ${value} ${table.one}?`],
        sql: [...sql, ...shown(["t.*"], [], `${rest} order by ${of(date)} desc limit 1`)],
      }
    );
  }),
];
