import { is, keyOf, nameOf, of, type Phrase, phrase, ranked, rowsOf, type Scene, shown, together } from "../phrase.ts";
import type { Link } from "../database.ts";
import { literal } from "../words.ts";

/** Those of whom no row is one of these. */
const none = ({ table }: Scene, parent: Link, condition: string): string =>
  `${keyOf(parent)} not in (select t.${parent.from} from ${rowsOf(table)} where t.${parent.from} is not null${condition && ` and ${condition}`})`;

const groupsOf = ({ table }: Scene, parent: Link): string =>
  `from ${together(table, parent)} group by ${keyOf(parent)}`;

/** What is asked of rows and of those whose they are. */
export const OF_OTHERS: readonly Phrase[] = [
  phrase("of each", ["parent"], (scene) => {
    const { table, parent } = scene;
    const all = `from ${parent.to.sql} p left join ${table.sql} t on t.${parent.from} = ${keyOf(parent)} group by ${keyOf(parent)}`;
    return {
      question: [
        `how many ${table.many} does each ${parent.to.one} have?`,
        `number of ${table.many} for each ${parent.to.one}`,
      ],
      sql: [
        `select ${nameOf(parent)}, count(*) ${groupsOf(scene, parent)}`,
        `select ${nameOf(parent)}, count(t.${parent.from}) ${all}`,
      ],
    };
  }),
  phrase("on average", ["parent"], ({ table, parent }) => {
    const those = `from ${rowsOf(table)} where t.${parent.from} is not null`;
    return {
      question: [
        `average number of ${table.many} per ${parent.to.one}`,
        `how many ${table.many} does a ${parent.to.one} have on average?`,
      ],
      sql: [
        `select 1.0 * count(*) / count(distinct t.${parent.from}) ${those}`,
        `select 1.0 * (select count(*) ${those}) / (select count(*) from ${parent.to.sql})`,
      ],
    };
  }),
  phrase("the five with the most", ["parent"], (scene) => {
    const { table, parent } = scene;
    const rest = `from ${together(table, parent)}`;
    const sql = ranked(scene, { shown: nameOf(parent), figure: "count(*)", rest, group: keyOf(parent), limit: 5 });
    return (
      sql && {
        question: [
          `top 5 ${parent.to.many} by number of ${table.many}`,
          `the five ${parent.to.many} with the most ${table.many}`,
        ],
        sql,
      }
    );
  }),
  phrase("the highest totals", ["parent", "number"], (scene) => {
    const { table, parent, number } = scene;
    const rest = `from ${together(table, parent)}`;
    const sql = ranked(scene, {
      shown: nameOf(parent),
      figure: `sum(${of(number)})`,
      rest,
      group: keyOf(parent),
      limit: 3,
    });
    return (
      sql && {
        question: [
          `top 3 ${parent.to.many} by total ${number.said} of ${table.many}`,
          `three ${parent.to.many} with the highest total ${number.said} of ${table.many}`,
        ],
        sql,
      }
    );
  }),
  phrase("whose is the highest", ["parent", "number"], (scene) => {
    const { table, parent, number } = scene;
    const sql = ranked(scene, {
      shown: nameOf(parent),
      figure: of(number),
      rest: `from ${together(table, parent)}`,
      limit: 1,
    });
    return (
      sql && {
        question: [
          `${parent.to.one} of the ${table.one} with the highest ${number.said}`,
          `which ${parent.to.one} has the ${table.one} with the highest ${number.said}?`,
        ],
        sql,
      }
    );
  }),
  phrase("average of each", ["parent", "number"], (scene) => {
    const { table, parent, number } = scene;
    return {
      question: [
        `average ${number.said} of ${table.many} for each ${parent.to.one}`,
        `average ${number.said} of ${table.many} by ${parent.to.one}`,
      ],
      sql: [`select ${nameOf(parent)}, avg(${of(number)}) ${groupsOf(scene, parent)}`],
    };
  }),
  phrase("the most of a kind", ["parent", "category", "value"], (scene) => {
    const { table, parent, category, value } = scene;
    const rest = `from ${together(table, parent)} where ${is(category, value)}`;
    const sql = ranked(scene, { shown: nameOf(parent), figure: "count(*)", rest, group: keyOf(parent), limit: 1 });
    return (
      sql && {
        question: [
          `which ${parent.to.one} has the most ${value} ${table.many}?`,
          `${parent.to.one} with the most ${table.many} with ${category.said} ${value}`,
        ],
        sql,
      }
    );
  }),
  phrase("without any", ["parent"], (scene) => {
    const { table, parent } = scene;
    const rest = `from ${parent.to.sql} p where ${none(scene, parent, "")}`;
    return {
      question: [
        `${parent.to.many} without ${table.many}`,
        `which ${parent.to.many} have no ${table.many}?`,
        `${parent.to.many} that do not have any ${table.many}`,
      ],
      sql: [`select ${nameOf(parent)} ${rest}`, `select p.* ${rest}`],
    };
  }),
  phrase("without any of a kind", ["parent", "category", "value"], (scene) => {
    const { table, parent, category, value } = scene;
    return {
      question: [
        `${parent.to.many} without ${value} ${table.many}`,
        `which ${parent.to.many} have no ${table.many} with ${category.said} ${value}?`,
      ],
      sql: [`select ${nameOf(parent)} from ${parent.to.sql} p where ${none(scene, parent, is(category, value))}`],
    };
  }),
  phrase("by each and kind", ["parent", "category"], ({ table, parent, category }) => ({
    question: [
      `number of ${table.many} by ${parent.to.one} and ${category.said}`,
      `${table.many} per ${parent.to.one} and ${category.said}`,
    ],
    sql: [
      `select ${nameOf(parent)}, ${of(category)}, count(*) from ${together(table, parent)} group by ${keyOf(parent)}, 2`,
    ],
  })),
  phrase("more than so many", ["parent"], ({ table, parent }) => {
    const rest = `from ${together(table, parent)} group by ${keyOf(parent)} having count(*) >= 3`;
    return {
      question: [
        `${parent.to.many} with more than 2 ${table.many}`,
        `which ${parent.to.many} have at least three ${table.many}?`,
      ],
      sql: shown([nameOf(parent)], ["count(*)"], rest),
    };
  }),
  phrase("of one by name", ["parent", "name"], ({ table, parent, name }) => ({
    question: [
      `how many ${table.many} does ${name} have?`,
      `number of ${table.many} of ${name}`,
      `how many ${table.many} of the ${parent.to.one} ${name}`,
    ],
    sql: [`select count(*) from ${together(table, parent)} where ${nameOf(parent)} = ${literal(name)}`],
  })),
  phrase("two kinds both", ["parent", "category", "value", "other"], (scene) => {
    const { table, parent, category, value, other } = scene;
    const having = (kind: string) =>
      `${keyOf(parent)} in (select t.${parent.from} from ${rowsOf(table)} where ${is(category, kind)})`;
    const rest = `from ${parent.to.sql} p where ${having(value)} and ${having(other)}`;
    return {
      question: `${parent.to.many} that have both ${table.many} with ${category.said} ${value} and ${table.many} with ${category.said} ${other}`,
      sql: [`select ${nameOf(parent)} ${rest}`, `select p.* ${rest}`],
    };
  }),
];
