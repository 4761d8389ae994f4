import type { ConsumptionLimit, ConsumptionLimits } from "@parley/contract/limits";
import { turnsPerMinuteMax } from "@parley/contract/limits";
import type { Base, MemberContext } from "../environment/context.ts";
import { type Expression, expr, join } from "../store/expression.ts";
import { Failure } from "../failure/failure.ts";
import { tailOf } from "../environment/ids.ts";
import { log } from "../observe/log.ts";
import { metric } from "../observe/metrics.ts";
import { RULES_MODEL } from "../model/model.ts";
import type { Item, Key, Write } from "../store/table.ts";
import { policies } from "../throttle/policies.ts";
import { slidingLog } from "../throttle/throttle.ts";
import type { TurnRecord } from "../turn/record.ts";
import { dayOf, dayTtl, figure, forgetOld, isWithin, plus, untilTomorrow } from "./day.ts";
import {
  type Consumption,
  isWorthADebit,
  nothing,
  type ReservedKind,
  reservedKinds,
  sumOf,
  wholeAllowance,
} from "./meter.ts";
import { deadOf, noteOf, notesIn, untilSoonest } from "./note.ts";
import { exhausted, limitsOf, recordUse } from "./organization.ts";

/** What a turn took from its member's ledger when it was accepted, and on which day. */
export type Reservation = { day: number } & Partial<Record<ReservedKind, number>>;

/** The member's item: the sliding log of submissions (D37), the figures of the day, and the turns that hold something. */
export const accountKey = (memberId: string): Key => ({ pk: `THROTTLE#submission#${memberId}`, sk: "THROTTLE" });

const limitOf: Record<ReservedKind, { limit: ConsumptionLimit; scale: number }> = {
  model_calls: { limit: "member_model_calls_per_day", scale: 1 },
  tokens: { limit: "member_tokens_per_day", scale: 1 },
  microdollars: { limit: "member_dollars_per_day", scale: 1e6 },
  sql_ms: { limit: "member_sql_seconds_per_day", scale: 1000 },
};

/** A member's limit in the unit that is counted; without a limit a number that no day reaches. */
const limitFor = (limits: ConsumptionLimits, kind: ReservedKind): number => {
  const { limit, scale } = limitOf[kind];
  return (limits[limit] ?? Number.MAX_SAFE_INTEGER / scale) * scale;
};

/** Milliseconds after its deadline within which a turn that holds something has surely ended, at the latest when it is met. */
const TURN_HELD_AFTER_MS = 60_000;

/** Where a turn that has to be closed is noted in the member's item: those that stream are limited. */
type Holding = "streams" | "queued";
const holdingOf = ({ route, reserved }: Pick<TurnRecord, "route" | "reserved">): Holding | undefined => {
  if (!reserved) return undefined;
  return route === "durable" ? "queued" : "streams";
};

/** How a turn is noted. */
const noteOfTurn = ({ deadline, turn_id }: Pick<TurnRecord, "deadline" | "turn_id">): string =>
  noteOf(deadline + TURN_HELD_AFTER_MS, tailOf(turn_id));

/**
 * True if a turn may call a model that costs money. A deployment's provider keys are known to the workers alone,
 * so only a service on one machine knows that it has none.
 */
function mayCallModels({ settings, secrets }: Base, requested: string | null): boolean {
  if (requested === RULES_MODEL) return false;
  if (settings.stage !== "local" || settings.modelBaseUrl || settings.bedrockModels.length > 0) return true;
  return Boolean(secrets.optional("AnthropicApiKey") ?? secrets.optional("OpenaiApiKey"));
}

/**
 * What a turn takes at its acceptance: as much as it may use at most, given back at its end. A durable turn that can call
 * no model takes nothing, so that its end costs no write; the little SQL it runs is debited afterwards.
 */
export function reservationFor(
  ctx: Base,
  { route, model }: { route: TurnRecord["route"]; model: string | null },
  limits: ConsumptionLimits,
  now: number,
): Reservation | undefined {
  const kinds = mayCallModels(ctx, model) ? reservedKinds : (["sql_ms"] as const);
  if (kinds.length === 1 && route === "durable") return undefined;
  return Object.assign(
    { day: dayOf(now) },
    ...kinds.map((kind) => ({ [kind]: Math.min(wholeAllowance[kind], limitFor(limits, kind)) })),
  ) as Reservation;
}

/** What a turn may use: what it has reserved, less what an earlier run had reported. */
export function allowanceOf({ reserved, spent }: Pick<TurnRecord, "reserved" | "spent">): Consumption {
  const { day: _day, ...kinds } = reserved ?? { day: 0 };
  const whole = { ...wholeAllowance, ...kinds };
  const earlier = { ...nothing, ...spent };
  return Object.fromEntries(
    // The names are those of the whole.
    (Object.keys(whole) as (keyof Consumption)[]).map((kind) => [kind, Math.max(0, whole[kind] - earlier[kind])]),
  ) as unknown as Consumption;
}

