import type { PutItemCommandInput } from "@aws-sdk/client-dynamodb";
import type { Answerer } from "@parley/core/answer/answer";
import { createApp } from "@parley/functions/http/app";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";
import { newChat, scriptedAnswer } from "../support/world/world.ts";
import { webResponse } from "../support/web-response.ts";

const WORDS = ["There ", "are ", "two ", "regions."];
/** Opened one by one, they let the answerer say its words. */
let gates: PromiseWithResolvers<void>[] = [];
let said = 0;
const sayNext = () => gates[said++]?.resolve();

/** Uses a tool, then says a word for each gate that is open. */
const byPiece: Answerer = async function* (question, tools) {
  const call = { tool_call_id: "call-1", tool: "run_sql", args: { sql: "SELECT 1" } };
  const result = { status: "success", duration_ms: 1, summary: "1 row", result: null, error: null } as const;
  yield { type: "tool_call", call };
  yield { type: "tool_result", result: { tool_call_id: "call-1", tool: "run_sql", ...result } };
  for (const [at, content] of WORDS.entries()) {
    await gates[at]?.promise;
    yield { type: "text_delta", content };
  }
  const answered = yield* scriptedAnswer(question, tools);
  return { ...answered, content: WORDS.join("") + answered.content };
};

let answer: Answerer = scriptedAnswer;
const scene = useScene({ answer: (question, tools) => answer(question, tools) });
let chat = "";
beforeEach(async () => {
  answer = scriptedAnswer;
  gates = WORDS.map(() => Promise.withResolvers());
  said = 0;
  chat = await newChat(scene.world, scene.person);
});
afterEach(() => scene.world.table.release("log"));

const turns = () => `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
const request = (path: string, { headers = {}, ...init }: { headers?: object; method?: string; body?: string } = {}) =>
  new Request(`http://localhost${path}`, {
    ...init,
    headers: { authorization: `Bearer ${scene.person.token}`, ...headers },
  });
const fetched = async (path: string, init?: Parameters<typeof request>[1]) => {
  const app = createApp(scene.world.base, scene.world.endpoints);
  const response = webResponse(await app.fetch(request(path, init)));
  expect(response.status).toBe(200);
  return response;
};
const post = (body: object) =>
  fetched("/v1/chats", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chat_id: chat, message: "Which regions are there?", ...body }),
  });
const resumed = async (turnId: string, after: number, query = "") =>
  (await fetched(`${turns()}/${turnId}/events${query}`, { headers: { "last-event-id": String(after) } })).text();

const blocksOf = (text: string) => text.split(/(?<=\n\n)/).filter(Boolean);
const placeOf = (block = "") => Number(/^id: (\d+)$/m.exec(block)?.[1]);
const turnOf = (text: string): string => /"turn_id":"([^"]+)"/.exec(text)?.[1] ?? "";

/** Reads a response event by event. */
function reader(response: Response) {
  const pieces = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    next: async () => (await pieces?.read())?.value ?? "",
    /** The stream is cut: nothing more of it arrives. */
    cut: () => void pieces?.cancel(),
  };
}

/** Holds back what is written to the log until it is `opened`. */
function holdLog() {
  const [opened, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  scene.world.table.intercept("log", async ({ command, input }, send) => {
    // Whatever the command, only a put has an item.
    const { Item } = input as PutItemCommandInput;
    if (Item?.["sk"]?.S?.startsWith("EVENT#")) await opened.promise;
    const output = await send();
    if (command === "QueryCommand") read.resolve();
    return output;
  });
  return { open: opened.resolve, isRead: read.promise };
}

describe("a stream that was cut", () => {
  it("goes on after any of its ids with exactly the rest, once its turn has ended", async () => {
    const whole = await (await post({})).text();
    const blocks = blocksOf(whole);
    expect(blocks.map(placeOf)).toEqual(blocks.map((_, at) => at + 1));
    expect(await resumed(turnOf(whole), 0)).toBe(whole);
    for (const [at, block] of blocks.entries())
      expect(await resumed(turnOf(whole), placeOf(block))).toBe(blocks.slice(at + 1).join(""));
  });

  for (const cutAfter of [1, 2, 3, 4]) {
    it(`goes on after event ${cutAfter}, though the log was written only later`, async () => {
      answer = byPiece;
      const log = holdLog();
      const live = reader(await post({}));
      let heard = "";
      while (blocksOf(heard).length < cutAfter) {
        if (blocksOf(heard).length >= 2) sayNext();
        heard += await live.next();
      }
      live.cut();
      const rest = resumed(turnOf(heard), placeOf(blocksOf(heard).at(-1)));
      await log.isRead;
      for (const _word of WORDS) sayNext();
      log.open();
      const all = heard + (await rest);
      expect(all).toBe(await resumed(turnOf(heard), 0));
      expect(blocksOf(all).at(-1)).toContain("event: message\n");
    });
  }
});
