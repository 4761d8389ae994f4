import { nameOf, type Token, tokenize } from "@parley/datasource/tokens/lexer";
import { isSignificant, isSymbol, symbolOf, wordOf } from "@parley/datasource/tokens/tokens";
import type { Dialect } from "@parley/datasource/types";

/** A column as a statement names it; names in lower case. */
export interface ColumnName {
  /** The table's name or alias before it; null where there is none. */
  table: string | null;
  name: string;
}

/** A comparison of a column with literals. */
export interface Comparison {
  column: ColumnName;
  /** The function around the column, in lower case; null where it is compared as it is. */
  within: string | null;
  operator: "=" | "<>" | "<" | "<=" | ">" | ">=" | "in" | "between";
  values: readonly string[];
}

/** One SELECT of a statement, without those inside it. */
export interface SelectScope {
  /** Tables by the name under which they are known here, both in lower case. */
  tables: ReadonlyMap<string, string>;
  comparisons: readonly Comparison[];
  /** Columns that are compared with each other: joins. */
  joined: readonly (readonly [ColumnName, ColumnName])[];
  /** Products inside sum() and avg(), without those of DISTINCT values: the columns of each. */
  added: readonly (readonly ColumnName[])[];
  grouped: readonly ColumnName[];
  /** True where a condition holds only in some cases: OR, NOT. */
  hasChoices: boolean;
}

/** Returns the SELECTs of a statement. Throws `SQL_FAILED` for what is no SQL. */
export function selectScopes(sql: string, dialect: Dialect): SelectScope[] {
  return scopesOf(tokenize(sql, dialect).filter(isSignificant)).map(readScope);
}

/** Returns the clauses of a statement that is one SELECT, by their first words; null for others. Throws `SQL_FAILED` for what is no SQL. */
export function clausesOfOne(sql: string, dialect: Dialect): ReadonlyMap<string, readonly Token[]> | null {
  const scopes = scopesOf(tokenize(sql, dialect).filter(isSignificant));
  const [scope] = scopes;
  return scope && scopes.length === 1 && wordOf(scope[0]) === "SELECT" ? clausesOf(scope) : null;
}

/** The tokens of each SELECT; a SELECT inside one is an empty pair of parentheses there. */
function scopesOf(tokens: readonly Token[]): Token[][] {
  const first: Token[] = [];
  const found = [first];
  const open: { scope: Token[]; isSelect: boolean }[] = [{ scope: first, isSelect: true }];
  for (const [at, token] of tokens.entries()) {
    const here = open.at(-1) ?? { scope: first, isSelect: true };
    if (/^(UNION|INTERSECT|EXCEPT)$/.test(wordOf(token)) && here.isSelect) {
      const scope: Token[] = [];
      found.push(scope);
      open[open.length - 1] = { scope, isSelect: true };
      continue;
    }
    if (isSymbol(token, ")") && open.length > 1) open.pop();
    (open.at(-1) ?? here).scope.push(token);
    if (!isSymbol(token, "(")) continue;
    const isSelect = /^(SELECT|WITH)$/.test(wordOf(tokens[at + 1]));
    const scope: Token[] = isSelect ? [] : here.scope;
    if (isSelect) found.push(scope);
    open.push({ scope, isSelect });
  }
  return found;
}

const SELECT_CLAUSES = /^(SELECT|FROM|WHERE|GROUP|HAVING|ORDER|LIMIT|WINDOW)$/;
const JOINS = /^(JOIN|INNER|LEFT|RIGHT|FULL|CROSS|NATURAL|LATERAL|OUTER|ON|USING|AS|TABLESAMPLE)$/;

/** Where each clause begins and ends, outside of parentheses. */
function clausesOf(tokens: readonly Token[]): Map<string, Token[]> {
  const clauses = new Map<string, Token[]>();
  let depth = 0;
  let clause = "";
  for (const token of tokens) {
    if (isSymbol(token, "(")) depth += 1;
    if (isSymbol(token, ")")) depth -= 1;
    if (depth === 0 && SELECT_CLAUSES.test(wordOf(token))) clause = wordOf(token);
    else {
      const inside = clauses.get(clause);
      if (inside) inside.push(token);
      else clauses.set(clause, [token]);
    }
  }
  return clauses;
}

