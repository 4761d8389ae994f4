import { nameOf, type Token } from "@parley/datasource/tokens/lexer";
import { isSymbol, symbolOf, wordOf } from "@parley/datasource/tokens/tokens";
import type { Dialect } from "@parley/datasource/types";
import { spoken } from "@parley/interpreter/language/words";
import { clausesOfOne, closingOf, isName, literalOf } from "../checks/select-scopes.ts";

/** What a SELECT shows: a figure of rows, or an expression as it stands. */
export interface Shown {
  figure: "rows" | "different" | "known" | "sum" | "average" | "least" | "greatest" | null;
  /** The column's words, or the expression; empty for a number of rows. */
  of: string;
  /** The name that it is given. */
  alias: string | null;
}

/** A condition that every row meets: a column compared with literals, or the text of another one. */
export type Condition =
  | { column: string; operator: string; values: readonly string[] }
  | { column: string; operator: "null" | "known"; values: readonly [] }
  | { text: string };

/** What a statement that is one SELECT says, clause by clause. */
export interface Statement {
  shown: readonly Shown[];
  isDistinct: boolean;
  conditions: readonly Condition[];
  grouped: readonly string[];
  ordered: readonly { by: string; isDescending: boolean }[];
  limit: string | null;
}

/** Reads a statement; null for one of several SELECTs. Throws `SQL_FAILED` for what is no SQL. */
export function readStatement(sql: string, dialect: Dialect): Statement | null {
  const clauses = clausesOfOne(sql.replace(/;\s*$/, ""), dialect);
  if (!clauses) return null;
  const clause = (name: string) => clauses.get(name) ?? [];
  const select = clause("SELECT");
  const isDistinct = wordOf(select[0]) === "DISTINCT";
  const shown = split(isDistinct ? select.slice(1) : select).map(readShown);
  const expressions = new Map(split(isDistinct ? select.slice(1) : select).map((tokens, at) => [at + 1, tokens]));
  const named = (tokens: readonly Token[]) => wordsOf(byPlace(tokens, expressions), shown);
  return {
    shown,
    isDistinct,
    conditions: [...conditionsIn(clause("WHERE")), ...conditionsIn(clause("HAVING"))],
    grouped: split(afterBy(clause("GROUP"))).map(named),
    ordered: split(afterBy(clause("ORDER"))).map((tokens) => {
      const words = tokens.filter((token) => !/^(?:ASC|DESC|NULLS|FIRST|LAST)$/.test(wordOf(token)));
      return { by: named(words), isDescending: tokens.some((token) => wordOf(token) === "DESC") };
    }),
    limit: limitOf(clause("LIMIT")),
  };
}

const afterBy = (tokens: readonly Token[]): readonly Token[] => (wordOf(tokens[0]) === "BY" ? tokens.slice(1) : tokens);

function limitOf(tokens: readonly Token[]): string | null {
  const [only, ...others] = tokens;
  return only?.kind === "number" && others.length === 0 ? only.text : null;
}

/** "GROUP BY 1" is of the first expression that is shown. */
function byPlace(tokens: readonly Token[], expressions: ReadonlyMap<number, readonly Token[]>): readonly Token[] {
  const [only, ...others] = tokens;
  if (only?.kind !== "number" || others.length > 0) return tokens;
  return withoutAlias(expressions.get(Number(only.text)) ?? tokens).tokens;
}

/** The parts between commas, or between the words AND, outside of parentheses. */
function split(tokens: readonly Token[], word?: "AND"): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  let isBetween = false;
  for (const token of tokens) {
    if (isSymbol(token, "(")) depth += 1;
    if (isSymbol(token, ")")) depth -= 1;
    const isAnd = depth === 0 && word !== undefined && wordOf(token) === word;
    if (depth === 0 && wordOf(token) === "BETWEEN") isBetween = true;
    if (isAnd && isBetween) isBetween = false;
    else if (isAnd || (depth === 0 && word === undefined && isSymbol(token, ","))) {
      parts.push([]);
      continue;
    }
    parts.at(-1)?.push(token);
  }
  return parts.filter(({ length }) => length > 0);
}

function withoutAlias(tokens: readonly Token[]): { tokens: readonly Token[]; alias: string | null } {
  const [as, last] = tokens.slice(-2);
  if (wordOf(as) === "AS" && isName(last)) return { tokens: tokens.slice(0, -2), alias: spoken(nameOf(last)) };
  return { tokens, alias: null };
}

const FIGURES_BY_FUNCTION: ReadonlyMap<string, NonNullable<Shown["figure"]>> = new Map([
  ["SUM", "sum"],
  ["AVG", "average"],
  ["MIN", "least"],
  ["MAX", "greatest"],
]);

