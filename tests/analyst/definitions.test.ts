import type { GivenDefinition } from "@parley/core/definition/given";
import { describedBy } from "@parley/core/definition/described";
import type { EarlierMessage } from "@parley/core/answer/answer";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startModelServer, textOf } from "../support/model-server.ts";
import { ask, only, openShop, questionOf, type Shop, toolsOf } from "./support.ts";

const nothing = {
  description: null,
  synonyms: [],
  table: null,
  column: null,
  sql: null,
  meaning: null,
  columns: null,
  references_table: null,
  references_columns: null,
  version: 1,
};
const revenue: GivenDefinition = {
  ...nothing,
  id: "d1",
  kind: "metric",
  name: "net takings",
  synonyms: ["real revenue"],
  table: "orders",
  sql: "SUM(total) - 0.5",
  description: "What is left\nof it.",
};
const clients: GivenDefinition = { ...nothing, id: "d2", kind: "synonym", name: "clients", meaning: "customers" };

let shop: Shop;
beforeAll(() => {
  shop = openShop();
});
afterAll(() => shop.close());

const withDefinitions = (...definitions: GivenDefinition[]) => ({
  integration: { ...shop.integration, definitions },
});

describe("definitions in answers", () => {
  test("make the interpreter's number: exactly the metric's SQL, and the answer says so", async () => {
    const question = questionOf({ message: "What are our net takings by country?", ...withDefinitions(revenue) });
    const { events, answer } = await ask(question, toolsOf());
    const [table] = only(events, "visualization");
    expect(table?.rows?.toSorted()).toEqual([
      ["France", 39.5],
      ["Germany", 60],
    ]);
    expect(answer.metadata.assumptions).toEqual(["By definition, “net takings” is SUM(total) - 0.5 of orders."]);
    expect(answer.content).toContain("net takings");
  });

  test("are those of now in a question that goes on: one that changed counts, one that is gone is not used", async () => {
    const first = await ask(questionOf({ message: "net takings", ...withDefinitions(revenue) }), toolsOf());
    const history: EarlierMessage[] = [
      { role: "user", type: "user", content: "net takings", metadata: null },
      { role: "assistant", type: "final", content: "…", metadata: null, state: first.answer.state },
    ];
    const goOn = (...definitions: GivenDefinition[]) =>
      ask(questionOf({ message: "and by country?", history, ...withDefinitions(...definitions) }), toolsOf());
    const changed = await goOn({ ...revenue, sql: "SUM(total) * 2" });
    expect(only(changed.events, "visualization")[0]?.rows?.toSorted()).toEqual([
      ["France", 80],
      ["Germany", 121],
    ]);
    const gone = await goOn(clients);
    expect(JSON.stringify(gone.answer)).not.toContain("SUM(total)");
  });

  test("are told to models, on lines of their own; without any nothing is said", async () => {
    const instructions = async (...definitions: GivenDefinition[]) => {
      const server = await startModelServer([[{ text: "Well." }]]);
      const question = questionOf({ message: "How is business?", ...withDefinitions(...definitions) });
      await ask(question, toolsOf({ url: server.url }));
      const text = textOf(server.requests[0]?.body.messages?.[0]);
      await server.close();
      return text;
    };
    expect(await instructions(revenue, clients)).toContain(
      [
        "## What words mean in this database",
        "Where the question uses one of these words, use its expression exactly as it stands, over the rows of its table.",
        "- metric net takings (also: real revenue) = SUM(total) - 0.5 of orders. What is left of it.",
        "- clients means customers",
      ].join("\n"),
    );
    expect(await instructions()).not.toContain("What words mean");
  });
});

describe("joins and descriptions", () => {
  const join: GivenDefinition = {
    ...nothing,
    id: "d3",
    kind: "join",
    name: "numbers to orders",
    table: "numbers",
    columns: ["n"],
    references_table: "orders",
    references_columns: ["id"],
  };
  const described: GivenDefinition = {
    ...nothing,
    id: "d4",
    kind: "description",
    name: "orders.total",
    table: "orders",
    column: "total",
    description: "In euros.",
  };

  test("are part of the schema: keys as if declared, comments before the database's own", async () => {
    const schema = await shop.integration.schema(AbortSignal.timeout(5_000));
    const definitions = [join, described, { ...described, id: "d5", column: null, description: "What was ordered." }];
    const known = describedBy(schema, definitions);
    const table = (name: string) => known.tables.find((one) => one.name === name);
    expect(table("numbers")?.foreign_keys).toEqual([
      { columns: ["n"], table: "orders", references: ["id"], inferred: false },
    ]);
    expect(table("orders")?.comment).toBe("What was ordered.");
    expect(table("orders")?.columns.find(({ name }) => name === "total")?.comment).toBe("In euros.");
    // The same schema for the same list, so that its catalog is made once.
    expect(describedBy(schema, definitions)).toBe(known);
    expect(describedBy(schema, [revenue, clients])).toBe(schema);
  });
});
