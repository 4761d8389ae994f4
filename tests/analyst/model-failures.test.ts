import { createServer } from "node:net";
import { once } from "node:events";
import { afterAll, describe, expect, test } from "vitest";
import { type Reply, contentFiltered, contextTooLong } from "../support/model-server.ts";
import { withModel } from "./scripted.ts";
import { ask, codeOf, only, openShop, questionOf, quickClock, streamed, toolsOf } from "./support.ts";
import type { AnswerEvent } from "@parley/core/answer/answer";

const shop = openShop();
afterAll(() => shop.close());

/** Where a pause between two tries takes no time. */
const withQuick = (script: readonly Reply[]) => withModel(script, { clock: quickClock });
const withLimit = (script: readonly Reply[], milliseconds: string) =>
  withModel(script, { env: { MODEL_TIMEOUT_MS: milliseconds } });
const hello = questionOf({ message: "Hello?" });

describe("a model that fails", () => {
  test.each<[string, Reply]>([
    ["500", { status: 500 }],
    ["503", { status: 503 }],
    ["429", { status: 429, headers: { "retry-after": "0" } }],
    ["a cut connection", [{ close: true }]],
    ["an error inside the stream", [{ streamError: { message: "overloaded", code: 503 } }]],
  ])("is asked again after %s as long as it has said nothing", async (_, failure) => {
    const { server, tools } = await withQuick([failure, failure, [{ text: "Here " }, { text: "I am." }]]);
    const { events, answer } = await ask(hello, tools);
    expect(server.requests).toHaveLength(3);
    expect(answer.content).toBe("Here I am.");
    expect(streamed(events)).toBe("Here I am.");
  });

  test("is MODEL_UNAVAILABLE after four tries", async () => {
    const { server, tools } = await withQuick([{ status: 500 }]);
    expect(await codeOf(ask(hello, tools))).toBe("MODEL_UNAVAILABLE");
    expect(server.requests).toHaveLength(4);
  });

  test("is MODEL_UNAVAILABLE when nothing listens", async () => {
    const probe = createServer().listen(0, "127.0.0.1");
    await once(probe, "listening");
    const address = probe.address();
    const port = typeof address === "object" && address ? address.port : 0;
    probe.close();
    await once(probe, "close");
    expect(await codeOf(ask(hello, toolsOf({ url: `http://127.0.0.1:${port}/v1`, clock: quickClock })))).toBe(
      "MODEL_UNAVAILABLE",
    );
  });

  test("is not asked again once it has said something", async () => {
    const { server, tools } = await withQuick([[{ text: "It is " }, { text: "about ", after: 500 }, { close: true }]]);
    const events: AnswerEvent[] = [];
    expect(await codeOf(ask(hello, tools, events))).toBe("MODEL_UNAVAILABLE");
    expect(server.requests).toHaveLength(1);
    expect(streamed(events)).toContain("It is ");
  });

  test("has all of its text sent before its failure, in fewer pieces than it gave", async () => {
    const words = Array.from({ length: 60 }, (_, at) => `word${at} `);
    const { tools } = await withModel([
      [...words.map((text) => ({ text, after: 4 })), { streamError: { message: "overloaded", code: 503 } }],
    ]);
    const events: AnswerEvent[] = [];
    expect(await codeOf(ask(hello, tools, events))).toBe("MODEL_UNAVAILABLE");
    expect(streamed(events)).toBe(words.join(""));
    expect(only(events, "text_delta").length).toBeLessThan(words.length / 2);
  });

  test("is not asked again when the request itself is refused", async () => {
    const { server, tools } = await withQuick([{ status: 401 }]);
    expect(await codeOf(ask(hello, tools))).toBe("MODEL_UNAVAILABLE");
    expect(server.requests).toHaveLength(1);
  });

  test("is MODEL_UNAVAILABLE at once when it asks for a long pause", async () => {
    const { server, tools } = await withQuick([{ status: 429, headers: { "retry-after": "120" } }]);
    expect(await codeOf(ask(hello, tools))).toBe("MODEL_UNAVAILABLE");
    expect(server.requests).toHaveLength(1);
  });

  test("says CONTEXT_TOO_LONG and CONTENT_FILTERED by their names", async () => {
    const long = await withQuick([contextTooLong]);
    expect(await codeOf(ask(hello, long.tools))).toBe("CONTEXT_TOO_LONG");
    expect(long.server.requests).toHaveLength(1);
    await long.server.close();
    const filtered = await withQuick([contentFiltered]);
    expect(await codeOf(ask(hello, filtered.tools))).toBe("CONTENT_FILTERED");
    await filtered.server.close();
    const stopped = await withQuick([[{ text: "I " }, { finish: "content_filter" }]]);
    expect(await codeOf(ask(hello, stopped.tools))).toBe("CONTENT_FILTERED");
  });
});

describe("a model that hangs", () => {
  test("is MODEL_TIMEOUT before its first word, and its connection is closed", async () => {
    const { server, tools } = await withLimit([[{ hang: true }]], "300");
    expect(await codeOf(ask(hello, tools))).toBe("MODEL_TIMEOUT");
    expect(server.requests).toHaveLength(1);
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
  });

  test("is MODEL_TIMEOUT in the middle of its answer", async () => {
    const { server, tools } = await withLimit([[{ text: "It is " }, { hang: true }]], "1000");
    const events: AnswerEvent[] = [];
    expect(await codeOf(ask(hello, tools, events))).toBe("MODEL_TIMEOUT");
    expect(streamed(events)).toBe("It is ");
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
  });
});

describe("an aborted turn", () => {
  test("ends the call to the model", async () => {
    const abort = new AbortController();
    const { server, tools } = await withModel([[{ text: "It is " }, { hang: true }]], { signal: abort.signal });
    const events: AnswerEvent[] = [];
    const run = ask(hello, tools, events);
    await server.received(1);
    const reason = new Error("interrupted");
    abort.abort(reason);
    await expect(run).rejects.toBe(reason);
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
  });

  test("ends the pause before another try", async () => {
    const abort = new AbortController();
    const later: Reply = { status: 429, headers: { "retry-after": "10" } };
    const { server, tools } = await withModel([later], { signal: abort.signal });
    const run = ask(hello, tools);
    await server.received(1);
    const started = performance.now();
    abort.abort(new Error("interrupted"));
    await expect(run).rejects.toThrow("interrupted");
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test("ends the statement in the database", async () => {
    const abort = new AbortController();
    const endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";
    const { tools } = await withModel([[{ tool: "run_sql", args: { sql: endless } }]], { signal: abort.signal });
    const events: AnswerEvent[] = [];
    const run = ask(questionOf({ message: "?", integration: shop.integration }), tools, events);
    const watch = (async () => {
      while (only(events, "progress").at(-1)?.status !== "analyzing")
        await new Promise((resolve) => setImmediate(resolve));
    })();
    await watch;
    abort.abort(new Error("interrupted"));
    await expect(run).rejects.toThrow("interrupted");
    const datasource = await shop.integration.open();
    const after = await datasource.run("SELECT 1 AS one", {
      row_limit: 1,
      timeout_ms: 5_000,
      signal: new AbortController().signal,
    });
    expect(after.rows).toEqual([[1]]);
  });
});
