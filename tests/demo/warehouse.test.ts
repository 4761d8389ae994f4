import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Cell, Dataset, Row } from "@parley/local/demo/dataset";
import { makeFreight } from "@parley/local/demo/freight/freight";
import { makeWarehouse } from "@parley/local/demo/warehouse/warehouse";

const ANCHOR = new Date("2025-11-20T09:30:00Z");
const warehouse = makeWarehouse(ANCHOR);

const rowsOf = (dataset: Dataset, table: string): readonly Row[] =>
  dataset.tables.find(({ name }) => name === table)?.rows ?? [];
const made = new Map([["2025-11-20", warehouse]]);
/** The warehouse of a day: several tests look at the same one. */
function warehouseOf(day: string): Dataset {
  const dataset = made.get(day) ?? makeWarehouse(new Date(day));
  made.set(day, dataset);
  return dataset;
}
const fingerprint = (dataset: Dataset) => createHash("sha256").update(JSON.stringify(dataset)).digest("hex");
const total = (dataset: Dataset) => dataset.tables.reduce((sum, { rows }) => sum + rows.length, 0);
const cents = (cell: Cell | undefined) => Math.round(Number(cell) * 100);
const text = (cell: Cell | undefined) => String(cell);
const sum = (numbers: Iterable<number>) => [...numbers].reduce((left, right) => left + right, 0);
const countBy = (rows: readonly Row[], key: (row: Row) => string) =>
  new Map([...Map.groupBy(rows, key)].map(([name, group]) => [name, group.length]));
const counts = (dataset: Dataset) =>
  ["regions", "employees", "customers", "categories", "products"].map((table) => rowsOf(dataset, table).length);

describe("the generator", () => {
  it("gives the same rows for the same anchor date, at whatever hour", () => {
    expect(fingerprint(makeWarehouse(new Date("2025-11-20T23:59:59Z")))).toBe(fingerprint(warehouse));
  });

  it("gives the rows it always gave: changing them needs a new version in loadWarehouse or loadFreight", () => {
    expect(fingerprint(warehouse)).toMatchInlineSnapshot(
      `"26437377cbb137b96bfc44534ea8739e5935887217c37eb9f2d045d9da32954b"`,
    );
    expect(fingerprint(makeFreight(ANCHOR))).toMatchInlineSnapshot(
      `"71ad403b14f909ccd7c419a6f83a0bde1d7026e89ebacb88bf20ce1365d81672"`,
    );
  });

  it.each(["2025-01-01", "2025-11-20", "2025-12-31", "2024-02-29", "2028-03-01"])(
    "makes 50,000 to 120,000 rows and the same master data for %s",
    (day) => {
      const dataset = warehouseOf(day);
      expect(total(dataset)).toBeGreaterThan(50_000);
      expect(total(dataset)).toBeLessThan(120_000);
      expect(counts(dataset)).toEqual([5, 36, 840, 8, 96]);
    },
  );

  it("covers three whole years and this one up to the day before the anchor", () => {
    const days = rowsOf(warehouse, "orders").map((order) => text(order["ordered_at"]).slice(0, 10));
    expect(days[0]).toBe("2022-01-01");
    expect(days.at(-1)).toBe("2025-11-19");
    expect(days.toSorted()).toEqual(days);
  });

  it("keeps the totals of past orders when the anchor moves on, and everything before the last full year", () => {
    const later = rowsOf(makeWarehouse(new Date("2025-12-01")), "orders");
    const orders = rowsOf(warehouse, "orders");
    const totals = (rows: readonly Row[]) => rows.map(({ total_amount }) => total_amount);
    expect(totals(later.slice(0, orders.length))).toEqual(totals(orders));
    const old = orders.filter(({ ordered_at }) => text(ordered_at) < "2024");
    expect(later.slice(0, old.length)).toEqual(old);
  });

  it("uses example addresses only", () => {
    const mails = [
      ...rowsOf(warehouse, "customers"),
      ...rowsOf(warehouse, "employees"),
      ...rowsOf(makeFreight(ANCHOR), "clients"),
    ];
    for (const { email } of mails) expect(text(email)).toMatch(/^[a-z.]+@([a-z]+\.)?example\.(com|org)$/);
  });
});

