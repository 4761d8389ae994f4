import { type Day, type Span, daysOf, isoDay } from "../calendar.ts";
import { type Row, euros } from "../dataset.ts";
import { type Random, randomFor } from "../random.ts";
import { activity } from "../season.ts";
import type { Client, Depot, Driver, Vehicle } from "./fleet.ts";

const SHIPMENTS_PER_DAY = 6.5;
const SHIPMENTS_YEARLY_GROWTH = 0.12;

export type Shipment = {
  id: number;
  client: Client;
  origin: Depot;
  destination: Depot;
  driver: Driver;
  vehicle: Vehicle;
  booked: Day;
  promised: Day;
  delivered: Day | null;
  isCancelled: boolean;
  weightKg: number;
  distanceKm: number;
  price: number;
};

export type Fleet = {
  clients: readonly Client[];
  depots: readonly Depot[];
  drivers: readonly Driver[];
  vehicles: readonly Vehicle[];
};

/** Every shipment booked in the span; drivers and vehicles are those of the depot it leaves from. */
export function makeShipments(span: Span, fleet: Fleet): Shipment[] {
  const clients = fleet.clients.map((client) => [client, client.volume] as const);
  const drafts = daysOf(span).flatMap((day) => {
    const random = randomFor("shipments", isoDay(day));
    const count = random.about(SHIPMENTS_PER_DAY * activity(day, span, SHIPMENTS_YEARLY_GROWTH));
    return Array.from({ length: count }, () =>
      shipmentOn(day, random, { span, fleet, client: random.weighted(clients) }),
    );
  });
  return drafts.map((draft, index) => ({ ...draft, id: index + 1 }));
}

interface Order {
  span: Span;
  fleet: Fleet;
  client: Client;
}

function shipmentOn(day: Day, random: Random, { span, fleet, client }: Order): Shipment {
  const origin = random.weighted(fleet.depots.map((depot) => [depot, 9 - depot.id] as const));
  const destination = random.pick(fleet.depots.filter(({ id }) => id !== origin.id));
  const vehicle = random.pick(fleet.vehicles.filter(({ depotId }) => depotId === origin.id));
  const driver = random.pick(fleet.drivers.filter(({ depotId, hired }) => depotId === origin.id && hired <= day));
  const weightKg = Math.round((vehicle.capacityKg * random.int(15, 98)) / 100);
  const distanceKm = Math.round(Math.sqrt((origin.x - destination.x) ** 2 + (origin.y - destination.y) ** 2) * 1.24);
  const promised = day + 1 + Math.ceil(distanceKm / 300);
  const lateness = random.weighted([
    [0, 86],
    [1, 8],
    [2, 4],
    [4, 2],
  ]);
  const delivered = promised - (lateness === 0 && random.chance(0.3) ? 1 : 0) + lateness;
  const isCancelled = random.chance(0.03);
  return {
    id: 0,
    client,
    origin,
    destination,
    driver,
    vehicle,
    booked: day,
    promised,
    delivered: isCancelled || delivered > span.end ? null : delivered,
    isCancelled,
    weightKg,
    distanceKm,
    // A base fee, the road, and the load, in cents.
    price: 4_500 + distanceKm * 95 + Math.round(weightKg * 1.6),
  };
}

export function shipmentRows(shipments: readonly Shipment[]): Row[] {
  return shipments.map((shipment) => ({
    id: shipment.id,
    client_id: shipment.client.id,
    origin_depot_id: shipment.origin.id,
    destination_depot_id: shipment.destination.id,
    driver_id: shipment.driver.id,
    vehicle_id: shipment.vehicle.id,
    booked_on: isoDay(shipment.booked),
    promised_on: isoDay(shipment.promised),
    delivered_on: shipment.delivered === null ? null : isoDay(shipment.delivered),
    status: shipment.isCancelled ? "cancelled" : shipment.delivered === null ? "in transit" : "delivered",
    weight_kg: shipment.weightKg,
    distance_km: shipment.distanceKm,
    price: euros(shipment.price),
  }));
}

const INCIDENTS = [
  ["Damaged goods", 40, 80_000],
  ["Lost parcel", 15, 120_000],
  ["Vehicle breakdown", 25, 45_000],
  ["Wrong address", 20, 6_000],
] as const;

/** What went wrong on the way: on one delivered shipment in thirty, reported within five days. */
export function incidentRows(shipments: readonly Shipment[], span: Span): Row[] {
  return shipments
    .flatMap((shipment) => {
      const random = randomFor("incident", shipment.id);
      if (shipment.delivered === null || !random.chance(1 / 30)) return [];
      const [kind, , worst] = random.weighted(INCIDENTS.map((each) => [each, each[1]] as const));
      const reported = shipment.delivered + random.int(0, 5);
      if (reported > span.end) return [];
      return [{ shipment, kind, reported, cost: Math.round(worst * (0.05 + 0.95 * random.unit() ** 2)) }];
    })
    .toSorted((one, other) => one.reported - other.reported || one.shipment.id - other.shipment.id)
    .map(({ shipment, kind, reported, cost }, index) => ({
      id: index + 1,
      shipment_id: shipment.id,
      kind,
      reported_on: isoDay(reported),
      cost: euros(cost),
    }));
}
