import { dayOf, isoDay } from "@parley/local/demo/calendar";
import type { Dataset, Row } from "@parley/local/demo/dataset";
import { present, randomFor } from "@parley/local/demo/random";
import { people } from "../people.ts";
import { CLASS_TYPES, CLUBS, type Member, TODAY } from "./facts.ts";
import { machineRows, paymentRows, repairRows } from "./money.ts";
import { FINISH, SCHEMA } from "./schema.ts";
import { bookingRows, checkInRows, classRows } from "./visits.ts";

const MEMBERS = 520;
const COACHES = 18;

const TOWNS = ["Marlow", "Fenwick", "Saltby", "Underhill", "Brayford"] as const;
const PLANS = [
  ["FLX", "Flex", 49, 20, 1],
  ["STD", "Standard", 35, 30, 12],
  ["STU", "Student", 24, 0, 6],
  ["OFF", "Off-Peak", 27, 15, 6],
  ["VIP", "All Inclusive", 79, 0, 12],
] as const;

/** The gyms' database: a few thousand rows, the same on every machine. */
export function makeGym(): Dataset {
  const members = makeMembers();
  const coaches = coachRows();
  const classes = classRows(coaches);
  const machines = machineRows();
  const tables: Record<string, readonly Row[]> = {
    Club: CLUBS.map(([ClubCode, ClubName, Town, FloorArea, HasPool, MonthlyRent], at) => ({
      ClubID: at + 1,
      ClubCode,
      ClubName,
      Town,
      OpenedOn: isoDay(dayOf(2011 + 2 * at, 9 - at, 15)),
      FloorArea,
      HasPool,
      MonthlyRent,
    })),
    Coach: coaches,
    PlanType: PLANS.map(([PlanCode, PlanName, MonthlyFee, JoiningFee, MinMonths]) => ({
      PlanCode,
      PlanName,
      MonthlyFee,
      JoiningFee,
      MinMonths,
    })),
    Member: members.map(({ row }) => row),
    ClassType: CLASS_TYPES.map(([ClassName, Intensity, DurationMin, AvgKcal], at) => ({
      ClassTypeID: at + 1,
      ClassName,
      Intensity,
      DurationMin,
      AvgKcal,
    })),
    GymClass: classes,
    ClassBooking: bookingRows(classes, members),
    CheckIn: checkInRows(members),
    Payment: paymentRows(members),
    Machine: machines,
    RepairJob: repairRows(machines),
  };
  return { schema: SCHEMA, tables: Object.entries(tables).map(([name, rows]) => ({ name, rows })), finish: FINISH };
}

function coachRows(): Row[] {
  const random = randomFor("gym coaches");
  return people("gym coaches", COACHES).map((name, at) => {
    const [first = "", ...rest] = name.split(" ");
    return {
      CoachID: at + 1,
      FirstName: first,
      LastName: rest.join(" "),
      HomeClubID: 1 + (at % CLUBS.length),
      MentorID: at < 3 ? null : random.int(1, Math.min(at, 6)),
      HourlyPay: 18 + random.int(0, 34) / 2,
      StartedOn: isoDay(TODAY - 40 * (COACHES - at) - random.int(200, 1900)),
      IsFreelance: random.chance(0.35),
    };
  });
}

function makeMembers(): Member[] {
  const names = people("gym members", MEMBERS);
  const random = randomFor("gym members");
  const from = dayOf(2022, 3, 1);
  const joins = Array.from({ length: MEMBERS }, () => from + random.int(0, TODAY - from));
  return joins
    .toSorted((one, other) => one - other)
    .map((joined, at) => {
      const club = random.weighted([
        [1, 6],
        [2, 3],
        [3, 4],
        [4, 3],
        [5, 4],
      ]);
      const [PlanCode, , fee, joiningFee] = random.weighted(
        PLANS.map((plan, nth) => [plan, present([5, 8, 4, 3, 2][nth])]),
      );
      const left = random.chance(0.36) ? joined + random.int(40, 900) : null;
      const hasLeft = left !== null && left <= TODAY;
      const row = {
        MemberID: at + 1,
        FullName: present(names[at]),
        Town: random.weighted(TOWNS.map((town, nth) => [town, 7 - nth] as const)),
        BirthDate: isoDay(dayOf(1950, 1, 1) + random.int(0, 20_400)),
        JoinedOn: isoDay(joined),
        LeftOn: hasLeft ? isoDay(left) : null,
        MemberStatus: hasLeft ? "left" : random.chance(0.07) ? "frozen" : "active",
        PlanCode,
        HomeClubID: club,
        ReferrerID: at > 30 && random.chance(0.22) ? random.int(1, at) : null,
      };
      return { id: at + 1, club, joined, until: hasLeft ? left : TODAY, fee, joiningFee, row };
    });
}
