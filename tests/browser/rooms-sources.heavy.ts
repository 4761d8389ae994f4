/** The rooms of saved queries, as members and administrators use them: by keyboard, and axe in both themes. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { after, test, type TestContext } from "node:test";
import type { Page } from "playwright-core";
import { databaseFile } from "../support/database-file.ts";
import { axeViolations } from "./axe.ts";
import { type PageOptions, startConsole } from "./console-service.ts";

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

/** What has the focus, within the editor, too. */
const FOCUSED =
  "(function named(element) { return element.shadowRoot?.activeElement ? named(element.shadowRoot.activeElement) : element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent })(document.activeElement)";

/** Moves the focus by Tab until it is on what is wanted. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press("Tab");
    if (name.test(await page.evaluate<string>(FOCUSED))) return;
  }
  assert.fail(`Tab never comes to ${name}`);
}

const WIDER_THAN_SHOWN =
  "[...document.querySelectorAll('html, .room-body, .list-detail-list, .list-detail-detail')].filter((part) => part.scrollWidth > part.clientWidth).map(({ className }) => className)";

/** In both themes axe finds nothing in a room, and it fits a narrow screen. */
async function assertAccessible(t: TestContext, options: PageOptions, isThere: (page: Page) => Promise<void>) {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await site.openPage(t, { ...options, context: { colorScheme, reducedMotion: "reduce" } });
    await isThere(page);
    assert.deepEqual(await axeViolations(page), [], colorScheme);
    await page.setViewportSize({ width: 320, height: 640 });
    assert.deepEqual(await page.evaluate<string[]>(WIDER_THAN_SHOWN), [], colorScheme);
  }
}

void test("a member finds a saved query, fills its value in, and is led to the answer", async (t) => {
  const { member } = await shop();
  const page = await site.openPage(t, { person: member, path: "queries" });
  await page.getByRole("link", { name: /Orders of a country/ }).waitFor();
  await tabTo(page, /^Search saved queries$/);
  await page.keyboard.type("nothing like it");
  await page.getByText("No saved query has these words.").waitFor();
  await page.getByRole("searchbox").fill("country");
  await page.getByRole("link", { name: /Orders of a country/ }).waitFor();
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
  await assertAccessible(t, { person: member, path: `queries/${queryId}` }, (page) =>
    page.getByRole("heading", { name: "Orders of a country" }).waitFor(),
  );
  const { member: nobody } = await service.newOrganization();
  await assertAccessible(t, { person: nobody, path: "queries" }, (page) =>
    page.getByText("No saved queries yet").waitFor(),
  );
});

void test("an administrator writes a query by keyboard, is told what is wrong with it, tries and deletes it", async (t) => {
  const { admin, source } = await shop();
  // With the first question the database's tables are read.
  const body = { integration_id: source.id };
  const chat = await service.call("POST /v1/chats/create", { token: admin.token, body });
  await service.ask(admin.token, { ...body, chat_id: (chat.body as { id: string }).id, message: "How many orders?" });
  const page = await site.openPage(t, { person: admin, path: "admin/queries" });
  await page.getByRole("link", { name: /Orders of a country/ }).waitFor();
  await tabTo(page, /^Add a query$/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^Title$/);
  await page.keyboard.type("Customers by country");
  await tabTo(page, /^Question$/);
  await page.keyboard.type("Who are the customers of a country?");
  await tabTo(page, /^SQL$/);
  await page.keyboard.type("DELETE FROM customers");
  await page.locator(".sql-editor[data-problem] .cm-problem").waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: /^Line 1, character 1: / })
    .waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("SELECT name FROM cust");
  await page.getByRole("option", { name: "customers" }).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText("SELECT name FROM customers WHERE country = '{{country}}'");
  await page.getByText("This can be saved.").waitFor();
  await tabTo(page, /^Country$/);
  await page.keyboard.type("EE");
  await page.keyboard.press("Enter");
  await page.getByRole("grid", { name: "First rows" }).getByText("Kaja").waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).press("Enter");
  await page.getByRole("link", { name: /Customers by country/ }).waitFor();
  await page.waitForURL(/\/admin\/queries\/[0-9a-f-]+$/);
  await tabTo(page, /^Delete$/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^Delete the query$/);
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /Customers by country/ }).waitFor({ state: "detached" });
});

