import { afterAll, describe, expect, test } from "vitest";
import { ask, codeOf, only, openShop, questionOf, streamed } from "../support.ts";
import { providerNames, providers, withProvider } from "./providers.ts";
import type { WireReply } from "../../support/model-servers/wire.ts";

const shop = openShop();
afterAll(() => shop.close());

const hello = questionOf({ message: "Hello?" });
const asked = questionOf({ message: "How many customers are there?", integration: shop.integration });
const counting: WireReply = [
  { think: "They want a count." },
  { tool: "run_sql", args: { sql: "SELECT count(*) AS n FROM customers" } },
];

describe.each(providerNames)("%s", (name) => {
  const provider = providers[name];

  test("calls a tool, reads its result and answers, and its figures are counted", async () => {
    const { server, tools } = await withProvider(provider, [counting, [{ text: "There are " }, { text: "3." }]]);
    const { events, answer } = await ask(asked, tools);
    expect(server.problems).toEqual([]);
    expect(answer.content).toBe("There are 3.");
    expect(streamed(events)).toBe("There are 3.");
    expect(only(events, "tool_call").map(({ call }) => call.args)).toEqual([
      { sql: "SELECT count(*) AS n FROM customers" },
    ]);
    expect(JSON.stringify(server.requests[1]?.body)).toContain("[[3]]");
    expect(answer.metadata).toMatchObject({
      model_id: provider.model,
      usage: { input_tokens: 200, output_tokens: 40 },
    });
  });

  test("keeps what was found where it may call no more tools", async () => {
    const { server, tools } = await withProvider(provider, ({ index }) =>
      index < 11 ? [{ tool: "run_sql", args: { sql: `SELECT ${index} + 1000 AS found` } }] : [{ text: "Enough." }],
    );
    const { answer } = await ask(asked, tools);
    expect(server.problems).toEqual([]);
    expect(server.requests).toHaveLength(12);
    const last = JSON.stringify(server.requests.at(-1)?.body);
    expect(last).toContain("[[1010]]");
    expect(last).toContain("SELECT 10 + 1000 AS found");
    expect(answer.content).toBe("Enough.");
  });

  test("that calls a tool where it must answer ends with what there is", async () => {
    const { server, tools } = await withProvider(provider, [counting]);
    const { answer } = await ask(asked, tools);
    expect(server.problems).toEqual([]);
    expect(server.requests).toHaveLength(12);
    expect(answer.content).toMatch(/^The table shows the last result/);
  });

  test.each(["throttled", "overloaded"] as const)(
    "is asked again when it is %s, at first or while it begins",
    async (kind) => {
      const { server, tools } = await withProvider(provider, [
        { refuses: kind, headers: { "retry-after": "0" } },
        [{ think: "Well" }, { fails: kind }],
        [{ text: "Here I am." }],
      ]);
      expect((await ask(hello, tools)).answer.content).toBe("Here I am.");
      expect(server.requests).toHaveLength(3);
    },
  );

  test.each(["throttled", "overloaded"] as const)("that stays %s is MODEL_UNAVAILABLE", async (kind) => {
    const { server, tools } = await withProvider(provider, [{ refuses: kind }]);
    expect(await codeOf(ask(hello, tools))).toBe("MODEL_UNAVAILABLE");
    expect(server.requests).toHaveLength(4);
  });

  test("says by their names that a prompt is too long and that content was filtered", async () => {
    const long = await withProvider(provider, [{ refuses: "too-long" }]);
    expect(await codeOf(ask(hello, long.tools))).toBe("CONTEXT_TOO_LONG");
    const filtered = await withProvider(provider, [{ refuses: "filtered" }]);
    expect(await codeOf(ask(hello, filtered.tools))).toBe("CONTENT_FILTERED");
    expect(filtered.server.requests).toHaveLength(1);
  });

  test("that refuses to answer is CONTENT_FILTERED", async () => {
    const { tools } = await withProvider(provider, [[{ end: "refused" }]]);
    expect(await codeOf(ask(hello, tools))).toBe("CONTENT_FILTERED");
  });

  test.each(["reset", "clean"] as const)(
    "whose stream is cut (%s) is asked again before a word, and fails after it",
    async (cut) => {
      const early = await withProvider(provider, [[{ cut }], [{ think: "Hm" }, { cut }], [{ text: "Whole." }]]);
      expect((await ask(hello, early.tools)).answer.content).toBe("Whole.");
      expect(early.server.requests).toHaveLength(3);
      const late = await withProvider(provider, [[{ text: "It is about " }, { cut }]]);
      expect(await codeOf(ask(hello, late.tools))).toBe("MODEL_UNAVAILABLE");
      expect(late.server.requests).toHaveLength(1);
    },
  );

  test("that reaches its limit of output says that its answer ends there", async () => {
    const { tools } = await withProvider(provider, [[{ text: "The revenue of" }, { end: "length" }]]);
    const { answer, events } = await ask(hello, tools);
    expect(answer.content).toMatch(/^The revenue of\n\nThe answer ends here/);
    expect(answer.metadata.truncated).toBe(true);
    expect(streamed(events)).toBe(answer.content);
  });

  test.runIf(provider.tellsThoughts)("may think for longer than it may be silent", async () => {
    const thoughts = Array.from({ length: 8 }, (_, at) => ({ think: `Thought ${at}. `, after: 100 }));
    const { tools } = await withProvider(provider, [[...thoughts, { text: "Done." }]], {
      env: { MODEL_TIMEOUT_MS: "500" },
    });
    expect((await ask(hello, tools)).answer.content).toBe("Done.");
  });

  test("that falls silent while it thinks is MODEL_TIMEOUT, and its connection is closed", async () => {
    const { server, tools } = await withProvider(provider, [[{ think: "Hm." }, { hang: true }]], {
      env: { MODEL_TIMEOUT_MS: "300" },
    });
    expect(await codeOf(ask(hello, tools))).toBe("MODEL_TIMEOUT");
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
  });

  test("is hung up on when the turn is cancelled", async () => {
    const abort = new AbortController();
    const { server, tools } = await withProvider(provider, [[{ text: "It " }, { hang: true }]], {
      signal: abort.signal,
    });
    const run = ask(hello, tools);
    await server.received(1);
    abort.abort(new Error("interrupted"));
    await expect(run).rejects.toThrow("interrupted");
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
  });

  test("reads a malformed call as a failure of that call", async () => {
    const { server, tools } = await withProvider(provider, [
      [{ tool: "run_sql", args: '{"sql": "SELECT' }],
      [{ text: "I could not." }],
    ]);
    const { events, answer } = await ask(asked, tools);
    expect(server.problems).toEqual([]);
    expect(only(events, "tool_result")[0]?.result.status).toBe("error");
    expect(answer.content).toBe("I could not.");
  });
});
