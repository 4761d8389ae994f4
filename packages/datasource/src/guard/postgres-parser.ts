import loadParser, { type PgQuery } from "libpg-query/wasm/libpg-query.js";
import { failed, rejected } from "../failure.ts";

/*
 * PostgreSQL's own parser, compiled to WebAssembly. It recurses on the stack of this process, and an instance whose stack
 * was exhausted is left in the middle of its work: it may refuse every statement from then on. `nesting.ts` keeps deep
 * statements away from it; if one still faults, the next statement gets a new instance.
 */

let instance: Promise<PgQuery> | undefined;

/** The statements of a text, as PostgreSQL's parse trees. Throws `SQL_FAILED` with the parser's own words. */
export async function parsePostgres(sql: string): Promise<unknown[]> {
  const used = (instance ??= loadParser());
  try {
    return statementsOf(await used, sql);
  } catch (error) {
    if (error instanceof SyntaxProblem) throw failed(error.message, indexOfCharacter(sql, error.place));
    if (instance === used) instance = undefined;
    if (error instanceof RangeError) throw rejected("The statement is nested too deeply.");
    throw error;
  }
}

/** What the parser says about a text that is not SQL; the parser itself can be used again. */
class SyntaxProblem extends Error {
  override name = "SyntaxProblem";
  /** The character where it was noticed, from 1 on; 0 where that is not known. */
  readonly place: number;
  constructor(message: string, place: number) {
    super(message);
    this.place = place;
  }
}

/** Characters beyond the first plane take two places in a text. */
const indexOfCharacter = (sql: string, place: number): number | undefined =>
  place <= 0
    ? undefined
    : Array.from(sql)
        .slice(0, place - 1)
        .join("").length;

function statementsOf(parser: PgQuery, sql: string): unknown[] {
  const bytes = parser.lengthBytesUTF8(sql) + 1;
  const text = parser._malloc(bytes);
  parser.stringToUTF8(sql, text, bytes);
  const result = parser._wasm_parse_query_raw(text);
  // PgQueryParseResult: the tree as JSON, what went to stderr, the error; of that, the message, and as fifth the place.
  const tree = parser.getValue(result, "i32");
  const error = parser.getValue(result + 8, "i32");
  const message = error === 0 ? undefined : parser.UTF8ToString(parser.getValue(error, "i32"));
  const place = error === 0 ? 0 : parser.getValue(error + 16, "i32");
  const json = message === undefined ? parser.UTF8ToString(tree) : "";
  // Not in a `finally`: the memory of an instance that faulted goes with it.
  parser._wasm_free_parse_result(result);
  parser._free(text);
  if (message !== undefined) throw new SyntaxProblem(message, place);
  const parsed: unknown = JSON.parse(json);
  const statements = typeof parsed === "object" && parsed !== null && "stmts" in parsed ? parsed.stmts : undefined;
  return Array.isArray(statements) ? statements : [];
}
