import type { MemberContext } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { type Expression, expr, join } from "../store/expression.ts";
import { accountKey, prune } from "./account.ts";
import { dayOf, dayTtl, figure, forgetOld, isWithin, plus, untilTomorrow } from "./day.ts";
import { limitFor, type ReservedKind, reservedKinds } from "./kinds.ts";
import { type Consumption, createMeter, isWorthADebit, type Meter, nothing, sumOf } from "./meter.ts";
import { deadOf, noteOf, notesIn, untilSoonest } from "./note.ts";
import { exhausted, limitsOf, recordUse } from "./organization.ts";
import { refused } from "./refusal.ts";
import { allowanceOf, type Reservation, reservationFor } from "./reservation.ts";

/** What asking a question outside of a chat holds of a member's account until it is closed. */
interface Held {
  reserved: Reservation | undefined;
  note: string;
  /** One for each answer. */
  meters: Meter[];
}

/** A question that is to be answered `sides` times, at most until `until` (ms). */
interface Asked {
  id: string;
  model: string;
  sides: number;
  until: number;
}

const amountsOf = ({ day: _day, ...amounts }: Reservation) => Object.entries(amounts) as [ReservedKind, number][];
const change = (verb: "ADD" | "DELETE", note: string): Expression => ({
  text: `${verb} #queued \u0000`,
  values: [new Set([note])],
});

/** Writes the reservation, once however often it is sent. Throws RATE_LIMIT. */
async function reserve(ctx: MemberContext, reserved: Reservation, note: string): Promise<void> {
  const now = ctx.clock.now();
  const limits = await limitsOf(ctx);
  const amounts = amountsOf(reserved);
  const within = amounts.map(([kind, amount]) =>
    isWithin(figure(kind, reserved.day), amount, limitFor(limits, kind, "member")),
  );
  const added = amounts.map(([kind, amount]) => plus(figure(kind, reserved.day), amount));
  const outcome = await ctx.table.update(
    accountKey(ctx.actor.member_id),
    join(
      [expr`SET ${join([...added, expr`#ttl = ${dayTtl(now)}`], ", ")}`, forgetOld(reserved.day), change("ADD", note)],
      " ",
    ),
    join([...within, expr`NOT contains(#queued, ${note})`], " AND "),
  );
  const notes = notesIn(outcome.item, "queued");
  // The answer to a first attempt may have been lost.
  if (outcome.done || notes.includes(note)) return;
  const dead = deadOf(notes, now);
  if (dead.length > 0) await prune(ctx, ctx.actor.member_id, dead);
  // What runs gives back what it does not use.
  throw refused({ limit: "evaluation", wait: notes.length > 0 ? untilSoonest(notes, now) : untilTomorrow(now) });
}

/**
 * Takes what answering a question may use at most from the member's account, as a turn does, so that no limit of the day is passed;
 * `closeQuestion` gives back what was not used. What costs nothing takes nothing. Throws RATE_LIMIT.
 */
export async function holdForQuestion(ctx: MemberContext, { id, model, sides, until }: Asked): Promise<Held> {
  const now = ctx.clock.now();
  const limits = await limitsOf(ctx);
  const usedUp = await exhausted(ctx, limits);
  if (usedUp) throw refused(usedUp);
  const one = reservationFor(ctx, { route: "durable", model }, limits, now);
  const meters = Array.from({ length: sides }, () => createMeter(one && allowanceOf({ reserved: one })));
  const note = noteOf(until, id);
  if (!one) return { reserved: undefined, note, meters };
  const whole = amountsOf(one).map(([kind, amount]) => [
    kind,
    Math.min(sides * amount, limitFor(limits, kind, "member")),
  ]);
  const reserved: Reservation = { day: one.day, ...Object.fromEntries(whole) };
  await reserve(ctx, reserved, note);
  return { reserved, note, meters };
}

/** What was used of what was held. */
const usedOf = ({ meters }: Held): Consumption =>
  meters.reduce<Consumption>((sum, { used }) => sumOf(sum, used), nothing);

/**
 * Debits what the answers used and gives back the rest of what was held. Repeating it gives nothing back twice. It never fails; what it
 * leaves undone counts as used, and ends with the day.
 */
export async function closeQuestion(ctx: MemberContext, held: Held): Promise<void> {
  const { reserved, note } = held;
  const used = usedOf(held);
  const { organization_id, member_id } = ctx.actor;
  try {
    await Promise.all([
      reserved || isWorthADebit(used) ? closeAccount(ctx, member_id, { reserved, note, used }) : undefined,
      isWorthADebit(used) ? recordUse(ctx, organization_id, used) : undefined,
    ]);
  } catch (error) {
    log("warn", "what a question used was not debited", {}, error);
  }
}

async function closeAccount(
  ctx: MemberContext,
  memberId: string,
  { reserved, note, used }: Pick<Held, "reserved" | "note"> & { used: Consumption },
): Promise<void> {
  const key = accountKey(memberId);
  const now = ctx.clock.now();
  if (!reserved) {
    const added = reservedKinds
      .filter((kind) => used[kind] > 0)
      .map((kind) => plus(figure(kind, dayOf(now)), used[kind]));
    await ctx.table.update(key, expr`SET ${join([...added, expr`#ttl = ${dayTtl(now)}`], ", ")}`);
    return;
  }
  const changes = amountsOf(reserved).map(([kind, amount]) =>
    plus(figure(kind, reserved.day), used[kind] - amount, amount),
  );
  await ctx.table.update(
    key,
    expr`SET ${join(changes, ", ")} ${change("DELETE", note)}`,
    expr`contains(#queued, ${note})`,
  );
}
