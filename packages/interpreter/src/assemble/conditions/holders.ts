import { emptyForm } from "../../form/visit.ts";
import type { FilterWish } from "../../read/sketch.ts";
import type { Context } from "../../resolve/context.ts";
import { columnExpression } from "../../resolve/measures.ts";
import type { Placed } from "./place.ts";
import { keysTo } from "./toward.ts";

/** "who are managers": the rows to which others refer by that key, those of the same table before others. */
export function holderCondition({ target }: FilterWish & { kind: "holder" }, context: Context): Placed | null {
  const { subject } = context;
  const [primary, ...more] = subject?.primaryKey ?? [];
  if (subject === null || primary === undefined || more.length > 0) return null;
  const keys = target.columns
    .map(({ column }) => column)
    .filter((column) => column.isForeign && keysTo(column.table, subject, context).includes(column));
  const key = keys.find(({ table }) => table === subject) ?? (keys.length === 1 ? keys[0] : undefined);
  if (key === undefined) return null;
  const left = columnExpression(key);
  const form = {
    ...emptyForm(key.table.name),
    outputs: [{ expression: left, name: key.name }],
    where: [{ kind: "missing" as const, left, negated: true }],
  };
  return { condition: { kind: "within", left: columnExpression(primary), form, negated: false }, column: primary };
}
