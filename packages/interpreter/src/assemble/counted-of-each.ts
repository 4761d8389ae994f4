import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { Expression, LogicalForm } from "../form/logical-form.ts";
import { formsIn, joinedTables } from "../form/visit.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

/**
 * "weavers and the number of rugs they have", "how many times each product was ordered": each weaver is one weaver. The rows that
 * belong to it are counted, where they are of one kind or the question names their kind.
 */
export function countOfEach(form: LogicalForm, context: Context): void {
  const { catalog, sketch } = context;
  if (!isOpen(sketch) || !countsItself(form, catalog)) return;
  const own = catalog.byName.get(form.subject);
  const belonging = catalog.tables.filter(
    (table) =>
      table !== own && catalog.links.some(({ from: [from], to: [to] }) => from?.table === table && to?.table === own),
  );
  const said = belonging.filter((table) =>
    table.stems.some((one) => !own?.stems.includes(one) && sketch.said.stem(one)),
  );
  const [counted, ...more] = said.length > 0 ? said : belonging;
  if (counted === undefined || more.length > 0) return;
  const isOwn = (one: Expression) => one.kind === "aggregate" && one.fn === "count" && one.table === form.subject;
  const counting: Expression = { kind: "aggregate", fn: "count", of: null, distinct: false, table: counted.name };
  form.outputs = form.outputs.map((one) =>
    isOwn(one.expression) ? { expression: counting, name: `${counted.name}_count` } : one,
  );
  form.order = form.order.map((one) => (isOwn(one.by) ? { ...one, by: counting } : one));
  form.having = form.having.map((one) =>
    one.kind === "compare" && isOwn(one.left) ? { ...one, left: counting } : one,
  );
  form.via = [...form.via, form.subject, counted.name];
}

/** True where nothing says what is counted: no noun, and no word that meant nothing. */
const isOpen = ({ outputs, superlatives, filters, unknown }: Sketch): boolean =>
  unknown.length === 0 &&
  outputs.every((one) => one.kind !== "count" || one.mention === null) &&
  superlatives.every(({ target }) => target.kind === "count" && target.mention === null) &&
  // "with a death count of at least 10": what is counted are deaths.
  filters.every((one) => one.kind !== "compare" || one.target === null);

/** "which guest complains most": each guest is one guest, so that their number ranks nothing, nor the rows inside a condition. */
export function countsItself(form: LogicalForm, catalog: Catalog): boolean {
  if (formsIn(form.where).some((inner) => countsItself(inner, catalog))) return true;
  const own = catalog.byName.get(form.subject);
  // What only restricts the rows does not make more of them.
  const read = [...joinedTables(form)].flatMap((name) => catalog.byName.get(name) ?? []);
  if (own === undefined || read.some((table) => !isToOne(catalog, own, table))) return false;
  const key = onlyKey(own);
  const isEach = form.groups.some(
    (group) => group.kind === "column" && group.table === own.name && group.column === key,
  );
  const counts = [
    ...form.outputs.map(({ expression }) => expression),
    ...form.order.map(({ by }) => by),
    ...form.having.flatMap((one) => ("left" in one ? [one.left] : [])),
  ];
  return isEach && counts.some((by) => by.kind === "aggregate" && by.fn === "count" && by.table === form.subject);
}

const onlyKey = ({ primaryKey: [key, ...more] }: CatalogTable): string | null =>
  key !== undefined && more.length === 0 ? key.name : null;
