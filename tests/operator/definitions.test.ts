import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Definition } from "@parley/contract/definition";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTenant, type Tenant } from "../support/tenant.ts";
import { type CommandLine, startCommandLine } from "./command-line.ts";

let line: CommandLine;
let folder: string;
let tenant: Tenant;
let at: string[];
let integration: string;
beforeAll(async () => {
  [line, folder] = await Promise.all([startCommandLine(), mkdtemp(join(tmpdir(), "parley-definitions-"))]);
  const database = new DatabaseSync(join(folder, "shop.sqlite"));
  database.exec(`
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, ordered_on DATE, amount REAL, discount REAL, status TEXT);
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT);
    INSERT INTO customers VALUES (1, 'Ada', 'Germany'), (2, 'Ben', 'France');
    INSERT INTO orders VALUES (1, 1, '2026-01-05', 100, 10, 'paid'), (2, 1, '2026-02-05', 50, 0, 'open'), (3, 2, '2026-02-09', 30, 5, 'paid')`);
  database.close();
});
afterAll(async () => {
  await line.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  tenant = await createTenant(line.deployment);
  const file = join(folder, "shop.sqlite");
  const created = await line.run([
    "integration",
    "create",
    "--organization",
    tenant.id,
    "--name",
    "Shop",
    "--engine",
    "sqlite",
    "--file",
    file,
    "--json",
  ]);
  integration = created.json.id;
  at = ["--organization", tenant.id, "--integration", integration, "--json"];
});

const run = async (...args: string[]) => {
  const done = await line.run(["definition", ...args, ...at]);
  expect(done.error, done.stderr).toBeUndefined();
  return done.json;
};
const list = (): Promise<Definition[]> => run("list");

async function importing(name: string, content: string, ...more: string[]) {
  const file = join(folder, name);
  await writeFile(file, content);
  return run("import", "--file", file, ...more);
}

/** What a metric of the shop comes to. */
function valueOf({ sql, table }: Pick<Definition, "sql" | "table">): unknown {
  const database = new DatabaseSync(join(folder, "shop.sqlite"), { readOnly: true });
  const row = database.prepare(`SELECT (${sql}) AS value FROM ${table}`).get();
  database.close();
  return row?.["value"];
}

describe("definition add, list, update and remove", () => {
  it("keep definitions with who made them, and say in one sentence what is wrong with one", async () => {
    const added = await run(
      "add",
      "--kind",
      "metric",
      "--name",
      "net",
      "--table",
      "orders",
      "--sql",
      "SUM(amount - discount)",
      "--synonym",
      "net sales",
      "--synonym",
      "takings",
    );
    expect(added).toMatchObject({ kind: "metric", synonyms: ["net sales", "takings"], origin: "operator", version: 1 });
    const changed = await run("update", "--id", added.id, "--sql", "SUM(amount)");
    expect(changed).toMatchObject({ id: added.id, sql: "SUM(amount)", synonyms: ["net sales", "takings"], version: 2 });
    const joined = [
      "--table",
      "orders",
      "--columns",
      "customer_id",
      "--references-table",
      "customers",
      "--references-columns",
      "id",
    ];
    await run("add", "--kind", "join", ...joined);
    expect((await list()).map(({ name }) => name)).toEqual(["net", "orders.customer_id → customers.id"]);
    const wrong = await line.run([
      "definition",
      "add",
      "--kind",
      "metric",
      "--name",
      "x",
      "--table",
      "orders",
      "--sql",
      "SUM(nothing)",
      ...at,
    ]);
    expect(wrong.error).toMatchObject({ code: "INVALID_DEFINITION", message: expect.stringContaining("nothing") });
    const kind = await line.run(["definition", "add", "--kind", "measure", ...at]);
    expect(kind.error?.message).toContain("--kind is metric, dimension, synonym, join or description");
    expect(await run("remove", "--id", added.id)).toEqual({ id: added.id, removed: true });
    expect(await list()).toHaveLength(1);
  });
});

const osi = `
version: 0.2.0.dev0
semantic_model:
  - name: shop
    datasets:
      - name: sales
        source: prod.main.orders
        primary_key: [id]
        description: What was ordered.
        ai_context:
          synonyms: [purchases]
        fields:
          - name: net_amount
            expression: { dialects: [{ dialect: ANSI_SQL, expression: amount - discount }] }
            description: After discount.
          - name: buyer
            expression: { dialects: [{ dialect: ANSI_SQL, expression: customer_id }] }
          - name: status
            expression: { dialects: [{ dialect: ANSI_SQL, expression: status }] }
            description: Whether it is paid.
            ai_context: { synonyms: [state] }
          - name: odd
            expression: { dialects: [{ dialect: MDX, expression: "[x]" }] }
        metrics:
          - name: total_net
            expression: { dialects: [{ dialect: SNOWFLAKE, expression: nothing }, { dialect: ANSI_SQL, expression: SUM(sales.net_amount) }] }
            description: Net of discounts.
            ai_context: { synonyms: [net sales] }
          - name: order_count
            expression: { dialects: [{ dialect: ANSI_SQL, expression: COUNT(id) }] }
      - name: people
        source: prod.main.customers
        ai_context: "customers, clients"
      - name: recent
        source: SELECT * FROM orders
    relationships:
      - { name: sales_to_people, from: sales, to: people, from_columns: [buyer], to_columns: [id] }
      - { name: recent_to_people, from: recent, to: people, from_columns: [customer_id], to_columns: [id] }
    metrics:
      - name: paid_amount
        expression: { dialects: [{ dialect: ANSI_SQL, expression: "SUM(CASE WHEN sales.status = 'sales.status' OR sales.status = 'paid' THEN sales.net_amount END)" }] }
      - name: net_per_customer
        expression: { dialects: [{ dialect: ANSI_SQL, expression: SUM(sales.net_amount) / COUNT(DISTINCT people.id) }] }
      - name: broken
        expression: { dialects: [{ dialect: ANSI_SQL, expression: SUM(sales.nothing) }] }
`;

