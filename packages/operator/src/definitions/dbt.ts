import type { DefinitionCreate } from "@parley/contract/definition";
import type { Dialect } from "@parley/datasource/types";
import {
  conditionsOf,
  type DbtManifest,
  type Element,
  type InputMetric,
  type Measure,
  type Metric,
  type SemanticModel,
} from "./dbt-manifest.ts";
import {
  description,
  type Imported,
  isPlainName,
  otherNames,
  replaceWords,
  type Skipped,
  spokenName,
  tableOf,
} from "./imported.ts";

/** Why something of a manifest has no place among definitions. */
class Unsupported extends Error {}

/** A metric as one expression of one model's rows. */
interface Figure {
  model: SemanticModel;
  sql: string;
}

/** Metrics that are made of each other are followed that far: one that is made of itself has no end. */
const DEEPEST_METRIC = 10;

const expressionOf = ({ name, expr }: { name: string; expr?: string | null | undefined }): string =>
  expr?.trim() || name;

const placeOf = (model: SemanticModel, dialect: Dialect): string =>
  tableOf(dialect, model.node_relation.schema_name, model.node_relation.alias);

/** A condition in which `{{ Dimension('entity__name') }}` stands for the model's own column. Throws `Unsupported`. */
function conditionSql(template: string, model: SemanticModel): string {
  const own = new Set([
    model.primary_entity ?? "",
    ...(model.entities ?? []).filter(({ type }) => type === "primary" || type === "unique").map(({ name }) => name),
  ]);
  const sql = template.replace(
    /\{\{\s*(Dimension|Entity)\(\s*['"]([^'"]+)['"]\s*\)\s*\}\}/g,
    (whole, kind: string, path: string) => {
      const parts = path.split("__");
      const name = parts.at(-1) ?? path;
      const isOwn = parts.length === 1 || (parts.length === 2 && own.has(parts[0] ?? ""));
      const all = kind === "Entity" ? model.entities : model.dimensions;
      const found = isOwn ? all?.find((one) => one.name === name) : undefined;
      if (!found) throw new Unsupported(`Its filter asks for ${whole}, which is not of its own table.`);
      return `(${expressionOf(found)})`;
    },
  );
  if (sql.includes("{{") || sql.includes("{%")) throw new Unsupported(`Its filter is more than SQL: ${template}`);
  return sql;
}

type Aggregation = Pick<Measure, "agg" | "agg_params" | "non_additive_dimension">;

/** An aggregation as SQL, of the rows for which all conditions hold. Throws `Unsupported`. */
function aggregateSql(
  { agg, agg_params, non_additive_dimension }: Aggregation,
  expression: string,
  conditions: readonly string[],
  dialect: Dialect,
): string {
  if (non_additive_dimension) throw new Unsupported("It does not add up over time (non_additive_dimension).");
  const value = agg === "sum_boolean" ? `CASE WHEN ${expression} THEN 1 ELSE 0 END` : expression;
  const all = conditions.map((condition) => `(${condition})`).join(" AND ");
  const of = all === "" ? value : `CASE WHEN ${all} THEN ${value} END`;
  switch (agg) {
    case "sum":
    case "sum_boolean":
      return `SUM(${of})`;
    case "average":
      return `AVG(${of})`;
    case "min":
    case "max":
    case "count":
      return `${agg.toUpperCase()}(${of})`;
    case "count_distinct":
      return `COUNT(DISTINCT ${of})`;
    case "median":
    case "percentile": {
      if (dialect === "athena") return `APPROX_PERCENTILE(${of}, ${agg_params?.percentile ?? 0.5})`;
      if (!["postgres", "duckdb", "redshift"].includes(dialect))
        throw new Unsupported(`${agg} is not an aggregate of this database.`);
      return `PERCENTILE_CONT(${agg_params?.percentile ?? 0.5}) WITHIN GROUP (ORDER BY ${of})`;
    }
    default:
      throw new Unsupported(`The aggregation ${agg} is not known.`);
  }
}

const filled = (sql: string, nulls: number | null | undefined): string =>
  nulls === null || nulls === undefined ? sql : `COALESCE(${sql}, ${nulls})`;

class Reading {
  readonly definitions: DefinitionCreate[] = [];
  readonly skipped: Skipped[] = [];
  readonly #manifest: DbtManifest;
  readonly #dialect: Dialect;

  constructor(manifest: DbtManifest, dialect: Dialect) {
    this.#manifest = manifest;
    this.#dialect = dialect;
  }

