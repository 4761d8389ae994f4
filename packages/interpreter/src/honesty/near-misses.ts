import type { CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, sameExpression, tablesOf, tablesOfCondition } from "../form/visit.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { selfKey } from "../resolve/self-key.ts";
import { hadInPart } from "./named-in-part.ts";
import { wrongDays } from "./wrong-days.ts";

/** What a form that is whole in itself tells of other things than those that were asked for. */
export function nearMisses(form: LogicalForm, context: Context): string[] {
  const { sketch } = context;
  return [
    ...ownRowsCounted(form, context),
    ...deedsToOthers(form, context),
    ...besideOnePeriod(sketch, form),
    ...besideOneValue(sketch, form),
    ...onSomeDays(sketch, form),
    ...oftenSo(sketch),
    ...rankedByName(sketch),
    ...atOneTime(sketch, form),
    ...doneAgain(sketch, form),
    ...deniedTwice(form, context),
    ...alwaysOne(form, context),
    ...toldByDeed(form, context),
    ...wrongDays(form, context),
    ...hadInPart(sketch),
    ...bothInOneRow(form),
  ];
}

/** "owners who came only once", where nothing says who came: how many rows are called alike is another question. */
function ownRowsCounted({ having, groups, subject, joins }: LogicalForm, { sketch, catalog }: Context): string[] {
  const own = catalog.byName.get(subject);
  const isOwn = (one: Condition) =>
    one.kind === "compare" &&
    one.left.kind === "aggregate" &&
    one.left.fn === "count" &&
    one.left.of === null &&
    one.left.table === subject;
  const isAsked =
    sketch.outputs.length + sketch.groups.length > 0 || ["appear", "occur", "dupl", "shar"].some(sketch.said.begins);
  const isEach =
    own !== undefined &&
    groups.length > 0 &&
    groups.every((one) => one.kind === "column" && one.table === subject && isOfEach(own, one.column));
  return !isAsked && isEach && joins.length === 0 && having.some(isOwn) ? ["how often"] : [];
}

const isOfEach = ({ label, primaryKey }: CatalogTable, name: string): boolean =>
  [...label, ...primaryKey].some((column) => column.name === name);

/** "owners who referred someone", of whom only is known who referred them: who has done it is not told by all of them. */
function deedsToOthers(form: LogicalForm, context: Context): string[] {
  const { names, outputs } = context.sketch;
  const key = context.subject === null ? null : selfKey(context.subject, context);
  if (key === null || JSON.stringify(form).includes(`"${key.name}"`)) return [];
  const isShown = (text: string) => outputs.some((one) => "mention" in one && one.mention?.text === text);
  return names.flatMap(({ text, tables, columns }) => {
    const isDeed = /ed$/i.test(text) && tables.length === 0 && columns.some(({ column }) => column === key);
    return isDeed && !isShown(text) ? [text] : [];
  });
}

const figuresOf = ({ outputs }: LogicalForm): number =>
  outputs.filter(({ expression }) => isAggregate(expression)).length;

/** "fees per ward compared to last year": the figures of last year alone are no comparison. */
function besideOnePeriod({ said, filters, growth }: Sketch, form: LogicalForm): string[] {
  const periods = filters.filter(({ kind }) => kind === "period");
  const isOne = said.has("beside a period") && periods.length === 1 && !growth;
  return isOne && figuresOf(form) === 1 && form.where.some(({ kind }) => kind === "period") ? ["the comparison"] : [];
}

/** "are there more visits on Mondays": how many there are on those days is neither more nor less. */
const onSomeDays = ({ said, filters }: Sketch, form: LogicalForm): string[] =>
  filters.some(({ kind }) => kind === "weekday") && figuresOf(form) < 2 && form.groups.length === 0
    ? said.words("more on some days").slice(1)
    : [];

/** "open tickets per team compared to closed": both in one number of each team. */
function besideOneValue({ versus }: Sketch, form: LogicalForm): string[] {
  if (!versus || form.groups.length === 0 || figuresOf(form) !== 1) return [];
  const groups = JSON.stringify(form.groups);
  const isMixed = form.where.some((one) => {
    if (one.kind !== "either") return false;
    const columns = one.conditions.map((part) =>
      part.kind === "compare" && part.operator === "=" && part.left.kind === "column" ? part.left.column : null,
    );
    const [first] = columns;
    return (
      typeof first === "string" && columns.every((name) => name === first) && !groups.includes(`"column":"${first}"`)
    );
  });
  return isMixed ? ["the comparison"] : [];
}

/** "which lesson is most often cancelled": more than whether most of them are. */
const oftenSo = ({ superlatives, said }: Sketch): string[] =>
  superlatives.flatMap(({ target }) =>
    target.kind === "common" && target.mention?.columns[0]?.column.isFlag === true && said.has("which rows")
      ? [target.mention.text]
      : [],
  );

