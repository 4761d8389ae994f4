import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verbalize } from "@parley/interpreter/explain/sentence";
import { type Business, comparable } from "./business.ts";
import { openCarHire } from "./car-hire.ts";
import { openClinic } from "./clinic.ts";

/** Questions, and the query a person would write for each: the answer's rows must equal its rows. */
const ofClinic: [string, string][] = [
  [
    "no shows per practitioner",
    "SELECT first_name, last_name, COUNT(*) FROM appointment JOIN practitioner USING (practitioner_id) WHERE status = 'no-show' GROUP BY practitioner_id",
  ],
  [
    "which treatments bring in the most money",
    "SELECT label FROM appointment_treatment JOIN treatment_type ON code = treatment_code GROUP BY code ORDER BY SUM(price) DESC LIMIT 1",
  ],
  [
    "top 5 patients by amount invoiced",
    "SELECT first_name, last_name, SUM(total) FROM invoice JOIN patient USING (patient_id) GROUP BY patient_id ORDER BY 3 DESC LIMIT 5",
  ],
  ["unpaid invoices older than 60 days", "SELECT * FROM invoice WHERE paid_on IS NULL AND issued_on < '2024-04-16'"],
  ["open invoices", "SELECT * FROM invoice WHERE paid_on IS NULL"],
  [
    "average age of patients by city",
    "SELECT city, AVG((julianday('2024-06-15') - julianday(birth_date)) / 365.2425) FROM patient GROUP BY 1",
  ],
  [
    "how much did we invoice in may and how much of it is paid",
    "SELECT SUM(total), SUM(CASE WHEN paid_on IS NOT NULL THEN total ELSE 0 END) FROM invoice WHERE issued_on LIKE '2024-05%'",
  ],
  [
    "appointments per room and how many of them were cancelled",
    "SELECT room, COUNT(*), SUM(status = 'cancelled') FROM appointment GROUP BY 1",
  ],
  ["cheapest treatment?", "SELECT label FROM treatment_type ORDER BY list_price LIMIT 1"],
  ["treatments longer than an hour", "SELECT label FROM treatment_type WHERE duration_min > 60"],
  ["who was hired first", "SELECT first_name, last_name FROM practitioner ORDER BY hired_on LIMIT 1"],
  ["who was hired last?", "SELECT first_name, last_name FROM practitioner ORDER BY hired_on DESC LIMIT 1"],
  ["how many recalls are still to be sent", "SELECT COUNT(*) FROM recall WHERE NOT sent"],
  [
    "how many fillings and crowns did we do this year",
    "SELECT label, COUNT(*) FROM appointment_treatment JOIN treatment_type ON code = treatment_code JOIN appointment USING (appointment_id) WHERE label IN ('Filling', 'Crown') AND starts_at LIKE '2024%' GROUP BY 1",
  ],
  ["how many appointments were booked by phone", "SELECT COUNT(*) FROM appointment WHERE booked_via = 'phone'"],
  [
    "patients who have no email but a phone",
    "SELECT first_name, last_name FROM patient WHERE email IS NULL AND phone IS NOT NULL",
  ],
  [
    "total of unpaid invoices by month",
    "SELECT strftime('%Y-%m', issued_on), SUM(total) FROM invoice WHERE paid_on IS NULL GROUP BY 1",
  ],
  ["how many patients in the file", "SELECT COUNT(*) FROM patient"],
  ["Wie viele Patienten haben wir?", "SELECT COUNT(*) FROM patient"],
  [
    "Termine pro Monat in 2023",
    "SELECT strftime('%Y-%m', starts_at), COUNT(*) FROM appointment WHERE starts_at LIKE '2023%' GROUP BY 1",
  ],
  ["Wie hoch ist der Umsatz im Mai 2024?", "SELECT SUM(total) FROM invoice WHERE issued_on LIKE '2024-05%'"],
  ["durchschnittlicher Rechnungsbetrag", "SELECT AVG(total) FROM invoice"],
  [
    "Welche Patienten haben dieses Jahr keinen Termin?",
    "SELECT first_name, last_name FROM patient WHERE patient_id NOT IN (SELECT patient_id FROM appointment WHERE starts_at LIKE '2024%')",
  ],
];

