import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chatKey } from "@parley/core/chat/record";
import { expr } from "@parley/core/store/expression";
import { turnKey } from "@parley/core/turn/record";
import { parseEvents, type Service, startService } from "../support/service.ts";

describe("durable turns", () => {
  let service: Service;
  let tenant: Awaited<ReturnType<Service["newOrganization"]>>;
  beforeAll(async () => {
    service = await startService();
    tenant = await service.newOrganization();
  });
  afterAll(() => service.stop());

  async function newChat(token = tenant.member.token) {
    const chat = await service.call("POST /v1/chats/create", { token, body: {} });
    return { id: chat.body.id as string, path: `/v1/agents/${tenant.agentId}/chats/${chat.body.id}/turns` };
  }
  const submit = (path: string, body: Record<string, unknown>, token = tenant.member.token) =>
    service.call(`POST ${path}`, { token, body: { client_request_id: randomUUID(), message: "Hello", ...body } });

  test("that lost its worker runs again as soon as it is read", async () => {
    const chat = await newChat();
    const { body } = await submit(chat.path, { message: "Hello there" });
    const read = () => service.call(`GET ${chat.path}/${body.turn_id}?wait=20`, { token: tenant.member.token });
    expect((await read()).body).toMatchObject({ status: "completed", attempt: 1 });
    // As a worker that was killed leaves it: claimed, its lease over, the chat bound to it.
    const { table, clock } = service.environment;
    const lost = expr`SET #status = ${"in_progress"}, #lease_until = ${clock.now() - 1}, #worker = ${"gone"}`;
    await table.update(turnKey(chat.id, body.turn_id), lost);
    await table.update(chatKey(chat.id), expr`SET #active_turn_id = ${body.turn_id}`);
    expect((await read()).body).toMatchObject({ status: "completed", attempt: 2 });
  });

  test("is accepted, run by the worker, and read when it has ended", async () => {
    const chat = await newChat();
    const accepted = await submit(chat.path, { message: "Hello there" });
    expect(accepted).toMatchObject({ status: 202, body: { chat_id: chat.id, status: "in_progress" } });
    const ended = await service.call(`GET ${chat.path}/${accepted.body.turn_id}?wait=20`, {
      token: tenant.member.token,
    });
    expect(ended.body).toMatchObject({
      status: "completed",
      user_message_id: accepted.body.user_message_id,
      progress: null,
      attempt: 1,
      error: null,
    });
    expect(ended.body.message).toMatchObject({ id: ended.body.assistant_message_id, role: "assistant" });
    const events = await service.call(`GET ${chat.path}/${accepted.body.turn_id}/events`, {
      token: tenant.member.token,
    });
    expect(parseEvents(events.text).map(({ event }) => event)[0]).toBe("chat_metadata");
    expect(parseEvents(events.text).at(-1)?.event).toBe("message");
    expect(events.text).toMatch(/^event: chat_metadata\ndata: .+\nid: 1\n\n/);
  });

  test("the same request with the same payload is the same turn; another payload is a conflict", async () => {
    const chat = await newChat();
    const request = { client_request_id: "request-1", message: "Hello", upload_ids: null };
    const first = await submit(chat.path, request);
    const again = await submit(chat.path, { ...request, title: "Other", voice_mode: true });
    expect(again.body.turn_id).toBe(first.body.turn_id);
    const other = await submit(chat.path, { ...request, message: "Hello!" });
    expect(other).toMatchObject({ status: 409, body: { detail: { code: "IDEMPOTENCY_CONFLICT" } } });
  });

  test("the same request in two chats is two turns, and an id that only ends like a turn's is unknown", async () => {
    const person = await tenant.add();
    const [one, other] = [await newChat(person.token), await newChat(person.token)];
    const request = { client_request_id: "request-3" };
    const first = await submit(one.path, request, person.token);
    const second = await submit(other.path, request, person.token);
    const tail = (id: string) => id.slice(-17);
    expect(tail(first.body.turn_id)).not.toBe(tail(second.body.turn_id));
    const made = `${second.body.turn_id.slice(0, -17)}${tail(first.body.turn_id)}`;
    const read = await service.call(`GET ${one.path}/${made}`, { token: person.token });
    expect(read).toMatchObject({ status: 404, body: { detail: "Turn not found" } });
  });

  test("an unknown integration is a failed turn that consumes the request id", async () => {
    const chat = await newChat(tenant.other.token);
    const request = { client_request_id: "request-2", integration_id: "nonsense" };
    const refused = await submit(chat.path, request, tenant.other.token);
    expect(refused).toMatchObject({ status: 400, body: { detail: "Integration not found" } });
    const again = await submit(chat.path, request, tenant.other.token);
    expect(again).toMatchObject({ status: 202, body: { status: "failed", user_message_id: null } });
    const corrected = await submit(chat.path, { ...request, integration_id: null }, tenant.other.token);
    expect(corrected).toMatchObject({ status: 409, body: { detail: { code: "IDEMPOTENCY_CONFLICT" } } });
  });

  test("open_schedule ends at once with the object as it was sent", async () => {
    const chat = await newChat(tenant.other.token);
    const open_schedule = { at: 1e300, small: 1e-200, big: 2 ** 60, nested: [{ a: null }], constructor: "x" };
    const accepted = await submit(chat.path, { open_schedule }, tenant.other.token);
    const ended = await service.call(`GET ${chat.path}/${accepted.body.turn_id}?wait=10`, {
      token: tenant.other.token,
    });
    expect(ended.body).toMatchObject({ status: "completed", message: { metadata: { open_schedule } } });
    const replay = await service.call(`GET ${chat.path}/${accepted.body.turn_id}/events`, {
      token: tenant.other.token,
    });
    const events = parseEvents(replay.text);
    const text = events.flatMap((event) => (event.event === "text_delta" ? [event.data.content] : [])).join("");
    expect(events.at(-1)).toMatchObject({ event: "message", data: { content: text } });
  });

  test("a cancelled turn frees its chat", async () => {
    const person = await tenant.add();
    const chat = await newChat(person.token);
    const accepted = await submit(chat.path, {}, person.token);
    const cancelled = await service.call(`POST ${chat.path}/${accepted.body.turn_id}/cancel`, { token: person.token });
    expect(["cancelled", "completed"]).toContain(cancelled.body.status);
    const again = await submit(chat.path, {}, person.token);
    expect(again.status).toBe(202);
  });
});
