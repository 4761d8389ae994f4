import { is, keyOf, nameOf, of, type Phrase, phrase, ranked, rowsOf, type Scene, shown, together } from "../phrase.ts";
import { literal } from "../words.ts";

/** All rows in an order that no two of them share; nothing where there are too many to tell or some are alike. */
function ordered(scene: Scene, figure: string, order: "asc" | "desc"): string | undefined {
  const cells = scene.rows(`select ${figure} from ${rowsOf(scene.table)}`)?.map(([cell]) => cell ?? null);
  if (!cells || cells.length > 60 || cells.includes(null) || new Set(cells).size < cells.length) return undefined;
  return `from ${rowsOf(scene.table)} order by ${figure} ${order}`;
}

/** Lists, their order and their columns, the first of each group, and what one row is asked for. */
export const TOLD: readonly Phrase[] = [
  phrase("sorted", ["label", "number"], (scene) => {
    const { table, label, number } = scene;
    const rest = ordered(scene, of(number), "desc");
    return rest === undefined
      ? undefined
      : {
          question: [
            `list all ${table.many} sorted by ${number.said} descending`,
            `all ${table.many} ordered by ${number.said} from highest to lowest`,
            `${table.many} by ${number.said}, highest first`,
          ],
          sql: [...shown([of(label)], [of(number)], rest), `select t.* ${rest}`],
        };
  }),
  phrase("in alphabetical order", ["label"], (scene) => {
    const { table, label } = scene;
    const rest = ordered(scene, of(label), "asc");
    return rest === undefined
      ? undefined
      : {
          question: `list the ${table.many} in alphabetical order`,
          sql: [`select ${of(label)} ${rest}`, `select t.* ${rest}`],
        };
  }),
  phrase("the lowest few", ["label", "number"], (scene) => {
    const { table, label, number } = scene;
    const sql = ranked(scene, {
      shown: of(label),
      figure: of(number),
      rest: `from ${rowsOf(table)}`,
      order: "asc",
      limit: 3,
    });
    return (
      sql && {
        question: [
          `bottom 3 ${table.many} by ${number.said}`,
          `the three ${table.many} with the lowest ${number.said}`,
          `3 ${table.many} with the smallest ${number.said}`,
        ],
        sql,
      }
    );
  }),
  phrase("the second highest", ["label", "number"], (scene) => {
    const { table, label, number } = scene;
    const sql = ranked(scene, { shown: of(label), figure: of(number), rest: `from ${rowsOf(table)}`, limit: 2 });
    return (
      sql && {
        question: [
          `${table.one} with the second highest ${number.said}`,
          `which ${table.one} has the second highest ${number.said}?`,
        ],
        sql: sql.map((each) => each.replace(/limit 2$/, "limit 1 offset 1")),
      }
    );
  }),
  phrase("names and figures", ["label", "number", "second"], ({ table, label, number, second }) => ({
    question: [
      `names of all ${table.many} and their ${number.said} and ${second.said}`,
      `name, ${number.said} and ${second.said} of each ${table.one}`,
    ],
    sql: [`select ${of(label)}, ${of(number)}, ${of(second)} from ${rowsOf(table)}`],
  })),
  phrase("with whose they are", ["label", "parent"], ({ table, label, parent }) => ({
    question: [`list all ${table.many} with their ${parent.to.one}`, `${table.many} and their ${parent.to.one}`],
    sql: [
      `select ${of(label)}, ${nameOf(parent)} from ${together(table, parent)}`,
      `select ${of(label)}, ${nameOf(parent)} from ${rowsOf(table)} left join ${parent.to.sql} p on t.${parent.from} = p.${parent.key}`,
    ],
  })),
  phrase("column of some", ["label", "number", "category", "value"], (scene) => {
    const { table, label, number, category, value } = scene;
    const rest = `from ${rowsOf(table)} where ${is(category, value)}`;
    return {
      question: [
        `name and ${number.said} of the ${value} ${table.many}`,
        `show the name and ${number.said} of each ${table.one} with ${category.said} ${value}`,
      ],
      sql: [`select ${of(label)}, ${of(number)} ${rest}`],
    };
  }),
  phrase("figure of one", ["own", "label", "number"], ({ table, own, label, number }) => ({
    question: [
      `what is the ${number.said} of ${own}?`,
      `${number.said} of the ${table.one} ${own}`,
      `${own}: ${number.said}?`,
      `${own}'s ${number.said}`,
    ],
    sql: shown([of(number)], [of(label)], `from ${rowsOf(table)} where ${of(label)} = ${literal(own)}`),
  })),
  phrase("kind of one", ["own", "label", "category"], ({ table, own, label, category }) => ({
    question: [`what is the ${category.said} of ${own}?`, `${category.said} of the ${table.one} ${own}`],
    sql: shown([of(category)], [of(label)], `from ${rowsOf(table)} where ${of(label)} = ${literal(own)}`),
  })),
  phrase("whose is it", ["own", "label", "parent"], ({ table, own, label, parent }) => ({
    question: [
      `which ${parent.to.one} does ${own} belong to?`,
      `what is the ${parent.to.one} of ${own}?`,
      `${parent.to.one} of the ${table.one} ${own}`,
    ],
    sql: shown([nameOf(parent)], [of(label)], `from ${together(table, parent)} where ${of(label)} = ${literal(own)}`),
  })),
  phrase("names of one's rows", ["label", "parent", "name"], ({ table, label, parent, name }) => {
    const rest = `from ${together(table, parent)} where ${nameOf(parent)} = ${literal(name)}`;
    return {
      question: [
        `which ${table.many} does ${name} have?`,
        `${table.many} of ${name}`,
        `list the ${table.many} of the ${parent.to.one} ${name}`,
        `${name}'s ${table.many}`,
      ],
      sql: [`select ${of(label)} ${rest}`, `select t.* ${rest}`],
    };
  }),
  phrase("the highest of each kind", ["label", "number", "category"], (scene) => {
    const { table, label, number, category } = scene;
    const place = `rank() over (partition by ${of(category)} order by ${of(number)} desc)`;
    const rest = `from (select ${of(category)} kind, ${of(label)} name, ${of(number)} figure, ${place} place from ${rowsOf(table)} where ${of(category)} is not null) where place = 1`;
    const [kinds] = scene.rows(`select count(*) = count(distinct kind) ${rest}`) ?? [];
    if (kinds?.[0] !== 1) return undefined;
    return {
      question: [
        `${table.one} with the highest ${number.said} in each ${category.said}`,
        `the ${table.one} with the highest ${number.said} for each ${category.said}`,
        `which ${table.one} has the highest ${number.said} per ${category.said}?`,
      ],
      sql: [`select kind, name ${rest}`, `select kind, name, figure ${rest}`],
    };
  }),
  phrase("the first two of each", ["label", "number", "parent"], (scene) => {
    const { table, label, number, parent } = scene;
    const place = `rank() over (partition by ${keyOf(parent)} order by ${of(number)} desc)`;
    const rest = `from (select ${nameOf(parent)} whose, ${keyOf(parent)} id, ${of(label)} name, ${of(number)} figure, ${place} place from ${together(table, parent)}) where place <= 2`;
    const [alike] = scene.rows(`select max(places) from (select count(*) places ${rest} group by id)`) ?? [];
    if (alike?.[0] !== 2) return undefined;
    return {
      question: [
        `top 2 ${table.many} by ${number.said} for each ${parent.to.one}`,
        `the two ${table.many} with the highest ${number.said} of each ${parent.to.one}`,
      ],
      sql: [`select whose, name ${rest}`, `select whose, name, figure ${rest}`],
    };
  }),
  phrase("the most common", ["category"], (scene) => {
    const { table, category } = scene;
    const rest = `from ${rowsOf(table)} where ${of(category)} is not null`;
    const sql = ranked(scene, { shown: of(category), figure: "count(*)", rest, group: of(category), limit: 1 });
    return (
      sql && {
        question: [
          `most common ${category.said} of ${table.many}`,
          `which ${category.said} is the most common among ${table.many}?`,
          `what ${category.said} do most ${table.many} have?`,
        ],
        sql,
      }
    );
  }),
  phrase("how many kinds", ["category"], ({ table, category }) => ({
    question: [
      `how many different ${category.said}s are there among ${table.many}?`,
      `number of distinct ${category.said} of ${table.many}`,
    ],
    sql: [`select count(distinct ${of(category)}) from ${rowsOf(table)}`],
  })),
  phrase("how often each kind", ["category"], ({ table, category }) => ({
    question: [
      `how often does each ${category.said} occur in ${table.many}?`,
      `how frequent is each ${category.said} of ${table.many}?`,
    ],
    sql: [`select ${of(category)}, count(*) from ${rowsOf(table)} group by 1`],
  })),
  phrase("how often one kind", ["category", "value"], ({ table, category, value }) => ({
    question: [
      `how often is the ${category.said} of ${table.many} ${value}?`,
      `how many times is ${category.said} ${value} in ${table.many}?`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where ${is(category, value)}`],
  })),
  phrase("ordered by how many", ["parent"], (scene) => {
    const { table, parent } = scene;
    const rest = `from ${together(table, parent)} group by ${keyOf(parent)}`;
    const all = `from ${parent.to.sql} p left join ${table.sql} t on t.${parent.from} = ${keyOf(parent)} group by ${keyOf(parent)}`;
    return {
      question: [
        `${parent.to.many} and how many ${table.many} they have`,
        `each ${parent.to.one} with its number of ${table.many}`,
        `list ${parent.to.many} with the number of their ${table.many}`,
      ],
      sql: [`select ${nameOf(parent)}, count(*) ${rest}`, `select ${nameOf(parent)}, count(t.${parent.from}) ${all}`],
    };
  }),
  phrase("twice the average", ["label", "number"], ({ table, label, number }) => {
    const rest = `from ${rowsOf(table)} where ${of(number)} > 2 * (select avg(${number.sql}) from ${table.sql})`;
    return {
      question: [
        `${table.many} with more than twice the average ${number.said}`,
        `which ${table.many} have a ${number.said} of more than double the average?`,
      ],
      sql: [...shown([of(label)], [of(number)], rest), `select t.* ${rest}`],
    };
  }),
];
