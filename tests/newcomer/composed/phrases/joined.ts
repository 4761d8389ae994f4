import { is, keyOf, nameOf, numberOf, of, type Phrase, phrase, rowsOf, shown, together } from "../phrase.ts";
import { literal } from "../words.ts";

/** Conditions joined, denied and nested. */
export const JOINED: readonly Phrase[] = [
  phrase("and", ["category", "value", "number", "middle"], ({ table, category, value, number, middle }) => ({
    question: [
      `how many ${table.many} have ${category.said} ${value} and ${number.said} over ${middle}?`,
      `number of ${value} ${table.many} with ${number.said} over ${middle}`,
      `how many ${value} ${table.many} have a ${number.said} greater than ${middle}?`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where ${is(category, value)} and ${of(number)} > ${middle}`],
  })),
  phrase(
    "or across columns",
    ["category", "value", "number", "middle"],
    ({ table, category, value, number, middle }) => ({
      question: [
        `how many ${table.many} have ${category.said} ${value} or ${number.said} over ${middle}?`,
        `number of ${table.many} whose ${category.said} is ${value} or whose ${number.said} is above ${middle}`,
      ],
      sql: [`select count(*) from ${rowsOf(table)} where ${is(category, value)} or ${of(number)} > ${middle}`],
    }),
  ),
  phrase("but not", ["category", "value", "number", "middle"], ({ table, category, value, number, middle }) => ({
    question: [
      `how many ${table.many} have ${number.said} over ${middle} but are not ${value}?`,
      `number of ${table.many} with ${number.said} over ${middle} that are not ${value}`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where not (${is(category, value)}) and ${of(number)} > ${middle}`],
  })),
  phrase("except", ["category", "value"], ({ table, category, value }) => ({
    question: [
      `number of ${table.many} except those with ${category.said} ${value}`,
      `how many ${table.many} are there, excluding ${value} ones?`,
      `how many ${table.many} apart from ${value} ones?`,
      `count of ${table.many} without the ${value} ones`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where not (${is(category, value)})`],
  })),
  phrase("except in groups", ["category", "value"], ({ table, category, value }) => ({
    question: [
      `${table.many} by ${category.said} except ${value}`,
      `number of ${table.many} per ${category.said}, excluding ${value}`,
    ],
    sql: [`select ${of(category)}, count(*) from ${rowsOf(table)} where not (${is(category, value)}) group by 1`],
  })),
  phrase("neither nor", ["category", "value", "other"], ({ table, category, value, other }) => ({
    question: [
      `how many ${table.many} are neither ${value} nor ${other}?`,
      `number of ${table.many} that are neither ${value} nor ${other}`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where ${of(category)} not in (${literal(value)}, ${literal(other)})`],
  })),
  phrase("either or", ["category", "value", "other"], ({ table, category, value, other }) => ({
    question: [
      `how many ${table.many} are either ${value} or ${other}?`,
      `how many ${value} or ${other} ${table.many} are there?`,
      `${value} and ${other} ${table.many} together: how many?`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where ${of(category)} in (${literal(value)}, ${literal(other)})`],
  })),
  phrase("not a kind", ["category", "value"], ({ table, category, value }) => ({
    question: [
      `how many ${table.many} are not ${value}?`,
      `how many ${table.many} aren't ${value}?`,
      `how many non-${value} ${table.many} are there?`,
      `${table.many} that are not ${value}, how many`,
    ],
    sql: [`select count(*) from ${rowsOf(table)} where not (${is(category, value)})`],
  })),
  phrase("two bounds", ["number", "middle", "high"], ({ table, number, middle, high }) => ({
    question: `how many ${table.many} have a ${number.said} of at least ${middle} but less than ${high}?`,
    sql: [`select count(*) from ${rowsOf(table)} where ${of(number)} >= ${middle} and ${of(number)} < ${high}`],
  })),
  phrase("below or above", ["number", "middle", "high"], ({ table, number, middle, high }) => ({
    question: `how many ${table.many} have a ${number.said} below ${middle} or above ${high}?`,
    sql: [`select count(*) from ${rowsOf(table)} where ${of(number)} < ${middle} or ${of(number)} > ${high}`],
  })),
  phrase("at least so many of a kind", ["parent", "category", "value"], ({ table, parent, category, value }) => {
    const rest = `from ${together(table, parent)} where ${is(category, value)} group by ${keyOf(parent)} having count(*) >= 2`;
    return {
      question: [
        `${parent.to.many} with at least 2 ${value} ${table.many}`,
        `which ${parent.to.many} have at least two ${table.many} with ${category.said} ${value}?`,
        `${parent.to.many} with more than one ${value} ${table.one}`,
      ],
      sql: shown([nameOf(parent)], ["count(*)"], rest),
    };
  }),
  phrase("how many have at least", ["parent"], ({ table, parent }) => ({
    question: [
      `how many ${parent.to.many} have at least 2 ${table.many}?`,
      `number of ${parent.to.many} with two or more ${table.many}`,
      `how many ${parent.to.many} have more than one ${table.one}?`,
    ],
    sql: [
      `select count(*) from (select 1 from ${table.sql} t where t.${parent.from} is not null group by t.${parent.from} having count(*) >= 2)`,
    ],
  })),
  phrase("exactly one", ["parent"], ({ table, parent }) => ({
    question: [
      `${parent.to.many} with exactly one ${table.one}`,
      `which ${parent.to.many} have only one ${table.one}?`,
    ],
    sql: shown(
      [nameOf(parent)],
      ["count(*)"],
      `from ${together(table, parent)} group by ${keyOf(parent)} having count(*) = 1`,
    ),
  })),
  phrase("figure of each in a condition", ["parent", "number"], (scene) => {
    const { table, parent, number, random } = scene;
    const [said, sql] = random.pick([
      ["average", `avg(${of(number)})`],
      ["total", `sum(${of(number)})`],
    ] as const);
    const groups = `from ${together(table, parent)} group by ${keyOf(parent)}`;
    const middle = numberOf(scene, `select round(avg(figure)) from (select ${sql} figure ${groups})`);
    return {
      question: [
        `${parent.to.many} whose ${said} ${number.said} of ${table.many} is above ${middle}`,
        `${parent.to.many} with a${said === "average" ? "n" : ""} ${said} ${number.said} of ${table.many} of more than ${middle}`,
      ],
      sql: shown([nameOf(parent)], [sql], `${groups} having ${sql} > ${middle}`),
    };
  }),
  phrase("more of one kind than of another", ["parent", "category", "value", "other"], (scene) => {
    const { table, parent, category, value, other } = scene;
    const counted = (kind: string) => `sum(case when ${is(category, kind)} then 1 else 0 end)`;
    return {
      question: [
        `${parent.to.many} with more ${value} than ${other} ${table.many}`,
        `which ${parent.to.many} have more ${value} ${table.many} than ${other} ones?`,
      ],
      sql: shown(
        [nameOf(parent)],
        [counted(value), counted(other)],
        `from ${together(table, parent)} group by ${keyOf(parent)} having ${counted(value)} > ${counted(other)}`,
      ),
    };
  }),
  phrase("of the one with the most", ["parent"], (scene) => {
    const { table, parent } = scene;
    const first = scene.rows(
      `select count(*) from ${together(table, parent)} group by ${keyOf(parent)} order by 1 desc limit 2`,
    );
    if (!first || first.length < 2 || first[0]?.[0] === first[1]?.[0]) return undefined;
    return {
      question: `how many ${table.many} does the ${parent.to.one} with the most ${table.many} have?`,
      sql: shown(
        ["count(*)"],
        [nameOf(parent)],
        `from ${together(table, parent)} group by ${keyOf(parent)} order by count(*) desc limit 1`,
      ),
    };
  }),
  phrase("of the highest other", ["parent"], (scene) => {
    const { table, parent, random } = scene;
    const { numbers } = parent.to;
    if (numbers.length === 0) return undefined;
    const number = random.pick(numbers);
    const first = scene.rows(`select ${number.sql} from ${parent.to.sql} order by 1 desc limit 2`);
    if (!first || first[0]?.[0] === first[1]?.[0]) return undefined;
    return {
      question: [
        `how many ${table.many} does the ${parent.to.one} with the highest ${number.said} have?`,
        `number of ${table.many} of the ${parent.to.one} with the highest ${number.said}`,
      ],
      sql: shown(
        [`count(t.${parent.from})`],
        [nameOf(parent)],
        `from (select * from ${parent.to.sql} order by ${number.sql} desc limit 1) p left join ${table.sql} t on t.${parent.from} = ${keyOf(parent)} group by ${keyOf(parent)}`,
      ),
    };
  }),
  phrase("not kept", [], (scene) => {
    const { table, random } = scene;
    const gaps = [...table.dates, ...table.numbers].filter(
      ({ sql }) => (numberOf(scene, `select count(*) - count(${sql}) from ${table.sql}`) ?? 0) > 0,
    );
    if (gaps.length === 0) return undefined;
    const gap = random.pick(gaps);
    return {
      question: [
        `how many ${table.many} have no ${gap.said}?`,
        `number of ${table.many} without ${gap.said}`,
        `${table.many} with missing ${gap.said}: how many?`,
      ],
      sql: [`select count(*) from ${rowsOf(table)} where ${of(gap)} is null`],
    };
  }),
];
