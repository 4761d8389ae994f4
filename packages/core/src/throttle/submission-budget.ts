import { type ConsumptionLimits, turnsPerMinuteMax } from "@parley/contract/limits";
import type { Base, MemberContext } from "../environment/context.ts";
import { type Expression, expr, join } from "../store/expression.ts";
import type { Item } from "../store/table-item.ts";
import type { Write } from "../store/table-transactions.ts";
import { slidingLog } from "./sliding-log.ts";
import { policies } from "./policies.ts";
import type { TurnRecord } from "../turn/record.ts";
import { accountKey, holdingOf, noteOfTurn } from "../ledger/account.ts";
import { dayOf, dayTtl, figure, forgetOld, isWithin, plus, untilTomorrow } from "../ledger/day.ts";
import { limitFor, type ReservedKind } from "../ledger/kinds.ts";
import { deadOf, notesIn, untilSoonest } from "../ledger/note.ts";
import { exhausted, limitsOf } from "../ledger/organization.ts";
import { type Refusal, refused } from "../ledger/refusal.ts";
import { reservationFor } from "../ledger/reservation.ts";

interface TurnBudgets {
  write: Write;
  refusal(item: Partial<Item> | undefined): Refusal;
}

/**
 * The one write that spends a member's budgets for a turn: the sliding log, the reservation of the day, and the place among
 * those that stream. An edit is counted in the log and never refused by the submission budget (D37); every limit of the
 * ledger holds for it, too.
 */
export function turnBudgets(
  ctx: Base,
  turn: Pick<TurnRecord, "member_id" | "route" | "reserved" | "deadline" | "turn_id">,
  { limits, isEdit, now }: { limits: ConsumptionLimits; isEdit: boolean; now: number },
): TurnBudgets {
  const admissions = slidingLog(now, turnsPerMinuteMax);
  const perMinute = Math.min(limits.member_turns_per_minute ?? turnsPerMinuteMax, turnsPerMinuteMax);
  // An edit counts as a submission, but is never refused for them (D37).
  const windows = [...(isEdit ? [] : policies.submission), { count: perMinute, seconds: 60 }];
  const day = dayOf(now);
  const { day: _day, ...amounts } = turn.reserved ?? { day, sql_ms: 0 };
  // The names of a reservation's amounts are kinds.
  const daily = (Object.keys(amounts) as ReservedKind[]).map((kind) => ({
    kind,
    name: figure(kind, day),
    amount: amounts[kind] ?? 0,
    limit: limitFor(limits, kind, "member"),
  }));
  const holding = holdingOf(turn);
  const streams = limits.member_streams ?? Number.MAX_SAFE_INTEGER;
  const set = [
    admissions.set,
    ...(turn.reserved ? daily.map(({ name, amount }) => plus(name, amount)) : []),
    expr`#ttl = ${dayTtl(now)}`,
  ];
  const when: Expression[] = [
    ...windows.map((window) => admissions.hasRoom(window)),
    ...daily.map(({ name, amount, limit }) => isWithin(name, Math.max(1, amount), limit)),
    ...(holding === "streams"
      ? [expr`(${streams > 0 ? expr`attribute_not_exists(#streams) OR ` : expr``}size(#streams) < ${streams})`]
      : []),
  ];
  const note = holding
    ? [{ text: `ADD #${holding} \u0000`, values: [new Set([noteOfTurn(turn)])] } satisfies Expression]
    : [];
  return {
    write: {
      update: accountKey(turn.member_id),
      set: join([expr`SET ${join(set, ", ")}`, forgetOld(day), ...note], " "),
      when: join(when, " AND "),
    },
    refusal(item) {
      const streaming = notesIn(item, "streams");
      const open = [...streaming, ...notesIn(item, "queued")].toSorted();
      const waits = windows.map((window) => ({ limit: "turns", wait: admissions.wait(window, item) }));
      for (const { kind, name, amount, limit } of daily) {
        const used = Number(item?.[name] ?? 0);
        if (used + Math.max(1, amount) <= limit) continue;
        // Running turns give back what they do not use; if none runs, nothing changes until tomorrow.
        const mayComeBack = open.length > 0 && used - open.length * amount + amount <= limit;
        waits.push({ limit: kind, wait: mayComeBack ? untilSoonest(open, now) : untilTomorrow(now) });
      }
      if (holding === "streams" && streaming.length >= streams)
        waits.push({ limit: "streams", wait: untilSoonest(streaming, now) });
      const [longest] = waits.toSorted((a, b) => b.wait - a.wait);
      return { ...(longest ?? { limit: "turns", wait: 0 }), dead: deadOf(open, now) };
    },
  };
}

/**
 * Throws RATE_LIMIT if the ledger would refuse an edit now: asked before the answer that the edit replaces is given up.
 * The place of that answer among those that stream becomes the edit's.
 */
export async function checkEdit(ctx: MemberContext): Promise<void> {
  const now = ctx.clock.now();
  const limits = await limitsOf(ctx);
  const usedUp = await exhausted(ctx, limits);
  if (usedUp) throw refused(usedUp);
  const { member_id } = ctx.actor;
  const reserved = reservationFor(ctx, { route: "socket", model: null }, limits, now);
  const turn = { member_id, route: "durable", deadline: now, turn_id: "", ...(reserved && { reserved }) } as const;
  const item = await ctx.table.get(accountKey(member_id), { consistent: true });
  const refusal = turnBudgets(ctx, turn, { limits, isEdit: true, now }).refusal(item);
  if (refusal.wait > 0) throw refused(refusal);
}
