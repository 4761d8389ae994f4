import { once } from "node:events";
import { createServer, type IncomingMessage, request as send, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";

/** What happens to one exchange between a client and the service. Nothing is what happens to most. */
export interface Fault {
  /** The response is cut after so many bytes of its body; at 0 its head still comes. */
  cut?: number;
  /** Milliseconds that the response waits after `at` bytes of its body. */
  stall?: { at: number; ms: number };
  /** Milliseconds that the request waits. */
  delay?: number;
  /** The proxy answers by itself, and the service hears nothing. */
  status?: 429 | 503;
  /** The service hears the request, its answer is lost. */
  lost?: boolean;
  /** The connection is cut before the service hears anything. */
  refused?: boolean;
  /** The token is one that the service does not take any more. */
  expired?: boolean;
  /** Every byte of the response travels alone, or all of them together. */
  pieces?: "bytes" | "whole";
}

/** One exchange, as the proxy saw it. */
export interface Exchange {
  /** `POST /v1/chats` */
  request: string;
  headers: IncomingMessage["headers"];
  /** What was sent, as text. */
  body: string;
  fault: Fault;
  /** Bytes of the response's body that the client was sent. */
  sent: number;
}

export type CuttingProxy = Awaited<ReturnType<typeof startCuttingProxy>>;

const bodyOf = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

function answerItself(response: ServerResponse, status: 429 | 503): void {
  const body = status === 429 ? { code: "RATE_LIMIT", retry_after_seconds: 0 } : { message: "Service Unavailable" };
  response.writeHead(status, { "content-type": "application/json", ...(status === 429 && { "retry-after": "0" }) });
  response.end(JSON.stringify(body));
}

/** Pieces of a chunk, so that no byte is beyond a place where something is to happen. */
function* piecesOf(chunk: Buffer, { fault, sent }: Exchange): Generator<Buffer> {
  if (fault.pieces === "bytes") {
    for (const at of chunk.keys()) yield chunk.subarray(at, at + 1);
    return;
  }
  const places = [fault.cut, fault.stall?.at].map((place) => (place ?? -1) - sent);
  const inside = [
    0,
    ...places.filter((place) => place > 0 && place < chunk.length).toSorted((a, b) => a - b),
    chunk.length,
  ];
  for (const [at, from] of inside.slice(0, -1).entries()) yield chunk.subarray(from, inside[at + 1]);
}

/** Passes a response's body on, as the fault has it. */
async function pass(answer: AsyncIterable<Buffer>, response: ServerResponse, exchange: Exchange): Promise<void> {
  const { fault } = exchange;
  const isDone = async (): Promise<boolean> => {
    if (fault.stall?.at === exchange.sent) await delay(fault.stall.ms);
    if (fault.cut === exchange.sent) response.destroy();
    return response.destroyed;
  };
  // What is written has to leave before the connection is cut.
  const write = (piece: Buffer) => new Promise<void>((resolve) => response.write(piece, () => resolve()));
  if (fault.cut === 0) await delay(1);
  if (await isDone()) return;
  const chunks = fault.pieces === "whole" ? [await bodyOf(answer)] : answer;
  for await (const chunk of chunks) {
    for (const piece of piecesOf(Buffer.from(chunk), exchange)) {
      await write(piece);
      exchange.sent += piece.length;
      if (fault.pieces === "bytes") await nextTurn();
      if (await isDone()) return;
    }
  }
  response.end();
}

/**
 * An HTTP proxy before the service at `target`. `faultOf` decides what happens to each exchange, from its request (`POST
 * /v1/chats`) and its number among those with this request, from 0.
 */
export async function startCuttingProxy(target: string) {
  const { hostname, port: targetPort } = new URL(target);
  const exchanges: Exchange[] = [];
  let faultOf: (request: string, number: number, headers: IncomingMessage["headers"]) => Fault = () => ({});

  async function exchangeOf(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = "GET", url = "/", headers } = incoming;
    const request = `${method} ${url.replace(/\?.*/, "")}`;
    const number = exchanges.filter((exchange) => exchange.request === request).length;
    const fault = faultOf(request, number, headers);
    const exchange: Exchange = { request, headers, body: "", fault, sent: 0 };
    exchanges.push(exchange);
    exchange.body = (await bodyOf(incoming)).toString();
    if (fault.delay !== undefined) await delay(fault.delay);
    if (fault.refused) return void response.destroy();
    if (fault.status !== undefined) return answerItself(response, fault.status);
    const { "content-length": _length, ...passed } = headers;
    const token = fault.expired ? { authorization: `${headers.authorization}x` } : {};
    const upstream = send({
      hostname,
      port: targetPort,
      method,
      path: url,
      headers: { ...passed, ...token, "content-length": Buffer.byteLength(exchange.body), connection: "close" },
    });
    upstream.end(exchange.body);
    const [answer] = (await once(upstream, "response")) as [IncomingMessage];
    // The service notices that its reader has gone.
    response.once("close", () => upstream.destroy());
    answer.once("error", () => response.destroy());
    if (fault.lost) return void response.destroy();
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    response.flushHeaders();
    await pass(answer, response, exchange);
  }

  const server = createServer((incoming, response) => {
    exchangeOf(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    /** What went through, in order. */
    exchanges,
    /** Decides what happens from now on. */
    plan(next: typeof faultOf) {
      exchanges.length = 0;
      faultOf = next;
    },
    /** Resolves with the number of open connections. */
    connections: () => new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count))),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
