import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";

/** One thing a model does, in words that every provider's wire has an expression for. */
export type WireStep =
  | { text: string; after?: number }
  /** What it thinks before it speaks. */
  | { think: string; after?: number }
  | { tool: string; args: Record<string, unknown> | string; id?: string }
  /** Ends the answer for another reason than the usual one. */
  | { end: "length" | "refused" }
  /** Says nothing until that has happened. */
  | { until: Promise<unknown> }
  /** Says nothing more and keeps the connection open. */
  | { hang: true }
  /** Resets the connection, or ends the response as if it were complete. */
  | { cut: "reset" | "clean" }
  /** An error where the next event was to be. */
  | { fails: "overloaded" | "throttled" };

/** A refusal instead of an answer, in the provider's own words. */
export type Refusal = "throttled" | "overloaded" | "too-long" | "filtered";
export type WireReply = readonly WireStep[] | { refuses: Refusal; headers?: Record<string, string> };

/** A request as the server got it. */
export interface WireRequest {
  index: number;
  path: string;
  headers: IncomingMessage["headers"];
  /** The body as it was sent, and as JSON. */
  bytes: Buffer;
  body: Record<string, unknown>;
  closed: Promise<void>;
  /** True if the caller went away before the answer was complete. */
  aborted: boolean;
}

/** What a server answers instead of a stream. */
export interface WireError {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A provider's protocol: what it refuses, and what its answers look like. */
export interface Wire {
  contentType: string;
  /** Headers of every answer beside it. */
  replyHeaders?: Record<string, string>;
  /** What the real service refuses of a request; undefined if it takes it. */
  problem(request: WireRequest): WireError | undefined;
  refusal(kind: Refusal): WireError;
  /** The events before the first step, of a step, and after the last one, as they go over the wire. */
  begin(request: WireRequest): Iterable<string | Uint8Array>;
  step(step: WireStep, at: number, request: WireRequest): Iterable<string | Uint8Array>;
  finish(steps: readonly WireStep[], request: WireRequest): Iterable<string | Uint8Array>;
}

export interface WireServer {
  /** `http://127.0.0.1:port`, without a path. */
  url: string;
  requests: WireRequest[];
  /** What the protocol's rules refused, in the order of requests. */
  problems: WireError[];
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

const Body = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));

/** True if one of the steps is a call of a tool: the answer ends with it. */
export const callsTool = (steps: readonly WireStep[]): boolean => steps.some((step) => "tool" in step);

/** The reason for which the script ends the answer; undefined: the usual one. */
export function endOf(steps: readonly WireStep[]): "length" | "refused" | undefined {
  const step = steps.find((each) => "end" in each);
  return step && "end" in step ? step.end : undefined;
}

export const argumentsOf = (args: Record<string, unknown> | string): string =>
  typeof args === "string" ? args : JSON.stringify(args);

async function answer(wire: Wire, reply: WireReply, request: WireRequest, response: ServerResponse): Promise<void> {
  if ("refuses" in reply) return refuse(response, wire.refusal(reply.refuses), reply.headers);
  response.writeHead(200, { "content-type": wire.contentType, ...wire.replyHeaders });
  const write = (pieces: Iterable<string | Uint8Array>) => {
    for (const piece of pieces) response.write(piece);
  };
  write(wire.begin(request));
  for (const [at, step] of reply.entries()) {
    if ("after" in step && step.after) await delay(step.after);
    if ("until" in step) {
      await Promise.race([step.until, request.closed]);
      continue;
    }
    if (response.closed || "hang" in step) return;
    if ("cut" in step) {
      // What was written reaches the caller first.
      await new Promise((resolve) => response.write("", resolve));
      await delay(20);
      if (step.cut === "clean") response.end();
      else response.destroy();
      return;
    }
    write(wire.step(step, at, request));
    if ("fails" in step) return void response.end();
  }
  write(wire.finish(reply, request));
  response.end();
}

function refuse(response: ServerResponse, { status, headers, body }: WireError, more: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers, ...more });
  response.end(JSON.stringify(body));
}

/** A server that speaks a provider's protocol and follows a script; the last reply is given again and again. */
export async function startWireServer(
  wire: Wire,
  script: readonly WireReply[] | ((request: WireRequest) => WireReply),
): Promise<WireServer> {
  const requests: WireRequest[] = [];
  const problems: WireError[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const bytes = Buffer.concat(chunks);
    const request: WireRequest = {
      index: requests.length,
      path: incoming.url ?? "",
      headers: incoming.headers,
      bytes,
      body: v.parse(Body, bytes.toString()),
      closed: once(response, "close").then(() => {
        request.aborted = !response.writableEnded;
      }),
      aborted: false,
    };
    requests.push(request);
    for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
    const problem = incoming.method === "POST" ? wire.problem(request) : { status: 404, body: {} };
    if (problem) {
      problems.push(problem);
      return refuse(response, problem);
    }
    const reply = typeof script === "function" ? script(request) : script[Math.min(request.index, script.length - 1)];
    await answer(wire, reply ?? [], request, response);
  }

  const server = createServer((incoming, response) => void handle(incoming, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    problems,
    received: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