describe("definition import of a model in the Open Semantic Interchange format", () => {
  it("takes over what has a place here, and says of the rest why not", async () => {
    const rows = await importing("model.yaml", osi);
    const definitions = await list();
    const named = (name: string) => definitions.find((one) => one.name === name);
    expect(definitions.every(({ origin }) => origin === "osi")).toBe(true);
    expect(named("orders")).toMatchObject({ kind: "description", table: "orders", description: "What was ordered." });
    expect(named("purchases")).toMatchObject({ kind: "synonym", meaning: "orders" });
    expect(named("net amount")).toMatchObject({ kind: "dimension", sql: "amount - discount" });
    expect(named("buyer")).toMatchObject({ kind: "dimension", sql: "customer_id" });
    expect(named("orders.status")).toMatchObject({ kind: "description", column: "status" });
    expect(named("state")).toMatchObject({ kind: "synonym", meaning: "status" });
    expect(named("sales to people")).toMatchObject({
      kind: "join",
      table: "orders",
      columns: ["customer_id"],
      references_table: "customers",
      references_columns: ["id"],
    });
    const net = named("total net");
    expect(net).toMatchObject({ kind: "metric", synonyms: ["net sales"], description: "Net of discounts." });
    expect(net && valueOf(net)).toBe(165);
    const paid = named("paid amount");
    expect(paid && valueOf(paid)).toBe(115);
    const others = rows.filter(({ result }: { result: string }) => result === "refused" || result === "left out");
    expect(others.map(({ name, reason }: { name: string; reason: string }) => [name, reason])).toEqual([
      ["broken", expect.stringContaining("nothing")],
      ["recent", "Its source is a query, not a table."],
      ["odd", "It has no expression in ANSI_SQL."],
      ["recent_to_people", "One of its datasets is not a table."],
      ["net_per_customer", "It is made of several tables; a metric here is of one."],
    ]);
  });

  it("changes what has changed and nothing else, when it is taken over again; a dry run writes nothing", async () => {
    await importing("model.yaml", osi, "--dry-run");
    expect(await list()).toEqual([]);
    await importing("model.yaml", osi);
    const before = await list();
    const again = await importing("model.yaml", osi.replace("COUNT(id)", "COUNT(*)"));
    expect(again.filter(({ result }: { result: string }) => result === "changed")).toEqual([
      { kind: "metric", name: "order count", result: "changed" },
    ]);
    expect(again.filter(({ result }: { result: string }) => result === "added")).toEqual([]);
    const after = await list();
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after.find(({ name }) => name === "order count")).toMatchObject({ sql: "COUNT(*)", version: 2 });
  });
});