function readScope(tokens: readonly Token[]): SelectScope {
  const clauses = clausesOf(tokens);
  const from = clauses.get("FROM") ?? [];
  const conditions = [...from, ...(clauses.get("WHERE") ?? []), ...(clauses.get("HAVING") ?? [])];
  const { comparisons, joined } = comparisonsIn(conditions);
  const tables = tablesIn(from);
  return {
    tables,
    comparisons,
    joined: [...joined, ...usingIn(from, [...tables.keys()])],
    added: [...addedIn(clauses.get("SELECT") ?? []), ...addedIn(clauses.get("HAVING") ?? [])],
    grouped: namesIn(clauses.get("GROUP") ?? []),
    hasChoices: conditions.some((token) => /^(OR|NOT|CASE)$/.test(wordOf(token))),
  };
}

export const isName = (token: Token | undefined): token is Token => token?.kind === "word" || token?.kind === "quoted";
const lower = (token: Token): string => nameOf(token).toLowerCase();

function tablesIn(from: readonly Token[]): Map<string, string> {
  const tables = new Map<string, string>();
  let isExpected = true;
  for (let at = 0, depth = 0; at < from.length; at++) {
    const token = from[at];
    if (isSymbol(token, "(")) depth += 1;
    else if (isSymbol(token, ")")) depth -= 1;
    if (depth > 0 || isSymbol(token, ")")) continue;
    if (isSymbol(token, ",") || wordOf(token) === "JOIN") isExpected = true;
    else if (isExpected && isName(token) && !JOINS.test(wordOf(token))) {
      while (isSymbol(from[at + 1], ".") && isName(from[at + 2])) at += 2;
      const table = from[at];
      const alias = from[wordOf(from[at + 1]) === "AS" ? at + 2 : at + 1];
      if (table && !isSymbol(from[at + 1], "("))
        tables.set(lower(isName(alias) && !JOINS.test(wordOf(alias)) ? alias : table), lower(table));
      isExpected = false;
    }
  }
  return tables;
}

/** What USING joins: the columns of the table before it with those of the same name of each earlier one. */
function usingIn(from: readonly Token[], aliases: readonly string[]): SelectScope["joined"] {
  const joined: [ColumnName, ColumnName][] = [];
  let place = 0;
  for (let at = 0, depth = 0; at < from.length; at++) {
    const token = from[at];
    if (isSymbol(token, "(")) depth += 1;
    else if (isSymbol(token, ")")) depth -= 1;
    if (depth > 0) continue;
    if (isSymbol(token, ",") || wordOf(token) === "JOIN") place += 1;
    const last = aliases[place];
    if (wordOf(token) !== "USING" || last === undefined) continue;
    for (const { name } of namesIn(from.slice(at + 2, closingOf(from, at + 1))))
      for (const earlier of aliases.slice(0, place))
        joined.push([
          { table: earlier, name },
          { table: last, name },
        ]);
  }
  return joined;
}

/** The column whose name begins at a place; names before parentheses are functions. */
function columnAt(tokens: readonly Token[], at: number): { column: ColumnName; end: number } | null {
  const [first, second] = [tokens[at], tokens[at + 2]];
  if (!isName(first) || isSymbol(tokens[at - 1], ".") || isSymbol(tokens[at - 1], ":")) return null;
  if (isSymbol(tokens[at + 1], ".") && isName(second))
    return { column: { table: lower(first), name: lower(second) }, end: at + 3 };
  return isSymbol(tokens[at + 1], "(") ? null : { column: { table: null, name: lower(first) }, end: at + 1 };
}

/** The columns that an expression names; words of the language may be among them, which no table has. */
const namesIn = (tokens: readonly Token[]): ColumnName[] =>
  tokens.flatMap((_, at) => columnAt(tokens, at)?.column ?? []);

function addedIn(select: readonly Token[]): ColumnName[][] {
  return select.flatMap((token, at) => {
    if (!/^(SUM|AVG)$/.test(wordOf(token)) || !isSymbol(select[at + 1], "(")) return [];
    const inside = withoutCases(select.slice(at + 2, closingOf(select, at + 1)));
    return wordOf(inside[0]) === "DISTINCT" ? [] : productsIn(inside);
  });
}

/** What CASE gives, without what it decides by: of a day that says which rows are added up nothing is added up. */
function withoutCases(tokens: readonly Token[]): Token[] {
  let isCondition = false;
  return tokens.filter((token) => {
    const word = wordOf(token);
    if (/^(?:CASE|WHEN)$/.test(word)) isCondition = true;
    const isKept = !isCondition;
    if (word === "THEN") isCondition = false;
    return isKept;
  });
}

