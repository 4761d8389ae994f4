import { rejected } from "../failure.ts";
import { isTree, listAt, namesOf, textAt, type Tree, treeAt, unwrapped } from "./parse-tree.ts";
import { words } from "../tokens/tokens.ts";
import { MAX_MADE_LENGTH } from "./token-sizes.ts";

/*
 * How large the values of a PostgreSQL statement can get by its own doing, in units of a stored value (a few hundred
 * characters): `s || s` is two, `repeat(s, 50)` fifty, twenty rounds of a recursive `s || s` a million. What is stored
 * counts as it is, if its table's alias says that it is stored; of other names the largest counts, whatever their alias.
 */

/** Largest value, in stored values: about ten megabytes. */
const MAX_WEIGHT = 100_000;
/** Characters of a literal that count as a stored value. */
const UNIT_LENGTH = 100;
/** Rounds of a recursive query that are added up. */
const ROUNDS = 20;
/** The weight of a value that gets larger with each round. */
const GROWING_WEIGHT = 1_000;
/** Nodes that stand for one value; the weight of others is that of all they hold. */
const VALUE_NODES = new Set([
  "A_Expr",
  "ColumnRef",
  "FuncCall",
  "JsonArrayConstructor",
  "JsonObjectConstructor",
  "A_ArrayExpr",
  "RowExpr",
]);
/** Nodes looked at: recursive queries in recursive queries are looked at many times. */
const MAX_NODES = 500_000;

type Weights = ReadonlyMap<string, number>;

interface Place {
  columns: Map<string, number>;
  /** The aliases whose columns are stored. */
  stored: Set<string>;
  ctes: ReadonlyMap<string, Weights>;
  /** Shared by all places of a statement. */
  work: { left: number; heaviest: number };
}

/** Refuses a statement that makes huge values from small ones; otherwise returns the weight of the largest value it makes. */
export function checkValueSizes(select: Tree): number {
  const work = { left: MAX_NODES, heaviest: 1 };
  weightsOfSelect(select, { columns: new Map(), stored: new Set(), ctes: new Map(), work });
  return work.heaviest;
}

/** The weights of a query's output columns, by name, in their order. */
function weightsOfSelect(select: Tree, around: Place): Weights {
  const place = { ...around, ctes: ctesOf(treeAt(select, "withClause"), around) };
  if (isTree(select["larg"]) && isTree(select["rarg"])) {
    return atLeast(weightsOfSelect(select["larg"], place), weightsOfSelect(select["rarg"], place));
  }
  const inside = { ...place, columns: new Map(place.columns), stored: new Set(place.stored) };
  for (const item of listAt(select, "fromClause")) addItem(item, inside);
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
  const items = listAt(clause, "ctes");
  // Most queries add none: to copy those around each of them takes long where there are many.
  if (items.length === 0) return place.ctes;
  const ctes = new Map(place.ctes);
  for (const item of items) {
    const [, cte] = unwrapped(item);
    const [, body] = unwrapped(cte["ctequery"]);
    const name = textAt(cte, "ctename") ?? "";
    const rounds = clause["recursive"] === true && isTree(body["larg"]) ? ROUNDS : 1;
    for (let round = 0; round < rounds; round++) {
      ctes.set(name, renamed(weightsOfSelect(body, { ...place, ctes }), namesOf(cte["aliascolnames"])));
    }
    if (rounds > 1) checkGrowth(name, body, { ...place, ctes });
  }
  return ctes;
}

/**
 * Refuses a recursive query whose rounds make a value of two that grow: with enough rounds it gets any size, however slowly
 * it begins. A value may grow by what is stored, as the path through a tree does.
 */
function checkGrowth(name: string, body: Tree, place: Place): void {
  let columns = new Map([...(place.ctes.get(name) ?? [])].map(([column]) => [column, GROWING_WEIGHT]));
  for (;;) {
    const made = [...weightsOfSelect(body, { ...place, ctes: new Map(place.ctes).set(name, columns) }).values()];
    if (Math.max(0, ...made) < 2 * GROWING_WEIGHT) return;
    // Of the columns that turn out not to grow, any number may be combined.
    const others = new Map(
      [...columns].map(([column, weight], index) => [column, Math.min(weight, made[index] ?? weight)]),
    );
    const isSame = [...columns].every(([column, weight]) => others.get(column) === weight);
    if (isSame || made.length !== columns.size) {
      throw rejected(
        `The rounds of the recursive query "${name}" combine values that grow; a round may only add stored values.`,
      );
    }
    columns = others;
  }
}

/** Columns by the names an alias or WITH gives to the first of them. */
function renamed(weights: Weights, names: readonly string[]): Weights {
  return new Map([...weights].map(([name, weight], index) => [names[index] ?? name, weight]));
}

