import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { QuestionIntegration, QuestionQuery } from "@parley/core/answer/answer";
import { createMeter, wholeAllowance } from "@parley/core/ledger/meter";
import { openDatasource } from "@parley/datasource/open";
import { type Datasource, DatasourceError, type ValueRequest } from "@parley/datasource/types";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ask, only, questionOf, savedQueries, toolsOf } from "./support.ts";

/** A harbour with more pilots than a schema keeps, of whom the last has the name given. */
interface Harbour {
  integration: QuestionIntegration;
  /** What was sent to its database. */
  looked: ValueRequest[];
  ran: string[];
  close(): Promise<void>;
}

async function openHarbour(folder: string, id: string, pilot: string): Promise<Harbour> {
  const file = join(folder, `${id}.sqlite`);
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE pilots (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 1500)
      INSERT INTO pilots SELECT n, 'Able Nr' || n FROM c;
    INSERT INTO pilots VALUES (2001, '${pilot}');
    CREATE TABLE landings (id INTEGER PRIMARY KEY, pilot_id INTEGER REFERENCES pilots(id), landed_on DATE);
    INSERT INTO landings VALUES (1, 2001, '2026-01-05'), (2, 2001, '2026-01-09'), (3, 5, '2026-02-09');
  `);
  database.close();
  const datasource = openDatasource({ engine: "sqlite", file });
  const schema = await datasource.introspect(new AbortController().signal);
  const looked: ValueRequest[] = [];
  const ran: string[] = [];
  const heard: Datasource = {
    ...datasource,
    run(sql, options) {
      ran.push(sql);
      return datasource.run(sql, options);
    },
    findValues(request, options) {
      looked.push(request);
      return datasource.findValues(request, options);
    },
  };
  return {
    integration: { id, display_name: id, engine: "sqlite", schema: async () => schema, open: async () => heard },
    looked,
    ran,
    close: () => datasource.close(),
  };
}

let folder: string;
let harbour: Harbour;
let other: Harbour;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-test-"));
  harbour = await openHarbour(folder, "i1", "Mira Holloway");
  other = await openHarbour(folder, "i2", "Jon Quill");
});
beforeEach(() => {
  for (const { looked, ran } of [harbour, other]) {
    looked.length = 0;
    ran.length = 0;
  }
});
afterAll(async () => {
  await harbour.close();
  await other.close();
  await rm(folder, { recursive: true });
});

const asked = (message: string, { integration } = harbour) => questionOf({ message, integration });

describe("A name that the schema does not hold", () => {
  it.each(["How many landings of mira holloway?", "how many landings of holloway are there?"])(
    "is looked up once, and answered: %s",
    async (message) => {
      const tools = toolsOf();
      const { events, answer } = await ask(asked(message), tools);
      expect(answer.type).toBe("final");
      expect(answer.content).toMatch(/\b2\b/);
      expect(answer.content).toContain("Mira Holloway");
      expect(harbour.looked).toHaveLength(1);
      // The answer's own query is the only one that anybody sees.
      expect(harbour.ran).toHaveLength(1);
      expect(answer.content).toContain(harbour.ran[0]);
      expect(only(events, "tool_call")).toHaveLength(1);
      expect(answer.metadata.usage.rows).toBe(1);
    },
  );

  it("is looked up once where saved queries are compared with the question first", async () => {
    const query: QuestionQuery = {
      id: "q1",
      title: "Landings of a pilot",
      description: null,
      prompt: "How many landings of able nr7?",
      sql: "SELECT 7",
      keywords: [],
      parameters: [],
    };
    const { answer } = await ask(
      { ...asked("How many landings of mira holloway?"), saved_queries: savedQueries([query]) },
      toolsOf(),
    );
    expect(answer.content).toMatch(/\b2\b/);
    expect(harbour.looked).toHaveLength(1);
  });

  it("of another database is not known", async () => {
    expect((await ask(asked("how many landings of quill are there?"), toolsOf())).answer).toMatchObject({
      type: "scope_notice",
      content: expect.stringContaining("quill"),
    });
    const { answer } = await ask(asked("how many landings of quill are there?", other), toolsOf());
    expect(answer.content).toContain("Jon Quill");
  });

  it("is not looked up where no time for SQL is left", async () => {
    const tools = toolsOf({ meter: createMeter({ ...wholeAllowance, sql_ms: 0 }) });
    const { answer } = await ask(asked("how many landings of holloway are there?"), tools);
    expect(answer.type).toBe("scope_notice");
    expect(harbour.looked).toEqual([]);
  });

  it("is left alone where the database cannot be opened, and named", async () => {
    const down: QuestionIntegration = {
      ...harbour.integration,
      open: () => Promise.reject(new DatasourceError("DATASOURCE_UNAVAILABLE", "The database is down.")),
    };
    const { answer } = await ask(
      questionOf({ message: "how many landings of holloway are there?", integration: down }),
      toolsOf(),
    );
    expect(answer).toMatchObject({ type: "scope_notice", content: expect.stringContaining("holloway") });
  });
});

it("A question whose words are all explained asks the database for its answer alone", async () => {
  const { answer } = await ask(asked("How many landings are there by month?"), toolsOf());
  expect(answer.type).toBe("final");
  expect(harbour.looked).toEqual([]);
  expect(harbour.ran).toHaveLength(1);
});
