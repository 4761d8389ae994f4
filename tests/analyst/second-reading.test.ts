import type { Question } from "@parley/core/answer/answer";
import { afterAll, describe, expect, test } from "vitest";
import type { Reply } from "../support/model-server.ts";
import { withModel } from "./scripted.ts";
import { ask, openShop, questionOf, toolsOf, uploadOf } from "./support.ts";

const shop = openShop();
afterAll(() => shop.close());

/** A model's answer by one statement, and the statements that the database has run for it. */
async function answered(
  sql: string,
  text: string,
  { tool = "run_sql", ...changes }: Partial<Question> & { message: string; tool?: string },
) {
  const script: Reply[] = [[{ tool, args: { sql } }], [{ text }]];
  const { tools } = await withModel(script);
  const ran: string[] = [];
  const open = async () => {
    const datasource = await shop.integration.open();
    const run: typeof datasource.run = (statement, options) => {
      ran.push(statement);
      return datasource.run(statement, options);
    };
    return Object.assign(Object.create(datasource) as typeof datasource, { run });
  };
  const { answer } = await ask(questionOf({ integration: { ...shop.integration, open }, ...changes }), tools);
  return { metadata: answer.metadata, content: answer.content, ran };
}

describe("a question that a language model has answered with one result", () => {
  test("has the interpreter's reading where its statement is the same, and runs nothing for it", async () => {
    const { metadata, ran } = await answered("SELECT count(*)\nFROM customers;", "There are 3.", {
      message: "How many customers are there?",
    });
    expect(metadata.interpretation).toContain("customers");
    expect(metadata.confidence).toBeGreaterThanOrEqual(0.8);
    expect(metadata.warnings).toBeUndefined();
    expect(ran).toHaveLength(1);
  });

  test("has the interpreter's reading where another statement gives the same number", async () => {
    const { metadata, ran } = await answered("SELECT count(id) AS known FROM customers", "There are 3.", {
      message: "How many customers are there?",
    });
    expect(metadata.interpretation).toContain("customers");
    expect(ran).toHaveLength(2);
    expect(metadata.sql).toHaveLength(1);
  });

  test("has a warning where the interpreter reads another number, in the asker's language", async () => {
    const sql = "SELECT count(DISTINCT country) AS n FROM customers";
    const english = await answered(sql, "There are 2.", { message: "How many customers are there?" });
    // Its own reading is that of its SQL.
    expect(english.metadata.interpretation).toBe("Number of different country of customers.");
    expect(english.metadata.warnings).toEqual([
      { code: "other_reading", message: expect.stringMatching(/^Read by fixed rules, .* gives 3\.$/) },
    ]);
    expect(english.content).toBe("There are 2.");
  });

  test("about a file has the interpreter's reading of the file, and its other number", async () => {
    const guests = "name,seat\nAda,1\nBen,2\nEve,3\n";
    const asked = (sql: string, text: string) =>
      answered(sql, text, {
        message: "How many guests are there?",
        uploads: [uploadOf("guests.csv", "text/csv", guests)],
        tool: "query_upload",
      });
    const same = await asked("SELECT count(*) FROM guests", "There are 3.");
    expect(same.metadata.interpretation).toContain("guests");
    expect(same.metadata.confidence).toBeGreaterThanOrEqual(0.8);
    const other = await asked("SELECT count(*) FROM guests WHERE seat > 1", "There are 2.");
    expect(other.metadata.warnings).toMatchObject([{ code: "other_reading" }]);
    expect(same.ran).toEqual([]);
  });

  test("of more tables than are described is read all the same", async () => {
    const many = async (signal: AbortSignal) => {
      const known = await shop.integration.schema(signal);
      const copies = known.tables
        .slice(0, 1)
        .flatMap((table) =>
          Array.from({ length: 300 }, (_, at) => ({ ...table, name: `ledger_${at}`, foreign_keys: [] })),
        );
      return { ...known, tables: [...known.tables, ...copies] };
    };
    const { metadata } = await answered("SELECT count(*) FROM customers", "There are 3.", {
      message: "How many customers are there?",
      integration: { ...shop.integration, schema: many },
    });
    expect(metadata.interpretation).toContain("customers");
    expect(metadata.confidence).toBeGreaterThanOrEqual(0.8);
  });

  test("has the interpreter's reading of a table, too, where its statement is the same", async () => {
    const message = "How many customers are there by country?";
    const rules = await ask(questionOf({ integration: shop.integration, message }), toolsOf());
    const sql = rules.answer.metadata.sql?.[0]?.sql ?? "";
    const { metadata, ran } = await answered(sql, "Germany has 2.", { message });
    expect(metadata.confidence).toBeGreaterThanOrEqual(0.8);
    expect(metadata.interpretation).toBe(rules.answer.metadata.interpretation);
    expect(ran).toEqual([sql]);
  });

  test("has no warning where a conversation says what is asked, and where the answer is a table", async () => {
    const sql = "SELECT count(DISTINCT country) AS n FROM customers";
    const earlier = { role: "user", content: "Only countries, please." } as Question["history"][number];
    const talk = await answered(sql, "There are 2.", { message: "How many customers are there?", history: [earlier] });
    expect(talk.metadata.warnings).toBeUndefined();
    const rows = "SELECT country, count(*) AS n FROM customers GROUP BY country";
    const table = await answered(rows, "Germany has 2.", { message: "How many customers are there?" });
    expect(table.metadata.warnings).toBeUndefined();
    expect([talk.ran.length, ...table.ran]).toEqual([2, rows]);
  });
});