const ofHire: [string, string][] = [
  [
    "which cars have never been rented",
    "SELECT PlateNo FROM Vehicles WHERE VehicleID NOT IN (SELECT VehicleID FROM Rentals)",
  ],
  [
    "customers who rented in 2023 but not in 2024",
    "SELECT CustomerName FROM Customers WHERE CustomerID IN (SELECT CustomerID FROM Rentals WHERE PickupDate LIKE '2023%') AND CustomerID NOT IN (SELECT CustomerID FROM Rentals WHERE PickupDate LIKE '2024%')",
  ],
  [
    "cars returned late this year",
    "SELECT PlateNo FROM Vehicles WHERE VehicleID IN (SELECT VehicleID FROM Rentals WHERE ReturnDate > DueDate AND ReturnDate LIKE '2024%')",
  ],
  ["average rental length in days", "SELECT AVG(julianday(ReturnDate) - julianday(PickupDate)) FROM Rentals"],
  ["rentals longer than 10 days", "SELECT * FROM Rentals WHERE julianday(ReturnDate) - julianday(PickupDate) > 10"],
  [
    "average rental duration by vehicle class",
    "SELECT ClassName, AVG(julianday(ReturnDate) - julianday(PickupDate)) FROM Rentals JOIN Vehicles USING (VehicleID) JOIN VehicleClasses USING (ClassCode) GROUP BY 1",
  ],
  [
    "did we rent out more diesel or petrol cars?",
    "SELECT Fuel, COUNT(*) FROM Rentals JOIN Vehicles USING (VehicleID) WHERE Fuel IN ('diesel', 'petrol') GROUP BY 1",
  ],
  ["who left this year?", "SELECT FullName FROM Employees WHERE TerminationDate LIKE '2024%'"],
  ["employees who left", "SELECT FullName FROM Employees WHERE TerminationDate IS NOT NULL"],
  ["customers who joined this year", "SELECT CustomerName FROM Customers WHERE MemberSince LIKE '2024%'"],
  [
    "rentals returned to a different branch",
    "SELECT * FROM Rentals WHERE PickupBranchID <> ReturnBranchID AND Status = 'returned'",
  ],
  ["gold members from Italy", "SELECT CustomerName FROM Customers WHERE LoyaltyTier = 'Gold' AND Country = 'Italy'"],
  [
    "which branch has the most staff",
    "SELECT BranchName FROM Employees JOIN Branches USING (BranchID) GROUP BY BranchID ORDER BY COUNT(*) DESC LIMIT 1",
  ],
  ["cars bought in 2020", "SELECT PlateNo FROM Vehicles WHERE PurchasedOn LIKE '2020%'"],
  ["average repair cost for severe damages", "SELECT AVG(RepairCost) FROM DamageReports WHERE Severity = 'severe'"],
  [
    "employees hired before 2016 still working here",
    "SELECT FullName FROM Employees WHERE HireDate < '2016-01-01' AND TerminationDate IS NULL",
  ],
  ["what do we charge for a child seat", "SELECT PricePerDay FROM Extras WHERE Description = 'Child seat'"],
  [
    "Welche Kunden haben noch nie gemietet?",
    "SELECT CustomerName FROM Customers WHERE CustomerID NOT IN (SELECT CustomerID FROM Rentals)",
  ],
  ["Anzahl Vermietungen letzten Monat", "SELECT COUNT(*) FROM Rentals WHERE PickupDate LIKE '2024-05%'"],
  ["teuerstes Fahrzeug", "SELECT PlateNo FROM Vehicles ORDER BY PurchasePrice DESC LIMIT 1"],
];

/** What the data does not tell. */
const unanswerable: ["clinic" | "hire", string][] = [
  ["clinic", "how many patients were satisfied with their treatment?"],
  ["clinic", "which dentist has the highest salary?"],
  ["clinic", "how many x-ray machines do we own"],
  ["clinic", "Welche Patienten waren zufrieden?"],
  ["hire", "how much fuel did we buy last month?"],
  ["hire", "are there more company customers than private customers"],
  ["hire", "customers with more than 3 platinum rentals"],
];

describe("everyday questions of a clinic and a car hire", () => {
  let clinic: Business;
  let hire: Business;
  beforeAll(async () => {
    [clinic, hire] = await Promise.all([openClinic(), openCarHire()]);
  });
  afterAll(() => Promise.all([clinic.datasource.close(), hire.datasource.close()]));

  it.each(ofClinic)("%s", async (text, sql) => {
    const { result } = await clinic.answer(text);
    expect(comparable(result.rows)).toEqual(comparable(await clinic.rows(sql)));
  });

  it.each(ofHire)("%s", async (text, sql) => {
    const { result } = await hire.answer(text);
    expect(comparable(result.rows)).toEqual(comparable(await hire.rows(sql)));
  });

  it.each(unanswerable)("a %s does not answer: %s", (where, text) => {
    expect((where === "clinic" ? clinic : hire).ask(text).kind).toBe("not_understood");
  });

  it("figures side by side are both told, and of nothing it is said what there is none of", async () => {
    const both = await clinic.answer("appointments per room and how many of them were cancelled");
    expect(verbalize(both.reading.form, both.result)).toMatch(/; number of appointments with status “cancelled”: /);
    const none = await clinic.answer("invoices in 2019");
    expect(verbalize(none.reading.form, none.result)).toBe("There were no invoices issued in 2019.");
  });

  it("a German question is answered with what was read in English", async () => {
    const { reading } = await clinic.answer("Patienten aus Tillbury");
    expect(reading.assumptions).toContain("In English I read: “patients from Tillbury”");
  });
});
