import type { Catalog } from "../catalog/catalog.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import type { Context } from "../resolve/context.ts";
import { contextOf } from "../resolve/context.ts";
import { rewritten } from "../rewrite/steps.ts";
import { assemble } from "./assemble.ts";

/** What gives the form of rows that are told inside a condition: they are understood like a question of their own. */
export function rowsInside(catalog: Catalog, metric: MeasureSource | null): Context["formOf"] {
  const formOf: Context["formOf"] = (rows) => {
    const inner = assemble(rewritten(contextOf(rows, catalog, { metric, formOf })));
    return inner === null || inner.either !== null || inner.context.notes.lost.length > 0 ? null : inner.form;
  };
  return formOf;
}
