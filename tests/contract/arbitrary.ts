import * as check from "fast-check";
import type * as v from "valibot";
import type { FieldProblem } from "@parley/contract/fields";

/** The parts of valibot's schemas and actions that arbitraries are made from. */
interface Schema {
  type: string;
  pipe?: readonly Part[];
  entries?: Record<string, Schema>;
  item?: Schema;
  value?: Schema;
  wrapped?: Schema;
  options?: readonly (string | Schema)[];
  literal?: unknown;
}
interface Part {
  kind: string;
  type: string;
  requirement?: unknown;
}

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

/** Text of any kind; most of it can be recognized. */
export const words = check.oneof(
  { weight: 4, arbitrary: check.string({ unit: "binary", maxLength: 30 }).map((text) => canary + text) },
  { weight: 3, arbitrary: check.constantFrom(...strange) },
  { weight: 2, arbitrary: check.uuid() },
  { weight: 1, arbitrary: long },
);

const withOwnProto = (value: unknown): unknown =>
  JSON.parse(`{"__proto__":${JSON.stringify(value) ?? "1"},"constructor":1}`);
const nested = (depth: number): unknown =>
  depth === 0 ? 1 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) };

/** Values that fit nowhere in particular. */
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

const bound = (schema: Schema, type: string): number | undefined => {
  const part = schema.pipe?.find((one) => one.type === type);
  return typeof part?.requirement === "number" ? part.requirement : undefined;
};
/** Bounds of the contract's own checks, which say them in their problem. */
function problems(schema: Schema): FieldProblem[] {
  const requirements = (schema.pipe ?? []).map(({ requirement }) => requirement);
  // `requires` hangs the problem on the function.
  return requirements.flatMap((requirement) =>
    typeof requirement === "function" && "problem" in requirement ? [requirement.problem as FieldProblem] : [],
  );
}
const most = (schema: Schema) =>
  problems(schema)
    .map(({ ctx }) => Number(ctx?.["max_length"]))
    .find(Number.isFinite);

function textLike(schema: Schema): check.Arbitrary<string> {
  const pattern = schema.pipe?.find((part) => part.type === "regex")?.requirement;
  if (pattern instanceof RegExp) return check.stringMatching(pattern);
  const parsed = new Set(problems(schema).map(({ type }) => type));
  if (parsed.has("int_parsing")) return check.integer({ min: -3, max: 300 }).map(String);
  if (parsed.has("float_parsing")) return check.constantFrom("0", "0.001", "-0", "1e1", "00.0", "0.5", "21");
  if (parsed.has("bool_parsing")) return check.constantFrom("true", "false", "1", "0", "TRUE");
  const [min, max] = [bound(schema, "min_length") ?? 0, most(schema) ?? 300];
  const fitting = (text: string) => {
    const characters = Array.from(text);
    return characters.length < min ? "x".repeat(min) : characters.slice(0, max).join("");
  };
  return check.oneof(
    { weight: 6, arbitrary: words.map(fitting) },
    {
      weight: 2,
      arbitrary: check.constantFrom("Which regions are there?", "north", "positive", "negative", "true").map(fitting),
    },
    // Bytes have bounds of their own: an emoji has four.
    { weight: 1, arbitrary: check.constantFrom(min, max - 1, max).map((length) => "x".repeat(length)) },
    {
      weight: 1,
      arbitrary: check.constantFrom(min, max - 1, max).map((length) => "🎉".repeat(Math.min(length, 6_000))),
    },
  );
}

/** Ids that are good for a field of this name, if it is an id's. */
export type Known = (field: string) => readonly string[];

