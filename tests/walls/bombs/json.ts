import { type Bomb, bombsOf, KB } from "./bomb.ts";

const json = bombsOf("bomb.json");
const list = (count: number, item: (at: number) => string) => Array.from({ length: count }, (_, at) => item(at)).join();
/** Records in records, with a long name at each level. */
const longNames = (level: number): string =>
  `{"${"k".repeat(900)}":${level === 0 ? list(1, () => "1") : longNames(level - 1)}}`;

export const jsons: Bomb[] = [
  json("100,000 lists in each other", "[".repeat(100_000) + "]".repeat(100_000), /nested/),
  json("lists that open and never close", "[".repeat(500 * KB), /nested/),
  json("100,000 objects in each other", `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`, /nested/),
  json("deep lists beside a long number", `[1234567890123456789,${"[".repeat(50_000)}${"]".repeat(50_000)}]`, /nested/),
  json("deep lists on each line", `{"a":${"[".repeat(99)}${"]".repeat(99)}}\n`.repeat(1_000)),
  json("an object of 100,000 fields", () => `{${list(100_000, (at) => `"k${at}":1`)}}`, /columns/),
  json("5,000 records of a field of their own", () => `[${list(5_000, (at) => `{"k${at}":1}`)}]`, /columns/),
  json(
    "a wide record above 100,000 empty ones",
    () => `[{${list(1_900, (at) => `"k${at}":1`)}},${list(100_000, () => "{}")}]`,
    /cells/,
  ),
  json(
    "a wide row above 100,000 empty ones",
    () => `[[${list(1_900, () => "1")}],${list(100_000, () => "[]")}]`,
    /cells/,
  ),
  json("3,000 columns by their names", () => `{${list(3_000, (at) => `"k${at}":[1,2]`)}}`, /columns/),
  json("5,000 tables", () => `{${list(5_000, (at) => `"t${at}":[{"a":1}]`)}}`, /tables/),
  json("a field's name of 1 MB", `[{"${"k".repeat(1000 * KB)}":1}]`, /name/),
  json("long names at each level", `[${longNames(3)}]`, /name/),
  json("a number of 500 KB", `[{"a":${"1".repeat(500 * KB)}}]`),
  json("numbers beyond what a number holds", () => `[${list(20_000, () => "1e999999")}]`),
  json("a string of escapes", `[{"a":"${"\\u0000".repeat(100 * KB)}"}]`),
  json("halves of characters", `[{"a":"${"\\ud800".repeat(50 * KB)}"}]`),
  json("a backslash at its end", `[{"a":"${"\\\\".repeat(100 * KB)}\\`, /JSON/),
  json("fields called like an object's own", `[{"__proto__":{"a":1},"constructor":2,"toString":3}]`),
  json("200,000 empty objects", () => `[${list(200_000, () => "{}")}]`, /empty/),
];
