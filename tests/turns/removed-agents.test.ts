import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";

const scene = useScene();
const { as, questions } = scene;

/** A chat of the person's with an agent that has instructions and is not the default. */
async function chatWithAgent() {
  const { admin } = scene.tenant;
  const fields = { name: "Sales", instructions: "Be brief.", published: true };
  const agent: string = (await as(admin, "POST /v1/admin/agents", fields)).body.id;
  const chat: string = (await as(scene.person, "POST /v1/chats/create", { agent_id: agent })).body.id;
  return { agent, chat };
}

async function ask({ agent, chat }: { agent: string; chat: string }) {
  const body = { client_request_id: randomUUID(), message: "Which regions are there?" };
  const turns = `/v1/agents/${agent}/chats/${chat}/turns`;
  const { status, body: turn } = await as(scene.person, `POST ${turns}`, body);
  await scene.world.settle();
  const ended = await as(scene.person, `GET ${turns}/${turn.turn_id}`);
  return { status, ended: ended.body.status };
}

describe("a chat whose agent is not there for new chats", () => {
  it("is answered by a draft as before: it was taken back, not removed", async () => {
    const bound = await chatWithAgent();
    await as(scene.tenant.admin, `PATCH /v1/admin/agents/${bound.agent}`, { published: false });
    expect(await ask(bound)).toEqual({ status: 202, ended: "completed" });
    expect(questions.at(-1)?.agent).toMatchObject({ id: bound.agent, instructions: "Be brief." });
    expect((await as(scene.person, "POST /v1/chats/create", { agent_id: bound.agent })).status).toBe(404);
  });

  it("keeps the id of an agent that was removed, and is answered without one, by every route", async () => {
    const bound = await chatWithAgent();
    expect(await ask(bound)).toEqual({ status: 202, ended: "completed" });
    expect(questions.at(-1)?.agent).toMatchObject({ id: bound.agent });
    expect((await as(scene.tenant.admin, `DELETE /v1/admin/agents/${bound.agent}`)).status).toBe(200);

    expect((await scene.chatOf(bound.chat)).agent_id).toBe(bound.agent);
    expect(await ask(bound)).toEqual({ status: 202, ended: "completed" });
    expect(questions.at(-1)?.agent).toBeNull();
    const streamed = await as(scene.person, "POST /v1/chats", { chat_id: bound.chat, message: "And which of them?" });
    expect(streamed).toMatchObject({ status: 200, text: expect.stringContaining("event: message") });
    expect(questions.at(-1)?.agent).toBeNull();
    expect((await scene.chatOf(bound.chat)).messages).toHaveLength(6);
    expect((await as(scene.person, "POST /v1/chats/create", { agent_id: bound.agent })).status).toBe(404);
  });
});
