import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";
import { Agent } from "../agent.ts";
import { AuthenticationResult } from "../authentication.ts";
import { Chat } from "../chat.ts";
import { ErrorCoded, ErrorFields, ErrorRateLimit, ErrorText } from "../errors.ts";
import { ErrorData, ToolCall, ToolResult } from "../event.ts";
import type { FieldProblem } from "../fields.ts";
import { Integration } from "../integration.ts";
import { Memory, OrderedMemory } from "../memory.ts";
import { Message } from "../message.ts";
import { Model } from "../model.ts";
import { Project } from "../project.ts";
import { Rule } from "../rule.ts";
import { SavedQuery } from "../saved-query.ts";
import { Turn, TurnDetail } from "../turn.ts";
import { Upload } from "../upload.ts";
import { Chart, Table } from "../visualization.ts";
import { VoiceSession } from "../voice.ts";

/** A JSON Schema (2020-12) as plain JSON. */
export type Json = Record<string, unknown>;

/** Schemas with a name of their own in the documents. */
const named: Record<string, v.GenericSchema> = {
  Agent,
  AuthenticationResult,
  Chart,
  Chat,
  ErrorCoded,
  ErrorData,
  ErrorFields,
  ErrorRateLimit,
  ErrorText,
  Integration,
  Memory,
  Message,
  Model,
  OrderedMemory,
  Project,
  Rule,
  SavedQuery,
  Table,
  ToolCall,
  ToolResult,
  Turn,
  TurnDetail,
  Upload,
  VoiceSession,
};

/** What a check of our own adds to a schema: the problem it reports says its bound. */
function boundOf(requirement: unknown, schema: Json): Json {
  if (typeof requirement !== "function" || !("problem" in requirement)) return {};
  // `requires` puts a FieldProblem there.
  const { type, ctx } = requirement.problem as FieldProblem;
  switch (type) {
    case "string_too_long":
      return {
        maxLength: Math.min(Number(ctx?.["max_length"]), Number(schema["maxLength"] ?? Number.POSITIVE_INFINITY)),
      };
    case "too_long":
      return { maxProperties: ctx?.["max_length"] };
    // Parameters of a query are text that stands for another type.
    case "int_parsing":
      return { type: "integer" };
    case "float_parsing":
      return { type: "number" };
    case "bool_parsing":
      return { type: "boolean" };
    default:
      return {};
  }
}

const convert = (schema: v.GenericSchema): Json =>
  // A JSON Schema is plain JSON.
  toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode: "input",
    errorMode: "ignore",
    definitions: named,
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
    overrideAction: ({ valibotAction, jsonSchema: made }) =>
      "requirement" in valibotAction && valibotAction.type === "check"
        ? // A JSON Schema is plain JSON.
          { ...made, ...boundOf(valibotAction.requirement, made as Json) }
        : undefined,
  }) as Json;

/** The schema as JSON Schema; named schemas are references to `#/components/schemas`. */
export function jsonSchema(schema: v.GenericSchema): Json {
  const { $schema: _version, $defs: _definitions, ...rest } = convert(schema);
  return rest;
}

/** All named schemas, for `components.schemas`. */
export function componentSchemas(): Json {
  const { $defs } = convert(Message);
  const definitions: Json = { ...(typeof $defs === "object" && $defs) };
  return Object.fromEntries(Object.keys(named).map((name) => [name, definitions[name]]));
}
