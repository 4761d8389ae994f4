import type * as v from "valibot";
import {
  ErrorCoded,
  type ErrorCode,
  ErrorFields,
  ErrorRateLimit,
  errorText,
  ErrorText,
  visibleErrors,
} from "../errors.ts";
import { type Operation } from "../operation.ts";
import { routes } from "../routes.ts";
import { descriptions, examples } from "./words.ts";
import { componentSchemas, type Json, jsonSchema } from "./json-schema.ts";

const texts: Record<number, string> = {
  200: "Success",
  202: "Accepted",
  204: "Done, no content",
};

/** The failures of an operation, with those that follow from who may call it and what it takes. */
export function failuresOf(operation: Operation): ErrorCode[] {
  const { access, id } = operation;
  const isMembers = access === "member" || access === "admin";
  return [
    ...(isMembers
      ? [id === "voice_session.create" ? ("AUTHENTICATION_REQUIRED" as const) : ("MISSING_AUTHORIZATION" as const)]
      : []),
    ...(isMembers ? ["INVALID_TOKEN" as const] : []),
    ...(access === "admin" ? ["ADMIN_REQUIRED" as const] : []),
    ...(operation.body !== undefined || operation.query !== undefined ? ["VALIDATION_FAILED" as const] : []),
    ...operation.errors,
  ];
}

/** Every status an operation may answer but for the unexpected 500. */
export const statusesOf = (operation: Operation): number[] => {
  const failures = failuresOf(operation).map((code) => visibleErrors[code].status);
  return [...new Set([operation.status, ...failures])].toSorted((a, b) => a - b);
};

/** The body of one failure as its operation shows it; no value where it has nothing to show. */
function failureExample(operation: Operation, code: ErrorCode): { schema: v.GenericSchema; value: unknown } {
  const { status, message } = visibleErrors[code];
  if (code === "RATE_LIMIT") return { schema: ErrorRateLimit, value: { code, retry_after_seconds: 7 } };
  if (code === "VALIDATION_FAILED") {
    const problem = { type: "json_invalid", loc: ["body", 0], msg: "JSON decode error" };
    return { schema: ErrorFields, value: operation.body && { detail: [problem], code } };
  }
  if (status === 409 || (operation.errorShape === "coded" && operation.errors.includes(code))) {
    const missing = code === "MISSING_QUERY_PARAMETER" ? { missing: ["region"] } : {};
    return { schema: ErrorCoded, value: { detail: { code, message, ...missing }, code } };
  }
  return { schema: ErrorText, value: errorText(code) };
}

function failureResponse(operation: Operation, status: number): Json {
  const codes = failuresOf(operation).filter((code) => visibleErrors[code].status === status);
  const shown = codes.map((code) => ({ code, ...failureExample(operation, code) }));
  const schemas = [...new Set(shown.map(({ schema }) => schema))].map(jsonSchema);
  const [only] = schemas;
  return {
    description: codes.map((code) => visibleErrors[code].message).join("; "),
    ...(status === 429 && {
      headers: {
        "Retry-After": { description: "Seconds until the next request will pass", schema: { type: "integer" } },
      },
    }),
    ...(status >= 500 && {
      headers: { "X-Debug-Id": { description: "Names the log line of this failure", schema: { type: "string" } } },
    }),
    content: {
      "application/json": {
        schema: schemas.length === 1 ? only : { anyOf: schemas },
        examples: Object.fromEntries(shown.flatMap(({ code, value }) => (value ? [[code, { value }]] : []))),
      },
    },
  };
}

function successResponse(operation: Operation): Json {
  const description = texts[operation.status] ?? "";
  if (operation.produces) return { description, content: { [operation.produces]: { schema: { type: "string" } } } };
  if (!operation.reply) return { description };
  const example = examples[operation.id]?.reply;
  return {
    description,
    content: { "application/json": { schema: jsonSchema(operation.reply), ...(example !== undefined && { example }) } },
  };
}

function requestBody(operation: Operation): Json | undefined {
  const content: Json = {};
  if (operation.multipart) {
    const fields = Object.entries(operation.multipart).map(([name, { description, many }]) => {
      const file = { type: "string", contentMediaType: "application/octet-stream" };
      return [name, many ? { type: "array", items: file, description } : { ...file, description }];
    });
    content["multipart/form-data"] = {
      schema: { type: "object", properties: Object.fromEntries(fields), required: Object.keys(operation.multipart) },
    };
  }
  if (operation.body) {
    const example = examples[operation.id]?.body;
    content["application/json"] = { schema: jsonSchema(operation.body), ...(example !== undefined && { example }) };
  }
  return Object.keys(content).length > 0 ? { required: true, content } : undefined;
}

function parametersOf(operation: Operation): Json[] {
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const fields = operation.query ? jsonSchema(operation.query) : {};
  const required = Array.isArray(fields["required"]) ? fields["required"] : [];
  const properties = typeof fields["properties"] === "object" ? { ...fields["properties"] } : {};
  const query = Object.entries(properties).map(([name, schema]: [string, unknown]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
  return [...path, ...query];
}

const securityOf = ({ access }: Operation): Json[] =>
  access === "public" ? [] : access === "api_key" ? [{ api_key: [] }] : [{ access_token: [] }];

function describe(operation: Operation): Json {
  const body = requestBody(operation);
  const failures = statusesOf(operation).filter((status) => status >= 400);
  const parameters = parametersOf(operation);
  return {
    operationId: operation.id,
    summary: operation.summary,
    ...(descriptions[operation.id] !== undefined && { description: descriptions[operation.id] }),
    tags: [operation.id.split(".")[0] ?? ""],
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: {
      [operation.status]: successResponse(operation),
      ...Object.fromEntries(failures.map((status) => [status, failureResponse(operation, status)])),
    },
  };
}

/** The HTTP interface as OpenAPI 3.1, made from the operations. */
export function openapi(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of routes) {
    (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Parley",
      version: "1.0.0",
      summary: "Conversational analytics: questions in plain words, answers as text, charts and tables.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        access_token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        api_key: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
    },
  };
}
