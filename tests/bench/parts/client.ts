import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createParley } from "@parley/client";
import { percentile } from "../load/figures.ts";
import { atMost, milliseconds, number } from "../load/report.ts";
import type { Part } from "./part.ts";

const EVENTS = 20_000;
/** Runs of each reader, one after the other; the median counts. */
const RUNS = 15;
/** Asks until the first event, which is a matter of microseconds. */
const FIRSTS = 300;

/** An answer as it is streamed, in pieces of many events. */
function recorded(): string[] {
  const head = `id: 1\nevent: chat_metadata\ndata: {"id":"c","user_message_id":"m","turn_id":"t"}\n\n`;
  const deltas = Array.from(
    { length: EVENTS },
    (_, at) => `id: ${at + 2}\nevent: text_delta\ndata: {"content":"a word and "}\n\n`,
  );
  const message = `id: ${EVENTS + 2}\nevent: message\ndata: {"id":"a","content":"a word"}\n\n`;
  const pieces = Array.from({ length: EVENTS / 100 }, (_, at) => deltas.slice(at * 100, at * 100 + 100).join(""));
  return [head, ...pieces, message];
}

/** Serves a recorded answer to whatever is asked, so that only the readers differ. */
async function startServer() {
  const pieces = recorded();
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    const some = request.headers["x-first"] === undefined ? pieces : [...pieces.slice(0, 1), ...pieces.slice(-1)];
    for (const piece of some) response.write(piece);
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return { server, baseUrl: `http://127.0.0.1:${port}` };
}

/** A read of an answer: milliseconds to its first event, and to its last. */
type Read = (isShort: boolean) => Promise<{ first: number; all: number }>;

/** What somebody writes who has only `fetch`. */
const bareReader =
  (baseUrl: string): Read =>
  async (isShort) => {
    const began = performance.now();
    const response = await fetch(`${baseUrl}/v1/chats`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(isShort && { "x-first": "1" }) },
      body: JSON.stringify({ chat_id: "c", message: "How many?" }),
    });
    let first = 0;
    let rest = "";
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true };
      if (done) break;
      const events = (rest + value).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        JSON.parse(event.slice(event.indexOf("data: ") + "data: ".length));
        first ||= performance.now() - began;
      }
    }
    return { first, all: performance.now() - began };
  };

const clientReader = (baseUrl: string): Read => {
  const parley = createParley({ baseUrl, token: "token" });
  return async (isShort) => {
    const began = performance.now();
    let first = 0;
    const headers: Record<string, string> = isShort ? { "x-first": "1" } : {};
    for await (const _event of parley.ask({ chat_id: "c", message: "How many?" }, { headers })) {
      first ||= performance.now() - began;
    }
    return { first, all: performance.now() - began };
  };
};

/** Medians of reads that take turns, so that both meet the same machine. */
async function medians(readers: readonly Read[], runs: number, isShort: boolean) {
  const times = readers.map(() => ({ first: [] as number[], all: [] as number[] }));
  for (let run = -1; run < runs; run++) {
    for (const [at, read] of readers.entries()) {
      const { first, all } = await read(isShort);
      // The first run warms up.
      if (run < 0) continue;
      times[at]?.first.push(first);
      times[at]?.all.push(all);
    }
  }
  return times.map(({ first, all }) => ({ first: percentile(first, 0.5), all: percentile(all, 0.5) }));
}

const NOTHING = { first: Number.NaN, all: Number.NaN };

/** What `ask` costs over reading the same stream by hand. */
export const client: Part = {
  name: "client",
  title: `@parley/client: ask over a bare fetch reader (${number(EVENTS)} events, medians)`,
  async run() {
    const { server, baseUrl } = await startServer();
    try {
      const readers = [bareReader(baseUrl), clientReader(baseUrl)];
      const [bareFirst = NOTHING, askFirst = NOTHING] = await medians(readers, FIRSTS, true);
      const [bare = NOTHING, ask = NOTHING] = await medians(readers, RUNS, false);
      const each = ((ask.all - bare.all) * 1000) / EVENTS;
      return [
        { what: "first event by hand", figure: milliseconds(bareFirst.first, 2) },
        atMost("first event, more by ask", askFirst.first - bareFirst.first, 1, (value) => milliseconds(value, 2)),
        { what: "an event by hand", figure: `${number((bare.all * 1000) / EVENTS, 2)} µs` },
        atMost("an event, more by ask", each, 20, (value) => `${number(value, 2)} µs`),
      ];
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
};
