import { randomUUID } from "node:crypto";
import type { Operation } from "@parley/contract/operation";
import { routes } from "@parley/contract/routes";
import { purgeDeleted, purgeEdited } from "@parley/core/chat/purge";
import * as Member from "@parley/core/member/member";
import type { Answerer } from "@parley/core/answer/answer";
import { receive } from "@parley/core/upload/receive";
import { removeDead } from "@parley/core/upload/remove-dead";
import { describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import { newChat } from "../support/world/world.ts";
import { useScene } from "../support/world/scene.ts";
import { openSocket } from "../support/world/socket.ts";

/** Answers with words and a table that no other question gets. */
const echoing: Answerer = async function* ({ message }, { ids }) {
  const rows = [[`row of ${message}`]];
  const visualization = { id: ids.next(), type: "table" as const, headers: [`column of ${message}`], rows };
  const call = { tool_call_id: "c1", tool: "run_sql" };
  yield { type: "tool_call", call: { ...call, args: { sql: `call of ${message}` } } };
  const result = { ...call, status: "success" as const, duration_ms: 1, summary: `result of ${message}` };
  yield { type: "tool_result", result: { ...result, result: null, error: null } };
  yield { type: "visualization", visualization, rows };
  const content = `answer of ${message}`;
  yield { type: "text_delta", content };
  const usage = { input_tokens: 0, output_tokens: 0, rows: 1, duration_ms: 1, cost_usd: null };
  return { type: "final", content, metadata: { model_id: "scripted", usage } };
};

const scene = useScene({ answer: echoing });

/** Every operation that reads; one that joins the contract joins here. */
const reading = routes.filter(({ method, access }) => method === "GET" && (access === "member" || access === "admin"));

/** What an id in a path may stand for. */
type Ids = Record<string, string[]>;
const paramsOf = ({ path }: Operation) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name);

/** The operation's addresses with every combination of ids. */
function addresses(operation: Operation, ids: Ids): string[] {
  const filled = paramsOf(operation).reduce<string[]>(
    (paths, name) => paths.flatMap((path) => (ids[name] ?? []).map((id) => path.replace(`{${name}}`, id))),
    [operation.path],
  );
  return filled.map((path) => `GET ${path}?member_id=${scene.person.id}`);
}

/** Everything that can be read, by where. */
async function readAll(ids: Ids): Promise<Map<string, Answer>> {
  const found = new Map<string, Answer>();
  const member = await scene.world.refreshed(scene.person);
  const admin = await scene.world.refreshed(scene.tenant.admin);
  for (const operation of reading) {
    const token = operation.access === "admin" ? admin : member;
    for (const address of addresses(operation, ids)) found.set(address, await scene.world.call(address, { token }));
  }
  return found;
}

/** The operations whose responses contain a word. */
const readIn = (found: Map<string, Answer>, word: string) =>
  [...found].filter(([, { text }]) => text.includes(word)).map(([address]) => address);

interface Asked {
  message: string;
  turn_id: string;
  message_id: string;
  answer_id: string;
  visualization_id: string;
  upload_id: string;
}

/** A question with a file, answered. */
async function ask(chat: string): Promise<Asked> {
  const message = `question-${randomUUID()}`;
  const file = { filename: `file of ${message}.csv`, mime_type: "text/csv", bytes: Buffer.from("a\n1\n") };
  const [upload] = await receive({ ...scene.world.base, actor: scene.person.ctx.actor }, [file], randomUUID());
  const turns = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
  const upload_id = upload?.id ?? "";
  const body = { client_request_id: randomUUID(), message, upload_ids: [upload_id] };
  const { body: turn } = await scene.as(scene.person, `POST ${turns}`, body);
  await scene.world.settle();
  const { body: detail } = await scene.as(scene.person, `GET ${turns}/${turn.turn_id}`);
  return {
    message,
    turn_id: turn.turn_id,
    message_id: turn.user_message_id,
    answer_id: detail.assistant_message_id,
    visualization_id: detail.message.metadata.visualizations[0].id,
    upload_id,
  };
}

const idsOf = (chat: string, asked: readonly Asked[]): Ids => ({
  chat_id: [chat],
  agent_id: [scene.furniture.agent_id],
  project_id: [scene.furniture.project_id],
  integration_id: [scene.furniture.integration_id],
  question_id: [scene.furniture.question_id],
  evaluation_id: [scene.furniture.evaluation_id],
  definition_id: [scene.furniture.definition_id],
  document_id: [scene.furniture.document_id],
  turn_id: asked.map(({ turn_id }) => turn_id),
  message_id: asked.flatMap(({ message_id, answer_id }) => [message_id, answer_id]),
  visualization_id: asked.map(({ visualization_id }) => visualization_id),
  upload_id: asked.map(({ upload_id }) => upload_id),
});

