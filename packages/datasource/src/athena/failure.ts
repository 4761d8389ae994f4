import { serviceFailed } from "../aws/failure.ts";
import { failed, misconfigured, needsMemory, withoutQuotedData } from "../failure.ts";
import type { DatasourceError } from "../types.ts";

/** Kinds of errors about a statement's words: their messages quote names of it, and nothing that is stored. */
const ABOUT_NAMES =
  /^(SYNTAX_ERROR|PARSE_ERROR|AMBIGUOUS_NAME|MISMATCHED_COLUMN_ALIASES|NOT_SUPPORTED|NESTED_\w+|\w+_(NOT_FOUND|NOT_AGGREGATE|NOT_SCALAR|NOT_IN_DISTINCT)|TYPE_MISMATCH|INVALID_(COLUMN_REFERENCE|LITERAL|WINDOW\w*|ORDER_BY)|MISSING_\w+|DUPLICATE_\w+|TOO_MANY_ARGUMENTS|DIVISION_BY_ZERO)$/;

/** What Athena said about a statement that failed, as a failure. Names no file, bucket, account or role. */
export function athenaFailure(reason: string): DatasourceError {
  // What nobody may read is said like what is not there, of names that are only wrong, too.
  const message = reason.trim().replace(/ or requester is not authorized to access requested resources/i, "");
  const [, kind = "", rest = message] = /^([A-Z][A-Z_]+):\s*(.*)$/s.exec(message) ?? [];
  if (/bytes scanned limit/i.test(message))
    return failed(
      "The query would read more than the workgroup's limit of bytes allows. Narrow it, above all by partitions.",
    );
  if (!ABOUT_NAMES.test(kind) && /permission|access ?denied|not authorized/i.test(message))
    return misconfigured(
      "The service's own role may not read these tables, their files, or the place of the results.",
      "login",
    );
  if (/exhausted resources|^EXCEEDED_\w*MEMORY|^EXCEEDED_LOCAL/i.test(message)) return needsMemory();
  if (/^SCHEMA_NOT_FOUND|database \S+ not found/i.test(message))
    return misconfigured("There is no such database.", "database");
  if (/^(HIVE|ICEBERG|HUDI|DELTA_LAKE|PARQUET|ORC)_/.test(message))
    return failed("The files of a table cannot be read as it is declared.");
  if (/^(GENERIC_INTERNAL_ERROR|INTERNAL|NO_NODES|SERVER_|REMOTE_|PAGE_TRANSPORT)/.test(message))
    return serviceFailed();
  const said = rest
    .replaceAll(/ ?You may need to manually clean the data at location.*$/gs, "")
    .replaceAll(/'awsdatacatalog\./gi, "'");
  // Values of rows are quoted, or stand after a colon: `Value cannot be cast to date: …`.
  return failed(ABOUT_NAMES.test(kind) ? said : withoutQuotedData(said).replace(/: .*$/s, ""));
}
