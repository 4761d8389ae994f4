import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";

const scene = useScene({ owning: true });
const at = "/v1/admin/questions";
const sql = "SELECT COUNT(*) FROM regions";
const admin = (request: string, body?: unknown) => scene.as(scene.tenant.admin, request, body);
let asked: { question: string; integration_id: string; sql: string };
beforeEach(() => {
  asked = { question: "How many regions are there?", integration_id: scene.own.integration_id, sql };
});

describe("/v1/admin/questions", () => {
  it("keeps a question with its SQL, changes and deletes it", async () => {
    const { status, body } = await admin(`POST ${at}`, { ...asked, class: "count" });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      ...asked,
      class: "count",
      message_id: null,
      last_updated_by: scene.tenant.admin.id,
      last_updated_by_name: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    const changed = await admin(`PATCH ${at}/${body.id}`, { sql: `${sql} WHERE name <> ''`, class: null });
    expect(changed.body).toMatchObject({ question: asked.question, sql: `${sql} WHERE name <> ''`, class: null });
    expect((await admin(`DELETE ${at}/${body.id}`)).body).toEqual({ message: "Golden question deleted successfully" });
    expect(await admin(`DELETE ${at}/${body.id}`)).toMatchObject({
      status: 404,
      text: '{"detail":"Golden question not found","code":"GOLDEN_QUESTION_NOT_FOUND"}',
    });
  });

  it("lists them, the oldest first, page by page", async () => {
    for (const kind of ["a", "b"]) await admin(`POST ${at}`, { ...asked, class: kind });
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await admin(`GET ${at}?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
      ids.push(...body.questions.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect(ids.length).toBeGreaterThan(2);
    expect(ids).toEqual([...new Set(ids)].toSorted());
  });

  it("is made of a rated answer, whose question an administrator may then see, and of no other one", async () => {
    const { answer_id, message_id, chat_id, integration_id } = scene.own;
    await scene.as(scene.person, `POST /v1/chats`, { chat_id, message: "Again", integration_id });
    const fromAnswer = { message_id: answer_id, sql };
    const unknown = await admin(`POST ${at}`, { message_id: randomUUID(), sql });
    expect(unknown).toMatchObject({ status: 404, body: { code: "MESSAGE_NOT_FOUND" } });
    expect((await admin(`POST ${at}`, fromAnswer)).text).toBe(unknown.text);
    await scene.as(scene.person, `PATCH /v1/chats/messages/${answer_id}/feedback`, { feedback: "negative" });
    expect((await admin(`POST ${at}`, fromAnswer)).body).toMatchObject({
      question: "Which regions are there?",
      integration_id,
      message_id: answer_id,
    });
    expect((await admin(`POST ${at}`, { message_id, sql })).text).toBe(unknown.text);
    await scene.as(scene.person, `DELETE /v1/chats/${chat_id}/messages/${message_id}`);
    expect((await admin(`POST ${at}`, fromAnswer)).text).toBe(unknown.text);
  });

  it("is for administrators, and refuses what cannot be asked or is not a SELECT", async () => {
    expect((await scene.as(scene.person, `GET ${at}`)).status).toBe(403);
    expect(await admin(`POST ${at}`, { sql })).toMatchObject({ status: 400, body: { code: "QUESTION_REQUIRED" } });
    for (const refused of ["DELETE FROM regions", "SELECT name FROM regions WHERE name = {{region}}"])
      expect(await admin(`POST ${at}`, { ...asked, sql: refused })).toMatchObject({
        status: 400,
        body: { code: "SQL_REJECTED" },
      });
    expect(await admin(`POST ${at}`, { ...asked, integration_id: randomUUID() })).toMatchObject({
      body: { code: "INTEGRATION_NOT_FOUND" },
    });
  });
});
