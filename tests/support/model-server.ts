import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import * as v from "valibot";

/** A chat completion request as the server got it. */
export interface ModelRequest {
  /** Position among all requests, from 0. */
  index: number;
  headers: Record<string, string | string[] | undefined>;
  body: ChatBody;
  /** Resolves when the connection is closed by either side. */
  closed: Promise<void>;
  /** True if the caller went away before the answer was complete. */
  aborted: boolean;
  /** Bytes of a flood that the caller has taken, or that are on their way. */
  flooded: number;
}

const Message = v.looseObject({
  role: v.string(),
  content: v.optional(v.unknown()),
  tool_calls: v.optional(
    v.array(v.object({ id: v.string(), function: v.object({ name: v.string(), arguments: v.string() }) })),
  ),
  tool_call_id: v.optional(v.string()),
});
const ChatBody = v.looseObject({
  model: v.string(),
  stream: v.optional(v.boolean()),
  messages: v.array(Message),
  tools: v.optional(v.array(v.looseObject({ function: v.looseObject({ name: v.string() }) }))),
  tool_choice: v.optional(v.unknown()),
});
type ChatBody = v.InferOutput<typeof ChatBody>;
export type ChatMessage = v.InferOutput<typeof Message>;

/** One thing the model does in its answer. */
type Step =
  /** Text in one piece, after a pause; a function says it when it is sent. */
  | { text: string | (() => string); after?: number }
  /** A tool call; `args` as text may be malformed, `pieces` splits it over several chunks. */
  | { tool: string; args: Record<string, unknown> | string; id?: string; pieces?: number; after?: number }
  /** Ends the answer with another reason than the usual one. */
  | { finish: "length" | "content_filter" }
  /** Says nothing until this resolves. */
  | { wait: Promise<unknown> }
  /** Says nothing more and keeps the connection open. */
  | { hang: true }
  /** Cuts the connection. */
  | { close: true }
  /** As fast as the wire takes it: `piece` again and again until there are `bytes`, as text, thoughts, arguments … */
  | { flood: FloodKind; bytes: number; piece?: string }
  /** An error object inside the stream. */
  | { streamError: { message: string; code?: string | number; type?: string } };

/** What a model can flood with; `line`: an event that does not end, `calls`: calls of tools. */
export const floodKinds = ["text", "reasoning", "arguments", "calls", "line"] as const;
export type FloodKind = (typeof floodKinds)[number];

export type Reply =
  | Step[]
  /** An HTTP error instead of an answer; `flood`: bytes of its body. */
  | { status: number; body?: unknown; headers?: Record<string, string>; flood?: number };

