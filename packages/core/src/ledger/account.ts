import type { Base } from "../environment/context.ts";
import { tailOf } from "../environment/ids.ts";
import { expr } from "../store/expression.ts";
import type { Key } from "../store/table-item.ts";
import type { TurnRecord } from "../turn/record.ts";
import { noteOf } from "./note.ts";

/** The member's item: the sliding log of submissions (D37), the figures of the day, and the turns that hold something. */
export const accountKey = (memberId: string): Key => ({ pk: `THROTTLE#submission#${memberId}`, sk: "THROTTLE" });

/** Milliseconds after its deadline within which a turn that holds something has surely ended, at the latest when it is met. */
const TURN_HELD_AFTER_MS = 60_000;

/** Where a turn that has to be closed is noted in the member's item: those that stream are limited. */
type Holding = "streams" | "queued";
export const holdingOf = ({ route, reserved }: Pick<TurnRecord, "route" | "reserved">): Holding | undefined => {
  if (!reserved) return undefined;
  return route === "durable" ? "queued" : "streams";
};

/** How a turn is noted. */
export const noteOfTurn = ({ deadline, turn_id }: Pick<TurnRecord, "deadline" | "turn_id">): string =>
  noteOf(deadline + TURN_HELD_AFTER_MS, tailOf(turn_id));

/** Removes the notes of turns whose end was never reported. What they had reserved stays used, as the truth is unknown. */
export async function prune(ctx: Base, memberId: string, dead: readonly string[]): Promise<void> {
  const gone = new Set(dead);
  await ctx.table.update(
    accountKey(memberId),
    expr`DELETE #streams ${gone}, #queued ${gone}`,
    expr`attribute_exists(#pk)`,
  );
}
