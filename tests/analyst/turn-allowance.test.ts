import { meterCall } from "@parley/analyst/models/call-meter";
import { createMeter, wholeAllowance } from "@parley/core/ledger/meter";
import { turnAllowance } from "@parley/contract/limits";
import { afterAll, describe, expect, test } from "vitest";
import { withModel } from "./scripted.ts";
import { ask, codeOf, only, openShop, questionOf, quickClock } from "./support.ts";

const shop = openShop();
afterAll(() => shop.close());

const question = questionOf({ message: "Customers by country?", integration: shop.integration });
const look = {
  tool: "run_sql",
  args: { sql: "SELECT country, count(*) AS customers FROM customers GROUP BY country" },
};

describe("what a turn may use", () => {
  test("a step of thirty calls runs as many as a turn may; the model is told so and has to answer", async () => {
    const meter = createMeter();
    const { server, tools } = await withModel([Array.from({ length: 30 }, () => look), [{ text: "Two countries." }]], {
      meter,
    });
    const { events, answer } = await ask(question, tools);
    const results = only(events, "tool_result").map(({ result }) => result);
    expect(results).toHaveLength(30);
    expect(results.filter(({ status }) => status === "success")).toHaveLength(turnAllowance.tool_calls);
    expect(results.at(-1)?.error).toBe("The calls for this question are used up: answer with what there is");
    const [, second] = server.requests;
    expect(server.requests).toHaveLength(2);
    expect(second?.body.tool_choice).toBe("none");
    expect(answer.content).toBe("Two countries.");
    expect(meter.used).toMatchObject({ tool_calls: turnAllowance.tool_calls, model_calls: 2 });
  });

  test("every request to the model counts, tried again or not, and none is made beyond the last", async () => {
    const meter = createMeter({ ...wholeAllowance, model_calls: 3 });
    const { server, tools } = await withModel([{ status: 503 }], { meter, clock: quickClock });
    expect(await codeOf(ask(question, tools))).toBe("MODEL_UNAVAILABLE");
    expect(server.requests).toHaveLength(3);
    expect(meter.used.model_calls).toBe(3);
  });

  test("a model whose tokens are nearly used up has to answer, and is called no more when they are", async () => {
    const few = createMeter({ ...wholeAllowance, tokens: 5_000 });
    few.add({ tokens: 3_950 });
    const { server, tools } = await withModel([[look], [{ text: "Two." }]], { meter: few });
    await ask(question, tools);
    expect(server.requests.map(({ body }) => body.tool_choice)).toEqual(["auto", "none"]);
    const none = createMeter({ ...wholeAllowance, tokens: 1 });
    const one = await withModel([[look], [{ text: "Never said." }]], { meter: none });
    const { answer } = await ask(question, one.tools);
    expect(one.server.requests).toHaveLength(1);
    expect(answer.content).toBe("The table shows the last result; the model did not put an answer into words.");
  });

  test("no figure of a provider gives tokens back, or is too large to be added up", () => {
    const figures = [-5_000_000, Number.NaN, Number.NEGATIVE_INFINITY, 1e300, Number.POSITIVE_INFINITY, 0.5];
    for (const figure of figures) {
      const meter = createMeter();
      const parts = { total: figure, noCache: figure, cacheRead: figure, cacheWrite: figure };
      meterCall("gpt-5.4", { prompt: [] }, meter)?.finished({
        inputTokens: parts,
        outputTokens: { total: figure, text: figure, reasoning: figure },
      });
      const { input_tokens, output_tokens, cost_usd } = meter.spent;
      for (const told of [meter.used.tokens, meter.used.microdollars, input_tokens, output_tokens, cost_usd]) {
        expect(told, String(figure)).toBeGreaterThanOrEqual(0);
        expect(told, String(figure)).toBeLessThan(Number.MAX_SAFE_INTEGER);
      }
    }
  });

  test("what a provider reports is counted in the end, and the call's size if it is cut short", async () => {
    const told = createMeter();
    const whole = await withModel([[{ text: "Two." }]], { meter: told });
    const { answer } = await ask(question, whole.tools);
    expect(told.used).toMatchObject({ model_calls: 1, tokens: 120 });
    expect(answer.metadata.usage).toMatchObject({ input_tokens: 100, output_tokens: 20 });

    const stop = new AbortController();
    const cut = createMeter();
    const hanging = await withModel([[{ text: "Tw" }, { hang: true }]], { meter: cut, signal: stop.signal });
    const asked = ask(question, hanging.tools);
    await hanging.server.received(1);
    stop.abort();
    await asked.catch(() => undefined);
    expect(cut.used.model_calls).toBe(1);
    expect(cut.used.tokens).toBeGreaterThan(200);
  });

  test("what a turn has spent is known however it ends; a call that the provider refused is not in it", async () => {
    const failing = createMeter();
    const failed = await withModel([[look], [{ text: "About tw" }, { close: true }]], { meter: failing });
    await expect(ask(question, failed.tools)).rejects.toMatchObject({ code: "MODEL_UNAVAILABLE" });
    // The first call as the provider reports it, the second by its size.
    expect(failing.spent).toMatchObject({ model_id: "scripted", output_tokens: 20, rows: 2, cost_usd: null });
    expect(failing.spent.input_tokens).toBeGreaterThan(300);

    const refused = createMeter();
    const again = await withModel([{ status: 500 }, [{ text: "Two." }]], { meter: refused, clock: quickClock });
    await ask(question, again.tools);
    expect(refused.spent).toMatchObject({ input_tokens: 100, output_tokens: 20 });
  });

  test("SQL is timed, whether it succeeds or not, and runs no longer than the turn has time for", async () => {
    const meter = createMeter({ ...wholeAllowance, sql_ms: 400 });
    const long = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n`;
    const { tools } = await withModel([[{ tool: "run_sql", args: { sql: long } }], [look], [{ text: "No." }]], {
      meter,
    });
    const { events } = await ask(question, tools);
    const [first, second] = only(events, "tool_result").map(({ result }) => result);
    expect(first?.error).toMatch(/^QUERY_TIMEOUT/);
    expect(second?.error).toMatch(/^The time for queries of this question is used up/);
    expect(meter.used.sql_ms).toBeGreaterThanOrEqual(400);
  });
});
