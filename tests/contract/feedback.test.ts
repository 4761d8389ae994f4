import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { Person } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";

const scene = useScene({ owning: true });
const at = "/v1/admin/feedback";
const admin = (request: string, body?: unknown) => scene.as(scene.tenant.admin, request, body);
const rate = (answerId: string, body: object, person: Person = scene.person) =>
  scene.as(person, `PATCH /v1/chats/messages/${answerId}/feedback`, body);

/** What is listed of this test's person. */
async function listed(query = ""): Promise<Record<string, unknown>[]> {
  const { body } = await admin(`GET ${at}?limit=200${query}`);
  return body.feedback.filter((one: { member_id: string }) => one.member_id === scene.person.id);
}

describe("/v1/admin/feedback", () => {
  let answer_id: string;
  beforeEach(() => {
    answer_id = scene.own.answer_id;
  });

  it("lists a rated answer with its question, note and member, and no answer that nobody has rated", async () => {
    expect(await listed()).toEqual([]);
    await rate(answer_id, { feedback: "negative", note: "There are three." });
    const { person, own } = scene;
    expect(await listed()).toEqual([
      {
        message_id: answer_id,
        chat_id: own.chat_id,
        member_id: person.id,
        member_name: expect.any(String),
        member_email: expect.stringContaining("@"),
        feedback: "negative",
        note: "There are three.",
        status: "open",
        question: "Which regions are there?",
        answer: "There are two regions.",
        sql: [],
        integration_id: null,
        answered_at: expect.any(String),
        rated_at: expect.any(String),
      },
    ]);
  });

  it("lists one verdict, or what is open or done; what is rated again is open again", async () => {
    await rate(answer_id, { feedback: "negative" });
    expect(await listed("&value=positive")).toEqual([]);
    expect(await listed("&value=negative&status=open")).toHaveLength(1);
    const done = await admin(`PATCH ${at}/${answer_id}`, { status: "done" });
    expect(done).toMatchObject({ status: 200, body: { message_id: answer_id, status: "done", feedback: "negative" } });
    expect(await listed("&status=open")).toEqual([]);
    expect(await listed("&status=done")).toHaveLength(1);
    await rate(answer_id, { feedback: "positive" });
    expect(await listed("&status=open")).toMatchObject([{ feedback: "positive", status: "open" }]);
    expect((await admin(`PATCH ${at}/${answer_id}`, { status: "open" })).body.status).toBe("open");
  });

  it("shows pages, the newest answer first, and no cursor on the last one", async () => {
    await rate(answer_id, { feedback: "positive" });
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await admin(`GET ${at}?limit=1${cursor === "" ? "" : `&cursor=${cursor}`}`);
      ids.push(...body.feedback.map(({ message_id }: { message_id: string }) => message_id));
      cursor = body.next_cursor;
    }
    expect(ids).toContain(answer_id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(await admin(`GET ${at}?cursor=x`)).toMatchObject({ status: 400, body: { code: "INVALID_CURSOR" } });
  });

  it("leaves out what was deleted, which is then answered like an answer that is not rated", async () => {
    const { chat_id, message_id } = scene.own;
    const unrated = await admin(`PATCH ${at}/${answer_id}`, { status: "done" });
    expect(unrated).toMatchObject({ status: 404, text: '{"detail":"Message not found","code":"MESSAGE_NOT_FOUND"}' });
    for (const unknown of [randomUUID(), "x", message_id])
      expect((await admin(`PATCH ${at}/${unknown}`, { status: "done" })).text).toBe(unrated.text);
    await rate(answer_id, { feedback: "negative" });
    await scene.as(scene.person, `DELETE /v1/chats/${chat_id}/messages/${message_id}`);
    expect(await listed()).toEqual([]);
    expect((await admin(`PATCH ${at}/${answer_id}`, { status: "done" })).text).toBe(unrated.text);
  });

  it("lists no question that somebody rated, and nothing of a chat that was deleted", async () => {
    const { chat_id, message_id } = scene.own;
    await rate(message_id, { feedback: "positive" });
    expect(await listed()).toEqual([]);
    await rate(answer_id, { feedback: "positive" });
    await scene.as(scene.person, `DELETE /v1/chats/${chat_id}`);
    expect(await listed()).toEqual([]);
  });

  it("is for administrators, of their organization alone", async () => {
    await rate(answer_id, { feedback: "negative" });
    expect((await scene.as(scene.person, `GET ${at}`)).status).toBe(403);
    const foreign = await scene.world.newTenant();
    expect((await scene.as(foreign.admin, `GET ${at}`)).body).toEqual({ feedback: [], next_cursor: null });
    const change = await scene.as(foreign.admin, `PATCH ${at}/${answer_id}`, { status: "done" });
    expect(change).toMatchObject({ status: 404, body: { code: "MESSAGE_NOT_FOUND" } });
    expect((await admin(`PATCH ${at}/${answer_id}`, { status: "closed" })).status).toBe(422);
  });
});
