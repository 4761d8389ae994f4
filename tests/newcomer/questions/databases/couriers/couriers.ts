import { dayOf, isoDay, isoTime, weekdayOf } from "@parley/local/demo/calendar";
import { type Dataset, euros, type Row } from "@parley/local/demo/dataset";
import { present, randomFor } from "@parley/local/demo/random";
import { people } from "../people.ts";
import { SCHEMA } from "./schema.ts";

const FIRST_DAY = dayOf(2024, 1, 2);
const TODAY = dayOf(2025, 11, 19);
const DRIVERS = 22;
const VANS = 16;

const DEPOTS = [
  ["NTH", "Northgate", "Aldermere", 12],
  ["HRB", "Harbour East", "Port Ness", 18],
  ["VAL", "Valley Park", "Corrin", 8],
  ["WST", "Westfold", "Lorring", 6],
  ["AIR", "Airfield", "Aldermere", 22],
] as const;
const MODELS = ["Movano L", "Tranzo 300", "Ecarry", "Boxliner"] as const;
const SERVICES: readonly (readonly [{ service: string; days: number }, number])[] = [
  [{ service: "Standard", days: 3 }, 6],
  [{ service: "Express", days: 1 }, 3],
  [{ service: "Economy", days: 6 }, 2],
];
const SEGMENTS = ["Retail", "Manufacturing", "Healthcare", "Online shop"] as const;
const COMPANIES =
  "Anvil & Ash,Bellweather,Brightwater Foods,Cobalt Optics,Dover Lighting,Eastwind Books,Fernley Textiles,Glasshouse Labs,Hollin Shoes,Ironbark Tools,Juniper Toys,Kestrel Parts,Larkspur Health,Mossgate Garden,Nimbus Audio,Orchard Dental,Pinecrest Pharma,Quarry Stone,Redleaf Tea,Sable Fashion,Tidewater Cycles,Umber Ceramics,Vellum Paper,Wren Jewellery".split(
    ",",
  );

/** The couriers' database: a few thousand rows, the same on every machine. */
export function makeCouriers(): Dataset {
  const depots = DEPOTS.map(([code, name, city, loading_bays], at) => ({
    id: at + 1,
    code,
    name,
    city,
    opened_on: isoDay(dayOf(2009 + 3 * at, 2 + at, 1)),
    loading_bays,
  }));
  const parcels = parcelRows();
  const trips = tripRows();
  const tables: readonly (readonly [string, readonly Row[]])[] = [
    ["depots", depots],
    ["drivers", driverRows()],
    ["vans", vanRows()],
    ["customers", customerRows()],
    ["parcels", parcels],
    ["trips", trips],
    ["trip_parcels", loadRows(parcels, trips)],
    ["claims", claimRows(parcels)],
  ];
  return { schema: SCHEMA, tables: tables.map(([name, rows]) => ({ name, rows })), finish: "" };
}

function driverRows(): Row[] {
  const random = randomFor("couriers", "drivers");
  return people("drivers", DRIVERS).map((name, at) => ({
    id: at + 1,
    name,
    depot_id: (at % DEPOTS.length) + 1,
    licence_class: random.pick(["B", "C1", "C"]),
    hired_on: isoDay(FIRST_DAY - random.int(-500, 3000)),
    left_on: random.chance(0.15) ? isoDay(TODAY - random.int(10, 300)) : null,
    hourly_wage: 15 + random.int(0, 9),
    trained_by_id: at < 4 ? null : random.int(1, 4),
  }));
}

function vanRows(): Row[] {
  const random = randomFor("couriers", "vans");
  return Array.from({ length: VANS }, (_, at) => {
    const model = random.pick(MODELS);
    return {
      id: at + 1,
      plate: `KR ${410 + 13 * at}`,
      model,
      depot_id: (at % DEPOTS.length) + 1,
      payload_kg: 600 + 50 * random.int(0, 12),
      mileage_km: random.int(9_000, 240_000),
      electric: model === "Ecarry",
      next_service_on: isoDay(TODAY + random.int(-30, 150)),
    };
  });
}

