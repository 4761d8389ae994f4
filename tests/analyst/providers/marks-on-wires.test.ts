import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PROMPT_VERSION } from "@parley/analyst/prompt-version";
import { throughAnalyst } from "@parley/analyst/evaluation/through-analyst";
import type { Workplace } from "@parley/analyst/evaluation/workplace";
import { rehearse, type RehearsedCase } from "@parley/analyst/rehearsal/rehearse";
import { openDatasource } from "@parley/datasource/open";
import { schemaWithMarks } from "@parley/datasource/marks/marked-schema";
import type { Question, QuestionIntegration } from "@parley/core/answer/answer";
import { afterAll, describe, expect, test } from "vitest";
import { PEOPLE, PEOPLE_MARKS, ROWS, SECRETS } from "../../datasource/column-marks.ts";
import type { WireReply, WireStep } from "../../support/model-servers/wire.ts";
import { ask, openShop, questionOf, savedQueries } from "../support.ts";
import { type ProviderName, providerNames, providers, withProvider } from "./providers.ts";

/** What is closed, signed and rehearsed hangs on no provider's way to put its events. */

const folder = mkdtempSync(join(tmpdir(), "parley-test-"));
const file = join(folder, "people.sqlite");
const made = new DatabaseSync(file);
made.exec(PEOPLE.sqlite + ROWS);
made.close();
const people = openDatasource({ engine: "sqlite", file }, 1, { marks: PEOPLE_MARKS });
const shop = openShop();
afterAll(async () => {
  await Promise.all([people.close(), shop.close()]);
  rmSync(folder, { recursive: true });
});

const marked: QuestionIntegration = {
  id: "i2",
  display_name: "People",
  engine: "sqlite",
  schema: async (signal) => schemaWithMarks(await people.introspect(signal), PEOPLE_MARKS),
  open: async () => people,
};
const sql = (statement: string): WireStep => ({ tool: "run_sql", args: { sql: statement } });

async function answered(name: ProviderName, script: readonly WireReply[], changes: Partial<Question>) {
  const { server, tools } = await withProvider(providers[name], [...script]);
  const { events, answer } = await ask(questionOf({ message: "Who is there?", ...changes }), tools);
  expect(server.problems).toEqual([]);
  return { events, answer, sent: server.requests.map(({ body }) => JSON.stringify(body)) };
}

describe.each(providerNames)("through %s", (name) => {
  test("closed columns are in no prompt and no result: what is hidden is refused, what is masked is a mask", async () => {
    const { events, answer, sent } = await answered(
      name,
      [
        [sql("SELECT email FROM people")],
        [sql("SELECT name, salary FROM people ORDER BY id")],
        [{ text: "Ada and Ben." }],
      ],
      { integration: marked },
    );
    const everything = JSON.stringify([sent, events, answer]);
    for (const secret of [...SECRETS, "Addie", "Benno"]) expect(everything).not.toContain(secret);
    expect(sent[1]).toMatch(/email/);
    expect(answer.metadata.sql).toMatchObject([{ row_count: 2 }]);
    expect(sent[2]).toContain("Ada");
  });

  test("an answer's basis, of which its receipt is made, names statements, results, memories and the prompt", async () => {
    const memory = { id: "m1", version: "1", content: "I look after France.", tier: "core" as const };
    const { answer } = await answered(
      name,
      [[sql("SELECT count(*) AS customers FROM customers")], [{ text: "There are 3." }]],
      { integration: shop.integration, message: "How many customers are there?", memories: [memory] },
    );
    expect(answer.basis).toMatchObject({
      statements: [{ sql: "SELECT count(*) AS customers FROM customers", result: { rows: [[3]] } }],
      memories: [memory],
      is_guided: true,
      prompt_version: PROMPT_VERSION,
    });
    expect(answer.basis?.schema?.tables.map((each) => each.name)).toContain("customers");
  });

  test("a rehearsal says which number a rule would change, from what to what", async () => {
    const rule = "Only Germany counts.";
    const reply = (body: string): WireReply => {
      if (!body.includes("SELECT count(")) {
        const where = body.includes(rule) ? " WHERE country = 'Germany'" : "";
        return [sql(`SELECT count(*) AS customers FROM customers${where}`)];
      }
      return [{ text: body.includes("'Germany'") ? "There are 2." : "There are 3." }];
    };
    const { server, tools } = await withProvider(providers[name], ({ body }) => reply(JSON.stringify(body)));
    const datasource = await shop.integration.open();
    const place: Workplace = {
      name: "shop",
      organization_id: "o1",
      datasource,
      schema: await shop.integration.schema(tools.signal),
      scope: [],
      files: tools.files,
      saved_queries: savedQueries([]),
      rules: [],
      close: async () => {},
    };
    const { settings, secrets } = tools;
    const cases: RehearsedCase[] = [];
    for await (const each of rehearse({
      questions: [
        { id: "g1", db: "shop", question: "How many customers?", sql: "SELECT count(*) FROM customers", class: null },
      ],
      open: async () => place,
      ask: throughAnalyst({ model: providers[name].model, settings, secrets, now: new Date() }),
      draft: {
        rules: (before) => [...before, rule],
        memories: (before) => before,
        added_queries: [],
        removed_queries: [],
      },
      signal: tools.signal,
    }))
      cases.push(each);
    expect(server.problems).toEqual([]);
    expect(cases).toMatchObject([
      { change: "number", before: { figure: "3", right: true }, after: { figure: "2", right: false } },
    ]);
  });
});
