import { toldAs } from "../catalog/called.ts";
import { addGroups } from "../assemble/groups.ts";
import { isToOne, path } from "../catalog/joins.ts";
import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isAggregate, sameExpression } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { singular } from "../language/words.ts";
import type { Mention } from "../link/mention.ts";
import { countOf } from "../resolve/measures.ts";
import type { Context } from "../resolve/context.ts";
import { takeGrowth } from "../rewrite/growth.ts";
import type { Condition, Expression, LogicalForm, Output } from "../form/logical-form.ts";
import type { Sketch } from "../read/sketch.ts";

/** "by vet" of appointments that have a vet_id: of the rows that are spoken of, a key's name says enough. */
export function withKeysNamed(sketch: Sketch, rows: CatalogTable | null): Sketch {
  const isNamed = ({ table, isForeign, words, stems }: CatalogColumn, text: string) =>
    table === rows &&
    isForeign &&
    (words.filter((word) => word !== "id").join(" ") === singular(text.toLowerCase()) ||
      // "by lead" of tours that have a led_by
      (/ by(?: id)?$/.test(words.join(" ")) && stems[0] === stem(text.toLowerCase())));
  const inFull = (mention: Mention): Mention => ({
    ...mention,
    columns: mention.columns.map((link) => (isNamed(link.column, mention.text) ? { ...link, score: 1 } : link)),
  });
  return {
    ...sketch,
    groups: sketch.groups.map((group) => ({ ...group, mention: inFull(group.mention) })),
    names: sketch.names.map(inFull),
  };
}

/** What is grouped by is what the rows have one of, or what has one of them; not what only shares something with them. */
export function groupsApart(form: LogicalForm, rows: CatalogTable | null, { catalog, notes }: Context): void {
  for (const group of form.groups) {
    const table = group.kind === "column" ? catalog.byName.get(group.table) : undefined;
    if (rows === null || table === undefined || table === rows || isToOne(catalog, rows, table)) continue;
    const steps = path(catalog, [rows], table, new Set()) ?? [];
    if (steps.some(({ toMany }, i) => toMany && steps.slice(0, i).some((step) => !step.toMany)))
      notes.lost.push(toldAs(table));
  }
}

/** "by country", "the same by country": other groups; the same of them also keeps how many there were. */
export function changeGroups(form: LogicalForm, context: Context): Context {
  const { groups, bucket, said } = context.sketch;
  const { order, limit } = form;
  const isRanked = said.has("same") && limit !== null && order.every(({ by }) => isAggregate(by));
  const grouped = groups.length > 0 || bucket !== null ? regroup(form, takeGrowth(context)) : context;
  if (isRanked && groups.length > 0) Object.assign(form, { order, limit });
  return grouped;
}

function regroup(form: LogicalForm, context: Context): Context {
  const measured = form.outputs.filter((output) => isAggregate(output.expression));
  const table = context.subject;
  if (measured.length === 0 && table !== null)
    measured.push({ expression: countOf(table), name: `${table.name}_count` });
  const compared = comparedValues(form, context);
  form.outputs = measured;
  form.all_columns = false;
  form.distinct = false;
  form.groups = [];
  form.order = [];
  form.limit = null;
  const grouped = addGroups(form, context);
  if (compared !== null && form.groups.length === 1) {
    form.groups.push(compared.expression);
    form.outputs.splice(1, 0, compared);
  }
  return grouped;
}

/** As many lines as one chart shows. */
const MOST_LINES = 8;

/** "and by month", of sessions by device: each device by month, where that is still to be looked at. */
function areFew(group: Expression, { byName }: Catalog): boolean {
  const table = group.kind === "column" ? byName.get(group.table) : undefined;
  const column = table?.columns.find(({ name }) => group.kind === "column" && name === group.column);
  const { distinct_count: count } = column?.source ?? { distinct_count: null };
  return column?.isText === true && count !== null && count <= MOST_LINES;
}

/** "by month", after Germany was compared with France: each of them by month. Null where no few values are compared. */
function comparedValues({ groups, outputs, where }: LogicalForm, { sketch, catalog }: Context): Output | null {
  const [group, ...more] = groups;
  if (sketch.bucket === null || sketch.groups.length > 0 || group?.kind !== "column" || more.length > 0) return null;
  const isOfGroup = (one: Condition) =>
    one.kind === "compare" && one.operator === "=" && sameExpression(one.left, group);
  const areChosen = where.some(
    (one) =>
      (one.kind === "either" && one.conditions.every(isOfGroup)) ||
      (one.kind === "among" && !one.negated && one.values.length > 1 && sameExpression(one.left, group)),
  );
  return areChosen || (sketch.said.has("also by") && areFew(group, catalog))
    ? (outputs.find(({ expression }) => sameExpression(expression, group)) ?? null)
    : null;
}
