import { type Day, type Span, isoDay } from "../calendar.ts";
import type { Row } from "../dataset.ts";
import { present, randomFor } from "../random.ts";
import { COMPANY_NAMES, FIRST_NAMES, LAST_NAMES, mailName } from "../warehouse/names.ts";

export type Depot = { id: number; name: string; country: string; opened: Day; x: number; y: number };
export type Driver = { id: number; name: string; depotId: number; licence: string; hired: Day };
export type Vehicle = { id: number; plate: string; kind: string; capacityKg: number; depotId: number };
export type Client = { id: number; name: string; industry: string; country: string; volume: number };

const DRIVERS_PER_DEPOT = 5;
const CLIENTS = 64;

/** Depots lie on a plane measured in kilometres, so that distances follow from where they are. */
export function makeDepots(span: Span): Depot[] {
  const places = [
    ["Antwerp", "Belgium", 0, 0],
    ["Lille", "France", -110, -90],
    ["Rotterdam", "Netherlands", 20, 80],
    ["Duisburg", "Germany", 190, 30],
    ["Hanover", "Germany", 420, 110],
    ["Metz", "France", 130, -240],
    ["Basel", "Switzerland", 260, -420],
  ] as const;
  const random = randomFor("depots");
  return places.map(([name, country, x, y], index) => ({
    id: index + 1,
    name,
    country,
    x,
    y,
    opened: span.start - random.int(400, 6000),
  }));
}

export function makeDrivers(depots: readonly Depot[], span: Span): Driver[] {
  const random = randomFor("drivers");
  const firsts = random.shuffle(FIRST_NAMES);
  const lasts = random.shuffle(LAST_NAMES);
  return depots.flatMap((depot, at) =>
    Array.from({ length: DRIVERS_PER_DEPOT }, (_, nth) => {
      const index = at * DRIVERS_PER_DEPOT + nth;
      return {
        id: index + 1,
        name: `${present(firsts[index])} ${present(lasts[index])}`,
        depotId: depot.id,
        licence: random.weighted([
          ["CE", 7],
          ["C", 3],
        ]),
        // Three of each depot are there from the start.
        hired: nth < 3 ? span.start - random.int(60, 2800) : span.start + random.int(30, 680),
      };
    }),
  );
}

export function makeVehicles(depots: readonly Depot[]): Vehicle[] {
  const random = randomFor("vehicles");
  const kinds = [
    ["Van", 1200],
    ["Rigid truck", 7500],
    ["Rigid truck", 12_000],
    ["Articulated truck", 24_000],
  ] as const;
  return depots.flatMap((depot, at) =>
    kinds.map(([kind, capacityKg], nth) => ({
      id: at * kinds.length + nth + 1,
      plate: `DM-${depot.name.slice(0, 2).toUpperCase()}-${random.int(100, 999)}`,
      kind,
      capacityKg,
      depotId: depot.id,
    })),
  );
}

export function makeClients(): Client[] {
  const random = randomFor("freight clients");
  const industries = ["Food", "Chemicals", "Furniture", "Machinery", "Paper", "Electronics"] as const;
  const suffixes = {
    Food: "Foods",
    Chemicals: "Coatings",
    Furniture: "Joinery",
    Machinery: "Pumps",
    Paper: "Paper Mill",
    Electronics: "Circuits",
  } as const;
  const names = random.shuffle(
    industries.flatMap((industry) =>
      COMPANY_NAMES.map((name) => ({ industry, name: `${name} ${suffixes[industry]}` })),
    ),
  );
  return names.slice(0, CLIENTS).map(({ industry, name }, index) => ({
    id: index + 1,
    name,
    industry,
    country: random.weighted([
      ["Germany", 5],
      ["France", 4],
      ["Belgium", 3],
      ["Netherlands", 3],
      ["Switzerland", 2],
    ]),
    // The last three signed a contract and have shipped nothing yet.
    volume: index >= CLIENTS - 3 ? 0 : random.pick([1, 1, 2, 2, 3, 5, 8]),
  }));
}

export const depotRows = (depots: readonly Depot[]): Row[] =>
  depots.map(({ id, name, country, opened }) => ({ id, name, country, opened_on: isoDay(opened) }));

export const driverRows = (drivers: readonly Driver[]): Row[] =>
  drivers.map(({ id, name, depotId, licence, hired }) => ({
    id,
    name,
    depot_id: depotId,
    licence,
    hired_on: isoDay(hired),
  }));

export const vehicleRows = (vehicles: readonly Vehicle[]): Row[] =>
  vehicles.map(({ id, plate, kind, capacityKg, depotId }) => ({
    id,
    plate,
    kind,
    capacity_kg: capacityKg,
    depot_id: depotId,
  }));

export const clientRows = (clients: readonly Client[]): Row[] =>
  clients.map(({ id, name, industry, country }) => ({
    id,
    name,
    industry,
    country,
    email: `${mailName(name)}@example.org`,
  }));
