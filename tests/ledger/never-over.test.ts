import { randomUUID } from "node:crypto";
import { type ConsumptionLimits, consumptionLimits } from "@parley/contract/limits";
import type { Base, MemberContext } from "@parley/core/environment/context";
import { Failure } from "@parley/core/failure/failure";
import { accountKey, prune } from "@parley/core/ledger/account";
import { turnBudgets } from "@parley/core/throttle/submission-budget";
import { close } from "@parley/core/ledger/close";
import { allowanceOf, reservationFor } from "@parley/core/ledger/reservation";
import { dayOf } from "@parley/core/ledger/day";
import { type ReservedKind, reservedKinds } from "@parley/core/ledger/kinds";
import { type Consumption, nothing } from "@parley/core/ledger/meter";
import { spendBytes } from "@parley/core/ledger/bytes";
import * as Organization from "@parley/core/ledger/organization";
import { create as createOrganization } from "@parley/core/organization/organization";
import type { TurnRecord } from "@parley/core/turn/record";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { standingClock } from "../support/clock.ts";
import { countCalls } from "../support/count-calls.ts";
import { baseFor } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";

const clock = standingClock();
let table: TestTable;
let base: Base;
beforeAll(async () => {
  table = await startTable();
  base = baseFor(table, { clock, settings: { modelBaseUrl: "http://127.0.0.1:9" } });
});
afterAll(() => table.stop());

/** Three turns' worth of everything, and a bit. */
const limits: ConsumptionLimits = {
  ...consumptionLimits,
  member_turns_per_minute: 12,
  member_streams: 4,
  member_model_calls_per_day: 75,
  member_tokens_per_day: 1_600_000,
  member_dollars_per_day: 16,
  member_sql_seconds_per_day: 600,
};
const limitOf: Record<ReservedKind, number> = {
  model_calls: 75,
  tokens: 1_600_000,
  microdollars: 16e6,
  sql_ms: 600_000,
};

/** The fields of a turn that its ledger reads. */
function newTurn(member: string, route: TurnRecord["route"]): TurnRecord {
  const reserved = reservationFor(base, { route, model: null }, limits, clock.now());
  return {
    turn_id: base.ids.next(),
    organization_id: "organization",
    member_id: member,
    route,
    deadline: clock.now() + 600_000,
    created_at: new Date(clock.now()).toISOString(),
    attempt: 1,
    ...(reserved && { reserved }),
  } as TurnRecord;
}

interface Running {
  turn: TurnRecord;
  used: Consumption;
}

async function admit(turn: TurnRecord, isEdit: boolean): Promise<number> {
  for (;;) {
    const attempt = turnBudgets(base, turn, { limits, isEdit, now: clock.now() });
    const outcome = await base.table.transact([attempt.write]);
    if (outcome.done) return 0;
    const refusal = attempt.refusal(outcome.refusals[0]?.item);
    expect(refusal.wait).toBeGreaterThan(0);
    if (refusal.dead.length === 0) return refusal.wait;
    await prune(base, turn.member_id, refusal.dead);
  }
}

const step = fc.oneof(
  fc.record({
    do: fc.constant("ask" as const),
    route: fc.constantFrom<TurnRecord["route"]>("stream", "socket", "durable"),
    isEdit: fc.boolean(),
  }),
  // A part of what is left of the allowance, by one of those that run.
  fc.record({ do: fc.constant("use" as const), which: fc.nat(9), part: fc.constantFrom(0.1, 0.5, 1) }),
  fc.record({
    do: fc.constant("end" as const),
    which: fc.nat(9),
    how: fc.constantFrom("told", "twice", "lost", "never"),
  }),
  fc.record({ do: fc.constant("wait" as const), seconds: fc.constantFrom(0, 1, 5, 61, 700, 30_000) }),
);

