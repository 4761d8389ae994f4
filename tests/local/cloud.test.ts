import { once } from "node:events";
import { readFile, stat } from "node:fs/promises";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { Client } from "pg";
import { Resource as untyped } from "sst/resource";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startCloud } from "../../packages/local/src/cloud.ts";
import type { Cloud } from "../../packages/local/src/cloud-options.ts";
import { removeExpired } from "../../packages/local/src/emulators/expiry.ts";
import type { ObjectCreated } from "../../packages/local/src/emulators/s3/operations.ts";
import { signal } from "./support.ts";

/** As SST types it once infrastructure is deployed; here no such file is made. */
const Resource = untyped as unknown as Record<string, Record<string, string>>;
const linked = (name: string, property: string): string => Resource[name]?.[property] ?? "";

let directory: string;
let cloud: Cloud;
const worked: { event: unknown; resolve: (event: unknown) => void }[] = [];
const swept = signal();
const died = signal<unknown>();
const created = signal<ObjectCreated>();

const entry = (handler: (...args: never[]) => unknown) => async () => ({ handler });
const nextWork = () => new Promise<unknown>((resolve) => worked.push({ event: undefined, resolve }));

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-cloud-"));
  cloud = await startCloud({
    directory,
    settings: { ...process.env, LIVEKIT_AGENT_NAME: "ada", OPENAI_API_KEY: "sk-1" },
    routes: [{ method: "GET", path: "/where", entry: "where" }],
    objectCreated: created.resolve,
    entries: {
      // Imported when its environment is set, as a module of the service reads it.
      where: async () => {
        const endpoint = process.env["AWS_ENDPOINT_URL_S3"];
        return { handler: async () => ({ statusCode: 200, body: String(endpoint) }) };
      },
      docs: entry(async () => ({ statusCode: 404, body: "{}" })),
      socket: entry(async () => ({ statusCode: 200 })),
      worker: entry(async (event: { fail?: boolean }) => {
        if (event.fail === true) throw new RangeError("no");
        worked.shift()?.resolve(event);
      }),
      "dead-letters": entry(async (event) => died.resolve(event)),
      sweeper: entry(async () => swept.resolve()),
    },
  });
});
afterAll(async () => {
  await cloud.stop();
  await rm(directory, { recursive: true });
});

describe("startCloud", () => {
  it("answers on its public address", async () => {
    expect(await (await fetch(`${cloud.baseUrl}/where`)).text()).toBe(cloud.endpoints.s3);
    expect((await fetch(`${cloud.baseUrl}/v1/nothing`)).status).toBe(404);
  });

  it("sets an environment by which the SDK's ordinary clients reach every part", async () => {
    const work = nextWork();
    await new LambdaClient({}).send(
      new InvokeCommand({
        FunctionName: linked("TurnWorker", "name"),
        InvocationType: "Event",
        Payload: '{"by":"invoke"}',
      }),
    );
    expect(await work).toEqual({ by: "invoke" });

    const queued = nextWork();
    await new SQSClient({}).send(
      new SendMessageCommand({ QueueUrl: linked("TurnQueue", "url"), MessageBody: "by queue" }),
    );
    expect(await queued).toMatchObject({ Records: [{ body: "by queue" }] });

    const s3 = new S3Client({ forcePathStyle: process.env["S3_FORCE_PATH_STYLE"] === "1" });
    await s3.send(new PutObjectCommand({ Bucket: linked("Files", "name"), Key: "a", Body: "text" }));
    expect(await created.promise).toMatchObject({ event: "ObjectCreated:Put", key: "a", size: 4 });
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: linked("Files", "name"), Key: "a" }));
    expect(await Body?.transformToString()).toBe("text");

    expect(Resource["App"]).toEqual({ name: "parley", stage: "local" });
    expect(process.env["LIVEKIT_AGENT_NAME"]).toBe("ada");
    expect(Resource["OpenaiApiKey"]).toEqual({ value: "sk-1" });
    expect(Resource["ModelApiKey"]).toEqual({ value: "" });
    expect(JSON.parse(linked("SigningKeys", "value"))).toHaveLength(1);
    expect(linked("Sockets", "managementEndpoint")).toBe(cloud.endpoints.sockets);
  });

  it("sends an asynchronous invocation that failed to the dead letters, without a second try", async () => {
    await new LambdaClient({}).send(
      new InvokeCommand({
        FunctionName: linked("TurnWorker", "name"),
        InvocationType: "Event",
        Payload: '{"fail":true}',
      }),
    );
    const { Records } = (await died.promise) as { Records: { body: string }[] }; // the queue's own event
    expect(JSON.parse(Records[0]?.body ?? "")).toMatchObject({
      requestContext: { condition: "RetriesExhausted", approximateInvokeCount: 1 },
      requestPayload: { fail: true },
      responsePayload: { errorType: "RangeError", errorMessage: "no" },
    });
  });

  it("runs the sweeper when it starts", () => swept.promise);

  it("writes its environment for the operator, readable by the owner only", async () => {
    expect(JSON.parse(await readFile(cloud.places.environment, "utf8"))).toEqual(cloud.environment);
    for (const path of [cloud.places.environment, cloud.places.secrets])
      expect((await stat(path)).mode & 0o077).toBe(0);
  });

  it("has a PostgreSQL with its superuser", async () => {
    const client = new Client({ ...cloud.postgres, database: "postgres" });
    await client.connect();
    const { rows } = await client.query<{ version: string }>("select version()");
    expect(rows[0]?.version).toMatch(/^PostgreSQL 18/);
    await client.end();
  });

  it("removes expired items, but none that is renewed or lives on", async () => {
    const client = new DynamoDBClient({});
    const TableName = linked("Table", "name");
    const now = Math.floor(Date.now() / 1000);
    for (const [sk, ttl] of Object.entries({ old: now - 5, young: now + 60 })) {
      await client.send(
        new PutItemCommand({ TableName, Item: { pk: { S: "expiry" }, sk: { S: sk }, ttl: { N: String(ttl) } } }),
      );
    }
    await client.send(new PutItemCommand({ TableName, Item: { pk: { S: "expiry" }, sk: { S: "forever" } } }));
    expect(await removeExpired(client, { table: TableName, ttlAttribute: "ttl" })).toBe(1);
    const { Items = [] } = await client.send(new ScanCommand({ TableName }));
    expect(Items.map(({ sk }) => String(sk?.S)).toSorted()).toEqual(["forever", "young"]);
  });

  // The last one: it stops the cloud.
  it("stops while a socket is open, and closes it", async () => {
    const socket = new WebSocket(cloud.wsUrl);
    await once(socket, "open");
    const closed = once(socket, "close");
    await cloud.stop();
    expect((await closed)[0]).toBe(1001);
  });
});
