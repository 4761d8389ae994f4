import { distance, isToOne, path } from "../catalog/joins.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate, tablesOf } from "../form/visit.ts";
import type { Context } from "../resolve/context.ts";

/**
 * "which town ordered the most", of patrons who review things that others ordered from makers: rows that have no more to do with
 * one another than that both are of the same thing are no count of those that are grouped. Tables of nothing but links do
 * belong to both their sides, and what is named on the way is meant.
 */
export function countedAcross(form: LogicalForm, { catalog, named }: Context): string[] {
  const groups = new Set(form.groups.flatMap(tablesOf));
  const [group, ...more] = [...groups].flatMap((name) => catalog.byName.get(name) ?? []);
  if (group === undefined || more.length > 0) return [];
  const counts = [...form.outputs.map(({ expression }) => expression), ...form.order.map(({ by }) => by)].filter(
    (one) => isAggregate(one) && one.kind === "aggregate" && one.fn === "count",
  );
  const counted = counts.flatMap(tablesOf).flatMap((name) => catalog.byName.get(name) ?? []);
  const across = counted.find((table) => table !== group && isWinding(way(group, table)));
  return across === undefined ? [] : [across.words.join(" ")];

  function way(from: CatalogTable, to: CatalogTable): readonly CatalogTable[] {
    const joins = path(catalog, [from], to, new Set(form.via)) ?? [];
    return [from, ...joins.map(({ table }) => table)];
  }
  function isWinding(tables: readonly CatalogTable[]): boolean {
    const between = tables.slice(1, -1);
    if (between.some((table) => table.isBridge || named.some((one) => one.table === table))) return false;
    const steps = tables.slice(1).map((table, i) => {
      const before = tables[i];
      return before !== undefined && isToOne(catalog, before, table) ? "up" : "down";
    });
    return /down up( up)* down/.test(steps.join(" "));
  }
}

/** "which agents got the highest bonus", by what the owners of houses they look after are charged: a number of others that nothing names. */
export function rankedAcross({ subject, order, limit }: LogicalForm, { catalog, named }: Context): string[] {
  const own = catalog.byName.get(subject);
  return order.flatMap(({ by }) => {
    const table = by.kind === "column" ? catalog.byName.get(by.table) : undefined;
    if (own === undefined || table === undefined || by.kind !== "column" || table === own) return [];
    const isNamed = named.some((one) => one.table === table);
    if (isNamed || isToOne(catalog, own, table) || isToOne(catalog, table, own)) return [];
    const between = (path(catalog, [own], table, new Set()) ?? []).slice(0, -1);
    // Rows in the order of what they only share things with stand there many times.
    return between.some(
      (join) => (join.table.isBridge && limit !== null) || named.some((one) => one.table === join.table),
    )
      ? []
      : [by.column.replaceAll("_", " ")];
  });
}

/** "how many sessions turn into orders", told by what customers have ordered who had a session: nothing says that it came of it. */
export function cameOfOthers({ subject, where, outputs }: LogicalForm, { catalog, sketch }: Context): string[] {
  const own = catalog.byName.get(subject);
  const figured = outputs.flatMap(({ expression }) => JSON.stringify(expression));
  const isFar = (name: string) => {
    const table = catalog.byName.get(name);
    return own !== undefined && table !== undefined && table !== own && distance(catalog, own, table) > 1;
  };
  const isTold =
    where.some((one) => one.kind === "related" && isFar(one.table)) ||
    catalog.tables.some(({ name }) => isFar(name) && figured.some((one) => one.includes(`"table":"${name}"`)));
  return isTold ? sketch.said.words("turned into").slice(1) : [];
}
