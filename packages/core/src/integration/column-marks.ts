import type { ColumnMark as ShownMark, ColumnMarking as GivenMarking } from "@parley/contract/column-mark";
import { columnMarkLimits } from "@parley/contract/limits";
import { type ColumnMark, folded, type Mark } from "@parley/datasource/marks/marks";
import { editDistance } from "../audio/edit-distance.ts";
import type { OrganizationContext, WithFiles } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import { refuseColumnMark } from "../failure/refuse-column-mark.ts";
import * as Integration from "./integration.ts";
import { storedSchema } from "./stored-schema.ts";

type Context = OrganizationContext & WithFiles;
type IntegrationRecord = Integration.IntegrationRecord;
type Engine = IntegrationRecord["engine"];

/** A column with its new mark; null takes the mark away. */
export interface ColumnMarking extends Omit<ColumnMark, "mark"> {
  mark: Mark | null;
}

/** The marks as they are shown: a table has its schema before a point where one was given. */
export const shownMarks = ({ column_marks = [] }: Pick<IntegrationRecord, "column_marks">): ShownMark[] =>
  column_marks.map(({ schema, table, column, mark: kind }) => ({
    table: schema === null ? table : `${schema}.${table}`,
    column,
    mark: kind,
  }));

const WITH_SCHEMAS: ReadonlySet<Engine> = new Set(["postgres", "duckdb", "redshift", "athena"]);

/** A marking as it is given: the tables of engines with schemas may have one before them. */
export function markingOf({ table, column, mark: kind }: GivenMarking, engine: Engine): ColumnMarking {
  const point = WITH_SCHEMAS.has(engine) ? table.indexOf(".") : -1;
  return { schema: point < 0 ? null : table.slice(0, point), table: table.slice(point + 1), column, mark: kind };
}

/**
 * Marks columns of the integration, or takes marks away. From then on no statement reads what is closed, and the schema is read anew before
 * the next question. Returns the integration; undefined if it would have too many marks. Throws INTEGRATION_NOT_FOUND.
 */
export async function mark(
  ctx: OrganizationContext,
  id: string,
  markings: readonly ColumnMarking[],
): Promise<IntegrationRecord | undefined> {
  for (;;) {
    const integration = (await Integration.find(ctx, id, { consistent: true })) ?? fail("INTEGRATION_NOT_FOUND");
    const done = await markedAsRead(ctx, integration, markings);
    // Where something changed it meanwhile, it is read again.
    if (done !== "changed") return done === "full" ? undefined : done;
  }
}

/** The same text for the same marks, in whatever order the table has the fields of one. */
const textOf = (marks: readonly ColumnMark[]): string =>
  JSON.stringify(marks.map(({ schema, table, column, mark: kind }) => [schema, table, column, kind]));

/** The integration with its new marks, unless there would be too many, or something has changed it since it was read. */
async function markedAsRead(
  ctx: OrganizationContext,
  integration: IntegrationRecord,
  markings: readonly ColumnMarking[],
): Promise<IntegrationRecord | "changed" | "full"> {
  const before = integration.column_marks ?? [];
  const marks = changed(before, markings, integration.engine);
  const text = textOf(marks);
  if (text === textOf(before)) return integration;
  const isMore = marks.length > before.length;
  const isFull = marks.length > columnMarkLimits.per_integration || Buffer.byteLength(text) > columnMarkLimits.bytes;
  if (isMore && isFull) return "full";
  return (await Integration.markAsRead(ctx, integration, marks)) ?? "changed";
}

const findSource = async (ctx: OrganizationContext, id: string): Promise<IntegrationRecord> =>
  (await Integration.find(ctx, id, { consistent: true })) ?? refuseAdministrator("SOURCE_NOT_FOUND");

/** The marks of an integration's columns. Throws SOURCE_NOT_FOUND. */
export const list = async (ctx: OrganizationContext, id: string): Promise<{ column_marks: ShownMark[] }> => ({
  column_marks: shownMarks(await findSource(ctx, id)),
});

