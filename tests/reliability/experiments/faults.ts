import { noFaults } from "../world/sdk.ts";
import { noQueueFaults } from "../world/service.ts";
import { simulate, type Weather } from "../world/simulation.ts";
import type { Emulator } from "./emulator.ts";

/** One call in five is throttled, or carried out and never answered; virtual time. */
const weather: Weather = {
  name: "a fifth fails",
  faults: { ...noFaults, throttled: 0.1, lost: 0.1 },
  queue: { ...noQueueFaults, doubled: 0.2, late: 0.3, delay: 20_000 },
};

/** R5: schedules in that weather on the emulator, as many as fit into `seconds`. */
export async function failEveryFifth(options: {
  firstSeed: number;
  runs: number;
  seconds: number;
  emulator: Emulator;
}) {
  const { firstSeed, runs, seconds, emulator } = options;
  const until = performance.now() + seconds * 1000;
  const counts = { runs: 0, turns: 0, broken: [] as string[] };
  for (let seed = firstSeed; seed < firstSeed + runs && performance.now() < until; seed++) {
    const result = await emulator.withTable((table) => simulate(seed, { emulator: table, weather }));
    counts.runs += 1;
    counts.turns += result.turns;
    if (result.violations.length > 0) counts.broken.push(`seed ${seed}: ${result.violations.join("; ")}`);
  }
  return counts;
}
