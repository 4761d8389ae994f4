import type { DatabaseSync } from "node:sqlite";
import { type Business, numbers, openFixture } from "./business.ts";

/** A shop whose products have a date of their own beside that of their orders, and returns behind the lines of orders. */
export const departmentStoreTables = `
CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE products (id INTEGER PRIMARY KEY, category_id INTEGER NOT NULL REFERENCES categories(id), name TEXT NOT NULL, unit_price NUMERIC NOT NULL, launched_on DATE NOT NULL);
CREATE TABLE regions (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL, region_id INTEGER NOT NULL REFERENCES regions(id));
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), ordered_at TIMESTAMP NOT NULL, status TEXT NOT NULL, total_amount NUMERIC NOT NULL);
CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), product_id INTEGER NOT NULL REFERENCES products(id), quantity INTEGER NOT NULL, line_total NUMERIC NOT NULL);
CREATE TABLE returns (id INTEGER PRIMARY KEY, order_item_id INTEGER NOT NULL REFERENCES order_items(id), returned_on DATE NOT NULL, reason TEXT NOT NULL);
CREATE TABLE visits (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), channel TEXT NOT NULL, started_at TIMESTAMP NOT NULL);
`;

const names = ["Sofa", "Bench", "Lantern", "Candle", "Kettle", "Skillet", "Carafe", "Quilt", "Rug", "Curtain", "Vase"];
const dayOf = (offset: number): string => new Date(Date.UTC(2023, 0, 1 + offset)).toISOString().slice(0, 10);

function fill(database: DatabaseSync): void {
  const next = numbers(31);
  const add = (table: string, ...cells: (string | number)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join(",")})`).run(...cells);
  for (const [i, name] of ["Seating", "Lighting", "Cooking"].entries()) add("categories", i + 1, name);
  for (const [i, name] of names.entries()) add("products", i + 1, 1 + (i % 3), name, 15 + 37 * i, dayOf(40 * i));
  for (const [i, name] of ["North", "South"].entries()) add("regions", i + 1, name);
  const people = "Ama Birk,Bo Carr,Cai Dell,Di Eads,Eli Font,Fay Gray,Gus Holt".split(",");
  for (const [i, name] of people.entries())
    add("customers", i + 1, name, i < 4 ? "Wales" : i < 6 ? "Malta" : "Chile", 1 + (i % 2));
  let line = 0;
  let back = 0;
  for (let order = 1; order <= 160; order++) {
    const day = dayOf(next(530));
    const lines = Array.from({ length: 1 + next(3) }, () => ({ product: 1 + next(11), quantity: 1 + next(9) }));
    const worth = (one: { product: number; quantity: number }) => one.quantity * (15 + 37 * (one.product - 1));
    const total = lines.reduce((sum, one) => sum + worth(one), 0);
    add("orders", order, 1 + next(7), `${day} 10:00:00`, next(5) === 0 ? "pending" : "completed", total);
    for (const one of lines) {
      add("order_items", ++line, order, one.product, one.quantity, worth(one));
      if (next(5) === 0) add("returns", ++back, line, day, "defective");
    }
  }
  for (let visit = 1; visit <= 30; visit++)
    add("visits", visit, 1 + next(7), next(2) === 0 ? "search" : "mail", `${dayOf(next(500))} 09:00:00`);
}

export const openDepartmentStore = (): Promise<Business> =>
  openFixture("department-store", departmentStoreTables, fill);
