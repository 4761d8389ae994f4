import { rejected } from "./failure.ts";
import { isTree, listAt, namesOf, textAt, type Tree, treeAt, unwrapped } from "./parse-tree.ts";

/*
 * How large the values of a PostgreSQL statement can get by its own doing, in units of a stored value (some hundred
 * characters): `s || s` is two, `repeat(s, 50)` fifty, twenty rounds of a recursive `s || s` a million. What is stored is
 * taken as it is. Names stand for columns whatever their alias, and the largest of a name counts.
 */

/** Largest value, in stored values: some ten megabytes. */
const MAX_WEIGHT = 100_000;
/** Characters of a literal that count as a stored value. */
const UNIT_LENGTH = 100;
/** Rounds of a recursive query: what grows by a factor has shown itself by then, what grows by steps is still small. */
const ROUNDS = 20;
/** Largest number a function may be given as a length. */
const MAX_LENGTH = 1_000;
/** Nodes looked at: recursive queries in recursive queries are looked at many times. */
const MAX_WORK = 500_000;

type Weights = ReadonlyMap<string, number>;

interface Place {
  columns: Weights;
  ctes: ReadonlyMap<string, Weights>;
  work: { left: number };
}

/** Refuses a statement that makes huge values of small ones. */
export function checkValueSizes(select: Tree): void {
  weightsOfSelect(select, { columns: new Map(), ctes: new Map(), work: { left: MAX_WORK } });
}

/** The weights of a query's output columns, by name, in their order. */
function weightsOfSelect(select: Tree, around: Place): Weights {
  const place = { ...around, ctes: ctesOf(treeAt(select, "withClause"), around) };
  if (isTree(select["larg"]) && isTree(select["rarg"])) {
    return atLeast(weightsOfSelect(select["larg"], place), weightsOfSelect(select["rarg"], place));
  }
  const columns = new Map(place.columns);
  for (const item of listAt(select, "fromClause")) addItem(item, columns, place);
  const inside = { ...place, columns };
  for (const [field, value] of Object.entries(select)) {
    if (!/^(withClause|fromClause|targetList|valuesLists)$/.test(field)) weightOf(value, inside);
  }
  const outputs = new Map<string, number>();
  for (const list of listAt(select, "valuesLists")) {
    listAt(unwrapped(list)[1], "items").forEach((value, index) =>
      raise(outputs, `column${index + 1}`, weightOf(value, inside)),
    );
  }
  for (const target of listAt(select, "targetList")) addOutput(unwrapped(target)[1], outputs, inside);
  return outputs;
}

function addOutput(target: Tree, outputs: Map<string, number>, place: Place): void {
  const [type, node] = unwrapped(target["val"]);
  const fields = namesOf(node["fields"]);
  if (type === "ColumnRef" && fields.length < listAt(node, "fields").length) {
    for (const [name, weight] of place.columns) raise(outputs, name, weight);
    return;
  }
  const name = textAt(target, "name") ?? (type === "ColumnRef" ? fields.at(-1) : undefined);
  raise(outputs, name ?? `?column? ${outputs.size}`, weightOf(target["val"], place));
}

function raise(weights: Map<string, number>, name: string, weight: number): void {
  weights.set(name, Math.max(weights.get(name) ?? 0, weight));
}

/** The columns of both parts of a set operation: the second's count by their place. */
function atLeast(first: Weights, second: Weights): Weights {
  const others = [...second.values()];
  return new Map([...first].map(([name, weight], index) => [name, Math.max(weight, others[index] ?? 1)]));
}

function ctesOf(clause: Tree, place: Place): ReadonlyMap<string, Weights> {
  const ctes = new Map(place.ctes);
  for (const item of listAt(clause, "ctes")) {
    const [, cte] = unwrapped(item);
    const [, body] = unwrapped(cte["ctequery"]);
    const name = textAt(cte, "ctename") ?? "";
    const rounds = clause["recursive"] === true && isTree(body["larg"]) ? ROUNDS : 1;
    for (let round = 0; round < rounds; round++) {
      ctes.set(name, renamed(weightsOfSelect(body, { ...place, ctes }), namesOf(cte["aliascolnames"])));
    }
  }
  return ctes;
}

/** Columns by the names an alias or WITH gives to the first of them. */
function renamed(weights: Weights, names: readonly string[]): Weights {
  return new Map([...weights].map(([name, weight], index) => [names[index] ?? name, weight]));
}

