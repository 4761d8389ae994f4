import type { DatabaseSync } from "node:sqlite";
import { type Business, numbers, openFixture } from "./business.ts";

/** A clinic: kinds of treatments apart from those that were given, which have a price and no day of their own; days of birth, invoices, a view. */
const tables = `
CREATE TABLE insurer (insurer_id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL);
CREATE TABLE patient (patient_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, birth_date DATE NOT NULL, city TEXT NOT NULL, phone TEXT, email TEXT, insurer_id INTEGER REFERENCES insurer(insurer_id), registered_on DATE NOT NULL);
CREATE TABLE practitioner (practitioner_id INTEGER PRIMARY KEY, first_name TEXT NOT NULL, last_name TEXT NOT NULL, role TEXT NOT NULL, hired_on DATE NOT NULL, left_on DATE);
CREATE TABLE treatment_type (code TEXT PRIMARY KEY, label TEXT NOT NULL, list_price NUMERIC NOT NULL, duration_min INTEGER NOT NULL);
CREATE TABLE appointment (appointment_id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patient(patient_id), practitioner_id INTEGER NOT NULL REFERENCES practitioner(practitioner_id), room TEXT NOT NULL, starts_at TIMESTAMP NOT NULL, status TEXT NOT NULL, booked_on DATE NOT NULL, booked_via TEXT NOT NULL);
CREATE TABLE appointment_treatment (appointment_id INTEGER NOT NULL REFERENCES appointment(appointment_id), treatment_code TEXT NOT NULL REFERENCES treatment_type(code), price NUMERIC NOT NULL, PRIMARY KEY (appointment_id, treatment_code));
CREATE TABLE invoice (invoice_no INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patient(patient_id), issued_on DATE NOT NULL, due_on DATE NOT NULL, paid_on DATE, total NUMERIC NOT NULL);
CREATE TABLE recall (recall_id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patient(patient_id), due_on DATE NOT NULL, sent BOOLEAN NOT NULL);
CREATE VIEW completed_appointments AS SELECT a.appointment_id, a.starts_at, p.last_name AS patient, d.last_name AS practitioner FROM appointment a JOIN patient p USING (patient_id) JOIN practitioner d USING (practitioner_id) WHERE a.status = 'completed';
`;

const kinds: [string, string, number, number][] = [
  ["CLN", "Cleaning", 85, 30],
  ["FIL", "Filling", 140, 45],
  ["CRN", "Crown", 780, 90],
  ["XRY", "X-ray", 45, 10],
];
const FIRST = "Amira,Bruno,Celia,Dario,Elif,Felix,Greta,Hana,Ivo,Jonas".split(",");
const LAST = "Abrams,Becker,Castillo,Dahl,Eriksen,Fontana,Grady,Hoffman,Ivanova".split(",");

/** So many days before the day on which questions are asked; later where it is less than 0. */
const dayBefore = (days: number): string => new Date(Date.UTC(2024, 5, 15 - days)).toISOString().slice(0, 10);

/** How the tables are filled. */
interface Filling {
  add: (table: string, ...cells: (string | number | null)[]) => void;
  next: (limit: number) => number;
}

function fillHouse({ add }: Filling): void {
  add("insurer", 1, "Medisure", "private");
  add("insurer", 2, "Unity Health", "public");
  for (const kind of kinds) add("treatment_type", ...kind);
  for (const [i, role] of ["dentist", "dentist", "hygienist", "dentist"].entries())
    add(
      "practitioner",
      i + 1,
      FIRST[i] ?? "",
      LAST[8 - i] ?? "",
      role,
      `201${i}-03-0${4 - i}`,
      i === 3 ? dayBefore(90) : null,
    );
}

function fillPatients({ add, next }: Filling): void {
  for (let id = 1; id <= 30; id++)
    add(
      "patient",
      id,
      FIRST[id % 10] ?? "",
      LAST[id % 9] ?? "",
      `${1950 + 2 * id}-0${1 + (id % 9)}-11`,
      ["Larkfield", "Stanmore", "Tillbury"][id % 3] ?? "",
      id % 7 === 0 ? null : `07${id}`,
      id % 4 === 0 ? null : `p${id}@mail.test`,
      [1, 2, null][next(3)] ?? null,
      dayBefore(20 * id),
    );
}

function fillAppointments({ add, next }: Filling): void {
  for (let id = 1; id <= 90; id++) {
    const days = next(500) - 20;
    const status = days < 0 ? "booked" : (["completed", "completed", "cancelled", "no-show"][next(4)] ?? "");
    const room = `R${1 + next(3)}`;
    const via = ["phone", "online"][next(2)] ?? "";
    add(
      "appointment",
      id,
      1 + next(26),
      1 + next(3),
      room,
      `${dayBefore(days)} 10:00:00`,
      status,
      dayBefore(days + 9),
      via,
    );
    if (status !== "completed") continue;
    const first = next(4);
    for (const kind of new Set([first, (first + next(3)) % 4]))
      add("appointment_treatment", id, kinds[kind]?.[0] ?? "", (kinds[kind]?.[2] ?? 0) + next(20));
  }
  for (let id = 1; id <= 60; id++) {
    const days = 2 + next(400);
    const paid = days - 5 - next(50);
    add(
      "invoice",
      2000 + id,
      1 + next(26),
      dayBefore(days),
      dayBefore(days - 30),
      paid < 0 || id % 9 === 0 ? null : dayBefore(paid),
      50 + next(900),
    );
  }
  for (let id = 1; id <= 20; id++) add("recall", id, id, dayBefore(-id), id % 3 === 0 ? 1 : 0);
}

function fill(database: DatabaseSync): void {
  const filling: Filling = {
    next: numbers(31),
    add(table, ...cells) {
      database.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join(",")})`).run(...cells);
    },
  };
  fillHouse(filling);
  fillPatients(filling);
  fillAppointments(filling);
}

export const openClinic = (): Promise<Business> => openFixture("clinic", tables, fill);