function customerRows(): Row[] {
  const random = randomFor("couriers", "customers");
  const contacts = people("courier contacts", COMPANIES.length);
  return COMPANIES.map((company, at) => ({
    id: at + 1,
    company,
    contact_name: present(contacts[at]),
    city: random.pick(["Aldermere", "Port Ness", "Corrin", "Lorring", "Stanwick"]),
    segment: random.pick(SEGMENTS),
    customer_since: isoDay(FIRST_DAY - random.int(-400, 2200)),
    credit_limit: 500 * random.int(2, 30),
  }));
}

function parcelRows(): Row[] {
  const random = randomFor("couriers", "parcels");
  const rows: Row[] = [];
  for (let day = FIRST_DAY; day <= TODAY; day++) {
    if (weekdayOf(day) === 7) continue;
    for (let left = random.int(2, 6); left > 0; left--) {
      const { service, days } = random.weighted(SERVICES);
      const promised = day + days;
      const delivered = Math.max(day, promised + random.int(-1, 2));
      const end = random.weighted([
        ["delivered", 94],
        ["lost", 2],
        ["returned", 4],
      ]);
      const status = delivered > TODAY ? "in transit" : end;
      const weight = random.int(3, 320) / 10;
      rows.push({
        id: rows.length + 1,
        tracking_no: `PX${100_000 + rows.length * 7}`,
        customer_id: random.int(1, COMPANIES.length - 1),
        origin_depot_id: random.int(1, 5),
        destination_depot_id: random.int(1, 5),
        service,
        weight_kg: weight,
        sent_on: isoDay(day),
        promised_on: isoDay(promised),
        delivered_on: status === "delivered" ? isoDay(delivered) : null,
        status,
        price: euros(450 + Math.round(weight * 40) + (service === "Express" ? 600 : 0)),
        handling_cost: euros(180 + Math.round(weight * 14)),
      });
    }
  }
  return rows;
}

function tripRows(): Row[] {
  const random = randomFor("couriers", "trips");
  const rows: Row[] = [];
  for (let day = FIRST_DAY; day <= TODAY; day++) {
    if (weekdayOf(day) > 6) continue;
    for (let left = random.int(1, 2); left > 0; left--) {
      const from = random.int(1, 5);
      const distance = random.int(40, 620);
      const start = 60 * random.int(5 * 60, 13 * 60);
      const litres = Math.round(distance * 0.11 * 10) / 10;
      rows.push({
        id: rows.length + 1,
        van_id: random.int(1, VANS - 1),
        driver_id: random.int(1, DRIVERS - 1),
        from_depot_id: from,
        to_depot_id: ((from + random.int(0, 3)) % 5) + 1,
        departed_at: isoTime(day, start),
        arrived_at: random.chance(0.02) ? null : isoTime(day, start + 60 * Math.round(distance * 0.9)),
        distance_km: distance,
        fuel_litres: litres,
        fuel_cost: euros(Math.round(litres * 158)),
        toll_cost: random.chance(0.4) ? euros(random.int(300, 4200)) : 0,
      });
    }
  }
  return rows;
}

function loadRows(parcels: readonly Row[], trips: readonly Row[]): Row[] {
  const random = randomFor("couriers", "loads");
  return parcels.map(({ id }) => ({ trip_id: present(random.pick(trips)["id"]), parcel_id: present(id) }));
}

function claimRows(parcels: readonly Row[]): Row[] {
  const random = randomFor("couriers", "claims");
  const claimed = parcels.filter(({ status }) => status === "lost" || (status !== "in transit" && random.chance(0.04)));
  return claimed.map(({ id, sent_on, status }, at) => {
    const opened = Math.min(TODAY, Date.parse(String(sent_on)) / 86_400_000 + random.int(3, 12));
    const closed = opened + random.int(4, 45);
    const isOpen = closed > TODAY;
    return {
      id: at + 1,
      parcel_id: present(id),
      reason: status === "lost" ? "Lost" : random.pick(["Damaged", "Late", "Wrong address"]),
      opened_on: isoDay(opened),
      closed_on: isOpen ? null : isoDay(closed),
      amount: random.int(20, 400),
      status: isOpen ? "open" : random.chance(0.7) ? "paid" : "rejected",
    };
  });
}
