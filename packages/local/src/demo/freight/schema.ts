/** Dunmarrow Freight's database: depots, their drivers and vehicles, and what they carry for whom. */
export const SCHEMA = `
CREATE TABLE depots (
  id integer PRIMARY KEY,
  name text NOT NULL UNIQUE,
  country text NOT NULL,
  opened_on date NOT NULL
);

CREATE TABLE drivers (
  id integer PRIMARY KEY,
  name text NOT NULL,
  depot_id integer NOT NULL REFERENCES depots (id),
  licence text NOT NULL CHECK (licence IN ('C', 'CE')),
  hired_on date NOT NULL
);

CREATE TABLE vehicles (
  id integer PRIMARY KEY,
  plate text NOT NULL UNIQUE,
  kind text NOT NULL,
  capacity_kg integer NOT NULL CHECK (capacity_kg > 0),
  depot_id integer NOT NULL REFERENCES depots (id)
);

CREATE TABLE clients (
  id integer PRIMARY KEY,
  name text NOT NULL UNIQUE,
  industry text NOT NULL,
  country text NOT NULL,
  email text NOT NULL UNIQUE
);

CREATE TABLE shipments (
  id integer PRIMARY KEY,
  client_id integer NOT NULL REFERENCES clients (id),
  origin_depot_id integer NOT NULL REFERENCES depots (id),
  destination_depot_id integer NOT NULL REFERENCES depots (id),
  driver_id integer NOT NULL REFERENCES drivers (id),
  vehicle_id integer NOT NULL REFERENCES vehicles (id),
  booked_on date NOT NULL,
  promised_on date NOT NULL CHECK (promised_on > booked_on),
  delivered_on date CHECK (delivered_on > booked_on),
  status text NOT NULL CHECK (status IN ('in transit', 'delivered', 'cancelled')),
  weight_kg integer NOT NULL CHECK (weight_kg > 0),
  distance_km integer NOT NULL CHECK (distance_km > 0),
  price numeric(10, 2) NOT NULL CHECK (price > 0),
  CHECK (origin_depot_id <> destination_depot_id),
  CHECK ((status = 'delivered') = (delivered_on IS NOT NULL))
);

CREATE TABLE incidents (
  id integer PRIMARY KEY,
  shipment_id integer NOT NULL REFERENCES shipments (id),
  kind text NOT NULL,
  reported_on date NOT NULL,
  cost numeric(10, 2) NOT NULL CHECK (cost >= 0)
);
`;

export const FINISH = `
CREATE INDEX ON shipments (client_id);
CREATE INDEX ON shipments (driver_id);
CREATE INDEX ON shipments (booked_on);
CREATE INDEX ON incidents (shipment_id);

COMMENT ON TABLE depots IS 'Where vehicles and drivers are based';
COMMENT ON TABLE clients IS 'Companies the firm carries goods for';
COMMENT ON TABLE shipments IS 'One row for each transport from one depot to another';
COMMENT ON COLUMN shipments.price IS 'What the client pays, in euros';
COMMENT ON COLUMN shipments.promised_on IS 'The day agreed for delivery; later is late';
COMMENT ON TABLE incidents IS 'What went wrong with a shipment';
COMMENT ON COLUMN incidents.cost IS 'Cost of the incident in euros';
`;