describe("a member's ledger", () => {
  it("is never exceeded by what turns really used, whatever crashes and however often a write is sent again", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const member = randomUUID();
        const running: Running[] = [];
        /** What was really used, by the day on which its turn was accepted. */
        const real = new Map<number, Consumption>();
        const admitted: { at: number; isEdit: boolean }[] = [];
        for (const one of steps) {
          const chosen = "which" in one ? running[one.which % Math.max(1, running.length)] : undefined;
          if (one.do === "wait") clock.advance(one.seconds * 1000);
          else if (one.do === "ask") {
            const turn = newTurn(member, one.route);
            if ((await admit(turn, one.isEdit)) === 0) {
              running.push({ turn, used: { ...nothing } });
              admitted.push({ at: clock.now(), isEdit: one.isEdit });
            }
          } else if (chosen && one.do === "use") {
            const allowance = allowanceOf(chosen.turn);
            const day = chosen.turn.reserved?.day ?? 0;
            const sum = real.get(day) ?? { ...nothing };
            real.set(day, sum);
            for (const kind of reservedKinds) {
              const amount = Math.floor((allowance[kind] - chosen.used[kind]) * one.part);
              chosen.used[kind] += amount;
              sum[kind] += amount;
            }
          } else if (chosen && one.do === "end") {
            running.splice(running.indexOf(chosen), 1);
            const { turn, used } = chosen;
            if (one.how === "lost") await close(base, turn, { used: nothing, lost: true });
            else if (one.how !== "never") await close(base, turn, { used, lost: false });
            // A write whose answer was lost is sent again.
            if (one.how === "twice") await close(base, turn, { used, lost: false });
          }
          for (const use of real.values())
            for (const kind of reservedKinds) expect(use[kind]).toBeLessThanOrEqual(limitOf[kind]);
        }
        for (const { at } of admitted) {
          const within = admitted.filter((other) => other.at > at - 60_000 && other.at <= at);
          expect(within.length).toBeLessThanOrEqual(12);
          expect(within.filter(({ isEdit }) => !isEdit).length).toBeLessThanOrEqual(10);
        }
      }),
      { numRuns: Number(process.env["LEDGER_RUNS"] ?? 120) },
    );
  }, 120_000);

  it("says truly when the next will pass: not a second before, and then it does", async () => {
    const member = randomUUID();
    const spent = async () => {
      const turn = newTurn(member, "durable");
      const wait = await admit(turn, true);
      if (wait === 0) await close(base, turn, { used: { ...nothing, model_calls: 24 }, lost: false });
      return wait;
    };
    clock.advance(24 * 3600_000);
    expect([await spent(), await spent(), await spent()]).toEqual([0, 0, 0]);
    const wait = await spent();
    expect(wait).toBe((dayOf(clock.now()) + 1) * 24 * 3600_000 - clock.now());
    clock.advance(wait - 1);
    expect(await spent()).toBe(1);
    clock.advance(1);
    expect(await spent()).toBe(0);
  });

  it("is passed by nothing at once either: of a hundred turns at once three are admitted", async () => {
    const member = randomUUID();
    clock.advance(24 * 3600_000);
    const waits = await Promise.all(Array.from({ length: 100 }, () => admit(newTurn(member, "durable"), true)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });

  it("stays one item of less than a KB, as acceptances write it, for a member who never stops", async () => {
    const member = randomUUID();
    for (let turn = 0; turn < 120; turn++) {
      clock.advance(3_600_000);
      const one = newTurn(member, turn % 2 === 0 ? "stream" : "durable");
      expect(await admit(one, false)).toBe(0);
      await close(base, one, { used: { ...nothing, model_calls: 1, tokens: 12_345, sql_ms: 999 }, lost: false });
    }
    const counter = countCalls(table);
    const last = newTurn(member, "stream");
    clock.advance(60_000);
    const accepted = await counter.during(() => admit(last, false));
    expect(accepted).toMatchObject({ calls: 1, write: 2 });
    const closed = await counter.during(() => close(base, last, { used: { ...nothing, model_calls: 1 }, lost: false }));
    // The member's item, and the organization's.
    expect(closed).toMatchObject({ calls: 2, write: 2 });
    const item = await base.table.get<Record<string, unknown>>(accountKey(member), { consistent: true });
    const days = new Set(Object.keys(item ?? {}).flatMap((name) => /_(\d+)$/.exec(name)?.[1] ?? []));
    expect(days.size).toBeLessThanOrEqual(2);
  });

  it("costs nothing at the end of a durable turn of a service without a model", async () => {
    const plain = { ...base, settings: { ...base.settings, modelBaseUrl: undefined } };
    const turn = { ...newTurn(randomUUID(), "durable"), reserved: undefined } as unknown as TurnRecord;
    expect(reservationFor(plain, { route: "durable", model: null }, limits, clock.now())).toBeUndefined();
    const counter = countCalls(table);
    const used = { ...nothing, sql_ms: 300, tool_calls: 2 };
    expect(await counter.during(() => close(plain, turn, { used, lost: false }))).toMatchObject({ calls: 0 });
  });
});

describe("bytes", () => {
  it("of any uploads at once are never more than a member's and an organization's limit, to the byte", async () => {
    const { organization } = await createOrganization(base, { name: "Bytes" });
    const organization_id = organization.id;
    const member = (): MemberContext => ({ ...base, actor: { organization_id, member_id: randomUUID() } });
    const people = [member(), member(), member()];
    await Organization.setLimits(
      { ...base, actor: { organization_id } },
      {
        upload_bytes_per_day: 250,
        member_upload_bytes_per_day: 100,
      },
    );
    clock.advance(24 * 3600_000);
    const granted = await Promise.all(
      people.flatMap((ctx) =>
        Array.from({ length: 15 }, async () => {
          try {
            await spendBytes(ctx, "upload_bytes", 10, randomUUID());
            return { who: ctx.actor.member_id, bytes: 10 };
          } catch (error) {
            expect(error).toMatchObject({ code: "RATE_LIMIT" });
            expect(error instanceof Failure && error.retryAfter).toBe(
              Math.ceil(((dayOf(clock.now()) + 1) * 24 * 3600_000 - clock.now()) / 1000),
            );
            return { who: "", bytes: 0 };
          }
        }),
      ),
    );
    expect(granted.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(250);
    for (const { actor } of people)
      expect(granted.filter(({ who }) => who === actor.member_id).length).toBeLessThanOrEqual(10);
    // Another organization is not affected.
    await expect(
      spendBytes(
        { ...base, actor: { organization_id: randomUUID(), member_id: randomUUID() } },
        "upload_bytes",
        500,
        "t",
      ),
    ).resolves.toBeUndefined();
  });
});
