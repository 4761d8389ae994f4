import type { DefinitionCreate, DefinitionKind, DefinitionUpdate } from "@parley/contract/definition";
import { definitionLimits } from "@parley/contract/limits";
import { refuseDefinition } from "../failure/refuse-definition.ts";
import type { Meaning } from "./probes.ts";

type Field = "table" | "column" | "sql" | "meaning" | "columns" | "references_table" | "references_columns";

/** What a kind is made of: what it has to have, and what it may have. All else is no part of it. */
const parts: Record<
  DefinitionKind,
  { required: readonly (Field | "name" | "description")[]; optional: readonly Field[] }
> = {
  metric: { required: ["name", "table", "sql"], optional: [] },
  dimension: { required: ["name", "table", "sql"], optional: [] },
  synonym: { required: ["name", "meaning"], optional: [] },
  join: { required: ["table", "columns", "references_table", "references_columns"], optional: [] },
  description: { required: ["table", "description"], optional: ["column"] },
};
const fields: readonly Field[] = [
  "table",
  "column",
  "sql",
  "meaning",
  "columns",
  "references_table",
  "references_columns",
];

const refused = (message: string): never => refuseDefinition("INVALID_DEFINITION", { message });

/** What a join or a description is called where nobody has named it. */
function nameOf({ kind, table, column, columns, references_table, references_columns }: Meaning): string {
  const name =
    kind === "join"
      ? `${table}.${(columns ?? []).join("+")} → ${references_table}.${(references_columns ?? []).join("+")}`
      : [table, column].filter((part) => part !== null).join(".");
  return Array.from(name).slice(0, definitionLimits.name_characters).join("");
}

/** Throws INVALID_DEFINITION where a part is missing, or is one that the kind does not have. */
function checkParts(meaning: Meaning): void {
  const { required, optional } = parts[meaning.kind];
  for (const field of required)
    if (meaning[field] === null || meaning[field] === "") refused(`A ${meaning.kind} needs \`${field}\`.`);
  for (const field of fields)
    if (meaning[field] !== null && !required.includes(field) && !optional.includes(field))
      refused(`A ${meaning.kind} has no \`${field}\`.`);
  if (meaning.columns && meaning.columns.length !== meaning.references_columns?.length)
    refused("`columns` and `references_columns` are pairs: they are equally many.");
  const names = [meaning.name, ...meaning.synonyms];
  if (isNamed(meaning) && names.some((name) => !/[\p{L}\p{N}]/u.test(name))) refused("A name has letters or digits.");
  if (meaning.synonyms.length > 0 && meaning.kind !== "metric" && meaning.kind !== "dimension")
    refused("Only metrics and dimensions have `synonyms`.");
}

/** True for what is called by its name in questions. */
export const isNamed = ({ kind }: Pick<Meaning, "kind">): boolean => kind !== "join" && kind !== "description";

const trimmed = (text: string | null | undefined): string | null => {
  const inner = text?.replace(/\s+/g, " ").trim() ?? "";
  return inner === "" ? null : inner;
};

/** What a new definition says, complete. Throws INVALID_DEFINITION. */
export function newMeaning(given: DefinitionCreate): Meaning {
  const meaning: Meaning = {
    kind: given.kind,
    name: trimmed(given.name) ?? "",
    description: given.description?.trim() || null,
    synonyms: [...new Set((given.synonyms ?? []).map(trimmed).filter((one) => one !== null))],
    table: given.table ?? null,
    column: given.column ?? null,
    sql: given.sql?.trim() || null,
    meaning: trimmed(given.meaning),
    columns: given.columns ?? null,
    references_table: given.references_table ?? null,
    references_columns: given.references_columns ?? null,
  };
  checkParts(meaning);
  return meaning.name === "" ? { ...meaning, name: nameOf(meaning) } : meaning;
}

/** What a definition says after a change: absent fields stay, null ones are emptied. Throws INVALID_DEFINITION. */
export function changedMeaning(before: Meaning, change: DefinitionUpdate): Meaning {
  const { kind, name, description, synonyms, table, column, sql, meaning, columns } = before;
  const { references_table, references_columns } = before;
  const known = {
    name,
    description,
    synonyms,
    table,
    column,
    sql,
    meaning,
    columns,
    references_table,
    references_columns,
  };
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return newMeaning({ kind, ...known, ...given });
}

const plain = (name: string): string => name.toLowerCase();

/** Throws INVALID_DEFINITION where a name is another definition's already: words have one meaning. */
export function checkNames(meaning: Meaning, others: readonly Meaning[]): void {
  if (!isNamed(meaning)) return;
  const taken = new Map(
    others
      .filter(isNamed)
      .flatMap((other) => [other.name, ...other.synonyms].map((name) => [plain(name), other] as const)),
  );
  for (const name of [meaning.name, ...meaning.synonyms]) {
    const other = taken.get(plain(name));
    if (other) refused(`“${name}” is a name of the ${other.kind} “${other.name}” already.`);
  }
}

/** True if both say the same: nothing is to be written, and nothing new to be tried. */
export const saysTheSame = (one: Meaning, other: Meaning): boolean =>
  one.kind === other.kind &&
  one.name === other.name &&
  one.description === other.description &&
  one.synonyms.join("\n") === other.synonyms.join("\n") &&
  fields.every((field) => JSON.stringify(one[field]) === JSON.stringify(other[field]));
