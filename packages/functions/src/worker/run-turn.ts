import type { Base, WithFiles } from "@parley/core/environment/context";
import { claim } from "@parley/core/turn/claim";
import { askFor } from "@parley/core/turn/question";
import type { Outcome } from "@parley/core/turn/finish-run";
import { type Run, run } from "@parley/core/turn/run";
import type { Wake } from "@parley/core/wake/wake";

/**
 * Claims the turn that a wake names and runs it to its end. Returns undefined if there was nothing to run: the turn
 * has ended, or another worker runs it.
 */
export async function runTurn(
  ctx: Base & WithFiles,
  wake: Wake,
  how: Pick<Run, "answer" | "watcher" | "isOpened">,
): Promise<Outcome | undefined> {
  const worker = ctx.ids.next();
  const turn = await claim(ctx, wake.chat_id, wake.turn_id, worker);
  if (!turn) return undefined;
  const actor = { organization_id: turn.organization_id, member_id: turn.member_id };
  return run(ctx, { turn, worker, ask: askFor({ ...ctx, actor }, turn), ...how });
}
