import {
  type ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  type PostToConnectionCommand,
} from "@aws-sdk/client-apigatewaymanagementapi";
import { InvokeCommand, type LambdaClient } from "@aws-sdk/client-lambda";
import { GetObjectCommand, NoSuchKey, type S3Client } from "@aws-sdk/client-s3";
import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import type { StreamEvent } from "@parley/contract/event";
import type { Base, MemberContext, WithFiles, WithWakes } from "@parley/core/environment/context";
import { createFiles } from "@parley/core/store/files";
import { createIds } from "@parley/core/environment/ids";
import { readSettings } from "@parley/core/environment/settings";
import { createTable } from "@parley/core/store/table";
import { createTurnQueue } from "@parley/core/wake/turn-queue";
import { SocketTask, Wake } from "@parley/core/wake/wake";
import { createWorkerInvoker } from "@parley/core/wake/worker-invoker";
import { createFrames, type Frame, type Frames } from "@parley/functions/socket/send-frames";
import { perform } from "@parley/functions/socket/tasks";
import { settleDeadLetters } from "@parley/functions/worker/dead-letters";
import { rehearser } from "@parley/analyst/rehearsal/rehearser";
import { readText } from "@parley/analyst/documents/library";
import { runQueued } from "@parley/functions/worker/queue";
import type { SQSEvent, SQSRecord } from "aws-lambda";
import * as v from "valibot";
import { writtenKeys } from "../store/store.ts";
import { scripted } from "./answerer.ts";
import { type Backend, type Faults, type Network, noFaults } from "./sdk.ts";
import type { Process, World } from "./world.ts";

/** What becomes of messages on their way, as probabilities. */
export interface QueueFaults {
  lost: number;
  doubled: number;
  /** Delivered up to `delay` ms late, so that messages overtake each other. */
  late: number;
  delay: number;
}
export const noQueueFaults: QueueFaults = { lost: 0, doubled: 0, late: 0, delay: 0 };

export type Environment = Base & WithFiles & WithWakes & { frames: Frames };

/** How a process ended. */
export type Ended<T> = { value: T } | { error: unknown } | { killed: true };

/** A frame as a socket got it, with the process that posted it. */
export interface PostedFrame {
  process: string;
  frame: Frame;
}
export interface Socket {
  /** One that is still being opened looks like one that is gone: nothing can be posted to it, nor asked about it. */
  state: "opening" | "open" | "gone";
  posted: PostedFrame[];
  /** Told of each frame of a turn. */
  heard?: (event: StreamEvent) => void;
}

/** Times a queue message is delivered before it is a dead letter, and the retries of an asynchronous invocation (ms). */
const RECEIVES = 3;
const RETRIES = [60_000, 120_000];

const settings = readSettings({});
const secrets = {
  signingKeys: () => unused(),
  encryptionKeys: () => unused(),
  optional: () => undefined,
};
const unused = (): never => {
  throw new Error("no simulation reads secrets");
};

const nobody: Process = { name: "nobody", isDead: false };

/** The table of a service, and how its queue and its clocks behave. */
export interface ServiceOptions {
  table: string;
  /** Queue messages come back after this (ms). */
  visibility: number;
  /** Clocks may be off by this (ms). */
  skew: number;
  /** One environment's clock is wrong by so many hours. */
  hours: number;
}

/** What an environment keeps over the processes that run in it. */
interface Clockwork {
  skew: number;
  ids: ReturnType<typeof createIds>;
}

/** There are no files here. */
const readFile = (command: object): object => {
  if (command instanceof GetObjectCommand) throw new NoSuchKey({ $metadata: {}, message: "no such key" });
  return {};
};

const eventOf = (messageId: string, body: string): SQSEvent => ({
  // The service reads nothing else of a record.
  Records: [{ messageId, body } as SQSRecord],
});

/** The service's functions as processes of a world, with the queue, the asynchronous invocations and the sockets. */
export class Service {
  readonly sockets = new Map<string, Socket>();
  /** Turns whose queue message died: they may be given up before their second run. */
  readonly deadLetters = new Set<string>();
  readonly running = new Set<Process>();
  readonly #world: World;
  readonly #network: Network;
  readonly #backend: Backend;
  readonly #options: ServiceOptions;
  /** Environments outlive processes: each has a clock and makes ids of its own. */
  readonly #environments: [Clockwork, ...Clockwork[]];
  readonly #skews = new Map<string, number>();
  #messages = 0;
  #processes = 0;
  #queueFaults = noQueueFaults;

  constructor(world: World, network: Network, backend: Backend, options: ServiceOptions) {
    this.#world = world;
    this.#network = network;
    this.#backend = backend;
    this.#options = options;
    const { random } = world;
    const environment = (hours: number): Clockwork => {
      const apart = options.skew === 0 ? 0 : random.int(-options.skew, options.skew);
      const skew = hours > 0 ? random.pick([-1, 1]) * hours * 3_600_000 : apart;
      return { skew, ids: createIds({ ...world.clockOf(nobody, skew) }, random.bytes) };
    };
    this.#environments = [environment(options.hours), environment(0), environment(0)];
  }

  /** How far (ms) the clock of a process is off. */
  skewOf(process: string): number {
    return this.#skews.get(process) ?? 0;
  }

  /** True for a connection that is open, or may still be. */
  isThere(id: string): boolean {
    return (this.sockets.get(id)?.state ?? "gone") !== "gone";
  }

