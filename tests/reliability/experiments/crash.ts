import { limits } from "@parley/contract/limits";
import { type Attributes, textOf } from "../store/attribute.ts";
import { Client } from "../world/client.ts";
import { checkOutcome, restTime } from "../world/outcome.ts";
import { newMessage } from "../world/scenario.ts";
import type { Fault } from "../world/sdk.ts";
import { prepare } from "../world/simulation.ts";
import type { Service } from "../world/service.ts";
import { createStage, type StageOptions } from "../world/stage.ts";
import { stepsOf } from "../world/watched.ts";
import type { World } from "../world/world.ts";
import type { Emulator } from "./emulator.ts";

/** `repeated`: the streamed route with a request id, which the client sends again where it was not answered. */
export const routes = ["stream", "repeated", "socket", "durable", "edit"] as const;
export type Route = (typeof routes)[number];

/** How a message is asked on the streamed route. */
const asked = { stream: {}, repeated: { client_request_id: "request", retries: 3 } };

/** How many turns were accepted with a request id. */
const withRequestId = (items: readonly Attributes[]) => items.filter((item) => item["payload_hash"]).length;

interface Kill {
  /** The call of the turn, over all its processes, at which the process that makes it is killed. */
  call: number;
  when: "before" | "after";
}

/** Processes in which a turn of any route lives. */
const isOfTurn = (process: string) => /^(submit|stream|edit|frame|worker|task)-/.test(process);

/** A question that has its answer. Returns its id. */
async function answered(client: Client, chat: string, world: World, service: Service): Promise<string> {
  client.stream(chat, newMessage(world, { mode: "text", pieces: 1, pause: 0 }));
  await world.run(() => service.running.size === 0, 10_000);
  const [metadata] = client.journal.streamed[0]?.events ?? [];
  if (metadata?.event !== "chat_metadata") throw new Error("the question to be edited was not answered");
  return metadata.data.user_message_id;
}

/** The messages that turns answer: an edit's turn has that of the turn before. */
const questionsOf = (items: readonly Attributes[]) =>
  new Set(items.flatMap((item) => (textOf(item["sk"])?.startsWith("TURN#") ? [textOf(item["user_message_id"])] : [])));

/** What each message is, once: a question may have been in the item of its answer, which an edit took out of it. */
const typesOf = (items: readonly Attributes[]): (string | undefined)[] => [
  ...new Map(
    items.flatMap((item) => [
      ...stepsOf(item).map(({ id, type }) => [id, type] as const),
      [textOf(item["id"]) ?? "", textOf(item["type"])] as const,
    ]),
  ).values(),
];

/**
 * R1: one turn of a route, and a crash at one of its calls. Then time passes: the sweeper comes by, the client tries again
 * what it was not answered, and asks something new once the lease must have expired. Returns how many calls the turn made.
 */
