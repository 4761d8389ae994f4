import { type Condition, drawConditions, saidBehind, whereAll } from "../conditions.ts";
import { keyOf, nameOf, month, of, type Phrase, phrase, ranked, rowsOf, type Scene, shown, year } from "../phrase.ts";

/** What is counted, added up or listed × conditions × groups × ranks. */
export const COMBINED: readonly Phrase[] = [
  phrase("combined: count", [], (scene) => figureOf(scene, { said: `number of ${scene.table.many}`, sql: "count(*)" })),
  phrase("combined: total", ["number"], (scene) =>
    figureOf(scene, { said: `total ${scene.number.said} of ${scene.table.many}`, sql: `sum(${of(scene.number)})` }),
  ),
  phrase("combined: average", ["number"], (scene) =>
    figureOf(scene, { said: `average ${scene.number.said} of ${scene.table.many}`, sql: `avg(${of(scene.number)})` }),
  ),
  phrase("combined: highest", ["number"], (scene) =>
    figureOf(scene, { said: `highest ${scene.number.said} of ${scene.table.many}`, sql: `max(${of(scene.number)})` }),
  ),
  phrase("combined: by", [], (scene) => byGroup(scene, { said: `number of ${scene.table.many}`, sql: "count(*)" })),
  phrase("combined: total by", ["number"], (scene) =>
    byGroup(scene, { said: `total ${scene.number.said} of ${scene.table.many}`, sql: `sum(${of(scene.number)})` }),
  ),
  phrase("combined: most", [], (scene) => mostOf(scene)),
  phrase("combined: list", ["label"], (scene) => {
    const conditions = drawConditions(scene, scene.random.int(1, 2));
    if (conditions.length === 0) return undefined;
    const { many } = scene.table;
    const behind = saidBehind(conditions, scene);
    const rest = `from ${rowsOf(scene.table)}${whereAll(conditions)}`;
    return {
      question: [
        `list the ${many}${behind}`,
        `which ${many} are there${behind}?`,
        `${many}${behind}`,
        `show me all ${many}${behind}`,
      ],
      sql: [...shown([of(scene.label)], seenBeside(scene, conditions), rest), `select t.* ${rest}`],
    };
  }),
  phrase("combined: first by a figure", ["label", "number"], (scene) => {
    const conditions = drawConditions(scene, scene.random.int(1, 2));
    const { many } = scene.table;
    const behind = saidBehind(conditions, scene);
    const limit = scene.random.pick([1, 3, 5]);
    const rest = `from ${rowsOf(scene.table)}${whereAll(conditions)}`;
    const sql = ranked(scene, { shown: of(scene.label), figure: of(scene.number), rest, limit });
    if (!sql) return undefined;
    const said = scene.number.said;
    return {
      question:
        limit === 1
          ? `which of the ${many}${behind} has the highest ${said}?`
          : `top ${limit} ${many}${behind} by ${said}`,
      sql,
    };
  }),
];

interface Figure {
  said: string;
  sql: string;
}

/** The category a list is of may be shown beside the names. */
const seenBeside = ({ category }: Scene, conditions: readonly Condition[]): string[] =>
  category && conditions.some(({ about }) => about === "category") ? [of(category)] : [];

function figureOf(scene: Scene, { said, sql }: Figure) {
  const conditions = drawConditions(scene, scene.random.int(0, 2));
  const behind = saidBehind(conditions, scene);
  const { many } = scene.table;
  const counted = [`how many ${many} are there${behind}?`, `count of ${many}${behind}`];
  const question = [`${said}${behind}`, ...(sql === "count(*)" ? counted : [`what is the ${said}${behind}?`])];
  const value = sql.startsWith("sum") ? `coalesce(${sql}, 0)` : sql;
  return { question, sql: [`select ${value} from ${rowsOf(scene.table)}${whereAll(conditions)}`] };
}

interface Group {
  said: string;
  shown: string;
  key: string;
  /** Where it is of others: what joins them. */
  joined: string;
  about: Condition["about"];
}

/** What the rows of a scene can be grouped by. */
function groupsOf({ table, category, parent, date }: Scene): Group[] {
  const joined = "";
  const groups: Group[] = [];
  if (category) groups.push({ said: category.said, shown: of(category), key: of(category), joined, about: "category" });
  if (parent) {
    const others = {
      joined: ` join ${parent.to.sql} p on p.${parent.key} = t.${parent.from}`,
      about: "others" as const,
    };
    groups.push({ said: parent.to.one, shown: nameOf(parent), key: keyOf(parent), ...others });
    const [kind] = parent.to.categories;
    if (kind)
      groups.push({
        said: `${kind.said} of the ${parent.to.one}`,
        shown: `p.${kind.sql}`,
        key: `p.${kind.sql}`,
        ...others,
      });
  }
  if (date && table.dates.length === 1) {
    groups.push({ said: "month", shown: month(date), key: month(date), joined, about: "date" });
    groups.push({ said: "year", shown: year(date), key: year(date), joined, about: "date" });
  }
  return groups;
}

/** A group, and conditions about other things than it. */
function grouped(scene: Scene, most: number): { group: Group; conditions: Condition[] } | undefined {
  const groups = groupsOf(scene);
  if (groups.length === 0) return undefined;
  const group = scene.random.pick(groups);
  return { group, conditions: drawConditions(scene, most).filter(({ about }) => about !== group.about) };
}

function byGroup(scene: Scene, { said, sql }: Figure) {
  const drawn = grouped(scene, scene.random.int(0, 2));
  if (!drawn) return undefined;
  const { group, conditions } = drawn;
  const behind = `${said}${saidBehind(conditions, scene)}`;
  const known = group.about === "date" ? [{ sql: `${group.shown} is not null` }] : [];
  const where = [...conditions, ...known].map((each) => each.sql).join(" and ");
  return {
    question: [`${behind} by ${group.said}`, `${behind} per ${group.said}`, `${behind} for each ${group.said}`],
    sql: [
      `select ${group.shown}, ${sql} from ${rowsOf(scene.table)}${group.joined}${where && ` where ${where}`} group by ${group.key}`,
    ],
  };
}

function mostOf(scene: Scene) {
  const drawn = grouped(scene, scene.random.int(0, 2));
  if (!drawn || drawn.group.about === "date") return undefined;
  const { group, conditions } = drawn;
  const { number, table, random } = scene;
  const order = random.pick(["desc", "asc"] as const);
  const figure = number && random.chance(0.5) ? random.pick([`sum(${of(number)})`, `avg(${of(number)})`]) : "count(*)";
  const rest = `from ${rowsOf(table)}${group.joined}${whereAll(conditions)}`;
  const sql = ranked(scene, { shown: group.shown, figure, rest, group: group.key, order, limit: 1 });
  if (!sql) return undefined;
  const behind = saidBehind(conditions, scene);
  if (figure === "count(*)")
    return {
      question: `which ${group.said} has the ${order === "desc" ? "most" : "fewest"} ${table.many}${behind}?`,
      sql,
    };
  const said = `${figure.startsWith("sum") ? "total" : "average"} ${number?.said} of ${table.many}`;
  return { question: `which ${group.said} has the ${order === "desc" ? "highest" : "lowest"} ${said}${behind}?`, sql };
}