/**
 * Marks columns, or takes marks away, all of them or none; columns that are not named stay as they are. Returns the marks
 * there are then. Throws SOURCE_NOT_FOUND; INVALID_COLUMN_MARK for a column that there is not, and for too many marks.
 */
export async function update(
  ctx: Context,
  id: string,
  given: readonly GivenMarking[],
): Promise<{ column_marks: ShownMark[] }> {
  for (;;) {
    const integration = await findSource(ctx, id);
    const markings = given.map((one) => markingOf(one, integration.engine));
    const unknown = await unknownColumn(ctx, integration, markings);
    if (unknown) {
      const hint = unknown.nearest === undefined ? "" : ` Did you mean “${unknown.nearest}”?`;
      refuseColumnMark("INVALID_COLUMN_MARK", { message: `There is no column “${unknown.name}”.${hint}` });
    }
    const done = await markedAsRead(ctx, integration, markings);
    if (done === "full") {
      const message = `At most ${columnMarkLimits.per_integration} marks are kept for an integration, of ${columnMarkLimits.bytes / 1024} KB together`;
      return refuseColumnMark("INVALID_COLUMN_MARK", { message });
    }
    if (done !== "changed") return { column_marks: shownMarks(done) };
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

const named = ({ schema, table, column }: Omit<ColumnMark, "mark">): string =>
  [schema, table, column].filter((part) => part !== null).join(".");

/** Edits that a name may be away from the one that is meant: a third of its letters. */
const mostEdits = (name: string): number => Math.max(1, Math.floor(name.length / 3));

/** Returns the column whose name, with its table's, is the least edits away from an unknown one. */
function nearestTo(name: string, known: Iterable<string>): string | undefined {
  let nearest: { name: string; edits: number } | undefined;
  for (const each of known) {
    const most = (nearest?.edits ?? mostEdits(name) + 1) - 1;
    const edits = editDistance(name.toLowerCase(), each.toLowerCase(), most);
    if (edits <= most) nearest = { name: each, edits };
  }
  return nearest?.name;
}

/**
 * Returns the first of these that is a column of no table, and which column may have been meant: a mark with a mistake in its name
 * protects nothing. Where no schema was read yet, or not this table's, nobody knows; what is marked already may be hidden, and
 * counts as known.
 */
export async function unknownColumn(
  ctx: Context,
  integration: IntegrationRecord,
  markings: readonly ColumnMarking[],
): Promise<{ name: string; nearest: string | undefined } | undefined> {
  const { engine, column_marks: marks = [] } = integration;
  const toMark = markings.filter((each) => each.mark !== null);
  if (toMark.length === 0) return undefined;
  // As it was read: what marks have closed since is not unknown.
  const stored = await storedSchema(ctx, { ...integration, column_marks: [] });
  if (!stored) return undefined;
  const { tables, tables_left_out: leftOut = 0 } = stored.schema;
  const fold = (text: string) => folded(text, engine);
  const keysOf = (schema: string | null, table: string, column: string) =>
    (schema === null ? [null] : [null, schema]).map((each) => keyOf({ schema: each, table, column }, engine));
  const known = new Set([
    ...tables.flatMap(({ schema, name, columns }) => columns.flatMap((column) => keysOf(schema, name, column.name))),
    ...marks.flatMap(({ schema, table, column }) => keysOf(schema, table, column)),
  ]);
  const described = new Set(tables.map(({ name }) => fold(name)));
  const unknown = toMark.find(
    (each) => !known.has(keyOf(each, engine)) && (leftOut === 0 || described.has(fold(each.table))),
  );
  if (!unknown) return undefined;
  const names = tables.flatMap(({ schema, name, columns }) =>
    columns.map((column) =>
      named({ schema: unknown.schema === null ? null : schema, table: name, column: column.name }),
    ),
  );
  return { name: named(unknown), nearest: nearestTo(named(unknown), names) };
}
