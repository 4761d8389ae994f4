import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { clientActions } from "@parley/contract/frame";
import { routes as operations } from "@parley/contract/routes";
import { ttlAttribute } from "@parley/core/store/table-definition";
import { turnQueueSettings } from "@parley/core/wake/queue-settings";
import type { Cloud, CloudOptions } from "./cloud-options.ts";
import { takeDoor } from "./api-gateway/door.ts";
import { startEmulators, type Emulators } from "./emulators/emulators.ts";
import { applyEnvironment, functionEnvironment, names, signingCredentials, type Credentials } from "./environment.ts";
import { queueMapping, type EventSource } from "./lambda/event-sources.ts";
import { functionsOf, serviceEntries, type Functions } from "./lambda/functions.ts";
import { schedule } from "./lambda/schedule.ts";
import { gateway } from "./api-gateway/gateway.ts";
import { host, listen } from "./api-gateway/listener.ts";
import { takeState } from "./process/lock.ts";
import { serviceLog, type Log } from "./process/log.ts";
import { ensureBucket, ensureTable } from "./emulators/provision.ts";
import { ensureQueues, type QueuePair } from "./emulators/queues.ts";
import { localSecrets, makePlaces, placesOf, readPorts, writePrivate, type Places } from "./process/state.ts";

const socketPath = "/v1/chats/ws";
/** The entry behind `$default`: like every one it answers `{detail:"Not Found"}` and 405 for routes that are not its own. */
const fallbackEntry = "docs";
const queueSettings = { name: names.queue, ...turnQueueSettings };
/** Lambda adds environments as messages come; a turn mostly waits for its model. */
const workerConcurrency = 200;

interface Client {
  region: string;
  credentials: Credentials;
}

const regionOf = (settings: NodeJS.ProcessEnv): string =>
  settings["AWS_REGION"] ?? settings["AWS_DEFAULT_REGION"] ?? "us-east-1";

/** What has been started, to be stopped in the opposite order, each even if stopping another fails. */
function ending(log: Log) {
  const steps: (() => unknown)[] = [];
  let stopping: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    for (const step of steps.toReversed()) {
      try {
        await step();
      } catch (error) {
        log.error("A part of the cloud did not stop", { error });
      }
    }
  };
  return { add: (step: () => unknown) => void steps.push(step), stop: () => (stopping ??= run()) };
}

async function provision(emulators: Emulators, dynamoDb: string, client: Client, sqs: SQSClient): Promise<QueuePair> {
  const [queues] = await Promise.all([
    ensureQueues(sqs, emulators.sqs, queueSettings),
    ensureTable(new DynamoDBClient({ ...client, endpoint: dynamoDb }), names.table),
    ensureBucket(new S3Client({ ...client, endpoint: emulators.s3, forcePathStyle: true }), names.bucket),
  ]);
  return queues;
}

interface SourceSettings {
  sqs: SQSClient;
  queues: QueuePair;
  functions: Functions;
  region: string;
  sweepMs: number;
  log: Log;
}

const eventSources = ({ sqs, queues, functions, region, sweepMs, log }: SourceSettings): EventSource[] => [
  queueMapping({
    client: sqs,
    queueUrl: queues.url,
    target: () => functions.get(names.worker),
    concurrency: workerConcurrency,
    region,
    log,
  }),
  queueMapping({
    client: sqs,
    queueUrl: queues.deadLetterUrl,
    target: () => functions.get("dead-letters"),
    concurrency: 1,
    region,
    log,
  }),
  schedule({ rule: "sweeper", everyMs: sweepMs, target: () => functions.get("sweeper"), region }),
];

/** The service's functions read their environment once, when they are imported. */
let holdsServiceFunctions = false;

function takeProcess(): void {
  if (holdsServiceFunctions) {
    throw new Error("A process can hold one cloud with the service's functions: start another one");
  }
  holdsServiceFunctions = true;
}

type Settled = CloudOptions & Required<Pick<CloudOptions, "settings" | "entries" | "log">>;
type Add = (step: () => unknown) => void;

