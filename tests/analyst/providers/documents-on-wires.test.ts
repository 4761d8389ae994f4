import type { Question } from "@parley/core/answer/answer";
import { afterAll, describe, expect, test } from "vitest";
import type { WireReply, WireStep } from "../../support/model-servers/wire.ts";
import { useHandbook } from "../handbook.ts";
import { ask, openShop, questionOf, streamed } from "../support.ts";
import { type ProviderName, providerNames, providers, withProvider } from "./providers.ts";

const HANDBOOK =
  "# Handbook\n\n## Returns\n\nGoods can be returned within 30 days.\n\n## Bonus\n\nThe bonus is paid from 4 orders on.\n";

const handbook = useHandbook(HANDBOOK);
const shop = openShop();
afterAll(() => shop.close());

const search = (query: string): WireStep => ({ tool: "search_documents", args: { query } });
const orders: WireStep = { tool: "run_sql", args: { sql: "SELECT count(*) AS orders FROM orders" } };

async function answered(name: ProviderName, script: readonly WireReply[], changes: Partial<Question> = {}) {
  const { server, tools } = await withProvider(providers[name], [...script]);
  const { organization, scope, files } = handbook;
  const asked = questionOf({ organization, scope, message: "When can goods be returned?", ...changes });
  const { events, answer } = await ask(asked, { ...tools, files });
  expect(server.problems).toEqual([]);
  expect(streamed(events)).toBe(answer.content);
  return { answer, calls: server.requests.length, sent: (at: number) => JSON.stringify(server.requests[at]?.body) };
}

describe.each(providerNames)("documents through %s", (name) => {
  test("are found by the tool, and what the text uses of them is cited by number", async () => {
    const { answer, sent } = await answered(name, [
      [search("goods returned; bonus")],
      [{ text: "Within 30 days [" }, { text: "p1]." }],
    ]);
    expect(sent(1)).toContain("Goods can be returned within 30 days.");
    expect(answer.content).toBe("Within 30 days [1].");
    expect(answer.metadata.citations).toMatchObject([{ place: "Handbook › Returns" }]);
    expect(answer.metadata.verification?.status).toBe("grounded");
  });

  test("a passage that nobody was given is asked for once more, and never shown", async () => {
    const { answer, sent } = await answered(name, [
      [search("goods returned")],
      [{ text: "Within 30 days [p77]." }],
      [{ text: "Goods can be returned within 30 days [p1]." }],
    ]);
    expect(sent(2)).toContain("p77");
    expect(answer.content).not.toContain("p77");
    expect(answer.metadata.citations).toHaveLength(1);
  });

  test("and a database answer one question together: both are on the card", async () => {
    const { answer } = await answered(
      name,
      [[search("bonus orders")], [orders], [{ text: "There are 4 orders, from which on the bonus is paid [p1]." }]],
      { integration: shop.integration, message: "Do we have enough orders for the bonus?" },
    );
    expect(answer.content).toBe("There are 4 orders, from which on the bonus is paid [1].");
    expect(answer.metadata).toMatchObject({
      citations: [{ place: "Handbook › Bonus" }],
      sql: [{ tables: ["orders"] }],
      verification: { status: "grounded", numbers: [{ text: "4", source: { sql_index: 0, row: 0, column: 0 } }] },
    });
  });
});