function readShown(all: readonly Token[]): Shown {
  const { tokens: whole, alias } = withoutAlias(all);
  const tokens = withoutRounding(whole);
  const inside = argumentOf(tokens);
  const name = wordOf(tokens[0]);
  if (inside && name === "COUNT") {
    if (inside.length === 1 && (isSymbol(inside[0], "*") || inside[0]?.kind === "number"))
      return { figure: "rows", of: "", alias };
    return wordOf(inside[0]) === "DISTINCT"
      ? { figure: "different", of: textOf(inside.slice(1)), alias }
      : { figure: "known", of: textOf(inside), alias };
  }
  const figure = inside && wordOf(inside[0]) !== "DISTINCT" ? FIGURES_BY_FUNCTION.get(name) : undefined;
  return figure && inside ? { figure, of: textOf(inside), alias } : { figure: null, of: textOf(tokens), alias };
}

/** What stands between the parentheses of a function, where the expression is nothing but its call. */
function argumentOf(tokens: readonly Token[]): readonly Token[] | null {
  if (tokens[0]?.kind !== "word" || !isSymbol(tokens[1], "(")) return null;
  return closingOf(tokens, 1) === tokens.length - 1 ? tokens.slice(2, -1) : null;
}

function withoutRounding(tokens: readonly Token[]): readonly Token[] {
  const inside = wordOf(tokens[0]) === "ROUND" ? argumentOf(tokens) : null;
  return inside ? (split(inside)[0] ?? tokens) : tokens;
}

/** An expression that was given a name by that of what is shown; else its own words. */
function wordsOf(tokens: readonly Token[], shown: readonly Shown[]): string {
  const text = textOf(tokens);
  return shown.find(({ alias, of, figure }) => figure === null && alias !== null && of === text)?.alias ?? text;
}

/** A column as words, without its table; the text of any other expression. */
function textOf(tokens: readonly Token[]): string {
  const column = columnOf(tokens);
  if (column !== null) return column;
  return tokens.reduce((text, token, at) => {
    const [symbol, before] = [symbolOf(token), symbolOf(tokens[at - 1])];
    const isTight = /^[(),.:]$/.test(symbol) && symbol !== "(";
    const isAfterName = symbol === "(" && isName(tokens[at - 1]);
    const gap = text === "" || isTight || isAfterName || /^[(.:]$/.test(before) ? "" : " ";
    return `${text}${gap}${token.text}`;
  }, "");
}

function columnOf(tokens: readonly Token[]): string | null {
  const [first, dot, second] = tokens;
  if (tokens.length === 1 && isName(first)) return spoken(nameOf(first));
  return tokens.length === 3 && isName(first) && isSymbol(dot, ".") && isName(second) ? spoken(nameOf(second)) : null;
}

function conditionsIn(tokens: readonly Token[]): Condition[] {
  if (tokens.length === 0) return [];
  let depth = 0;
  const hasChoice = tokens.some((token) => {
    depth += isSymbol(token, "(") ? 1 : isSymbol(token, ")") ? -1 : 0;
    return depth === 0 && wordOf(token) === "OR";
  });
  if (hasChoice) return [{ text: textOf(tokens) }];
  return split(tokens, "AND").flatMap((each) => conditionOf(each) ?? []);
}

/** One condition; null for columns that are compared with each other, which join tables. */
function conditionOf(tokens: readonly Token[]): Condition | null {
  const end = tokens.findIndex(
    (token) => /^(?:=|<|>|!)$/.test(symbolOf(token)) || /^(?:IN|BETWEEN|LIKE|ILIKE|IS|NOT)$/.test(wordOf(token)),
  );
  const column = columnOf(tokens.slice(0, end));
  if (end < 0 || column === null) return { text: textOf(tokens) };
  const rest = tokens.slice(end);
  const asked = rest.map((token) => wordOf(token)).join(" ");
  if (asked === "IS NULL") return { column, operator: "null", values: [] };
  if (asked === "IS NOT NULL") return { column, operator: "known", values: [] };
  const symbols = rest.findIndex((token) => !/^(?:=|<|>|!)$/.test(symbolOf(token)));
  const operator = symbols > 0 ? rest.slice(0, symbols).map(symbolOf).join("") : wordOf(rest[0]);
  const operands = rest.slice(Math.max(symbols, 1));
  if (operator === "=" && columnOf(operands) !== null && !/^(?:TRUE|FALSE)$/.test(wordOf(operands[0]))) return null;
  const values = operands.filter(
    (token) => !/^[(),]$/.test(symbolOf(token)) && !/^(?:AND|DATE|TIMESTAMP)$/.test(wordOf(token)),
  );
  const areLiterals = values.every(({ kind }) => kind === "string" || kind === "number");
  const isPlain = areLiterals && values.length > 0 && /^(?:=|<>|!=|<|<=|>|>=|IN|BETWEEN)$/.test(operator);
  return isPlain ? { column, operator, values: values.map(literalOf) } : { text: textOf(tokens) };
}
