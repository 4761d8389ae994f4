import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { type Reads, requestModel } from "@parley/analyst/models/model-request";
import { describe, expect, onTestFinished, test } from "vitest";

async function serving(listener: RequestListener): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer(listener).on("connection", () => (connections += 1));
  server.listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  onTestFinished(() => server.closeAllConnections());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  return { url: `http://127.0.0.1:${port}`, connections: () => connections };
}

async function textOf(body: Reads | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  for (let chunk = await body?.read(); chunk; chunk = await body?.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const posting = (body: string, signal?: AbortSignal) => ({
  method: "POST",
  headers: { "Content-Type": "application/json", Authorization: "Bearer key" },
  body,
  ...(signal && { signal }),
});

describe("a request to a model", () => {
  test("takes its text and headers there, and brings what is responded", async () => {
    const { url, connections } = await serving((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        response.writeHead(429, "Slow down", { "retry-after": "3", "set-cookie": ["a=1", "b=2"] });
        const { authorization, "content-type": type } = request.headers;
        response.end(JSON.stringify([request.method, request.url, authorization, type, String(Buffer.concat(chunks))]));
      });
    });
    for (const text of ["größer", "{}"]) {
      const { status, statusText, headers, body } = await requestModel(`${url}/v1?a=b`, posting(text));
      expect([status, statusText, headers.get("retry-after")]).toEqual([429, "Slow down", "3"]);
      expect(headers.getSetCookie()).toEqual(["a=1", "b=2"]);
      expect(JSON.parse(await textOf(body))).toEqual(["POST", "/v1?a=b", "Bearer key", "application/json", text]);
    }
    expect(connections(), "the connection is kept").toBe(1);
  });

  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const)("reads a body in %s, though it did not ask for it", async (encoding, encode) => {
    const { url } = await serving((request, response) => {
      expect(request.headers["accept-encoding"]).toBe("identity");
      response.writeHead(200, { "content-encoding": encoding }).end(encode("words".repeat(50_000)));
    });
    const { body } = await requestModel(url, posting("{}"));
    expect(await textOf(body)).toBe("words".repeat(50_000));
  });

  test("goes where it is sent on to, with its text", async () => {
    const { url } = await serving((request, response) => {
      if (request.url === "/old") return response.writeHead(307, { location: "/new" }).end();
      return request.pipe(response);
    });
    const { status, body } = await requestModel(`${url}/old`, posting("the same"));
    expect([status, await textOf(body)]).toEqual([200, "the same"]);
  });

  test("without a body in its response has none", async () => {
    const { url } = await serving((_, response) => response.writeHead(204).end());
    expect(await requestModel(url, posting("{}"))).toMatchObject({ status: 204, body: null });
  });

  test("fails as fetch fails: where nobody answers, and where the connection breaks", async () => {
    const { url } = await serving((request, response) => {
      if (request.url === "/closes") return request.socket.destroy();
      response.writeHead(200).write("half");
      return setImmediate(() => request.socket.destroy());
    });
    for (const address of ["http://127.0.0.1:1", `${url}/closes`]) {
      const [ours, theirs] = await Promise.all([
        failureOf(requestModel(address, posting("{}"))),
        failureOf(fetch(address, posting("{}"))),
      ]);
      expect(ours).toBeInstanceOf(TypeError);
      expect(ours).toMatchObject({ message: "fetch failed", cause: expect.any(Error) });
      expect(theirs).toMatchObject({ message: "fetch failed", cause: expect.any(Error) });
    }
    const { body } = await requestModel(url, posting("{}"));
    const broken = await failureOf(textOf(body));
    expect(broken).toBeInstanceOf(TypeError);
    expect(broken).toMatchObject({ message: "terminated", cause: expect.any(Error) });
  });

  test("ends with its signal's reason: before it is made, while it waits, and while its response is read", async () => {
    let closed = 0;
    const { url } = await serving((request, response) => {
      response.on("close", () => (closed += 1));
      if (request.url === "/reads") response.writeHead(200).write("half");
      else stop.abort(reason);
    });
    const reason = new Error("enough");
    const stop = new AbortController();
    expect(await failureOf(requestModel(url, posting("{}", AbortSignal.abort(reason))))).toBe(reason);
    expect(await failureOf(requestModel(url, posting("{}", stop.signal)))).toBe(reason);
    const reading = new AbortController();
    const { body } = await requestModel(`${url}/reads`, posting("{}", reading.signal));
    expect(String(await body?.read())).toBe("half");
    const next = failureOf(body?.read() ?? Promise.resolve());
    reading.abort(reason);
    expect(await next).toBe(reason);
    await expect.poll(() => closed, { message: "connections are closed" }).toBe(2);
  });
});
