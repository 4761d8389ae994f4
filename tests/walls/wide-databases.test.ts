import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { patience } from "@parley/datasource/introspection/patience";
import { interpret, interpretPatiently } from "@parley/interpreter/interpret";
import { schemaText } from "@parley/analyst/schema-text";
import type { CatalogTable, Engine } from "@parley/datasource/introspection/engine";
import { inferForeignKeys } from "@parley/datasource/introspection/infer";
import { fitTables, MAX_COLUMNS, MAX_TABLES } from "@parley/datasource/introspection/introspect";
import { handlesOf, nameScore, pointersOf } from "@parley/datasource/introspection/key-names";
import { openDatasource } from "@parley/datasource/open";
import type { Column, Schema } from "@parley/datasource/types";
import { describe, expect, it } from "vitest";

const nouns = "customer order product invoice payment shipment region store employee supplier".split(" ");
const attributes = "name date amount price status city quantity code total score".split(" ");
const named = (list: readonly string[], at: number) => list[at % list.length] ?? "";

const column = (name: string, type: Column["type"], values: string[] = []): Column => ({
  name,
  type,
  native_type: type,
  nullable: true,
  comment: null,
  values,
  values_complete: true,
  distinct_count: 5,
  min: null,
  max: null,
});

/** Tables whose keys, columns and values are much alike, as those of large applications are. */
const database = (tables: number, columns: number): CatalogTable[] =>
  Array.from({ length: tables }, (_, at) => {
    const key = `${named(nouns, at)}_${at}_id`;
    return {
      schema: "public",
      name: `${named(nouns, at)}_${named(nouns, at * 7)}_${at}`,
      comment: null,
      row_count: 1_000 + at,
      estimate: 1_000 + at,
      view: false,
      primary_key: [key],
      foreign_keys: [],
      columns: [
        { ...column(key, "integer"), distinct_count: 1_000 + at },
        column(`${named(nouns, at + 1)}_${(at + 1) % tables}_id`, "integer"),
        ...Array.from({ length: columns - 2 }, (__, n) =>
          column(
            `${named(nouns, n)}_${named(attributes, n * 3 + at)}_${n}`,
            n % 3 === 0 ? "text" : "number",
            n % 3 === 0 ? Array.from({ length: 5 }, (___, k) => `value ${at} ${n} ${k}`) : [],
          ),
        ),
      ],
    };
  });
const schemaOf = (tables: CatalogTable[]): Schema => ({ dialect: "postgres", tables, hash: "", introspected_at: "" });
const engine = { dialect: "postgres", quote: (name) => `"${name}"` } as Engine;

/** How often the others had their turn while a piece of work was under way. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  const working = { done: false, turns: 0 };
  const others = () => {
    if (working.done) return;
    working.turns += 1;
    setImmediate(others);
  };
  setImmediate(others);
  await work();
  working.done = true;
  return working.turns;
}

describe("a database of very many columns", () => {
  it("of up to 500 tables of 100 columns is taken whole", () => {
    const tables = database(500, 100);
    expect(fitTables(tables)).toBe(tables);
    expect(fitTables([])).toEqual([]);
  });

  it("of more gives its largest tables, in their order; views come last, and tables that keys lead to before others", () => {
    const many = database(1_000, 100);
    expect(fitTables(many)).toEqual(many.slice(500));
    expect(fitTables(database(MAX_TABLES + 50, 2))).toHaveLength(MAX_TABLES);
    const [wide, other] = [database(1, MAX_COLUMNS + 1), database(1, 3)];
    expect(fitTables(wide)).toEqual(wide);
    expect(fitTables([...wide.map((table) => ({ ...table, estimate: null, view: true })), ...other])).toEqual(other);
    const equal = many.map((table) => ({ ...table, estimate: null }));
    const target = equal[700]?.name ?? "";
    equal[3]?.foreign_keys.push({ columns: ["a"], table: target, references: ["b"], inferred: false });
    const kept = fitTables(equal).map(({ name }) => name);
    expect(kept).toContain(target);
    expect(kept).toHaveLength(500);
  });

  it("has tables left out if it has too many, and its schema says so", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parley-wide-"));
    const file = join(folder, "many.db");
    const writing = new DatabaseSync(file);
    writing.exec("BEGIN");
    for (let at = 0; at < MAX_TABLES + 3; at += 1) writing.exec(`CREATE TABLE t${at} (a INTEGER)`);
    writing.exec("COMMIT");
    writing.close();
    const datasource = openDatasource({ engine: "sqlite", file });
    try {
      const schema = await datasource.introspect(new AbortController().signal);
      expect(schema.tables).toHaveLength(MAX_TABLES);
      expect(schema.tables_left_out).toBe(3);
      const text = await schemaText(schema, "How many rows are in t5?");
      expect(text).toContain(`The database has ${MAX_TABLES + 3} tables.`);
      expect(text).toContain(`3 beyond the ${MAX_TABLES} largest are neither described nor named`);
    } finally {
      await datasource.close();
      await rm(folder, { recursive: true });
    }
  });

  it("gets its undeclared keys inferred, and other work goes on meanwhile", async () => {
    const tables = database(500, 100);
    const turns = await turnsDuring(() => inferForeignKeys(engine, tables, async () => [[10, 0]]));
    expect(turns).toBeGreaterThanOrEqual(5);
    expect(tables.filter(({ foreign_keys }) => foreign_keys.length > 0).length).toBeGreaterThan(300);
  });

  it("is asked, and other work goes on meanwhile", async () => {
    const question = {
      text: "What is the total amount of invoices per region?",
      schema: schemaOf(database(500, 100)),
      now: new Date(0),
      earlier: [],
      guidance: [],
    };
    const answer: unknown[] = [];
    expect(
      await turnsDuring(async () => answer.push(await interpretPatiently(question, patience()))),
    ).toBeGreaterThanOrEqual(20);
    expect(answer).toEqual([interpret({ ...question, schema: schemaOf(database(500, 100)) })]);
  });
});

describe("the names that lead from a column to a key", () => {
  it("lead to every key that the names of both point at", () => {
    const tables = "customers, Order, state, dim_city, people, boxes, s, id, order_items, addresses, i".split(", ");
    const names =
      "id code customer_id CustomerId custId order_id billing_customer_id state_name state city name prep_person person_no box_key s_id i_d order_item_id uuid ref _id customers customers_name address main_order_items".split(
        " ",
      );
    let pairs = 0;
    for (const from of tables)
      for (const to of tables)
        for (const key of names)
          for (const name of names)
            for (const primary of [[key], []]) {
              if (from === to) continue;
              const shape = { schema: null, comment: null, row_count: 1, columns: [], foreign_keys: [] };
              const [left, right] = [
                { ...shape, name: from, primary_key: [] },
                { ...shape, name: to, primary_key: primary },
              ];
              const [one, other] = [column(name, "text"), column(key, "text")];
              if (nameScore(left, one, right, other) === 0) continue;
              pairs += 1;
              expect([...pointersOf(one)].some((pointer) => handlesOf(right, other).has(pointer))).toBe(true);
            }
    expect(pairs).toBeGreaterThan(1_000);
  });
});
