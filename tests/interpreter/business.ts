import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDatasource } from "@parley/datasource/open";
import type { Cell, Datasource, QueryResult, Schema } from "@parley/datasource/types";
import { expect } from "vitest";
import { interpret } from "@parley/interpreter/interpret";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import type { Question, Reading, Refusal } from "@parley/interpreter/question";

/** The day the fixture's questions are asked. */
export const NOW = new Date("2024-06-15T12:00:00Z");

export const definition = `
CREATE TABLE regions (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE employees (id INTEGER PRIMARY KEY, name TEXT NOT NULL, job_title TEXT NOT NULL, manager_id INTEGER REFERENCES employees(id), region_id INTEGER NOT NULL REFERENCES regions(id), hired_on DATE NOT NULL, birth_date DATE NOT NULL, salary NUMERIC NOT NULL);
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, segment TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, region_id INTEGER NOT NULL REFERENCES regions(id), signed_up_on DATE NOT NULL);
CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE products (id INTEGER PRIMARY KEY, category_id INTEGER NOT NULL REFERENCES categories(id), name TEXT NOT NULL, unit_price NUMERIC NOT NULL, discontinued BOOLEAN NOT NULL);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), employee_id INTEGER NOT NULL REFERENCES employees(id), ordered_at TIMESTAMP NOT NULL, status TEXT NOT NULL, payment_method TEXT NOT NULL, total_amount NUMERIC NOT NULL);
CREATE TABLE order_items (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), product_id INTEGER NOT NULL REFERENCES products(id), quantity INTEGER NOT NULL, unit_price NUMERIC NOT NULL);
CREATE TABLE returns (id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders(id), product_id INTEGER NOT NULL REFERENCES products(id), returned_on DATE NOT NULL, reason TEXT NOT NULL, refund_amount NUMERIC NOT NULL);
CREATE TABLE subscriptions (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), plan TEXT NOT NULL, status TEXT NOT NULL, monthly_price NUMERIC NOT NULL, started_on DATE NOT NULL, ended_on DATE);
CREATE TABLE web_sessions (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers(id), started_at TIMESTAMP NOT NULL, device TEXT NOT NULL, channel TEXT NOT NULL, duration_seconds INTEGER NOT NULL, page_views INTEGER NOT NULL);
`;

const cities: [string, string, number][] = [
  ["Berlin", "Germany", 1],
  ["Hamburg", "Germany", 1],
  ["Paris", "France", 2],
  ["Lyon", "France", 2],
  ["Madrid", "Spain", 3],
  ["Rome", "Italy", 3],
  ["Oslo", "Norway", 1],
];
const people = [
  "Ada Brandt",
  "Ben Castillo",
  "Clara Dumas",
  "Dora Engel",
  "Emil Farkas",
  "Femke Groot",
  "Gina Haas",
  "Hugo Ibsen",
  "Ines Jung",
  "Jonas Kemp",
  "Karla Lund",
  "Leo Marek",
];

/** A small generator, so that every run has the same rows. */
export function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
}

function day(next: (limit: number) => number): string {
  const date = new Date(Date.UTC(2022, 0, 1 + next(890)));
  return date.toISOString().slice(0, 10);
}

/** How the tables are filled. */
interface Filling {
  insert: (table: string, rows: Cell[][]) => void;
  next: (limit: number) => number;
  pick: <T>(list: readonly T[]) => T;
}

function fillingOf(database: DatabaseSync): Filling {
  const next = numbers(11);
  return {
    next,
    pick: <T>(list: readonly T[]): T => {
      const one = list[next(list.length)];
      if (one === undefined) throw new RangeError("empty list");
      return one;
    },
    insert(table, rows) {
      const width = rows[0]?.length ?? 0;
      const statement = database.prepare(
        `INSERT INTO ${table} VALUES (${Array.from({ length: width }, () => "?").join(",")})`,
      );
      for (const row of rows) statement.run(...row.map((cell) => (typeof cell === "boolean" ? Number(cell) : cell)));
    },
  };
}

/** Fills all tables; in one order, since they share one row of numbers. */
function fill(database: DatabaseSync): void {
  const filling = fillingOf(database);
  fillPeople(filling);
  fillProducts(filling);
  fillReturns(filling, fillOrders(filling));
  fillSubscriptions(filling);
}

