import type * as v from "valibot";
import { ErrorCoded, type ErrorCode, ErrorFields, ErrorRateLimit, ErrorText } from "../errors.ts";
import { everyError } from "../every-error.ts";
import type { Operation } from "../operation.ts";
import { componentOf } from "./components.ts";
import { ids } from "./examples/ids.ts";
import { csvExample, streamExample } from "./examples/conversation.ts";
import { examplesOf } from "./examples/examples.ts";
import { documentedStatuses, failuresOf } from "./failures.ts";
import { type Json, jsonSchema, reference } from "./json-schema.ts";
import { confirmations } from "./words/operations.ts";

const texts: Readonly<Record<number, string>> = {
  200: "Success",
  202: "Accepted",
  204: "Done, no content",
  302: "The file is at another address",
  413: "The body is larger than the gateway takes",
};

const retryAfter = {
  "Retry-After": {
    description: "Seconds until the next request will pass. Absent where the gateway refuses.",
    schema: { type: "integer", minimum: 1 },
  },
};
const debugId = {
  "X-Debug-Id": { description: "Names the failure in the service's logs.", schema: { type: "string" } },
};

interface Shown {
  /** Names the example. */
  name: string;
  schema: Json;
  value: unknown;
  summary: string;
}

/** The body of one failure as its operation shows it. */
function failureShown(operation: Operation, code: ErrorCode): Shown {
  const { status, message } = everyError[code];
  const shown = { name: code, summary: message };
  if (code === "RATE_LIMIT")
    return { ...shown, schema: jsonSchema(ErrorRateLimit), value: { code, retry_after_seconds: 7 } };
  if (code === "VALIDATION_FAILED")
    return { ...shown, schema: jsonSchema(ErrorFields), value: examplesOf("ErrorFields")[0] };
  if (status === 409 || (operation.errorShape === "coded" && operation.errors.includes(code))) {
    const named = {
      ...(code === "MISSING_QUERY_PARAMETER" && { missing: ["region"] }),
      ...(code === "TURN_ALREADY_RUNNING" && { turn_id: ids.turn }),
    };
    return { ...shown, schema: jsonSchema(ErrorCoded), value: { detail: { code, message, ...named }, code } };
  }
  return { ...shown, schema: jsonSchema(ErrorText), value: { detail: message, code } };
}

/** What a gateway in front of the service says itself. */
const gatewayShown = (name: string, message: string): Shown => ({
  name,
  schema: reference("ErrorGateway"),
  value: { message },
  summary: `${message} (said by the gateway)`,
});

/** Everything that an operation may say with a status of failure. */
function shownWith(operation: Operation, status: number): Shown[] {
  if (status === 413) return [gatewayShown("GATEWAY_TOO_LARGE", "Request Entity Too Large")];
  const codes = failuresOf(operation).filter((code) => everyError[code].status === status);
  return [
    ...[...codes, ...(status === 500 ? (["INTERNAL"] as const) : [])].map((code) => failureShown(operation, code)),
    ...(status === 429 ? [gatewayShown("GATEWAY_TOO_MANY", "Too Many Requests")] : []),
  ];
}

/** One schema, or a choice of several. */
function choiceOf(schemas: readonly Json[]): Json {
  const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only] = different;
  return only && different.length === 1 ? only : { anyOf: different };
}

function failureResponse(operation: Operation, status: number): Json {
  const shown = shownWith(operation, status);
  return {
    description: texts[status] ?? shown.map(({ summary }) => summary).join("; "),
    ...(status === 429 && { headers: retryAfter }),
    ...(status >= 500 && { headers: debugId }),
    content: {
      "application/json": {
        schema: choiceOf(shown.map(({ schema }) => schema)),
        examples: Object.fromEntries(shown.map(({ name, summary, value }) => [name, { summary, value }])),
      },
    },
  };
}

/** Events as they travel. */
const wireText = (): string =>
  streamExample
    .map(([event, data], place) => `event: ${event}\ndata: ${JSON.stringify(data)}\nid: ${place + 1}\n\n`)
    .join("");

/** What an operation returns that is not JSON. */
function producedContent(operation: Operation): Json {
  switch (operation.produces) {
    case "text/event-stream":
      return {
        schema: reference("StreamEvent"),
        "x-wire-example": wireText(),
      };
    case "text/csv":
      return { schema: { type: "string", description: "The header line and the rows." }, example: csvExample };
    default:
      return { schema: { type: "string", description: "The page." }, example: "<!doctype html>…" };
  }
}

/** What says where a file is, to those who ask with `link`. */
const linkContent: Json = { "application/json": { schema: reference("FileLink") } };

/** The example of a successful answer. */
function replyExample(operation: Operation, schema: v.GenericSchema): unknown {
  const confirmation = confirmations[operation.id];
  if (confirmation !== undefined) return { message: confirmation };
  const name = componentOf(schema);
  return name === undefined ? undefined : examplesOf(name)[0];
}

const setCookie = {
  "Set-Cookie": { description: "The session's cookie, renewed or cleared.", schema: { type: "string" } },
};

/** The headers of a successful answer that are its operation's own. */
function successHeaders({ id, access }: Operation): Json {
  if (id === "turn.get") {
    const schema = { type: "integer", minimum: 1 };
    return { headers: { "Retry-After": { description: "1 while the turn is in progress.", schema } } };
  }
  return access === "code" || access === "session" ? { headers: setCookie } : {};
}

function successResponse(operation: Operation): Json {
  const description = texts[operation.status] ?? "";
  const headers = successHeaders(operation);
  if (operation.produces) {
    const content = { [operation.produces]: producedContent(operation) };
    return { description, content: { ...content, ...(operation.produces === "text/csv" && linkContent) } };
  }
  if (!operation.reply) return { description, ...headers };
  const example = replyExample(operation, operation.reply);
  const schema = jsonSchema(operation.reply);
  return {
    description,
    ...headers,
    content: { "application/json": { schema, ...(example !== undefined && { example }) } },
  };
}

const redirectResponse: Json = {
  description: texts[302] ?? "",
  headers: {
    Location: {
      description: "Where the file can be read for some minutes, without a token.",
      schema: { type: "string", format: "uri" },
    },
  },
};

/** Every answer of an operation by its status. */
export const responsesOf = (operation: Operation): Json =>
  Object.fromEntries(
    documentedStatuses(operation).map((status) => {
      if (status === operation.status) return [status, successResponse(operation)];
      return [status, status === 302 ? redirectResponse : failureResponse(operation, status)];
    }),
  );
