import { listAt, namesOf, textAt, type Tree, treeAt, unwrapped } from "./parse-tree.ts";

/** Expressions PostgreSQL names after what they are. */
const EXPRESSION_NAMES: Record<string, string> = {
  A_ArrayExpr: "array",
  RowExpr: "row",
  CoalesceExpr: "coalesce",
  GroupingFunc: "grouping",
  JsonParseExpr: "json",
  JsonScalarExpr: "json_scalar",
  JsonSerializeExpr: "json_serialize",
  JsonObjectConstructor: "json_object",
  JsonArrayConstructor: "json_array",
  JsonArrayQueryConstructor: "json_array",
  JsonObjectAgg: "json_objectagg",
  JsonArrayAgg: "json_arrayagg",
};

const JSON_FUNCTIONS: Record<string, string> = {
  JSON_EXISTS_OP: "json_exists",
  JSON_QUERY_OP: "json_query",
  JSON_VALUE_OP: "json_value",
};

/**
 * The name PostgreSQL gives the output column of an expression without AS, where it has a better one than `?column?`.
 * `firstOf` names the first column of a subquery.
 */
export function outputName(value: unknown, firstOf: (select: unknown) => string | undefined): string | undefined {
  const [type, node] = unwrapped(value);
  const of = (field: string) => outputName(node[field], firstOf);
  switch (type) {
    case "ColumnRef":
      return namesOf(node["fields"]).at(-1);
    case "A_Indirection":
      return namesOf(node["indirection"]).at(-1) ?? of("arg");
    case "FuncCall":
      return namesOf(node["funcname"]).at(-1);
    case "A_Expr":
      return node["kind"] === "AEXPR_NULLIF" ? "nullif" : undefined;
    case "TypeCast":
      return of("arg") ?? namesOf(treeAt(node, "typeName")["names"]).at(-1);
    case "CollateClause":
      return of("arg");
    case "CaseExpr":
      return of("defresult") ?? "case";
    case "MinMaxExpr":
      return node["op"] === "IS_LEAST" ? "least" : "greatest";
    case "SubLink":
      return nameOfSublink(node, firstOf);
    case "SQLValueFunction":
      return String(node["op"])
        .replace(/^SVFOP_|_N$/g, "")
        .toLowerCase();
    case "JsonFuncExpr":
      return textAt(node, "column_name") ?? JSON_FUNCTIONS[String(node["op"])];
    default:
      return EXPRESSION_NAMES[type];
  }
}

function nameOfSublink(node: Tree, firstOf: (select: unknown) => string | undefined): string | undefined {
  switch (node["subLinkType"]) {
    case "EXISTS_SUBLINK":
      return "exists";
    case "ARRAY_SUBLINK":
      return "array";
    case "EXPR_SUBLINK":
      return firstOf(node["subselect"]);
    default:
      return undefined;
  }
}

/** The columns of `JSON_TABLE`, nested ones as well. */
export function jsonTableColumns(columns: unknown[]): string[] {
  return columns.flatMap((item) => {
    const [, column] = unwrapped(item);
    const name = textAt(column, "name");
    return [...(name === undefined ? [] : [name]), ...jsonTableColumns(listAt(column, "columns"))];
  });
}
