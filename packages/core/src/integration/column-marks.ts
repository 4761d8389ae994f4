import { type ColumnMark, folded, type Mark } from "@parley/datasource/marks/marks";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import * as Integration from "./integration.ts";
import { storedSchema } from "./stored-schema.ts";

/** Marks that one integration keeps: they lie in its record. */
export const COLUMN_MARKS_PER_INTEGRATION = 500;

/** A column with its new mark; null takes the mark away. */
export interface ColumnMarking extends Omit<ColumnMark, "mark"> {
  mark: Mark | null;
}

type Engine = Integration.IntegrationRecord["engine"];

/**
 * Marks columns of the integration, or takes marks away. From then on no statement reads what is closed, and the schema is read anew before
 * the next question. Returns the integration; undefined if it would have too many marks. Throws INTEGRATION_NOT_FOUND.
 */
export async function mark(
  ctx: OrganizationContext,
  id: string,
  markings: readonly ColumnMarking[],
): Promise<Integration.IntegrationRecord | undefined> {
  for (;;) {
    const integration = await Integration.get(ctx, id);
    const marks = changed(integration.column_marks ?? [], markings, integration.engine);
    if (marks.length > COLUMN_MARKS_PER_INTEGRATION) return undefined;
    const done = await Integration.markAsRead(ctx, integration, marks);
    // Where something changed it meanwhile, it is read again.
    if (done) return done;
  }
}

const keyOf = ({ schema, table, column }: Omit<ColumnMark, "mark">, engine: Engine): string =>
  JSON.stringify([schema, folded(table, engine), folded(column, engine)]);

function changed(before: readonly ColumnMark[], markings: readonly ColumnMarking[], engine: Engine): ColumnMark[] {
  const marks = new Map(before.map((each) => [keyOf(each, engine), each]));
  for (const { schema, table, column, mark: kind } of markings) {
    const key = keyOf({ schema, table, column }, engine);
    if (kind === null) marks.delete(key);
    else marks.set(key, { schema, table, column, mark: kind });
  }
  return [...marks.values()];
}

/**
 * Returns which of these are columns of no table, as "table.column": a mark with a mistake in its name protects nothing. Where no
 * schema was read yet, nobody knows; what is marked already may be hidden, and counts as known.
 */
export async function unknownColumns(
  ctx: OrganizationContext & WithFiles,
  integration: Integration.IntegrationRecord,
  markings: readonly ColumnMarking[],
): Promise<string[]> {
  const { engine, column_marks: marks = [] } = integration;
  const stored = await storedSchema(ctx, integration);
  if (!stored) return [];
  const same = (a: string, b: string) => folded(a, engine) === folded(b, engine);
  const isKnown = ({ schema, table, column }: ColumnMarking) =>
    marks.some((each) => same(each.table, table) && same(each.column, column)) ||
    stored.schema.tables.some(
      (each) =>
        same(each.name, table) &&
        (schema === null || each.schema === schema) &&
        each.columns.some(({ name }) => same(name, column)),
    );
  return markings
    .filter((each) => each.mark !== null && !isKnown(each))
    .map(({ table, column }) => `${table}.${column}`);
}
