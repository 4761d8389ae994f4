import { createRandom } from "../random.ts";
import { outcomeOf } from "../store/compare.ts";
import { Store } from "../store/store.ts";
import { createMonitor } from "./monitor.ts";
import { type Backend, createNetwork } from "./sdk.ts";
import { Service } from "./service.ts";
import { createWorld } from "./world.ts";

export interface StageOptions {
  seed: number;
  trace?: ((line: string) => void) | undefined;
  /** Clocks may be off by this (ms). */
  skew?: number;
  /** One environment's clock is wrong by so many hours. */
  hours?: number;
  /** Queue messages come back after this (ms). */
  visibility?: number;
  /** The index shows some changes late, and reads that are not consistent miss some. */
  isLate?: boolean;
  /** Carry every command out in this, too, and compare its answers with the store's: the emulator. */
  emulator?: { table: string; execute: Backend } | undefined;
}

export type Stage = ReturnType<typeof createStage>;

/** A world with the service, its table and the monitor of the protocol, before anything happens in it. */
export function createStage({
  seed,
  trace,
  skew = 0,
  hours = 0,
  visibility = 90_000,
  isLate = false,
  emulator,
}: StageOptions) {
  const random = createRandom(seed);
  const world = createWorld(random, trace);
  const violations: string[] = [];
  const violated = (what: string) => {
    world.say(() => `VIOLATION: ${what}`);
    violations.push(what);
  };
  const store = new Store({
    now: world.now,
    lag: () => (isLate && random.chance(0.2) ? random.int(1, 3_000) : 0),
    isStale: () => isLate && random.chance(0.5),
    watch: (changes) => monitor.watch(changes),
  });

  async function both(command: object): Promise<object> {
    if (!emulator) throw new Error("there is no emulator");
    const expected = await settle(() => emulator.execute(command));
    const actual = await settle(() => store.execute(command));
    const [left, right] = [await outcomeOf(() => reveal(actual)), await outcomeOf(() => reveal(expected))];
    if (JSON.stringify(left) !== JSON.stringify(right))
      violated(
        `the emulator answers ${command.constructor.name} otherwise: ${JSON.stringify([command, left, right]).slice(0, 3_000)}`,
      );
    return reveal(expected);
  }

  const network = createNetwork(world);
  const backend: Backend = emulator ? both : (command) => store.execute(command);
  const service = new Service(world, network, backend, {
    table: emulator?.table ?? "simulation",
    visibility,
    skew,
    hours,
  });
  const monitor = createMonitor({
    find: (key) => store.find(key),
    partition: (pk) => store.partition(pk),
    now: world.now,
    skew: 2 * skew + hours * 3_600_000,
    skewOf: (process) => service.skewOf(process),
    deadLetters: () => service.deadLetters,
    isThere: (id) => service.isThere(id),
    writer: network.writer,
    violated,
  });
  return { random, world, store, network, service, monitor, violations, violated };
}

type Settled = { value: object } | { error: unknown };
const settle = async (run: () => object | Promise<object>): Promise<Settled> => {
  try {
    return { value: await run() };
  } catch (error) {
    return { error };
  }
};
const reveal = (settled: Settled): object => {
  if ("error" in settled) throw settled.error;
  return settled.value;
};
