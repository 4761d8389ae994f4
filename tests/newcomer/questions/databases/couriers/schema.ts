/** A courier company. Amounts are euros. The views leave out parcels that were lost or returned. */
export const SCHEMA = `
CREATE TABLE depots (
  id INTEGER PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  city TEXT NOT NULL,
  opened_on DATE NOT NULL,
  loading_bays INTEGER NOT NULL
);
CREATE TABLE drivers (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  depot_id INTEGER NOT NULL REFERENCES depots (id),
  licence_class TEXT NOT NULL,
  hired_on DATE NOT NULL,
  left_on DATE,
  hourly_wage NUMERIC NOT NULL,
  trained_by_id INTEGER REFERENCES drivers (id)
);
CREATE TABLE vans (
  id INTEGER PRIMARY KEY,
  plate TEXT NOT NULL UNIQUE,
  model TEXT NOT NULL,
  depot_id INTEGER NOT NULL REFERENCES depots (id),
  payload_kg INTEGER NOT NULL,
  mileage_km INTEGER NOT NULL,
  electric BOOLEAN NOT NULL,
  next_service_on DATE NOT NULL
);
CREATE TABLE customers (
  id INTEGER PRIMARY KEY,
  company TEXT NOT NULL,
  contact_name TEXT NOT NULL,
  city TEXT NOT NULL,
  segment TEXT NOT NULL,
  customer_since DATE NOT NULL,
  credit_limit NUMERIC NOT NULL
);
CREATE TABLE parcels (
  id INTEGER PRIMARY KEY,
  tracking_no TEXT NOT NULL UNIQUE,
  customer_id INTEGER NOT NULL REFERENCES customers (id),
  origin_depot_id INTEGER NOT NULL REFERENCES depots (id),
  destination_depot_id INTEGER NOT NULL REFERENCES depots (id),
  service TEXT NOT NULL CHECK (service IN ('Express', 'Standard', 'Economy')),
  weight_kg NUMERIC NOT NULL,
  sent_on DATE NOT NULL,
  promised_on DATE NOT NULL,
  delivered_on DATE,
  status TEXT NOT NULL CHECK (status IN ('in transit', 'delivered', 'lost', 'returned')),
  price NUMERIC NOT NULL,
  handling_cost NUMERIC NOT NULL
);
CREATE TABLE trips (
  id INTEGER PRIMARY KEY,
  van_id INTEGER NOT NULL REFERENCES vans (id),
  driver_id INTEGER NOT NULL REFERENCES drivers (id),
  from_depot_id INTEGER NOT NULL REFERENCES depots (id),
  to_depot_id INTEGER NOT NULL REFERENCES depots (id),
  departed_at TIMESTAMP NOT NULL,
  arrived_at TIMESTAMP,
  distance_km INTEGER NOT NULL,
  fuel_litres NUMERIC NOT NULL,
  fuel_cost NUMERIC NOT NULL,
  toll_cost NUMERIC NOT NULL
);
CREATE TABLE trip_parcels (
  trip_id INTEGER NOT NULL REFERENCES trips (id),
  parcel_id INTEGER NOT NULL REFERENCES parcels (id),
  PRIMARY KEY (trip_id, parcel_id)
);
CREATE TABLE claims (
  id INTEGER PRIMARY KEY,
  parcel_id INTEGER NOT NULL REFERENCES parcels (id),
  reason TEXT NOT NULL,
  opened_on DATE NOT NULL,
  closed_on DATE,
  amount NUMERIC NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('open', 'paid', 'rejected'))
);
CREATE VIEW delivered_parcels AS
  SELECT id, tracking_no, customer_id, destination_depot_id, weight_kg, delivered_on, price FROM parcels WHERE status = 'delivered';
CREATE VIEW depot_income AS
  SELECT d.name AS depot, COUNT(*) AS parcels, SUM(p.price) AS income
  FROM parcels p JOIN depots d ON d.id = p.origin_depot_id WHERE p.status = 'delivered' GROUP BY d.name;
`;