/** The emulators with table, queues and bucket, and the credentials for them. */
async function startParts(
  { settings, entries, postgres, tableInMemory = false, objectCreated }: Settled,
  places: Places,
  add: Add,
) {
  const region = regionOf(settings);
  const credentials = await signingCredentials(settings, region);
  const secrets = localSecrets(places);
  const external = settings["DYNAMODB_ENDPOINT"];
  const starting = startEmulators(
    {
      places,
      ports: readPorts(places.ports),
      region,
      signers: [[credentials.accessKeyId, credentials.secretAccessKey]],
      tableInMemory,
      expiry: external ? undefined : { table: names.table, ttlAttribute },
      postgresPassword: postgres === false ? undefined : secrets.postgresPassword,
    },
    objectCreated ?? (() => undefined),
  );
  // A fault of it is the functions' own, and is told where they are loaded.
  if (entries === serviceEntries) import("./lambda/early.ts").catch(() => undefined);
  const emulators = await starting;
  add(() => emulators.stop());
  writePrivate(places.ports, emulators.ports);
  const dynamoDb = emulators.dynamoDb ?? external ?? "";
  const client = { region, credentials };
  const sqs = new SQSClient({ ...client, endpoint: emulators.sqs });
  add(() => sqs.destroy());
  const queues = await provision(emulators, dynamoDb, client, sqs);
  return { ...client, secrets, emulators, dynamoDb, sqs, queues };
}

/** The functions and the gateways in front of them; the one that only functions use is open. */
async function startGateways({ entries, routes, log }: Settled, sqs: SQSClient, queues: QueuePair, add: Add) {
  const functions = functionsOf(entries, log);
  const api = gateway({
    routes: routes ?? operations.map(({ method, path, group }) => ({ method, path, entry: group })),
    streamingEntries: ["stream"],
    fallback: fallbackEntry,
    socket: { path: socketPath, entry: "socket", actions: clientActions },
    functionOf: (name) => functions.get(name),
    invocable: (name) => functions.find(name),
    // The one function that is invoked asynchronously is the sockets' worker, whose failures go to the dead letters.
    givenUp: async (record) => {
      await sqs.send(new SendMessageCommand({ QueueUrl: queues.deadLetterUrl, MessageBody: JSON.stringify(record) }));
    },
    log,
  });
  const server = await listen(0, api.internal);
  add(() => server.close());
  return { functions, api, internal: `http://${host}:${server.port}` };
}

async function start(options: Settled, add: Add, stop: () => Promise<void>): Promise<Cloud> {
  const { settings, entries, log, progress = () => undefined } = options;
  const places = placesOf(options.directory);
  makePlaces(places);
  add(await takeState(places.run, places.root));
  const door = await takeDoor(options.port ?? 0);
  add(() => door.close());

  progress("Starting DynamoDB, SQS, S3 and PostgreSQL");
  const { emulators, dynamoDb, sqs, queues, region, credentials, secrets } = await startParts(options, places, add);

  progress("Loading the functions");
  const { functions, api, internal } = await startGateways(options, sqs, queues, add);
  const endpoints = {
    dynamoDb,
    sqs: emulators.sqs,
    s3: emulators.s3,
    lambda: internal,
    sockets: `${internal}/sockets`,
  };
  const url = `http://${host}:${door.port}`;
  const environment = functionEnvironment({ settings, region, credentials, secrets, endpoints, queues, url });
  if (entries === serviceEntries) takeProcess();
  applyEnvironment(settings, environment);
  writePrivate(places.environment, environment);
  await functions.warm();

  const cloud: Cloud = {
    baseUrl: url,
    wsUrl: `ws://${host}:${door.port}${socketPath}`,
    places,
    endpoints,
    postgres: emulators.postgres,
    environment,
    lost: emulators.lost,
    stop,
  };
  const front = await options.prepare?.(cloud);

  const sources = eventSources({ sqs, queues, functions, region, sweepMs: options.sweepMs ?? 60_000, log });
  add(() => Promise.all(sources.map((source) => source.stop())));
  door.open({ request: front ? api.requestBehind(front) : api.request, upgrade: api.upgrade });
  // Together: the port is closed only when the last socket is, and no new one comes while they are being closed.
  add(() => Promise.all([door.close(), api.close()]));
  return cloud;
}

/**
 * Starts the whole service on this machine: the emulators in a process of their own, gateways and functions in this one.
 * Rejects with `PortTaken`, `AlreadyRunning`, or with the reason why a part could not be started; nothing is left running
 * then. State is kept in the directory between starts.
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { settings = process.env, entries = serviceEntries, log = serviceLog } = options;
  const { add, stop } = ending(log);
  try {
    return await start({ ...options, settings, entries, log }, add, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}
