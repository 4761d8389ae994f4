import { rowsText } from "../row-counts.ts";
import type { UploadTable } from "./database.ts";

/** Words that ask for a number, and for what a table is made of. */
const counting = new Set(["how", "many", "number", "count", "total", "size", "length"]);
const rows = new Set(["row", "rows", "record", "records", "entry", "entries", "line", "lines"]);
const beside = new Set(
  `a all and are altogether attached attachment can contain contains csv data did do does excel file files for give has have
   i in is it its json me my of our parquet please sheet sheets show spreadsheet table tables tell that the there these they this
   those upload uploaded us we what whole workbook xlsx you`.split(/\s+/),
);

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * True if a question asks for nothing but the number of rows of the attached tables ("How many rows are in sales.csv?").
 * What else it says (a condition, a group) is for the interpreter to read; so is a column that is called "lines".
 */
export function asksForRows(text: string, tables: readonly UploadTable[]): boolean {
  const named = new Set(tables.flatMap(({ filename, name }) => wordsOf(`${filename} ${name.replaceAll("_", " ")}`)));
  const columns = new Set(tables.flatMap(({ columns: all }) => all.map((column) => column.name)));
  const words = wordsOf(text).filter((word) => !beside.has(word));
  const asked = words.filter((word) => rows.has(word));
  return (
    tables.length > 0 &&
    asked.length === 1 &&
    !asked.some((word) => columns.has(word)) &&
    words.some((word) => word === "many" || word === "number" || word === "count") &&
    words.every((word) => counting.has(word) || rows.has(word) || named.has(word))
  );
}

/** The query that counts the rows of each table. */
export const rowCountSql = (tables: readonly UploadTable[]): string =>
  tables.length === 1
    ? `SELECT COUNT(*) AS row_count\nFROM "${tables[0]?.name}"`
    : tables
        .map(({ name }) => `SELECT '${name}' AS table_name, COUNT(*) AS row_count FROM "${name}"`)
        .join("\nUNION ALL ");

/** The counts in words: "sales.csv has 5 rows." */
export function rowCountSentence(tables: readonly UploadTable[]): string {
  const counted = tables.map(({ filename, name, row_count }) => {
    const shared = tables.filter((table) => table.filename === filename).length > 1;
    const count = rowsText(row_count);
    return `${shared ? `${name} (${filename})` : filename} has ${count}`;
  });
  return `${counted.join("; ")}, headings not counted.`;
}

const COLUMNS_TOLD = 30;
const typeWords: Readonly<Record<string, string>> = { integer: "number", real: "number", boolean: "true or false" };

/** Words of a question about what there is, rather than what it says. */
const asksContent = new Set(
  `about column columns contain contains content contents describe description explain field fields heading headings header headers
   hold holds include included includes inside look looks like name names overview s sample see sheet sheets structure summarise summarize summary table tables type types what which
   kind sort information how many number`.split(/\s+/),
);
const content =
  /\b(?:what(?:'s|’s| is| are| do| does| information| data| kind)|describe|explain|overview|summar(?:y|i[sz]e)|which (?:columns|fields|headings|sheets|tables)|structure|sample|(?:list (?:the |all )*|how many )(?:columns|fields|headings|sheets|tables))\b/i;
const fileWords =
  /\b(?:files?|data|sheets?|tables?|workbook|spreadsheet|excel|csv|xlsx|upload(?:ed)?|columns?|fields?|headings?|headers?)\b/i;

/** True if a question asks for nothing but what the attached files hold ("What's in this file?", "Which columns are there?"). */
export function asksForContents(text: string, tables: readonly UploadTable[]): boolean {
  if (tables.length === 0 || text.length > LONGEST_REQUEST || !content.test(text)) return false;
  if (/^what(?:'s|’s| is) (?:in|inside) (?:it|this|there|here|them|these)[?.! ]*$/i.test(text.trim())) return true;
  const named = new Set(tables.flatMap(({ filename }) => wordsOf(filename)));
  const words = wordsOf(text);
  const isNamed = words.some((word) => named.has(word) && !beside.has(word));
  return (
    (fileWords.test(text) || isNamed) &&
    words.every(
      (word) =>
        beside.has(word) ||
        asksContent.has(word) ||
        named.has(word) ||
        /^(?:list|quick|short|brief|first|briefly|an|get)$/.test(word),
    )
  );
}

const LONGEST_REQUEST = 120;

/** The first rows of a file's table. */
export const firstRowsSql = ({ name }: UploadTable): string => `SELECT *\nFROM "${name}"\nLIMIT 5`;

/** What a file's table holds: "sales.csv: 5 rows with category (text), amount (number)." */
export function contentsOf({ filename, name, columns, row_count }: UploadTable): string {
  const told = columns
    .slice(0, COLUMNS_TOLD)
    .map((column) => `${column.heading ?? column.name} (${typeWords[column.type] ?? column.type})`);
  const more =
    columns.length > COLUMNS_TOLD ? ` and ${columns.length - COLUMNS_TOLD} more, ${columns.length} columns in all` : "";
  return `${filename} is read as the table ${name}: ${rowsText(row_count)} with ${told.join(", ")}${more}.`;
}
