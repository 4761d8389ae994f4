import { JSON_LEVELS, NAME_CHARACTERS, TABLE_COLUMNS, told } from "../file-reader/limits.ts";
import { checkArea, type RawTable, type RawValue, tooManyColumns, UnreadableFile } from "./raw-table.ts";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Levels of objects that are looked through for records, and that become columns. */
const DEEPEST = 4;

/**
 * Tables of a JSON text: an array of objects or of rows, an object that holds such arrays at any place, records or columns
 * by their names, or one object a line.
 */
export function parseJsonRecords(text: string, name: string): RawTable[] {
  checkLevels(text);
  const value = parse(text.replace(/^\uFEFF/, ""));
  if (Array.isArray(value)) return [tableOf(name, value)];
  if (!isFields(value)) throw new UnreadableFile("the JSON holds no records");
  const lists = listsIn(value, DEEPEST);
  if (lists.length > 0)
    return lists.map(([path, list]) => tableOf(lists.length === 1 ? nameOfOnly(name, path) : `${name} ${path}`, list));
  return [columnar(name, value) ?? keyed(name, value) ?? tableOf(name, [value])];
}

/** Keys that say nothing about what stands below them. */
const IDLE_KEY =
  /^(?:data|items?|results?|records?|rows?|values?|list|entries|elements|objects|response|payload|body|content)$/i;

/** What the only list of a file holds, as far as its key says: an export may be called anything. */
function nameOfOnly(name: string, path: string): string {
  const key = path.split(" ").at(-1) ?? "";
  return IDLE_KEY.test(key) || !/^\p{L}[\p{L}_ -]{2,40}$/u.test(key) ? name : key;
}

/** Refuses what is nested too deeply for the code that walks through it, before it does. */
function checkLevels(text: string): void {
  let level = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        level += 1;
        if (level > JSON_LEVELS) throw new UnreadableFile("it is nested too deeply");
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        level -= 1;
    }
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where a string that begins at `from` ends. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

function parse(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    try {
      return lines.map((line): unknown => parseExactly(line));
    } catch {
      throw new UnreadableFile("it is not valid JSON");
    }
  }
}

/** Whole numbers that a double cannot hold keep their digits, as text. */
function parseExactly(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === "number" &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    /^-?\d+$/.test(context?.source ?? "")
      ? context?.source
      : value,
  );
}

/** The arrays of objects inside an object, by their paths. */
function listsIn(value: Fields, depth: number): [path: string, list: unknown[]][] {
  return Object.entries(value).flatMap(([key, entry]): [string, unknown[]][] => {
    if (Array.isArray(entry)) return entry.some(isFields) ? [[key, entry]] : [];
    if (!isFields(entry) || depth === 0) return [];
    return listsIn(entry, depth - 1).map(([path, list]): [string, unknown[]] => [`${key} ${path}`, list]);
  });
}

/** `{"city": ["Leeds", "York"], "n": [1, 2]}`: arrays of one length are columns. */
function columnar(name: string, value: Fields): RawTable | null {
  const columns = Object.values(value);
  const [first] = columns;
  const alike = columns.every(
    (column) => Array.isArray(column) && Array.isArray(first) && column.length === first.length,
  );
  if (!alike || !Array.isArray(first) || first.length === 0) return null;
  checkArea(first.length, columns.length);
  return {
    name,
    headers: Object.keys(value),
    rows: first.map((_, at) => columns.map((column) => scalar(Array.isArray(column) ? column[at] : null))),
  };
}

/** `{"leeds": {"n": 1}, "york": {"n": 2}}`: records of the same fields by their keys. */
function keyed(name: string, value: Fields): RawTable | null {
  const records = Object.entries(value);
  const fieldsOf = (entry: unknown) => (isFields(entry) ? Object.keys(entry).toSorted().join("\n") : null);
  const shape = fieldsOf(records[0]?.[1]);
  if (records.length < 2 || !shape || records.some(([, entry]) => fieldsOf(entry) !== shape)) return null;
  return tableOf(
    name,
    records.map(([key, entry]) => ({ key, ...(isFields(entry) ? entry : {}) })),
  );
}

function tableOf(name: string, list: readonly unknown[]): RawTable {
  const rows = list.filter((entry) => Array.isArray(entry));
  if (rows.length > 0 && rows.length === list.length) return tableOfRows(name, rows);
  const records = list.map((entry) => (isFields(entry) ? flat(entry) : { value: scalar(entry) }));
  const named = new Set<string>();
  for (const record of records) {
    for (const field in record) named.add(field);
    if (named.size > TABLE_COLUMNS) throw tooManyColumns();
  }
  const headers = [...named];
  checkArea(records.length, headers.length);
  return { name, headers, rows: records.map((record) => headers.map((header) => record[header] ?? null)) };
}

/** Rows as arrays; the first one names the columns if it has only texts and the others have more. */
function tableOfRows(name: string, rows: readonly (readonly unknown[])[]): RawTable {
  const [first = [], ...others] = rows;
  const isText = (cell: unknown) => typeof cell === "string" && cell !== "";
  const named = others.length > 0 && first.every(isText) && !others.every((row) => row.every(isText));
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  checkArea(rows.length, width);
  const headers = Array.from({ length: width }, (_, at) => (named ? String(scalar(first[at]) ?? "") : ""));
  return { name, headers, rows: (named ? others : rows).map((row) => headers.map((_, at) => scalar(row[at]))) };
}

/** Objects inside a record become columns of their own; lists stay JSON text. */
function flat(record: Fields, prefix = "", depth = 0): Record<string, RawValue> {
  const result: Record<string, RawValue> = Object.create(null);
  for (const [key, value] of Object.entries(record)) {
    if (prefix.length + key.length > NAME_CHARACTERS)
      throw new UnreadableFile(`the name of one of its fields has more than ${told(NAME_CHARACTERS)} characters`);
    if (isFields(value) && depth < DEEPEST - 1) Object.assign(result, flat(value, `${prefix}${key}_`, depth + 1));
    else result[prefix + key] = scalar(value);
  }
  return result;
}

const scalar = (value: unknown): RawValue => {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
};
