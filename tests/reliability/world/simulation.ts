import * as Agent from "@parley/core/agent/agent";
import * as Chat from "@parley/core/chat/chat";
import { placeOf } from "@parley/core/chat/place";
import { chatKey, endKey } from "@parley/core/chat/record";
import * as Member from "@parley/core/member/member";
import { expr } from "@parley/core/store/expression";
import * as Connection from "@parley/core/socket/connection";
import { createRandom, type Random } from "../random.ts";
import { textOf } from "../store/attribute.ts";
import { Client, type Place } from "./client.ts";
import { checkOutcome, type Counts, restTime } from "./outcome.ts";
import { converse, crowd, doSomething, newMessage } from "./scenario.ts";
import { type Faults, noFaults } from "./sdk.ts";
import { memberOf, noQueueFaults, type QueueFaults, type Service } from "./service.ts";
import { createStage, type Stage, type StageOptions } from "./stage.ts";
import { watchTurns } from "./turn-watch.ts";
import type { World } from "./world.ts";

/** What goes wrong in a schedule; drawn from its seed. */
export interface Weather {
  name: string;
  faults: Faults;
  queue: QueueFaults;
  /** How far (ms) a process's clock may be off. */
  skew?: number;
  /** One environment's clock is wrong by so many hours. */
  hours?: number;
}

function weatherOf(random: Random): Weather {
  const late = { ...noQueueFaults, late: 0.3, delay: 20_000 };
  return random.pick<() => Weather>([
    () => ({ name: "skewed", faults: { ...noFaults, killed: 0.01 }, queue: late, skew: 2_000 }),
    () => ({ name: "wrong", faults: noFaults, queue: late, hours: random.int(1, 5) }),
    () => ({ name: "calm", faults: noFaults, queue: noQueueFaults }),
    () => ({ name: "busy", faults: { ...noFaults, slowTransactions: 0.5 }, queue: late }),
    () => ({
      name: "throttled",
      faults: { ...noFaults, throttled: 0.2, slowTransactions: 0.1 },
      queue: { ...late, doubled: 0.2 },
    }),
    () => ({
      name: "lossy",
      faults: { ...noFaults, lost: 0.2, throttled: 0.02 },
      queue: { ...late, lost: 0.3, doubled: 0.3 },
    }),
    () => ({ name: "deadly", faults: { ...noFaults, killed: 0.04 }, queue: { ...late, lost: 0.1, doubled: 0.3 } }),
    () => ({
      name: "frozen",
      faults: { ...noFaults, stalled: 0.03, stall: [1_000, 70_000] },
      queue: { lost: 0.1, doubled: 0.5, late: 0.5, delay: 60_000 },
    }),
    () => ({
      name: "drowsy",
      faults: { ...noFaults, stalled: 0.04, stall: [22_000, random.pick([38_000, 110_000])] },
      queue: { ...late, doubled: 0.3 },
    }),
    () => ({
      name: "sleepy",
      faults: { ...noFaults, stalled: 0.03, stall: [60_000, 110_000] },
      queue: { ...late, doubled: 0.5 },
    }),
    () => ({
      name: "storm",
      faults: { throttled: 0.1, lost: 0.1, killed: 0.02, stalled: 0.01, stall: [500, 45_000], slowTransactions: 0.2 },
      queue: { lost: 0.2, doubled: 0.3, late: 0.5, delay: 90_000 },
    }),
  ])();
}

export interface Result extends Counts {
  seed: number;
  weather: string;
  steps: number;
  violations: string[];
}

/** Unhandled faults while a schedule runs; set by the listener of the process. */
export const unhandled: { report: (error: unknown) => void } = { report: () => undefined };

export interface Options {
  trace?: ((line: string) => void) | undefined;
  emulator?: StageOptions["emulator"];
  /** The weather of the schedule, instead of one that its seed draws. */
  weather?: Weather;
}