const filter = (where_sql_template: string) => ({ where_filters: [{ where_sql_template }] });
const simple = (name: string, measure: object, more: object = {}) => ({
  name,
  type: "simple",
  type_params: { measure: { name: "net", filter: null, fill_nulls_with: null, ...measure }, metrics: [] },
  filter: null,
  label: null,
  description: null,
  ...more,
});
const manifest = {
  project_configuration: { dsi_package_version: {} },
  saved_queries: [],
  semantic_models: [
    {
      name: "orders",
      description: "What was ordered.",
      node_relation: { alias: "orders", schema_name: "main", database: "shop", relation_name: '"main"."orders"' },
      entities: [
        { name: "order", type: "primary", expr: "id" },
        { name: "customer", type: "foreign", expr: "customer_id" },
      ],
      dimensions: [
        { name: "ordered_at", type: "time", expr: "ordered_on", description: "When.", type_params: {} },
        { name: "status", type: "categorical", expr: null, description: "Whether it is paid." },
        { name: "is_large", type: "categorical", expr: "amount > 40", label: "Large order" },
      ],
      measures: [
        { name: "net", agg: "sum", expr: "amount - discount" },
        { name: "orders", agg: "count", expr: "1" },
        { name: "buyers", agg: "count_distinct", expr: "customer_id" },
        { name: "stock", agg: "sum", expr: "amount", non_additive_dimension: { name: "ordered_at" } },
        { name: "middle", agg: "median", expr: "amount" },
      ],
    },
    {
      name: "customers",
      description: null,
      node_relation: { alias: "customers", schema_name: "main" },
      entities: [{ name: "customer", type: "primary", expr: "id" }],
      dimensions: [{ name: "country", type: "categorical", expr: null }],
      measures: [{ name: "customers", agg: "count", expr: "id" }],
    },
  ],
  metrics: [
    simple("net_revenue", {}, { label: "Net revenue", description: "After discount." }),
    simple("paid_revenue", {}, { filter: filter("{{ Dimension('order__status') }} = 'paid'") }),
    simple("german_revenue", {}, { filter: filter("{{ Dimension('customer__country') }} = 'Germany'") }),
    simple("orders", { name: "orders", fill_nulls_with: 0 }),
    simple("buyers", { name: "buyers" }),
    simple("stock", { name: "stock" }),
    simple("middle", { name: "middle" }),
    simple("customers", { name: "customers" }),
    {
      name: "newer",
      type: "simple",
      type_params: {
        metric_aggregation_params: { semantic_model: "orders", agg: "average", expr: "amount" },
        metrics: [],
      },
    },
    {
      name: "paid_share",
      type: "ratio",
      label: "Paid share",
      type_params: { numerator: { name: "paid_revenue" }, denominator: { name: "net_revenue" } },
    },
    {
      name: "revenue_per_customer",
      type: "ratio",
      type_params: { numerator: { name: "net_revenue" }, denominator: { name: "customers" } },
    },
    {
      name: "unpaid",
      type: "derived",
      type_params: {
        expr: "net - paid",
        metrics: [
          { name: "net_revenue", alias: "net" },
          { name: "net_revenue", alias: "paid", filter: filter("{{ Dimension('status') }} = 'paid'") },
        ],
      },
    },
    {
      name: "growth",
      type: "derived",
      type_params: {
        expr: "now - before",
        metrics: [
          { name: "net_revenue", alias: "now" },
          { name: "net_revenue", alias: "before", offset_window: { count: 1, granularity: "month" } },
        ],
      },
    },
    { name: "so_far", type: "cumulative", type_params: { measure: { name: "net" } } },
  ],
};

describe("definition import of dbt's semantic manifest", () => {
  it("makes metrics of measures, filters, ratios and derived ones, and says of the rest why not", async () => {
    const rows = await importing("semantic_manifest.json", JSON.stringify(manifest));
    const definitions = await list();
    const metrics = definitions.filter(({ kind }) => kind === "metric");
    expect(Object.fromEntries(metrics.map((metric) => [metric.name, valueOf(metric)]))).toEqual({
      "Net revenue": 165,
      "paid revenue": 115,
      orders: 3,
      buyers: 2,
      customers: 2,
      newer: 60,
      "Paid share": 115 / 165,
      unpaid: 50,
    });
    expect(metrics[0]).toMatchObject({ synonyms: [], description: "After discount.", origin: "dbt", table: "orders" });
    const others = definitions.filter(({ kind }) => kind !== "metric").map(({ kind, name }) => `${kind} ${name}`);
    expect(others).toEqual([
      "description orders",
      "description orders.ordered_on",
      "description orders.status",
      "dimension Large order",
      "join orders.customer_id → customers.id",
    ]);
    expect(
      rows
        .filter(({ result }: { result: string }) => result !== "added")
        .map(({ name, result, reason }: { name: string; result: string; reason: string }) => [name, result, reason]),
    ).toEqual([
      ["german_revenue", "left out", expect.stringContaining("not of its own table")],
      ["stock", "left out", expect.stringContaining("non_additive_dimension")],
      ["middle", "left out", "median is not an aggregate of this database."],
      ["revenue_per_customer", "left out", "It is made of several tables; a metric here is of one."],
      ["growth", "left out", expect.stringContaining("offset_window")],
      ["so_far", "left out", "A cumulative metric is not an expression of rows."],
    ]);
  });

  it("changes nothing when it is taken over again", async () => {
    await importing("semantic_manifest.json", JSON.stringify(manifest));
    const again = await importing("semantic_manifest.json", JSON.stringify(manifest));
    expect(again.some(({ result }: { result: string }) => result === "added" || result === "changed")).toBe(false);
  });
});

describe("definition import of something else", () => {
  it.each([
    ["text.txt", "Dear Ada,\n\tyours: [", "neither JSON nor YAML"],
    ["other.json", '{"nodes": {}}', "is no semantic layer"],
    ["model.yaml", "semantic_model: [{ name: x }]", "is not as its format has it"],
    ["bomb.yaml", `a: &a [1]\nsemantic_model: [${"*a, ".repeat(200)}1]`, "neither JSON nor YAML"],
  ])("says what is wrong with %s", async (name, content, message) => {
    await writeFile(join(folder, name), content);
    const { error } = await line.run(["definition", "import", "--file", join(folder, name), ...at]);
    expect(error).toMatchObject({ code: "NOT_A_SEMANTIC_FILE", message: expect.stringContaining(message) });
    const nowhere = await line.run(["definition", "import", "--file", join(folder, "none.yaml"), ...at]);
    expect(nowhere.error?.code).toBe("NO_FILE");
  });
});
