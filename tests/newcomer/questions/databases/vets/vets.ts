import { dayOf, isoDay } from "@parley/local/demo/calendar";
import { type Dataset, euros, type Row } from "@parley/local/demo/dataset";
import { present, randomFor } from "@parley/local/demo/random";
import { people } from "../people.ts";
import { animalsOf, ownerRows } from "./animals.ts";
import { appointmentsOf, careOf } from "./appointments.ts";
import { FIRST_DAY, MEDICINES, PRACTICES, TREATMENTS } from "./facts.ts";
import { FINISH, SCHEMA } from "./schema.ts";

/** The vets' database: a few thousand rows, the same on every machine. */
export function makeVets(): Dataset {
  const staff = staffRows();
  const owners = ownerRows();
  const animals = animalsOf(owners);
  const visits = appointmentsOf(animals, staff);
  const tables: Record<string, readonly Row[]> = {
    practices: PRACTICES.map(([code, name, town, exam_rooms, monthly_rent], at) => ({
      id: at + 1,
      code,
      name,
      town,
      opened_on: isoDay(dayOf(2008 + 3 * at, 4 + at, 1)),
      exam_rooms,
      monthly_rent,
    })),
    staff,
    owners,
    animals: animals.map(({ row }) => row),
    appointments: visits,
    treatments: TREATMENTS.map(([code, name, fee], at) => ({ id: at + 1, code, name, list_fee: euros(fee) })),
    ...careOf(visits, animals),
    medicines: MEDICINES.map(([name, supplier, cost, price, packs_in_stock, reorder_level], at) => ({
      id: at + 1,
      name,
      supplier,
      purchase_cost: euros(cost),
      sale_price: euros(price),
      packs_in_stock,
      reorder_level,
    })),
  };
  const order = ["practices", "staff", "owners", "animals", "appointments", "treatments", "appointment_treatments"];
  const names = [...order, "medicines", "prescriptions", "insurance_claims"];
  return { schema: SCHEMA, tables: names.map((name) => ({ name, rows: tables[name] ?? [] })), finish: FINISH };
}

function staffRows(): Row[] {
  const names = people("vet staff", 26);
  const random = randomFor("vet staff");
  const director = { role: "Clinical Director", practice: 2, salary: 8600 };
  const posts = PRACTICES.flatMap((_, at) => [
    { role: "Veterinarian", practice: at + 1, salary: 5100 },
    { role: "Veterinarian", practice: at + 1, salary: 4700 },
    { role: "Nurse", practice: at + 1, salary: 2900 },
    { role: "Nurse", practice: at + 1, salary: 2700 },
    { role: "Receptionist", practice: at + 1, salary: 2400 },
    { role: "Receptionist", practice: at + 1, salary: 2300 },
  ]);
  return [director, ...posts, { role: "Bookkeeper", practice: 2, salary: 3400 }].map(
    ({ role, practice, salary }, at) => ({
      id: at + 1,
      full_name: present(names[at]),
      role,
      practice_id: practice,
      supervisor_id: supervisorOf(at, role, practice),
      hired_on: isoDay(FIRST_DAY - random.int(-600, 3200)),
      monthly_salary: salary + 20 * random.int(0, 24),
      part_time: role !== "Clinical Director" && random.chance(0.3),
    }),
  );
}

/** The first vet of a practice leads it and reports to the director, as the bookkeeper does. */
function supervisorOf(at: number, role: string, practice: number): number | null {
  if (at === 0) return null;
  const leader = 2 + 6 * (practice - 1);
  return role === "Bookkeeper" || leader === at + 1 ? 1 : leader;
}
