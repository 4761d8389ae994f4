import type { CatalogTable } from "../../catalog/catalog.ts";
import type { Mention } from "../../link/mention.ts";
import { columnExpression, countOf } from "../../resolve/measures.ts";
import { isPerson } from "../../catalog/persons.ts";
import { isTable } from "../../read/reader.ts";
import type { Context } from "../../resolve/context.ts";
import { columnOf } from "../../resolve/columns.ts";
import { nearTable, tableOf } from "../../resolve/context.ts";
import type { Expression, LogicalForm } from "../../form/logical-form.ts";
import type { OutputWish } from "../../read/sketch.ts";

export function countExpression(
  wish: OutputWish & { kind: "count" },
  form: LogicalForm,
  context: Context,
): Expression | null {
  const distinct = wish.distinct || context.sketch.distinct;
  const { mention } = wish;
  if (
    mention === null &&
    (context.sketch.superlatives.length > 0 || context.sketch.filters.some((filter) => filter.kind === "count"))
  ) {
    const counted = context.sketch.superlatives.find((other) => other.target.kind === "count");
    if (counted?.target.kind === "count") return countTarget(counted.target.mention, "count", form, context);
    const compared = context.sketch.filters.find((filter) => filter.kind === "count");
    if (compared?.kind === "count" && compared.mention !== null)
      return countTarget(compared.mention, "count", form, context);
  }
  if (mention === null && context.sketch.outputs.some((other) => other !== wish && other.kind === "count")) return null;
  if (mention === null) return countOf(context.catalog.byName.get(form.subject) ?? context.catalog.tables[0] ?? fail());
  const table = tableOf(mention, context);
  if (table !== null && isTable(mention)) {
    if (distinct) {
      form.distinct = false;
      const key = table.primaryKey.length === 1 ? table.primaryKey[0] : undefined;
      const link =
        key === undefined
          ? undefined
          : context.catalog.links.find(
              (candidate) => candidate.to[0] === key && candidate.from[0]?.table.name === form.subject,
            );
      const column = link?.from[0] ?? key;
      if (column !== undefined)
        return {
          kind: "aggregate",
          fn: "count",
          of: columnExpression(column),
          distinct: true,
          table: column.table.name,
        };
    }
    // "how many degrees", where a row holds how many.
    const held = table.columns.find(
      (one) => one.isNumber && !one.isKey && one.stems.join(" ") === table.stems.join(" ") && table.label.length === 0,
    );
    if (held !== undefined)
      return { kind: "aggregate", fn: "sum", of: columnExpression(held), distinct: false, table: table.name };
    return countOf(table);
  }
  const column = columnOf(mention, context, { near: nearTable(context, wish.at) });
  if (column === null) return table === null ? null : countOf(table);
  if (column.isNumber && !column.isKey && !column.isYear && !distinct) {
    return { kind: "aggregate", fn: "sum", of: columnExpression(column), distinct: false, table: column.table.name };
  }
  if (distinct) form.distinct = false;
  // "how many counties", where cities refer to them: the counties themselves.
  const behind = context.catalog.links.find(
    (link) => link.from.length === 1 && link.from[0] === column && link.cost < 2,
  );
  const said = /\b(ids?|codes?|numbers?)\b/i.test(mention.text);
  if (!distinct && !said && column.isForeign && behind?.to[0] !== undefined && behind.to[0].table !== column.table) {
    const target = behind.to[0].table;
    const others = context.sketch.filters.length + context.sketch.groups.length + context.sketch.superlatives.length;
    if (others === 0 && context.sketch.tables.length === 0) return countOf(target);
  }
  if (column.isPrimary && column.table.primaryKey.length === 1) return countOf(column.table);
  return {
    kind: "aggregate",
    fn: "count",
    of: columnExpression(column),
    // Days on which something was done count as often as it was.
    distinct: distinct || (!column.isKey && !column.isDate),
    table: column.table.name,
  };
}

export function fail(): never {
  throw new RangeError("A schema without tables");
}

/** "the most popular product": each product is there once; what is counted are the rows that refer to it. */
export function referringTable(form: LogicalForm, subject: CatalogTable, context: Context): CatalogTable | null {
  const isEntity = form.outputs.every(
    (output) =>
      output.expression.kind === "column" &&
      output.expression.table === subject.name &&
      [...subject.label, ...subject.primaryKey].some(
        (column) => output.expression.kind === "column" && column.name === output.expression.column,
      ),
  );
  if (!isEntity || subject.primaryKey.length !== 1) return null;
  const children = context.catalog.links.flatMap((link) =>
    link.to[0]?.table === subject && link.from[0] !== undefined && link.from[0].table !== subject && link.cost < 2
      ? [link.from[0].table]
      : [],
  );
  const named = children.find((table) => context.named.some((entry) => entry.table === table));
  return named ?? children.toSorted((a, b) => b.source.row_count - a.source.row_count)[0] ?? null;
}

/** The one table of links between a thing and people. */
function personLinks(subject: CatalogTable, context: Context): CatalogTable | null {
  const { links } = context.catalog;
  const tables = context.catalog.tables.filter(
    (table) =>
      table !== subject &&
      links.some((link) => link.from[0]?.table === table && link.to[0]?.table === subject) &&
      (isPerson(table) ||
        links.some((link) => link.from[0]?.table === table && link.to[0] !== undefined && isPerson(link.to[0].table))),
  );
  return tables.length === 1 ? (tables[0] ?? null) : null;
}

/** The rows counted by "the most orders", "the most common". */
export function countTarget(
  mention: Mention | null,
  kind: "count" | "common",
  form: LogicalForm,
  context: Context,
): Expression {
  const subject = context.subject ?? fail();
  if (kind === "common" || mention === null) {
    const required = context.named.find((entry) => entry.mention.required && entry.table !== subject);
    if (required !== undefined) return countOf(required.table);
    // "the project with the most people": those who are linked to it.
    const people = /^(people|persons?|members|participants)$/i;
    const isTheirs = context.sketch.unknown.every((word) => people.test(word.text));
    if (kind === "count" && mention === null && isTheirs && context.sketch.said.has("people")) {
      const persons = personLinks(subject, context);
      if (persons !== null) return countOf(persons);
    }
    const repeats = mention !== null && !isTable(mention) && /\bnames?\b/i.test(mention.text);
    return countOf((kind === "common" && !repeats ? referringTable(form, subject, context) : null) ?? subject);
  }
  const table = isTable(mention) ? tableOf(mention, context) : null;
  if (table !== null) return countOf(table);
  const column = columnOf(mention, context, { near: nearTable(context, 0) });
  return column === null ? countOf(subject) : countOf(column.table);
}
