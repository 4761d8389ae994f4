import { keptTables } from "@parley/datasource/athena/kept-tables";
import { expect, it } from "vitest";

const { signal } = new AbortController();

/** A catalog, how often it was listed, and its clock. */
function startCatalog() {
  const catalog = { tables: [{ Name: "people" }], listed: 0, now: 0 };
  const list = async () => {
    catalog.listed += 1;
    return [...catalog.tables];
  };
  return { catalog, tablesFor: keptTables(list, "shop", () => catalog.now) };
}

it("a catalog is listed once a minute for statements that read what is known", async () => {
  const { catalog, tablesFor } = startCatalog();
  for (let statement = 0; statement < 5; statement++) await tablesFor("shop", ["people", "Shop.PEOPLE"], signal);
  expect(catalog.listed).toBe(1);
  catalog.now = 60_000;
  await tablesFor("shop", ["people"], signal);
  expect(catalog.listed).toBe(2);
});

it("a catalog is listed as it is now for a statement that reads something new, and where no statement is meant", async () => {
  const { catalog, tablesFor } = startCatalog();
  await tablesFor("shop", ["people"], signal);
  catalog.tables.push({ Name: "open_view" });
  expect(await tablesFor("shop", ["people", "open_view"], signal)).toHaveLength(2);
  await tablesFor("shop", ["open_view"], signal);
  expect(catalog.listed).toBe(2);
  await tablesFor("shop", null, signal);
  expect(catalog.listed).toBe(3);
});

it("a table is known in its own database only", async () => {
  const { catalog, tablesFor } = startCatalog();
  await tablesFor("shop", ["people"], signal);
  await tablesFor("shop", ["other.people"], signal);
  expect(catalog.listed).toBe(2);
});
