import * as Definition from "@parley/core/definition/definition";
import * as Integration from "@parley/core/integration/integration";
import * as Memory from "@parley/core/memory/memory";
import * as Rule from "@parley/core/rule/rule";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseFile } from "../support/database-file.ts";
import { type Service, startService } from "../support/service.ts";
import { runHere } from "./command-line.ts";

let service: Service;
let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
let integrationId: string;

const SHOP = `CREATE TABLE orders (id INTEGER PRIMARY KEY, amount INTEGER, refunded INTEGER, placed_on DATE);
  INSERT INTO orders VALUES (1, 100, 10, '2026-01-05'), (2, 50, 0, '2026-02-05'), (3, 30, 30, '2026-03-05')`;

const golden = (...args: string[]) =>
  runHere(async () => service.environment, ["golden", ...args, "--organization", tenant.id, "--json"]);

beforeAll(async () => {
  service = await startService();
  tenant = await service.newOrganization();
  await service.environment.files.put("shop.sqlite", await databaseFile(SHOP), "application/vnd.sqlite3");
  const config = { engine: "sqlite", file: "shop.sqlite" } as const;
  integrationId = (await Integration.create(tenant.ctx, { display_name: "Shop", config })).id;
  const asked = (question: string, sql: string) =>
    golden("add", "--integration", integrationId, "--question", question, "--sql", sql, "--class", "sums");
  await asked("How many orders are there?", "SELECT COUNT(*) FROM orders");
  await asked("What is the total revenue?", "SELECT SUM(amount) FROM orders");
});
afterAll(() => service.stop());

describe("golden run", { timeout: 60_000 }, () => {
  it("asks what was kept, and says what is right", async () => {
    expect((await golden("list")).json).toHaveLength(2);
    const { code, json } = await golden("run");
    expect(json).toMatchObject({
      questions: 2,
      cases: [{ question: "How many orders are there?", right: true, figure: "3" }, { question: expect.any(String) }],
    });
    expect(code).toBe(json.right === 2 ? 0 : 1);
    expect((await golden("run", "--class", "nothing")).code).toBe(2);
  });

  it("shows figures side by side, and of more than a row how many there are", async () => {
    const pair = [
      "--question",
      "total amount and number of orders",
      "--sql",
      "SELECT SUM(amount), COUNT(*) FROM orders",
    ];
    const list = [
      "--question",
      "amount by month",
      "--sql",
      "SELECT strftime('%Y-%m', placed_on), SUM(amount) FROM orders GROUP BY 1",
    ];
    const ids = [];
    for (const each of [pair, list])
      ids.push((await golden("add", "--integration", integrationId, ...each, "--class", "shapes")).json.id);
    const { json } = await golden("run", "--class", "shapes");
    expect(json.cases).toMatchObject([
      { right: true, figure: "180, 3" },
      { right: true, figure: "3 rows" },
    ]);
    for (const id of ids) await golden("remove", "--id", id);
  });

  it("says in a line what is not right, and exits with 1", async () => {
    const wrong = ["--question", "How many orders are there?", "--sql", "SELECT COUNT(*) + 1 FROM orders"];
    const { json } = await golden("add", "--integration", integrationId, ...wrong, "--class", "wrong");
    const run = ["golden", "run", "--organization", tenant.id, "--class", "wrong"];
    const told = await runHere(async () => service.environment, run);
    expect(told).toMatchObject({ code: 1, stdout: "0 of 1 right\n  How many orders are there?: 3\n" });
    await golden("remove", "--id", json.id);
    expect((await golden("remove", "--id", json.id)).error?.code).toBe("GOLDEN_QUESTION_NOT_FOUND");
  });
});

