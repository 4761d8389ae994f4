import { limits } from "@parley/contract/limits";
import type { Base, WithFiles } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { withoutQuestion, withQuestion } from "../message/asked.ts";
import { dropTexts, keepTexts, withoutTexts } from "../message/texts.ts";
import { isLasting } from "../store/table-fault.ts";
import type { TurnRecord } from "./record.ts";
import { type Ending, failedEnding } from "./endings.ts";
import { settle, type Settled } from "./settle.ts";

/** The first wait (ms) before a settlement that met a fault is tried again; later ones are longer. */
const SETTLE_AGAIN_MS = 250;

type Context = Base & WithFiles;

/** The result of a settlement, and the ending that the turn now has: not always the one that was asked for. */
export interface Settlement {
  settled: Exclude<Settled, "apart">;
  ending: Ending;
}

/**
 * Settles the turn, repeatedly if table or bucket are at fault: an answer is not thrown away for a fault
 * that passes while the lease, renewed at most `turn_lease_renewal` ago, still runs. An ending that the table will never take
 * is replaced by one that it does: a turn that was answered is not run, and paid for, again.
 */
export async function settleInTime(
  ctx: Context,
  turn: TurnRecord,
  worker: string,
  ending: Ending,
): Promise<Settlement> {
  const until = ctx.clock.now() + (limits.turn_lease - limits.turn_lease_renewal) * 1000;
  let current = ending;
  let asked = turn;
  for (let wait = SETTLE_AGAIN_MS; ; wait *= 2) {
    const isLastTry = ctx.clock.now() + wait >= until;
    try {
      const settled = await settleOnce(ctx, asked, { worker, ending: current, isLastTry });
      if (settled !== "apart") return { settled, ending: current };
      asked = withoutQuestion(turn);
    } catch (error) {
      if (isLasting(error) && current === ending) {
        log("error", "an ending can never be written", {}, error);
        current = failedEnding(ctx, turn, "INTERNAL");
        continue;
      }
      if (isLastTry || isLasting(error)) throw error;
      log("warn", "a turn could not be settled yet", {}, error);
      await ctx.clock.sleep(wait);
    }
  }
}

/** Large texts are in the bucket before the messages that have them are written, and are removed if these are not. */
async function settleOnce(
  ctx: Context,
  turn: TurnRecord,
  { worker, ending, isLastTry }: { worker: string; ending: Ending; isLastTry: boolean },
): Promise<Settled> {
  const said = withQuestion(turn, ending.messages);
  const messages = await keepTexts(ctx.files, said).catch((error: unknown) => {
    if (!isLastTry) throw error;
    log("error", "texts could not be kept", {}, error);
    return withoutTexts(said);
  });
  const settled = await settle(ctx, turn, { worker }, { ...ending, messages });
  if (settled !== "settled") await dropTexts(ctx.files, messages);
  return settled;
}