void test("the room in which queries are written is accessible, and for administrators", async (t) => {
  const { admin, member, queryId } = await shop();
  await assertAccessible(t, { person: admin, path: `admin/queries/${queryId}` }, (page) =>
    page.getByText("This can be saved.").waitFor(),
  );
  const page = await site.openPage(t, { person: member, path: "admin/queries" });
  await page.getByText("This room is for administrators.").waitFor();
});

void test("an administrator adds a database file, tries it, has it read, and finds its columns and keys", async (t) => {
  const tenant = await service.newOrganization();
  const page = await site.openPage(t, { person: tenant.admin, path: "admin/sources" });
  await page.getByText("There are no databases yet.").waitFor();
  await page.getByRole("button", { name: "Add a database" }).click();
  await page.getByLabel("Name").fill("Shop");
  await page.getByLabel("Kind of database").selectOption({ label: "SQLite file" });
  const file = { name: "shop.sqlite", mimeType: "application/vnd.sqlite3", buffer: await databaseFile(SHOP) };
  await page.getByLabel("Database file").setInputFiles(file);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText("It is read from shop.sqlite.", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText(/^Connected in \d+ ms\.$/).waitFor();
  await page.getByRole("link", { name: /Shop/ }).getByText("connected").waitFor();
  await page.getByRole("button", { name: "Read again" }).click();
  await page.getByText(/2 tables, read today/).waitFor();
  await page.getByLabel("Search tables and columns").fill("customer_id");
  await page.getByRole("group").filter({ hasText: "orders" }).getByText("about 3 rows").click();
  await page.getByText("refers to customers").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByText("There are no databases yet.").waitFor();
});

void test("a file for DuckDB is refused with what is to be installed, where that is not", async (t) => {
  const before = process.env["DUCKDB_DIR"];
  process.env["DUCKDB_DIR"] = tmpdir();
  t.after(() => {
    if (before === undefined) delete process.env["DUCKDB_DIR"];
    else process.env["DUCKDB_DIR"] = before;
  });
  const tenant = await service.newOrganization();
  const page = await site.openPage(t, { person: tenant.admin, path: "admin/sources/new" });
  await page.getByLabel("Name").fill("Orders");
  await page.getByLabel("Kind of database").selectOption({ label: "File in DuckDB" });
  await page.getByText("The service needs DuckDB for it.", { exact: false }).waitFor();
  const file = { name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from("day,total\n2026-01-05,10\n") };
  await page.getByLabel("Database file").setInputFiles(file);
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByText("DuckDB is not installed where the service runs", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("alert").getByText("DuckDB is not installed", { exact: false }).waitFor();
});

void test("a database that cannot be reached is said with the reason, at its form", async (t) => {
  const tenant = await service.newOrganization();
  const page = await site.openPage(t, { person: tenant.admin, path: "admin/sources/new" });
  await page.getByLabel("Name").fill("Warehouse");
  await page.getByLabel("Host").fill("127.0.0.1");
  await page.getByLabel("Port").fill("1");
  await page.getByLabel("Database", { exact: true }).fill("sales");
  await page.getByLabel("User").fill("reader");
  await page.getByRole("textbox", { name: "Password" }).fill("not a secret");
  await page.getByLabel("Encryption").selectOption({ label: "None" });
  await page.getByRole("button", { name: "Test" }).click();
  await page
    .getByRole("alert")
    .getByText(/127\.0\.0\.1/)
    .waitFor();
});

void test("the room of databases has no fault of accessibility, and fits a narrow screen", async (t) => {
  const { admin, source } = await shop();
  await assertAccessible(t, { person: admin, path: `admin/sources/${source.id}` }, async (page) => {
    await page.getByRole("heading", { name: "Tables" }).waitFor();
  });
});

void test("an administrator marks columns by keyboard, is told what that means, and no question sees them", async (t) => {
  const { admin, source } = await shop();
  const { token } = admin;
  const { body: chat } = await service.call("POST /v1/chats/create", { token, body: { integration_id: source.id } });
  const question = { chat_id: chat.id, integration_id: source.id, message: "How many orders?" };
  await service.ask(token, question);
  const page = await site.openPage(t, { person: admin, path: `admin/sources/${source.id}` });
  await page.getByRole("group").filter({ hasText: "customers" }).getByText("about 3 rows").click();
  const fieldOf = (column: string) => page.getByRole("combobox", { name: `What questions see of customers.${column}` });
  await tabTo(page, /^What questions see of customers\.name$/);
  await page.keyboard.type("Hid");
  await page.getByText("For questions this column does not exist.").waitFor();
  await tabTo(page, /^What questions see of customers\.country$/);
  await page.keyboard.type("Mas");
  await page.getByText("Answers show ••• in its place.", { exact: false }).waitFor();
  await page.getByText("2 columns marked").waitFor();
  await tabTo(page, /^Save the marks$/);
  await page.keyboard.press("Enter");
  await page.getByText("Saved; it holds from the next question on").waitFor();
  const at = `GET /v1/admin/integrations/${source.id}/column-marks`;
  assert.deepEqual((await service.call(at, { token })).body.column_marks, [
    { table: "customers", column: "name", mark: "hidden" },
    { table: "customers", column: "country", mark: "masked" },
  ]);
  assert.deepEqual(await axeViolations(page), []);

  // What is hidden is in no schema, and stays in the room: its mark is there to be taken away.
  await page.reload();
  await page.getByText("2 columns marked").click();
  assert.equal(await fieldOf("name").inputValue(), "hidden");
  await page.getByLabel("Search tables and columns").fill("name");
  await page.getByRole("group").filter({ hasText: "orders" }).waitFor({ state: "detached" });
  await fieldOf("name").selectOption({ label: "All of it" });
  await page.getByText("1 column marked").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("2 columns marked").waitFor();
  await fieldOf("name").selectOption({ label: "All of it" });
  await page.getByRole("button", { name: "Save the marks" }).click();
  await page.getByText("Saved; it holds from the next question on").waitFor();
  assert.deepEqual((await service.call(at, { token })).body.column_marks, [
    { table: "customers", column: "country", mark: "masked" },
  ]);
});

void test("marks that cannot be kept are said with the reason, and stay as they were", async (t) => {
  const { admin, source } = await shop();
  const { token } = admin;
  const at = `/v1/admin/integrations/${source.id}/column-marks`;
  const mark = { table: "customers_of_old", column: "name", mark: "sensitive" };
  await service.call(`PATCH ${at}`, { token, body: { column_marks: [mark] } });
  const page = await site.openPage(t, {
    person: admin,
    path: `admin/sources/${source.id}`,
    expects: /status of 404/,
    context: { locale: "de-DE" },
  });
  await page.getByText("Markierte Spalten von Tabellen, die hier nicht stehen").waitFor();
  const field = page.getByRole("combobox", { name: "Was Fragen von customers_of_old.name sehen" });
  await field.selectOption({ label: "Verdeckt" });
  await page.getByText("Nach ihr wird nicht gefiltert", { exact: false }).waitFor();
  await service.call(`DELETE /v1/admin/integrations/${source.id}`, { token });
  await page.getByRole("button", { name: "Markierungen speichern" }).click();
  await page.getByRole("alert").getByText("Integration not found").waitFor();
  assert.equal(await field.inputValue(), "masked");
});

void test("on the narrowest screen no room's name is broken within a word, and members' names stand before their marks", async (t) => {
  const { admin } = await service.newOrganization();
  const context = { locale: "de-DE", viewport: { width: 320, height: 640 } };
  const page = await site.openPage(t, { person: admin, path: "admin/sources", context });
  await page.getByRole("heading", { name: "Datenquellen" }).waitFor();
  const [words, lines] = await page.evaluate<[string, number]>(`(() => {
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("h1"));
    return [range.toString(), range.getClientRects().length];
  })()`);
  assert.deepEqual([words, lines], ["Datenquellen", 1]);
  await page.goto(new URL("/app/admin/members", page.url()).href);
  await page.locator(".row b").first().waitFor();
  const cut = "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.row b'))";
  assert.equal(await page.evaluate(cut), 0);
});