function fillPeople({ insert, next, pick }: Filling): void {
  insert(
    "regions",
    ["North", "West", "South", "Overseas"].map((name, i) => [i + 1, name]),
  );
  const titles = ["Sales Manager", "Account Executive", "Support Agent"];
  insert(
    "employees",
    ["Nora Quist", "Owen Rask", "Pia Stark", "Quentin Tal", "Rosa Ude", "Sven Voss"].map((name, i) => [
      i + 1,
      name,
      titles[Math.min(i, 2)] ?? "",
      i === 0 ? null : 1 + (i > 3 ? 1 : 0),
      1 + (i % 3),
      `20${15 + i}-03-0${i + 1}`,
      `19${70 + 3 * i}-07-1${i}`,
      40000 + 5500 * i,
    ]),
  );
  insert(
    "customers",
    people.map((name, i) => {
      const [city, country, region] = cities[i % cities.length] ?? ["", "", 1];
      return [i + 1, name, pick(["Consumer", "Small business", "Enterprise"]), city, country, region, day(next)];
    }),
  );
}

const products = [
  "Oak Table",
  "Lounge Chair",
  "Desk Lamp",
  "Floor Lamp",
  "Lawn Mower",
  "Garden Hose",
  "Chef Knife",
  "Copper Pan",
  "Bookshelf",
];
const prices = [420, 310, 45.5, 89, 260, 25, 60, 75.25, 199];
const owner = [1, 1, 2, 2, 3, 3, 4, 4, 1];

function fillProducts({ insert }: Filling): void {
  insert(
    "categories",
    ["Furniture", "Lighting", "Garden", "Kitchen"].map((name, i) => [i + 1, name]),
  );
  insert(
    "products",
    products.map((name, i) => [i + 1, owner[i] ?? 1, name, prices[i] ?? 1, i === 5]),
  );
}

/** Returns the rows of `order_items`. */
function fillOrders({ insert, next, pick }: Filling): Cell[][] {
  const items: Cell[][] = [];
  const orders: Cell[][] = [];
  for (let id = 1; id <= 140; id++) {
    let total = 0;
    const chosen = new Set([1 + next(8), 1 + next(8), 1 + next(8)].slice(0, 1 + next(3)));
    for (const product of chosen) {
      const quantity = 1 + next(4);
      const price = prices[product - 1] ?? 1;
      total += quantity * price;
      items.push([items.length + 1, id, product, quantity, price]);
    }
    orders.push([
      id,
      1 + next(10),
      1 + next(5),
      `${day(next)} ${String(8 + next(10)).padStart(2, "0")}:15:00`,
      pick(["completed", "completed", "shipped", "pending", "cancelled"]),
      pick(["card", "bank transfer", "invoice"]),
      Number(total.toFixed(2)),
    ]);
  }
  insert("orders", orders);
  insert("order_items", items);
  return items;
}

function fillReturns({ insert, next, pick }: Filling, items: readonly Cell[][]): void {
  insert(
    "returns",
    Array.from({ length: 22 }, (_, i) => {
      const item = items[next(items.length)] ?? [];
      return [
        i + 1,
        item[1] ?? 1,
        item[2] ?? 1,
        day(next),
        pick(["damaged", "wrong size", "late delivery"]),
        Number(item[4] ?? 10),
      ];
    }),
  );
}

function fillSubscriptions({ insert, next, pick }: Filling): void {
  insert(
    "subscriptions",
    Array.from({ length: 30 }, (_, i) => {
      const status = pick(["active", "active", "cancelled", "paused"]);
      return [
        i + 1,
        1 + next(12),
        pick(["Basic", "Plus", "Premium"]),
        status,
        pick([9, 19, 49]),
        day(next),
        status === "cancelled" ? "2024-05-01" : null,
      ];
    }),
  );
  insert(
    "web_sessions",
    Array.from({ length: 90 }, (_, i) => [
      i + 1,
      next(3) === 0 ? null : 1 + next(12),
      `${day(next)} 10:00:00`,
      pick(["desktop", "mobile", "tablet"]),
      pick(["search", "email", "direct"]),
      20 + next(900),
      1 + next(14),
    ]),
  );
}

