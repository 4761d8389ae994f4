import { dayOf, isoDay, isoTime } from "@parley/local/demo/calendar";
import type { Row } from "@parley/local/demo/dataset";
import { present, type Random, randomFor } from "@parley/local/demo/random";
import { CLUBS, FIRST_DAY, type Member, TODAY } from "./facts.ts";

const MACHINES = [
  ["Treadmill", "Runwell", 4200, 180],
  ["Rowing Machine", "Oarsman", 1350, 150],
  ["Exercise Bike", "Runwell", 1600, 140],
  ["Leg Press", "Ironhart", 2900, 250],
  ["Cross Trainer", "Stridex", 3100, 160],
] as const;
const PURPOSES = [
  ["monthly fee", 80],
  ["shop", 12],
  ["personal training", 8],
] as const;

/** A joining fee, then one payment every couple of months: a sample of what the bank holds. */
export function paymentRows(members: readonly Member[]): Row[] {
  const drafts = members.flatMap((member) => {
    const random = randomFor("gym payments", member.id);
    const first = Math.max(FIRST_DAY, member.joined);
    const joining =
      member.joined >= FIRST_DAY && member.joiningFee > 0
        ? [{ member, day: member.joined, Purpose: "joining fee", Amount: member.joiningFee, RefundAmount: 0 }]
        : [];
    const later = [];
    for (let day = first + 30; day <= member.until; day += random.int(45, 75))
      later.push({ member, day, ...paymentOf(member, random) });
    return [...joining, ...later];
  });
  return drafts
    .toSorted((one, other) => one.day - other.day || one.member.id - other.member.id)
    .map(({ member, day, Purpose, Amount, RefundAmount }, at) => ({
      PaymentID: at + 1,
      MemberID: member.id,
      PaidOn: isoDay(day),
      Purpose,
      Amount,
      RefundAmount,
    }));
}

function paymentOf(member: Member, random: Random): { Purpose: string; Amount: number; RefundAmount: number } {
  const Purpose = random.weighted(PURPOSES);
  const Amount = Purpose === "monthly fee" ? member.fee : Purpose === "shop" ? random.int(8, 120) / 2 : 45;
  return { Purpose, Amount, RefundAmount: random.chance(0.04) ? Amount : 0 };
}

export function machineRows(): Row[] {
  const random = randomFor("machines");
  return CLUBS.flatMap(([code], club) =>
    Array.from({ length: 12 }, (_, nth) => {
      const [Kind, Brand, price, muw] = random.pick(MACHINES);
      return {
        MachineNo: `${code}-${String(nth + 1).padStart(2, "0")}`,
        Kind,
        Brand,
        ClubID: club + 1,
        BoughtOn: isoDay(dayOf(2016, 1, 1) + random.int(0, 3500)),
        PurchasePrice: price + 10 * random.int(-40, 60),
        muw: muw + 5 * random.int(0, 4),
        OutOfOrder: random.chance(0.1),
      };
    }),
  );
}

export function repairRows(machines: readonly Row[]): Row[] {
  const drafts = machines.flatMap((machine) => {
    const random = randomFor("repairs", String(machine["MachineNo"]));
    return Array.from({ length: random.int(0, 4) }, () => {
      const day = FIRST_DAY + random.int(0, TODAY - FIRST_DAY);
      const fixed = day + random.int(1, 21);
      const isFixed = fixed <= TODAY;
      return {
        MachineNo: present(machine["MachineNo"]),
        ReportedAt: isoTime(day, 60 * random.int(420, 1260)),
        FixedAt: isFixed ? isoTime(fixed, 60 * random.int(480, 1080)) : null,
        RepairCost: isFixed ? 15 * random.int(2, 38) : null,
      };
    });
  });
  return drafts
    .toSorted((one, other) => one.ReportedAt.localeCompare(other.ReportedAt))
    .map((draft, at) => ({ JobID: at + 1, ...draft }));
}
