import type { EarlierMessage } from "@parley/core/answer/answer";
import { afterAll, describe, expect, test, vi } from "vitest";
import { ask, codeOf, openShop, questionOf } from "../support.ts";
import { anthropic, bedrock, openai, type Options, type Provider, providers, withProvider } from "./providers.ts";
import type { WireReply } from "../../support/model-servers/wire.ts";

const shop = openShop();
afterAll(() => shop.close());

const hello = questionOf({ message: "Hello?" });
const asked = questionOf({ message: "How many customers are there?", integration: shop.integration });
const counting: WireReply = [
  { think: "They want a count." },
  { tool: "run_sql", args: { sql: "SELECT count(*) AS n FROM customers" } },
];

/** The bodies of the requests that answering a question takes. */
async function bodiesOf(provider: Provider, question = hello, options: Options = {}) {
  const script = question === hello ? [[{ text: "Hello." }]] : [counting, [{ text: "Three." }]];
  const { server, tools } = await withProvider(provider, script, options);
  await ask(question, tools);
  expect(server.problems).toEqual([]);
  return server.requests.map(({ body }) => body);
}

const says = (type: EarlierMessage["type"], content: string): EarlierMessage => ({
  role: type === "user" ? "user" : "assistant",
  type,
  content,
  metadata: null,
});
const earlierCall = [
  says("tool_call", JSON.stringify({ tool_call_id: "c9", tool: "run_sql", args: { sql: "SELECT 7 AS seven" } })),
  says(
    "tool_result",
    JSON.stringify({
      tool_call_id: "c9",
      tool: "run_sql",
      status: "success",
      duration_ms: 1,
      summary: "1 row",
      result: { rows: [["seven"]] },
      error: null,
    }),
  ),
  says("final", "It is seven."),
];

describe("a chat's window", () => {
  test.each(Object.entries(providers))("of %s begins with a question, not with a tool's call", async (_, provider) => {
    const [body] = await bodiesOf(provider, {
      ...asked,
      history: [...earlierCall, says("user", "And eight?"), says("final", "Eight.")],
    });
    expect(JSON.stringify(body)).toContain("And eight?");
    expect(JSON.stringify(body)).not.toContain("It is seven.");
  });

  test.each(Object.entries(providers))(
    "of %s keeps what tools found before the chat lost its database",
    async (_, provider) => {
      const { server, tools } = await withProvider(provider, [[{ text: "Seven." }]]);
      await ask({ ...hello, history: [says("user", "What is it?"), ...earlierCall] }, tools);
      expect(server.problems).toEqual([]);
      const sent = JSON.stringify(server.requests[0]?.body);
      expect(sent).toContain("SELECT 7 AS seven");
      expect(sent).toMatch(/rows.{1,12}seven/);
    },
  );
});