function addItem(item: unknown, columns: Map<string, number>, place: Place): void {
  const [type, node] = unwrapped(item);
  const names = namesOf(treeAt(node, "alias")["colnames"]);
  const inside = { ...place, columns };
  if (type === "JoinExpr") {
    addItem(node["larg"], columns, place);
    addItem(node["rarg"], columns, place);
    weightOf(node["quals"], inside);
    return;
  }
  if (type === "RangeVar" || type === "RangeSubselect") {
    const name = type === "RangeVar" && node["schemaname"] === undefined ? textAt(node, "relname") : undefined;
    const weights =
      type === "RangeSubselect" ? weightsOfSelect(unwrapped(node["subquery"])[1], inside) : place.ctes.get(name ?? "");
    for (const [column, weight] of renamed(weights ?? new Map(), names)) raise(columns, column, weight);
    // A row as a whole holds all its columns.
    const alias = textAt(treeAt(node, "alias"), "aliasname") ?? name;
    if (alias !== undefined && weights) raise(columns, alias, total([...weights.values()]));
    return;
  }
  const weight = weightOf(node, inside);
  const alias = textAt(treeAt(node, "alias"), "aliasname");
  for (const name of [...names, ...(alias === undefined ? [] : [alias]), "key", "value"]) raise(columns, name, weight);
}

/** Operators whose result is a truth value, and those whose result is no larger than what they are given. */
const COMPARISON = /^([<>=!]+|!?~~?\*{0,2}|@>|<@|&&|@@|@\?|\?[|&]?|BETWEEN.*|IN|LIKE|ILIKE)$/;
const SELECTION = /^([-+*/%^]|#-|#>>?|->>?|<->|[|&#~]|<<|>>|at time zone)$/;
/** Functions whose result is a number, a date or a truth value. */
const SMALL_FUNCTION =
  /^(count|length|char_length|character_length|octet_length|bit_length|md5|sha\d+|abs|round|floor|ceil|ceiling|sign|mod|power|sqrt|date_trunc|date_part|extract|age|now|to_date|to_timestamp|position|strpos|ascii|rank|dense_rank|row_number|ntile|percent_rank|cume_dist|avg|stddev\w*|variance|corr|regr_\w+|bool_\w+|every|json_typeof|jsonb_typeof|jsonb?_array_length|array_length|cardinality|grouping|make_\w+|random|similarity|levenshtein)$/;
/** Aggregates and functions whose result is one of their arguments. */
const CHOOSING_FUNCTION =
  /^(min|max|any_value|mode|lag|lead|first_value|last_value|nth_value|lower|upper|trim|btrim|ltrim|rtrim|left|right|substring|substr|split_part|initcap|reverse|nullif|unnest)$/;

/** An upper bound of the size of an expression's value; of any other node, of what it is made of. */
function weightOf(value: unknown, place: Place): number {
  place.work.left -= 1;
  if (place.work.left < 0) throw rejected("The statement is too complicated.");
  if (Array.isArray(value)) return total(value.map((item) => weightOf(item, place)));
  if (!isTree(value)) return 0;
  const weights = Object.entries(value).map(([type, node]) =>
    isTree(node) ? weightOfNode(type, node, place) : weightOf(node, place),
  );
  return total(weights);
}

function total(weights: readonly number[]): number {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum > MAX_WEIGHT) throw rejected("The statement makes values that are too large; combine or repeat less text.");
  return sum;
}

function weightOfNode(type: string, node: Tree, place: Place): number {
  const inner = () => weightOf(Object.values(node), place);
  switch (type) {
    case "A_Const":
      return Math.max(1, (textAt(treeAt(node, "sval"), "sval")?.length ?? 0) / UNIT_LENGTH);
    case "ColumnRef":
      return place.columns.get(namesOf(node["fields"]).at(-1) ?? "") ?? 1;
    case "SelectStmt":
      return total([...weightsOfSelect(node, place).values()]);
    case "SubLink": {
      const weight = inner();
      return node["subLinkType"] === "EXPR_SUBLINK" || node["subLinkType"] === "ARRAY_SUBLINK"
        ? weight
        : Math.min(weight, 1);
    }
    case "A_Expr": {
      const operator = namesOf(node["name"]).at(-1) ?? "";
      const sum = inner();
      if (COMPARISON.test(operator)) return 1;
      return SELECTION.test(operator) ? largestOf(node, place) : sum;
    }
    case "BoolExpr":
    case "NullTest":
    case "BooleanTest":
      return Math.min(1, inner());
    case "CaseExpr":
    case "CoalesceExpr":
    case "MinMaxExpr":
      return largestOf(node, place);
    case "FuncCall":
      return weightOfCall(node, place);
    default:
      return inner();
  }
}

