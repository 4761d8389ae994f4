import { heavyWork } from "../load/heavy-work.ts";
import { percentile } from "../load/figures.ts";
import { atMost, type Line, milliseconds } from "../load/report.ts";
import { LONG_MS, stretchesOf } from "../load/stretches.ts";
import type { Part } from "./part.ts";

const RUNS = 3;

/** P15: how long the heaviest work of one turn keeps all other turns of the process waiting, in CPU time. */
export const lag: Part = {
  name: "lag",
  title: `P15  The longest stretch in which one turn's work lets no other have its turn (CPU time, median of ${RUNS} after a first)`,
  async run() {
    const { works, close } = await heavyWork();
    try {
      const lines: Line[] = [];
      for (const { what, run } of works) {
        // What is loaded and compiled by the first of a kind is not its own.
        await run();
        const longest: number[] = [];
        for (let at = 0; at < RUNS; at++) longest.push((await stretchesOf(run)).longest);
        lines.push(atMost(what, percentile(longest, 0.5), LONG_MS, (value) => milliseconds(value, 1)));
      }
      return lines;
    } finally {
      await close();
    }
  },
};