describe("what a provider is told beside the question", () => {
  const limits = { maxTokens: 16_000, temperature: 0 };

  test("Anthropic: a limit, a temperature where the model takes one, and marks for its cache", async () => {
    const [first, second] = await bodiesOf(providers["Anthropic"], asked);
    expect(first).toMatchObject({
      max_tokens: 16_000,
      temperature: 0,
      system: [{ cache_control: { type: "ephemeral" } }, { text: expect.stringContaining("Today is") }],
    });
    for (const { messages } of [first, second] as { messages: { content: { cache_control?: unknown }[] }[] }[]) {
      const marked = messages.map(({ content }) => content.some((block) => block.cache_control !== undefined));
      expect(marked).toEqual(messages.map((_, at) => at === messages.length - 1));
    }
    expect(await bodiesOf(anthropic("claude-opus-4-7"))).not.toMatchObject([{ temperature: expect.anything() }]);
  });

  test("Bedrock: a limit, and a cache point after the instructions and the last message", async () => {
    const [, second] = await bodiesOf(providers["Bedrock"], asked);
    expect(second).toMatchObject({
      inferenceConfig: limits,
      system: [{}, { cachePoint: { type: "default" } }, { text: expect.stringContaining("Today is") }],
    });
    const { messages } = second as { messages: { content: unknown[] }[] };
    expect(messages.at(-1)?.content.at(-1)).toEqual({ cachePoint: { type: "default" } });
    expect(JSON.stringify(messages.slice(0, -1))).not.toContain("cachePoint");
  });

  test.each([
    "meta.llama3-3-70b-instruct-v1:0",
    "mistral.mistral-large-2407-v1:0",
    "anthropic.claude-3-sonnet-20240229-v1:0",
    "anthropic.claude-3-5-sonnet-20240620-v1:0",
    "deepseek.v3-v1:0",
    "arn:aws:bedrock:eu-central-1:1:application-inference-profile/abc",
  ])("Bedrock: %s gets no cache point and no limit, for it may refuse them", async (model) => {
    const bodies = JSON.stringify(await bodiesOf(bedrock(model), asked));
    expect(bodies).not.toContain("cachePoint");
    expect(bodies).not.toContain("inferenceConfig");
  });

  test.each([
    "us.amazon.nova-pro-v1:0",
    "anthropic.claude-3-7-sonnet-20250219-v1:0",
    "anthropic.claude-3-5-haiku-20241022-v1:0",
  ])("Bedrock: %s gets a cache point", async (model) => {
    expect(JSON.stringify(await bodiesOf(bedrock(model), asked))).toContain("cachePoint");
  });

  test("OpenAI: nothing is stored, and thoughts come back sealed", async () => {
    const [first, second] = await bodiesOf(providers["OpenAI (Responses)"], asked);
    expect(first).toMatchObject({ store: false, include: ["reasoning.encrypted_content"], max_output_tokens: 16_000 });
    expect(first).not.toHaveProperty("temperature");
    expect(second).toMatchObject({
      input: expect.arrayContaining([expect.objectContaining({ type: "reasoning", encrypted_content: "c2VhbGVk" })]),
    });
    const [chat] = await bodiesOf(providers["OpenAI (Chat)"], asked);
    expect(chat).toMatchObject({ store: false, max_completion_tokens: 16_000 });
    const [older] = await bodiesOf(openai("gpt-4-turbo", "chat"));
    expect(older).not.toHaveProperty("max_tokens");
  });

  test("a server of one's own: nothing that it was not told to", async () => {
    const [body] = await bodiesOf(providers["an OpenAI-compatible server"], asked);
    expect(Object.keys(body ?? {}).toSorted()).toEqual([
      "messages",
      "model",
      "stream",
      "stream_options",
      "tool_choice",
      "tools",
    ]);
  });

  test("MODEL_OUTPUT_TOKENS and MODEL_TEMPERATURE are heard by every provider that takes them", async () => {
    const env = { MODEL_OUTPUT_TOKENS: "900", MODEL_TEMPERATURE: "0.5" };
    const told = async (provider: Provider) => (await bodiesOf(provider, hello, { env }))[0];
    expect(await told(providers["Anthropic"])).toMatchObject({ max_tokens: 900, temperature: 0.5 });
    expect(await told(bedrock("meta.llama3-3-70b-instruct-v1:0"))).toMatchObject({
      inferenceConfig: { maxTokens: 900, temperature: 0.5 },
    });
    expect(await told(providers["OpenAI (Responses)"])).toMatchObject({ max_output_tokens: 900 });
    expect(await told(openai("gpt-4o", "responses"))).toMatchObject({ temperature: 0.5 });
    expect(await told(providers["OpenAI (Chat)"])).toMatchObject({ max_completion_tokens: 900 });
    expect(await told(providers["an OpenAI-compatible server"])).toMatchObject({ max_tokens: 900, temperature: 0.5 });
  });
});

describe("Bedrock's signature", () => {
  test.each([
    ["AWS_SECRET_ACCESS_KEY", "another"],
    ["AWS_ACCESS_KEY_ID", "ANOTHER"],
  ])("is refused with another %s, and not tried again", async (name, value) => {
    const { server, tools } = await withProvider(providers["Bedrock"], [[{ text: "Hello." }]]);
    vi.stubEnv(name, value);
    expect(await codeOf(ask(hello, tools))).toBe("MODEL_UNAVAILABLE");
    expect(server.problems.map(({ status }) => status)).toEqual([403]);
  });

  test("is of BEDROCK_REGION, else of the process's region", async () => {
    const settings = (url: string) => ({ BEDROCK_MODELS: providers["Bedrock"].model, BEDROCK_BASE_URL: url });
    const { server, tools } = await withProvider({ ...providers["Bedrock"], settings }, [[{ text: "Hello." }]]);
    expect(await codeOf(ask(hello, tools))).toBe("MODEL_UNAVAILABLE");
    expect(JSON.stringify(server.problems)).toContain("us-east-1/bedrock");
  });
});
