/**
 * One function of the stage, as Lambda would run it: the bundle that SST made, in a process of its own, with the
 * environment and the links that the deployment gives it and nothing else. Every request it makes to other parts is recorded.
 */
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
  installStreamingGlobal,
  isStreaming,
  ResponseStream,
} from "../../../packages/local/src/lambda/response-stream.ts";
import { callsOf, type Call, type Sent, signedCalls } from "./calls.ts";

export type ToHost = { id: number; event: unknown };
export type FromHost =
  | { kind: "ready"; streams: boolean }
  | { kind: "call"; call: Call }
  | { kind: "head"; id: number; head: { statusCode?: number; headers?: Record<string, string> } }
  | { kind: "chunk"; id: number; chunk: Buffer }
  | { kind: "done"; id: number; result: unknown }
  | { kind: "failed"; id: number; name: string; message: string };

const tell = (message: FromHost): void => void process.send?.(message);

const endpoints: [string | undefined, Sent["service"]][] = [
  [process.env["AWS_ENDPOINT_URL_DYNAMODB"], "dynamodb"],
  [process.env["AWS_ENDPOINT_URL_SQS"], "sqs"],
  [process.env["AWS_ENDPOINT_URL_S3"], "s3"],
];

function serviceOf(request: ClientRequest): Sent["service"] | undefined {
  const host = String(request.getHeader("host"));
  const found = endpoints.find(([url]) => url !== undefined && new URL(url).host === host);
  if (found) return found[1];
  if (request.path.startsWith("/2015-03-31/functions/")) return "lambda";
  return request.path.includes("/@connections/") ? "sockets" : undefined;
}

/** The SDK writes a request's body in one piece, with `write` or `end`. */
function watch(request: ClientRequest): void {
  let body = "";
  const keep = (chunk: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) body += Buffer.from(chunk).toString();
  };
  const write = request.write.bind(request);
  const end = request.end.bind(request);
  // The overloads of both are passed on as they are.
  request.write = ((...args: Parameters<typeof write>) => {
    keep(args[0]);
    return write(...args);
  }) as typeof write;
  request.end = ((...args: Parameters<typeof end>) => {
    keep(args[0]);
    const service = serviceOf(request);
    if (service) {
      const target = String(request.getHeader("x-amz-target") ?? "");
      const copies = request.hasHeader("x-amz-copy-source");
      for (const call of callsOf({ service, method: request.method, path: request.path, target, copies, body })) {
        tell({ kind: "call", call });
      }
    }
    return end(...args);
  }) as typeof end;
}

subscribe("http.client.request.created", (message) => watch((message as { request: ClientRequest }).request));

const noteSigned = (text: string): void => {
  for (const call of signedCalls(text)) tell({ kind: "call", call });
};

installStreamingGlobal();
const bundle = path.join(process.cwd(), "bundle.mjs");
type Handler = (event: unknown, ...rest: unknown[]) => unknown;
const { handler } = (await import(pathToFileURL(bundle).href)) as { handler: Handler };
const context = { awsRequestId: "offline", getRemainingTimeInMillis: () => 60_000 };

async function invoke({ id, event }: ToHost): Promise<void> {
  if (!isStreaming(handler)) {
    const result = await handler(event, context);
    noteSigned(JSON.stringify(result ?? null));
    tell({ kind: "done", id, result });
    return;
  }
  const stream = new ResponseStream({
    open: (head) => tell({ kind: "head", id, head: { ...head } }),
    write(chunk, done) {
      noteSigned(chunk.toString());
      tell({ kind: "chunk", id, chunk });
      done();
    },
    end(done) {
      tell({ kind: "done", id, result: undefined });
      done();
    },
  });
  await handler(event, stream, context);
  if (!stream.writableEnded) stream.end();
}

process.on("message", (message: ToHost) => {
  invoke(message).catch((error: unknown) => {
    const { name, message: words } = error instanceof Error ? error : new Error(String(error));
    tell({ kind: "failed", id: message.id, name, message: words });
  });
});
tell({ kind: "ready", streams: isStreaming(handler) });