export async function crash(
  route: Route,
  seed: number,
  kill: Kill | undefined,
  emulator?: StageOptions["emulator"],
): Promise<{ calls: number; violations: string[] }> {
  const { world, random, store, network, service, monitor, violations, violated } = createStage({ seed, emulator });
  const place = await prepare(world, service, 1);
  const [chat = ""] = place.chats;
  const client = new Client(world, service, place);
  const edited = route === "edit" ? await answered(client, chat, world, service) : undefined;
  let calls = 0;
  let isKilled = false;
  network.arrange((process): Fault | undefined => {
    if (!isOfTurn(process.name) || isKilled) return undefined;
    calls += 1;
    if (calls !== kill?.call) return undefined;
    isKilled = true;
    return `killed ${kill.when}`;
  });

  const script = { mode: "tool", pieces: 3, pause: 150 } as const;
  const message = newMessage(world, script);
  const sweep = () => {
    client.sweep();
    world.after(60_000, undefined, sweep);
  };
  world.after(random.int(0, 60_000), undefined, sweep);
  if (route === "durable")
    client.submit({ chat_id: chat, client_request_id: "request", message }, { retries: 3, mayCancel: false });
  else if (route === "stream" || route === "repeated") client.stream(chat, message, asked[route]);
  else if (edited !== undefined) client.edit(chat, edited, message);
  else client.frame("connection-0", { action: "send_message", chat_id: chat, message });

  const isFree = () => !store.find({ pk: `CHAT#${chat}`, sk: "CHAT" })?.["active_turn_id"];
  // A lease may begin with the last thing the worker did; a second run of a durable turn begins with a sweep.
  const longest = route === "durable" ? restTime : (limits.turn_lease + 2) * 1000;
  await world.run(() => isKilled, 10_000);
  const killedAt = world.now();
  await world.run(() => service.running.size === 0 && isFree() && world.now() > killedAt + 5_000, longest);
  if (route !== "durable") {
    // The next reader frees the chat.
    const again = newMessage(world, { ...script, mode: "text" });
    client.stream(chat, again);
    await world.run(() => service.running.size === 0, 30_000);
    const [how] = client.journal.streamed.slice(-1).map((streamed) => streamed.how);
    if (!how || "error" in how) violated("the chat was not free after the lease");
  }
  await world.run(() => service.running.size === 0 && isFree() && client.isDone(), restTime);

  const counts = checkOutcome(
    {
      partition: (pk) => store.partition(pk),
      place,
      service,
      journal: client.journal,
      isCalm: false,
      isPosted: true,
      monitor,
    },
    violated,
  );
  const items = store.partition(`CHAT#${chat}`);
  const ofType = (type: string) => typesOf(items).filter((one) => one === type).length;
  if (ofType("user") !== questionsOf(items).size)
    violated(`${counts.turns} turns have ${ofType("user")} user messages`);
  if (ofType("final") > counts.turns) violated(`${counts.turns} turns have ${ofType("final")} answers`);
  if (route === "repeated" && withRequestId(items) !== 1) violated(`one request became ${withRequestId(items)} turns`);
  if (route === "durable") {
    const turn = items.find((item) => textOf(item["route"]) === "durable");
    if (counts.turns !== 1) violated(`one submission became ${counts.turns} turns`);
    if (textOf(turn?.["status"]) !== "completed") violated("one crash cost a durable turn its answer");
  }
  return { calls, violations };
}

export interface CrashCounts {
  runs: number;
  /** Seeds of which every point was played. */
  seeds: number;
  points: number;
  broken: string[];
}

export interface CrashOptions {
  firstSeed: number;
  seeds: number;
  seconds: number;
  /** Plays firstSeed, firstSeed + stride, … below firstSeed + seeds. */
  stride?: number;
}

/** Every point of every route, seed by seed, until `seconds` have passed or all `seeds` are played. */
export async function crashEverywhere(options: CrashOptions, emulator?: Emulator): Promise<CrashCounts> {
  const { firstSeed, seeds, seconds, stride = 1 } = options;
  const until = performance.now() + seconds * 1000;
  const counts: CrashCounts = { runs: 0, seeds: 0, points: 0, broken: [] };
  const play = (route: Route, seed: number, kill?: Kill) =>
    emulator ? emulator.withTable((table) => crash(route, seed, kill, table)) : crash(route, seed, kill);
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += stride) {
    const points: [Route, Kill][] = [];
    for (const route of routes) {
      const { calls, violations } = await play(route, seed);
      if (violations.length > 0) counts.broken.push(`${route} seed ${seed}: ${violations[0]}`);
      for (let call = 1; call <= calls; call++)
        points.push([route, { call, when: "before" }], [route, { call, when: "after" }]);
    }
    counts.points = Math.max(counts.points, points.length);
    for (const [route, kill] of points) {
      if (performance.now() > until) return counts;
      const { violations } = await play(route, seed, kill);
      counts.runs += 1;
      if (violations.length > 0)
        counts.broken.push(`${route} seed ${seed}, ${kill.when} call ${kill.call}: ${violations[0]}`);
    }
    counts.seeds += 1;
  }
  return counts;
}
