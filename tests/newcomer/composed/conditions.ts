import { day, is, of, type Scene, year } from "./phrase.ts";
import { literal, plural } from "./words.ts";

/** A condition of rows: how it is said behind them, and in SQL. */
export interface Condition {
  said: readonly string[];
  sql: string;
  about: "category" | "number" | "date" | "others";
}

const MONTHS = "January,February,March,April,May,June,July,August,September,October,November,December".split(",");

/** Each kind of condition that a scene has, each about something else. Those about others, whose the rows are, come last: their words have conditions of their own. */
const KINDS: readonly ((scene: Scene) => Condition | undefined)[] = [
  ({ category, value }) =>
    category && value
      ? {
          said: [`with ${category.said} ${value}`, `whose ${category.said} is ${value}`],
          sql: is(category, value),
          about: "category",
        }
      : undefined,
  ({ category, value }) =>
    category && value
      ? {
          said: [`with ${category.said} other than ${value}`, `whose ${category.said} is not ${value}`],
          sql: `${of(category)} <> ${literal(value)}`,
          about: "category",
        }
      : undefined,
  ({ category, value, other }) =>
    category && value && other
      ? {
          said: [`with ${category.said} ${value} or ${other}`, `whose ${category.said} is ${value} or ${other}`],
          sql: `(${is(category, value)} or ${is(category, other)})`,
          about: "category",
        }
      : undefined,
  ({ number, middle }) =>
    number && middle !== undefined
      ? {
          said: [`with ${number.said} above ${middle}`, `with a ${number.said} of more than ${middle}`],
          sql: `${of(number)} > ${middle}`,
          about: "number",
        }
      : undefined,
  ({ number, middle }) =>
    number && middle !== undefined
      ? {
          said: [`with ${number.said} below ${middle}`, `with a ${number.said} of less than ${middle}`],
          sql: `${of(number)} < ${middle}`,
          about: "number",
        }
      : undefined,
  ({ number, middle, high }) =>
    number && middle !== undefined && high !== undefined && high > middle
      ? {
          said: [`with ${number.said} between ${middle} and ${high}`],
          sql: `${of(number)} between ${middle} and ${high}`,
          about: "number",
        }
      : undefined,
  (scene) => inTime(scene),
  ({ parent, name }) =>
    parent && name
      ? {
          said: [`of ${name}`, `of the ${parent.to.one} ${name}`],
          sql: `t.${parent.from} in (select ${parent.key} from ${parent.to.sql} where ${parent.to.label.sql} = ${literal(name)})`,
          about: "others",
        }
      : undefined,
  ({ parent, random }) => {
    if (!parent || parent.to.categories.length === 0) return undefined;
    const category = random.pick(parent.to.categories);
    const value = random.pick(category.values);
    const others = plural(parent.to.one);
    return {
      said: [`of ${others} with ${category.said} ${value}`, `of ${others} whose ${category.said} is ${value}`],
      sql: `t.${parent.from} in (select ${parent.key} from ${parent.to.sql} where ${category.sql} = ${literal(value)})`,
      about: "others",
    };
  },
];

function inTime(scene: Scene): Condition | undefined {
  const { date, table, rows, random } = scene;
  if (!date) return undefined;
  const found = rows(
    `select distinct substr(${date.sql}, 1, 7) from ${table.sql} where ${date.sql} is not null order by 1`,
  );
  if (!found || found.length === 0) return undefined;
  const month = String(random.pick(found)[0]);
  const [ofYear, name] = [month.slice(0, 4), MONTHS[Number(month.slice(5)) - 1]];
  const about = "date";
  return random.pick<Condition>([
    { said: [`in ${ofYear}`], sql: `${year(date)} = ${literal(ofYear)}`, about },
    { said: [`in ${name} ${ofYear}`], sql: `substr(${of(date)}, 1, 7) = ${literal(month)}`, about },
    { said: [`since ${name} ${ofYear}`], sql: `${day(date)} >= ${literal(`${month}-01`)}`, about },
    { said: [`before ${ofYear}`], sql: `${day(date)} < ${literal(`${ofYear}-01-01`)}`, about },
  ]);
}

/** So many conditions of a scene's rows, each about something else, in the order in which they are said. */
export function drawConditions(scene: Scene, most: number): Condition[] {
  const drawn: Condition[] = [];
  for (const kind of scene.random.shuffle(KINDS)) {
    if (drawn.length >= most) break;
    const condition = kind(scene);
    if (condition && !drawn.some(({ about }) => about === condition.about)) drawn.push(condition);
  }
  return drawn.toSorted((one, other) => Number(one.about === "others") - Number(other.about === "others"));
}

/** Conditions behind the rows they are of: times and others' conditions follow without "and". */
export function saidBehind(conditions: readonly Condition[], { random }: Scene): string {
  return conditions
    .map(({ said, about }, at) => {
      const before = conditions[at - 1];
      const joined = before && about !== "others" && about !== "date" && before.about !== "date" ? " and" : "";
      return `${joined} ${random.pick(said)}`;
    })
    .join("");
}

export const whereAll = (conditions: readonly Condition[]): string =>
  conditions.length > 0 ? ` where ${conditions.map(({ sql }) => sql).join(" and ")}` : "";
