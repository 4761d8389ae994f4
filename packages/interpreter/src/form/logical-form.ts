/** A column, seen from a table. `role` names the foreign key column a self join goes through ("manager_id"). */
export interface ColumnExpression {
  kind: "column";
  table: string;
  column: string;
  role?: string;
}

export type AggregateFunction = "count" | "sum" | "avg" | "min" | "max" | "median";
export type BucketUnit =
  | "day"
  | "week"
  | "month"
  | "quarter"
  | "year"
  | "month_of_year"
  /** Of any year: "05-28". */
  | "day_of_year"
  | "weekday"
  /** The weekend, or the rest of the week. */
  | "part_of_week"
  | "weekday_number"
  /** Of a month or a weekday that is kept by its name: its place in the year or the week. */
  | "month_by_name"
  | "weekday_by_name"
  | "hour_of_day";

export type Expression =
  | ColumnExpression
  /**
   * `yes` where the value says that something holds: the 1 or "Y" of a column of yes and no. `year`: it names a year, and measures
   * nothing. `share`: a part of one, which is told in percent.
   */
  | { kind: "literal"; value: string | number | boolean; yes?: true; year?: true; share?: true }
  /**
   * `of` null counts rows of `table`; `where` restricts the rows that are aggregated (shares). `apart`: of the rows of its
   * table alone, beside figures of other tables; what the others are told by their day, it is told by its own. `blank`: nothing,
   * rather than 0, where none of the rows is one of those.
   */
  | {
      kind: "aggregate";
      fn: AggregateFunction;
      of: Expression | null;
      distinct: boolean;
      table: string;
      where?: Condition[];
      apart?: { day: ColumnExpression | null };
      blank?: true;
    }
  | { kind: "bucket"; unit: BucketUnit; of: ColumnExpression }
  | { kind: "arithmetic"; operator: "+" | "-" | "*" | "/"; left: Expression; right: Expression }
  /** Change against the row before, in the order of the time bucket. */
  | { kind: "previous"; of: Expression; over: Expression }
  /** Sum of this row and all before it, in the order of the time bucket. */
  | { kind: "running"; of: Expression; over: Expression }
  /** Sum of a column over the rows of another table that belong to a row of `per`; zero where there are none. */
  | { kind: "belonging"; of: ColumnExpression; per: string }
  /** Time from one moment of a row to another, or to a day that is said. */
  | {
      kind: "elapsed";
      from: ColumnExpression;
      to: ColumnExpression | { kind: "literal"; value: string };
      unit: "day" | "hour" | "year";
    }
  /** A metric that the organization has defined, which stands for the rows that its SQL aggregates: it is summed up, and nothing else. */
  | { kind: "defined"; id: string; name: string; table: string; sql: string }
  /** A query that gives one value. */
  | { kind: "query"; form: LogicalForm };

export type Comparison = "=" | "!=" | ">" | ">=" | "<" | "<=";

export type Condition =
  | { kind: "compare"; left: Expression; operator: Comparison; right: Expression }
  | { kind: "among"; left: Expression; values: (string | number | boolean)[]; negated: boolean }
  /** `place` says where `text` stands in the value; letter case does not matter. */
  | { kind: "like"; left: Expression; place: "contains" | "starts" | "ends" | "equals"; text: string; negated: boolean }
  | { kind: "missing"; left: Expression; negated: boolean }
  /** From `from` up to, not including, `to`: ISO dates. */
  | { kind: "period"; left: Expression; from: string | null; to: string | null; label: string; negated: boolean }
  | { kind: "within"; left: ColumnExpression; form: LogicalForm; negated: boolean }
  /** Rows of `table` belong to the row in question (or do not). */
  | { kind: "related"; subject: string; table: string; where: Condition[]; negated: boolean }
  | { kind: "either"; conditions: Condition[] }
  | { kind: "every"; conditions: Condition[] };

export interface Output {
  expression: Expression;
  /** Column heading. */
  name: string;
  /** How the values are meant: money and shares are written differently. */
  unit?: "money" | "share" | "growth" | "thousands";
  /** What the values are counted in, where the schema says it: "EUR", "kg". */
  counted_in?: string;
}

export interface Order {
  by: Expression;
  direction: "ascending" | "descending";
}

export type ChartType = "bar" | "line" | "area" | "pie" | "scatter" | "stacked_bar";

/** What tables ("sb_accounts"), columns ("sb_accounts.sb_no") and keys of roles (".sb_manager_id") are called before people. */
export type Called = Readonly<Record<string, string>>;

/** What was asked, as plain JSON: it is stored, turned into SQL, put into words and built upon by follow-ups. */
export interface LogicalForm {
  version: 1;
  /** The table whose rows the question is about. */
  subject: string;
  /** Empty with `all_columns`. */
  outputs: Output[];
  all_columns: boolean;
  distinct: boolean;
  where: Condition[];
  groups: Expression[];
  having: Condition[];
  order: Order[];
  limit: number | null;
  /** Rows left out before the first: 1 for "the second highest". */
  offset?: number;
  /** The first `limit` rows for each of these, rather than of all: "the best product of each category". */
  per?: Expression[];
  /** Tables that take part although no expression names them. */
  joins: string[];
  /** Tables of whose rows there may be none for what is counted beside them: customers without orders are counted, too. */
  optional?: string[];
  /** Tables and foreign key columns ("table.column") the question's words prefer where several ways lead to a table. */
  via: string[];
  /** The chart that was asked for, or the table alone. */
  chart?: ChartType | "table";
  /** Columns of yes and no among those that its figures are grouped by: "animals.insured". */
  flags?: string[];
  /** What its tables and columns are called before people, where they are not told by their names. */
  called?: Called;
  combine: { operation: "intersect" | "union" | "except"; form: LogicalForm } | null;
}
