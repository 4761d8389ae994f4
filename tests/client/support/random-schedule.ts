import { createRandom, type Random } from "../../reliability/random.ts";
import type { Fault } from "./cutting-proxy.ts";
import type { Kind } from "./scripts.ts";
import type { Schedule } from "./schedules.ts";

/** The most faults of a schedule: fewer than the cuts that a turn is followed over. */
const MOST_FAULTS = 6;
/** Faults come within so many exchanges. */
const EXCHANGES = 9;
/** Places in a body, in bytes: streams are about as long. */
const LONGEST_BODY = 1_500;

const faultMakers: readonly [(random: Random) => Fault, ...((random: Random) => Fault)[]] = [
  (random) => ({ cut: random.int(0, LONGEST_BODY) }),
  (random) => ({ cut: random.int(0, 300) }),
  (random) => ({ stall: { at: random.int(0, LONGEST_BODY), ms: random.int(1, 30) } }),
  (random) => ({ delay: random.int(1, 20) }),
  () => ({ status: 429 }),
  () => ({ status: 503 }),
  () => ({ lost: true }),
  () => ({ refused: true }),
  () => ({ expired: true }),
  (random) => ({ pieces: random.pick(["bytes", "whole"]) }),
  (random) => ({ pieces: "bytes", cut: random.int(0, LONGEST_BODY) }),
];

/** The schedule of a seed. */
export function scheduleOf(seed: number): Schedule & { faults: ReadonlyMap<number, Fault> } {
  const random = createRandom(seed);
  const via = random.pick<"stream" | "turn">(["stream", "turn"]);
  const kind = random.pick<Kind>(["text", "table", "long", "error", "cancelled", "killed"]);
  const faults = new Map<number, Fault>();
  for (let count = random.int(1, MOST_FAULTS); count > 0; count--) {
    const number = random.int(0, EXCHANGES);
    const fault = random.pick(faultMakers)(random);
    // A token that is refused twice in a row is a failure.
    const isAgain = fault.expired && (faults.get(number - 1)?.expired || faults.get(number + 1)?.expired);
    if (!isAgain) faults.set(number, fault);
  }
  return { kind, via, faults, faultOf: (_request, number) => faults.get(number) ?? {} };
}
