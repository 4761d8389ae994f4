import type { Dialect } from "@parley/datasource/types";

/** Strings, quoted names, words, numbers, spaces, and single characters. */
const postgres = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*|[\d.]+|\s+|./gsu;
const pieces = {
  postgres,
  duckdb: postgres,
  redshift: postgres,
  athena: postgres,
  sqlite: /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[\p{L}_][\p{L}\p{N}_$]*|[\d.]+|\s+|./gsu,
  mysql: /'(?:[^'\\]|''|\\.)*'|"(?:[^"\\]|""|\\.)*"|`[^`]*`|[\p{L}_][\p{L}\p{N}_$]*|[\d.]+|\s+|./gsu,
} as const satisfies Record<Dialect, RegExp>;

/** The name that a piece of SQL is; null for any other. */
function nameOf(piece: string, dialect: Dialect): string | null {
  const [first = ""] = piece;
  if (/[\p{L}_]/u.test(first)) return piece;
  const isQuoted = first === "`" || first === "[" || (first === '"' && dialect !== "mysql");
  return isQuoted && piece.length > 2 ? piece.slice(1, -1) : null;
}

/** True where a name between these stands for no column: functions, types, fields of dates, typed literals, names with a table. */
function isOther(before: readonly string[], next: string): boolean {
  const [last = "", last2 = ""] = before;
  if (next === "(" || next === "." || last === "." || next.startsWith("'")) return true;
  if (/^(as|interval)$/i.test(last) || /^interval$/i.test(last2)) return true;
  return last === "(" && /^(extract|cast)$/i.test(last2) && /^from$/i.test(next);
}

/**
 * An expression with each of the table's columns under the table's name, so that it means the same beside other tables.
 * `columns` are in small letters, `prefix` is SQL. Columns that have a table's name already stay as they are.
 */
export function qualified(
  sql: string,
  { dialect, prefix, columns }: { dialect: Dialect; prefix: string; columns: ReadonlySet<string> },
): string {
  const all = sql.match(pieces[dialect]) ?? [];
  const said = all.map((piece, at) => ({ piece, at })).filter(({ piece }) => piece.trim() !== "");
  const written = [...all];
  said.forEach(({ piece, at }, place) => {
    const name = nameOf(piece, dialect);
    if (name === null || !columns.has(name.toLowerCase())) return;
    const before = [said[place - 1]?.piece ?? "", said[place - 2]?.piece ?? ""];
    if (!isOther(before, said[place + 1]?.piece ?? "")) written[at] = `${prefix}.${piece}`;
  });
  return written.join("");
}
