import type { DatabaseSync } from "node:sqlite";
import { type Business, numbers, openFixture } from "./business.ts";

/** A car hire: names in one word, two keys from rentals to branches, branches and employees that refer to each other. */
const tables = `
CREATE TABLE Branches (BranchID INTEGER PRIMARY KEY, BranchName TEXT NOT NULL, City TEXT NOT NULL, ManagerID INTEGER REFERENCES Employees(EmployeeID));
CREATE TABLE Employees (EmployeeID INTEGER PRIMARY KEY, FullName TEXT NOT NULL, JobTitle TEXT NOT NULL, BranchID INTEGER NOT NULL REFERENCES Branches(BranchID), MonthlySalary NUMERIC NOT NULL, HireDate DATE NOT NULL, TerminationDate DATE);
CREATE TABLE VehicleClasses (ClassCode TEXT PRIMARY KEY, ClassName TEXT NOT NULL, DailyRate NUMERIC NOT NULL, Seats INTEGER NOT NULL);
CREATE TABLE Vehicles (VehicleID INTEGER PRIMARY KEY, PlateNo TEXT NOT NULL, Make TEXT NOT NULL, ClassCode TEXT NOT NULL REFERENCES VehicleClasses(ClassCode), Fuel TEXT NOT NULL, Mileage INTEGER NOT NULL, PurchasedOn DATE NOT NULL, PurchasePrice NUMERIC NOT NULL);
CREATE TABLE Customers (CustomerID INTEGER PRIMARY KEY, CustomerName TEXT NOT NULL, Country TEXT NOT NULL, Email TEXT, MemberSince DATE NOT NULL, LoyaltyTier TEXT);
CREATE TABLE Rentals (RentalID INTEGER PRIMARY KEY, CustomerID INTEGER NOT NULL REFERENCES Customers(CustomerID), VehicleID INTEGER NOT NULL REFERENCES Vehicles(VehicleID), PickupBranchID INTEGER NOT NULL REFERENCES Branches(BranchID), ReturnBranchID INTEGER NOT NULL REFERENCES Branches(BranchID), PickupDate DATE NOT NULL, DueDate DATE NOT NULL, ReturnDate DATE, KmDriven INTEGER, TotalCharge NUMERIC NOT NULL, Status TEXT NOT NULL);
CREATE TABLE Extras (ExtraID INTEGER PRIMARY KEY, Description TEXT NOT NULL, PricePerDay NUMERIC NOT NULL);
CREATE TABLE DamageReports (ReportID INTEGER PRIMARY KEY, RentalID INTEGER NOT NULL REFERENCES Rentals(RentalID), ReportedOn DATE NOT NULL, Severity TEXT NOT NULL, RepairCost NUMERIC);
`;

const classes: [string, string, number, number][] = [
  ["ECO", "Economy", 32, 4],
  ["CMP", "Compact", 41, 5],
  ["VAN", "Van", 95, 9],
];
const NAMES =
  "Keira Quill,Luca Moreau,Mara Kowalski,Nils Jansen,Olga Hoffman,Pavel Grady,Rosa Dahl,Stefan Becker".split(",");

const dayBefore = (days: number): string => new Date(Date.UTC(2024, 5, 15 - days)).toISOString().slice(0, 10);

/** How the tables are filled. */
interface Filling {
  add: (table: string, ...cells: (string | number | null)[]) => void;
  next: (limit: number) => number;
}

function fillHouse({ add }: Filling): void {
  for (const [i, name] of ["Airport East", "Lakeside", "Old Harbour"].entries())
    add("Branches", i + 1, name, ["Porto", "Zurich", "Genoa"][i] ?? "", 3 * i + 1);
  for (let id = 1; id <= 10; id++)
    add(
      "Employees",
      id,
      `${NAMES[id % 8] ?? ""} ${id}`,
      id % 3 === 1 ? "Branch Manager" : "Rental Agent",
      id === 10 ? 2 : 1 + Math.floor((id - 1) / 3),
      2000 + 310 * id,
      `20${10 + id}-05-01`,
      id === 5 ? dayBefore(60) : id === 8 ? dayBefore(400) : null,
    );
}

function fillFleet({ add, next }: Filling): void {
  for (const kind of classes) add("VehicleClasses", ...kind);
  for (let id = 1; id <= 14; id++)
    add(
      "Vehicles",
      id,
      `AB-${100 + id}`,
      ["Fiat", "Ford", "Volvo"][id % 3] ?? "",
      classes[id % 3]?.[0] ?? "",
      ["petrol", "diesel", "electric"][next(3)] ?? "",
      4000 + 7000 * id,
      `20${16 + (id % 9)}-02-10`,
      11_000 + 900 * id,
    );
  for (let id = 1; id <= 20; id++)
    add(
      "Customers",
      id,
      `${NAMES[id % 8] ?? ""} Ltd ${id}`,
      ["Portugal", "Italy", "France"][id % 3] ?? "",
      id % 5 === 0 ? null : `c${id}@mail.test`,
      dayBefore(40 * id),
      [null, "Silver", "Gold"][id % 3 === 0 ? 2 : next(3)] ?? null,
    );
}

function fillRentals({ add, next }: Filling): void {
  for (let id = 1; id <= 80; id++) {
    const days = next(520);
    const length = 1 + next(14);
    const late = [-1, 0, 0, 0, 2][next(5)] ?? 0;
    const isBack = days - length - late > 0;
    const from = 1 + next(3);
    add(
      "Rentals",
      id,
      1 + next(18),
      1 + next(12),
      from,
      next(4) === 0 ? 1 + (from % 3) : from,
      dayBefore(days),
      dayBefore(days - length),
      isBack ? dayBefore(days - length - late) : null,
      isBack ? 40 + next(900) : null,
      60 * length + next(50),
      isBack ? (next(12) === 0 ? "cancelled" : "returned") : "active",
    );
  }
  for (const [i, name] of ["Child seat", "Snow chains"].entries()) add("Extras", i + 1, name, 8 - 3 * i);
  for (let id = 1; id <= 15; id++)
    add(
      "DamageReports",
      id,
      1 + next(60),
      dayBefore(next(300)),
      ["minor", "severe"][next(2)] ?? "",
      id % 4 === 0 ? null : 90 * id,
    );
}

function fill(database: DatabaseSync): void {
  // Branches and employees refer to each other.
  database.exec("PRAGMA defer_foreign_keys = ON");
  const filling: Filling = {
    next: numbers(47),
    add(table, ...cells) {
      database.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join(",")})`).run(...cells);
    },
  };
  fillHouse(filling);
  fillFleet(filling);
  fillRentals(filling);
}

export const openCarHire = (): Promise<Business> => openFixture("car-hire", tables, fill);
