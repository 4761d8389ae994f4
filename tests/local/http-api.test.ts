import { connect } from "node:net";
import { request as httpRequest } from "node:http";
import { Readable } from "node:stream";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rawBody } from "../../packages/local/src/api-gateway/large-body.ts";
import { startGateway } from "./support.ts";

type Event = APIGatewayProxyEventV2;
const mib = 1024 * 1024;

async function transcribe(event: Event & { [rawBody]?: Readable }) {
  const stream = event[rawBody];
  let bytes = 0;
  if (stream) for await (const chunk of stream) bytes += (chunk as Buffer).length;
  return { statusCode: 200, body: JSON.stringify({ bytes, streamed: stream !== undefined, keys: Object.keys(event) }) };
}

let cloud: Awaited<ReturnType<typeof startGateway>>;
beforeAll(async () => {
  cloud = await startGateway({
    // Long enough for 26 MB on a busy machine.
    timeoutMs: 2_000,
    routes: [
      { method: "POST", path: "/echo/{id}", entry: "echo" },
      { method: "GET", path: "/echo/{id}", entry: "echo" },
      { method: "GET", path: "/echo/literal", entry: "literal" },
      { method: "HEAD", path: "/echo/{id}", entry: "echo" },
      { method: "GET", path: "/answer", entry: "answer" },
      { method: "GET", path: "/bare", entry: "bare" },
      { method: "GET", path: "/empty", entry: "empty" },
      { method: "GET", path: "/fail", entry: "fail" },
      { method: "GET", path: "/slow", entry: "slow" },
      { method: "GET", path: "/huge", entry: "huge" },
      { method: "POST", path: "/v1/audio/transcribe", entry: "transcribe" },
      { method: "POST", path: "/v1/uploads", entry: "transcribe" },
      { method: "POST", path: "/unread", entry: "unread" },
    ],
    entries: {
      echo: async (event: Event) => ({
        statusCode: 200,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(event),
      }),
      literal: async () => ({ statusCode: 200, body: "literal" }),
      answer: async () => ({
        statusCode: 201,
        headers: { "X-One": "1", "content-type": "text/csv" },
        cookies: ["a=1; Path=/", "b=2"],
        body: Buffer.from([0, 255, 1]).toString("base64"),
        isBase64Encoded: true,
      }),
      bare: async () => ({ hello: "world" }),
      empty: async () => ({ statusCode: 204 }),
      fail: async () => {
        throw new TypeError("broken");
      },
      slow: () => new Promise(() => undefined),
      huge: async ({ queryStringParameters: query }: Event) => ({
        statusCode: 200,
        body: (query?.["of"] ?? "").repeat(Number(query?.["times"])),
      }),
      transcribe,
      unread: async () => ({ statusCode: 401, body: "no" }),
      fallback: async (event: Event) => ({
        statusCode: 404,
        body: JSON.stringify({ detail: "Not Found", key: event.routeKey }),
      }),
    },
  });
});
afterAll(() => cloud.stop());

const echo = async (path: string, init?: RequestInit): Promise<Event> => {
  const response = await fetch(`${cloud.baseUrl}${path}`, init);
  expect(response.status).toBe(200);
  return (await response.json()) as Event;
};

