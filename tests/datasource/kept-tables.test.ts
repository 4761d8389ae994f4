import { keptTables } from "@parley/datasource/athena/kept-tables";
import type { LookAtTable } from "@parley/datasource/athena/catalog";
import { expect, it } from "vitest";

const { signal } = new AbortController();

/** A catalog, how often it was listed, what was looked at, and its clock. */
function startCatalog() {
  const catalog = {
    tables: [{ Name: "people", TableType: "EXTERNAL_TABLE" }],
    listed: 0,
    looked: [] as string[],
    now: 0,
    isForbidden: false,
  };
  const look: LookAtTable = async (database, table) => {
    catalog.looked.push(`${database}.${table}`);
    if (catalog.isForbidden) throw new Error("AccessDeniedException");
    return catalog.tables.find(({ Name }) => Name === table);
  };
  const list = async () => {
    catalog.listed += 1;
    return [...catalog.tables];
  };
  return { catalog, tablesFor: keptTables({ list, look }, "shop", () => catalog.now) };
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
  catalog.tables.push({ Name: "open_view", TableType: "VIRTUAL_VIEW" });
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

it("a view that has taken a table's place is seen at once, without the catalog being listed again", async () => {
  const { catalog, tablesFor } = startCatalog();
  await tablesFor("shop", ["people"], signal);
  catalog.tables = [{ Name: "people", TableType: "VIRTUAL_VIEW" }];
  expect(await tablesFor("shop", ["PEOPLE"], signal)).toEqual([{ Name: "people", TableType: "VIRTUAL_VIEW" }]);
  expect(await tablesFor("shop", [], signal)).toEqual([{ Name: "people", TableType: "EXTERNAL_TABLE" }]);
  expect(catalog).toMatchObject({ listed: 1, looked: ["shop.people"] });
});

it("a table that cannot be looked at, or is gone, has the catalog listed", async () => {
  const { catalog, tablesFor } = startCatalog();
  await tablesFor("shop", ["people"], signal);
  catalog.isForbidden = true;
  catalog.tables = [{ Name: "people", TableType: "VIRTUAL_VIEW" }];
  expect(await tablesFor("shop", ["people"], signal)).toEqual(catalog.tables);
  expect(catalog.listed).toBe(2);
  catalog.isForbidden = false;
  catalog.tables = [];
  expect(await tablesFor("shop", ["people"], signal)).toEqual([]);
  expect(catalog.listed).toBe(3);
});

it("a statement that reads many tables has the catalog listed rather than each looked at", async () => {
  const { catalog, tablesFor } = startCatalog();
  catalog.tables = Array.from({ length: 21 }, (_, at) => ({ Name: `t${at}`, TableType: "EXTERNAL_TABLE" }));
  const all = catalog.tables.map(({ Name }) => Name);
  await tablesFor("shop", all, signal);
  await tablesFor("shop", all, signal);
  expect(catalog).toMatchObject({ listed: 2, looked: [] });
});
