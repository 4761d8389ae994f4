import { failed, rejected } from "../failure.ts";
import type { Token } from "../tokens/lexer.ts";
import { words } from "../tokens/tokens.ts";
import { DatasourceError } from "../types.ts";
import { bareTables } from "./bare-tables.ts";
import { BUILT_IN_TYPES, checkPostgres, type ParsedDialect } from "./check-postgres.ts";
import { REDSHIFT_FUNCTIONS } from "./functions-redshift.ts";
import { checkSpellings } from "./spellings.ts";

/** System tables and views, which are found without a schema. */
const REDSHIFT_SYSTEM_RELATION = /^(pg|stl|stv|stcs|svl|svv|svcs|sys|padb|systable)_/i;
/** Those that are refused in any schema; among them the tables that hold what materialized views show, whatever is closed in these. */
const REFUSED_ANYWHERE = /^(pg_|mv_tbl__)/i;
const REDSHIFT_SYSTEM_SCHEMA = /^(catalog_history|pg_.*)$/i;

/** Words that name the session, the account or a row's place where there is no such column; `$path` is an external file's. */
const OF_SESSION = words(
  "current_aws_account current_namespace current_user_id current_session_arn oid ctid xmin xmax cmin cmax tableoid insertxid deletexid",
);

const REDSHIFT_READING: ParsedDialect = {
  functions: REDSHIFT_FUNCTIONS,
  types: new Set([...BUILT_IN_TYPES, ...words("super geometry geography hllsketch varbyte varbinary bpchar")]),
  // Nothing that stands in FROM but tables: what Redshift has of functions there runs on the leader alone, or reads elsewhere.
  refused: words(
    "RangeFunction RangeTableSample JsonTable JsonFuncExpr JsonParseExpr JsonScalarExpr JsonObjectConstructor " +
      "JsonArrayConstructor JsonArrayQueryConstructor JsonObjectAgg JsonArrayAgg JsonIsPredicate A_ArrayExpr NamedArgExpr",
  ),
  isSystem: (relation, schema) =>
    REFUSED_ANYWHERE.test(relation) ||
    (schema === undefined ? REDSHIFT_SYSTEM_RELATION.test(relation) : REDSHIFT_SYSTEM_SCHEMA.test(schema)),
  isColumn: (name) => !OF_SESSION.has(name.toLowerCase()) && !name.startsWith("$"),
};

/**
 * Checks that a text is one SELECT that only reads, by PostgreSQL's parser, from which Redshift's comes. What Redshift knows
 * beyond it (QUALIFY, PIVOT, TOP, EXCLUDE) cannot be checked, and is `SQL_FAILED`; what both may read differently is `SQL_REJECTED`.
 */
export async function checkRedshift(
  sql: string,
  tokens: readonly Token[],
  schemas: readonly string[] | undefined,
): Promise<void> {
  checkSpellings(tokens, { engine: "Redshift", isBackslashEscape: true, parameter: ":" });
  try {
    const { select } = await checkPostgres(sql, schemas, REDSHIFT_READING);
    // What a name without a schema means is the database user's search path, which may have other schemas.
    const [bare] = schemas === undefined ? [] : bareTables(select);
    if (bare) throw rejected(`Write the schema before the table "${bare.name}".`);
  } catch (error) {
    if (!(error instanceof DatasourceError) || error.code !== "SQL_FAILED") throw error;
    throw failed(
      `${error.message}. Statements for Redshift keep to the syntax that it shares with PostgreSQL.`,
      error.at,
    );
  }
}