export interface Business {
  datasource: Datasource;
  schema: Schema;
  ask(
    text: string,
    rest?: Pick<Partial<Question>, "earlier" | "unanswered" | "offered" | "guidance" | "figures">,
  ): Reading;
  /** Asks, runs the answer's SQL, and gives both. Fails when the question was not understood. */
  answer(
    text: string,
    rest?: { earlier?: LogicalForm[]; unanswered?: string[]; guidance?: string[]; figures?: boolean },
  ): Promise<{ reading: Reading & { kind: "query" }; result: QueryResult }>;
  /** The reading of the last of some questions that follow each other. */
  asked(...questions: string[]): Reading;
  /** The rows of the last of some questions that follow each other, or why there are none. */
  told(...questions: string[]): Promise<Cell[][] | string>;
  /** Rows of a reference query. */
  rows(sql: string): Promise<Cell[][]>;
  /** Asks, and fails unless the answer's rows are those of a reference query, in whatever order. */
  expectRows(question: string, sql: string): Promise<void>;
}

/** A fictional company's database, made anew in a file of its own and introspected like a customer's. */
export const openBusiness = (): Promise<Business> => openFixture("business", definition, fill);

/** Makes a database from its definition and rows, and opens it. */
export async function openFixture(
  name: string,
  tables: string,
  rows: (database: DatabaseSync) => void,
): Promise<Business> {
  const file = join(await mkdtemp(join(tmpdir(), "rules-")), `${name}.sqlite`);
  const database = new DatabaseSync(file);
  database.exec(tables);
  database.exec("BEGIN");
  rows(database);
  database.exec("COMMIT");
  database.close();
  const datasource = openDatasource({ engine: "sqlite", file });
  const schema = await datasource.introspect(AbortSignal.timeout(20_000));
  const run = (sql: string) =>
    datasource.run(sql, { row_limit: 1000, timeout_ms: 5000, signal: AbortSignal.timeout(10_000) });
  const ask: Business["ask"] = (text, rest) =>
    interpret({ text, schema, now: NOW, earlier: [], unanswered: [], guidance: [], figures: false, ...rest });
  const answer: Business["answer"] = async (text, rest) => {
    const reading = ask(text, rest);
    if (reading.kind !== "query") throw new Error(`not understood: ${text} (${reading.reason})`);
    return { reading, result: await run(reading.sql) };
  };
  const asked: Business["asked"] = (...questions) => {
    const earlier: LogicalForm[] = [];
    let unanswered: string[] = [];
    let offered: Question["offered"];
    const readings = questions.map((question) => {
      const reading = ask(question, { earlier: [...earlier], unanswered, ...(offered && { offered }) });
      offered = reading.kind === "query" ? undefined : offeredBy(reading);
      unanswered = reading.kind === "query" ? [] : [...unanswered, question];
      if (reading.kind === "query") earlier.push(reading.form);
      return reading;
    });
    return readings.at(-1) ?? expect.fail("nothing was asked");
  };
  const rowsOf: Business["rows"] = async (sql) => (await run(sql)).rows;
  return {
    datasource,
    schema,
    ask,
    answer,
    asked,
    async told(...questions) {
      const reading = asked(...questions);
      return reading.kind === "query" ? rowsOf(reading.sql) : reading.reason;
    },
    rows: rowsOf,
    async expectRows(question, sql) {
      const { result, reading } = await answer(question);
      expect(inAnyOrder(result.rows), reading.sql).toEqual(inAnyOrder(await rowsOf(sql)));
    },
  };
}

/** What a notice offers, as a chat tells it. */
function offeredBy({ choices, suggestions }: Refusal): Question["offered"] {
  if (choices.length > 0) return { choices, are: "readings" };
  return { choices: suggestions.map((message) => ({ label: message, message })), are: "examples" };
}

const inAnyOrder = (rows: readonly Cell[][]): string[] => rows.map(String).toSorted();

/** Rows to be compared in any order, numbers to six places. */
export const comparable = (rows: readonly Cell[][]) =>
  rows
    .map((row) => row.map((cell) => (typeof cell === "number" ? cell.toFixed(6) : cell)))
    .toSorted((a, b) => String(a).localeCompare(String(b)));
