import { randomUUID } from "node:crypto";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import { createApp } from "@parley/functions/http/app";
import { describe, expect, it } from "vitest";
import { newChat } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene({ owning: true });
const { as, chatOf, questions } = scene;

const events = (text: string) =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((block, position) => {
      const [name = "", data = "", id = "", ...more] = block.split("\n");
      expect(more).toEqual([]);
      expect(id).toBe(`id: ${position + 1}`);
      expect(name).toMatch(/^event: \w+$/);
      return { event: name.slice(7), data: JSON.parse(data.replace(/^data: /, "")) };
    });

describe("POST /v1/chats", () => {
  const ask = (body: object) =>
    as(scene.person, "POST /v1/chats", { chat_id: scene.own.chat_id, message: "Which regions are there?", ...body });

  it("streams pairs of an event line and a data line, each with an id: metadata, progress, deltas that make the message, message last", async () => {
    const answer = await ask({});
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
    });
    const streamed = events(answer.text);
    expect(streamed.map(({ event }) => event)).toEqual([
      "chat_metadata",
      "processing",
      "processing",
      "visualization",
      "text_delta",
      "text_delta",
      "message",
    ]);
    expect(streamed[0]?.data).toEqual({
      id: scene.own.chat_id,
      user_message_id: expect.any(String),
      turn_id: expect.any(String),
    });
    expect(streamed[1]?.data).toEqual({ status: "starting" });
    expect(streamed[3]?.data).toEqual({
      id: expect.any(String),
      type: "table",
      headers: ["region"],
      rows: [["north"], ["south"]],
    });
    const content = streamed.flatMap(({ event, data }) => (event === "text_delta" ? [data.content] : [])).join("");
    expect(streamed.at(-1)?.data).toEqual({ content, id: expect.any(String) });
    const kept = await as(scene.person, `GET /v1/chats/${scene.own.chat_id}/messages/${streamed.at(-1)?.data.id}`);
    expect(kept.body).toMatchObject({ role: "assistant", type: "final", content });
  });

  it("takes any Accept header, or none", async () => {
    for (const accept of ["text/event-stream", "*/*", "application/json"]) {
      const token = await scene.world.refreshed(scene.person);
      const answer = await scene.world.call("POST /v1/chats", {
        token,
        headers: { accept },
        body: { chat_id: scene.own.chat_id, message: "Hello" },
      });
      expect(answer.headers["content-type"]).toContain("text/event-stream");
    }
  });

  it("answers 400 MISSING_CHAT_ID without a chat, and says how to make one", async () => {
    for (const chat_id of [undefined, null, ""]) {
      const answer = await ask({ chat_id });
      expect(answer).toMatchObject({
        status: 400,
        body: {
          detail: { code: "MISSING_CHAT_ID", message: expect.stringContaining("POST /v1/chats/create") },
          code: "MISSING_CHAT_ID",
        },
      });
    }
  });

  it("answers 404 CHAT_NOT_FOUND to an unknown chat and to another's", async () => {
    for (const chat_id of ["x", randomUUID(), await newChat(scene.world, scene.tenant.other)]) {
      expect(await ask({ chat_id })).toMatchObject({
        status: 404,
        text: '{"detail":{"code":"CHAT_NOT_FOUND","message":"Chat not found"},"code":"CHAT_NOT_FOUND"}',
      });
    }
  });

  it("answers 400 with the names of saved-query parameters that have no value", async () => {
    const body = { saved_query_id: scene.own.query_id, integration_id: scene.own.integration_id };
    for (const parameters of [undefined, {}, { other: "x" }]) {
      const answer = await ask({ ...body, parameters });
      expect(answer).toMatchObject({
        status: 400,
        body: { detail: { code: "MISSING_QUERY_PARAMETER", missing: ["region"] } },
      });
    }
    for (const parameters of [{ region: 1 }, { region: null }, [], "region"])
      expect((await ask({ ...body, parameters })).status).toBe(422);
    expect((await ask({ ...body, parameters: { region: "" } })).status).toBe(200);
  });

  it("runs a saved query directly, with the message for display only", async () => {
    await ask({
      message: "Shown",
      saved_query_id: scene.own.query_id,
      integration_id: scene.own.integration_id,
      parameters: { region: "north" },
    });
    expect(questions[0]?.saved_query).toMatchObject({
      id: scene.own.query_id,
      mode: "direct",
      values: { region: "north" },
    });
    expect((await chatOf(scene.own.chat_id)).messages.at(-2)).toMatchObject({ type: "user", content: "Shown" });
  });

  it("binds the integration to the chat, and leaves its title as it is, however long the hint", async () => {
    const chat_id = await newChat(scene.world, scene.person, { title: "Mine" });
    const { status } = await ask({ chat_id, integration_id: scene.own.integration_id, title: "Other".repeat(100) });
    expect(status).toBe(200);
    expect(await chatOf(chat_id)).toMatchObject({ title: "Mine", integration_id: scene.own.integration_id });
    await ask({ chat_id });
    expect(questions.at(-1)?.integration?.id).toBe(scene.own.integration_id);
  });

  it("passes on the model, the default if none is named, and ignores unknown ones", async () => {
    for (const model of [undefined, null, "rules", "no such model", "x".repeat(100_000)])
      expect((await ask({ model })).status).toBe(200);
    expect(questions.map(({ model }) => model)).toEqual([null, null, "rules", "no such model", null]);
  });

  it("has the uploads of the message, which stay with it", async () => {
    expect((await ask({ upload_ids: [scene.own.upload_id] })).status).toBe(200);
    expect(questions[0]?.uploads.map(({ id }) => id)).toEqual([scene.own.upload_id]);
    // A clip is for transcription only.
    expect(await ask({ upload_ids: [scene.own.clip_id] })).toMatchObject({
      status: 404,
      body: { detail: { code: "UPLOAD_NOT_FOUND" } },
    });
  });

  it("takes messages of 8,000 characters and 24 KB, and answers 422 to more, to none, and to other types", async () => {
    for (const message of ["x".repeat(8000), "é".repeat(8000), "🎉".repeat(6144)])
      expect((await ask({ message })).status).toBe(200);
    for (const message of ["", "x".repeat(8001), "🎉".repeat(6145), null, 1, undefined]) {
      const answer = await ask({ message });
      expect(answer.status, String(message).slice(0, 20)).toBe(422);
      expect(answer.body.detail[0].loc).toEqual(["body", "message"]);
    }
  });

  it("goes on when the client has gone", async () => {
    const app = createApp(scene.world.base, scene.world.endpoints);
    const headers = { authorization: `Bearer ${await scene.world.refreshed(scene.person)}` };
    const body = JSON.stringify({ chat_id: scene.own.chat_id, message: "Still there?" });
    const response = await app.fetch(new Request("http://localhost/v1/chats", { method: "POST", headers, body }));
    await response.discard();
    // Looked at in the table: time that is put forward would run out for the turn.
    const key = chatKey(scene.own.chat_id);
    await expect
      .poll(async () => (await scene.world.base.table.get<ChatRecord>(key, { consistent: true }))?.active_turn_id)
      .toBeUndefined();
    expect((await chatOf(scene.own.chat_id)).messages.at(-1)).toMatchObject({
      type: "final",
      content: "There are two regions.",
    });
  });
});