export interface ModelServer {
  /** What MODEL_BASE_URL is set to. */
  url: string;
  requests: ModelRequest[];
  /** Resolves once `count` requests have come in. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

/** HTTP 400 as OpenAI says that a prompt is too long. */
export const contextTooLong: Reply = {
  status: 400,
  body: {
    error: {
      message: "This model's maximum context length is 8192 tokens.",
      type: "invalid_request_error",
      code: "context_length_exceeded",
    },
  },
};
/** HTTP 400 as Azure says that its filter refused. */
export const contentFiltered: Reply = {
  status: 400,
  body: {
    error: { message: "The response was filtered due to the content management policy.", code: "content_filter" },
  },
};

/** The text of a message's content, whichever form it has. */
export function textOf(message: ChatMessage | undefined): string {
  const { content } = message ?? {};
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map((part: { text?: string }) => part.text ?? "").join("") : "";
}

/**
 * An OpenAI-compatible model that follows a script: streamed (SSE) if the request asks for it, one JSON response
 * otherwise. A list of replies is used up in order, the last one again and again.
 */
export async function startModelServer(
  script: readonly Reply[] | ((request: ModelRequest) => Reply | Promise<Reply>),
): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const server = createServer((incoming, response) => {
    void handle(incoming, response);
  });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method !== "POST" || !incoming.url?.endsWith("/chat/completions")) {
      response.writeHead(404).end();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const request: ModelRequest = {
      index: requests.length,
      headers: incoming.headers,
      body: v.parse(v.pipe(v.string(), v.parseJson(), ChatBody), Buffer.concat(chunks).toString()),
      closed: once(response, "close").then(() => {
        request.aborted = !response.writableEnded;
      }),
      aborted: false,
      flooded: 0,
    };
    requests.push(request);
    for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
    const reply =
      typeof script === "function" ? await script(request) : (script[Math.min(request.index, script.length - 1)] ?? []);
    if (!Array.isArray(reply)) {
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      if (reply.flood) await pour(request, response, reply.flood, () => "x".repeat(POUR_BYTES));
      response.end(JSON.stringify(reply.body ?? { error: { message: "scripted failure" } }));
    } else if (request.body.stream) {
      await stream(reply, request, response);
    } else {
      await whole(reply, request, response);
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    received: (count) =>
      requests.length >= count ? Promise.resolve() : new Promise((resolve) => waiting.push({ count, resolve })),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 };
const callId = (request: ModelRequest, step: { id?: string }, at: number) => step.id ?? `call_${request.index}_${at}`;
const textOfStep = ({ text }: { text: string | (() => string) }) => (typeof text === "string" ? text : text());
const argumentsOf = (args: Record<string, unknown> | string) =>
  typeof args === "string" ? args : JSON.stringify(args);

function finishOf(steps: readonly Step[]): string {
  const given = steps.find((step) => "finish" in step);
  if (given && "finish" in given) return given.finish;
  return steps.some((step) => "tool" in step) ? "tool_calls" : "stop";
}

/** Writes what `more` makes until there are `bytes`, as fast as the other side reads. False if it went away. */
async function pour(
  request: ModelRequest,
  response: ServerResponse,
  bytes: number,
  more: (at: number) => string,
): Promise<boolean> {
  for (let at = 0; request.flooded < bytes; at++) {
    if (response.closed) return false;
    const text = more(at);
    request.flooded += text.length;
    if (!response.write(text)) await Promise.race([once(response, "drain"), request.closed]);
  }
  return !response.closed;
}

/** One delta of a flood. */
function floodDelta(kind: FloodKind, piece: string, at: number): unknown {
  if (kind === "text") return { content: piece };
  if (kind === "reasoning") return { reasoning_content: piece };
  const name = { id: `flood_${at}`, type: "function" };
  if (kind === "calls")
    return { tool_calls: [{ index: at, ...name, function: { name: "run_sql", arguments: '{"sql":"SELECT 1"}' } }] };
  return { tool_calls: [{ index: 0, ...(at === 0 && name), function: { name: "run_sql", arguments: piece } }] };
}

/** Bytes that are written at once, about. */
const POUR_BYTES = 16_384;

/** What comes again and again after the first event, or the line that does not end. */
function poured(kind: FloodKind, event: (at: number) => string): (at: number) => string {
  if (kind === "line") return () => "x".repeat(POUR_BYTES);
  const next = event(1);
  const many = next.repeat(Math.ceil(POUR_BYTES / next.length));
  return (at) => (at === 0 ? event(0) : many);
}

async function stream(steps: readonly Step[], request: ModelRequest, response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  const head = {
    id: `chatcmpl-${request.index}`,
    object: "chat.completion.chunk",
    created: 1,
    model: request.body.model,
  };
  const send = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`);
  const chunk = (delta: unknown, finish_reason: string | null = null) =>
    send({ ...head, choices: [{ index: 0, delta, finish_reason }] });
  chunk({ role: "assistant", content: "" });
  let calls = 0;
  for (const [at, step] of steps.entries()) {
    if ("after" in step && step.after) await delay(step.after);
    if ("wait" in step) await step.wait;
    if (response.closed) return;
    if ("flood" in step) {
      const { flood, bytes, piece = "word " } = step;
      const event = (number: number) =>
        `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta: floodDelta(flood, piece, number), finish_reason: null }] })}\n\n`;
      const isThere = await pour(request, response, bytes, flood === "calls" ? event : poured(flood, event));
      if (!isThere) return;
    } else if ("text" in step) chunk({ content: textOfStep(step) });
    else if ("tool" in step) {
      const index = calls++;
      const args = argumentsOf(step.args);
      const size = Math.max(1, Math.ceil(args.length / (step.pieces ?? 1)));
      const name = { index, id: callId(request, step, at), type: "function" };
      chunk({ tool_calls: [{ ...name, function: { name: step.tool, arguments: "" } }] });
      for (let from = 0; from < args.length; from += size) {
        chunk({ tool_calls: [{ index, function: { arguments: args.slice(from, from + size) } }] });
      }
    } else if ("hang" in step) return;
    else if ("close" in step) {
      // The pieces before the cut reach the caller first.
      await new Promise((resolve) => response.write(": cut\n\n", resolve));
      response.destroy();
      return;
    } else if ("streamError" in step) send({ error: step.streamError });
  }
  chunk({}, finishOf(steps));
  send({ ...head, choices: [], usage });
  response.end("data: [DONE]\n\n");
}

async function whole(steps: readonly Step[], request: ModelRequest, response: ServerResponse): Promise<void> {
  for (const step of steps) {
    if ("after" in step && step.after) await delay(step.after);
    if ("wait" in step) await step.wait;
    if ("hang" in step) return;
    if ("close" in step) {
      response.destroy();
      return;
    }
  }
  const tool_calls = steps.flatMap((step, at) =>
    "tool" in step
      ? [
          {
            id: callId(request, step, at),
            type: "function",
            function: { name: step.tool, arguments: argumentsOf(step.args) },
          },
        ]
      : [],
  );
  const content = steps.map((step) => ("text" in step ? textOfStep(step) : "")).join("");
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      id: `chatcmpl-${request.index}`,
      object: "chat.completion",
      created: 1,
      model: request.body.model,
      choices: [
        {
          index: 0,
          finish_reason: finishOf(steps),
          message: { role: "assistant", content, ...(tool_calls.length > 0 && { tool_calls }) },
        },
      ],
      usage,
    }),
  );
}
