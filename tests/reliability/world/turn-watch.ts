import { requestKey, turnKey } from "@parley/core/turn/record";
import { type Attributes, numberOf, textOf } from "../store/attribute.ts";
import type { Store } from "../store/store.ts";
import type { Watch } from "./client.ts";

/** Turns of which whoever meets them has to do something. `skew` is how far (ms) a clock may be off. */
export const watchTurns = (
  store: Store,
  skew: number,
): Required<Pick<Watch, "lostTurn" | "sleepingTurn" | "statusOf">> => ({
  statusOf: (chatId, clientRequestId) => textOf(store.find(requestKey(chatId, clientRequestId))?.["status"]),
  lostTurn: (chatId, at) => activeTurn(store, chatId, (turn) => isLost(turn, at, skew)),
  sleepingTurn: (chatId, at) => activeTurn(store, chatId, (turn) => isAsleep(turn, at, skew)),
});

/** The id of a chat's running turn if it is as wanted. */
function activeTurn(store: Store, chatId: string, isWanted: (turn: Attributes) => boolean): string | undefined {
  const active = textOf(store.find({ pk: `CHAT#${chatId}`, sk: "CHAT" })?.["active_turn_id"]);
  const turn = active === undefined ? undefined : store.find(turnKey(chatId, active));
  return turn && textOf(turn["status"]) === "in_progress" && isWanted(turn) ? active : undefined;
}

const attemptOf = (turn: Attributes): number => numberOf(turn["attempt"]) ?? 0;
const isDurable = (turn: Attributes): boolean => textOf(turn["route"]) === "durable";

/** True for a turn that needs a worker woken when it is met at that time: it has none, and none was woken just now (D58). */
function isAsleep(turn: Attributes, at: number, skew: number): boolean {
  if (!isDurable(turn) || turn["cancel_requested"] || attemptOf(turn) > 1) return false;
  const [accepted, lease] = [Date.parse(textOf(turn["created_at"]) ?? ""), numberOf(turn["lease_until"])];
  const isHeld = lease !== undefined && lease + 3 * skew >= at;
  const isJustAccepted = lease === undefined && accepted + 5_000 + 3 * skew >= at;
  // What was noted before it was claimed says nothing of its second run.
  const isJustWoken = (numberOf(turn["woken_at"]) ?? -Infinity) > (lease ?? 0) - 3 * skew;
  const isLate = (numberOf(turn["deadline"]) ?? 0) - 60_000 < at;
  return !isHeld && !isJustAccepted && !isJustWoken && !isLate;
}

/** True for a turn that is settled when it is met at that time: its lease has expired, and it may not run once more (D26). */
function isLost(turn: Attributes, at: number, skew: number): boolean {
  const end = numberOf(turn["lease_until"]) ?? numberOf(turn["claim_by"]);
  // Three clocks take part: the acceptor's in the turn's id, the worker's in its lease, and the reader's.
  if (end === undefined || end + 3 * skew >= at) return false;
  const mayRunAgain = isDurable(turn) && attemptOf(turn) < 2;
  return !mayRunAgain || turn["cancel_requested"] !== undefined;
}
