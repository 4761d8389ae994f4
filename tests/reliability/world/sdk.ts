import { randomUUID } from "node:crypto";
import {
  type DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import type { Process, World } from "./world.ts";

/** How often calls go wrong, as probabilities; times in ms. */
export interface Faults {
  /** Refused by the service, not carried out. */
  throttled: number;
  /** Carried out or not, but the caller gets no answer. */
  lost: number;
  /** The process ends at this call. */
  killed: number;
  /** The process is frozen for `stall` ms before or after this call. */
  stalled: number;
  stall: [number, number];
  /** A transaction takes its time between preparation and commitment, and others run into it. */
  slowTransactions: number;
}

export const noFaults: Faults = { throttled: 0, lost: 0, killed: 0, stalled: 0, stall: [0, 0], slowTransactions: 0 };

export type Fault = "throttled" | "lost" | "conflict" | "killed before" | "killed after";
/** Decides what happens to a call, by the process that makes it and the command's name with its sort keys. */
export type Arranged = (process: Process, name: () => string, attempt: number) => Fault | undefined;

/** Carries a command out: the simulation's store, or the emulator. */
export type Backend = (command: object) => object | Promise<object>;

/** Attempts that the SDK makes of a call (`maxAttempts` of `createBase`). */
const ATTEMPTS = 4;

/** A transaction between preparation and commitment. */
interface Hold {
  isHeld(): boolean;
  begin(): void;
  end(): void;
}

interface Kind {
  command?: object;
  hold?: Hold;
  isRepeatable?: boolean;
}

class ServiceFault extends Error {
  constructor(name: string) {
    super(name);
    this.name = name;
  }
}

/** What goes wrong now, and the process whose command is being carried out. */
interface Current {
  faults: Faults;
  arranged: Arranged;
  writer: string;
}

type CarryOut = () => object | Promise<object>;

/** What the service answers, or what it throws. */
type Outcome = { answer: object } | { error: unknown };

/** One call of a process; `carryOut` is what the service does with it. */
interface Call {
  process: Process;
  /** Put together only for those who ask. */
  name: () => string;
  carryOut: CarryOut;
  kind: Kind;
}

export type Network = ReturnType<typeof createNetwork>;

/** The way from processes to services: calls take time, fail, and are tried again as the SDK does it. */
export function createNetwork(world: World) {
  /** Items of transactions that are prepared and not committed. */
  const locks = new Set<string>();
  // Tokens must be new to an emulator that has seen other runs, too.
  const run = randomUUID().slice(0, 8);
  let tokens = 0;
  const current: Current = {
    faults: noFaults,
    arranged: () => undefined,
    writer: "",
  };

  const call = (process: Process, name: () => string, carryOut: CarryOut, kind: Kind): Promise<object> =>
    makeCall({ world, current }, { process, name, carryOut, kind });

  return {
    call,
    /** The process whose command the table carries out. */
    writer: () => current.writer,
    /** Makes single calls go wrong, for tests of one thing. */
    arrange(arranged: Arranged) {
      current.arranged = arranged;
    },

    /** What goes wrong from now on. */
    rule(faults: Faults) {
      current.faults = faults;
    },

    /** A DynamoDB client of a process in front of `backend`. */
    dynamoDb(process: Process, backend: Backend, keysOf: (command: object) => string[]): DynamoDBClient {
      const client = {
        send(command: object): Promise<object> {
          const sent = withToken(command, () => `${run}-${(tokens += 1)}`);
          const name = () => nameOf(sent);
          const keys = keysOf(sent);
          const isHeld = () => keys.some((key) => locks.has(key));
          const hold = sent instanceof TransactWriteItemsCommand && {
            isHeld,
            begin: () => keys.forEach((key) => locks.add(key)),
            end: () => keys.forEach((key) => locks.delete(key)),
          };
          const carryOut = () => {
            if (isHeld()) throw conflict(sent);
            current.writer = process.name;
            return backend(sent);
          };
          return call(process, name, carryOut, hold ? { hold, command: sent } : { command: sent });
        },
        destroy: () => undefined,
      };
      // Only `send` of a client is used by the service.
      return client as unknown as DynamoDBClient;
    },

    /**
     * A client of another service: each command is answered by `serve`. `isRepeatable: false` where a lost response would
     * make the SDK do a thing twice that has no name by which the second could be known.
     */
    client<Client>(process: Process, serve: (command: object) => object, isRepeatable = true): Client {
      const send = (command: object) =>
        call(
          process,
          () => command.constructor.name,
          () => serve(command),
          { isRepeatable },
        );
      // Only `send` of a client is used by the service.
      return { send } as Client;
    },
  };
}

function kill(world: World, process: Process, where: () => string) {
  process.isDead = true;
  world.say(() => `${process.name}: KILLED at ${where()}`);
  process.onKilled?.();
}

/**
 * A call of a process, with the SDK's attempts. A call with a `hold` may take its time between preparation and
 * commitment.
 */
function makeCall({ world, current }: { world: World; current: Current }, call: Call): Promise<object> {
  const { random } = world;
  const { process, name, kind } = call;
  const { hold, isRepeatable = true } = kind;
  const killedBefore = random.chance(current.faults.killed / 2);
  const killedAfter = random.chance(current.faults.killed / 2);
  const latency = () => (random.chance(0.9) ? random.int(1, 12) : random.int(12, 150));
  return new Promise((resolve, reject) => {
    const { throttled, lost, stalled, stall, slowTransactions } = current.faults;
    const wait = () => latency() + (random.chance(stalled) ? random.int(...stall) : 0);
    const answer = (say: () => void) => world.after(wait(), process, say);

    function again(attempt: number, why: string, after: number) {
      world.say(() => `${process.name}: ${name()} ${why} (attempt ${attempt})`);
      if (attempt === ATTEMPTS) answer(() => reject(new ServiceFault(why)));
      else world.after(after + random.int(0, 100 * 2 ** attempt), process, () => start(attempt + 1));
    }

    function arrive(attempt: number): void | Promise<void> {
      const arranged = current.arranged(process, name, attempt);
      if (killedBefore || arranged === "killed before") return kill(world, process, () => `${name()}, before`);
      if (arranged === "throttled" || random.chance(throttled)) return again(attempt, "ThrottlingException", 0);
      if (!hold || !random.chance(slowTransactions) || hold.isHeld()) return conclude(attempt, arranged);
      // Prepared: a write to one of these items before the commitment is a conflict.
      hold.begin();
      world.after(random.int(1, 40), undefined, () => {
        hold.end();
        return conclude(attempt, arranged);
      });
    }

    function conclude(attempt: number, arranged: Fault | undefined): void | Promise<void> {
      const outcome = outcomeOf(call, arranged);
      if (!(outcome instanceof Promise)) return finish(outcome, attempt, arranged);
      return outcome.then((settled) => finish(settled, attempt, arranged));
    }

    function finish(outcome: Outcome, attempt: number, arranged: Fault | undefined): void {
      if (killedAfter || arranged === "killed after") return kill(world, process, () => `${name()}, after`);
      if (arranged === "lost" || (isRepeatable && random.chance(lost)))
        return again(attempt, "TimeoutError", random.int(200, 3_000));
      world.say(() => `${process.name}: ${name()} ${"error" in outcome ? describe(outcome.error) : "ok"}`);
      answer(() => ("error" in outcome ? reject(outcome.error) : resolve(outcome.answer)));
    }

    const start = (attempt: number) => world.after(wait(), process, () => arrive(attempt));
    start(1);
  });
}

/** Carries a call out: at once where the service answers at once. */
function outcomeOf({ carryOut, kind }: Call, arranged: Fault | undefined): Outcome | Promise<Outcome> {
  try {
    if (arranged === "conflict") throw conflict(kind.command ?? {});
    const carried = carryOut();
    if (!(carried instanceof Promise)) return { answer: carried };
    return carried.then(
      (answer: object) => ({ answer }),
      (error: unknown) => ({ error }),
    );
  } catch (error) {
    return { error };
  }
}

/** The SDK gives a transaction a token that stays the same over its attempts. */
function withToken(command: object, next: () => string): object {
  if (!(command instanceof TransactWriteItemsCommand) || command.input.ClientRequestToken) return command;
  return new TransactWriteItemsCommand({ ...command.input, ClientRequestToken: next() });
}

function conflict(command: object): Error {
  const message = "Transaction is ongoing for the item";
  if (!(command instanceof TransactWriteItemsCommand))
    return new TransactionConflictException({ $metadata: {}, message });
  const CancellationReasons = (command.input.TransactItems ?? []).map(() => ({ Code: "TransactionConflict" }));
  return new TransactionCanceledException({ $metadata: {}, message, CancellationReasons });
}

const describe = (error: unknown) => (error instanceof Error ? error.name : String(error));

/** A command's name with the sort keys it writes or reads, ids shortened. */
function nameOf(command: object): string {
  const { Key, Item, TransactItems } = ("input" in command ? command.input : {}) as {
    Key?: Keyed;
    Item?: Keyed;
    TransactItems?: Record<string, { Key?: Keyed; Item?: Keyed }>[];
  };
  const parts = TransactItems?.flatMap((part) => Object.values(part)) ?? [{ Key, Item }];
  const keys = parts.map((part) => (part.Key ?? part.Item)?.["sk"]?.S ?? "");
  return `${command.constructor.name.replace("Command", "")} ${keys.join(", ")}`;
}
type Keyed = Record<string, { S?: string }>;
