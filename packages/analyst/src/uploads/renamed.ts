import type { Question } from "@parley/core/answer/answer";
import { calledAfter } from "./called.ts";
import type { UploadTable } from "./database.ts";
import { isTabular } from "./file-kind.ts";
import { safeName } from "./safe-name.ts";

/**
 * A question whose turns before speak of the attached tables by the names that these have now: a file that came since may have
 * changed them, as two that are about "sales" keep their own names.
 */
export function asCalledNow(question: Question, tables: readonly UploadTable[]): Question {
  // A database may have a table of such a name, which keeps it.
  const renamed = question.integration === null ? renamedSince(question, tables) : new Map<string, string>();
  if (renamed.size === 0) return question;
  return {
    ...question,
    history: question.history.map((turn) => ({ ...turn, state: withNames(turn.state, renamed) })),
  };
}

/** The names that tables have now, by those that they had before the files of this message came. */
function renamedSince(
  { uploads, history }: Pick<Question, "uploads" | "history">,
  tables: readonly UploadTable[],
): ReadonlyMap<string, string> {
  const known = new Set(history.flatMap(({ upload_ids: ids }) => ids ?? []));
  const files = uploads.filter(({ filename }) => isTabular(filename));
  const now = calledAfter(files.map(({ filename }) => filename));
  const before = calledAfter(files.filter(({ id }) => known.has(id)).map(({ filename }) => filename));
  const renamed = new Map<string, string>();
  for (const { filename, name, columns } of tables) {
    const [was, is] = [before, now].map((called) => safeName(called.get(filename) ?? "", "", new Set()));
    if (!was || !is || was === is || !name.startsWith(is)) continue;
    // The rows of a table whose figures have its name are called lines.
    const old = columns.some((column) => column.name === was) ? "lines" : `${was}${name.slice(is.length)}`;
    if (!tables.some((table) => table.name === old)) renamed.set(old, name);
  }
  return renamed;
}

/** Where plain JSON of a form says names of tables. */
const SAY_TABLES = new Set(["subject", "table", "per", "joins", "optional", "via"]);

function withNames(state: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof state !== "object" || state === null) return state;
  const text = JSON.stringify(state, (key: string, value: unknown) => {
    if (!SAY_TABLES.has(key)) return value;
    if (typeof value === "string") return renamed.get(value) ?? value;
    return Array.isArray(value)
      ? value.map((one: unknown) => (typeof one === "string" ? inTable(one, renamed) : one))
      : value;
  });
  const renewed: unknown = JSON.parse(text);
  return renewed;
}

/** "sales", or a column of theirs, "sales.day". */
function inTable(name: string, renamed: ReadonlyMap<string, string>): string {
  const [table = "", ...rest] = name.split(".");
  return [renamed.get(table) ?? table, ...rest].join(".");
}
