import type { ConsumptionLimits } from "@parley/contract/limits";
import type { Base } from "../environment/context.ts";
import { mayCallProvider } from "../model/model.ts";
import type { TurnRecord } from "../turn/record.ts";
import { dayOf } from "./day.ts";
import { limitFor, type ReservedKind, reservedKinds } from "./kinds.ts";
import { type Consumption, nothing, wholeAllowance } from "./meter.ts";

/** What a turn took from its member's ledger when it was accepted, and on which day. */
export type Reservation = { day: number } & Partial<Record<ReservedKind, number>>;

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
  const reserved = mayCallProvider(ctx, model) ? reservedKinds : (["sql_ms"] as const);
  if (reserved.length === 1 && route === "durable") return undefined;
  return Object.assign(
    { day: dayOf(now) },
    ...reserved.map((kind) => ({ [kind]: Math.min(wholeAllowance[kind], limitFor(limits, kind, "member")) })),
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
