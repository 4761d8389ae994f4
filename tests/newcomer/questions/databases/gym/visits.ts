import { dayOf, isoDay, isoTime, weekdayOf } from "@parley/local/demo/calendar";
import type { Row } from "@parley/local/demo/dataset";
import { present, randomFor } from "@parley/local/demo/random";
import { CLUBS, FIRST_DAY, type Member, TODAY } from "./facts.ts";

export function classRows(coaches: readonly Row[]): Row[] {
  const rows: Row[] = [];
  for (let day = dayOf(2025, 1, 2); day <= TODAY; day++) {
    if (weekdayOf(day) === 7) continue;
    const random = randomFor("gym classes", isoDay(day));
    const coachAt = (club: number) =>
      random.weighted(coaches.map((coach) => [coach, coach["HomeClubID"] === club ? 8 : 1] as const));
    for (let left = random.int(1, 2); left > 0; left--) {
      const ClubID = random.int(1, CLUBS.length);
      const coach = coachAt(ClubID);
      const substitute = random.chance(0.08) ? random.pick(coaches) : coach;
      rows.push({
        GymClassID: rows.length + 1,
        ClassTypeID: random.weighted([
          [1, 6],
          [2, 5],
          [3, 3],
          [4, 4],
          [5, 3],
          [6, 2],
          [7, 3],
        ]),
        ClubID,
        CoachID: present(coach["CoachID"]),
        SubstituteCoachID: substitute === coach ? null : present(substitute["CoachID"]),
        StartsAt: isoTime(day, 3600 * random.pick([7, 9, 12, 17, 18, 19])),
        Capacity: random.pick([10, 12, 16, 20]),
        IsCancelled: random.chance(0.06),
      });
    }
  }
  return rows;
}

export function bookingRows(classes: readonly Row[], members: readonly Member[]): Row[] {
  const rows: Row[] = [];
  for (const gymClass of classes.filter(({ IsCancelled }) => IsCancelled === false)) {
    const random = randomFor("class bookings", Number(gymClass["GymClassID"]));
    const day = Date.parse(String(gymClass["StartsAt"]).slice(0, 10)) / 86_400_000;
    const there = members.filter(({ joined, until }) => joined <= day && until >= day);
    const places = random.int(3, Number(gymClass["Capacity"]));
    for (const { id } of random.shuffle(there.slice(0, 260)).slice(0, places))
      rows.push({
        BookingID: rows.length + 1,
        GymClassID: present(gymClass["GymClassID"]),
        MemberID: id,
        BookedAt: isoTime(day - random.int(1, 9), 60 * random.int(360, 1380)),
        BookingStatus: random.weighted([
          ["attended", 78],
          ["no-show", 9],
          ["cancelled", 13],
        ]),
      });
  }
  return rows;
}

export function checkInRows(members: readonly Member[]): Row[] {
  const rows: Row[] = [];
  for (let day = FIRST_DAY; day <= TODAY; day++) {
    const random = randomFor("check-ins", isoDay(day));
    const there = members.filter(({ joined, until }) => joined <= day && until >= day);
    const count = random.about((there.length / 55) * (weekdayOf(day) > 5 ? 0.7 : 1.1));
    const starts = Array.from({ length: count }, () => 60 * random.int(6 * 60, 20 * 60));
    for (const seconds of starts.toSorted((one, other) => one - other)) {
      const member = random.pick(there);
      rows.push({
        CheckInID: rows.length + 1,
        MemberID: member.id,
        ClubID: random.chance(0.8) ? member.club : random.int(1, CLUBS.length),
        EnteredAt: isoTime(day, seconds),
        LeftAt: random.chance(0.02) ? null : isoTime(day, seconds + 60 * random.int(25, 150)),
      });
    }
  }
  return rows;
}
