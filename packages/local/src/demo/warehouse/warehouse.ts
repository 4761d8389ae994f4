import { spanBefore } from "../calendar.ts";
import type { Dataset, Row } from "../dataset.ts";
import { type Loaded, type Target, loadDatabase } from "../load.ts";
import { customerRows, makeCustomers } from "./customers.ts";
import { employeeRows, makeEmployees } from "./employees.ts";
import { makeOrders, orderItemRows, orderRows } from "./orders.ts";
import { REGIONS } from "./places.ts";
import { categoryRows, makeProducts, productRows } from "./products.ts";
import { returnRows, returnsOf } from "./returns.ts";
import { FINISH, SCHEMA } from "./schema.ts";
import { subscriptionRows } from "./subscriptions.ts";
import { supportTicketRows } from "./tickets.ts";
import { webSessionRows } from "./visits.ts";

/** Everything the tables are made of, and what the documents quote from. */
export function makeShop(anchor: Date) {
  const span = spanBefore(anchor);
  const employees = makeEmployees(span);
  const customers = makeCustomers(span);
  const products = makeProducts(span);
  return { span, employees, customers, products, orders: makeOrders(span, customers, employees, products) };
}

/** The business database of Quillmere Home up to the day before the anchor; the same anchor date gives the same rows. */
export function makeWarehouse(anchor: Date): Dataset {
  const { span, employees, customers, products, orders } = makeShop(anchor);
  const rows: Record<string, Row[]> = {
    regions: REGIONS.map(({ id, name }) => ({ id, name })),
    employees: employeeRows(employees),
    customers: customerRows(customers),
    categories: categoryRows(),
    products: productRows(products, span),
    orders: orderRows(orders),
    order_items: orderItemRows(orders),
    returns: returnRows(returnsOf(orders, span)),
    subscriptions: subscriptionRows(customers, span),
    web_sessions: webSessionRows(orders, customers, span),
    support_tickets: supportTicketRows(orders, employees, span),
  };
  return { schema: SCHEMA, tables: Object.entries(rows).map(([name, each]) => ({ name, rows: each })), finish: FINISH };
}

/** Loads the warehouse unless a complete and recent one is there. See `loadDatabase`. */
export function loadWarehouse(target: Target): Promise<Loaded> {
  return loadDatabase(target, { version: "1", make: makeWarehouse });
}