/** Why an item refuses, and what to do about it. */
export interface Refusal {
  /** Milliseconds until the next attempt will pass; 0 if nothing is in the way. */
  wait: number;
  /** The limit that makes it wait longest. */
  limit: string;
  /** Notes of turns that ended long ago and were never removed. */
  dead: string[];
}

export interface Admission {
  write: Write;
  refusal(item: Partial<Item> | undefined): Refusal;
}

/**
 * The one write that spends a member's budgets for a turn: the sliding log, the reservation of the day, and the place among
 * those that stream. An edit is counted in the log and never refused by the submission budget (D37); every limit of the
 * ledger holds for it, too.
 */
export function admission(
  ctx: Base,
  turn: Pick<TurnRecord, "member_id" | "route" | "reserved" | "deadline" | "turn_id">,
  { limits, isEdit, now }: { limits: ConsumptionLimits; isEdit: boolean; now: number },
): Admission {
  const admissions = slidingLog(now, turnsPerMinuteMax);
  const perMinute = Math.min(limits.member_turns_per_minute ?? turnsPerMinuteMax, turnsPerMinuteMax);
  const windows = [...(isEdit ? [] : policies.submission), { count: perMinute, seconds: 60 }];
  const day = dayOf(now);
  const { day: _day, ...amounts } = turn.reserved ?? { day, sql_ms: 0 };
  // The names of a reservation's amounts are kinds.
  const daily = (Object.keys(amounts) as ReservedKind[]).map((kind) => ({
    kind,
    name: figure(kind, day),
    amount: amounts[kind] ?? 0,
    limit: limitFor(limits, kind),
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

/** The 429 of a limit. */
export function refused({ limit, wait }: { limit: string; wait: number }): Failure {
  metric("Throttled", 1, { policy: limit });
  return new Failure("RATE_LIMIT", { retryAfter: Math.max(1, Math.ceil(wait / 1000)) });
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
  const refusal = admission(ctx, turn, { limits, isEdit: true, now }).refusal(item);
  if (refusal.wait > 0) throw refused(refusal);
}

/** Removes the notes of turns whose end was never reported. What they had reserved stays used, as the truth is unknown. */
export async function prune(ctx: Base, memberId: string, dead: readonly string[]): Promise<void> {
  const gone = new Set(dead);
  await ctx.table.update(
    accountKey(memberId),
    expr`DELETE #streams ${gone}, #queued ${gone}`,
    expr`attribute_exists(#pk)`,
  );
}

/** How much of a turn's use is known: `lost` if a worker died with what it knew. */
type Known = { used: Readonly<Consumption>; lost: boolean };

/**
 * Closes a turn that has just been settled: its place is free, and what it did not use of its
 * reservation is given back. If a worker was lost the reservation counts as used. Repeating it changes nothing: the
 * turn's note is gone. It never fails; what it leaves undone counts as used, and ends with the day.
 */
export async function close(ctx: Base, turn: TurnRecord, { used, lost }: Known): Promise<void> {
  const all = sumOf(used, turn.spent ?? {});
  try {
    await Promise.all([
      closeAccount(ctx, turn, all, lost),
      isWorthADebit(all) ? recordUse(ctx, turn.organization_id, all) : undefined,
    ]);
  } catch (error) {
    log("warn", "what a turn used was not debited", { turn_id: turn.turn_id }, error);
  }
}

async function closeAccount(ctx: Base, turn: TurnRecord, used: Consumption, lost: boolean): Promise<void> {
  const key = accountKey(turn.member_id);
  const now = ctx.clock.now();
  const holding = holdingOf(turn);
  if (!turn.reserved || !holding) {
    if (!isWorthADebit(used)) return;
    const day = dayOf(Date.parse(turn.created_at));
    const added = reservedKinds.filter((kind) => used[kind] > 0).map((kind) => plus(figure(kind, day), used[kind]));
    await ctx.table.update(key, expr`SET ${join([...added, expr`#ttl = ${dayTtl(now)}`], ", ")}`);
    return;
  }
  const { day, ...amounts } = turn.reserved;
  const changes = reservedKinds.flatMap((kind) => {
    const reserved = amounts[kind] ?? 0;
    const counts = lost ? Math.max(reserved, used[kind]) : used[kind];
    return counts === reserved ? [] : [plus(figure(kind, day), counts - reserved, reserved)];
  });
  const note = noteOfTurn(turn);
  const released: Expression = { text: `DELETE #${holding} \u0000`, values: [new Set([note])] };
  const outcome = await ctx.table.update(
    key,
    changes.length > 0 ? expr`SET ${join(changes, ", ")} ${released}` : released,
    expr`contains(${{ text: `#${holding}`, values: [] }}, ${note})`,
  );
  const dead = deadOf([...notesIn(outcome.item, "streams"), ...notesIn(outcome.item, "queued")], now);
  if (dead.length > 0) await prune(ctx, turn.member_id, dead);
}
