import { dayOf, isoDay, isoTime, weekdayOf } from "@parley/local/demo/calendar";
import { type Dataset, euros, type Row } from "@parley/local/demo/dataset";
import { present, randomFor } from "@parley/local/demo/random";
import { people } from "../people.ts";
import { SCHEMA } from "./schema.ts";

const FIRST_DAY = dayOf(2024, 1, 8);
const TODAY = dayOf(2025, 11, 19);
const PUPILS = 160;

const INSTRUMENTS = ["Piano", "Violin", "Cello", "Flute", "Guitar", "Drums"] as const;
const LEVELS = ["Beginner", "Intermediate", "Advanced"] as const;
const TOWNS = ["Ashby", "Corvale", "Linden", "Marsh End"] as const;
const MAKERS = ["Brackwell", "Otterby", "Severin"] as const;
const ROOMS = [
  ["Brahms", 0, 12, true],
  ["Chopin", 0, 8, true],
  ["Dvorak", 1, 20, false],
  ["Elgar", 1, 6, false],
  ["Fanny Hall", 2, 90, true],
] as const;

/** The music school's database: a few thousand rows, the same on every machine. */
export function makeSchool(): Dataset {
  const teachers = teacherRows();
  const courses = courseRows(teachers);
  const pupils = pupilRows();
  const enrolments = enrolmentRows(pupils, courses);
  const lessons = lessonRows(courses, teachers);
  const rooms = ROOMS.map(([name, floor, seats, has_piano], at) => ({ id: at + 1, name, floor, seats, has_piano }));
  const tables: readonly (readonly [string, readonly Row[]])[] = [
    ["teachers", teachers],
    ["pupils", pupils],
    ["rooms", rooms],
    ["courses", courses],
    ["enrolments", enrolments],
    ["lessons", lessons],
    ["attendance", attendanceRows(lessons, enrolments)],
    ["exams", examRows(enrolments)],
    ["invoices", invoiceRows(pupils)],
    ["instruments", instrumentRows()],
  ];
  return { schema: SCHEMA, tables: tables.map(([name, rows]) => ({ name, rows })), finish: "" };
}

function teacherRows(): Row[] {
  const random = randomFor("school", "teachers");
  return people("music teachers", 12).map((full_name, at) => ({
    id: at + 1,
    full_name,
    email: `${full_name.toLowerCase().replace(" ", ".")}@school.example`,
    instrument: present(INSTRUMENTS[at % INSTRUMENTS.length]),
    hired_on: isoDay(FIRST_DAY - random.int(-400, 4000)),
    hourly_rate: random.int(28, 52),
    active: at !== 7,
    mentor_id: at < 3 ? null : random.int(1, 3),
  }));
}

function courseRows(teachers: readonly Row[]): Row[] {
  const random = randomFor("school", "courses");
  const kinds = INSTRUMENTS.flatMap((instrument) => LEVELS.map((level) => ({ instrument, level })));
  return kinds.map(({ instrument, level }, at) => ({
    id: at + 1,
    title: `${instrument} ${level}`,
    instrument,
    level,
    monthly_fee: 45 + 15 * LEVELS.indexOf(level) + 5 * random.int(0, 4),
    max_pupils: random.int(4, 12),
    teacher_id: present(random.pick(teachers.filter((one) => one["instrument"] === instrument))["id"]),
  }));
}

function pupilRows(): Row[] {
  const random = randomFor("school", "pupils");
  return people("pupils", PUPILS).map((full_name, at) => {
    const joined = FIRST_DAY - 300 + at * 6;
    return {
      id: at + 1,
      full_name,
      born_on: isoDay(dayOf(random.int(2005, 2018), random.int(1, 12), random.int(1, 28))),
      town: random.weighted(TOWNS.map((town, place) => [town, 5 - place] as const)),
      joined_on: isoDay(joined),
      left_on: random.chance(0.2) ? isoDay(Math.min(TODAY, joined + random.int(60, 500))) : null,
      sibling_discount: random.chance(0.25),
      referred_by_id: at > 10 && random.chance(0.3) ? random.int(1, at) : null,
    };
  });
}