/** "which supplier is the cheapest": not the one that is first in the alphabet. */
const rankedByName = ({ superlatives }: Sketch): string[] =>
  superlatives.flatMap(({ said = "", target }) => {
    const [best] = target.kind === "column" && target.by !== true ? target.mention.columns : [];
    const isName =
      best !== undefined &&
      best.column.isText &&
      !best.column.isKey &&
      !best.column.isForeign &&
      !best.column.isDate &&
      !/price|cost|fee/.test(best.column.name);
    return isName && ofPrice.test(said) ? [said] : [];
  });

const ofPrice =
  /^(?:cheapest|least expensive|lowest priced|most expensive|priciest|dearest|costliest|most costly|most pricey|highest priced|heaviest|lightest|slowest|fastest)$/i;

/** "who joined and left in the same year": two days that are compared, of which one is none. */
const atOneTime = ({ said }: Sketch, form: LogicalForm): string[] => {
  const [words] = said.words("in one span of time");
  return words === undefined || /"bucket"|"elapsed"/.test(JSON.stringify(form.where)) ? [] : [words];
};

/** "how many customers came back" is not how many there are. */
const doneAgain = ({ said }: Sketch, { where, having, joins, groups }: LogicalForm): string[] =>
  where.length + having.length + joins.length + groups.length === 0 ? said.words("coming back").slice(0, 1) : [];

/** "clients never shipped to France": a "never" of what was done does not say where they are from. */
function deniedTwice({ where, subject }: LogicalForm, { sketch: { negation, filters } }: Context): string[] {
  const isNever = /\bnever$/i.test(negation ?? "");
  const isOwn = (one: Condition) =>
    one.kind === "compare" && one.operator === "!=" && tablesOfCondition(one).every((name) => name === subject);
  const isOfOthers = (one: Condition) => (one.kind === "within" || one.kind === "related") && one.negated;
  const isToward = filters.some((one) => one.kind === "value" && one.negated && one.preposition === "to");
  return isNever && where.some(isOwn) && (isToward || where.some(isOfOthers)) ? ["never"] : [];
}

/** Figures that are one whatever the rows are: "visits per visit", depots of each depot, the best branch of each order, which has but one. */
function alwaysOne({ outputs, groups, per = [] }: LogicalForm, { sketch, catalog }: Context): string[] {
  const isKey = (table: string) =>
    groups.some(
      (one) => one.kind === "column" && one.table === table && onlyKey(catalog.byName.get(table)) === one.column,
    );
  const isOfItself = outputs.some(
    ({ expression: one }) =>
      one.kind === "aggregate" && one.fn === "count" && one.distinct && isKey(one.table) && sketch.bucket === null,
  );
  const [each, ...more] = new Set(per.flatMap(tablesOf)).values();
  const rows = each === undefined || more.length > 0 ? undefined : catalog.byName.get(each);
  const ranked = outputs.flatMap(({ expression }) => tablesOf(expression)).filter((name) => name !== each);
  const isOnly =
    rows !== undefined &&
    ranked.length > 0 &&
    ranked.every((name) => {
      const table = catalog.byName.get(name);
      return table !== undefined && isToOne(catalog, rows, table);
    }) &&
    per.some((one) => one.kind === "column" && rows.primaryKey.some(({ name }) => name === one.column));
  const isWhole = outputs.some(({ expression }) => isByItself(expression));
  return isOfItself || isOnly || isWhole ? ["what is compared"] : [];
}

const onlyKey = (table: CatalogTable | undefined): string | null =>
  table?.primaryKey.length === 1 ? (table.primaryKey[0]?.name ?? null) : null;

/** What is divided by itself. */
function isByItself(one: Expression): boolean {
  if (one.kind !== "arithmetic" || one.operator !== "/") return false;
  const numerator = one.left.kind === "arithmetic" && one.left.operator === "*" ? one.left.right : one.left;
  return sameExpression(numerator, one.right);
}

/** "who speaks both French and Polish", read as rows that say each of one language: none of them is both. */
const bothInOneRow = ({ combine, all_columns }: LogicalForm): string[] =>
  combine?.operation === "intersect" && all_columns ? ["both"] : [];

/** "how many drivers joined and left in 2024": one number, and none for each day on which one left. */
function toldByDeed({ groups }: LogicalForm, { sketch: { outputs, groups: asked, bucket } }: Context): string[] {
  if (asked.length > 0 || bucket !== null || outputs[0]?.kind !== "count") return [];
  return outputs.flatMap((one) => {
    const best = one.kind === "column" ? one.mention.columns[0]?.column : undefined;
    if (one.kind !== "column" || best === undefined) return [];
    const isDeed = best.isDate && /(?:ed|left|sold|paid|sent|bought|died|came|began)$/i.test(one.mention.text);
    const isGrouped = groups.some((group) => group.kind === "column" && group.column === best.name);
    return isDeed && isGrouped ? [one.mention.text] : [];
  });
}
