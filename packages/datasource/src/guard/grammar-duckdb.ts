/**
 * What a query's tree may be made of, as DuckDB's `json_serialize_sql` writes it: expressions by their class, everything else by its
 * type, each with the fields that may hold more than a scalar. Whatever is not listed is refused, so that a new kind of node is
 * refused until someone has examined what it does. Without a type or class there are pairs and lists, which hold what they hold.
 */
const EXPRESSIONS = {
  BETWEEN: "input lower upper",
  CASE: "case_checks else_expr",
  CAST: "child cast_type",
  COLLATE: "child",
  COLUMN_REF: "column_names",
  COMPARISON: "left right",
  CONJUNCTION: "children",
  CONSTANT: "value",
  FUNCTION: "children filter order_bys",
  LAMBDA: "lhs expr",
  OPERATOR: "children",
  PARAMETER: "",
  POSITIONAL_REFERENCE: "",
  STAR: "exclude_list qualified_exclude_list rename_list replace_list expr",
  SUBQUERY: "child subquery",
  WINDOW: "arg_orders children default_expr end_expr filter_expr offset_expr orders partitions start_expr",
} as const;

const NODES = {
  SELECT_NODE:
    "cte_map from_table group_expressions group_sets having modifiers qualify sample select_list where_clause",
  SET_OPERATION_NODE: "cte_map left right modifiers",
  RECURSIVE_CTE_NODE: "aliases cte_map key_targets left right modifiers",
  BASE_TABLE: "column_name_alias sample",
  EMPTY: "sample",
  EXPRESSION_LIST: "expected_names expected_types sample values",
  JOIN: "condition duplicate_eliminated_columns left right sample using_columns",
  SUBQUERY: "column_name_alias sample subquery",
  TABLE_FUNCTION: "column_name_alias function sample",
  DISTINCT_MODIFIER: "distinct_on_targets",
  LIMIT_MODIFIER: "limit offset",
  LIMIT_PERCENT_MODIFIER: "limit offset",
  ORDER_MODIFIER: "orders",
  ORDER_DEFAULT: "expression",
  ASCENDING: "expression",
  DESCENDING: "expression",
} as const;

const grammar = (nodes: Readonly<Record<string, string>>) =>
  new Map(Object.entries(nodes).map(([type, fields]) => [type, new Set(fields.split(" "))]));

export const DUCKDB_EXPRESSIONS = grammar(EXPRESSIONS);
export const DUCKDB_NODES = grammar(NODES);
