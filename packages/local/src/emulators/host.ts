/**
 * The emulators' own process. It keeps their work out of the functions' event loop, and ends them: when the
 * cloud goes away, however that happens, the channel to it closes, and everything here is stopped.
 */
import { leaveMark } from "../process/lock.ts";
import { serviceLog } from "../process/log.ts";
import type { Places, Ports } from "../process/state.ts";
import { freePort, stopPrograms } from "./child.ts";
import { startDynamoDb } from "./dynamodb.ts";
import type { ExpirySettings } from "./expiry.ts";
import { startPostgres, type LocalPostgres } from "./postgres.ts";
import type { ObjectCreated } from "./s3/operations.ts";
import { startS3 } from "./s3/server.ts";
import { startSqs } from "./sqs.ts";

export interface HostSettings {
  places: Places;
  ports: Ports;
  region: string;
  /** Access key ids and secrets S3 knows. */
  signers: [accessKeyId: string, secretAccessKey: string][];
  /** The table is gone when this process ends. */
  tableInMemory: boolean;
  /** Absent: another DynamoDB is used. */
  expiry: ExpirySettings | undefined;
  /** Absent: no PostgreSQL. */
  postgresPassword: string | undefined;
}

export interface Addresses {
  sqs: string;
  s3: string;
  dynamoDb: string | undefined;
  postgres: Omit<LocalPostgres, "program"> | undefined;
  /** Asked for again at the next start. */
  ports: Ports;
}

export type HostMessage =
  | { kind: "ready"; addresses: Addresses }
  | { kind: "failed"; message: string }
  /** Something that a person should know, and that ends nothing. */
  | { kind: "notice"; message: string }
  | { kind: "created"; object: ObjectCreated };

const expiryInterval = 60_000;

/** A cloud that is going away may no longer take it, which must not end this process before its programs. */
const tell = (message: HostMessage): void => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

const portOf = (address: string): number => Number(new URL(address).port);

/** Ends the parts that are not programs. */
const stops: (() => unknown)[] = [];
let leaving = false;

async function leave(code = 0): Promise<void> {
  if (leaving) return;
  leaving = true;
  await Promise.allSettled([stopPrograms(), ...stops.map((stop) => stop())]);
  process.exit(code);
}

/** The service needs all of its own parts: when one is lost, all are ended. */
function fail(error: unknown): void {
  tell({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  void leave(1);
}

/** Loads a client of DynamoDB only now: no start waits for it. */
async function expire(endpoint: string, expiry: ExpirySettings, { region, signers }: HostSettings): Promise<void> {
  const [{ DynamoDBClient }, { removeExpired }] = await Promise.all([
    import("@aws-sdk/client-dynamodb"),
    import("./expiry.ts"),
  ]);
  const [accessKeyId = "", secretAccessKey = ""] = signers[0] ?? [];
  const client = new DynamoDBClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });
  try {
    await removeExpired(client, expiry);
  } finally {
    client.destroy();
  }
}

async function dynamoDb(settings: HostSettings): Promise<string | undefined> {
  const { places, ports, tableInMemory, expiry } = settings;
  if (!expiry) return undefined;
  const { endpoint, program } = await startDynamoDb({
    directory: tableInMemory ? undefined : places.table,
    logFile: `${places.logs}/dynamodb.log`,
    wantedPort: ports.dynamoDb,
    started: (pid) => leaveMark(places.run, "dynamodb", pid),
  });
  let expiring: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    // One at a time, however long a large table takes.
    expiring ??= expire(endpoint, expiry, settings)
      .catch((error: unknown) => serviceLog.error("Expiry failed", { error }))
      .finally(() => (expiring = undefined));
  }, expiryInterval);
  stops.push(() => clearInterval(timer));
  void program.exited.then(() => leaving || fail(new Error(`DynamoDB has ended: see ${places.logs}/dynamodb.log`)));
  return endpoint;
}

async function postgres({ places, ports, postgresPassword }: HostSettings): Promise<Addresses["postgres"]> {
  if (postgresPassword === undefined) return undefined;
  const { program, ...address } = await startPostgres({
    directory: places.postgres,
    logFile: `${places.logs}/postgres.log`,
    password: postgresPassword,
    wantedPort: ports.postgres,
    started: (pid) => leaveMark(places.run, "postgres", pid),
  });
  // Not a part of the service but a customer's database, which may be down: queries fail until it is back.
  void program.exited.then(
    () =>
      leaving ||
      tell({
        kind: "notice",
        message: `PostgreSQL on port ${address.port} has ended: its integrations fail until it is back (see ${places.logs}/postgres.log)`,
      }),
  );
  return address;
}

async function sqs(): Promise<string> {
  const emulator = await startSqs();
  stops.push(() => emulator.stop());
  return emulator.endpoint;
}

async function s3({ places, ports, signers }: HostSettings): Promise<string> {
  const emulator = await startS3({
    directory: places.files,
    port: await freePort(ports.s3),
    signers: new Map(signers),
    created: (object) => tell({ kind: "created", object }),
  });
  stops.push(() => emulator.stop());
  return emulator.endpoint;
}

async function start(settings: HostSettings): Promise<void> {
  leaveMark(settings.places.run, "host", process.pid);
  const parts = [dynamoDb(settings), postgres(settings), sqs(), s3(settings)] as const;
  try {
    const [dynamoDbAddress, postgresAddress, sqsAddress, s3Address] = await Promise.all(parts);
    const chosen: Ports = {
      s3: portOf(s3Address),
      ...(dynamoDbAddress !== undefined && { dynamoDb: portOf(dynamoDbAddress) }),
      ...(postgresAddress && { postgres: postgresAddress.port }),
    };
    tell({
      kind: "ready",
      addresses: {
        dynamoDb: dynamoDbAddress,
        postgres: postgresAddress,
        sqs: sqsAddress,
        s3: s3Address,
        ports: { ...settings.ports, ...chosen },
      },
    });
  } catch (error) {
    await Promise.allSettled(parts); // what is still starting must be there to be stopped
    fail(error);
  }
}

process.once("message", (settings: HostSettings) => void start(settings));
process.once("disconnect", () => void leave());
process.on("SIGTERM", () => void leave());
process.on("SIGINT", () => undefined); // the cloud decides; a terminal's Ctrl-C is for it
