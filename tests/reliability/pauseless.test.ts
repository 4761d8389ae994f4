import { randomUUID } from "node:crypto";
import * as Chat from "@parley/core/chat/chat";
import { systemClock } from "@parley/core/environment/clock";
import type { Answerer } from "@parley/core/answer/answer";
import { accept } from "@parley/core/turn/accept";
import { requestCancel } from "@parley/core/turn/cancel";
import { run } from "@parley/core/turn/run";
import { interactiveSubmission } from "@parley/core/turn/submission";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { baseFor, unreachable } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** Yields without ever waiting, and never ends. The text is empty, so that no bound on its length ends it either. */
const pauseless: Answerer = async function* () {
  for (;;) yield { type: "text_delta", content: "" };
};

describe("an answerer that never waits", () => {
  test("is still cancelled, and leaves the process to others", async () => {
    const actor = { organization_id: randomUUID(), member_id: randomUUID() };
    const ctx = { ...baseFor(table, { clock: systemClock }), ...unreachable(), actor };
    const chat = await Chat.create(ctx, {});
    const { turn } = await accept(ctx, interactiveSubmission("stream", chat.id, { message: "Hello" }), {
      worker: "worker",
    });
    let timers = 0;
    const others = setInterval(() => (timers += 1), 10);
    try {
      const running = run(ctx, {
        turn,
        worker: "worker",
        ask: async () => ({ message: "Hello", history: [] }) as never,
        answer: pauseless,
      });
      await expect.poll(() => timers, { timeout: 20_000 }).toBeGreaterThan(5);
      await requestCancel(ctx, chat.id, turn.turn_id);
      expect(await running).toBe("cancelled");
    } finally {
      clearInterval(others);
    }
  });
});
