import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sseLines } from "@parley/functions/http/sse";
import { type Service, startService } from "../support/service.ts";

test("an event's data is one line for readers that split at Unicode's line ends too", () => {
  const content = "a\u0085b\u2028c\u2029d\r\ne";
  const [, line = "", ...rest] = sseLines({ event: "text_delta", data: { content } }).split(/[\n\r\u0085\u2028\u2029]/);
  expect(rest).toEqual(["", ""]);
  expect(JSON.parse(line.slice("data: ".length))).toEqual({ content });
});

describe("POST /v1/chats", () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test("streams a turn: metadata first, starting next, deltas that make the message, message last", async () => {
    const { member } = await service.newOrganization();
    const chat = await service.call("POST /v1/chats/create", { token: member.token, body: {} });
    expect(chat.status).toBe(200);
    const events = await service.ask(member.token, { chat_id: chat.body.id, message: "How many customers are there?" });
    expect(events[0]).toMatchObject({ event: "chat_metadata", data: { id: chat.body.id } });
    expect(events[1]).toEqual({ event: "processing", data: { status: "starting" } });
    const last = events.at(-1);
    if (last?.event !== "message") throw new Error(`ended with ${last?.event}`);
    const text = events.flatMap((event) => (event.event === "text_delta" ? [event.data.content] : [])).join("");
    expect(text).toBe(last.data.content);
    const history = await service.call(`GET /v1/chats/${chat.body.id}`, { token: member.token });
    expect(history.body).toMatchObject({
      active_turn_id: null,
      title: "How many customers are there?",
      has_more: false,
    });
    expect(history.body.messages.map((message: { type: string }) => message.type)).toEqual(["user", "scope_notice"]);
    expect(history.body.messages[1]).toMatchObject({ id: last.data.id, content: last.data.content, role: "assistant" });
  });
});