/** The sweeper's minute, once no worker can write. */
async function purge(): Promise<void> {
  scene.world.clock.advance(60_000);
  await purgeDeleted(scene.world.base);
  await purgeEdited(scene.world.base);
  scene.world.clock.advance(3 * 3600_000);
  await removeDead(scene.world.base);
}

async function bySocket(action: Record<string, unknown>): Promise<void> {
  const socket = await openSocket(scene.world, await scene.world.refreshed(scene.person));
  await socket.ask(action);
  await scene.world.settle();
  await socket.close();
}

const wordsOf = ({ message }: Asked) => [
  message,
  `row of ${message}`,
  `answer of ${message}`,
  `result of ${message}`,
  `file of ${message}`,
];

/** What is gone by each way of deleting, of two questions one after the other; `kept` is what is still there. */
const ways: [string, (chat: string, first: Asked, second: Asked) => Promise<{ gone: string[]; kept: string[] }>][] = [
  [
    "a chat is deleted",
    async (chat, first, second) => {
      expect((await scene.as(scene.person, `DELETE /v1/chats/${chat}`)).status).toBe(200);
      return { gone: [...wordsOf(first), ...wordsOf(second)], kept: [] };
    },
  ],
  [
    "a question is deleted",
    async (_, first, second) => {
      await bySocket({ action: "delete_message", message_id: second.message_id });
      return { gone: wordsOf(second), kept: wordsOf(first) };
    },
  ],
  [
    "the first question is deleted, and with it all that follows",
    async (_, first, second) => {
      await bySocket({ action: "delete_message", message_id: first.message_id });
      return { gone: [...wordsOf(first), ...wordsOf(second)], kept: [] };
    },
  ],
  [
    "an answer is deleted",
    async (_, first, second) => {
      await bySocket({ action: "delete_message", message_id: second.answer_id });
      return { gone: [`answer of ${second.message}`], kept: [...wordsOf(first), `file of ${second.message}`] };
    },
  ],
  [
    "a question is edited",
    async (_, first, second) => {
      await bySocket({ action: "edit_message", message_id: second.message_id, content: "Something else" });
      const gone = wordsOf(second).filter((word) => !word.startsWith("file of"));
      return { gone: gone.filter((word) => word !== second.message), kept: wordsOf(first) };
    },
  ],
];

