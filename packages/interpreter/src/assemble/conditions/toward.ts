import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import type { Condition } from "../../form/logical-form.ts";
import { emptyForm, sameExpression, tablesOfCondition } from "../../form/visit.ts";
import { nameInFull } from "../../catalog/columns.ts";
import { isToOne } from "../../catalog/joins.ts";
import { destinations, origins } from "../../catalog/origins-and-destinations.ts";
import type { Context } from "../../resolve/context.ts";
import type { Operand } from "../../read/sketch.ts";
import { columnExpression } from "../../resolve/measures.ts";

/** The keys by which rows of one table refer to another. */
export function keysTo(from: CatalogTable, to: CatalogTable, { catalog }: Context): CatalogColumn[] {
  return catalog.links.flatMap((link) => {
    const [key] = link.from;
    return key !== undefined && link.from.length === 1 && key.table === from && link.to[0]?.table === to ? [key] : [];
  });
}

/** "from Lille to Basel", where a shipment has two depots: each name through the key its preposition means. Null where it means none. */
export function toward(condition: Condition, preposition: string | null, context: Context): Condition | null {
  const { subject, catalog } = context;
  const [name] = tablesOfCondition(condition);
  const table = name === undefined ? undefined : catalog.byName.get(name);
  if (subject === null || table === undefined || table === subject) return null;
  const side = preposition === "from" ? origins : preposition === "to" || preposition === "into" ? destinations : null;
  const keys = side === null ? [] : keysTo(subject, table, context);
  const meant = keys.filter((key) => side?.test(nameInFull(key)) === true);
  const [key] = meant;
  const [referred] = table.primaryKey;
  if (keys.length < 2 || meant.length !== 1 || key === undefined || referred === undefined) return null;
  const outputs = [{ expression: columnExpression(referred), name: referred.name }];
  const form = { ...emptyForm(table.name), outputs, where: [condition] };
  return { kind: "within", left: columnExpression(key), form, negated: false };
}

/** "from Lille or Basel", "from Lille vs Basel": two places by one key, of which a row has either. Null for other conditions. */
export function throughOneKey(one: Condition, other: Condition): Condition | null {
  if (one.kind !== "within" || other.kind !== "within" || one.negated || other.negated) return null;
  const [a, b] = [one.form.where, other.form.where];
  if (!sameExpression(one.left, other.left) || one.form.subject !== other.form.subject) return null;
  if (a.length !== 1 || b.length !== 1) return null;
  return { ...one, form: { ...one.form, where: [{ kind: "either", conditions: [...a.flatMap(choices), ...b] }] } };
}

const choices = (condition: Condition): readonly Condition[] =>
  condition.kind === "either" ? condition.conditions : [condition];

/** "hops between Lille and Basel": from one to the other, or the other way round. Null for what has no two ends. */
export function wayBetween(
  one: Operand,
  other: Operand,
  context: Context,
): { condition: Condition; column: CatalogColumn } | null {
  if (one.kind !== "text" || other.kind !== "text") return null;
  const written = betweenPlaces(one, other, context);
  if (written !== null) return written;
  const ends = (one.mention?.values ?? []).flatMap((a) =>
    (other.mention?.values ?? []).flatMap((b) => (a.column === b.column ? [{ column: a.column, a, b }] : [])),
  );
  const [end] = ends;
  if (end === undefined) return null;
  const is = (value: string): Condition => ({
    kind: "compare",
    left: columnExpression(end.column),
    operator: "=",
    right: { kind: "literal", value },
  });
  const way = (from: string, to: string) => [toward(is(from), "from", context), toward(is(to), "to", context)];
  const [there, back] = [way(end.a.value, end.b.value), way(end.b.value, end.a.value)].map((parts) =>
    parts.flatMap((part) => part ?? []),
  );
  if (there?.length !== 2 || back?.length !== 2) return null;
  const conditions: Condition[] = [
    { kind: "every", conditions: there },
    { kind: "every", conditions: back },
  ];
  return { condition: { kind: "either", conditions }, column: end.column };
}

/** "shipments between Lille and Basel", of which the route has an origin and a destination by their names: there, or back. */
function betweenPlaces(
  one: Operand & { kind: "text" },
  other: Operand & { kind: "text" },
  { subject, catalog }: Context,
): { condition: Condition; column: CatalogColumn } | null {
  const valuesOf = ({ mention }: Operand & { kind: "text" }) => mention?.values ?? [];
  for (const { column, value } of valuesOf(one)) {
    const { table } = column;
    if (subject === null || !isToOne(catalog, subject, table)) continue;
    const sides = [origins, destinations].map((side) =>
      table.columns.filter((each) => each.isText && !each.isForeign && side.test(nameInFull(each))),
    );
    const [[from, ...moreFrom] = [], [to, ...moreTo] = []] = sides;
    const end = valuesOf(other).find((each) => each.column === from || each.column === to);
    if (from === undefined || to === undefined || moreFrom.length + moreTo.length > 0) continue;
    if (end === undefined || (column !== from && column !== to)) continue;
    const is = (side: CatalogColumn, place: string): Condition => ({
      kind: "compare",
      left: columnExpression(side),
      operator: "=",
      right: { kind: "literal", value: place },
    });
    const way = (start: string, stop: string): Condition => ({
      kind: "every",
      conditions: [is(from, start), is(to, stop)],
    });
    return {
      condition: { kind: "either", conditions: [way(value, end.value), way(end.value, value)] },
      column,
    };
  }
  return null;
}
