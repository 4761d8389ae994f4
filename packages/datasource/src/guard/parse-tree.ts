/** A node of PostgreSQL's parse tree, as libpg_query writes it. */
export type Tree = Record<string, unknown>;

export function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A field that holds a node, with or without its wrapper; an empty node if it holds none. */
export function treeAt(node: Tree, field: string): Tree {
  const value = node[field];
  return isTree(value) ? value : {};
}

/** A field that holds a list; empty if it holds none. */
export function listAt(node: Tree, field: string): unknown[] {
  const value = node[field];
  return Array.isArray(value) ? value : [];
}

/** The type of a wrapped node, and the node. */
export function unwrapped(value: unknown): [type: string, node: Tree] {
  const [entry] = isTree(value) ? Object.entries(value) : [];
  return entry && isTree(entry[1]) ? [entry[0], entry[1]] : ["", {}];
}

export function textAt(node: Tree, field: string): string | undefined {
  const value = node[field];
  return typeof value === "string" ? value : undefined;
}

/** The strings in a list of String nodes; other nodes (`*`, subscripts) are left out. */
export function namesOf(list: unknown): string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const [type, node] = unwrapped(item);
    return type === "String" ? (textAt(node, "sval") ?? []) : [];
  });
}
