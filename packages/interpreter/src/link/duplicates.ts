import type { Catalog, CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import type { Token } from "../language/tokens.ts";
import { unitOf } from "../language/units.ts";
import { plural, singular } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** What is asked for may be there twice: "duplicate invoice numbers", "which tags are listed more than once". */
const TWICE_ASKED = [
  /^(?: (?:(?:are|were|is) there|do we have|(?:do|does) (?:it|this|the \w+) (?:have|contain)|find|show(?: me)?|list|give me|check for|(?:which|what) are|how many))?(?: the| all| any)*(?: duplicated?| repeated| double)(?<of>(?: [\w-]+){1,4}?)(?: are there| do we have| exist)?$/,
  /^(?: (?:are there|do we have|(?:do|does) (?:it|this|the \w+) (?:have|contain)|find|show(?: me)?|list|check for))?(?: the| all| any)* duplicates?(?: of| in| among| for)?(?<of>(?: [\w-]+){0,4}?)$/,
  /^ (?:which|what|do any|does any|are any|is any|any|list|show)(?: of)?(?: the| all| any)*(?<of>(?: [\w-]+){1,4}?) (?:that |which )?(?:(?:is|are|was|were|has been|have been) )?(?:(?:listed|entered|recorded|booked|there|in (?:the|this) \w+|appears?|occurs?|shows? up|exists?|comes? up|repeated|duplicated?) ?)+(?: twice| (?:more than|at least) (?:once|twice)| several times| multiple times| double)?$/,
];
/** Of which pattern the words need to say that it is more than one. */
const SAYS_TWICE = /\b(?:duplicat\w*|repeated|double|twice|more than once|several times|multiple times)\b/;
const IN_THE_FILE =
  / (?:in|of) (?:the|this|my|our)(?: [\w-]+)? ?(?:file|data|table|list|sheet|spreadsheet|log|statement)$/;
const LONGEST_ASKED = 14;
/** Rows, whatever they are of. */
const ANY_ROWS = /^(?:rows?|records?|entries|entry|lines?|data|transactions?|bookings?|values?|things?)$/;
/** Where it stands with the rows before it: no two rows have the same. */
const OF_ONE_ROW = /^(?:balance|saldo|running|cumulative|id|no|nr|row|line)$/;
const MOST_ALIKE_COLUMNS = 12;

/** "are there duplicate invoice numbers?": how many rows there are for each, where there is more than one. */
export const duplicates: Rewriter = (tokens, at, catalog) => {
  const [first] = tokens;
  const words = tokens.filter(({ kind }) => kind !== "punctuation");
  if (at > 0 || first === undefined || words.length > LONGEST_ASKED) return null;
  const text = words.map(({ lower }) => lower).join(" ");
  if (!SAYS_TWICE.test(text)) return null;
  const said = ` ${text}`.replace(IN_THE_FILE, "");
  const of = TWICE_ASKED.map((pattern) => pattern.exec(said)?.groups?.["of"]).find((one) => one !== undefined);
  if (of === undefined) return null;
  const names = words.filter(({ lower }) => of.trim().split(" ").includes(lower));
  const columns = columnsOf(names, catalog);
  const [{ table } = { table: null }] = columns;
  if (table === null) return null;
  const rows = [...table.words.slice(0, -1), plural(table.words.at(-1) ?? "")];
  const row = [...table.words.slice(0, -1), singular(table.words.at(-1) ?? "")];
  const by = columns.flatMap((column, i) => [...(i === 0 ? [] : ["and"]), ...namesOf(column)]);
  return {
    tokens: written([first], ["number", "of", ...rows, "by", ...by, "with", "more", "than", "1", ...row]).map(asNumber),
    end: tokens.length,
  };
};

/** A column's words without the currency that it is in, which nobody says. */
const namesOf = ({ words, name }: CatalogColumn): readonly string[] =>
  words.length > 1 && /^[A-Z]{3}$/.test(unitOf(name) ?? "") ? words.slice(0, -1) : words;

const asNumber = (token: Token): Token => (token.lower === "1" ? { ...token, kind: "number", number: 1 } : token);

/** The columns in which rows that are there twice are the same: what is named, or all that say something of a row. */
function columnsOf(names: readonly Token[], catalog: Catalog): CatalogColumn[] {
  const tables = catalog.tables.filter(({ isView }) => !isView);
  const stems = names.map(({ stem }) => stem);
  const [first] = stems;
  const named = (catalog.columnsByStem.get(first ?? "") ?? []).filter(
    (column) => tables.includes(column.table) && stems.every((one) => column.stems.includes(one)),
  );
  const whole = named.filter(({ stems: own, essential }) =>
    [own, essential].some((all) => all.length === stems.length),
  );
  const [column, ...others] = whole.length > 0 ? whole : named;
  const rows = tables.find(
    (table) => table.stems.length === stems.length && stems.every((one) => table.stems.includes(one)),
  );
  if (rows !== undefined)
    return column?.table === rows && column.stems.length === stems.length ? [column] : ofRows(rows);
  if (column !== undefined) return others.length === 0 ? [column] : [];
  const [only, ...more] = tables;
  return only !== undefined && more.length === 0 && names.every(({ lower }) => ANY_ROWS.test(lower)) ? alike(only) : [];
}

/** What names a row, where something does; else all that it says. */
function ofRows(table: CatalogTable): CatalogColumn[] {
  const [label, ...more] = table.label.filter(({ isKey }) => !isKey);
  return label !== undefined && more.length === 0 ? [label] : alike(table);
}

function alike({ columns, stems }: CatalogTable): CatalogColumn[] {
  const telling = columns.filter(({ isPrimary, words }) => !isPrimary && !words.some((word) => OF_ONE_ROW.test(word)));
  // What is called as its rows are tells one from another.
  const own = telling.filter(({ stems: said }) => said.every((one) => stems.includes(one)));
  return own.length === 1 ? own : telling.length > MOST_ALIKE_COLUMNS ? [] : telling;
}
