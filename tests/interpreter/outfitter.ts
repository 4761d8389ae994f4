import type { DatabaseSync } from "node:sqlite";
import { type Business, numbers, openFixture } from "./business.ts";

/** A shop whose orders have lines, prices and costs, two dates each, and states they are stored with. */
export const outfitterTables = `
CREATE TABLE categories (category_id INTEGER PRIMARY KEY, category_name TEXT NOT NULL);
CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name TEXT NOT NULL, category_id INTEGER NOT NULL REFERENCES categories(category_id), list_price NUMERIC NOT NULL, cost_price NUMERIC NOT NULL, discontinued BOOLEAN NOT NULL);
CREATE TABLE stores (store_id INTEGER PRIMARY KEY, store_name TEXT NOT NULL, city TEXT NOT NULL);
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, country TEXT NOT NULL, created_at DATE NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(customer_id), store_id INTEGER NOT NULL REFERENCES stores(store_id), order_date DATE NOT NULL, shipped_date DATE, status TEXT NOT NULL, channel TEXT NOT NULL);
CREATE TABLE order_lines (order_line_id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(order_id), product_id INTEGER NOT NULL REFERENCES products(product_id), quantity INTEGER NOT NULL, unit_price NUMERIC NOT NULL);
CREATE TABLE returns (return_id INTEGER PRIMARY KEY, order_line_id INTEGER NOT NULL REFERENCES order_lines(order_line_id), return_date DATE NOT NULL, reason TEXT NOT NULL);
CREATE TABLE leads (lead_id INTEGER PRIMARY KEY, source TEXT NOT NULL, created_on DATE NOT NULL, converted BOOLEAN NOT NULL);
`;

const products: [string, number, number, number][] = [
  ["Ridge Tent", 1, 310, 190],
  ["Dome Tent", 1, 180, 95],
  ["Day Pack", 2, 75, 30],
  ["Trek Pack", 2, 140, 60],
  ["Trail Shoe", 3, 119, 66],
  ["Summit Boot", 3, 240, 150],
  ["Gas Stove", 4, 65, 31],
];

const dayOf = (offset: number): string => new Date(Date.UTC(2022, 1, 1 + offset)).toISOString().slice(0, 10);

function fill(database: DatabaseSync): void {
  const next = numbers(23);
  const add = (table: string, ...cells: (string | number | null)[]) =>
    database.prepare(`INSERT INTO ${table} VALUES (${cells.map(() => "?").join(",")})`).run(...cells);
  for (const [i, name] of ["Tents", "Backpacks", "Footwear", "Cooking"].entries()) add("categories", i + 1, name);
  for (const [i, [name, category, price, cost]] of products.entries())
    add("products", i + 1, name, category, price, cost, i === 3 ? 1 : 0);
  for (const [i, [name, city]] of [["Central", "Vienna"] as const, ["Harbour", "Hamburg"] as const].entries())
    add("stores", i + 1, name, city);
  const names = "Ada Abel,Ben Bauer,Cleo Costa,Dan Dorn,Eva Ebner,Finn Fuchs,Gina Gallo,Hugo Huber,Ida Ionescu".split(
    ",",
  );
  for (const [i, name] of names.entries())
    add("customers", i + 1, name, ["Austria", "Germany", "Italy"][i % 3] ?? "Italy", dayOf(60 * i + next(40)));
  let line = 0;
  let back = 0;
  for (let order = 1; order <= 70; order++) {
    const placed = next(840);
    const status = ["completed", "completed", "shipped", "cancelled"][next(4)] ?? "pending";
    const shipped = status === "cancelled" ? null : dayOf(placed + 1 + next(8));
    // The last customer never orders, and the one before does so once.
    const customer = order === 70 ? 8 : 1 + next(7);
    add("orders", order, customer, 1 + next(2), dayOf(placed), shipped, status, next(2) === 0 ? "web" : "store");
    for (let i = 0; i <= next(3); i++) {
      const product = 1 + next(6);
      add("order_lines", ++line, order, product, 1 + next(4), products[product - 1]?.[2] ?? 1);
      if (next(9) === 0) add("returns", ++back, line, dayOf(placed + 12), "defective");
    }
  }
  for (let lead = 1; lead <= 40; lead++)
    add("leads", lead, ["Webinar", "Referral"][next(2)] ?? "", dayOf(next(800)), next(3) === 0 ? 1 : 0);
}

export const openOutfitter = (): Promise<Business> => openFixture("outfitter", outfitterTables, fill);
