import { createLogger } from "@stoplight/prism-core";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer as createPrism } from "@stoplight/prism-http-server";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Answer, answerOf, type Call, httpEvent } from "../support/api.ts";
import { parseEvents } from "../support/service.ts";
import { addressHeader, type Handler, listen } from "./listen.ts";
import { isJson, type Json } from "./walk.ts";

/** What Prism says of a request or of its answer. */
interface Violation {
  location: string[];
  severity: string;
  message: string;
}

/** Prism reads bodies up to 10 MB. */
const LARGEST_BODY = 9 * 1024 * 1024;
const handlerHeader = "x-test-handler";

/** The document with streams as texts: Prism hands a stream to its validator as one text, whose events it does not know. */
function withTextStreams(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTextStreams);
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) =>
      key === "text/event-stream" ? [key, { schema: { type: "string" } }] : [key, withTextStreams(inner)],
    ),
  );
}

/** Checks each event of a stream against the document's union of events. */
function streamChecker(document: Json): (text: string) => void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "document");
  const validate = ajv.compile({ $ref: "document#/components/schemas/StreamEvent" });
  return (text) => {
    for (const event of parseEvents(text)) {
      if (!validate(event)) throw new Error(`${JSON.stringify(event)}: ${JSON.stringify(validate.errors)}`);
    }
  };
}

/**
 * True where what Prism says is about the answer, or about a request that was answered well. Of parts of a form that share
 * a name Prism knows only the last, as a text: what it says of a form's body does not count.
 */
function counts({ location: [side, part] }: Violation, status: number, isForm: boolean): boolean {
  if (side === "response") return true;
  return status < 300 && !(isForm && part === "body");
}

/** The proxy itself. Bad requests reach the service at `url`; what is said of them comes in a header. */
async function proxyTo(url: string, document: Json) {
  const isProxy = true as const;
  return createPrism(await getHttpOperationsFromSpec(withTextStreams(document) as Json), {
    // a document stays one
    components: { logger: createLogger("prism", { enabled: false }) },
    cors: false,
    config: {
      isProxy,
      upstream: new URL(url),
      mock: { dynamic: false },
      checkSecurity: true,
      validateRequest: true,
      validateResponse: true,
      errors: false,
      upstreamProxy: undefined,
    },
  });
}

/**
 * Prism as a validating proxy, made from the document, in front of the service. An answer that the document does not have
 * is the caller's error, and so is a request that succeeds though the document does not allow it.
 */
export async function startPrism(document: Json) {
  const handlers = new Map<string, Handler>();
  const service = await listen(({ [handlerHeader]: name = "" }) => handlers.get(name));
  const prism = await proxyTo(service.url, document);
  const url = await prism.listen(0, "127.0.0.1");
  const checkStream = streamChecker(document);
  const seen = { requests: 0, streams: 0 };

  /** Sends an event's request through the proxy to `handler`. */
  const through = (handler: Handler): ((event: APIGatewayProxyEventV2) => Promise<Answer>) => {
    const name = String(handlers.size);
    handlers.set(name, handler);
    return async (event) => {
      const { rawPath, rawQueryString, body, headers, requestContext } = event;
      const bytes = body === undefined ? undefined : Buffer.from(body, event.isBase64Encoded ? "base64" : "utf8");
      if (bytes && bytes.length > LARGEST_BODY) return answerOf(await handler(event));
      seen.requests += 1;
      const { host: _host, "content-length": _length, ...sent } = headers;
      const response = await fetch(`${url}${encodeURI(rawPath)}${rawQueryString && `?${rawQueryString}`}`, {
        method: requestContext.http.method,
        // The event's headers are all there.
        headers: {
          ...(sent as Record<string, string>),
          [handlerHeader]: name,
          [addressHeader]: requestContext.http.sourceIp,
        },
        redirect: "manual",
        ...(bytes && { body: bytes }),
      });
      const text = await response.text();
      const said = response.headers.get("sl-violations");
      const violations: Violation[] = said === null ? [] : JSON.parse(said);
      const isForm = headers["content-type"]?.startsWith("multipart/form-data") ?? false;
      const wrong = violations.filter((violation) => counts(violation, response.status, isForm));
      if (wrong.length > 0) {
        throw new Error(
          `Prism: ${requestContext.http.method} ${rawPath}: ${response.status} ${text.slice(0, 500)}: ${JSON.stringify(wrong)}`,
        );
      }
      if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
        checkStream(text);
        seen.streams += 1;
      }
      const isJsonText = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        cookies: response.headers.getSetCookie(),
        text,
        body: isJsonText && text !== "" ? JSON.parse(text) : undefined,
      };
    };
  };

  return {
    seen,
    through,
    /** The same for a request by its words. */
    callOf(handler: Handler): Call {
      const send = through(handler);
      return (request, options) => send(httpEvent(request, options));
    },
    async stop() {
      await prism.close();
      await service.stop();
    },
  };
}
