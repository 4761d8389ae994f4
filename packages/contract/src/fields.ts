import * as v from "valibot";
import { separately } from "./separately.ts";
import { limits } from "./limits.ts";

/** A field problem in Pydantic's words (D5), carried by checks for which valibot has no type. */
export interface FieldProblem {
  type: string;
  msg: string;
  ctx?: Record<string, unknown>;
}

/** A requirement function that knows the problem it reports. */
export type Requirement = ((input: never) => boolean) & { problem: FieldProblem };

/** A check whose failure is reported as `problem`. */
export function requires<T>(holds: (input: T) => boolean, problem: FieldProblem) {
  return v.check<T>(Object.assign((input: T) => holds(input), { problem }));
}

const plural = (count: number) => (count === 1 ? "" : "s");

/** At most `max` characters, counted as Unicode code points like Pydantic does. */
export const maxCharacters = (max: number) =>
  requires((input: string) => input.length <= max || (input.length <= 2 * max && Array.from(input).length <= max), {
    type: "string_too_long",
    msg: `String should have at most ${max} character${plural(max)}`,
    ctx: { max_length: max },
  });

/** What Pydantic says if an integer is not a number at all. */
export const NO_INTEGER = "Input should be a valid integer";

/** A whole number, not below zero. */
export const count = v.pipe(v.number(NO_INTEGER), v.integer(), v.minValue(0));

/** A string of `min` to `max` characters. */
export const text = (min: number, max: number) => v.pipe(v.string(), v.minLength(min), maxCharacters(max));

/** A string that may be absent or null. */
export const optionalText = (max: number) => v.nullish(text(0, max));

export const Timestamp = v.pipe(v.string(), v.isoTimestamp());

/** The text of a message: 1 to 8,000 characters and at most 24 KB of UTF-8 (D47). */
export const MessageText = v.pipe(
  text(1, limits.message_characters),
  requires(
    (input: string) =>
      input.length * 3 <= limits.message_bytes || new TextEncoder().encode(input).length <= limits.message_bytes,
    {
      type: "string_too_long",
      msg: `String should have at most ${limits.message_bytes} bytes`,
      ctx: { max_length: limits.message_bytes },
    },
  ),
);

/** Names that valibot's record leaves out, and that a plain object may have as its own all the same. */
const leftOut = ["constructor", "prototype"];

/** A record that, unlike valibot's, refuses a list and keeps every name but `__proto__`: `{{constructor}}` is a placeholder, too. */
export function dictionary<Value extends v.GenericSchema>(
  value: Value,
): v.RecordSchema<v.StringSchema<undefined>, Value, undefined> {
  type Failed = v.FailureDataset<v.StringIssue | v.RecordIssue | v.InferIssue<Value>>;
  const schema = v.record(v.string(), value);
  return {
    ...schema,
    "~run"(dataset, config) {
      const input = dataset.value;
      if (Array.isArray(input)) {
        v._addIssue(this, "type", dataset, config);
        // An untyped dataset with an issue is a failed one; the helper's type does not say so.
        return dataset as unknown as Failed;
      }
      const known = schema["~run"](dataset, config);
      if (typeof input !== "object" || input === null) return known;
      const names = leftOut.filter((name) => Object.hasOwn(input, name));
      if (names.length === 0) return known;
      const others = v.object(Object.fromEntries(names.map((name) => [name, value])))["~run"]({ value: input }, config);
      if (known.typed && others.typed) Object.assign(known.value, others.value);
      if (!others.issues) return known;
      // The issues are those of `value` at the place of its field, as the record's own are.
      return { typed: false, value: input, issues: [...(known.issues ?? []), ...others.issues] } as unknown as Failed;
    },
  };
}

/** Values for the `{{name}}` placeholders of a saved query (D47). */
export const Parameters = v.pipe(
  dictionary(text(0, limits.parameter_characters)),
  requires((input: Record<string, string>) => Object.keys(input).length <= limits.parameters, {
    type: "too_long",
    msg: `Dictionary should have at most ${limits.parameters} items after validation`,
    ctx: { field_type: "Dictionary", max_length: limits.parameters },
  }),
);

/** Ids of uploads; their number (D39) is checked later where the transport has an error of its own for it. */
export const UploadIds = v.pipe(v.array(v.string()), v.maxLength(limits.uploads_per_message));

/** Ids that the scope rule judges, every one of them: clients may send more than are kept (D59). */
export const ProjectIds = v.pipe(v.array(v.string()), v.maxLength(limits.scope_ids_per_request));

/** A whole number as text, at least `min`. */
const integerText = (min: number) =>
  v.pipe(
    v.string(),
    requires((input: string) => /^[+-]?\d{1,15}$/.test(input), {
      type: "int_parsing",
      msg: "Input should be a valid integer, unable to parse string as an integer",
    }),
    v.transform(Number),
    requires((input: number) => input >= min, {
      type: "greater_than_equal",
      msg: `Input should be greater than or equal to ${min}`,
      ctx: { ge: min },
    }),
  );

/** A place in a turn's event log, in a query string or a header (D23). */
export const LogPlace = v.optional(integerText(0));

const integerTextBetween = (min: number, max: number) =>
  v.pipe(
    integerText(min),
    requires((input: number) => input <= max, {
      type: "less_than_equal",
      msg: `Input should be less than or equal to ${max}`,
      ctx: { le: max },
    }),
  );

/** A whole number in a query string, with bounds and a default. */
export const queryInteger = (fallback: number, min: number, max: number) =>
  v.optional(integerTextBetween(min, max), String(fallback));

/** A whole number in a query string that may be left out, with bounds. */
export const optionalQueryInteger = (min: number, max: number) => v.optional(integerTextBetween(min, max));

/** A number of seconds in a query string, fractions allowed. */
export const querySeconds = (max: number) =>
  v.optional(
    v.pipe(
      v.string(),
      requires((input: string) => /^[+-]?\d{1,15}(\.\d{1,6})?$/.test(input), {
        type: "float_parsing",
        msg: "Input should be a valid number, unable to parse string as a number",
      }),
      v.transform(Number),
      requires((input: number) => input >= 0, {
        type: "greater_than_equal",
        msg: "Input should be greater than or equal to 0",
        ctx: { ge: 0 },
      }),
      requires((input: number) => input <= max, {
        type: "less_than_equal",
        msg: `Input should be less than or equal to ${max}`,
        ctx: { le: max },
      }),
    ),
    "0",
  );

/** A true or false in a query string. */
export const queryBoolean = /* @__PURE__ */ separately(() =>
  v.optional(
    v.pipe(
      v.string(),
      requires((input: string) => /^(true|false|1|0)$/i.test(input), {
        type: "bool_parsing",
        msg: "Input should be a valid boolean, unable to interpret input",
      }),
      v.transform((input) => /^(true|1)$/i.test(input)),
    ),
  ),
);
