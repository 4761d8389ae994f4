import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { TurnRecord } from "@parley/core/turn/record";
import { messageOf, type Script } from "./answerer.ts";
import { Client } from "./client.ts";
import type { Fault } from "./sdk.ts";
import { memberOf } from "./service.ts";
import { prepare } from "./simulation.ts";
import { createStage } from "./stage.ts";

// Items of the simulation's store are the service's own.
const plain = (item: Record<string, unknown>) => unmarshall(item as never) as never;

/** A world in which nothing goes wrong but what a test arranges. */
export async function quietWorld() {
  const { world, store, network, service, violations } = createStage({ seed: 1 });
  const place = await prepare(world, service, 1);
  const client = new Client(world, service, place);
  const [chat = ""] = place.chats;
  return {
    world,
    store,
    service,
    client,
    place,
    chat,
    violations,
    /** Makes the calls that fit go wrong. */
    arrange: (fits: (name: string, process: string, attempt: number) => boolean, fault: Fault) =>
      network.arrange(({ name }, call, attempt) => (fits(call(), name, attempt) ? fault : undefined)),
    /** Ends a process that runs, as a crash would. */
    kill: (name: string) => {
      const process = [...service.running].find((one) => one.name.startsWith(name));
      if (!process) throw new Error(`${name} does not run`);
      process.isDead = true;
      process.onKilled?.();
    },
    /** Does something as the member, in a process of its own, and answers what came of it. */
    act: async <T>(what: (env: ReturnType<typeof memberOf>) => Promise<T>): Promise<T> => {
      let ended: { value: T } | { error: unknown } | undefined;
      service.begin(
        "act",
        (env) => what(memberOf(env, place)),
        (how) => (ended = "killed" in how ? { error: new Error("killed") } : how),
      );
      await world.run(() => ended !== undefined, 60_000);
      if (ended && "value" in ended) return ended.value;
      throw ended?.error ?? new Error("it takes too long");
    },
    /** Lets `seconds` pass, or less where `until` holds. */
    pass: (seconds: number, until: () => boolean = () => false) => world.run(until, seconds * 1000),
    turns: (): TurnRecord[] =>
      store.partition(`CHAT#${chat}`).flatMap((item) => (item["sk"]?.S?.startsWith("TURN#") ? [plain(item)] : [])),
    messages: () =>
      store.partition(`CHAT#${chat}`).flatMap((item) => (item["sk"]?.S?.startsWith("MESSAGE#") ? [plain(item)] : [])),
  };
}

/** A message whose answer is short, but for what a test says of it. */
export const say = (script: Partial<Script> = {}) =>
  messageOf({ tag: "word", pieces: 3, pause: 10, mode: "text", ...script });

/** Whether a call settles a turn. */
export const isSettlement = (name: string) => name.startsWith("TransactWriteItems TURN#");