describe("what was deleted is read nowhere (R18)", () => {
  it("every id in the path of a reading operation is known here", () => {
    const known = Object.keys(idsOf("", []));
    expect(reading.filter((operation) => paramsOf(operation).some((name) => !known.includes(name)))).toEqual([]);
  });

  it.each(ways)("once %s: at once, and after the purge", async (_way, act) => {
    const chat = await newChat(scene.world, scene.person, { title: "A chat" });
    const [first, second] = [await ask(chat), await ask(chat)];
    const ids = idsOf(chat, [first, second]);
    const before = await readAll(ids);
    for (const word of [...wordsOf(first), ...wordsOf(second)]) expect(readIn(before, word), word).not.toEqual([]);
    const { gone, kept } = await act(chat, first, second);
    for (const when of ["at once", "after the purge"]) {
      if (when === "after the purge") await purge();
      const after = await readAll(ids);
      for (const [address, { status }] of after) expect(status, address).toBeLessThan(500);
      for (const word of gone) expect(readIn(after, word), `${word} ${when}`).toEqual([]);
      const isEvent = (word: string) => word.startsWith("result of") && when === "after the purge";
      for (const word of kept.filter((each) => !isEvent(each))) {
        expect(readIn(after, word), `${word} ${when}`).toEqual(readIn(before, word));
      }
    }
    // Nor is it anywhere in the table or the bucket.
    const items = await scene.world.base.table.queryAll({ pk: `CHAT#${chat}`, consistent: true });
    for (const word of gone) expect(JSON.stringify(items)).not.toContain(word);
    const keys = await scene.world.bucket.keys();
    const isGone = ({ message }: Asked) => gone.includes(`row of ${message}`);
    for (const { visualization_id, upload_id } of [first, second].filter(isGone)) {
      expect(keys.filter((key) => key.includes(visualization_id))).toEqual([]);
      if (gone.includes(`file of ${first.message}`)) expect(keys.filter((key) => key.includes(upload_id))).toEqual([]);
    }
  });

  it("once a turn's messages are out, its reader still learns how it ended, and nothing else", async () => {
    const chat = await newChat(scene.world, scene.person);
    const asked = await ask(chat);
    const turn = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns/${asked.turn_id}`;
    await bySocket({ action: "delete_message", message_id: asked.message_id });
    for (const when of ["at once", "after the purge"]) {
      if (when === "after the purge") await purge();
      expect((await scene.as(scene.person, `GET ${turn}`)).body, when).toMatchObject({
        status: "completed",
        message: null,
        assistant_message_id: null,
      });
      expect(await scene.as(scene.person, `GET ${turn}/events`), when).toMatchObject({
        status: 404,
        text: '{"detail":"Turn not found","code":"TURN_NOT_FOUND"}',
      });
      const table = `/v1/chats/${chat}/visualizations/${asked.visualization_id}/rows`;
      for (const address of [table, `${table}.csv`])
        expect(await scene.as(scene.person, `GET ${address}`), when).toMatchObject({
          status: 404,
          text: '{"detail":"Visualization not found","code":"VISUALIZATION_NOT_FOUND"}',
        });
      expect((await scene.as(scene.person, `GET /v1/uploads/${asked.upload_id}`)).status, when).toBe(404);
    }
  });

  it("a file stays while an earlier message has it, and can be attached again after the later one went", async () => {
    const chat = await newChat(scene.world, scene.person);
    const first = await ask(chat);
    const turns = `/v1/agents/${scene.furniture.agent_id}/chats/${chat}/turns`;
    const again = () => ({ client_request_id: randomUUID(), message: "And now?", upload_ids: [first.upload_id] });
    const { body: turn } = await scene.as(scene.person, `POST ${turns}`, again());
    await scene.world.settle();
    await bySocket({ action: "delete_message", message_id: turn.user_message_id });
    await purge();
    expect((await scene.as(scene.person, `GET /v1/uploads/${first.upload_id}`)).status).toBe(200);
    expect((await scene.as(scene.person, `POST ${turns}`, again())).status).toBe(202);
    await scene.world.settle();
  });

  it("memories, rules and saved queries are in no answer once they are deleted", async () => {
    const word = `word-${randomUUID()}`;
    const { person, tenant } = scene;
    const memory = await scene.as(person, "POST /v1/user-memories", { content: `a ${word}` });
    const given = await scene.as(tenant.admin, "POST /v1/admin/user-memories", {
      member_id: person.id,
      content: `b ${word}`,
    });
    const rule = await scene.as(tenant.admin, "POST /v1/organization-rules", { content: `c ${word}` });
    const query = await scene.as(tenant.admin, "POST /v1/queries", { title: `d ${word}`, prompt: "List", sql: null });
    for (const { status } of [memory, given, rule, query]) expect(status).toBe(200);
    const ids = idsOf(await newChat(scene.world, person), []);
    expect(readIn(await readAll(ids), word).length).toBeGreaterThanOrEqual(4);
    await scene.as(person, `DELETE /v1/user-memories/${memory.body.id}`);
    const byAdmin = `DELETE /v1/admin/user-memories/${given.body.id}?member_id=${person.id}`;
    await scene.as(tenant.admin, byAdmin);
    await scene.as(tenant.admin, `DELETE /v1/organization-rules/${rule.body.id}`);
    await scene.as(tenant.admin, `DELETE /v1/queries/${query.body.id}`);
    expect(readIn(await readAll(ids), word)).toEqual([]);
  });

  it("a member who was disabled reads nothing after 30 seconds", async () => {
    const chat = await newChat(scene.world, scene.person);
    const ids = idsOf(chat, [await ask(chat)]);
    const token = await scene.world.refreshed(scene.person);
    const own = reading.filter(({ access }) => access === "member").flatMap((operation) => addresses(operation, ids));
    for (const address of own) expect((await scene.world.call(address, { token })).status, address).not.toBe(401);
    await Member.update(scene.tenant.ctx, scene.person.id, { active: false });
    scene.world.clock.advance(30_000);
    for (const address of own) {
      const { status, text } = await scene.world.call(address, { token });
      expect([status, text], address).toEqual([401, '{"detail":"Invalid or expired token","code":"INVALID_TOKEN"}']);
    }
  });
});
