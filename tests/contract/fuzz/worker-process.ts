import { readWish, planOf } from "./plan.ts";
import { startFuzzService } from "./service.ts";
import { playAll } from "./lanes.ts";
import type { Outcome } from "./unit.ts";

/** What a worker reports: the result of a unit, if it is about one, and faults that were logged apart from any response. */
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
// Functions wait ten seconds for silent connections: there is nothing left to see there.
process.exit(0);
