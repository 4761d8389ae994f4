import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signal, startGateway } from "./support.ts";
import { installStreamingGlobal } from "../../packages/local/src/lambda/response-stream.ts";

installStreamingGlobal();

let goOn = signal();
let ended = signal();
let cloud: Awaited<ReturnType<typeof startGateway>>;

const handler = awslambda.streamifyResponse(async (event: APIGatewayProxyEvent, raw) => {
  const mode = event.queryStringParameters?.["mode"];
  if (mode === "throw") throw new Error("before the first byte");
  const stream = awslambda.HttpResponseStream.from(raw, {
    statusCode: 200,
    headers: { "content-type": "text/event-stream", "x-kind": "stream" },
    cookies: ["c=1"],
  });
  if (mode === "event") {
    stream.end(JSON.stringify(event));
    return;
  }
  if (mode === "large") {
    for (let at = 0; at < 64; at++) stream.write(Buffer.alloc(64 * 1024, 97));
    return; // without end(): Lambda ends the stream of a handler that returned
  }
  stream.write("event: one\n\n");
  await goOn.promise;
  if (mode === "break") throw new Error("in the middle");
  stream.write("event: two\n\n");
  stream.end();
  ended.resolve();
});

beforeAll(async () => {
  cloud = await startGateway({
    routes: [
      { method: "POST", path: "/v1/chats", entry: "stream" },
      { method: "GET", path: "/turns/{turn_id}/events", entry: "stream" },
    ],
    entries: { stream: handler, fallback: async () => "fallback" },
  });
});
afterAll(() => cloud.stop());

const begin = async (mode = "") => {
  goOn = signal();
  ended = signal();
  const request = httpRequest(`${cloud.baseUrl}/v1/chats?mode=${mode}`, { method: "POST" });
  request.end("{}");
  const [response] = (await once(request, "response")) as [IncomingMessage];
  return { request, response };
};

describe("REST API in STREAM mode", () => {
  it("sends the first chunk before the handler ends", async () => {
    const { response } = await begin();
    const [first] = (await once(response, "data")) as [Buffer];
    expect(first.toString()).toBe("event: one\n\n");
    expect(response.headers).toMatchObject({
      "content-type": "text/event-stream",
      "x-kind": "stream",
      "set-cookie": ["c=1"],
    });
    goOn.resolve();
    const rest = await response.toArray();
    expect(rest.join("")).toBe("event: two\n\n");
  });

  it("hands over a proxy event of version 1.0", async () => {
    const response = await fetch(`${cloud.baseUrl}/turns/7/events?mode=event&a=1&a=2`, {
      headers: { "X-Case": "Kept" },
    });
    expect(await response.json()).toMatchObject({
      resource: "/turns/{turn_id}/events",
      path: "/turns/7/events",
      httpMethod: "GET",
      pathParameters: { turn_id: "7" },
      queryStringParameters: { a: "2" },
      multiValueQueryStringParameters: { a: ["1", "2"] },
      body: null,
      isBase64Encoded: false,
      requestContext: { stage: "$default", identity: { sourceIp: "127.0.0.1" } },
    });
  });

  it("sends all of a large answer, with an end the handler forgot", async () => {
    const response = await fetch(`${cloud.baseUrl}/v1/chats?mode=large`, { method: "POST" });
    expect((await response.arrayBuffer()).byteLength).toBe(4 * 1024 * 1024);
  });

  it("lets the function run on when the client goes away", async () => {
    const { request, response } = await begin();
    await once(response, "data");
    request.destroy();
    goOn.resolve();
    await ended.promise;
  });

  it("answers 502 before the first byte and breaks off after it", async () => {
    expect((await fetch(`${cloud.baseUrl}/v1/chats?mode=throw`, { method: "POST" })).status).toBe(502);
    const { response } = await begin("break");
    await once(response, "data");
    goOn.resolve();
    await expect(response.toArray()).rejects.toThrow(/aborted/);
  });

  it("refuses a body over Lambda's limit", async () => {
    const response = await fetch(`${cloud.baseUrl}/v1/chats`, { method: "POST", body: "x".repeat(6.1 * 1024 * 1024) });
    expect(response.status).toBe(413);
  });
});