/** The largest part: one of them, or a part of one, is the value. */
function largestOf(node: Tree, place: Place): number {
  const branches = Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]));
  return Math.max(1, ...branches.map((branch) => weightOf(branch, place)));
}

function weightOfCall(node: Tree, place: Place): number {
  const name = namesOf(node["funcname"]).at(-1) ?? "";
  const args = listAt(node, "args");
  const weights = args.map((argument) => weightOf(argument, place));
  weightOf([node["agg_order"], node["agg_filter"], node["over"]], place);
  const [first = 1] = weights;
  if (name === "repeat") return total([first * lengthOf(args[1], name)]);
  if (name === "lpad" || name === "rpad") return total([first, lengthOf(args[1], name) / UNIT_LENGTH]);
  if (name === "array_fill") {
    const [, dimensions] = unwrapped(args[1]);
    const lengths = listAt(dimensions, "elements").map((item) => lengthOf(item, name));
    if (lengths.length === 0) throw tooLong(name);
    return total([first * lengths.reduce((all, length) => all * length, 1)]);
  }
  if (name === "format") checkFormat(args[0]);
  // Each character that is replaced may become the whole replacement.
  if (/^(replace|regexp_replace)$/.test(name))
    return total([first, first * grownBy(args[1], args[2], weights[2] ?? 1)]);
  if (name === "generate_series" || SMALL_FUNCTION.test(name)) return 1;
  if (CHOOSING_FUNCTION.test(name)) return Math.max(1, ...weights);
  return Math.max(1, total(weights));
}

/** By what factor a text may grow when each of its matches is replaced. */
function grownBy(pattern: unknown, replacement: unknown, weight: number): number {
  const [from, to] = [literalOf(pattern), literalOf(replacement)];
  if (to === undefined) return weight * UNIT_LENGTH;
  return from === undefined || from === "" ? to.length : Math.ceil(to.length / from.length);
}

function literalOf(value: unknown): string | undefined {
  const [type, node] = unwrapped(value);
  if (type === "TypeCast") return literalOf(node["arg"]);
  return type === "A_Const" && "sval" in node ? (textAt(treeAt(node, "sval"), "sval") ?? "") : undefined;
}

const tooLong = (name: string) =>
  rejected(`The length given to ${name} must be a number of at most ${MAX_LENGTH}, or least(…, ${MAX_LENGTH}).`);

/** A length that is written out, or bounded by `least(…, n)`. */
function lengthOf(value: unknown, name: string): number {
  const length = boundOf(value);
  if (length === undefined || length > MAX_LENGTH) throw tooLong(name);
  return Math.max(1, length);
}

/** What a number cannot exceed, where that is written. */
export function boundOf(value: unknown): number | undefined {
  const [type, node] = unwrapped(value);
  if (type === "TypeCast") return boundOf(node["arg"]);
  if (type === "A_Const" && "ival" in node) return Number(treeAt(node, "ival")["ival"] ?? 0);
  if (type === "A_Expr" && node["lexpr"] === undefined && namesOf(node["name"])[0] === "-") {
    const [inner, constant] = unwrapped(node["rexpr"]);
    return inner === "A_Const" && "ival" in constant ? -Number(treeAt(constant, "ival")["ival"] ?? 0) : undefined;
  }
  if (type !== "MinMaxExpr" || node["op"] !== "IS_LEAST") return undefined;
  const bounds = listAt(node, "args").flatMap((argument) => boundOf(argument) ?? []);
  return bounds.length > 0 ? Math.min(...bounds) : undefined;
}

/** `%1000s` is a thousand characters wide, `%*s` as wide as a value says. */
function checkFormat(value: unknown): void {
  const pattern = literalOf(value);
  if (pattern === undefined) throw rejected("The first argument of format must be a literal.");
  if (/%[^a-zA-Z%]*(\*|\d{4})/.test(pattern)) throw rejected("The widths in format must be numbers below 1000.");
}