  #try(kind: string, name: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      this.skipped.push({ kind, name, reason: error.message });
    }
  }

  read(): Imported {
    for (const model of this.#manifest.semantic_models) {
      const table = placeOf(model, this.#dialect);
      const words = description(model.description);
      if (words !== null) this.definitions.push({ kind: "description", table, description: words });
      for (const dimension of model.dimensions ?? []) this.#dimension(dimension, table);
      for (const entity of model.entities ?? [])
        if (entity.type === "foreign")
          this.#try("entity", `${model.name}.${entity.name}`, () => this.#join(entity, model));
    }
    for (const metric of this.#manifest.metrics) this.#try("metric", metric.name, () => this.#metric(metric));
    return { definitions: this.definitions, skipped: this.skipped };
  }

  #dimension(dimension: Element, table: string): void {
    const sql = expressionOf(dimension);
    const words = description(dimension.description);
    if (isPlainName(sql) && words !== null)
      this.definitions.push({ kind: "description", table, column: sql, description: words });
    const label = dimension.label?.trim() || spokenName(dimension.name);
    // A column is known by its own name already, and a moment has a table's column behind it.
    const isColumn = isPlainName(sql) && [dimension.name, sql].includes(label.replace(/ /g, "_"));
    if (isColumn || (dimension.type === "time" && isPlainName(sql))) return;
    const synonyms = otherNames(label, [spokenName(dimension.name)]);
    this.definitions.push({ kind: "dimension", name: label, table, sql, synonyms, description: words });
  }

  /** A foreign entity leads to the model whose primary or unique entity has its name. */
  #join(entity: Element, model: SemanticModel): void {
    for (const target of this.#manifest.semantic_models) {
      const key = target.entities?.find(
        ({ name, type }) => name === entity.name && (type === "primary" || type === "unique"),
      );
      if (!key || target === model) continue;
      const [column, reference] = [expressionOf(entity), expressionOf(key)];
      if (!isPlainName(column) || !isPlainName(reference))
        throw new Unsupported("It joins by an expression, not by a column.");
      this.definitions.push({
        kind: "join",
        table: placeOf(model, this.#dialect),
        columns: [column],
        references_table: placeOf(target, this.#dialect),
        references_columns: [reference],
      });
    }
  }

  #metric(metric: Metric): void {
    const { model, sql } = this.#figure(metric, [], 0);
    const name = metric.label?.trim() || spokenName(metric.name);
    this.definitions.push({
      kind: "metric",
      name,
      table: placeOf(model, this.#dialect),
      sql,
      synonyms: otherNames(name, [spokenName(metric.name)]),
      description: description(metric.description),
    });
  }

  /** The metric's expression, with conditions of whoever asks for it. Throws `Unsupported`. */
  #figure(metric: Metric, asked: readonly string[], depth: number): Figure {
    if (depth > DEEPEST_METRIC) throw new Unsupported("It is made of itself.");
    const conditions = [...asked, ...conditionsOf(metric.filter)];
    switch (metric.type) {
      case "simple":
        return this.#simple(metric, conditions);
      case "ratio":
        return this.#ratio(metric, conditions, depth);
      case "derived":
        return this.#derived(metric, conditions, depth);
      default:
        throw new Unsupported(`A ${metric.type} metric is not an expression of rows.`);
    }
  }

  #simple({ name, type_params: params }: Metric, conditions: readonly string[]): Figure {
    const { measure: input, metric_aggregation_params: own } = params;
    if (own) {
      const model = this.#manifest.semantic_models.find((one) => one.name === own.semantic_model);
      if (!model) throw new Unsupported(`There is no semantic model ${own.semantic_model}.`);
      const expression = own.expr?.trim() || params.expr?.trim() || name;
      return { model, sql: filled(this.#aggregate(own, expression, conditions, model), params.fill_nulls_with) };
    }
    for (const model of this.#manifest.semantic_models) {
      const measure = model.measures?.find((one) => one.name === input?.name);
      if (!measure) continue;
      const all = [...conditions, ...conditionsOf(input?.filter)];
      return {
        model,
        sql: filled(this.#aggregate(measure, expressionOf(measure), all, model), input?.fill_nulls_with),
      };
    }
    throw new Unsupported(`There is no measure ${input?.name ?? ""}.`);
  }

  #aggregate(of: Aggregation, expression: string, conditions: readonly string[], model: SemanticModel): string {
    return aggregateSql(
      of,
      expression,
      conditions.map((one) => conditionSql(one, model)),
      this.#dialect,
    );
  }

  #input(input: InputMetric, conditions: readonly string[], depth: number): Figure {
    if (input.offset_window || input.offset_to_grain)
      throw new Unsupported("It compares with another time (offset_window, offset_to_grain).");
    const metric = this.#manifest.metrics.find(({ name }) => name === input.name);
    if (!metric) throw new Unsupported(`There is no metric ${input.name}.`);
    return this.#figure(metric, [...conditions, ...conditionsOf(input.filter)], depth + 1);
  }

  #ratio({ type_params: { numerator, denominator } }: Metric, conditions: readonly string[], depth: number): Figure {
    if (!numerator || !denominator) throw new Unsupported("It lacks its numerator or its denominator.");
    const [above, below] = [numerator, denominator].map((input) => this.#input(input, conditions, depth));
    if (!above || !below || above.model !== below.model)
      throw new Unsupported("It is made of several tables; a metric here is of one.");
    return { model: above.model, sql: `1.0 * ${above.sql} / NULLIF(${below.sql}, 0)` };
  }

  #derived({ type_params: { expr, metrics } }: Metric, conditions: readonly string[], depth: number): Figure {
    const parts = new Map(
      (metrics ?? []).map((input) => [input.alias ?? input.name, this.#input(input, conditions, depth)]),
    );
    const models = new Set([...parts.values()].map(({ model }) => model));
    const [model] = models;
    if (!expr || !model) throw new Unsupported("It has no expression.");
    if (models.size > 1) throw new Unsupported("It is made of several tables; a metric here is of one.");
    const part = (word: string) => {
      const figure = parts.get(word);
      return figure && `(${figure.sql})`;
    };
    return { model, sql: replaceWords(expr, this.#dialect, part) };
  }
}

/** The definitions of a dbt project's semantic manifest. */
export const fromDbt = (manifest: DbtManifest, dialect: Dialect): Imported => new Reading(manifest, dialect).read();
