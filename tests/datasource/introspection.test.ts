import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDatasource } from "@parley/datasource/open";
import type { DatasourceConfig, Schema, Table } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sharePostgres, type SharedPostgres } from "../support/shared-postgres.ts";
import { SHOP } from "./corpus/shop.ts";

async function introspect(config: DatasourceConfig): Promise<Schema> {
  const datasource = openDatasource(config);
  try {
    return await datasource.introspect(new AbortController().signal);
  } finally {
    await datasource.close();
  }
}

function tableOf(schema: Schema, name: string): Table {
  const table = schema.tables.find((candidate) => candidate.name === name);
  if (!table) throw new Error(`no table ${name}`);
  return table;
}

const columnOf = (table: Table, name: string) => table.columns.find((column) => column.name === name);
const inferredKeys = (table: Table) =>
  table.foreign_keys
    .filter(({ inferred }) => inferred)
    .map(({ columns, table: to, references }) => `${columns.join()} -> ${to}.${references.join()}`);

describe("PostgreSQL", () => {
  let server: SharedPostgres;

  beforeAll(async () => {
    server = await sharePostgres();
    await server.createDatabase("shop");
    await server.query(SHOP, [], "shop");
  });

  afterAll(() => server.stop());

  test("describes tables, views, columns, comments, keys, values and ranges", async () => {
    const schema = await introspect(server.config("shop"));
    expect(schema).toMatchObject({ dialect: "postgres", hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(schema.tables.map(({ schema: of, name }) => `${of}.${name}`)).toEqual([
      "public.customers",
      "public.orders",
      "sales.daily",
    ]);

    const customers = tableOf(schema, "customers");
    expect(customers).toMatchObject({
      comment: "People who bought something",
      row_count: 60,
      primary_key: ["id"],
      foreign_keys: [],
    });
    expect(columnOf(customers, "country")).toEqual({
      name: "country",
      type: "text",
      native_type: "character varying(2)",
      nullable: true,
      comment: "ISO country code",
      values: ["DE", "FR", "IT"],
      values_complete: true,
      distinct_count: 3,
      min: null,
      max: null,
    });
    expect(columnOf(customers, "created")).toMatchObject({
      type: "date",
      nullable: false,
      min: "2024-01-02",
      max: "2024-03-01",
      values: [],
    });

    const orders = tableOf(schema, "orders");
    expect(orders).toMatchObject({
      row_count: 400,
      foreign_keys: [{ columns: ["customer_id"], table: "customers", references: ["id"], inferred: false }],
    });
    expect(columnOf(orders, "status")).toMatchObject({
      type: "text",
      native_type: "order_status",
      values: ["paid", "open", "sent"],
      values_complete: true,
    });
    expect(columnOf(orders, "total")).toMatchObject({
      type: "number",
      native_type: "numeric(10,2)",
      min: 1.25,
      max: 500,
    });
    expect(columnOf(orders, "ordered_at")).toMatchObject({
      type: "timestamp",
      min: "2024-01-01T11:00:00Z",
      max: "2024-01-18T02:00:00Z",
    });
    expect(columnOf(orders, "details")).toMatchObject({ type: "json", values: [], distinct_count: null });

    expect(tableOf(schema, "daily")).toMatchObject({ primary_key: [], foreign_keys: [], row_count: 18 });
  });

  test("says which tables are views, materialized ones too", async () => {
    await server.createDatabase("viewed");
    await server.query(
      "CREATE TABLE a (id int PRIMARY KEY); CREATE VIEW b AS SELECT id FROM a; CREATE MATERIALIZED VIEW c AS SELECT id FROM a",
      [],
      "viewed",
    );
    const { tables } = await introspect(server.config("viewed"));
    expect(tables.map(({ name, is_view }) => [name, is_view])).toEqual([
      ["a", undefined],
      ["b", true],
      ["c", true],
    ]);
  });

  test("shows only the schemas asked for", async () => {
    const schema = await introspect({ ...server.config("shop"), schemas: ["sales"] });
    expect(schema.tables.map(({ name }) => name)).toEqual(["daily"]);
  });

  test("the hash follows the definition, not the rows", async () => {
    await server.createDatabase("hashed");
    const alter = (sql: string) => server.query(sql, [], "hashed");
    await alter("CREATE TABLE a (id int PRIMARY KEY, b text); INSERT INTO a VALUES (1, 'x')");
    const first = await introspect(server.config("hashed"));
    await alter("INSERT INTO a VALUES (2, 'y')");
    expect((await introspect(server.config("hashed"))).hash).toBe(first.hash);
    await alter("ALTER TABLE a ADD COLUMN c date");
    const second = await introspect(server.config("hashed"));
    expect(second.hash).not.toBe(first.hash);
    await alter("CREATE TABLE d (a_id int REFERENCES a (id))");
    expect((await introspect(server.config("hashed"))).hash).not.toBe(second.hash);
  });

  test("leaves out what the role cannot read, tables and columns", async () => {
    await server.createDatabase("partly");
    const user = server.own("reader");
    await server.query(
      `CREATE TABLE open (id int PRIMARY KEY, name text);
       CREATE TABLE closed (id int PRIMARY KEY, open_id int REFERENCES open (id));
       CREATE TABLE half (id int, salary int);
       CREATE SCHEMA hidden; CREATE TABLE hidden.secret (id int);
       INSERT INTO open VALUES (1, 'a');
       CREATE ROLE ${user} LOGIN PASSWORD 'reader';
       GRANT SELECT ON open, hidden.secret TO ${user};
       GRANT SELECT (id) ON half TO ${user};`,
      [],
      "partly",
    );
    const schema = await introspect(server.config("partly", { user, password: "reader" }));
    expect(schema.tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      ["half", ["id"]],
      ["open", ["id", "name"]],
    ]);
  });

  test("infers keys by name and inclusion if none are declared", async () => {
    await server.createDatabase("undeclared");
    await server.query(
      `CREATE TABLE customers (id int PRIMARY KEY, name text, country_code text);
       CREATE TABLE countries (country_code text PRIMARY KEY, name text);
       CREATE TABLE products (product_id int PRIMARY KEY, title text);
       CREATE TABLE categories (id int, parent_id int, label text);
       CREATE TABLE orders (id int PRIMARY KEY, customer_id int, billing_customer_id int, amount int);
       CREATE TABLE order_items (order_id int, "productId" int, quantity int, customer_id int);
       INSERT INTO countries VALUES ('DE', 'Germany'), ('FR', 'France');
       INSERT INTO customers SELECT i, 'c' || i, (ARRAY['DE', 'FR'])[1 + i % 2] FROM generate_series(1, 20) i;
       INSERT INTO products SELECT i, 'p' || i FROM generate_series(100, 110) i;
       INSERT INTO categories VALUES (1, NULL, 'a'), (2, 1, 'b'), (3, 1, 'c');
       INSERT INTO orders SELECT i, 1 + i % 20, 1 + i % 5, i % 3 FROM generate_series(1, 50) i;
       INSERT INTO order_items SELECT 1 + i % 50, 100 + i % 10, 1, 1000 + i FROM generate_series(1, 80) i;`,
      [],
      "undeclared",
    );
    const schema = await introspect(server.config("undeclared"));
    expect(Object.fromEntries(schema.tables.map((table) => [table.name, inferredKeys(table)]))).toEqual({
      categories: ["parent_id -> categories.id"],
      countries: [],
      customers: ["country_code -> countries.country_code"],
      // customer_id holds numbers that no customer has; amount, id and quantity point nowhere.
      order_items: ["order_id -> orders.id", "productId -> products.product_id"],
      orders: ["customer_id -> customers.id", "billing_customer_id -> customers.id"],
      products: [],
    });
  });

  test("samples a large table and says so", async () => {
    await server.createDatabase("large");
    await server.query(
      `CREATE TABLE events AS SELECT i AS id, 'kind ' || i % 5 AS kind, 'user ' || i AS account, date '2020-01-01' + i / 100 AS day
         FROM generate_series(1, 200000) i;
       CREATE TABLE notes (id int, body text); INSERT INTO notes SELECT i, repeat('long ', 30) || i FROM generate_series(1, 10) i;
       CREATE TABLE nothing (id int, name text);
       ANALYZE;`,
      [],
      "large",
    );
    const schema = await introspect(server.config("large"));
    const events = tableOf(schema, "events");
    expect(events.row_count).toBeGreaterThan(190_000);
    expect(columnOf(events, "kind")).toMatchObject({ distinct_count: 5, values_complete: false });
    expect(columnOf(events, "kind")?.values.toSorted()).toEqual(["kind 0", "kind 1", "kind 2", "kind 3", "kind 4"]);
    expect(columnOf(events, "account")?.values).toHaveLength(200);
    expect(columnOf(events, "account")?.distinct_count).toBeGreaterThan(150_000);
    // The range of dates is the whole table's, though the sample is not.
    expect(columnOf(events, "day")).toMatchObject({ min: "2020-01-01", max: "2025-06-23" });
    expect(columnOf(tableOf(schema, "notes"), "body")).toMatchObject({
      values: [],
      values_complete: false,
      distinct_count: 10,
    });
    expect(tableOf(schema, "nothing")).toMatchObject({ row_count: 0 });
    expect(columnOf(tableOf(schema, "nothing"), "name")).toMatchObject({ values: [], distinct_count: 0 });
  });

  test("describes a foreign table whose server is gone, and all the others", async () => {
    await server.createDatabase("foreign");
    await server.query(
      `CREATE EXTENSION postgres_fdw;
       CREATE SERVER gone FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '127.0.0.1', port '1');
       CREATE USER MAPPING FOR PUBLIC SERVER gone OPTIONS (user 'a', password 'b');
       CREATE FOREIGN TABLE far (name text) SERVER gone;
       CREATE TABLE near (name text);
       INSERT INTO near VALUES ('here')`,
      [],
      "foreign",
    );
    const schema = await introspect(server.config("foreign"));
    expect(columnOf(tableOf(schema, "near"), "name")?.values).toEqual(["here"]);
    expect(columnOf(tableOf(schema, "far"), "name")).toMatchObject({ type: "text", values: [] });
  });

  test("reads the values of a table with more columns than one statement may ask for", async () => {
    await server.createDatabase("wide");
    const columns = Array.from({ length: 800 }, (_, at) => `c${at} ${at % 2 === 0 ? "text" : "int"}`);
    await server.query(`CREATE TABLE wide (${columns.join(", ")})`, [], "wide");
    await server.query("INSERT INTO wide (c0, c1, c798, c799) VALUES ('a', 1, 'x', 5), ('b', 2, 'y', 7)", [], "wide");
    const wide = tableOf(await introspect(server.config("wide")), "wide");
    expect(wide.row_count).toBe(2);
    expect(columnOf(wide, "c0")).toMatchObject({ values: ["a", "b"], distinct_count: 2, values_complete: true });
    expect(columnOf(wide, "c798")).toMatchObject({ values: ["x", "y"], distinct_count: 2 });
    expect(columnOf(wide, "c799")).toMatchObject({ min: 5, max: 7 });
  });

  test("takes seconds on a database of many tables", async () => {
    await server.createDatabase("many");
    const tables = Array.from(
      { length: 130 },
      (_, i) => `
      CREATE TABLE t${i} (id int PRIMARY KEY, name text, kind text, t${Math.max(0, i - 1)}_id int, amount numeric, day date, note text);
      INSERT INTO t${i} SELECT n, 'name ' || n, 'kind ' || n % 4, 1 + n % 100, n, date '2024-01-01' + n, 'note' FROM generate_series(1, 500) n;`,
    );
    await server.query(tables.join(""), [], "many");
    const started = performance.now();
    const schema = await introspect(server.config("many"));
    expect(schema.tables).toHaveLength(130);
    expect(inferredKeys(tableOf(schema, "t42"))).toEqual(["t41_id -> t41.id"]);
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test("quotes names whatever they are, and partitions are their parent's", async () => {
    await server.createDatabase("odd");
    await server.query(
      `CREATE SCHEMA "My ""Schema"""; CREATE TABLE "My ""Schema"""."Order" ("select" int, "a b" text, "x'y" text);
       INSERT INTO "My ""Schema"""."Order" VALUES (1, 'it''s', 'z');
       CREATE TABLE logs (id int, day date) PARTITION BY RANGE (day);
       CREATE TABLE logs_2024 PARTITION OF logs FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
       INSERT INTO logs VALUES (1, '2024-05-05');
       CREATE VIEW broken AS SELECT 1 / (id - id) AS x FROM logs;
       CREATE DOMAIN email AS text; CREATE TABLE people (address email);
       INSERT INTO people VALUES ('a@b.c');`,
      [],
      "odd",
    );
    const schema = await introspect(server.config("odd"));
    expect(schema.tables.map(({ name }) => name)).toEqual(["Order", "broken", "logs", "people"]);
    expect(columnOf(tableOf(schema, "Order"), "a b")?.values).toEqual(["it's"]);
    expect(tableOf(schema, "logs").row_count).toBe(1);
    // A view that fails is still described.
    expect(columnOf(tableOf(schema, "broken"), "x")).toMatchObject({ type: "integer", distinct_count: null });
    expect(columnOf(tableOf(schema, "people"), "address")).toMatchObject({ type: "text", values: ["a@b.c"] });
  });

  test("can be aborted, and says when the database is gone", async () => {
    const datasource = openDatasource(server.config("shop"));
    await expect(datasource.introspect(AbortSignal.abort(new Error("stop")))).rejects.toThrow("stop");
    await datasource.close();
    await expect(introspect({ ...server.config("shop"), port: 1 })).rejects.toMatchObject({
      code: "DATASOURCE_UNAVAILABLE",
    });
  });
});

describe("SQLite", () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "parley-sqlite-"));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  function create(name: string, sql: string): DatasourceConfig {
    const file = join(folder, name);
    const database = new DatabaseSync(file);
    database.exec(sql);
    database.close();
    return { engine: "sqlite", file };
  }

  test("describes tables, views, keys, values, and types by declaration and by value", async () => {
    const config = create(
      "shop.sqlite",
      `CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, vip BOOLEAN, joined DATE, seen TEXT, born DATETIME, score);
       CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers, total DECIMAL(10, 2), lines JSON, doc BLOB,
         FOREIGN KEY (CUSTOMER) REFERENCES Customers (ID));
       CREATE TABLE items (order_id INT, item_no INT, order_ref INT, PRIMARY KEY (order_id, item_no)) WITHOUT ROWID;
       CREATE VIEW names AS SELECT name FROM customers;
       INSERT INTO customers VALUES (1, 'Ann', 1, '2024-01-02', '2024-01-02 10:00:00', 1999, 1.5), (2, 'Bob', 0, '2023-05-06', '2024-03-04T11:00', 2001, 2);
       INSERT INTO orders VALUES (10, 1, 12.5, '[]', x'00'), (11, 2, 20, '[1]', NULL);
       INSERT INTO items VALUES (10, 1, 10), (10, 2, 10), (11, 1, 99);`,
    );
    const schema = await introspect(config);
    expect(schema.dialect).toBe("sqlite");
    expect(schema.tables.map(({ name, row_count, primary_key }) => [name, row_count, primary_key])).toEqual([
      ["customers", 2, ["id"]],
      ["items", 3, ["order_id", "item_no"]],
      ["names", 2, []],
      ["orders", 2, ["id"]],
    ]);
    expect(schema.tables.flatMap(({ name, is_view }) => (is_view === true ? [name] : []))).toEqual(["names"]);
    const customers = tableOf(schema, "customers");
    expect(customers.columns.map(({ name, type }) => [name, type])).toEqual([
      ["id", "integer"],
      ["name", "text"],
      ["vip", "boolean"],
      ["joined", "date"],
      ["seen", "timestamp"],
      ["born", "integer"],
      ["score", "number"],
    ]);
    expect(columnOf(customers, "name")).toMatchObject({
      values: ["Ann", "Bob"],
      values_complete: true,
      nullable: false,
    });
    expect(columnOf(customers, "joined")).toMatchObject({ values: [], min: "2023-05-06", max: "2024-01-02" });
    expect(columnOf(tableOf(schema, "orders"), "total")).toMatchObject({ type: "number", min: 12.5, max: 20 });
    expect(tableOf(schema, "orders").foreign_keys).toEqual([
      { columns: ["customer"], table: "customers", references: ["id"], inferred: false },
    ]);
    expect(inferredKeys(tableOf(schema, "items"))).toEqual(["order_id -> orders.id"]);
  });

  test("leaves out a view whose table is gone", async () => {
    const config = create(
      "gone.sqlite",
      "CREATE TABLE a (n INT); CREATE VIEW v AS SELECT n FROM a; CREATE VIEW w AS SELECT n FROM b;",
    );
    expect((await introspect(config)).tables.map(({ name }) => name)).toEqual(["a", "v"]);
  });

  test("infers keys if nothing is declared at all", async () => {
    const config = create(
      "geography.sqlite",
      `CREATE TABLE state (state_name TEXT, capital TEXT, population INT);
       CREATE TABLE city (city_name TEXT, state_name TEXT, population INT);
       CREATE TABLE highlow (state_name TEXT, highest TEXT);
       INSERT INTO state VALUES ('ohio', 'columbus', 10), ('iowa', 'des moines', 3), ('utah', 'salt lake city', 4);
       INSERT INTO city VALUES ('columbus', 'ohio', 5), ('dayton', 'ohio', 2), ('ames', 'iowa', 1), ('provo', 'utah', 1);
       INSERT INTO highlow VALUES ('ohio', 'campbell hill'), ('iowa', 'hawkeye point');`,
    );
    const schema = await introspect(config);
    expect(inferredKeys(tableOf(schema, "city"))).toEqual(["state_name -> state.state_name"]);
    expect(inferredKeys(tableOf(schema, "highlow"))).toEqual(["state_name -> state.state_name"]);
    expect(inferredKeys(tableOf(schema, "state"))).toEqual([]);
  });
});
