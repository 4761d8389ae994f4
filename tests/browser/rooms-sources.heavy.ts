/** The rooms of saved queries, as members and administrators use them: by keyboard, and axe in both themes. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Page } from "playwright-core";
import { databaseFile } from "../support/database-file.ts";
import { axeViolations } from "./axe.ts";
import { startConsole } from "./console-service.ts";

const site = await startConsole();
after(() => site.stop());
const { service } = site;
const Integration = await import("@parley/core/integration/integration");

const SHOP = `CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country TEXT NOT NULL);
  CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), amount REAL NOT NULL);
  INSERT INTO customers VALUES (1, 'Ines', 'PT'), (2, 'Jonas', 'DE'), (3, 'Kaja', 'EE');
  INSERT INTO orders VALUES (1, 1, 10.5), (2, 2, 20), (3, 2, 30.25);`;

const ORDERS_OF_A_COUNTRY = {
  title: "Orders of a country",
  description: "What customers of one country have bought.",
  prompt: "How much did the customers of this country order?",
  sql: "SELECT SUM(orders.amount) AS amount\nFROM orders JOIN customers ON customers.id = orders.customer_id\nWHERE customers.country = '{{country}}'",
  keywords: ["orders"],
};

/** An organization with a shop of its own and one saved query. */
async function shop() {
  const tenant = await service.newOrganization();
  const file = `databases/${tenant.id}/shop.sqlite`;
  await service.environment.files.put(file, await databaseFile(SHOP), "application/vnd.sqlite3");
  const config = { engine: "sqlite", file } as const;
  const source = await Integration.create(tenant.ctx, { display_name: "Shop", config });
  const { body } = await service.call("POST /v1/queries", { token: tenant.admin.token, body: ORDERS_OF_A_COUNTRY });
  return { ...tenant, source, queryId: (body as { id: string }).id };
}

/** Moves the focus by Tab until it is on what is wanted. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const named =
    "document.activeElement.ariaLabel ?? document.activeElement.labels?.[0]?.textContent ?? document.activeElement.textContent";
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press("Tab");
    if (name.test(await page.evaluate<string>(named))) return;
  }
  assert.fail(`Tab never comes to ${name}`);
}

/** A page in one theme after the other has nothing that axe finds, and fits a narrow screen. */
async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    assert.deepEqual(await axeViolations(page), [], colorScheme);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  const wide =
    "[...document.querySelectorAll('html, .room-body, .list-detail-list, .list-detail-detail')].filter((part) => part.scrollWidth > part.clientWidth).map(({ className }) => className)";
  assert.deepEqual(await page.evaluate<string[]>(wide), []);
}

void test("a member finds a saved query, fills its value in, and is led to the answer", async (t) => {
  const { member } = await shop();
  const page = await site.openPage(t, { person: member, path: "queries" });
  await page.getByRole("link", { name: /Orders of a country/ }).waitFor();
  await tabTo(page, /^Search saved queries$/);
  await page.keyboard.type("nothing like it");
  await page.getByText("No saved query has these words.").waitFor();
  await page.getByRole("searchbox").fill("country");
  await tabTo(page, /^Orders of a country/);
  await page.keyboard.press("Enter");
  await page.getByText("How much did the customers of this country order?").waitFor();
  await tabTo(page, /^Country$/);
  await page.keyboard.type("DE");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/app\/chats\/[0-9a-f-]+$/);
  await page.getByText("50.25").first().waitFor();
});

void test("the room of saved queries is accessible, empty and filled", async (t) => {
  const { member, queryId } = await shop();
  const page = await site.openPage(t, { person: member, path: `queries/${queryId}` });
  await page.getByRole("heading", { name: "Orders of a country" }).waitFor();
  await assertAccessible(page);
  const { member: nobody } = await service.newOrganization();
  const empty = await site.openPage(t, { person: nobody, path: "queries" });
  await empty.getByText("No saved queries yet").waitFor();
  await assertAccessible(empty);
});
