import type { StatementValues } from "../driver.ts";
import { rejected } from "../failure.ts";
import { isTree, listAt, type Tree } from "../guard/parse-tree.ts";

/*
 * What a statement would collect, by PostgreSQL's own plan: `work_mem` bounds what a sort or hash holds in memory, but not
 * its temporary files, and not what an aggregate collects into one value.
 */

/** Bytes that a part of the plan may store, and that aggregates may collect. */
const MAX_PILED_BYTES = 2_000_000_000;
const MAX_COLLECTED_BYTES = 500_000_000;

/** Bytes PostgreSQL adds to each row it stores. */
const ROW_BYTES = 24;
/** Bytes the plan assumes for a value whose size it does not know, even for `repeat(name, 1000)`. */
const UNKNOWN_VALUE_BYTES = 32;

const PILING = new Set([
  "Sort",
  "Incremental Sort",
  "Materialize",
  "Hash",
  "Function Scan",
  "CTE Scan",
  "WindowAgg",
  "SetOp",
]);

/** Refuses a plan, as EXPLAIN (FORMAT JSON) returns it, that would fill the server's memory or disk. */
export function checkPlan(json: string, values: StatementValues): void {
  const explained: unknown = JSON.parse(json);
  const [first] = Array.isArray(explained) ? explained : [];
  if (isTree(first) && isTree(first["Plan"])) checkNode(first["Plan"], values, Infinity);
}

/** `needed` are the rows that the node above will read. */
function checkNode(node: Tree, values: StatementValues, needed: number): void {
  const type = String(node["Node Type"]);
  // Of a sort under a LIMIT only the first rows are kept.
  const rows = type === "Sort" ? Math.min(rowsOf(node), needed) : rowsOf(node);
  const piled = rows * rowBytes(node, values);
  if (PILING.has(type) && piled > MAX_PILED_BYTES) throw tooMuch(piled);
  for (const child of listAt(node, "Plans")) {
    if (!isTree(child)) continue;
    const collected = values.collects && type === "Aggregate" ? rowsOf(child) * rowBytes(child, values) : 0;
    if (collected > MAX_COLLECTED_BYTES) throw tooMuch(collected);
    checkNode(child, values, type === "Limit" ? rowsOf(node) : Infinity);
  }
}

const rowsOf = (node: Tree): number => Number(node["Plan Rows"]);

const rowBytes = (node: Tree, { heaviest }: StatementValues): number =>
  Number(node["Plan Width"]) + ROW_BYTES + (heaviest - 1) * UNKNOWN_VALUE_BYTES;

const tooMuch = (bytes: number) =>
  rejected(
    `The query would store about ${Math.round(bytes / 1_000_000_000) || 1} GB of intermediate rows. Narrow it down, join by keys, or aggregate earlier.`,
  );
