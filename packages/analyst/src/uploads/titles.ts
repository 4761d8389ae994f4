import type { UploadTable } from "./database.ts";

/** What a query calls figures of a column, and how its title begins. */
const figures: readonly (readonly [prefix: string, said: string])[] = [
  ["total_", "Total"],
  ["average_", "Average"],
  ["minimum_", "Lowest"],
  ["maximum_", "Highest"],
  ["median_", "Median"],
];

/**
 * The titles of a result's columns: the headings that the files have for them, "Total Revenue (USD)" for a figure of one. Undefined
 * where a column is none of a file's, or has several headings in several tables.
 */
export function titlesOf(names: readonly string[], tables: readonly UploadTable[]): (string | undefined)[] {
  const headings = headingsIn(tables);
  const titles = names.map((name) => {
    const own = headings.get(name);
    if (own !== undefined) return own ?? undefined;
    const [prefix = "", said] = figures.find(([begin]) => name.startsWith(begin)) ?? [];
    const of = headings.get(name.slice(prefix.length));
    return said === undefined || typeof of !== "string" ? undefined : `${said} ${of}`;
  });
  // Two columns of one title could not be told apart.
  return titles.map((title, at) => (titles.indexOf(title) === at ? title : undefined));
}

/** The heading of each column, by its name; null where tables differ. */
function headingsIn(tables: readonly UploadTable[]): Map<string, string | null> {
  const headings = new Map<string, string | null>();
  for (const { name, heading = name } of tables.flatMap(({ columns }) => columns)) {
    const other = headings.get(name);
    headings.set(name, other === undefined || other === heading ? heading : null);
  }
  return headings;
}
