import { percentile } from "../load/figures.ts";
import { startChild } from "../load/processes.ts";
import { atMost, kilobytes, number } from "../load/report.ts";
import type { RequestCalls } from "../request-process.ts";
import type { Part } from "./part.ts";

/** P8: event in, result out, of a request that calls nothing. */
export const request: Part = {
  name: "request",
  title: "P8  In-process overhead of a request (GET /v1/models, valid token, member remembered)",
  async run({ profile }) {
    const child = startChild<RequestCalls>(new URL("../request-process.ts", import.meta.url), {
      profile,
      // A young generation that nothing is collected from while allocation is measured.
      execArgv: ["--expose-gc", "--min-semi-space-size=256", "--max-semi-space-size=256"],
    });
    try {
      const costs = await child.ask("cpu", { requests: 5_000, rounds: 12 });
      const { bytes, collections } = await child.ask("allocated", { requests: 1_500 });
      const microseconds = (value: number) => `${number(value, 1)} µs`;
      return [
        atMost("CPU, best of 12 rounds of 5,000", Math.min(...costs), 40, microseconds),
        { what: "CPU, median round", figure: microseconds(percentile(costs, 0.5)) },
        atMost("allocated", bytes, 40_000, kilobytes),
        { what: "collections while it was measured", figure: number(collections) },
      ];
    } finally {
      await child.stop();
    }
  },
};