describe("HTTP API events (payload 2.0)", () => {
  it("carries path, query, headers, cookies and the request context", async () => {
    const event = await echo("/echo/a%20b?x=1&x=2&y=%C3%A4", {
      method: "POST",
      headers: { "content-type": "application/json", cookie: "a=1; b=2", "X-Thing": "Ünlikely".slice(1) },
      body: '{"a":"ä"}',
    });
    expect(event).toMatchObject({
      version: "2.0",
      routeKey: "POST /echo/{id}",
      rawPath: "/echo/a b",
      rawQueryString: "x=1&x=2&y=%C3%A4",
      queryStringParameters: { x: "1,2", y: "ä" },
      pathParameters: { id: "a b" },
      cookies: ["a=1", "b=2"],
      body: '{"a":"ä"}',
      isBase64Encoded: false,
      headers: {
        "content-type": "application/json",
        "x-thing": "nlikely",
        "x-forwarded-for": "127.0.0.1",
        "content-length": "10",
      },
      requestContext: {
        stage: "$default",
        routeKey: "POST /echo/{id}",
        http: { method: "POST", path: "/echo/a b", protocol: "HTTP/1.1", sourceIp: "127.0.0.1" },
      },
    });
    expect(event.headers).not.toHaveProperty("cookie");
    expect(event.headers).not.toHaveProperty("connection");
    expect(event.requestContext.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/);
  });

  it("leaves out what is not there", async () => {
    const event = await echo("/echo/1");
    for (const absent of ["body", "cookies", "queryStringParameters"]) expect(event).not.toHaveProperty(absent);
    expect(event.isBase64Encoded).toBe(false);
  });

  it("joins repeated headers by commas", async () => {
    const event = await new Promise<Event>((resolve, reject) => {
      httpRequest(`${cloud.baseUrl}/echo/1`, { headers: { "x-many": ["1", "2"] } }, (response) => {
        let text = "";
        response.on("data", (chunk: Buffer) => (text += chunk.toString()));
        response.on("end", () => resolve(JSON.parse(text) as Event));
      })
        .on("error", reject)
        .end();
    });
    expect(event.headers["x-many"]).toBe("1,2");
  });

  it.each([
    ["application/octet-stream", true],
    ["multipart/form-data; boundary=x", true],
    ["application/x-www-form-urlencoded", true],
    ["text/csv", false],
    ["application/json; charset=utf-8", false],
    ["application/problem+json", false],
  ])("hands over %s with base64 %s", async (type, encoded) => {
    const event = await echo("/echo/1", { method: "POST", headers: { "content-type": type }, body: "a=1" });
    expect(event.isBase64Encoded).toBe(encoded);
    expect(Buffer.from(event.body ?? "", encoded ? "base64" : "utf8").toString()).toBe("a=1");
  });

  it("prefers a literal segment over a parameter", async () => {
    expect(await (await fetch(`${cloud.baseUrl}/echo/literal`)).text()).toBe("literal");
  });

  it("sends what matches no route to $default", async () => {
    const unknown = await fetch(`${cloud.baseUrl}/nowhere`, { method: "OPTIONS" });
    expect([unknown.status, await unknown.json()]).toEqual([404, { detail: "Not Found", key: "$default" }]);
    const method = await fetch(`${cloud.baseUrl}/answer`, { method: "DELETE" });
    expect(await method.json()).toMatchObject({ key: "$default" });
  });
});

describe("HTTP API answers", () => {
  it("writes status, headers, cookies and binary bodies", async () => {
    const response = await fetch(`${cloud.baseUrl}/answer`);
    expect(response.status).toBe(201);
    expect(response.headers.get("x-one")).toBe("1");
    expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
    expect(response.headers.get("apigw-requestid")).toBeTruthy();
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 1]);
  });

  it("takes an answer without a statusCode for the body of a 200", async () => {
    const response = await fetch(`${cloud.baseUrl}/bare`);
    expect([response.headers.get("content-type"), await response.json()]).toEqual([
      "application/json",
      { hello: "world" },
    ]);
  });

  it("sends no body with 204 and HEAD", async () => {
    const empty = await fetch(`${cloud.baseUrl}/empty`);
    expect([empty.status, empty.headers.get("content-length"), await empty.text()]).toEqual([204, null, ""]);
    const head = await fetch(`${cloud.baseUrl}/echo/1`, { method: "HEAD" });
    expect([head.status, Number(head.headers.get("content-length")) > 100, await head.text()]).toEqual([200, true, ""]);
  });

  it("answers a failing function with 500 and logs it with its request id", async () => {
    const response = await fetch(`${cloud.baseUrl}/fail`);
    expect([response.status, await response.json()]).toEqual([500, { message: "Internal Server Error" }]);
    const line = cloud.lines.find(({ fields }) => fields["function"] === "fail");
    expect(line?.fields["requestId"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(String(line?.fields["error"])).toBe("TypeError: broken");
  });

  it("answers a function over its time with 503", async () => {
    const response = await fetch(`${cloud.baseUrl}/slow`);
    expect([response.status, await response.json()]).toEqual([503, { message: "Service Unavailable" }]);
  });

  it("refuses an answer over Lambda's limit", async () => {});

  it("counts an answer's bytes as Lambda does, in JSON", async () => {
    const answer = async (of: string, times: number) =>
      (await fetch(`${cloud.baseUrl}/huge?of=${encodeURIComponent(of)}&times=${times}`)).status;
    expect([await answer("x", 5.9 * mib), await answer("x", 6 * mib + 1)]).toEqual([200, 500]);
    expect([await answer("€", 1.9 * mib), await answer("€", 2.1 * mib)]).toEqual([200, 500]);
    expect([await answer('"', 2.9 * mib), await answer('"', 3.1 * mib)]).toEqual([200, 500]);
  });

  it("keeps a connection for the next request", async () => {
    const socket = connect(Number(new URL(cloud.baseUrl).port), "127.0.0.1");
    let text = "";
    const two = new Promise<void>((resolve) =>
      socket.on("data", (chunk) => {
        text += chunk.toString();
        if (text.split("HTTP/1.1 200").length === 3 && text.endsWith('{"hello":"world"}')) resolve();
      }),
    );
    socket.write("GET /bare HTTP/1.1\r\nHost: x\r\n\r\nGET /bare HTTP/1.1\r\nHost: x\r\n\r\n");
    await two;
    socket.destroy();
  });
});