/** Adds the columns of an item of FROM to those of its query. */
function addItem(item: unknown, place: Place): void {
  const { columns, stored } = place;
  const [type, node] = unwrapped(item);
  const names = namesOf(treeAt(node, "alias")["colnames"]);
  const table = type === "RangeVar" && node["schemaname"] === undefined ? textAt(node, "relname") : undefined;
  const alias = textAt(treeAt(node, "alias"), "aliasname") ?? table ?? "";
  stored.delete(alias);
  if (type === "JoinExpr") {
    addItem(node["larg"], place);
    addItem(node["rarg"], place);
    weightOf(node["quals"], place);
    const largest = Math.max(1, ...columns.values());
    for (const name of names) raise(columns, name, largest);
    if (alias !== "") raise(columns, alias, total([...columns.values()]));
  } else if (type === "RangeVar" || type === "RangeSubselect") {
    const weights =
      type === "RangeVar" ? place.ctes.get(table ?? "") : weightsOfSelect(unwrapped(node["subquery"])[1], place);
    for (const [column, weight] of renamed(weights ?? new Map(), names)) raise(columns, column, weight);
    // A row as a whole holds all its columns.
    if (weights) raise(columns, alias, total([...weights.values()]));
    else stored.add(alias);
  } else {
    const weight = weightOf(node, place);
    for (const name of [...names, alias, "key", "value"]) raise(columns, name, weight);
  }
}

/** Operators whose result is a truth value, and those whose result is not larger than their operands. */
const COMPARISON = /^([<>=!]+|!?~~?\*{0,2}|@>|<@|&&|@@|@\?|\?[|&]?|BETWEEN.*|IN|LIKE|ILIKE)$/;
const SELECTION = /^([-+*/%^]|#-|#>>?|->>?|<->|[|&#~]|<<|>>|at time zone)$/;
/** Functions whose result is a number, a date or a truth value. */
const SMALL_FUNCTIONS = words(
  "count length char_length character_length octet_length bit_length md5 abs round floor ceil ceiling sign " +
    "mod power sqrt date_trunc date_part extract age now to_date to_timestamp position strpos ascii rank " +
    "dense_rank row_number ntile percent_rank cume_dist avg variance corr every json_typeof jsonb_typeof " +
    "json_array_length jsonb_array_length array_length cardinality grouping random similarity levenshtein",
);
const SMALL_FAMILY = /^(sha\d+|stddev\w*|regr_\w+|bool_\w+|make_\w+)$/;
/** Aggregates and functions whose result is one of their arguments. */
const CHOOSING_FUNCTIONS = words(
  "min max any_value mode lag lead first_value last_value nth_value lower upper trim btrim ltrim rtrim left " +
    "right substring substr split_part initcap reverse nullif unnest",
);

/** An upper bound of the size of an expression's value; of any other node, of what it is made of. */
function weightOf(value: unknown, place: Place): number {
  place.work.left -= 1;
  if (place.work.left < 0) throw rejected("The statement is too complicated.");
  if (Array.isArray(value)) return total(value.map((item) => weightOf(item, place)));
  if (!isTree(value)) return 0;
  const weights = Object.entries(value).map(([type, node]) => {
    const weight = isTree(node) ? weightOfNode(type, node, place) : weightOf(node, place);
    if (VALUE_NODES.has(type)) place.work.heaviest = Math.max(place.work.heaviest, weight);
    return weight;
  });
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
      return weightOfColumn(namesOf(node["fields"]), place);
    case "SelectStmt":
      return total([...weightsOfSelect(node, place).values()]);
    case "SubLink":
      return /^(EXPR|ARRAY)_SUBLINK$/.test(textAt(node, "subLinkType") ?? "") ? inner() : Math.min(inner(), 1);
    case "A_Expr":
      return weightOfOperation(node, place);
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

function weightOfOperation(node: Tree, place: Place): number {
  const operator = namesOf(node["name"]).at(-1) ?? "";
  const sum = weightOf(Object.values(node), place);
  if (COMPARISON.test(operator)) return 1;
  // A number or a date, one step further.
  if (/^[-+*/]$/.test(operator) && (isLiteral(node["lexpr"]) || isLiteral(node["rexpr"]))) return 1;
  return SELECTION.test(operator) ? largestOf(node, place) : sum;
}

function weightOfColumn(names: readonly string[], { columns, stored }: Place): number {
  const [alias = "", column] = names;
  return (column !== undefined && stored.has(alias) ? undefined : columns.get(names.at(-1) ?? "")) ?? 1;
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
  if (name === "generate_series" || SMALL_FUNCTIONS.has(name) || SMALL_FAMILY.test(name)) return 1;
  if (CHOOSING_FUNCTIONS.has(name)) return Math.max(1, ...weights);
  return Math.max(1, total(weights));
}

/** By what factor a text may grow when each of its matches is replaced. */
function grownBy(pattern: unknown, replacement: unknown, weight: number): number {
  const [from, to] = [literalOf(pattern), literalOf(replacement)];
  if (to === undefined) return weight * UNIT_LENGTH;
  return from === undefined || from === "" ? to.length : Math.ceil(to.length / from.length);
}

function isLiteral(value: unknown): boolean {
  const [type, node] = unwrapped(value);
  return type === "TypeCast" ? isLiteral(node["arg"]) : type === "A_Const" || type === "ParamRef";
}

function literalOf(value: unknown): string | undefined {
  const [type, node] = unwrapped(value);
  if (type === "TypeCast") return literalOf(node["arg"]);
  return type === "A_Const" && "sval" in node ? (textAt(treeAt(node, "sval"), "sval") ?? "") : undefined;
}

const tooLong = (name: string) =>
  rejected(
    `The length given to ${name} must be a number of at most ${MAX_MADE_LENGTH}, or least(…, ${MAX_MADE_LENGTH}).`,
  );

/** A length that is written out, or bounded by `least(…, n)`. */
function lengthOf(value: unknown, name: string): number {
  const length = boundOf(value);
  if (length === undefined || length > MAX_MADE_LENGTH) throw tooLong(name);
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
