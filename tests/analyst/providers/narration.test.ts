import type { Clock } from "@parley/core/environment/clock";
import { systemClock } from "@parley/core/environment/clock";
import type { AnswerEvent } from "@parley/core/answer/answer";
import { answer } from "@parley/analyst/answer";
import { afterAll, describe, expect, test } from "vitest";
import { ask, only, openShop, questionOf, streamed } from "../support.ts";
import { providerNames, providers, withProvider } from "./providers.ts";
import type { WireStep } from "../../support/model-servers/wire.ts";

const shop = openShop();
afterAll(() => shop.close());

const asked = questionOf({ message: "How many customers are there, by country?", integration: shop.integration });
const countries: WireStep = {
  tool: "run_sql",
  args: { sql: "SELECT country, count(*) AS customers FROM customers GROUP BY country" },
};
const nothing: WireStep = { tool: "run_sql", args: { sql: "SELECT * FROM customers WHERE id < 0" } };
const wrong: WireStep = { tool: "run_sql", args: { sql: "SELECT nothing FROM customers" } };
const orders: WireStep = { tool: "run_sql", args: { sql: "SELECT count(*) AS orders FROM orders" } };

/** Time that stands still: whatever waits for it waits until it is given up. */
const stopped: Clock = {
  now: () => 1_790_000_000_000,
  yield: () => systemClock.yield(),
  sleep: (_ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) resolve();
      signal?.addEventListener("abort", () => resolve(), { once: true });
    }),
};

/** What a model says before its next call when it has seen rows: word for word what is never to be shown as the answer. */
const NARRATIONS = [
  ["Let me ", "look at the orders, too."],
  ["I see ", "two countries. ", "Their orders are missing."],
  ["The ", "result ", "shows every country. ", "The orders come next."],
  ["Now", " the orders."],
  ["There", " are two tables for that."],
  ["Jetzt ", "fehlen die ", "Bestellungen."],
  ["Die Ab", "frage zeigt die Länder."],
  ["Main", "tenant les commandes."],
  ["Ahora ", "los pedidos."],
];

const texts = (pieces: readonly string[]): WireStep[] => pieces.map((text) => ({ text }));

describe.each(providerNames)("text of %s after a result", (name) => {
  const provider = providers[name];

  test.each(NARRATIONS.map((pieces) => [pieces.join(""), pieces] as const))(
    "is narration where a call follows: %s",
    async (narration, pieces) => {
      const { server, tools } = await withProvider(
        provider,
        [[countries], [...texts(pieces), orders], [{ text: "Four orders." }]],
        { clock: stopped },
      );
      const { events, answer: answered } = await ask(asked, tools);
      expect(server.problems).toEqual([]);
      expect(only(events, "tool_message").map(({ content }) => content)).toEqual([narration]);
      expect(answered.content).toBe("Four orders.");
      expect(streamed(events)).toBe("Four orders.");
    },
  );

  /** The text that is shown before the model has said more than `said`: it goes on only once there is some. */
  async function firstText(steps: WireStep[][], said: string[]): Promise<string> {
    const shown = Promise.withResolvers<string>();
    const { server, tools } = await withProvider(
      provider,
      [...steps, [...texts(said), { until: shown.promise }, { text: " And that is all." }]],
      { clock: stopped },
    );
    const events: AnswerEvent[] = [];
    for await (const event of answer(asked, tools)) {
      events.push(event);
      if (event.type === "text_delta") shown.resolve(streamed(events));
    }
    expect(server.problems).toEqual([]);
    expect(streamed(events)).toBe(`${said.join("")} And that is all.`);
    // Final text comes after the table it is about.
    const firstOf = (type: AnswerEvent["type"]) => events.findIndex((event) => event.type === type);
    expect(firstOf("visualization")).toBeLessThan(firstOf("text_delta"));
    return shown.promise;
  }

  test("is shown as soon as it begins like an answer: no time passes, and the model has not gone on", async () => {
    expect(await firstText([[countries]], ["Germany"])).toBe("Germany");
    expect(await firstText([[countries]], ["The", " largest"])).toBe("The");
    expect(await firstText([[wrong], [countries]], ["Deutschland", " hat"])).toMatch(/^Deutschland/);
  });

  test("is shown as soon as it is no announcement in a step that may call no tool, whatever was found", async () => {
    const calls = Array.from({ length: 10 }, () => [nothing]);
    const said = "There are two countries with customers.";
    expect(await firstText([[countries], ...calls], [said])).toBe(said);
  });

  test.each([
    ["found no rows", [nothing]],
    ["failed", [wrong]],
    ["failed beside one that found rows", [countries, wrong]],
    ["only described tables", [{ tool: "describe_tables", args: {} } satisfies WireStep]],
  ])("waits for what follows where the call before it %s", async (_what, calls) => {
    const { tools } = await withProvider(
      provider,
      [calls, [{ text: "Germany " }, { text: "is written differently." }, countries], [{ text: "Two." }]],
      { clock: stopped },
    );
    const { events, answer: answered } = await ask(asked, tools);
    expect(only(events, "tool_message").map(({ content }) => content)).toEqual(["Germany is written differently."]);
    expect(answered.content).toBe("Two.");
  });
});