/** The columns of each product that is added up: those of `a - b * (c - d)` are a, and b with c and d. */
function productsIn(tokens: readonly Token[]): ColumnName[][] {
  const terms: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    depth += isSymbol(token, "(") ? 1 : isSymbol(token, ")") ? -1 : 0;
    if (depth === 0 && (isSymbol(token, "+") || isSymbol(token, "-"))) terms.push([]);
    else terms.at(-1)?.push(token);
  }
  return terms.flatMap((term) => {
    const isInBrackets = isSymbol(term[0], "(") && closingOf(term, 0) === term.length - 1;
    if (isInBrackets) return productsIn(term.slice(1, -1));
    const isProduct = term.some((token) => isSymbol(token, "*"));
    return isProduct ? [namesIn(term)] : namesIn(term).map((column) => [column]);
  });
}

export function closingOf(tokens: readonly Token[], opening: number): number {
  let depth = 0;
  for (let at = opening; at < tokens.length; at++) {
    depth += isSymbol(tokens[at], "(") ? 1 : isSymbol(tokens[at], ")") ? -1 : 0;
    if (depth === 0) return at;
  }
  return tokens.length;
}

function comparisonsIn(tokens: readonly Token[]): Pick<SelectScope, "comparisons" | "joined"> {
  const comparisons: Comparison[] = [];
  const joined: (readonly [ColumnName, ColumnName])[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const subject = subjectAt(tokens, at);
    if (!subject) continue;
    const { column, within } = subject;
    const compared = operatorAt(tokens, subject.end);
    if (!compared) continue;
    const other = compared.operator === "=" ? columnAt(tokens, compared.end) : null;
    const values = valuesAt(tokens, compared.end, compared.operator);
    if (values.length > 0) comparisons.push({ column, within, operator: compared.operator, values });
    else if (other && within === null) joined.push([column, other.column]);
  }
  return { comparisons, joined };
}

/** A column before an operator, or a function of one: year(day), extract(year from day), day::date. */
function subjectAt(
  tokens: readonly Token[],
  at: number,
): { column: ColumnName; within: string | null; end: number } | null {
  const token = tokens[at];
  if (isName(token) && isSymbol(tokens[at + 1], "(")) {
    const closing = closingOf(tokens, at + 1);
    const inside = tokens.slice(at + 2, closing);
    const column = namesIn(inside).findLast(({ name }) => !/^(year|month|day|from|as|date|timestamp)$/.test(name));
    const unit = inside.find((each) => each.kind === "string" || /^YEAR$/.test(wordOf(each)));
    const name = unit && /%Y'$|^year$/i.test(unit.text) ? "year" : token.text.toLowerCase();
    return column ? { column, within: name, end: castEnd(tokens, closing + 1) } : null;
  }
  const found = columnAt(tokens, at);
  return found && { column: found.column, within: null, end: castEnd(tokens, found.end) };
}

const castEnd = (tokens: readonly Token[], at: number): number =>
  isSymbol(tokens[at], ":") && isSymbol(tokens[at + 1], ":") ? at + 3 : at;

function operatorAt(tokens: readonly Token[], at: number): { operator: Comparison["operator"]; end: number } | null {
  const two = symbolOf(tokens[at]) + symbolOf(tokens[at + 1]);
  if (two === "<=" || two === ">=" || two === "<>") return { operator: two, end: at + 2 };
  const one = symbolOf(tokens[at]);
  if (one === "=" || one === "<" || one === ">") return { operator: one, end: at + 1 };
  const word = wordOf(tokens[at]);
  if (word === "IN" && isSymbol(tokens[at + 1], "(")) return { operator: "in", end: at + 2 };
  return word === "BETWEEN" ? { operator: "between", end: at + 1 } : null;
}

/** The literals at a place: one, two for BETWEEN, all of a list. */
function valuesAt(tokens: readonly Token[], start: number, operator: Comparison["operator"]): string[] {
  const values: string[] = [];
  const most = operator === "in" ? 1_000 : operator === "between" ? 2 : 1;
  for (let at = start; at < tokens.length && values.length < most; at++) {
    const token = tokens[at];
    if (token?.kind === "string" || token?.kind === "number") values.push(literalOf(token));
    else if (isSymbol(token, ",") || /^(AND|DATE|TIMESTAMP|CAST)$/.test(wordOf(token))) continue;
    else if (isSymbol(token, ":")) at += isSymbol(tokens[at + 1], ":") ? 2 : 0;
    else break;
  }
  return operator === "between" && values.length < 2 ? [] : values;
}

export function literalOf({ kind, text, prefix = "", quote = "'" }: Token): string {
  if (kind === "number") return text;
  const inside = text.slice(text.indexOf(quote, prefix.length) + quote.length, -quote.length);
  return quote.length === 1 ? inside.replaceAll(quote + quote, quote) : inside;
}