/** Nobody has enrolled in the last course yet. */
function enrolmentRows(pupils: readonly Row[], courses: readonly Row[]): Row[] {
  const random = randomFor("school", "enrolments");
  const taken = pupils.slice(0, 148).flatMap((pupil) =>
    random
      .shuffle(courses.slice(0, -1))
      .slice(0, random.int(1, 3))
      .map((course) => ({ pupil, course })),
  );
  return taken.map(({ pupil, course }, at) => {
    const hasLeft = pupil["left_on"] !== null;
    const status = hasLeft
      ? "ended"
      : random.weighted([
          ["active", 8],
          ["paused", 1],
          ["ended", 2],
        ]);
    const ended = hasLeft ? present(pupil["left_on"]) : isoDay(TODAY - random.int(5, 200));
    return {
      id: at + 1,
      pupil_id: present(pupil["id"]),
      course_id: present(course["id"]),
      enrolled_on: present(pupil["joined_on"]),
      ended_on: status === "ended" ? ended : null,
      status,
    };
  });
}

function lessonRows(courses: readonly Row[], teachers: readonly Row[]): Row[] {
  const random = randomFor("school", "lessons");
  const rows: Row[] = [];
  for (let day = FIRST_DAY; day <= TODAY + 10; day++) {
    if (weekdayOf(day) > 5) continue;
    for (const course of random.shuffle(courses).slice(0, random.int(1, 3))) {
      const isCovered = random.chance(0.08);
      const others = teachers.filter(({ id }) => id !== course["teacher_id"]);
      rows.push({
        id: rows.length + 1,
        course_id: present(course["id"]),
        room_id: random.int(1, 4),
        teacher_id: present(course["teacher_id"]),
        substitute_id: isCovered ? present(random.pick(others)["id"]) : null,
        starts_at: isoTime(day, 3600 * random.int(13, 19)),
        minutes: random.pick([30, 45, 60]),
        status: day > TODAY ? "planned" : random.chance(0.09) ? "cancelled" : "held",
      });
    }
  }
  return rows;
}

function attendanceRows(lessons: readonly Row[], enrolments: readonly Row[]): Row[] {
  const random = randomFor("school", "attendance");
  const held = lessons.filter(({ status }) => status === "held");
  const visits = held.flatMap((lesson) =>
    random
      .shuffle(enrolments.filter(({ course_id }) => course_id === lesson["course_id"]))
      .slice(0, 4)
      .map(({ pupil_id }) => ({ lesson_id: present(lesson["id"]), pupil_id: present(pupil_id) })),
  );
  return visits.map((visit, at) => ({ id: at + 1, ...visit, present: random.chance(0.87) }));
}

function examRows(enrolments: readonly Row[]): Row[] {
  const random = randomFor("school", "exams");
  const sat = enrolments.filter(() => random.chance(0.45));
  return sat.map(({ pupil_id, course_id }, at) => {
    const score = random.int(38, 100);
    return {
      id: at + 1,
      pupil_id: present(pupil_id),
      course_id: present(course_id),
      taken_on: isoDay(FIRST_DAY + random.int(60, 670)),
      grade: score >= 85 ? "Distinction" : score >= 70 ? "Merit" : score >= 55 ? "Pass" : "Fail",
      score,
      passed: score >= 55,
    };
  });
}

function invoiceRows(pupils: readonly Row[]): Row[] {
  const random = randomFor("school", "invoices");
  const rows: Row[] = [];
  for (let month = 0; month < 23; month++) {
    const issued = dayOf(2024, 1 + month, 3);
    for (const pupil of pupils.slice(0, 60 + 4 * month)) {
      if (random.chance(0.4)) continue;
      const paid = issued + random.int(2, 40);
      const isPaid = paid <= TODAY && random.chance(0.93);
      rows.push({
        id: rows.length + 1,
        pupil_id: present(pupil["id"]),
        issued_on: isoDay(issued),
        due_on: isoDay(issued + 21),
        paid_on: isPaid ? isoDay(paid) : null,
        amount: euros(random.int(4500, 14000)),
        reminders: isPaid ? 0 : random.int(0, 3),
      });
    }
  }
  return rows;
}

function instrumentRows(): Row[] {
  const random = randomFor("school", "instruments");
  return Array.from({ length: 34 }, (_, at) => ({
    id: at + 1,
    serial_no: `SN-${1000 + 37 * at}`,
    kind: random.pick(INSTRUMENTS),
    maker: random.pick(MAKERS),
    bought_on: isoDay(FIRST_DAY - random.int(10, 2500)),
    purchase_price: euros(random.int(15_000, 420_000)),
    rented_to_id: random.chance(0.4) ? random.int(1, PUPILS) : null,
  }));
}
