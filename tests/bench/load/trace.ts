import { readFileSync } from "node:fs";
import * as v from "valibot";
import { seededRandom } from "./figures.ts";

/** Requests in the order they come: when (seconds), and how many tokens their answers have. */
export interface Trace {
  arrivals: number[];
  tokens: number[];
}

/** Arrivals `t` (seconds) and answers `gen` (tokens), as the Azure conversation trace is kept. */
const TraceFile = v.object({ t: v.array(v.number()), gen: v.array(v.number()) });

export function readTrace(file: string): Trace {
  const { t, gen } = v.parse(TraceFile, JSON.parse(readFileSync(file, "utf8")));
  return { arrivals: t, tokens: gen };
}

const RATE = 5.57;
/** The rate wanders slowly, by about a quarter, and trembles on top of it. */
const SLOW = { variance: 0.08, seconds: 200 };
const FAST = { variance: 0.05, seconds: 4 };
/** Tokens of an answer: share of the answers, and the length they stay below. Straight lines between. */
const LENGTHS: readonly (readonly [share: number, tokens: number])[] = [
  [0, 10],
  [0.5, 129],
  [0.99, 601],
  [1, 1000],
];

/**
 * A bursty hour of the shape of the Azure conversation trace of 2023: 5.6 requests a second, index of dispersion about
 * 1.5 at 1 s, 4 at 10 s, 14 at 60 s (the original: 1.4, 3.9, 16); answers of 129 tokens in the median and 601 at p99. Always the same one.
 */
export function generateTrace(seconds: number): Trace {
  const random = seededRandom(2023);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const trace: Trace = { arrivals: [], tokens: [] };
  const keep = Math.exp(-FAST.seconds / SLOW.seconds);
  let slow = normal();
  for (let start = 0; start < seconds; start += FAST.seconds) {
    slow = keep * slow + Math.sqrt(1 - keep ** 2) * normal();
    // Lognormal factors with a mean of one.
    const factor = Math.exp(
      Math.sqrt(SLOW.variance) * slow + Math.sqrt(FAST.variance) * normal() - (SLOW.variance + FAST.variance) / 2,
    );
    for (let at = start; ;) {
      at -= Math.log(1 - random()) / (RATE * factor);
      if (at >= Math.min(seconds, start + FAST.seconds)) break;
      trace.arrivals.push(at);
      trace.tokens.push(lengthAt(random()));
    }
  }
  return trace;
}

function lengthAt(share: number): number {
  const after = LENGTHS.findIndex(([until]) => share <= until);
  const [from, low] = LENGTHS[Math.max(0, after - 1)] ?? [0, 1];
  const [to, high] = LENGTHS[after] ?? [1, 1];
  return Math.round(low + ((high - low) * (share - from)) / Math.max(1e-9, to - from));
}