describe("golden rehearse", { timeout: 60_000 }, () => {
  const meaning = "Revenue means amount less refunded.";

  it("names the answers that a rule would change, from what to what, and leaves the others and the rules as they are", async () => {
    const { json, code } = await golden("rehearse", "--add-rule", meaning);
    expect(code).toBe(0);
    expect(json.changes).toEqual({ same: 1, number: 1, sql: 0, abstains: 0, answers: 0 });
    expect(json.cases).toMatchObject([
      {
        question: "What is the total revenue?",
        change: "number",
        before: { figure: "180" },
        after: { figure: "140", right: false },
      },
    ]);
    expect(await Rule.listAll(tenant.ctx)).toEqual([]);
    const line = ["golden", "rehearse", "--organization", tenant.id, "--add-rule", meaning];
    const { stdout } = await runHere(async () => service.environment, line);
    expect(stdout).toContain("2 questions: 1 same, 1 number");
    expect(stdout).toContain("What is the total revenue?: 180 → 140");
  });

  it("does the same for a rule that would go, a memory and a saved query", async () => {
    const rule = await Rule.create(tenant.ctx, meaning, tenant.admin);
    const gone = await golden("rehearse", "--remove-rule", rule.id);
    expect(gone.json.cases).toMatchObject([{ before: { figure: "140" }, after: { figure: "180" } }]);
    await Rule.remove(tenant.ctx, rule.id);
    const remembered = await golden("rehearse", "--add-memory", meaning);
    expect(remembered.json.cases).toMatchObject([{ before: { figure: "180" }, after: { figure: "140" } }]);
    const member = { ...tenant.ctx, actor: tenant.member.ctx.actor };
    const memory = await Memory.create(member, meaning);
    const forgotten = await golden("rehearse", "--member", tenant.member.id, "--remove-memory", memory.id);
    expect(forgotten.json.cases).toMatchObject([{ before: { figure: "140" }, after: { figure: "180" } }]);
    const query = ["--add-query", "What is the total revenue?", "--query-sql", "SELECT 7 AS revenue"];
    expect((await golden("rehearse", ...query)).json.cases).toMatchObject([
      { change: "number", after: { figure: "7" } },
    ]);
  });

  it("does the same for a definition that would be there, be another one, or go", async () => {
    const define = ["--integration", integrationId, "--define", "metric", "--name", "revenue", "--table", "orders"];
    const added = await golden("rehearse", ...define, "--sql", "SUM(amount - refunded)");
    expect(added.json.cases).toMatchObject([{ before: { figure: "180" }, after: { figure: "140" } }]);
    expect(await Definition.list(tenant.ctx, integrationId)).toEqual([]);
    const author = { ...tenant.admin, origin: "operator" as const };
    const metric = { kind: "metric" as const, name: "revenue", table: "orders", sql: "SUM(amount - refunded)" };
    const kept = await Definition.create(
      { ...tenant.ctx, files: service.environment.files },
      integrationId,
      metric,
      author,
    );
    const changed = await golden("rehearse", ...define, "--sql", "SUM(refunded)", "--remove-definition", kept.id);
    expect(changed.json.cases).toMatchObject([{ before: { figure: "140" }, after: { figure: "40" } }]);
    const gone = await golden("rehearse", "--integration", integrationId, "--remove-definition", kept.id);
    expect(gone.json.cases).toMatchObject([{ before: { figure: "140" }, after: { figure: "180" } }]);
    expect(await Definition.list(tenant.ctx, integrationId)).toHaveLength(1);
    await Definition.remove(tenant.ctx, { integrationId, id: kept.id });
  });

  it("refuses a definition that could not be saved", async () => {
    const define = ["--define", "metric", "--name", "revenue", "--table", "orders"];
    const of = ["--integration", integrationId];
    expect((await golden("rehearse", ...define, "--sql", "SUM(amount)")).code).toBe(2);
    expect((await golden("rehearse", ...of, "--name", "revenue")).code).toBe(2);
    expect((await golden("rehearse", ...of, "--define", "measure")).code).toBe(2);
    const broken = await golden("rehearse", ...of, ...define, "--sql", "SUM(amount); DELETE FROM orders");
    expect(broken.error?.code).toBe("INVALID_DEFINITION");
    const unknown = await golden("rehearse", ...of, "--remove-definition", "x");
    expect(unknown.error?.code).toBe("DEFINITION_NOT_FOUND");
    const stranger = await golden("rehearse", "--integration", "x", "--remove-definition", "x");
    expect(stranger.error?.code).toBe("INTEGRATION_NOT_FOUND");
  });

  it("refuses what says nothing, or names what is not there", async () => {
    for (const mistyped of [[], ["--remove-rule", "x"], ["--add-query", "T"], ["--remove-memory", "x"]])
      expect((await golden("rehearse", ...mistyped)).code).toBe(2);
  });
});
