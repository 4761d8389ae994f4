import { isoDay, isoTime, weekdayOf } from "@parley/local/demo/calendar";
import { euros, type Row } from "@parley/local/demo/dataset";
import { present, type Random, randomFor } from "@parley/local/demo/random";
import type { Animal } from "./animals.ts";
import { FIRST_DAY, MEDICINES, TODAY, TREATMENTS } from "./facts.ts";

const REASONS = [
  ["Check-up", 34],
  ["Vaccination", 26],
  ["Injury", 13],
  ["Dental", 11],
  ["Skin problem", 10],
  ["Surgery", 6],
] as const;

/** What each reason leads to, by the treatments' places in the list above. */
const COURSES: Record<string, readonly number[]> = {
  "Check-up": [0, 0, 0, 7, 8],
  Vaccination: [1, 2, 2],
  Injury: [3, 6, 0, 0, 3],
  Dental: [4, 0],
  "Skin problem": [0, 7],
  Surgery: [5, 5, 5, 6],
};

const INSURERS = [
  ["Petsure", 5],
  ["Fourpaws Mutual", 3],
  ["Anchor Insurance", 2],
] as const;

export function appointmentsOf(animals: readonly Animal[], staff: readonly Row[]): Row[] {
  const rows: Row[] = [];
  for (let day = FIRST_DAY; day <= TODAY + 14; day++) {
    if (weekdayOf(day) === 7) continue;
    const random = randomFor("appointments", isoDay(day));
    const patients = animals.filter(({ born, died }) => born < day - 40 && (died === null || died > day));
    const busy = day > TODAY ? 1.5 : 2 + (day - FIRST_DAY) / 700;
    const starts = Array.from({ length: random.about(busy) }, () => 60 * random.int(8 * 60, 17 * 60 + 30));
    for (const seconds of starts.toSorted((one, other) => one - other))
      rows.push(appointmentOn(day, seconds, { random, staff, animal: random.pick(patients), id: rows.length + 1 }));
  }
  return rows;
}

function appointmentOn(
  day: number,
  seconds: number,
  { random, staff, animal, id }: { random: Random; staff: readonly Row[]; animal: Animal; id: number },
): Row {
  const practice = random.weighted([
    [1, 3],
    [2, 4],
    [3, 2],
    [4, 2],
  ]);
  const those = (role: string) => staff.filter((one) => one["role"] === role && one["practice_id"] === practice);
  const reason = random.weighted(REASONS);
  const past = random.weighted([
    ["done", 84],
    ["no-show", 7],
    ["cancelled", 9],
  ]);
  const status = day > TODAY ? (past === "cancelled" ? past : "booked") : past;
  const minutes = reason === "Surgery" ? random.int(60, 180) : random.int(10, 50);
  return {
    id,
    animal_id: animal.id,
    practice_id: practice,
    vet_id: present(random.pick(those("Veterinarian"))["id"]),
    booked_by_id: present(random.pick(those("Receptionist"))["id"]),
    reason,
    status,
    booked_on: isoDay(Math.min(TODAY, day - random.int(0, 20))),
    starts_at: isoTime(day, seconds),
    finished_at: status === "done" ? isoTime(day, seconds + 60 * minutes) : null,
    emergency: reason === "Injury" && random.chance(0.4),
  };
}

/** What was done, prescribed and claimed at appointments that took place. */
export function careOf(visits: readonly Row[], animals: readonly Animal[]): Record<string, Row[]> {
  const care: Record<"appointment_treatments" | "prescriptions" | "insurance_claims", Row[]> = {
    appointment_treatments: [],
    prescriptions: [],
    insurance_claims: [],
  };
  for (const visit of visits.filter(({ status }) => status === "done")) {
    const random = randomFor("care", Number(visit["id"]));
    const course = present(COURSES[String(visit["reason"])]);
    const chosen = [...new Set(Array.from({ length: random.int(1, 2) }, () => random.pick(course)))];
    const fees = chosen.map((at) => Math.round((present(TREATMENTS[at])[2] * random.int(90, 120)) / 100));
    for (const [nth, at] of chosen.entries()) {
      const row = { appointment_id: present(visit["id"]), treatment_id: at + 1, fee: euros(present(fees[nth])) };
      care.appointment_treatments.push({ id: care.appointment_treatments.length + 1, ...row });
    }
    if (random.chance(0.35)) {
      const medicine = random.int(0, MEDICINES.length - 2);
      const packs = random.int(1, 4);
      const amount = euros(packs * present(MEDICINES[medicine])[3]);
      const row = { appointment_id: present(visit["id"]), medicine_id: medicine + 1, packs, amount };
      care.prescriptions.push({ id: care.prescriptions.length + 1, ...row });
    }
    const { insured } = present(animals[Number(visit["animal_id"]) - 1]);
    if (insured && random.chance(0.7))
      care.insurance_claims.push(claimOf(visit, fees, care.insurance_claims.length + 1, random));
  }
  return care;
}

function claimOf(visit: Row, fees: readonly number[], id: number, random: Random): Row {
  const claimed = fees.reduce((sum, fee) => sum + fee, 0);
  const filed = Date.parse(String(visit["starts_at"]).slice(0, 10)) / 86_400_000 + random.int(0, 3);
  const decided = filed + random.int(4, 40);
  const outcome = random.weighted([
    ["approved", 78],
    ["rejected", 22],
  ]);
  const status = decided > TODAY ? "pending" : outcome;
  return {
    id,
    appointment_id: present(visit["id"]),
    insurer: random.weighted(INSURERS),
    filed_on: isoDay(Math.min(filed, TODAY)),
    decided_on: status === "pending" ? null : isoDay(decided),
    status,
    claimed_amount: euros(claimed),
    refund_amount: status === "approved" ? euros(Math.round(claimed * 0.8)) : 0,
  };
}
