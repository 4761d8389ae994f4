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
  const hire = (position: Omit<Employee, "id" | "name">) => {
    const id = staff.length + 1;
    staff.push({ id, name: `${present(firsts[id - 1])} ${present(lasts[id - 1])}`, ...position });
    return id;
  };
  const longAgo = () => span.start - random.int(90, 2400);

  const director = hire({
    jobTitle: "Managing Director",
    managerId: null,
    regionId: HEADQUARTERS,
    hired: span.start - 3000,
    salary: 142_000,
  });
  const underDirector = { managerId: director, regionId: HEADQUARTERS };
  for (const region of REGIONS) {
    const manager = hire({
      jobTitle: "Regional Sales Manager",
      managerId: director,
      regionId: region.id,
      hired: span.start - random.int(700, 2600),
      salary: 70_000 + random.int(0, 12) * 500,
    });
    for (let nth = 0; nth < REPRESENTATIVES_PER_REGION; nth++) {
      hire({
        jobTitle: "Sales Representative",
        managerId: manager,
        regionId: region.id,
        // Two of each region are there from the start; the others join in the first and the second year.
        hired: nth < 2 ? longAgo() : span.start + random.int(30, 330) + (nth - 2) * 365,
        salary: 41_000 + random.int(0, 24) * 500,
      });
    }
  }
  const supportLead = hire({ ...underDirector, jobTitle: "Head of Support", hired: longAgo(), salary: 68_000 });
  for (let nth = 0; nth < SUPPORT_AGENTS; nth++) {
    hire({
      jobTitle: "Support Agent",
      managerId: supportLead,
      regionId: HEADQUARTERS,
      hired: nth < 3 ? longAgo() : dayOf(span.year - 3, 1, 1) + random.int(20, 900),
      salary: 36_000 + random.int(0, 14) * 500,
    });
  }
  hire({ ...underDirector, jobTitle: "Finance Manager", hired: longAgo(), salary: 74_500 });
  hire({ ...underDirector, jobTitle: "Warehouse Manager", hired: longAgo(), salary: 61_500 });
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
