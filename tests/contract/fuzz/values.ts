import * as check from "fast-check";

/** Part of every piece of text that the fuzz makes up: an answer or a log line that has it has echoed its input. */
export const canary = "ᚠᛇᚻ";

const strange = [
  "",
  " ",
  "\0",
  "\ud83d",
  "\ude00x",
  "🎉",
  "é",
  "e\u0301",
  "\u202Eevil",
  "\uFEFF",
  "__proto__",
  "constructor",
  "toString",
  "{{region}}",
  "'; DROP TABLE x; --",
  "../../etc/passwd",
  "%00%zz",
  "NaN",
  "null",
  "0",
  "-1",
  "1e400",
  "2026-02-30T25:00:00Z",
  "00000000-0000-0000-0000-000000000000",
  "\r\nX-Injected: 1",
  "<script>",
];
const long = check.constantFrom(200, 1025, 2049, 8001, 70_000).map((length) => "x".repeat(length));

/** Any character there is, half of surrogate pairs included; fast-check's own take a second to be listed. */
const character = check
  .oneof(
    { weight: 3, arbitrary: check.integer({ min: 0, max: 0x2ff }) },
    { weight: 2, arbitrary: check.integer({ min: 0, max: 0xffff }) },
    { weight: 1, arbitrary: check.integer({ min: 0, max: 0x10ffff }) },
  )
  .map((code) => String.fromCodePoint(code));

/** Text of any kind; most of it can be recognized. */
export const words = check.oneof(
  { weight: 4, arbitrary: check.string({ unit: character, maxLength: 30 }).map((text) => canary + text) },
  { weight: 3, arbitrary: check.constantFrom(...strange) },
  { weight: 2, arbitrary: check.uuid() },
  { weight: 1, arbitrary: long },
);

const withOwnProto = (value: unknown): unknown =>
  JSON.parse(`{"__proto__":${JSON.stringify(value) ?? "1"},"constructor":1}`);
const nested = (depth: number): unknown =>
  depth === 0 ? 1 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };

/** Values for no field in particular. */
export const junk: check.Arbitrary<unknown> = check.oneof(
  { weight: 3, arbitrary: check.jsonValue({ maxDepth: 2 }) },
  { weight: 3, arbitrary: words },
  {
    weight: 1,
    arbitrary: check.constantFrom(1, 65, 128, 129, 201, 1001, 4001, 8001, 24_577).map((length) => "x".repeat(length)),
  },
  {
    weight: 1,
    arbitrary: check
      .constantFrom(2, 11, 51, 65, 101, 300)
      .map((length) => Array.from({ length }, (_, at) => `item ${at}`)),
  },
  {
    weight: 4,
    arbitrary: check.constantFrom<unknown>(
      null,
      true,
      [],
      {},
      [[]],
      [null],
      { a: null },
      0,
      -0,
      -1,
      0.1,
      1e300,
      5e-324,
      2 ** 53 + 2,
      -(2 ** 63),
      nested(10),
      nested(23),
      nested(60),
      withOwnProto({ polluted: true }),
      { length: 1 },
      { "": 1, "\ud83d": 2, "a.b": 3, $ref: "#" },
    ),
  },
);
