import type { FieldProblem } from "@parley/contract/fields";
import * as check from "fast-check";
import type * as v from "valibot";
import { junk, words } from "./values.ts";

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
  return makers.get(given.type)?.(given, known, field) ?? junk;
}

type Maker = (given: Schema, known: Known, field: string) => check.Arbitrary<unknown>;

const anything: Schema = { type: "unknown" };

const optional =
  (nil: undefined | null): Maker =>
  (given, known, field) =>
    check.option(valid(given.wrapped ?? given, known, field), { nil });

/** Values for each type of schema. */
const makers = new Map<string, Maker>([
  ["optional", optional(undefined)],
  ["nullish", optional(null)],
  ["nullable", optional(null)],
  ["string", textOrId],
  ["number", numberFor],
  ["boolean", () => check.boolean()],
  ["literal", ({ literal }) => check.constant(literal)],
  ["picklist", ({ options = [] }) => check.constantFrom(...options)],
  ["array", listFor],
  ["record", recordFor],
  ["object", objectFor],
  ["variant", variantFor],
]);

function textOrId(given: Schema, known: Known, field: string): check.Arbitrary<unknown> {
  const ids = known(field);
  if (ids.length === 0) return textLike(given);
  return check.oneof({ weight: 5, arbitrary: check.constantFrom(...ids) }, { weight: 1, arbitrary: words });
}

function numberFor(given: Schema): check.Arbitrary<unknown> {
  const isWhole = given.pipe?.some(({ type }) => type === "integer");
  const whole = check.oneof(check.integer({ min: 0, max: 10_000 }), check.constantFrom(0, 25 * 1024 * 1024, 2 ** 53));
  return isWhole ? whole : check.oneof(whole, check.double({ noNaN: true, noDefaultInfinity: true }));
}

function listFor(given: Schema, known: Known, field: string): check.Arbitrary<unknown> {
  const max = bound(given, "max_length");
  const min = bound(given, "min_length") ?? 0;
  const item = valid(given.item ?? anything, known, field);
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

function recordFor(given: Schema, known: Known): check.Arbitrary<unknown> {
  // A bound of thousands is one of characters, not of entries.
  const max = Math.min(most(given) ?? 5, 100);
  const value = valid(given.value ?? anything, known);
  const name = check.oneof(check.constantFrom("region", "a", "__proto__", "constructor", ""), words);
  return check.oneof(
    { weight: 5, arbitrary: check.dictionary(name, value, { maxKeys: 3 }) },
    {
      weight: 1,
      arbitrary: value.map((one) => Object.fromEntries(Array.from({ length: max }, (_, at) => [`k${at}`, short(one)]))),
    },
  );
}

function objectFor({ entries = {} }: Schema, known: Known): check.Arbitrary<unknown> {
  return check.record(
    Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, valid(entry, known, name)])),
    // What is required is there, and the chat that most others need; the mutations take it away.
    {
      requiredKeys: Object.keys(entries).filter(
        (name) => name === "chat_id" || !/optional|nullish/.test(entries[name]?.type ?? ""),
      ),
    },
  );
}

function variantFor({ options = [] }: Schema, known: Known): check.Arbitrary<unknown> {
  return check.oneof(...options.filter((option) => typeof option === "object").map((option) => valid(option, known)));
}

/** Long lists are of short items. */
const short = (item: unknown) => (typeof item === "string" ? item.slice(0, 100) : typeof item === "object" ? {} : item);
