import { spanBefore } from "../calendar.ts";
import type { Dataset, Row } from "../dataset.ts";
import { type Loaded, type Target, loadDatabase } from "../load.ts";
import {
  clientRows,
  depotRows,
  driverRows,
  makeClients,
  makeDepots,
  makeDrivers,
  makeVehicles,
  vehicleRows,
} from "./fleet.ts";
import { FINISH, SCHEMA } from "./schema.ts";
import { incidentRows, makeShipments, shipmentRows } from "./shipments.ts";

/** The database of Dunmarrow Freight, the second organization, up to the day before the anchor. */
export function makeFreight(anchor: Date): Dataset {
  const span = spanBefore(anchor);
  const depots = makeDepots(span);
  const drivers = makeDrivers(depots, span);
  const vehicles = makeVehicles(depots);
  const clients = makeClients();
  const shipments = makeShipments(span, { clients, depots, drivers, vehicles });
  const rows: Record<string, Row[]> = {
    depots: depotRows(depots),
    drivers: driverRows(drivers),
    vehicles: vehicleRows(vehicles),
    clients: clientRows(clients),
    shipments: shipmentRows(shipments),
    incidents: incidentRows(shipments, span),
  };
  return { schema: SCHEMA, tables: Object.entries(rows).map(([name, each]) => ({ name, rows: each })), finish: FINISH };
}

/** Loads the freight database unless a complete and recent one is there. See `loadDatabase`. */
export function loadFreight(target: Target): Promise<Loaded> {
  return loadDatabase(target, { version: "1", make: makeFreight });
}
