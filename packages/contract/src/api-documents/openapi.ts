import { uploadTypes } from "../upload.ts";
import { audioTypes } from "../audio.ts";
import { StreamEvent } from "../event.ts";
import type { Operation } from "../operation.ts";
import { routes } from "../routes.ts";
import { sessionCookie } from "../session.ts";
import { limits } from "../limits.ts";
import { componentOf, eventComponent } from "./components.ts";
import { described } from "./described.ts";
import { examplesOf } from "./examples/examples.ts";
import { componentSchemas, type Json, jsonSchema, queryFields, reference } from "./json-schema.ts";
import { responsesOf } from "./responses.ts";
import { descriptions, tags } from "./words/operations.ts";
import { parameterWords } from "./words/parameters.ts";

/** Files as generators of clients know them: the old keyword and the new one. */
const file = { type: "string", format: "binary", contentMediaType: "application/octet-stream" };

/** Bodies with files, by the operation's id. */
const forms: Readonly<Record<string, { component: string; schema: Json; types: readonly string[] }>> = {
  "upload.create": {
    component: "UploadFiles",
    schema: {
      type: "object",
      properties: { files: { type: "array", items: file, minItems: 1, maxItems: limits.upload_direct_parts } },
      required: ["files"],
    },
    types: [...new Set(Object.values(uploadTypes).flat())],
  },
  "audio.transcribe": {
    component: "AudioClip",
    schema: { type: "object", properties: { file }, required: ["file"] },
    types: audioTypes,
  },
};

/** Tool events are told on sockets only. */
const streamed = StreamEvent.options
  .map(({ entries }) => entries.event.literal)
  .filter((name) => name !== "tool_call" && name !== "tool_result");

const streamEvent: Json = {
  oneOf: streamed.map((name) => reference(eventComponent(name))),
  discriminator: {
    propertyName: "event",
    mapping: Object.fromEntries(streamed.map((name) => [name, reference(eventComponent(name))["$ref"]])),
  },
};

const gatewayError: Json = { type: "object", properties: { message: { type: "string" } }, required: ["message"] };

const fileLink: Json = {
  type: "object",
  properties: { download_url: { type: "string", format: "uri" } },
  required: ["download_url"],
};

/** Every schema of the documents by its name, with words and examples. */
export const allSchemas = (): Record<string, Json> => {
  const own = { StreamEvent: streamEvent, ErrorGateway: gatewayError, FileLink: fileLink };
  const formed = Object.values(forms).map(({ component, schema }) => [component, schema] as const);
  const made = [...Object.entries(own), ...formed].map(([name, schema]) => [name, described(name, schema)] as const);
  return Object.fromEntries(
    [...Object.entries(componentSchemas), ...made].map(([name, schema]) => {
      const examples = examplesOf(name);
      return [name, examples.length > 0 ? { ...schema, examples } : schema];
    }),
  );
};

function requestBody(operation: Operation): Json | undefined {
  const content: Json = {};
  const form = forms[operation.id];
  if (form) {
    const [field = ""] = Object.keys(operation.multipart ?? {});
    content["multipart/form-data"] = {
      schema: reference(form.component),
      encoding: { [field]: { contentType: form.types.join(", ") } },
    };
  }
  if (operation.body) {
    const [example] = examplesOf(componentOf(operation.body) ?? "");
    content["application/json"] = { schema: jsonSchema(operation.body), ...(example !== undefined && { example }) };
  }
  return Object.keys(content).length > 0 ? { required: true, content } : undefined;
}

const lastEventId = {
  name: "Last-Event-ID",
  in: "header",
  required: false,
  description: "The same as `starting_after`, as browsers send it when they connect again. The later place counts.",
  schema: { type: "integer", minimum: 0 },
};

function parametersOf(operation: Operation): Json[] {
  const path = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    description: parameterWords("path", operation.id, name),
    schema: { type: "string" },
  }));
  const query = (operation.query ? queryFields(operation.query) : []).map(({ name, required, schema }) => ({
    name,
    in: "query",
    required,
    description: parameterWords("query", operation.id, name),
    schema,
  }));
  return [...path, ...query, ...(operation.id === "turn.events" ? [lastEventId] : [])];
}

/** Who may call an operation. One that takes a session, and refuses nobody who has none, may be called without. */
function securityOf({ access, errors }: Operation): Json[] {
  switch (access) {
    case "public":
    case "code":
      return [];
    case "api_key":
      return [{ api_key: [] }];
    case "session":
      return errors.includes("AUTHENTICATION_FAILED") ? [{ session: [] }] : [{ session: [] }, {}];
    case "member":
    case "admin":
      return [{ access_token: [] }];
  }
}

/** The noun of an operation. */
const nounOf = ({ id }: Operation): string => id.split(".")[0] ?? "";

function describe(operation: Operation): Json {
  const body = requestBody(operation);
  const parameters = parametersOf(operation);
  const description = descriptions[operation.id];
  if (description === undefined) throw new Error(`no description of ${operation.id}`);
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: operation.access === "admin" ? `${description} For admins.` : description,
    tags: [nounOf(operation)],
    security: securityOf(operation),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(operation),
  };
}

/** The schemas that something of the document refers to, directly or not. */
export function used(root: unknown, schemas: Readonly<Record<string, Json>>): Record<string, Json> {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    for (const [, name = ""] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      look(schemas[name]);
    }
  };
  look(root);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** Where the service is. */
export const localAddress = "127.0.0.1:8787";
const servers = [
  { url: "/", description: "The host that this document comes from" },
  { url: `http://${localAddress}`, description: "This machine, as `npm start` has it" },
  {
    url: "https://{host}",
    description: "A deployed stage",
    variables: { host: { default: "api.parley.example", description: "The stage's host" } },
  },
];

/** What is said of the service in both documents. */
export const about = {
  version: "1.0.0",
  contact: { name: "The operator of this service" },
  license: { name: "MIT", url: "https://opensource.org/license/mit" },
};

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
      summary: "Conversational analytics: questions in plain words, answers as text, charts and tables.",
      description:
        "Exchange an API key and a member's signature for an access token, create a chat, send messages to it. Answers come as a stream, over the WebSocket (see `/v1/asyncapi.json`) or as a durable turn. Times are UTC in ISO 8601; ids are strings. Unknown fields are ignored, and clients should ignore what they do not know.",
      ...about,
    },
    servers,
    tags: [...new Set(routes.map(nounOf))].map((name) => {
      const description = tags[name];
      if (description === undefined) throw new Error(`no words for the tag ${name}`);
      return { name, description };
    }),
    paths,
    components: {
      schemas: used(paths, allSchemas()),
      securitySchemes: {
        access_token: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The `token` of `POST /v1/authenticate`, valid for 6 hours.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: sessionCookie,
          description:
            "The session of a page, set by `POST /v1/sessions` for the service's own pages only. Over HTTP, as on this machine, its name is `parley`. No other operation takes it.",
        },
        api_key: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "An organization's API key, from the operator. It must stay on the caller's backend.",
        },
      },
    },
  };
}
