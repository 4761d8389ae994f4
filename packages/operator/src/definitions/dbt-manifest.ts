import * as v from "valibot";

/** dbt's `semantic_manifest.json`, as far as definitions are made of it. */

const text = v.nullish(v.string());
const Where = v.looseObject({ where_sql_template: v.string() });
const Filter = v.nullish(v.looseObject({ where_filters: v.array(Where) }));

const aggregation = {
  agg: v.string(),
  expr: text,
  agg_params: v.nullish(v.looseObject({ percentile: v.nullish(v.number()) })),
  non_additive_dimension: v.nullish(v.unknown()),
};
export const Measure = v.looseObject({ name: v.string(), ...aggregation });
export type Measure = v.InferOutput<typeof Measure>;

const Element = v.looseObject({ name: v.string(), type: v.string(), expr: text, description: text, label: text });
export type Element = v.InferOutput<typeof Element>;

export const SemanticModel = v.looseObject({
  name: v.string(),
  description: text,
  node_relation: v.looseObject({ alias: v.string(), schema_name: text }),
  primary_entity: text,
  entities: v.nullish(v.array(Element)),
  dimensions: v.nullish(v.array(Element)),
  measures: v.nullish(v.array(Measure)),
});
export type SemanticModel = v.InferOutput<typeof SemanticModel>;

const InputMeasure = v.looseObject({ name: v.string(), filter: Filter, fill_nulls_with: v.nullish(v.number()) });
const InputMetric = v.looseObject({
  name: v.string(),
  alias: text,
  filter: Filter,
  offset_window: v.nullish(v.unknown()),
  offset_to_grain: v.nullish(v.unknown()),
});
export type InputMetric = v.InferOutput<typeof InputMetric>;

export const Metric = v.looseObject({
  name: v.string(),
  label: text,
  description: text,
  type: v.string(),
  filter: Filter,
  type_params: v.looseObject({
    measure: v.nullish(InputMeasure),
    /** Of newer manifests, in which metrics aggregate by themselves. */
    metric_aggregation_params: v.nullish(v.looseObject({ semantic_model: v.string(), ...aggregation })),
    fill_nulls_with: v.nullish(v.number()),
    numerator: v.nullish(InputMetric),
    denominator: v.nullish(InputMetric),
    expr: text,
    metrics: v.nullish(v.array(InputMetric)),
  }),
});
export type Metric = v.InferOutput<typeof Metric>;

export const DbtManifest = v.looseObject({ semantic_models: v.array(SemanticModel), metrics: v.array(Metric) });
export type DbtManifest = v.InferOutput<typeof DbtManifest>;

/** The conditions of a filter, as they are written. */
export const conditionsOf = (filter: v.InferOutput<typeof Filter>): string[] =>
  (filter?.where_filters ?? []).map(({ where_sql_template }) => where_sql_template);
