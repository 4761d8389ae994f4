import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { Client, type ClientConfig } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProcessMark } from "../../packages/local/src/process/processes.ts";
import { runs } from "../../packages/local/src/process/processes.ts";

interface Started {
  baseUrl: string;
  environment: Record<string, string>;
  postgres: ClientConfig;
}
interface Failed {
  failed: { name: string; message: string };
}

/** A cloud in a process of its own, and where it is. */
interface Running {
  child: ChildProcess;
  message: Started;
}

let directory: string;
let children: ChildProcess[] = [];
/** The cloud that the case before leaves running: a start is most of a case. */
let latest: Running | undefined;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-restart-"));
});
beforeEach(({ onTestFailed }) => onTestFailed(() => endAll("SIGKILL")));
afterAll(async () => {
  await endAll("SIGTERM");
  await rm(directory, { recursive: true });
});

async function endAll(signal: NodeJS.Signals): Promise<void> {
  for (const child of children) if (child.exitCode === null && child.signalCode === null) await stop(child, signal);
  children = [];
  latest = undefined;
}

const script = new URL("./fixtures/cloud-process.ts", import.meta.url);

async function fails(port = 0): Promise<Failed["failed"]> {
  const [message] = (await once(begin(port), "message")) as [Failed | Started];
  if (!("failed" in message)) throw new Error("The cloud started");
  return message.failed;
}
async function launch(port = 0): Promise<Running> {
  const child = begin(port);
  const [message] = (await once(child, "message")) as [Failed | Started];
  if ("failed" in message) throw new Error(message.failed.message);
  return (latest = { child, message });
}
const running = async (): Promise<Running> => latest ?? launch();

function begin(port: number): ChildProcess {
  const child = fork(script, [directory, String(port)], { execArgv: [], env: { ...process.env, NODE_OPTIONS: "" } });
  children.push(child);
  return child;
}
async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM") {
  const exited = once(child, "exit");
  child.kill(signal);
  await exited;
}
const marks = async () =>
  Promise.all(
    ["host", "dynamodb", "postgres"].map(
      async (name) => JSON.parse(await readFile(join(directory, "run", `${name}.json`), "utf8")) as ProcessMark,
    ),
  );

function clients({ environment, postgres }: Started) {
  const common = {
    region: environment["AWS_REGION"] ?? "",
    credentials: {
      accessKeyId: environment["AWS_ACCESS_KEY_ID"] ?? "",
      secretAccessKey: environment["AWS_SECRET_ACCESS_KEY"] ?? "",
    },
  };
  return {
    table: new DynamoDBClient({ ...common, endpoint: environment["AWS_ENDPOINT_URL_DYNAMODB"] ?? "" }),
    files: new S3Client({ ...common, endpoint: environment["AWS_ENDPOINT_URL_S3"] ?? "", forcePathStyle: true }),
    database: new Client({ ...postgres, database: "postgres" }),
  };
}

const Key = { pk: { S: "kept" }, sk: { S: "item" } };

let written = 0;

/** Writes a new number in all three places, and returns it as `read` does. */
async function write(started: Started) {
  const n = ++written;
  const { table, files, database } = clients(started);
  database.on("error", () => undefined); // the test kills its server
  await database.connect();
  await database.query("create table if not exists kept (n int)");
  await database.query("insert into kept values ($1)", [n]);
  await table.send(new PutItemCommand({ TableName: "parley-local", Item: { ...Key, n: { N: String(n) } } }));
  await files.send(new PutObjectCommand({ Bucket: "parley-files", Key: "kept", Body: String(n) }));
  return [n, String(n), String(n)];
}

async function read(started: Started) {
  const { table, files, database } = clients(started);
  await database.connect();
  const { rows } = await database.query<{ n: number }>("select max(n) as n from kept");
  await database.end();
  const { Item } = await table.send(new GetItemCommand({ TableName: "parley-local", Key }));
  const { Body } = await files.send(new GetObjectCommand({ Bucket: "parley-files", Key: "kept" }));
  return [rows[0]?.n, Item?.["n"]?.N, await Body?.transformToString()];
}

describe("a cloud on kept state", () => {
  it("stops all its processes and finds its state again, secrets and addresses too", async () => {
    const first = await running();
    const kept = await write(first.message);
    const processes = await marks();
    await stop(first.child);
    expect(processes.map(runs)).toEqual([false, false, false]);

    const second = await launch();
    expect(await read(second.message)).toEqual(kept);
    for (const name of ["SST_RESOURCE_SigningKeys", "SST_RESOURCE_EncryptionKeys", "AWS_ENDPOINT_URL_S3"]) {
      expect(second.message.environment[name]).toBe(first.message.environment[name]);
    }
  });

  it("survives being killed and starts again at once", async () => {
    const first = await running();
    const kept = await write(first.message);
    const processes = await marks();
    await stop(first.child, "SIGKILL");
    const second = await launch();
    expect(await read(second.message)).toEqual(kept);
    expect(processes.map(runs)).toEqual([false, false, false]);
  });

  it("survives the killing of all its processes", async () => {
    const first = await running();
    const kept = await write(first.message);
    for (const { pid } of await marks()) process.kill(pid, "SIGKILL");
    await stop(first.child, "SIGKILL");
    expect(await read((await launch()).message)).toEqual(kept);
  });

  it("ends what a killed cloud's killed host left behind", async () => {
    const first = await running();
    const kept = await write(first.message);
    const [host, ...programs] = await marks();
    first.child.kill("SIGSTOP"); // it cannot react to the loss of its host
    process.kill(host?.pid ?? 0, "SIGKILL");
    await stop(first.child, "SIGKILL");
    expect(programs.map(runs)).toEqual([true, true]);
    expect(await read((await launch()).message)).toEqual(kept);
    expect(programs.map(runs)).toEqual([false, false]);
  });

  it("takes no damaged mark for that of a process: a signal to -1 would reach every process there is", () => {
    const damaged = [-1, 0, 1, 1.5, "x", undefined, 2 ** 40].map((pid) => ({ pid, startedAt: undefined }));
    expect(damaged.filter((mark) => runs(mark as unknown as ProcessMark))).toEqual([]);
  });

  it("is distinguished from another one on the same state", async () => {
    const first = await running();
    const { name, message } = await fails();
    expect(name).toBe("AlreadyRunning");
    expect(message).toContain(`process ${first.child.pid}`);
    expect(await (await fetch(`${first.message.baseUrl}/echo`)).text()).toBe("here");
  });

  it("knows when one of its parts is lost", async () => {
    const { child } = await running();
    const [, dynamoDb] = await marks();
    const told = once(child, "message");
    process.kill(dynamoDb?.pid ?? 0, "SIGKILL");
    const [message] = (await told) as [{ lost: string }];
    expect(message.lost).toContain("DynamoDB has ended");
  });

  it("says so when its port is taken, and leaves nothing behind", async () => {
    await endAll("SIGTERM");
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    expect(await fails(port)).toEqual({
      name: "PortTaken",
      message: expect.stringContaining(`Port ${port} is taken`) as unknown,
    });
    other.close();
    expect(await (await fetch(`${(await launch(port)).message.baseUrl}/echo`)).text()).toBe("here");
  });
});
