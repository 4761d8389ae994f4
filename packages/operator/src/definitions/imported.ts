import type { DefinitionCreate } from "@parley/contract/definition";
import { definitionLimits } from "@parley/contract/limits";
import { tokenize } from "@parley/datasource/tokens/lexer";
import type { Dialect } from "@parley/datasource/types";

/** What a file of a semantic layer says, as definitions, and what of it has no place among them. */
export interface Imported {
  definitions: DefinitionCreate[];
  skipped: Skipped[];
}

/** Something that was not taken over, and why. */
export interface Skipped {
  kind: string;
  name: string;
  reason: string;
}

/** A name as people say it: "order_total" is "order total". */
export const spokenName = (name: string): string => name.replace(/_+/g, " ").trim();

/** Names that are no more than the words of another. */
export const otherNames = (name: string, others: readonly string[]): string[] =>
  [...new Map(others.map((other) => [other.toLowerCase(), other])).values()]
    .filter((other) => other !== "" && other.toLowerCase() !== name.toLowerCase())
    .slice(0, definitionLimits.synonyms);

/** True for the name of a column and nothing else. */
export const isPlainName = (expression: string): boolean => /^[\p{L}_][\p{L}\p{N}_$]*$/u.test(expression.trim());

/** A text within the bounds of descriptions; null where there is none. */
export function description(text: string | null | undefined): string | null {
  const inner = text?.trim() ?? "";
  return inner === "" ? null : Array.from(inner).slice(0, definitionLimits.description_characters).join("");
}

/** What of a physical table's parts the integration's database understands: a schema is PostgreSQL's and Redshift's, a database Athena's. */
export const tableOf = (dialect: Dialect, schema: string | null | undefined, name: string): string =>
  (dialect === "postgres" || dialect === "redshift" || dialect === "athena") && schema ? `${schema}.${name}` : name;

/** SQL in which words of the form `owner.name` are replaced where `replacement` has something for them. */
export function replaceQualified(
  sql: string,
  dialect: Dialect,
  replacement: (owner: string, name: string) => string | null,
): string {
  const tokens = tokenize(sql, dialect);
  let written = "";
  for (let at = 0; at < tokens.length; at++) {
    const [owner, point, name] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    const isQualified = owner?.kind === "word" && point?.text === "." && name?.kind === "word";
    const replaced = isQualified ? replacement(owner.text, name.text) : null;
    written += replaced ?? owner?.text ?? "";
    if (replaced !== null) at += 2;
  }
  return written;
}

/** SQL in which single words are replaced where `replacement` has something for them. */
export const replaceWords = (
  sql: string,
  dialect: Dialect,
  replacement: (word: string) => string | undefined,
): string =>
  tokenize(sql, dialect)
    .map(({ kind, text }) => (kind === "word" ? (replacement(text) ?? text) : text))
    .join("");
