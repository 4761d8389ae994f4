/** A group of veterinary practices. Amounts are euros. Two views are traps: they leave rows out that the tables have. */
export const SCHEMA = `
CREATE TABLE practices (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  town TEXT NOT NULL,
  opened_on DATE NOT NULL,
  exam_rooms INTEGER NOT NULL,
  monthly_rent NUMERIC NOT NULL
);
CREATE TABLE staff (
  id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  role TEXT NOT NULL,
  practice_id INTEGER NOT NULL REFERENCES practices (id),
  supervisor_id INTEGER REFERENCES staff (id),
  hired_on DATE NOT NULL,
  monthly_salary NUMERIC NOT NULL,
  part_time BOOLEAN NOT NULL
);
CREATE TABLE owners (
  id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  town TEXT NOT NULL,
  registered_on DATE NOT NULL,
  newsletter BOOLEAN NOT NULL,
  referred_by_id INTEGER REFERENCES owners (id)
);
CREATE TABLE animals (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  species TEXT NOT NULL,
  breed TEXT NOT NULL,
  sex TEXT NOT NULL CHECK (sex IN ('f', 'm')),
  born_on DATE NOT NULL,
  died_on DATE,
  weight_kg NUMERIC NOT NULL,
  insured BOOLEAN NOT NULL,
  owner_id INTEGER NOT NULL REFERENCES owners (id)
);
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY,
  animal_id INTEGER NOT NULL REFERENCES animals (id),
  practice_id INTEGER NOT NULL REFERENCES practices (id),
  vet_id INTEGER NOT NULL REFERENCES staff (id),
  booked_by_id INTEGER NOT NULL REFERENCES staff (id),
  reason TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('booked', 'done', 'no-show', 'cancelled')),
  booked_on DATE NOT NULL,
  starts_at TIMESTAMP NOT NULL,
  finished_at TIMESTAMP,
  emergency BOOLEAN NOT NULL
);
CREATE TABLE treatments (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  list_fee NUMERIC NOT NULL
);
CREATE TABLE appointment_treatments (
  id INTEGER PRIMARY KEY,
  appointment_id INTEGER NOT NULL REFERENCES appointments (id),
  treatment_id INTEGER NOT NULL REFERENCES treatments (id),
  fee NUMERIC NOT NULL
);
CREATE TABLE medicines (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  supplier TEXT NOT NULL,
  purchase_cost NUMERIC NOT NULL,
  sale_price NUMERIC NOT NULL,
  packs_in_stock INTEGER NOT NULL,
  reorder_level INTEGER NOT NULL
);
CREATE TABLE prescriptions (
  id INTEGER PRIMARY KEY,
  appointment_id INTEGER NOT NULL REFERENCES appointments (id),
  medicine_id INTEGER NOT NULL REFERENCES medicines (id),
  packs INTEGER NOT NULL,
  amount NUMERIC NOT NULL
);
CREATE TABLE insurance_claims (
  id INTEGER PRIMARY KEY,
  appointment_id INTEGER NOT NULL REFERENCES appointments (id),
  insurer TEXT NOT NULL,
  filed_on DATE NOT NULL,
  decided_on DATE,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  claimed_amount NUMERIC NOT NULL,
  refund_amount NUMERIC NOT NULL
);
CREATE VIEW completed_appointments AS
  SELECT a.id, a.animal_id, a.practice_id, a.vet_id, a.reason, a.starts_at, a.finished_at
  FROM appointments a WHERE a.status = 'done' AND a.emergency = 0;
CREATE VIEW practice_income AS
  SELECT p.name AS practice, COUNT(*) AS treatments, SUM(t.fee) AS fee
  FROM appointment_treatments t JOIN appointments a ON a.id = t.appointment_id JOIN practices p ON p.id = a.practice_id
  WHERE a.starts_at >= '2025-01-01' GROUP BY p.name;
`;

export const FINISH = `
CREATE INDEX appointments_animal ON appointments (animal_id);
CREATE INDEX appointments_starts ON appointments (starts_at);
CREATE INDEX animals_owner ON animals (owner_id);
`;
