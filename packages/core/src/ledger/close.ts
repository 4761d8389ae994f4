import type { Base } from "../environment/context.ts";
import { log } from "../observe/log.ts";
import { type Expression, expr, join } from "../store/expression.ts";
import type { TurnRecord } from "../turn/record.ts";
import { accountKey, holdingOf, noteOfTurn, prune } from "./account.ts";
import { dayOf, dayTtl, figure, plus } from "./day.ts";
import { reservedKinds } from "./kinds.ts";
import { type Consumption, isWorthADebit, sumOf } from "./meter.ts";
import { deadOf, notesIn } from "./note.ts";
import { recordUse } from "./organization.ts";

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
