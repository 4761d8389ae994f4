import * as v from "valibot";
import { text } from "./fields.ts";
import { columnMarkLimits, limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** What an organization says of columns: which ones questions do not see, or see without their values. */

export const Mark = v.picklist(["hidden", "masked", "sensitive"]);

/** The table is as its database names it, with its schema before a point where it needs one. */
export const ColumnMark = v.object({ table: v.string(), column: v.string(), mark: Mark });
export type ColumnMark = v.InferOutput<typeof ColumnMark>;

/** Null takes the mark away. */
export const ColumnMarking = v.object({
  table: text(1, 2 * limits.source_identifier_characters + 1),
  column: text(1, limits.source_identifier_characters),
  mark: v.nullable(Mark),
});
export type ColumnMarking = v.InferOutput<typeof ColumnMarking>;

/** Columns that are not named stay as they are. */
export const ColumnMarksUpdate = v.object({
  column_marks: v.pipe(v.array(ColumnMarking), v.maxLength(columnMarkLimits.per_integration)),
});

export const ColumnMarks = v.object({ column_marks: v.array(ColumnMark) });

const path = "/v1/admin/integrations/{integration_id}/column-marks";

export const columnMarkOperations = {
  list: operation({
    id: "column_mark.list",
    method: "GET",
    path,
    group: "sources",
    summary: "List the columns of a database that are hidden, masked or sensitive",
    access: "admin",
    reply: ColumnMarks,
    status: 200,
    errors: ["SOURCE_NOT_FOUND"],
  }),
  update: operation({
    id: "column_mark.update",
    method: "PATCH",
    path,
    group: "sources",
    summary: "Hide or mask columns of a database, keep their values from being sampled, or take marks away",
    access: "admin",
    body: ColumnMarksUpdate,
    reply: ColumnMarks,
    status: 200,
    errors: ["SOURCE_NOT_FOUND", "INVALID_COLUMN_MARK"],
  }),
};