describe("the numbers of the warehouse", () => {
  const orders = rowsOf(warehouse, "orders");
  const items = rowsOf(warehouse, "order_items");
  const itemById = new Map(items.map((item) => [item["id"], item]));
  const lineCents = (item: Row, quantity = Number(item["quantity"])) =>
    (quantity * cents(item["unit_price"]) * (100 - cents(item["discount"]))) / 100;

  it("has an order's total equal the sum of its lines, without anything to round", () => {
    const sums = new Map<Cell | undefined, number>();
    for (const item of items) sums.set(item["order_id"], (sums.get(item["order_id"]) ?? 0) + lineCents(item));
    expect(orders.filter(({ id, total_amount }) => sums.get(id) !== cents(total_amount))).toEqual([]);
  });

  it("refunds what was paid for the pieces returned, never for more pieces than were bought", () => {
    for (const { order_item_id, quantity, refund_amount } of rowsOf(warehouse, "returns")) {
      const item = itemById.get(order_item_id) ?? {};
      expect(Number(quantity)).toBeLessThanOrEqual(Number(item["quantity"]));
      expect(cents(refund_amount)).toBe(lineCents(item, Number(quantity)));
    }
  });

  it("takes goods back from completed orders only, within 30 days and the carrier's five", () => {
    const orderById = new Map(orders.map((order) => [order["id"], order]));
    for (const { order_item_id, returned_on } of rowsOf(warehouse, "returns")) {
      const order = orderById.get(itemById.get(order_item_id)?.["order_id"]) ?? {};
      const days = (Date.parse(text(returned_on)) - Date.parse(text(order["shipped_on"]))) / 86_400_000;
      expect(order["status"]).toBe("completed");
      expect(days).toBeGreaterThan(0);
      expect(days).toBeLessThanOrEqual(35);
    }
  });

  it.each(["2025-01-01", "2025-11-20", "2026-11-20", "2027-05-05"])(
    "has most returns in Electronics, whatever the anchor (%s)",
    (day) => {
      const dataset = warehouseOf(day);
      const productOf = new Map(rowsOf(dataset, "order_items").map(({ id, product_id }) => [id, product_id]));
      const categoryOf = new Map(rowsOf(dataset, "products").map(({ id, category_id }) => [id, category_id]));
      const byCategory = countBy(rowsOf(dataset, "returns"), ({ order_item_id }) =>
        text(categoryOf.get(productOf.get(order_item_id))),
      );
      const [most, next] = [...byCategory].toSorted(([, one], [, other]) => other - one);
      expect(rowsOf(dataset, "categories").find(({ id }) => text(id) === most?.[0])?.["name"]).toBe("Electronics");
      expect(most?.[1]).toBeGreaterThan(1.1 * (next?.[1] ?? 0));
    },
  );

  it.each([2025, 2026, 2027])(
    "grows from year to year, peaks in December and dips in summer, seen from %i",
    (anchorYear) => {
      const seen = rowsOf(makeWarehouse(new Date(`${anchorYear}-06-15`)), "orders");
      const byMonth = (year: number) =>
        Array.from({ length: 12 }, (_, month) => {
          const prefix = `${year}-${String(month + 1).padStart(2, "0")}`;
          return sum(
            seen
              .filter((order) => text(order["ordered_at"]).startsWith(prefix))
              .map((order) => cents(order["total_amount"])),
          );
        });
      const years = [3, 2, 1].map((ago) => byMonth(anchorYear - ago));
      expect(sum(years[1] ?? [])).toBeGreaterThan(1.1 * sum(years[0] ?? []));
      expect(sum(years[2] ?? [])).toBeGreaterThan(1.1 * sum(years[1] ?? []));
      for (const months of years) {
        expect(Math.max(...months)).toBe(months[11]);
        expect(sum(months.slice(6, 8))).toBeLessThan(0.95 * sum(months.slice(3, 5)));
      }
    },
  );

  it("is busier on weekdays than at the weekend", () => {
    const byDay = countBy(orders, (order) => String(new Date(text(order["ordered_at"]).slice(0, 10)).getUTCDay()));
    expect(byDay.get("0") ?? 0).toBeLessThan(0.75 * (byDay.get("1") ?? 0));
  });

  it("has an order handled by a representative of the customer's region who was already hired", () => {
    const customers = new Map(rowsOf(warehouse, "customers").map((customer) => [customer["id"], customer]));
    const employees = new Map(rowsOf(warehouse, "employees").map((employee) => [employee["id"], employee]));
    for (const { customer_id, employee_id, ordered_at } of orders) {
      const customer = customers.get(customer_id) ?? {};
      const employee = employees.get(employee_id) ?? {};
      expect(employee["region_id"]).toBe(customer["region_id"]);
      expect(text(employee["hired_on"]) <= text(ordered_at)).toBe(true);
      expect(text(customer["signed_up_on"]) <= text(ordered_at)).toBe(true);
    }
  });

  it("knows customers without orders, returning visitors and every status", () => {
    const buyers = new Set(orders.map(({ customer_id }) => customer_id));
    expect(840 - buyers.size).toBeGreaterThan(40);
    expect([...countBy(orders, ({ status }) => text(status)).keys()].toSorted()).toEqual([
      "cancelled",
      "completed",
      "pending",
      "shipped",
    ]);
    expect([...countBy(rowsOf(warehouse, "subscriptions"), ({ status }) => text(status)).keys()].toSorted()).toEqual([
      "active",
      "cancelled",
      "paused",
    ]);
    const sessions = countBy(
      rowsOf(warehouse, "web_sessions"),
      ({ customer_id, converted }) => `${customer_id === null} ${text(converted)}`,
    );
    expect(sessions.get("true false") ?? 0).toBeGreaterThan(10_000);
    expect(sessions.get("true true")).toBeUndefined();
  });

  it("has a converted visit end with an order of that customer on that day", () => {
    const placed = new Set(
      orders.map(({ customer_id, ordered_at }) => `${customer_id} ${text(ordered_at).slice(0, 10)}`),
    );
    const converted = rowsOf(warehouse, "web_sessions")
      .filter((visit) => visit["converted"] === true)
      .map((visit) => `${visit["customer_id"]} ${text(visit["started_at"]).slice(0, 10)}`);
    expect(converted).not.toEqual([]);
    expect(converted.filter((visit) => !placed.has(visit))).toEqual([]);
  });

  it("has at most one running subscription for each customer, never before the sign-up", () => {
    const customers = new Map(rowsOf(warehouse, "customers").map((customer) => [customer["id"], customer]));
    const subscriptions = rowsOf(warehouse, "subscriptions");
    const running = subscriptions.filter(({ ended_on }) => ended_on === null).map(({ customer_id }) => customer_id);
    expect(new Set(running).size).toBe(running.length);
    for (const { customer_id, started_on, ended_on } of subscriptions) {
      expect(text(started_on) > text(customers.get(customer_id)?.["signed_up_on"])).toBe(true);
      expect(text(ended_on ?? started_on) <= "2025-11-19").toBe(true);
    }
  });
});
