import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openDatasource } from "@parley/datasource/open";
import type { Datasource, Schema } from "@parley/datasource/types";
import { interpret } from "@parley/interpreter/interpret";
import { valuesAsked } from "@parley/interpreter/values-asked";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const now = new Date("2026-03-01T12:00:00Z");
const signal = new AbortController().signal;

let folder: string;
let datasource: Datasource;
let schema: Schema;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-test-"));
  const file = join(folder, "harbour.sqlite");
  const database = new DatabaseSync(file);
  // More pilots and quays than a schema keeps, and few ports.
  database.exec(`
    CREATE TABLE ports (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    INSERT INTO ports VALUES (1, 'Lisbon'), (2, 'Bergen');
    CREATE TABLE pilots (id INTEGER PRIMARY KEY, name TEXT NOT NULL, api_token TEXT);
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1500)
      INSERT INTO pilots SELECT n, 'Able Nr' || n, 'holloway ' || n FROM c;
    INSERT INTO pilots VALUES (2001, 'Mira Holloway', 'x'), (2002, 'Jon Quill', 'y'), (2003, 'Pia Quill', 'z');
    CREATE TABLE quays (id INTEGER PRIMARY KEY, label TEXT NOT NULL, port_id INTEGER REFERENCES ports(id));
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1200)
      INSERT INTO quays SELECT n, 'Berth (B' || n || ')', 1 + n % 2 FROM c;
    INSERT INTO quays VALUES (3000, 'Quay (Q1177)', 1);
    CREATE TABLE landings (id INTEGER PRIMARY KEY, pilot_id INTEGER REFERENCES pilots(id), quay_id INTEGER REFERENCES quays(id), landed_on DATE, weight REAL);
    INSERT INTO landings VALUES (1, 2001, 3000, '2026-01-05', 10), (2, 2001, 5, '2026-01-09', 20), (3, 2002, 5, '2026-02-09', 30), (4, 7, 9, '2026-02-10', 40);
  `);
  database.close();
  datasource = openDatasource({ engine: "sqlite", file });
  schema = await datasource.introspect(signal);
});
afterAll(async () => {
  await datasource.close();
  await rm(folder, { recursive: true });
});

const askedFor = (text: string) => valuesAsked({ text, schema, now });

async function answered(text: string): Promise<unknown> {
  const request = askedFor(text);
  const values = request === null ? [] : await datasource.findValues(request, { timeout_ms: 5_000, signal });
  const reading = interpret({ text, schema, now, earlier: [], guidance: [], values });
  if (reading.kind !== "query")
    return reading.choices.length > 0 ? reading.choices.map(({ message }) => message) : reading.unknown;
  const { rows } = await datasource.run(reading.sql, { row_limit: 10, timeout_ms: 5_000, signal });
  return rows;
}

describe("What a question asks the database's values for", () => {
  it.each([
    "How many landings are there?",
    "Total weight of landings by month",
    "landings in Lisbon in 2026",
    "How many landings did each pilot have last month?",
    "the five heaviest landings",
    "thanks!",
    "",
  ])("is nothing where every word is explained: %s", (text) => {
    expect(askedFor(text)).toBeNull();
  });

  it.each([
    { text: "landings of mira holloway", phrases: ["mira holloway", "mira", "holloway"] },
    { text: "How many landings did Holloway have?", phrases: ["Holloway"] },
    { text: "landings at Quay (Q1177)", phrases: ["Quay", "Q1177"] },
    { text: 'landings of "Mira Holloway"', phrases: ["Mira Holloway"] },
    { text: "weight of holloway's landings", phrases: ["holloway"] },
  ])("is the words that mean nothing else, alone and together: $text", ({ text, phrases }) => {
    expect(askedFor(text)?.phrases).toEqual(phrases);
  });

  it("is looked for where values were left out, what names rows first; never in secrets", () => {
    const places = askedFor("landings of mira holloway")?.places.map(({ table, column }) => `${table}.${column}`);
    expect(places).toEqual(["quays.label", "pilots.name"]);
  });

  it("is bounded, however long the question is", () => {
    const words = Array.from({ length: 19 }, (_, n) => `zyx${n}q`);
    expect(askedFor(`landings of ${words.join(" ")}`)?.phrases).toHaveLength(12);
    expect(askedFor(`landings of ${words.join(" ").repeat(3)}`)).toBeNull();
    expect(askedFor("landings of ".padEnd(8_000, "holloway % ' \" ("))).toBeNull();
  });
});

describe("A question about a value that the schema does not hold", () => {
  it.each([
    { text: "How many landings of mira holloway?", rows: [[2]] },
    { text: "How many landings did MIRA HOLLOWAY have?", rows: [[2]] },
    { text: "How many landings did Holloway have?", rows: [[2]] },
    { text: "how many landings of holloway are there?", rows: [[2]] },
    { text: "How many landings at Quay (Q1177)?", rows: [[1]] },
    { text: "how many landings at q1177?", rows: [[1]] },
  ])("is answered about it: $text", async ({ text, rows }) => {
    expect(await answered(text)).toEqual(rows);
  });

  it("is asked back where two people are called so", async () => {
    expect(await answered("total weight of landings of quill")).toEqual([
      "total weight of landings of Jon Quill",
      "total weight of landings of Pia Quill",
    ]);
    expect(await answered("total weight of landings of Jon Quill")).toEqual([[30]]);
  });

  it("is not answered as if the word were not there, if no value has it", async () => {
    expect(await answered("how many landings of hollowell are there?")).toEqual(["hollowell"]);
  });

  it("leaves the schema's own catalog as it was", async () => {
    expect(await answered("How many landings of mira holloway?")).toEqual([[2]]);
    const reading = interpret({
      text: "how many landings of holloway are there?",
      schema,
      now,
      earlier: [],
      guidance: [],
    });
    expect(reading).toMatchObject({ kind: "not_understood", unknown: ["holloway"] });
  });
});