/** Plays one schedule: everything in it follows from the seed. */
export async function simulate(seed: number, options: Options = {}): Promise<Result> {
  const random = createRandom(seed);
  const mathRandom = Math.random;
  const { stackTraceLimit } = Error;
  // `core/src/store/table-retries.ts` spaces the retries of conflicts with it.
  Math.random = random.next;
  // Refusals are errors, thousands a second: their stacks are for those who play one schedule again.
  if (!options.trace) Error.stackTraceLimit = 0;
  try {
    return await play(seed, random, options);
  } finally {
    Math.random = mathRandom;
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** A schedule while it is played. */
interface Schedule {
  random: Random;
  weather: Weather;
  stage: Stage;
  place: Place;
  client: Client;
}

async function play(seed: number, random: Random, { trace, emulator, weather: given }: Options): Promise<Result> {
  const weather = given ?? weatherOf(random);
  const stage = createStage({
    seed: random.int(0, 2 ** 31),
    trace,
    emulator,
    skew: weather.skew ?? 0,
    hours: weather.hours ?? 0,
    visibility: random.pick([90_000, 5_400_000]),
    isLate: emulator === undefined,
  });
  const { world, store, service, violations, violated } = stage;
  unhandled.report = (error) =>
    violated(`an unhandled rejection: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  const isBroken = () => violations.length > 0;

  const place = await prepare(world, service, random.int(1, 2));
  service.rule(weather.faults, weather.queue);
  world.say(() => `seed ${seed}: ${weather.name}, ${place.chats.length} chats`);
  const client = new Client(world, service, place, {
    violated,
    ...watchTurns(store, (weather.skew ?? 0) + (weather.hours ?? 0) * 3_600_000),
  });
  const schedule: Schedule = { random, weather, stage, place, client };
  planActions(schedule);
  planLooks(schedule);
  planTitles(schedule, seed);
  const stopSweeping = sweepOften(schedule);

  const troubled = random.int(20_000, 90_000);
  await world.run(isBroken, troubled);
  // Faults end; what was begun has to come to rest, without any client asking.
  service.heal();
  await world.run(() => isBroken() || isAtRest(schedule), restTime);
  if (!isBroken()) {
    stopSweeping();
    for (const chat of place.chats) client.look(chat);
    await world.run(() => isBroken() || service.running.size === 0, restTime);
    lookForAll(schedule);
    await world.run(() => isBroken() || (client.isDone() && service.running.size === 0), restTime);
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
  return { seed, weather: weather.name, steps: world.steps(), violations, ...countsOf(schedule) };
}

/** What members do, and what the weather asks of them. */
function planActions({ random, weather, stage, place, client }: Schedule): void {
  const { world, store, service, violated } = stage;
  const actions = random.int(2, 7);
  for (let action = 0, at = 0; action < actions; action++) {
    at += random.chance(0.5) ? random.int(0, 400) : random.int(0, 15_000);
    client.plan(at, () => doSomething(world, client, service, place));
  }
  if (random.chance(0.1)) converse(world, client, service, place);
  if (!weather.hours && random.chance(0.1)) {
    crowd(world, client, place, {
      // What API Gateway waits for `$connect`, by the clocks of those who judge how long it has been.
      patience: 29_000 - 2 * (weather.skew ?? 0),
      isLetIn: (id) => store.find({ pk: `SOCKET#${id}`, sk: "SOCKET" })?.["identity"] !== undefined,
      leftOut: (id) => {
        if (weather.faults === noFaults && !weather.hours)
          violated(`the connection ${id} found no room where none was taken`);
      },
    });
  }
  if (weather.name === "sleepy") {
    // A long answer: its worker loses the lease, goes on regardless, and comes back while another one runs.
    const message = newMessage(world, { pieces: 5, pause: random.int(8_000, 14_000), mode: "text" });
    client.submit({ chat_id: place.chats[0] ?? "", client_request_id: "long", message }, { mayCancel: false });
  }
}

/** Who looks about, and a member who is disabled meanwhile. */
function planLooks(schedule: Schedule): void {
  const { random, weather, stage, place, client } = schedule;
  // Somebody looks about when leases run out.
  for (let looks = random.int(0, 4); looks > 0; looks--) {
    client.plan(random.int(25_000, 60_000), () => client.look(random.pick(place.chats as [string])));
  }
  // Many people look at one chat at once.
  if (random.chance(0.3)) {
    const [at, chat] = [random.int(5_000, 50_000), random.pick(place.chats as [string])];
    for (let person = 0; person < 4; person++) client.plan(at + random.int(0, 10), () => client.look(chat));
  }
  if (weather.faults === noFaults && !weather.hours && random.chance(0.3)) {
    const message = newMessage(stage.world, { pieces: 6, pause: random.int(6_000, 12_000), mode: "text" });
    client.stream(place.chats[0] ?? "", message);
    client.plan(random.int(500, 30_000), () => disable(schedule));
  }
}

/** Chats get other titles, many of them while their turns run. */
function planTitles({ place, client }: Schedule, seed: number): void {
  // Its own choices: whoever is not renamed does all else as if nobody were.
  const random = createRandom(seed + 0x5eed);
  if (random.chance(0.7)) return;
  for (let titles = random.int(1, 4); titles > 0; titles--) {
    client.plan(random.int(0, 30_000), () => client.rename(random.pick(place.chats as [string])));
  }
}

/** The longest time (ms) that an index may be late, and more. */
const INDEX_IS_THERE_MS = 5_000;

