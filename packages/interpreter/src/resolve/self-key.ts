import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isBoss, isPerson } from "../catalog/persons.ts";
import type { Mention } from "../link/mention.ts";
import type { Context } from "./context.ts";

/** The foreign key by which a table's rows refer to rows of the same table, if it has one. */
export const selfKey = (table: CatalogTable, context: Context): CatalogColumn | null =>
  selfKeys(table, context)[0] ?? null;

const selfKeys = (table: CatalogTable, { catalog }: Context): CatalogColumn[] =>
  catalog.links.flatMap(({ from: [key, ...more], to }) =>
    key !== undefined && more.length === 0 && key.table === table && to[0]?.table === table ? [key] : [],
  );

/** Of several keys, the one whose own word is said, else that of the boss. */
function keyMeant(table: CatalogTable, context: Context): CatalogColumn | null {
  const keys = selfKeys(table, context);
  const isSaid = ({ stems }: CatalogColumn) =>
    stems.some((name) => !/^(?:id|by|to)$/.test(name) && context.sketch.said.stem(name));
  return keys.find(isSaid) ?? keys.find(isBoss) ?? keys[0] ?? null;
}

const JOB = /^(?:job title|title|job|role|position|function)$/;

/** "employees who report to X": X is the name of the row referred to, or the job of it. */
export function reportsTo(column: CatalogColumn, context: Context, preposition: string | null): string | null {
  const key = keyMeant(column.table, context);
  const { said } = context.sketch;
  if (key === null) return null;
  if (!column.table.label.includes(column)) {
    const isJob = preposition === "to" && JOB.test(column.words.join(" ")) && isPerson(column.table);
    return isJob && said.has("reporting to") ? key.name : null;
  }
  // "how many gardeners does Kim have", who is one of them
  const isHis =
    said.has("what somebody has") && isPerson(column.table) && isBoss(key) && context.subject === column.table;
  return said.has("reporting to") || isHis || isNamedBeside(key, context) ? key.name : null;
}

/** "agents with manager Kim", "how many players does Kim mentor": the key is said, and not asked for; Kim is the row it leads to. */
function isNamedBeside(key: CatalogColumn, { sketch, subject }: Context): boolean {
  // "clerks with manager Kim", where accounts have an account manager, too
  const isKey = (mention: Mention | null) =>
    mention?.tables.length === 0 &&
    mention.columns.some(({ column, score }) => column === key && score === mention.columns[0]?.score);
  const { outputs, groups, filters, superlatives, names } = sketch;
  const isAsked =
    outputs.some((one) => "mention" in one && isKey(one.mention)) || groups.some((one) => isKey(one.mention));
  if (isAsked || subject !== key.table || superlatives.length > 0) return false;
  const isTarget = filters.some((one) => one.kind === "value" && isKey(one.target));
  const isVerb = outputs.every(({ kind }) => kind === "count") && outputs.length > 0 && names.some(isKey);
  return isTarget || isVerb;
}
