import type { Base, WithFiles } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { metric } from "../observe/metrics.ts";
import { settleAbandoned } from "./expired-lease.ts";
import { cancelledEnding, countEnding, type Ending } from "./endings.ts";
import type { History } from "./history.ts";
import { cancelledEvent, eventOf, lastEvent } from "./last-event.ts";
import type { Pump } from "./pump.ts";
import { type TurnRecord, turnKey } from "./record.ts";
import { settleInTime } from "./settle-in-time.ts";
import { isTerminal } from "./state.ts";

type Context = Base & WithFiles;

/** How a run ended, for its watcher. `lost`: the turn was settled elsewhere. */
export type Outcome = "completed" | "failed" | "cancelled" | "lost";

/** A turn whose run has come to an end. */
interface Concluded {
  turn: TurnRecord;
  worker: string;
  pump: Pump;
  history: History;
}

/** Settles the turn and sends its last event. */
export async function finishRun(
  ctx: Context,
  ending: Ending | "lost",
  { turn, worker, pump, history }: Concluded,
): Promise<Outcome> {
  if (ending === "lost") return giveWay(ctx, turn, pump);
  let { settled, ending: final } = await settleInTime(ctx, turn, worker, ending);
  if (settled === "cancelled") {
    const { usage = null, model_id = null } = ending;
    const cancelled = {
      ...(await cancelledEnding({ pump, history: history.withoutAnswer() })),
      usage,
      model_id,
    };
    ({ settled, ending: final } = await settleInTime(ctx, turn, worker, cancelled));
  }
  if (settled !== "settled") return giveWay(ctx, turn, pump);
  measure(ctx, turn, final);
  sendLast(turn, final, pump);
  log("info", "turn settled", {
    status: final.status,
    code: final.status === "failed" ? final.error.code : undefined,
    duration_ms: ctx.clock.now() - Date.parse(turn.created_at),
  });
  return final.status;
}

/**
 * The turn is no longer this worker's: it was settled elsewhere, runs again, or its loss has yet to be noticed. The watcher
 * gets its end, unless it runs again; connections are told by `tell-end.ts`.
 */
async function giveWay(ctx: Context, turn: TurnRecord, pump: Pump): Promise<Outcome> {
  pump.drop();
  // The log has its own way to the end; a second run's readers must not find this one's there.
  if (!pump.isWatched()) return "lost";
  const key = turnKey(turn.chat_id, turn.turn_id);
  let current = await ctx.table.get<TurnRecord>(key, { consistent: true });
  if (current && !isTerminal(current.status)) {
    await settleAbandoned(ctx, current);
    current = await ctx.table.get<TurnRecord>(key, { consistent: true });
  }
  if (turn.connection_id !== undefined) return "lost";
  // Gone with its chat, which cancelled it.
  if (!current) pump.send(cancelledEvent(turn.turn_id));
  else if (isTerminal(current.status)) pump.send(await lastEvent(ctx, current));
  return "lost";
}

/** What an operator watches: how turns end, how long they take, and what models cost each organization. */
function measure(ctx: Context, turn: TurnRecord, ending: Ending): void {
  const { organization_id, route } = turn;
  countEnding(turn, ending);
  metric("TurnDuration", ctx.clock.now() - Date.parse(turn.created_at), { route });
  if (!ending.usage) return;
  const { input_tokens, output_tokens, cost_usd } = ending.usage;
  const model = ending.model_id ?? "none";
  metric("InputTokens", input_tokens, { organization_id, model });
  metric("OutputTokens", output_tokens, { organization_id, model });
  if (cost_usd !== null) metric("CostUsd", cost_usd, { organization_id, model });
}

/** Sends the last event. On a socket a cancelled turn's is `interrupted` instead, and nothing else (D34). */
function sendLast(turn: TurnRecord, ending: Ending, pump: Pump) {
  const last = eventOf(turn, ending);
  if (ending.status === "cancelled" && turn.route === "socket") pump.note(last);
  else pump.send(last);
}
