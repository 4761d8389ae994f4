/**
 * The nodes a query may be made of, with the fields each may have apart from scalars. `field:Type` is a field that holds
 * a node without its wrapper. Whatever is not listed is refused, so that a new kind of node is refused until someone
 * has examined what it does.
 */
export const GRAMMAR = grammar({
  SelectStmt:
    "distinctClause targetList fromClause whereClause groupClause havingClause windowClause valuesLists sortClause limitOffset limitCount withClause:WithClause larg:SelectStmt rarg:SelectStmt",
  WithClause: "ctes",
  CommonTableExpr: "aliascolnames ctequery search_clause:CTESearchClause cycle_clause:CTECycleClause",
  CTESearchClause: "search_col_list",
  CTECycleClause: "cycle_col_list cycle_mark_value cycle_mark_default",
  ResTarget: "val",
  RangeVar: "alias:Alias",
  RangeSubselect: "subquery alias:Alias",
  RangeFunction: "functions alias:Alias coldeflist",
  RangeTableSample: "relation method args repeatable",
  ColumnDef: "typeName:TypeName",
  JoinExpr: "larg rarg usingClause join_using_alias:Alias quals alias:Alias",
  Alias: "colnames",
  ColumnRef: "fields",
  A_Star: "",
  A_Const: "ival:Scalar fval:Scalar boolval:Scalar sval:Scalar bsval:Scalar",
  A_Expr: "name lexpr rexpr",
  A_Indirection: "arg indirection",
  A_Indices: "lidx uidx",
  A_ArrayExpr: "elements",
  BoolExpr: "args",
  NullTest: "arg",
  BooleanTest: "arg",
  CaseExpr: "arg args defresult",
  CaseWhen: "expr result",
  CoalesceExpr: "args",
  MinMaxExpr: "args",
  RowExpr: "args",
  SubLink: "testexpr operName subselect",
  TypeCast: "arg typeName:TypeName",
  TypeName: "names typmods arrayBounds",
  CollateClause: "arg collname",
  FuncCall: "funcname args agg_order agg_filter over:WindowDef",
  NamedArgExpr: "arg",
  WindowDef: "partitionClause orderClause startOffset endOffset",
  SortBy: "node useOp",
  GroupingFunc: "args",
  GroupingSet: "content",
  SQLValueFunction: "",
  ParamRef: "",
  List: "items",
  String: "",
  Integer: "",
  Float: "",
  Boolean: "",
  BitString: "",
  Scalar: "",
  JsonValueExpr: "raw_expr formatted_expr format:JsonFormat",
  JsonFormat: "",
  JsonReturning: "format:JsonFormat",
  JsonOutput: "typeName:TypeName returning:JsonReturning",
  JsonArgument: "val:JsonValueExpr",
  JsonFuncExpr:
    "context_item:JsonValueExpr pathspec passing output:JsonOutput on_empty:JsonBehavior on_error:JsonBehavior",
  JsonBehavior: "expr",
  JsonTable: "context_item:JsonValueExpr pathspec:JsonTablePathSpec passing columns on_error:JsonBehavior alias:Alias",
  JsonTableColumn:
    "typeName:TypeName pathspec:JsonTablePathSpec format:JsonFormat columns on_empty:JsonBehavior on_error:JsonBehavior",
  JsonTablePathSpec: "string",
  JsonKeyValue: "key value:JsonValueExpr",
  JsonParseExpr: "expr:JsonValueExpr output:JsonOutput",
  JsonScalarExpr: "expr output:JsonOutput",
  JsonSerializeExpr: "expr:JsonValueExpr output:JsonOutput",
  JsonObjectConstructor: "exprs output:JsonOutput",
  JsonArrayConstructor: "exprs output:JsonOutput",
  JsonArrayQueryConstructor: "query output:JsonOutput format:JsonFormat",
  JsonAggConstructor: "output:JsonOutput agg_filter agg_order over:WindowDef",
  JsonObjectAgg: "constructor:JsonAggConstructor arg:JsonKeyValue",
  JsonArrayAgg: "constructor:JsonAggConstructor arg:JsonValueExpr",
  JsonIsPredicate: "expr format:JsonFormat",
});

function grammar(nodes: Record<string, string>): Map<string, Map<string, string>> {
  return new Map(
    Object.entries(nodes).map(([type, fields]) => [
      type,
      new Map(
        fields
          .split(" ")
          .filter(Boolean)
          .map((field) => {
            const [name = "", inline = ""] = field.split(":");
            return [name, inline];
          }),
      ),
    ]),
  );
}