/** In the end all of the member's chats are listed once, the latest first, whatever places they have in the index. */
function lookForAll({ stage: { store, violated }, place, client }: Schedule): void {
  const latestFirst = place.chats
    .flatMap((id) => {
      const chat = store.find({ pk: `CHAT#${id}`, sk: "CHAT" });
      return chat ? [{ id, place: placeOf(textOf(chat["updated_at"]) ?? "", id) }] : [];
    })
    .toSorted((one, other) => (one.place < other.place ? 1 : -1))
    .map(({ id }) => id);
  for (const limit of [1, 2]) {
    client.plan(INDEX_IS_THERE_MS, () =>
      client.list(limit, (ids) => {
        if (ids.join() !== latestFirst.join())
          violated(`chats are listed as ${ids.join(", ")} and not as ${latestFirst.join(", ")}, ${limit} a page`);
      }),
    );
  }
}

/** The sweeper comes by again and again, until what is returned is called. */
function sweepOften({ random, weather, stage: { world }, client }: Schedule): () => void {
  const pause = weather.name === "sleepy" ? 10_000 : random.pick([60_000, 60_000, 10_000]);
  let isOver = false;
  const sweepAgain = () => {
    if (isOver) return;
    client.sweep();
    world.after(pause, undefined, sweepAgain);
  };
  world.after(random.int(0, 60_000), undefined, sweepAgain);
  return () => {
    isOver = true;
  };
}

function isAtRest({ stage: { service, store }, place, client }: Schedule): boolean {
  if (service.running.size > 0 || !client.isDone()) return false;
  return place.chats.every((id) => {
    const chat = store.find({ pk: `CHAT#${id}`, sk: "CHAT" });
    return !chat?.["active_turn_id"] && !chat?.["deleted_at"];
  });
}

function countsOf({ weather, stage, place, client }: Schedule): Counts {
  const { store, service, monitor, violations, violated } = stage;
  if (violations.length > 0) return { turns: 0, completed: 0, failed: 0, cancelled: 0, reruns: 0 };
  return checkOutcome(
    {
      partition: (pk) => store.partition(pk),
      place,
      service,
      journal: client.journal,
      isCalm: weather.name === "calm" || weather.name === "busy",
      isPosted: weather.faults.throttled === 0,
      areFrozen: weather.faults.stalled > 0,
      areClocksWrong: weather.hours !== undefined,
      ...(weather.hours !== undefined && { now: stage.world.now() }),
      monitor,
    },
    violated,
  );
}

/** Disables the member: within 30 s nothing runs that was begun before (D12). */
function disable({ stage, place, client }: Schedule): void {
  const { world, store, service, violated } = stage;
  const { organization_id, member_id } = place;
  const disabledAt = world.now();
  service.begin(
    "disable",
    (env) => Member.update({ ...env, actor: { organization_id } }, member_id, { active: false }),
    (how) => {
      if (!("value" in how)) return;
      client.plan(31_000, () => {
        for (const item of place.chats.flatMap((id) => store.partition(`CHAT#${id}`))) {
          const began = Date.parse(textOf(item["created_at"]) ?? "");
          const isRunning = textOf(item["status"]) === "in_progress" && item["lease_until"] !== undefined;
          if (isRunning && began < disabledAt) violated(`turn ${textOf(item["turn_id"])} of a disabled member goes on`);
        }
      });
    },
  );
}

/** A member with an agent, chats, and a socket for each of them. */
export async function prepare(world: World, service: Service, chats: number): Promise<Place> {
  const place: Place = { organization_id: "organization", member_id: "", agent_id: "", chats: [] };
  let isReady = false;
  service.begin("prepare", async (env) => {
    const ctx = { ...env, actor: { organization_id: place.organization_id } };
    const [member, agent] = await Promise.all([
      Member.create(ctx, { email: "member@example.com", name: "Member" }),
      Agent.create(ctx, { name: "Agent", published: true }),
    ]);
    place.member_id = member.id;
    place.agent_id = agent.id;
    for (let at = 0; at < chats; at++) {
      const chat = await Chat.create(memberOf(env, place), { agent_id: agent.id });
      place.chats.push(chat.id);
      // One that was made before ids of messages ended like their chat's.
      if (world.random.chance(0.3)) {
        await env.table.update(chatKey(chat.id), expr`REMOVE #has_end`);
        await env.table.removeMany([endKey(chat.id)]);
      }
      const connection = `connection-${at}`;
      service.openSocket(connection);
      const now = Math.floor(env.clock.now() / 1000);
      const { organization_id, member_id } = place;
      const claims = { organization_id, member_id, jti: "token", issued_at: now, expires_at: now + 21_600 };
      await Connection.open(env, connection, false, claims);
    }
    isReady = true;
  });
  await world.run(() => isReady, 60_000);
  if (!isReady) throw new Error("the simulation could not be prepared");
  return place;
}
