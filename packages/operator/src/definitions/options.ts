import type { Given } from "../command.ts";

/** Options that say what a definition is. */
export const definitionFields = {
  name: { help: "How people call it; joins and descriptions may do without" },
  table: { help: "The table; with its schema before a point where it needs one" },
  column: { help: "The column that is described" },
  sql: { help: "A metric's aggregate expression, or a dimension's expression of a row" },
  meaning: { help: "What a synonym stands for" },
  columns: { help: "A column of a join's key; may be given several times", many: true },
  "references-table": { help: "The table that a join leads to" },
  "references-columns": { help: "What the key is equal to there; may be given several times", many: true },
  description: { help: "What it is, for people and for models" },
  synonym: { help: "Another name of a metric or a dimension; may be given several times", many: true },
};

/** What the options say of a definition but its kind, in the contract's form; it is still to be checked. */
export function definitionGiven(of: Given) {
  const texts = ["name", "table", "column", "sql", "meaning", "description"].flatMap((name) => {
    const value = of.optional(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const references_table = of.optional("references-table");
  const lists = [
    ["synonyms", of.all("synonym")],
    ["columns", of.all("columns")],
    ["references_columns", of.all("references-columns")],
  ] as const;
  return {
    ...Object.fromEntries(texts),
    ...(references_table !== undefined && { references_table }),
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
  };
}
