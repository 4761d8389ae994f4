import type { DefinitionCreate } from "@parley/contract/definition";
import type { Dialect } from "@parley/datasource/types";
import * as v from "valibot";
import {
  description,
  type Imported,
  isPlainName,
  otherNames,
  replaceQualified,
  type Skipped,
  spokenName,
  tableOf,
} from "./imported.ts";

/** Models of the Open Semantic Interchange format, as far as definitions are made of them. */

const text = v.nullish(v.string());
const Context = v.nullish(v.union([v.string(), v.looseObject({ synonyms: v.nullish(v.array(v.string())) })]));
const Expression = v.looseObject({
  dialects: v.array(v.looseObject({ dialect: v.string(), expression: v.string() })),
});
const Field = v.looseObject({ name: v.string(), expression: Expression, description: text, ai_context: Context });
const Metric = Field;
const Dataset = v.looseObject({
  name: v.string(),
  source: v.string(),
  description: text,
  ai_context: Context,
  fields: v.nullish(v.array(Field)),
  metrics: v.nullish(v.array(Metric)),
});
const Relationship = v.looseObject({
  name: v.string(),
  from: v.string(),
  to: v.string(),
  from_columns: v.array(v.string()),
  to_columns: v.array(v.string()),
});
const Model = v.looseObject({
  name: v.string(),
  datasets: v.array(Dataset),
  relationships: v.nullish(v.array(Relationship)),
  metrics: v.nullish(v.array(Metric)),
});
export const OsiFile = v.looseObject({ semantic_model: v.array(Model) });
type OsiFile = v.InferOutput<typeof OsiFile>;
type Named = v.InferOutput<typeof Field>;

/** A dataset with the table that it stands for, and its fields' expressions by name. */
interface Placed {
  dataset: v.InferOutput<typeof Dataset>;
  table: string;
  fields: Map<string, string>;
}

/** Standard SQL, which every engine here speaks: the other dialects of the format are those of other engines. */
const expressionOf = ({ expression }: Named): string | null =>
  expression.dialects.find(({ dialect }) => dialect === "ANSI_SQL")?.expression.trim() ?? null;

const synonymsOf = (context: v.InferOutput<typeof Context>): string[] =>
  typeof context === "object" && context !== null ? (context.synonyms ?? []) : [];

/** The table of "database.schema.table"; null for a query. */
function physical(source: string, dialect: Dialect): string | null {
  const parts = source.trim().split(".");
  if (!parts.every(isPlainName)) return null;
  return tableOf(dialect, parts.at(-2), parts.at(-1) ?? source);
}

class Reading {
  readonly definitions: DefinitionCreate[] = [];
  readonly skipped: Skipped[] = [];
  readonly #placed = new Map<string, Placed>();
  readonly #dialect: Dialect;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  #skip(kind: string, name: string, reason: string): void {
    this.skipped.push({ kind, name, reason });
  }

  model({ datasets, relationships, metrics }: OsiFile["semantic_model"][number]): void {
    for (const dataset of datasets) this.#place(dataset);
    for (const placed of this.#placed.values()) this.#dataset(placed);
    for (const relationship of relationships ?? []) this.#relationship(relationship);
    for (const placed of this.#placed.values())
      for (const metric of placed.dataset.metrics ?? []) this.#metric(metric, placed);
    for (const metric of metrics ?? []) this.#metric(metric, null);
    this.#placed.clear();
  }

  #place(dataset: Placed["dataset"]): void {
    const table = physical(dataset.source, this.#dialect);
    if (table === null) return this.#skip("dataset", dataset.name, "Its source is a query, not a table.");
    const fields = new Map<string, string>();
    for (const field of dataset.fields ?? []) {
      const expression = expressionOf(field);
      if (expression !== null) fields.set(field.name, expression);
    }
    this.#placed.set(dataset.name, { dataset, table, fields });
  }

  #dataset({ dataset, table }: Placed): void {
    const words = description(dataset.description);
    if (words !== null) this.definitions.push({ kind: "description", table, description: words });
    this.#synonyms(synonymsOf(dataset.ai_context), spokenName(table.split(".").at(-1) ?? table));
    for (const field of dataset.fields ?? []) this.#field(field, table);
  }

  #synonyms(names: readonly string[], meaning: string): void {
    for (const name of otherNames(meaning, names)) this.definitions.push({ kind: "synonym", name, meaning });
  }

  #field(field: Named, table: string): void {
    const sql = expressionOf(field);
    if (sql === null) return this.#skip("field", field.name, "It has no expression in ANSI_SQL.");
    const words = description(field.description);
    const synonyms = synonymsOf(field.ai_context);
    if (isPlainName(sql) && words !== null)
      this.definitions.push({ kind: "description", table, column: sql, description: words });
    // A column is known by its own name already.
    if (isPlainName(sql) && sql.toLowerCase() === field.name.toLowerCase())
      return this.#synonyms(synonyms, spokenName(sql));
    const name = spokenName(field.name);
    this.definitions.push({
      kind: "dimension",
      name,
      table,
      sql,
      synonyms: otherNames(name, synonyms),
      description: words,
    });
  }

  #relationship({ name, from, to, from_columns, to_columns }: v.InferOutput<typeof Relationship>): void {
    const [own, other] = [this.#placed.get(from), this.#placed.get(to)];
    if (!own || !other) return this.#skip("relationship", name, "One of its datasets is not a table.");
    const columns = from_columns.map((column) => own.fields.get(column) ?? column);
    const references = to_columns.map((column) => other.fields.get(column) ?? column);
    if (![...columns, ...references].every(isPlainName))
      return this.#skip("relationship", name, "It joins by expressions, not by columns.");
    this.definitions.push({
      kind: "join",
      name: spokenName(name),
      table: own.table,
      columns,
      references_table: other.table,
      references_columns: references,
    });
  }

  /** A metric of a dataset, or of those that its expression names. */
  #metric(metric: Named, own: Placed | null): void {
    const expression = expressionOf(metric);
    if (expression === null) return this.#skip("metric", metric.name, "It has no expression in ANSI_SQL.");
    const used = new Set<Placed>(own ? [own] : []);
    const sql = replaceQualified(expression, this.#dialect, (owner, name) => {
      const placed = this.#placed.get(owner);
      if (!placed) return null;
      used.add(placed);
      const field = placed.fields.get(name) ?? name;
      return isPlainName(field) ? field : `(${field})`;
    });
    const [placed] = used;
    if (used.size > 1 || !placed)
      return this.#skip(
        "metric",
        metric.name,
        placed ? "It is made of several tables; a metric here is of one." : "It names none of the datasets' fields.",
      );
    const name = spokenName(metric.name);
    this.definitions.push({
      kind: "metric",
      name,
      table: placed.table,
      sql,
      synonyms: otherNames(name, synonymsOf(metric.ai_context)),
      description: description(metric.description),
    });
  }
}

/** The definitions of a file in the Open Semantic Interchange format. */
export function fromOsi(file: OsiFile, dialect: Dialect): Imported {
  const reading = new Reading(dialect);
  for (const model of file.semantic_model) reading.model(model);
  return { definitions: reading.definitions, skipped: reading.skipped };
}
