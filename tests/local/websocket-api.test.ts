import { once } from "node:events";
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { WebSocketEvent } from "../../packages/local/src/api-gateway/websocket-events.ts";
import { credentials, signal, startGateway } from "./support.ts";

let cloud: Awaited<ReturnType<typeof startGateway>>;
let management: ApiGatewayManagementApiClient;
let seen: WebSocketEvent[] = [];
let watch: ((event: WebSocketEvent) => void)[] = [];
let hold: Promise<void> | undefined;

/** The next event the function is called with that the test waits for. */
const next = (wanted: (event: WebSocketEvent) => boolean): Promise<WebSocketEvent> =>
  new Promise((resolve) => watch.push((event) => wanted(event) && resolve(event)));
const ofType = (type: string) => (event: WebSocketEvent) => event.requestContext.eventType === type;

async function socket(event: WebSocketEvent) {
  seen.push(event);
  for (const look of watch) look(event);
  if (event.requestContext.eventType === "CONNECT") {
    const { status, early } = event.queryStringParameters ?? {};
    if (early !== undefined) await post(event.requestContext.connectionId, "too early");
    if (status === "throw") throw new Error("no");
    return { statusCode: Number(status ?? 200) };
  }
  if (event.body === "fail") throw new Error("no");
  if (event.body?.includes("first")) await hold;
  return { statusCode: 200 };
}

const post = (id: string, data: string) =>
  management.send(new PostToConnectionCommand({ ConnectionId: id, Data: Buffer.from(data) }));

beforeAll(async () => {
  cloud = await startGateway({ entries: { socket, fallback: async () => "" } });
  management = new ApiGatewayManagementApiClient({
    endpoint: `${cloud.internalUrl}/sockets`,
    region: "us-east-1",
    credentials,
    maxAttempts: 1,
  });
});
afterAll(() => cloud.stop());

const open = async (query = "") => {
  watch = [];
  seen = [];
  const connected = next(ofType("CONNECT"));
  const client = new WebSocket(cloud.wsUrl + query, { headers: { Authorization: "Bearer x" } });
  await once(client, "open");
  return { client, id: (await connected).requestContext.connectionId, connect: await connected };
};
const closing = async (client: WebSocket) => (await once(client, "close")) as [number, Buffer];

describe("$connect", () => {
  it("gets headers as sent, the query, and a connection id", async () => {
    const { client, connect } = await open("?heartbeat=1");
    expect(connect).toMatchObject({
      headers: { Authorization: "Bearer x", Host: expect.any(String) as unknown },
      multiValueHeaders: { Authorization: ["Bearer x"] },
      queryStringParameters: { heartbeat: "1" },
      isBase64Encoded: false,
      requestContext: { routeKey: "$connect", eventType: "CONNECT", identity: { sourceIp: "127.0.0.1" } },
    });
    client.close();
    await closing(client);
  });

  it.each([
    ["403", 403],
    ["401", 401],
    ["throw", 502],
  ])("rejects the upgrade: %s", async (status, answered) => {
    const client = new WebSocket(`${cloud.wsUrl}?status=${status}`);
    client.on("error", () => undefined);
    const [, response] = (await once(client, "unexpected-response")) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(answered);
    client.terminate();
  });

  it("cannot be posted to while $connect runs", async () => {
    const client = new WebSocket(`${cloud.wsUrl}?early=1`);
    const [error] = (await once(client, "error")) as [Error];
    expect(error.message).toContain("502");
    expect(String(cloud.lines.at(-1)?.fields["error"])).toContain("Gone");
  });

  it("answers 404 to an upgrade of another path", async () => {
    const client = new WebSocket(cloud.wsUrl.replace("/ws", "/other"));
    const [error] = (await once(client, "error")) as [Error];
    expect(error.message).toContain("404");
  });
});

describe("messages", () => {
  it("go to the route of their action, or to $default", async () => {
    const { client } = await open();
    const keys: string[] = [];
    const four = new Promise<void>((resolve) =>
      watch.push((event) => {
        keys.push(event.requestContext.routeKey);
        if (keys.length === 4) resolve();
      }),
    );
    for (const frame of ['{"action":"ping"}', '{"action":"unheard"}', "no json", '"text"']) client.send(frame);
    await four;
    expect(keys).toEqual(["ping", "$default", "$default", "$default"]);
    client.terminate();
  });

  it("of one connection start in order and run side by side", async () => {
    const { client } = await open();
    const gate = signal();
    hold = gate.promise;
    const last = next((event) => event.body === "last");
    for (const body of ["first", "second", "third", "last"]) client.send(body);
    await last; // although the first still runs
    expect(seen.filter(ofType("MESSAGE")).map(({ body }) => body)).toEqual(["first", "second", "third", "last"]);
    gate.resolve();
    client.terminate();
  });

  it("tell the client when the function fails", async () => {
    const { client, id } = await open();
    client.send("fail");
    const [data] = (await once(client, "message")) as [Buffer];
    expect(JSON.parse(data.toString())).toMatchObject({ message: "Internal server error", connectionId: id });
    client.terminate();
  });

  it("over 32 KB close with 1009, binary ones with 1003", async () => {
    const large = await open();
    large.client.send("x".repeat(32 * 1024 + 1));
    expect((await closing(large.client))[0]).toBe(1009);
    const binary = await open();
    binary.client.send(Buffer.from([1]));
    expect((await closing(binary.client))[0]).toBe(1003);
  });
});

