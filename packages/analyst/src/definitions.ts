import type { GivenDefinition } from "@parley/core/definition/given";
import type { Schema } from "@parley/datasource/types";
import { withDimensions } from "@parley/interpreter/catalog/defined-columns";
import type { Definitions } from "@parley/interpreter/form/definitions";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import type { Session, Source } from "./answer-session.ts";

const known = new WeakMap<readonly GivenDefinition[], Definitions>();

/** Definitions as the interpreter reads them: the same object for the same list. */
function readable(given: readonly GivenDefinition[]): Definitions {
  const before = known.get(given);
  if (before) return before;
  const expressions = (kind: "metric" | "dimension") =>
    given.flatMap(({ kind: own, id, name, synonyms, table, sql }) =>
      own === kind && table !== null && sql !== null ? [{ id, name, synonyms, table, sql }] : [],
    );
  const definitions: Definitions = {
    metrics: expressions("metric"),
    dimensions: expressions("dimension"),
    synonyms: given.flatMap(({ kind, name, meaning }) =>
      kind === "synonym" && meaning !== null ? [{ name, meaning }] : [],
    ),
  };
  known.set(given, definitions);
  return definitions;
}

/** What words mean in a source: undefined for files, and where nothing is defined. */
export function definitionsFor({ question }: Session, { kind }: Pick<Source, "kind">): Definitions | undefined {
  const given = question.integration?.definitions ?? [];
  return kind === "uploads" || given.length === 0 ? undefined : readable(given);
}

/** The schema as readings have it: dimensions are columns of their tables. */
export const readableSchema = (schema: Schema, definitions: Definitions | undefined): Schema =>
  definitions ? withDimensions(schema, definitions) : schema;

/**
 * An earlier form with metrics as they are defined now; null where one of them is not defined any more: its number could not be
 * what it says.
 */
export function asDefinedNow(form: LogicalForm, definitions: Definitions | undefined): LogicalForm | null {
  let isKnown = true;
  const text = JSON.stringify(form, (_key, value: unknown) => {
    if (!isMetric(value)) return value;
    const metric = definitions?.metrics.find(({ id }) => id === value.id);
    if (!metric) isKnown = false;
    return metric ? { ...value, name: metric.name, sql: metric.sql } : value;
  });
  // The same form, with other texts in it.
  return isKnown ? (JSON.parse(text) as LogicalForm) : null;
}

const isMetric = (value: unknown): value is { id: string } =>
  typeof value === "object" && value !== null && "kind" in value && value.kind === "defined" && "id" in value;

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

const lineOf = ({ kind, name, synonyms, table, sql, meaning, description }: GivenDefinition): string | null => {
  const also = synonyms.length > 0 ? ` (also: ${synonyms.map(oneLine).join(", ")})` : "";
  const said = description ? `. ${oneLine(description)}` : "";
  if (kind === "metric" || kind === "dimension")
    return `- ${kind} ${oneLine(name)}${also} = ${oneLine(sql ?? "")} of ${table}${said}`;
  return kind === "synonym" ? `- ${oneLine(name)} means ${oneLine(meaning ?? "")}${said}` : null;
};

/** What models are told of definitions; joins and descriptions are part of the schema. Empty where nothing is defined. */
export function definitionsText({ question }: Session): string {
  const lines = (question.integration?.definitions ?? []).map(lineOf).filter((line) => line !== null);
  return lines.length === 0
    ? ""
    : [
        "Where the question uses one of these words, use its expression exactly as it stands, over the rows of its table.",
        ...lines,
      ].join("\n");
}
