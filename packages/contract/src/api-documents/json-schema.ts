import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { FieldProblem } from "../fields.ts";
import { aliases, componentOf, components } from "./components.ts";
import { described } from "./described.ts";

/** A JSON Schema (2020-12) as plain JSON. */
export type Json = Record<string, unknown>;

export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

/** True where the value is a plain object, not a list. */
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isProblem = (requirement: unknown): requirement is { problem: FieldProblem } =>
  typeof requirement === "function" && "problem" in requirement;

/** What a check of our own adds to a schema: the problem it reports says its bound. */
function boundOf(requirement: unknown, schema: Json): Json {
  if (!isProblem(requirement)) return {};
  const { type, msg, ctx = {} } = requirement.problem;
  switch (type) {
    case "string_too_long":
      return {
        maxLength: Math.min(Number(ctx["max_length"]), Number(schema["maxLength"] ?? Number.POSITIVE_INFINITY)),
      };
    case "too_long":
      // A schema has no word for a bound on how long something is as JSON.
      return msg.includes("items") ? { maxProperties: ctx["max_length"] } : {};
    // Parameters of a query are text that stands for another type.
    case "int_parsing":
      return { type: "integer" };
    case "float_parsing":
      return { type: "number" };
    case "bool_parsing":
      return { type: "boolean" };
    case "greater_than_equal":
      return { minimum: ctx["ge"] };
    case "less_than_equal":
      return { maximum: ctx["le"] };
    default:
      return {};
  }
}

/** `{anyOf: [{type: "string"}, {type: "null"}]}` said shorter: `{type: ["string", "null"]}`. */
function nullableInShort(schema: Json): Json {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [first, second]: unknown[] = anyOf;
  if (!isJson(first) || !isJson(second) || second["type"] !== "null" || typeof first["type"] !== "string")
    return schema;
  const values = Array.isArray(first["enum"]) ? { enum: [...first["enum"], null] } : {};
  return { ...rest, ...first, ...values, type: [first["type"], "null"] };
}

const isEmpty = (value: unknown): boolean => isJson(value) && Object.keys(value).length === 0;

/** Leaves out what says nothing, and says the type of a constant. */
function cleaned(schema: Json): Json {
  const { propertyNames: _always, ...said } = schema;
  if (Array.isArray(said["required"]) && said["required"].length === 0) delete said["required"];
  if (Array.isArray(said["anyOf"]) && said["anyOf"].some(isEmpty)) delete said["anyOf"];
  if (isEmpty(said["additionalProperties"])) said["additionalProperties"] = true;
  if (said["minLength"] === 0) delete said["minLength"];
  return typeof said["const"] === "string" ? { type: "string", ...said } : said;
}

/** Says every schema within one in short. A list is one of schemas or of plain values. */
function inShort(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inShort);
  if (!isJson(value)) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inShort(one)]));
  return nullableInShort(cleaned(inner));
}

const convert = (schema: v.GenericSchema, definitions: Readonly<Record<string, v.GenericSchema>> = {}): Json =>
  inShort(
    toJsonSchema(schema, {
      target: "draft-2020-12",
      typeMode: "input",
      errorMode: "ignore",
      definitions,
      overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
      overrideSchema: ({ valibotSchema }) => {
        const alias = aliases.get(valibotSchema);
        return alias === undefined ? undefined : reference(alias);
      },
      overrideAction: ({ valibotAction, jsonSchema: made }) =>
        "requirement" in valibotAction && valibotAction.type === "check"
          ? // A JSON Schema is plain JSON.
            { ...made, ...boundOf(valibotAction.requirement, made as Json) }
          : undefined,
    }),
  ) as Json; // and stays that in short

/** The schema as JSON Schema: a reference to `#/components/schemas` where it has a name, else a plain field. */
export function jsonSchema(schema: v.GenericSchema): Json {
  const name = componentOf(schema);
  if (name !== undefined) return reference(name);
  const { $schema: _version, $defs: _definitions, ...rest } = convert(schema);
  return rest;
}

/** All named schemas with the words for their fields. */
function namedSchemas(): Record<string, Json> {
  const { $defs } = convert(v.unknown(), components);
  const definitions = isJson($defs) ? $defs : {};
  return Object.fromEntries(
    Object.keys(components).map((name) => {
      const made = definitions[name];
      if (!isJson(made)) throw new Error(`no schema was made of ${name}`);
      return [name, described(name, made)];
    }),
  );
}
export const componentSchemas: Readonly<Record<string, Json>> = namedSchemas();

const isSchema = (value: object): value is v.GenericSchema => "kind" in value && value.kind === "schema";

/** What the checks of a parameter's text say of the number or truth that it stands for, and its default. */
function parameterParts(schema: v.GenericSchema): Json {
  if ("wrapped" in schema && "default" in schema) {
    // Optional schemas wrap another one.
    const parts = parameterParts(schema.wrapped as v.GenericSchema);
    const { default: fallback } = schema;
    if (fallback === undefined) return parts;
    return { ...parts, default: parts["type"] === "string" ? fallback : Number(fallback) };
  }
  if (!("pipe" in schema) || !Array.isArray(schema.pipe)) return jsonSchema(schema);
  const [first, ...actions]: object[] = schema.pipe;
  const made = first && isSchema(first) ? parameterParts(first) : {};
  for (const action of actions) {
    if (isSchema(action)) Object.assign(made, parameterParts(action));
    else if ("requirement" in action) Object.assign(made, boundOf(action.requirement, made));
  }
  return made;
}

/** The fields of a query string as JSON Schemas, and whether each must be there. */
export function queryFields(query: v.GenericSchema): { name: string; required: boolean; schema: Json }[] {
  if (!("entries" in query)) throw new Error("a query is an object");
  // The entries of an object are schemas.
  return Object.entries(query.entries as Record<string, v.GenericSchema>).map(([name, field]) => ({
    name,
    required: !("wrapped" in field),
    schema: parameterParts(field),
  }));
}
