import { readWish, planOf } from "./plan.ts";
import { startFuzzService } from "./service.ts";
import { playAll } from "./lanes.ts";
import type { Outcome } from "./unit.ts";

/** What a worker tells: what came of a unit, if it tells of one, and faults that were logged apart from any answer. */
export interface Told {
  outcome?: Outcome;
  faults: string[];
}

const [config = "", index = "0", workers = "1", until = ""] = process.argv.slice(2);
// What every part of the fuzz in this process is given by the one that forked it.
const service = await startFuzzService(JSON.parse(config));
const tell = (told: Told): Promise<void> =>
  new Promise((resolve, reject) => process.send?.(told, (error: Error | null) => (error ? reject(error) : resolve())));

const units = planOf(readWish(process.env)).filter((_, place) => place % Number(workers) === Number(index));
const telling: Promise<void>[] = [];
await playAll(
  service,
  () => units.shift(),
  (outcome) => void telling.push(tell({ outcome, faults: service.watch.others() })),
  until === "" ? Infinity : Number(until),
);
await Promise.all(telling);
await tell({ faults: service.watch.others() });
await service.stop();
// Connections that nobody has spoken on are waited for by functions for ten seconds: nothing is left to be seen there.
process.exit(0);
