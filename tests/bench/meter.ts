import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { subscribe } from "node:diagnostics_channel";
import type { ClientRequest } from "node:http";
import { serviceEntries, type Entries } from "@parley/local/lambda/functions";
import type { EntryModule } from "@parley/local/lambda/runtime";

/** What something has used of what AWS asks money for. */
export interface Usage {
  /** Milliseconds and number of invocations, by function. */
  functions: Map<string, { invocations: number; ms: number }>;
  read: number;
  write: number;
  filePuts: number;
  fileGets: number;
  queue: number;
  /** Messages of at most 32 KB that went out on sockets. */
  frames: number;
}

/** The same with the table's calls, by their names: calls as such cost no money. */
export interface Taken extends Usage {
  tableCalls: Map<string, number>;
}

const fresh = (): Taken => ({
  functions: new Map(),
  read: 0,
  write: 0,
  tableCalls: new Map(),
  filePuts: 0,
  fileGets: 0,
  queue: 0,
  frames: 0,
});

let usage = fresh();

/** What has been used since this was asked last. */
export function taken(): Taken {
  const used = usage;
  usage = fresh();
  return used;
}

interface Consumed {
  CapacityUnits?: number;
}

const reads = new Set(["GetItemCommand", "BatchGetItemCommand", "QueryCommand"]);

/** Every client of the process that is made from now on asks what its calls have consumed. */
function meterTable(): void {
  // Called with the client below.
  // oxlint-disable-next-line typescript/unbound-method
  const plain = DynamoDBClient.prototype.send as (this: DynamoDBClient, command: Command) => Promise<object>;
  type Command = { input: object; constructor: { name: string } };
  // One of several overloads: with callbacks it is not used here.
  DynamoDBClient.prototype.send = async function (this: DynamoDBClient, command: Command) {
    Object.assign(command.input, { ReturnConsumedCapacity: "TOTAL" });
    const answer = await plain.call(this, command);
    const given: unknown = "ConsumedCapacity" in answer ? answer.ConsumedCapacity : undefined;
    const all = (Array.isArray(given) ? given : [given]).filter(
      (one): one is Consumed => typeof one === "object" && one !== null,
    );
    const units = all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
    const { name } = command.constructor;
    usage.tableCalls.set(name, (usage.tableCalls.get(name) ?? 0) + 1);
    if (reads.has(name)) usage.read += units;
    else usage.write += units;
    return answer;
  } as typeof DynamoDBClient.prototype.send;
}

function meterRequests(): void {
  const files = () => new URL(process.env["AWS_ENDPOINT_URL_S3"] ?? "http://none").host;
  const queue = () => new URL(process.env["AWS_ENDPOINT_URL_SQS"] ?? "http://none").host;
  subscribe("http.client.request.start", (message) => {
    const { request } = message as { request: ClientRequest };
    const host = String(request.getHeader("host"));
    const size = Number(request.getHeader("content-length") ?? 0);
    if (request.method === "POST" && request.path.includes("/@connections/"))
      usage.frames += Math.max(1, Math.ceil(size / 32_768));
    else if (host === files()) usage[request.method === "PUT" ? "filePuts" : "fileGets"] += 1;
    // What the event source itself asks the queue is counted where the price is made: it polls whether or not there is work.
    else if (host === queue() && String(request.getHeader("x-amz-target")).endsWith(".SendMessage")) usage.queue += 1;
  });
}

function timed(name: string, { handler }: EntryModule): EntryModule {
  const run = async (...args: never[]) => {
    const began = performance.now();
    try {
      return await handler(...args);
    } finally {
      const of = usage.functions.get(name) ?? { invocations: 0, ms: 0 };
      usage.functions.set(name, { invocations: of.invocations + 1, ms: of.ms + performance.now() - began });
    }
  };
  // A handler that streams carries a mark, which is a symbol.
  for (const mark of Object.getOwnPropertySymbols(handler)) Object.defineProperty(run, mark, { value: "response" });
  return { handler: run };
}

/** The service's functions with a meter on each; everything they use is counted from now on. */
export function meteredEntries(): Entries {
  meterTable();
  meterRequests();
  return Object.fromEntries(
    Object.entries(serviceEntries).map(([name, load]) => [name, async () => timed(name, await load())]),
  );
}
