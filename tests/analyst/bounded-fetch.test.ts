import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { boundedFetch } from "@parley/analyst/models/bounded-fetch";
import { floodIn } from "@parley/analyst/models/flood";
import { openModel } from "@parley/analyst/models/registry";
import { reliable } from "@parley/analyst/models/reliable";
import { systemClock } from "@parley/core/environment/clock";
import type { ModelProvider } from "@parley/core/model/model";
import { readSettings } from "@parley/core/environment/settings";
import { describe, expect, onTestFinished, test, vi } from "vitest";

const MEGABYTE = 1024 * 1024;

/** A server that begins its answer with `first` and goes on with `rest` for 200 MB; reports how much was read. */
async function serving(type: string, first: Uint8Array, rest = Buffer.alloc(16_384, "x")) {
  let sent = 0;
  let closed: Promise<unknown> = Promise.resolve();
  const pour = async (response: ServerResponse) => {
    response.writeHead(200, { "content-type": type }).write(first);
    while (!response.closed && sent < 200 * MEGABYTE) {
      sent += rest.length;
      if (!response.write(rest)) await Promise.race([once(response, "drain"), closed]);
    }
    response.end();
  };
  const server = createServer((request, response) => {
    closed = once(response, "close");
    request.resume().on("end", () => void pour(response));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return { url: `http://127.0.0.1:${port}`, sent: () => sent, closed: () => closed };
}

const failureOf = (work: PromiseLike<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => floodIn(error)?.what,
  );

describe("what is read from a model provider", () => {
  test.each<[string, string, Buffer]>([
    ["a line that does not end", "text/event-stream", Buffer.from("data: ")],
    [
      "a frame that says it has two gigabytes",
      "application/vnd.amazon.eventstream",
      Buffer.from([0x7f, 255, 255, 255]),
    ],
  ])("ends with %s", async (_, type, first) => {
    const server = await serving(type, first);
    const response = await boundedFetch(systemClock)(server.url);
    expect(await failureOf(response.arrayBuffer())).toMatch(/bytes in a (line|frame)/);
    await server.closed();
    expect(server.sent()).toBeLessThan(20 * MEGABYTE);
  });

  test("ends with frames without end", async () => {
    const frame = Buffer.alloc(16_384);
    frame.writeUInt32BE(frame.length);
    const server = await serving("application/vnd.amazon.eventstream", Buffer.alloc(0), frame);
    const waits: number[] = [];
    // It stands still: what comes has come at once.
    const clock = { ...systemClock, now: () => 0, sleep: async (ms: number) => void waits.push(ms) };
    const response = await boundedFetch(clock)(server.url);
    expect(await failureOf(response.arrayBuffer())).toBe("bytes");
    await server.closed();
    expect(server.sent()).toBeLessThan(100 * MEGABYTE);
    // 64 MB at a pace of 4 MB a second; a chunk may go beyond the bytes of a wait, but not by as much again.
    expect(waits.length).toBeGreaterThan(128);
    expect(waits.length).toBeLessThanOrEqual(256);
    expect(new Set(waits)).toEqual(new Set([64]));
  });

  test("is all of an answer that has an end", async () => {
    const text = 'data: {"a":1}\n\n'.repeat(100_000);
    const server = createServer((_, response) => response.end(text)).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
    const response = await boundedFetch(systemClock)(`http://127.0.0.1:${port}`);
    expect(await response.text()).toBe(text);
  });

  test.each<[ModelProvider, string]>([
    ["compatible", "MODEL_BASE_URL"],
    ["anthropic", "ANTHROPIC_BASE_URL"],
    ["openai", "OPENAI_BASE_URL"],
  ])("has an end for %s", async (provider, variable) => {
    const server = await serving("text/event-stream", Buffer.from("data: "));
    vi.stubEnv(variable, server.url);
    onTestFinished(() => void vi.unstubAllEnvs());
    const configured = { model_id: "m", display_name: "", description: "", provider };
    const settings = readSettings({ MODEL_BASE_URL: server.url });
    const opened = await openModel(configured, settings, { optional: () => "key" }, systemClock);
    const onCall = () => ({ refused: () => undefined, said: () => undefined, finished: () => undefined });
    const model = reliable(opened, { clock: systemClock, timeoutMs: 30_000, paceMs: 95, onCall });
    const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hello?" }] }];
    expect(await failureOf(model.doStream({ prompt }))).toBe("bytes in a line");
    await server.closed();
    expect(server.sent()).toBeLessThan(20 * MEGABYTE);
  });
});
