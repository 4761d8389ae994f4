import { is, of, type Phrase, phrase, ranked, rowsOf, shown } from "../phrase.ts";
import { literal } from "../words.ts";

/** What is asked of one table's rows. */
export const OF_ROWS: readonly Phrase[] = [
  phrase("how many", [], ({ table }) => ({
    question: [
      `how many ${table.many} are there?`,
      `number of ${table.many}`,
      `count the ${table.many}`,
      `how many ${table.many} do we have`,
    ],
    sql: [`select count(*) from ${table.sql}`],
  })),
  phrase("average of all", ["number"], ({ table, number }) => ({
    question: [`average ${number.said} of ${table.many}`, `what is the average ${number.said} of the ${table.many}?`],
    sql: [`select avg(${of(number)}) from ${rowsOf(table)}`],
  })),
  phrase("the highest", ["number", "label"], (scene) => {
    const { table, number, label } = scene;
    const sql = ranked(scene, { shown: of(label), figure: of(number), rest: `from ${rowsOf(table)}`, limit: 1 });
    return (
      sql && {
        question: [
          `which ${table.one} has the highest ${number.said}?`,
          `${table.one} with the largest ${number.said}`,
        ],
        sql,
      }
    );
  }),
  phrase("above average", ["number", "label"], ({ table, number, label }) => {
    const rest = `from ${rowsOf(table)} where ${of(number)} > (select avg(${number.sql}) from ${table.sql})`;
    return {
      question: [
        `${table.many} with above average ${number.said}`,
        `which ${table.many} have a ${number.said} higher than the average?`,
      ],
      sql: [...shown([of(label)], [of(number)], rest), `select t.* ${rest}`],
    };
  }),
  phrase("two averages", ["number", "second"], ({ table, number, second }) => ({
    question: `average ${number.said} and average ${second.said} of ${table.many}`,
    sql: [`select avg(${of(number)}), avg(${of(second)}) from ${rowsOf(table)}`],
  })),
  phrase("minimum and maximum", ["number"], ({ table, number }) => ({
    question: [
      `minimum and maximum ${number.said} of ${table.many}`,
      `lowest and highest ${number.said} of ${table.many}`,
    ],
    sql: [`select min(${of(number)}), max(${of(number)}) from ${rowsOf(table)}`],
  })),
  phrase("by kind", ["category"], ({ table, category }) => ({
    question: [
      `number of ${table.many} by ${category.said}`,
      `how many ${table.many} are there for each ${category.said}?`,
    ],
    sql: [`select ${of(category)}, count(*) from ${rowsOf(table)} group by 1`],
  })),
  phrase("of a kind", ["category", "value"], ({ table, category, value }) => ({
    question: [
      `how many ${table.many} have ${category.said} ${value}?`,
      `how many ${value} ${table.many}?`,
      `how many of the ${table.many} are ${value}?`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where ${is(category, value)}`],
  })),
  phrase("share of a kind", ["category", "value"], ({ table, category, value }) => {
    const part = `sum(${is(category, value)}) / count(*) from ${rowsOf(table)}`;
    return {
      question: [`what share of ${table.many} have ${category.said} ${value}?`, `percentage of ${value} ${table.many}`],
      sql: [`select 100.0 * ${part}`, `select 1.0 * ${part}`],
    };
  }),
  phrase("shares by kind", ["category"], ({ table, category }) => {
    const all = `count(*) / (select count(*) from ${table.sql})`;
    const rest = `from ${rowsOf(table)} group by 1`;
    const kind = of(category);
    return {
      question: `share of ${table.many} by ${category.said}`,
      sql: [
        `select ${kind}, 100.0 * ${all} ${rest}`,
        `select ${kind}, 1.0 * ${all} ${rest}`,
        `select ${kind}, count(*), 100.0 * ${all} ${rest}`,
      ],
    };
  }),
  phrase("average of a kind", ["category", "value", "number"], ({ table, category, value, number }) => ({
    question: `average ${number.said} of ${value} ${table.many}`,
    sql: [`select avg(${of(number)}) from ${rowsOf(table)} where ${is(category, value)}`],
  })),
  phrase(
    "two kinds compared",
    ["category", "value", "other", "number"],
    ({ table, category, value, other, number }) => {
      const ofKind = (kind: string) => `avg(case when ${is(category, kind)} then ${of(number)} end)`;
      return {
        question: [
          `average ${number.said} of ${value} vs ${other} ${table.many}`,
          `compare the average ${number.said} of ${value} and ${other} ${table.many}`,
        ],
        sql: [
          `select ${of(category)}, avg(${of(number)}) from ${rowsOf(table)} where ${of(category)} in (${literal(value)}, ${literal(other)}) group by 1`,
          `select ${ofKind(value)}, ${ofKind(other)} from ${rowsOf(table)}`,
        ],
      };
    },
  ),
  phrase("the highest of a kind", ["category", "value", "number", "label"], (scene) => {
    const { table, category, value, number, label } = scene;
    const rest = `from ${rowsOf(table)} where ${is(category, value)}`;
    const sql = ranked(scene, { shown: of(label), figure: of(number), rest, limit: 1 });
    const question = [
      `${value} ${table.one} with the highest ${number.said}`,
      `which ${value} ${table.one} has the highest ${number.said}?`,
    ];
    return (
      sql && {
        question,
        sql: [...sql, `select ${of(label)}, ${of(category)}, ${of(number)} ${rest} order by 3 desc limit 1`],
      }
    );
  }),
];
