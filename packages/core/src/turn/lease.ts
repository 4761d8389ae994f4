import { limits } from "@parley/contract/limits";

/** Until when (ms) a turn that is taken, or kept, now is its worker's (D26). */
export const leaseUntil = (now: number): number => now + limits.turn_lease * 1000;
