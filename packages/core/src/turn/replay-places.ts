import type { Base, MemberContext } from "../environment/context.ts";
import { hold } from "../ledger/concurrent-places.ts";
import type { TurnRecord } from "./record.ts";

/** Milliseconds that a replay may take after its turn's deadline, or, once the turn has ended, in all: it reads a log. */
const REPLAY_TAIL_MS = 60_000;

/** The time (ms) by which a replay of the turn that begins now has surely ended. */
const replayedUntil = (ctx: Base, turn: TurnRecord): number =>
  Math.max(turn.deadline, ctx.clock.now()) + REPLAY_TAIL_MS;

/** Holds one of the member's places for a replay. Returns what frees it. Throws RATE_LIMIT if all are in use. */
export const holdReplay = (ctx: MemberContext, turn: TurnRecord): Promise<() => Promise<void>> =>
  hold(ctx, "replays", replayedUntil(ctx, turn));