  openSocket(id: string, state: Socket["state"] = "open"): Socket {
    const socket: Socket = { state, posted: [] };
    this.sockets.set(id, socket);
    return socket;
  }

  /** What goes wrong from now on. */
  rule(faults: Faults, queue: QueueFaults) {
    this.#network.rule(faults);
    this.#queueFaults = queue;
  }

  heal() {
    this.rule(noFaults, noQueueFaults);
  }

  #environmentOf(process: Process): Environment {
    const { skew, ids } = this.#world.random.pick(this.#environments);
    this.#skews.set(process.name, skew);
    const clock = this.#world.clockOf(process, skew);
    return {
      clock,
      settings,
      secrets,
      ids,
      table: createTable(this.#network.dynamoDb(process, this.#backend, writtenKeys), this.#options.table, clock),
      files: createFiles(this.#network.client<S3Client>(process, readFile), "files"),
      queue: createTurnQueue(
        this.#network.client<SQSClient>(process, (command) => this.#takeMessage(command)),
        "queue",
      ),
      worker: createWorkerInvoker(
        this.#network.client<LambdaClient>(process, (command) => this.#takeInvocation(command)),
        "worker",
      ),
      frames: createFrames(
        this.#network.client<ApiGatewayManagementApiClient>(process, (command) => this.#post(process, command), false),
      ),
    };
  }

  /** Runs `work` as a process of its own, and returns how it ended. */
  begin<T>(
    name: string,
    work: (env: Environment, process: Process) => Promise<T>,
    ended: (how: Ended<T>) => void = () => undefined,
  ): Process {
    const process: Process = { name: `${name}-${(this.#processes += 1)}`, isDead: false };
    this.running.add(process);
    const end = (how: Ended<T>) => {
      this.running.delete(process);
      ended(how);
    };
    process.onKilled = () => end({ killed: true });
    this.#world.say(() => `${process.name}: begins`);
    work(this.#environmentOf(process), process).then(
      (value) => end({ value }),
      (error: unknown) => {
        this.#world.say(
          () => `${process.name}: fails with ${error instanceof Error ? error.name + " " + error.message : "?"}`,
        );
        end({ error });
      },
    );
    return process;
  }

  #enqueue(body: string) {
    const { random } = this.#world;
    const faults = this.#queueFaults;
    const name = `message-${(this.#messages += 1)}`;
    const travel = () => (random.chance(faults.late) ? random.int(0, faults.delay) : random.int(1, 50));
    if (random.chance(faults.lost)) return this.#world.say(() => `${name} is lost`);
    this.#world.after(travel(), undefined, () => this.#deliver(name, body, 1));
    if (random.chance(faults.doubled))
      this.#world.after(travel(), undefined, () => this.#deliver(`${name}-again`, body, 1));
  }

  #deliver(name: string, body: string, receives: number) {
    if (receives > RECEIVES) {
      this.deadLetters.add(v.parse(Wake, JSON.parse(body)).turn_id);
      this.begin("dead-letters", (env) => settleDeadLetters(env, eventOf(name, body)));
      return;
    }
    this.begin(
      "worker",
      (env) => runQueued(env, eventOf(name, body), { answer: scripted, readText, rehearse: rehearser }),
      (how) => {
        if ("value" in how && how.value.batchItemFailures.length === 0) return;
        this.#world.after(this.#options.visibility, undefined, () => this.#deliver(name, body, receives + 1));
      },
    );
  }

  #invoke(task: SocketTask, attempt: number) {
    this.begin(
      "task",
      (env) => perform(env, task, scripted),
      (how) => {
        const wait = RETRIES[attempt];
        if ("value" in how || wait === undefined) return;
        this.#world.after(wait, undefined, () => this.#invoke(task, attempt + 1));
      },
    );
  }

  #takeMessage(command: object): object {
    if (!(command instanceof SendMessageCommand)) throw new Error("the queue only takes messages");
    this.#enqueue(command.input.MessageBody ?? "");
    return {};
  }

  #takeInvocation(command: object): object {
    const { random } = this.#world;
    if (!(command instanceof InvokeCommand)) throw new Error("functions are only invoked");
    // The invoker sends text as bytes.
    const task = v.parse(SocketTask, JSON.parse(new TextDecoder().decode(command.input.Payload as Uint8Array)));
    if (random.chance(this.#queueFaults.lost)) return {};
    this.#world.after(random.int(1, 30), undefined, () => this.#invoke(task, 0));
    if (random.chance(this.#queueFaults.doubled))
      this.#world.after(random.int(1, 2_000), undefined, () => this.#invoke(task, 0));
    return {};
  }

  #post(process: Process, command: object): object {
    // Every command of this service names its connection.
    const { ConnectionId, Data } = (command as PostToConnectionCommand).input;
    const socket = this.sockets.get(ConnectionId ?? "");
    if (socket?.state !== "open") throw new GoneException({ $metadata: {}, message: "gone" });
    if (command instanceof DeleteConnectionCommand) socket.state = "gone";
    // Frames are posted as JSON text.
    if (Data !== undefined) {
      const frame = JSON.parse(Data as string) as Frame;
      socket.posted.push({ process: process.name, frame });
      // Listeners look for events of turns only.
      socket.heard?.(frame as StreamEvent);
    }
    return {};
  }
}

/** An environment of one member. */
export const memberOf = (env: Environment, member: { organization_id: string; member_id: string }) =>
  ({ ...env, actor: { organization_id: member.organization_id, member_id: member.member_id } }) satisfies MemberContext;