describe("@connections", () => {
  it("posts in order, up to 128 KB", async () => {
    const { client, id } = await open();
    const received: string[] = [];
    const done = new Promise<void>((resolve) =>
      client.on("message", (data: Buffer) => {
        received.push(data.toString());
        if (received.length === 51) resolve();
      }),
    );
    for (let at = 0; at < 50; at++) await post(id, `frame ${at}`);
    await post(id, "x".repeat(128 * 1024));
    await done;
    expect(received.slice(0, 50)).toEqual(Array.from({ length: 50 }, (_, at) => `frame ${at}`));
    expect(received[50]).toHaveLength(128 * 1024);
    await expect(post(id, "x".repeat(128 * 1024 + 1))).rejects.toMatchObject({ name: "PayloadTooLargeException" });
    client.terminate();
  });

  it("describes a connection", async () => {
    const { client, id } = await open();
    const found = await management.send(new GetConnectionCommand({ ConnectionId: id }));
    expect(found.Identity?.SourceIp).toBe("127.0.0.1");
    expect(Math.abs(Date.now() - (found.ConnectedAt?.getTime() ?? 0))).toBeLessThan(5_000);
    client.terminate();
  });

  it("answers 410 for a connection that is gone", async () => {
    const { client, id } = await open();
    const disconnected = next(ofType("DISCONNECT"));
    client.close(1000, "done");
    expect((await disconnected).requestContext).toMatchObject({
      connectionId: id,
      disconnectStatusCode: 1000,
      disconnectReason: "done",
    });
    await expect(post(id, "hello")).rejects.toMatchObject({ name: "GoneException" });
    await expect(management.send(new DeleteConnectionCommand({ ConnectionId: id }))).rejects.toMatchObject({
      name: "GoneException",
    });
  });

  it.each([4001, 4429])("closes with the announced code %i after its frame", async (code) => {
    const { client, id } = await open();
    const frames: string[] = [];
    client.on("message", (data: Buffer) => void frames.push(data.toString()));
    const closed = closing(client);
    const frame = JSON.stringify({ event: "error", data: { code: "X", close_code: code } });
    await post(id, frame);
    await management.send(new DeleteConnectionCommand({ ConnectionId: id }));
    expect((await closed)[0]).toBe(code);
    expect(frames).toEqual([frame]);
  });

  it("closes with the announced code even if a running turn's frame came in between", async () => {
    const { client, id } = await open();
    const closed = closing(client);
    await post(id, '{"event":"error","data":{"close_code":4001}}');
    await post(id, '{"event":"text_delta","data":{"content":"One"}}');
    await management.send(new DeleteConnectionCommand({ ConnectionId: id }));
    expect((await closed)[0]).toBe(4001);
  });

  it("closes with 1000 when no frame announced a code", async () => {
    const { client, id } = await open();
    const closed = closing(client);
    await post(id, '{"event":"pong","data":{}}');
    await management.send(new DeleteConnectionCommand({ ConnectionId: id }));
    expect((await closed)[0]).toBe(1000);
  });
});

describe("quotas", () => {
  it("closes an idle connection and one that is too old with 1001", async () => {
    const brief = await startGateway({
      entries: { socket: async () => ({ statusCode: 200 }), fallback: async () => "" },
      idleMs: 60,
    });
    const idle = new WebSocket(brief.wsUrl);
    await once(idle, "open");
    expect((await closing(idle))[0]).toBe(1001);
    await brief.stop();

    const old = await startGateway({
      entries: { socket: async () => ({ statusCode: 200 }), fallback: async () => "" },
      lifetimeMs: 150,
    });
    const busy = new WebSocket(old.wsUrl);
    await once(busy, "open");
    const chatter = setInterval(() => busy.send("x"), 10);
    expect((await closing(busy))[0]).toBe(1001);
    clearInterval(chatter);
    await old.stop();
  });
});
