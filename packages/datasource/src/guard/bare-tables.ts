import { isTree, listAt, textAt, treeAt, type Tree, unwrapped } from "./parse-tree.ts";

/** A table that is named without a schema. */
interface BareTable {
  name: string;
  node: Tree;
}

/**
 * The tables of a statement that are named without a schema, and are no query of WITH where they stand. Of these, each sees those
 * before it; a recursive one sees itself as well.
 */
export function bareTables(select: Tree): BareTable[] {
  const found: BareTable[] = [];
  const visit = (value: unknown, known: ReadonlySet<string>): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, known);
      return;
    }
    if (!isTree(value)) return;
    const inside = isTree(value["withClause"]) ? queriesOf(value["withClause"], known) : known;
    for (const [key, child] of Object.entries(value)) {
      if (key === "withClause") continue;
      if (key === "RangeVar" && isTree(child)) addTable(child, known);
      visit(child, inside);
    }
  };
  const addTable = (node: Tree, known: ReadonlySet<string>): void => {
    const name = textAt(node, "relname") ?? "";
    if (textAt(node, "schemaname") === undefined && !known.has(name)) found.push({ name, node });
  };
  const queriesOf = (clause: Tree, around: ReadonlySet<string>): ReadonlySet<string> => {
    const known = new Set(around);
    for (const item of listAt(clause, "ctes")) {
      const [, query] = unwrapped(item);
      const name = textAt(query, "ctename") ?? "";
      const isRecursive = clause["recursive"] === true;
      visit(treeAt(query, "ctequery"), isRecursive ? new Set([...known, name]) : new Set(known));
      known.add(name);
    }
    return known;
  };
  visit(select, new Set());
  return found;
}