describe("body limits", () => {
  const post = async (path: string, bytes: number, type = "application/octet-stream") => {
    const response = await fetch(`${cloud.baseUrl}${path}`, {
      method: "POST",
      headers: { "content-type": type },
      body: Buffer.alloc(bytes, 97),
    });
    return [response.status, await response.json()] as const;
  };
  const tooLarge = [413, { message: "Request Entity Too Large" }];

  it("takes what fits into one Lambda call, base64 included", async () => {
    expect((await post("/echo/1", 4.4 * mib))[0]).toBe(200);
    expect(await post("/echo/1", 4.6 * mib)).toEqual(tooLarge);
    expect((await post("/echo/1", 5.9 * mib, "text/plain"))[0]).toBe(200);
    expect(await post("/echo/1", 6.1 * mib, "text/plain")).toEqual(tooLarge);
  });

  it("refuses more than the gateway's 10 MB, declared or in chunks", async () => {
    expect(await post("/echo/1", 11 * mib)).toEqual(tooLarge);
    const chunks = Readable.from(
      (function* () {
        for (let at = 0; at < 11; at++) yield Buffer.alloc(mib);
      })(),
    );
    const response = await fetch(`${cloud.baseUrl}/echo/1`, {
      method: "POST",
      body: chunks,
      duplex: "half",
    });
    expect([response.status, await response.json()]).toEqual(tooLarge);
    expect((await fetch(`${cloud.baseUrl}/bare`)).status).toBe(200);
  });
});

describe("POST /v1/uploads", () => {
  const send = async (bytes: number) => {
    const response = await fetch(`${cloud.baseUrl}/v1/uploads`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: Buffer.alloc(bytes),
    });
    return [response.status, await response.json()] as const;
  };

  it("hands over what the function can look at", async () => {
    expect(await send(4 * mib + 4096)).toMatchObject([200, { streamed: false }]);
  });

  it("lets a page of another origin read why", async () => {
    const response = await fetch(`${cloud.baseUrl}/v1/uploads`, {
      method: "POST",
      headers: { origin: "https://console.example" },
      body: Buffer.alloc(5 * mib),
    });
    expect(response.status).toBe(400);
    expect(response.headers.get("access-control-allow-origin")).toBe("https://console.example");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("says of a larger body what to do instead", async () => {
    for (const [bytes, size] of [
      [4.5 * mib, "4.5MB"],
      [12 * mib, "12.0MB"],
    ] as const) {
      expect(await send(bytes)).toEqual([
        400,
        {
          detail: `Files too large. Maximum size of one request is 4MB, got ${size}. Ask for upload addresses with JSON instead.`,
          code: "UPLOAD_TOO_LARGE",
        },
      ]);
    }
  });
});

describe("POST /v1/audio/transcribe", () => {
  const send = async (bytes: number) => {
    const response = await fetch(`${cloud.baseUrl}/v1/audio/transcribe`, {
      method: "POST",
      headers: { "content-type": "multipart/form-data; boundary=x" },
      body: Buffer.alloc(bytes),
    });
    return [response.status, await response.json()] as const;
  };

  it("hands a small clip over as an ordinary event", async () => {
    const [status, answer] = await send(mib);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ streamed: false, keys: expect.arrayContaining(["body"]) as unknown });
  });

  it("streams a clip of 25 MB through to the function", async () => {
    const [status, answer] = await send(25 * mib + 300);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ streamed: true, bytes: 25 * mib + 300 });
    expect((answer as { keys: string[] }).keys).not.toContain("body");
  });

  it("answers the contract's 400 above 25 MB", async () => {
    expect(await send(26.4 * mib)).toEqual([
      400,
      { detail: "File too large. Maximum size is 25MB, got 26.4MB", code: "AUDIO_TOO_LARGE" },
    ]);
  });

  it("answers it too when the length is not declared", async () => {
    const chunks = Readable.from(
      (function* () {
        for (let at = 0; at < 26; at++) yield Buffer.alloc(mib);
      })(),
    );
    const response = await fetch(`${cloud.baseUrl}/v1/audio/transcribe`, {
      method: "POST",
      body: chunks,
      duplex: "half",
    });
    expect([response.status, ((await response.json()) as { detail: string }).detail]).toEqual([
      400,
      expect.stringMatching(/^File too large\. Maximum size is 25MB, got 2\d\.\dMB$/),
    ]);
  });
});
