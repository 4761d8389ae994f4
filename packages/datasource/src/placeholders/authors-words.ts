import { DatasourceError } from "../types.ts";

/**
 * A failure of SQL with placeholders, as its author can read it: the database names `$1`, which the author did not write, and
 * does not say which value it could not read.
 */
export function inAuthorsWords(
  error: DatasourceError,
  origins: readonly string[],
  names: readonly string[],
): DatasourceError {
  if (error.code !== "SQL_FAILED" || names.length === 0) return error;
  const untyped = /^could not determine data type of parameter \$(\d+)/.exec(error.message)?.[1];
  if (untyped !== undefined) {
    const origin = origins[Number(untyped) - 1] ?? "a placeholder";
    return new DatasourceError(error.code, `The type of ${origin} is not clear: write a cast, as in ${origin}::text`);
  }
  const message = error.message.replace(/\$(\d+)/g, (place, number) => origins[Number(number) - 1] ?? place);
  const isValue = /^(invalid|incorrect|malformed|truncated)|out of range|not recognized|must not be negative/i.test(
    message,
  );
  return new DatasourceError(error.code, isValue ? `${message}. Check what was given for ${listed(names)}.` : message);
}

const listed = (names: readonly string[]) =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
