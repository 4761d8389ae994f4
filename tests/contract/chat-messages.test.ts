import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { belongings, newChat } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene({ owning: true });
const { as } = scene;

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe("GET /v1/chats/{chat_id}/messages/{message_id}", () => {
  it("answers one message in the shape it has in the chat", async () => {
    const { own } = scene;
    const { body: chat } = await as(scene.person, `GET /v1/chats/${own.chat_id}`);
    for (const message of chat.messages) {
      expect((await as(scene.person, `GET /v1/chats/${own.chat_id}/messages/${message.id}`)).body).toEqual(message);
    }
  });

  it("shows attached uploads with addresses that are signed afresh", async () => {
    const { own } = scene;
    const chat = await newChat(scene.world, scene.person);
    const at = `POST /v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
    const { body: turn } = await as(scene.person, at, {
      client_request_id: "one",
      message: "Look",
      upload_ids: [own.upload_id, own.upload_id],
    });
    await scene.world.settle();
    const { body: first } = await as(scene.person, `GET /v1/chats/${chat}/messages/${turn.user_message_id}`);
    const { body: second } = await as(scene.person, `GET /v1/chats/${chat}/messages/${turn.user_message_id}`);
    expect(first.metadata.uploads).toEqual([
      {
        id: own.upload_id,
        filename: "sales.csv",
        mime_type: "text/csv",
        size_bytes: 8,
        download_url: expect.any(String),
        download_url_expires_at: time,
      },
    ]);
    expect(second.metadata.uploads[0].download_url_expires_at > first.metadata.uploads[0].download_url_expires_at).toBe(
      true,
    );
    expect(await (await fetch(second.metadata.uploads[0].download_url)).text()).toBe("a,b\n1,2\n");
  });

  it("answers 404 Message not found to messages that are unknown, or of another chat", async () => {
    const [own, other] = [
      await belongings(scene.world, scene.person, scene.furniture),
      await belongings(scene.world, scene.person, scene.furniture),
    ];
    const refused = { status: 404, text: '{"detail":"Message not found","code":"MESSAGE_NOT_FOUND"}' };
    for (const path of [
      `${own.chat_id}/messages/x`,
      `${own.chat_id}/messages/${randomUUID()}`,
      `${own.chat_id}/messages/${other.answer_id}`,
      `x/messages/${own.answer_id}`,
    ]) {
      expect(await as(scene.person, `GET /v1/chats/${path}`)).toMatchObject(refused);
    }
  });
});

describe("PATCH /v1/chats/messages/{message_id}/feedback", () => {
  it("keeps the last word on a message, with its note, and shows it with the message", async () => {
    const { own } = scene;
    const at = `PATCH /v1/chats/messages/${own.answer_id}/feedback`;
    for (const feedback of ["negative", "positive"]) {
      const note = { feedback, note: "x".repeat(2000) };
      expect(await as(scene.person, at, note)).toMatchObject({
        status: 200,
        body: { id: own.answer_id, metadata: { feedback } },
      });
    }
    expect((await as(scene.person, at, { feedback: "positive" })).text).toBe(
      JSON.stringify({ id: own.answer_id, metadata: { feedback: "positive" } }),
    );
    const { body } = await as(scene.person, `GET /v1/chats/${own.chat_id}/messages/${own.answer_id}`);
    expect(body.metadata).toMatchObject({ feedback: "positive", model_id: "scripted" });
  });

  it("answers 400 to any other word, 422 without one, 404 to an unknown message", async () => {
    const { own } = scene;
    const at = `PATCH /v1/chats/messages/${own.answer_id}/feedback`;
    for (const feedback of ["", "Positive", "good", "positive "]) {
      expect(await as(scene.person, at, { feedback })).toMatchObject({
        status: 400,
        body: { detail: "Feedback must be 'positive' or 'negative'" },
      });
    }
    for (const body of [{}, { feedback: 1 }, { feedback: null }, { feedback: "positive", note: "x".repeat(2001) }]) {
      expect((await as(scene.person, at, body)).status).toBe(422);
    }
    expect(
      await as(scene.person, `PATCH /v1/chats/messages/${randomUUID()}/feedback`, { feedback: "positive" }),
    ).toMatchObject({
      status: 404,
      text: '{"detail":"Message not found","code":"MESSAGE_NOT_FOUND"}',
    });
  });
});
