import { type RawTable, type RawValue, UnreadableFile } from "./raw.ts";

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Tables of a JSON text: an array of objects, an object that holds such arrays, or one object a line. */
export function parseJsonRecords(text: string, name: string): RawTable[] {
  const value = parse(text.replace(/^\uFEFF/, ""));
  if (Array.isArray(value)) return [tableOf(name, value)];
  if (!isFields(value)) throw new UnreadableFile("the JSON holds no records");
  const lists = Object.entries(value).filter(
    (entry): entry is [string, unknown[]] => Array.isArray(entry[1]) && entry[1].some(isFields),
  );
  if (lists.length === 0) return [tableOf(name, [value])];
  return lists.map(([key, list]) => tableOf(lists.length === 1 ? name : `${name} ${key}`, list));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    try {
      return lines.map((line): unknown => JSON.parse(line));
    } catch {
      throw new UnreadableFile("it is no valid JSON");
    }
  }
}

function tableOf(name: string, list: readonly unknown[]): RawTable {
  const records = list.map((entry) => (isFields(entry) ? flat(entry) : { value: scalar(entry) }));
  const headers = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return { name, headers, rows: records.map((record) => headers.map((header) => record[header] ?? null)) };
}

/** Objects inside a record become columns of their own; lists stay JSON text. */
function flat(record: Fields, prefix = "", depth = 0): Record<string, RawValue> {
  const result: Record<string, RawValue> = Object.create(null);
  for (const [key, value] of Object.entries(record)) {
    if (isFields(value) && depth < 3) Object.assign(result, flat(value, `${prefix}${key}_`, depth + 1));
    else result[prefix + key] = scalar(value);
  }
  return result;
}

const scalar = (value: unknown): RawValue => {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return JSON.stringify(value);
};