/** Values that mostly satisfy the schema. */
export function valid(schema: v.GenericSchema | Schema, known: Known, field = ""): check.Arbitrary<unknown> {
  // Schemas are read by the parts they are made of, whatever their type says of them.
  const given = schema as Schema;
  const ids = known(field);
  switch (given.type) {
    case "optional":
    case "nullish":
    case "nullable":
      return check.option(valid(given.wrapped ?? given, known, field), {
        nil: given.type === "optional" ? undefined : null,
      });
    case "string":
      return ids.length > 0
        ? check.oneof({ weight: 5, arbitrary: check.constantFrom(...ids) }, { weight: 1, arbitrary: words })
        : textLike(given);
    case "number": {
      const isWhole = given.pipe?.some(({ type }) => type === "integer");
      const whole = check.oneof(
        check.integer({ min: 0, max: 10_000 }),
        check.constantFrom(0, 25 * 1024 * 1024, 2 ** 53),
      );
      return isWhole ? whole : check.oneof(whole, check.double({ noNaN: true, noDefaultInfinity: true }));
    }
    case "boolean":
      return check.boolean();
    case "literal":
      return check.constant(given.literal);
    case "picklist":
      return check.constantFrom(...(given.options ?? []));
    case "array": {
      const max = bound(given, "max_length");
      const min = bound(given, "min_length") ?? 0;
      const item = valid(given.item ?? { type: "unknown" }, known, field);
      return check.oneof(
        { weight: 5, arbitrary: check.array(item, { minLength: min, maxLength: Math.max(min, 3) }) },
        {
          weight: 1,
          arbitrary: check
            .tuple(item, check.constantFrom(...(max ? [max] : [2, 99, 101, 300])))
            .map(([one, count]) => Array.from({ length: count }, () => short(one))),
        },
      );
    }
    case "record": {
      // A bound of thousands is one of characters, not of entries.
      const max = Math.min(most(given) ?? 5, 100);
      const value = valid(given.value ?? { type: "unknown" }, known);
      const name = check.oneof(check.constantFrom("region", "a", "__proto__", "constructor", ""), words);
      return check.oneof(
        { weight: 5, arbitrary: check.dictionary(name, value, { maxKeys: 3 }) },
        {
          weight: 1,
          arbitrary: value.map((one) =>
            Object.fromEntries(Array.from({ length: max }, (_, at) => [`k${at}`, short(one)])),
          ),
        },
      );
    }
    case "object":
      return check.record(
        Object.fromEntries(
          Object.entries(given.entries ?? {}).map(([name, entry]) => [name, valid(entry, known, name)]),
        ),
        // What is required is there, and the chat that most others need; the mutations take it away.
        {
          requiredKeys: Object.keys(given.entries ?? {}).filter(
            (name) => name === "chat_id" || !/optional|nullish/.test(given.entries?.[name]?.type ?? ""),
          ),
        },
      );
    case "variant":
      return check.oneof(
        ...(given.options ?? []).filter((option) => typeof option === "object").map((option) => valid(option, known)),
      );
    default:
      return junk;
  }
}

/** Long lists are of short items. */
const short = (item: unknown) => (typeof item === "string" ? item.slice(0, 100) : typeof item === "object" ? {} : item);

type Mutation = { at: number; how: "replace" | "remove" | "add" | "wrap"; value: unknown };
const mutations: check.Arbitrary<Mutation[]> = check.array(
  check.record({
    at: check.nat(60),
    how: check.constantFrom("replace", "replace", "remove", "add", "wrap"),
    value: junk,
  }),
  { maxLength: 2, size: "medium" },
);

const set = (holder: object, key: string | number, value: unknown) =>
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });

/** The value with one place of it changed. */
function mutate(value: unknown, { at, how, value: other }: Mutation): unknown {
  const root = { root: structuredClone(value) };
  const places: [holder: object, key: string][] = [];
  const walk = (holder: object) => {
    for (const [key, inner] of Object.entries(holder)) {
      places.push([holder, key]);
      if (typeof inner === "object" && inner !== null && places.length < 60) walk(inner);
    }
  };
  walk(root);
  const [holder, key] = places[at % places.length] ?? [root, "root"];
  const current: unknown = Reflect.get(holder, key);
  if (how === "replace") set(holder, key, other);
  if (how === "remove") Reflect.deleteProperty(holder, key);
  if (how === "wrap") set(holder, key, [current]);
  if (how === "add" && typeof current === "object" && current !== null && !Array.isArray(current))
    set(current, "unknown_field", other);
  return root.root;
}

/** Values that satisfy the schema, or nearly do. */
export const nearly = (schema: v.GenericSchema, known: Known): check.Arbitrary<unknown> =>
  check.oneof(
    { weight: 2, arbitrary: valid(schema, known) },
    {
      weight: 3,
      arbitrary: check.tuple(valid(schema, known), mutations).map(([value, changes]) => changes.reduce(mutate, value)),
    },
  );
