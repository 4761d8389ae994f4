/** The sweeper's function alone in a process, as in the deployment, with meters on what it asks of the table and on its memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { serve } from "./load/processes.ts";
import { meteredEntries, taken, type Taken } from "./meter.ts";

const sweeper = await meteredEntries()["sweeper"]?.();

/** One run of the sweeper. */
export interface Sweep {
  ms: number;
  usage: Taken;
  /** Bytes of heap in use at most, over what was in use before. */
  heap: number;
}

setFlagsFromString("--expose-gc");
// A flag that is set late shows in a new context only.
const collect = runInNewContext("gc") as () => void;

const calls = {
  /** Answered once the function is loaded. */
  ready: () => true,

  async sweep(): Promise<Sweep> {
    taken();
    collect();
    const before = process.memoryUsage().heapUsed;
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().heapUsed)), 10);
    const began = performance.now();
    try {
      await sweeper?.handler();
    } finally {
      clearInterval(watch);
    }
    return { ms: performance.now() - began, usage: taken(), heap: peak - before };
  },
};
export type SweeperCalls = typeof calls;

serve(calls, async () => undefined);
