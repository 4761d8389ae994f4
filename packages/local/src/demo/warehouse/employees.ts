import { type Day, type Span, dayOf, isoDay } from "../calendar.ts";
import type { Row } from "../dataset.ts";
import { present, randomFor } from "../random.ts";
import { FIRST_NAMES, LAST_NAMES, mailName } from "./names.ts";
import { REGIONS } from "./places.ts";

export type Employee = {
  id: number;
  name: string;
  jobTitle: string;
  managerId: number | null;
  regionId: number;
  hired: Day;
  salary: number;
};

const HEADQUARTERS = 5;
const REPRESENTATIVES_PER_REGION = 4;
const SUPPORT_AGENTS = 7;

/** Thirty-six people: a managing director, five regional managers, their sales representatives, support, finance and warehouse. */
export function makeEmployees(span: Span): Employee[] {
  const random = randomFor("employees");
  const firsts = random.shuffle(FIRST_NAMES);
  const lasts = random.shuffle(LAST_NAMES);
  const staff: Employee[] = [];
  const hire = (jobTitle: string, managerId: number | null, regionId: number, hired: Day, salary: number) => {
    const id = staff.length + 1;
    const name = `${present(firsts[id - 1])} ${present(lasts[id - 1])}`;
    staff.push({ id, name, jobTitle, managerId, regionId, hired, salary });
    return id;
  };
  const longAgo = () => span.start - random.int(90, 2400);

  const director = hire("Managing Director", null, HEADQUARTERS, span.start - 3000, 142_000);
  for (const region of REGIONS) {
    const manager = hire(
      "Regional Sales Manager",
      director,
      region.id,
      span.start - random.int(700, 2600),
      70_000 + random.int(0, 12) * 500,
    );
    for (let nth = 0; nth < REPRESENTATIVES_PER_REGION; nth++) {
      // Two of each region are there from the start; the others join in the first and the second year.
      const hired = nth < 2 ? longAgo() : span.start + random.int(30, 330) + (nth - 2) * 365;
      hire("Sales Representative", manager, region.id, hired, 41_000 + random.int(0, 24) * 500);
    }
  }
  const supportLead = hire("Head of Support", director, HEADQUARTERS, longAgo(), 68_000);
  for (let nth = 0; nth < SUPPORT_AGENTS; nth++) {
    const hired = nth < 3 ? longAgo() : dayOf(span.year - 3, 1, 1) + random.int(20, 900);
    hire("Support Agent", supportLead, HEADQUARTERS, hired, 36_000 + random.int(0, 14) * 500);
  }
  hire("Finance Manager", director, HEADQUARTERS, longAgo(), 74_500);
  hire("Warehouse Manager", director, HEADQUARTERS, longAgo(), 61_500);
  return staff;
}

export function employeeRows(employees: readonly Employee[]): Row[] {
  return employees.map((employee) => ({
    id: employee.id,
    name: employee.name,
    email: `${mailName(employee.name)}@quillmere.example.com`,
    job_title: employee.jobTitle,
    manager_id: employee.managerId,
    region_id: employee.regionId,
    hired_on: isoDay(employee.hired),
    annual_salary: employee.salary,
  }));
}
