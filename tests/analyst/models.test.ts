import { describe, expect, test } from "vitest";
import { costOf } from "@parley/analyst/models/prices";
import { openModel } from "@parley/analyst/models/registry";
import { systemClock } from "@parley/core/environment/clock";
import { listModels, resolveModel } from "@parley/core/model/model";
import { readSettings } from "@parley/core/environment/settings";
import { startModelServer } from "../support/model-server.ts";
import { ask, questionOf, toolsOf } from "./support.ts";

const list = (env: Record<string, string>, keys: string[] = []) =>
  listModels(readSettings(env), { optional: (name) => (keys.includes(name) ? "key" : undefined) });
const ids = (models: ReturnType<typeof list>) => models.models.map((model) => model.model_id);

describe("the model list", () => {
  test("is the built-in interpreter when nothing is configured", () => {
    expect(list({})).toEqual({
      models: [{ model_id: "rules", display_name: "Built-in interpreter", description: expect.any(String) }],
      default: "rules",
    });
  });

  test("begins with the deployment's own server, which is the default", () => {
    expect(list({ MODEL_BASE_URL: "http://localhost/v1" })).toMatchObject({ default: "default" });
    const both = list({
      MODEL_BASE_URL: "http://localhost/v1",
      MODEL_ID: "qwen3-32b",
      BEDROCK_MODELS: "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
    });
    expect(ids(both)).toEqual(["qwen3-32b", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "rules"]);
    expect(both.default).toBe("qwen3-32b");
    expect(both.models[1]?.display_name).toBe("Claude Sonnet 4.5");
  });

  test("has a provider's models only if its key is set", () => {
    expect(ids(list({}, ["AnthropicApiKey"]))).toContain("claude-sonnet-4-6");
    expect(ids(list({}, ["AnthropicApiKey"]))).not.toContain("gpt-5.4");
    expect(ids(list({ OPENAI_MODELS: "one, two" }, ["OpenaiApiKey"]))).toEqual(["one", "two", "rules"]);
    expect(list({ MODEL_ID: "two", OPENAI_MODELS: "one,two" }, ["OpenaiApiKey"]).default).toBe("two");
  });
});

describe("the model that answers", () => {
  const models = list({ OPENAI_MODELS: "one,two" }, ["OpenaiApiKey"]);
  test.each([
    ["two", "one", "two"],
    [null, "two", "two"],
    ["unknown", "two", "two"],
    ["unknown", "gone", "one"],
    [null, null, "one"],
    ["rules", "two", "rules"],
  ])("asked for %s of an agent with %s is %s", (requested, agent, expected) => {
    expect(resolveModel(requested, agent, models).model_id).toBe(expected);
  });

  test("is the rules on request, and no server is called", async () => {
    const server = await startModelServer([[{ text: "not asked" }]]);
    const { answer } = await ask(questionOf({ message: "Hello", model: "rules" }), toolsOf({ url: server.url }));
    await server.close();
    expect(server.requests).toHaveLength(0);
    expect(answer.metadata.model_id).toBe("rules");
  });

  test("gets its own key and no other server's", async () => {
    const server = await startModelServer([[{ text: "Hello." }]]);
    const tools = toolsOf({ url: server.url });
    await ask(questionOf({ message: "Hello" }), {
      ...tools,
      secrets: { ...tools.secrets, optional: (name) => (name === "ModelApiKey" ? "secret-key" : undefined) },
    });
    await server.close();
    expect(server.requests[0]?.headers["authorization"]).toBe("Bearer secret-key");
    expect(JSON.stringify(server.requests[0]?.body)).not.toContain("secret-key");
  });
});

describe("a provider's model", () => {
  const compatible = { provider: "compatible", model_id: "a", display_name: "A", description: "" } as const;
  const secrets = { optional: () => "key" };

  test("is opened once by an environment, and again with other settings, secrets or another clock", async () => {
    const settings = readSettings({ MODEL_BASE_URL: "http://localhost/v1" });
    const opened = await openModel(compatible, settings, secrets, systemClock);
    expect(await openModel(compatible, settings, secrets, systemClock)).toBe(opened);
    for (const other of [
      openModel({ ...compatible, model_id: "b" }, settings, secrets, systemClock),
      openModel(compatible, { ...settings }, secrets, systemClock),
      openModel(compatible, settings, { ...secrets }, systemClock),
      openModel(compatible, settings, secrets, { ...systemClock }),
    ])
      expect(await other).not.toBe(opened);
  });
});

describe("costOf", () => {
  const used = (total: number, output: number, cacheRead = 0) => ({
    inputTokens: { total, noCache: total - cacheRead, cacheRead, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  });
  test("knows prices by the model's name, wherever it is served", () => {
    expect(costOf("claude-sonnet-4-6", used(1_000_000, 100_000))).toBeCloseTo(4.5);
    expect(costOf("us.anthropic.claude-sonnet-4-5-20250929-v1:0", used(1_000_000, 0, 500_000))).toBeCloseTo(1.65);
    expect(costOf("gpt-5.4-mini", used(1_000_000, 0))).toBeCloseTo(0.75);
    expect(costOf("gpt-5.4", used(1_000_000, 0))).toBeCloseTo(2.5);
  });
  test("says that it does not know the others", () => {
    expect(costOf("qwen3-32b", used(1, 1))).toBeNull();
    expect(costOf("constructor", used(1, 1))).toBeNull();
  });
});
