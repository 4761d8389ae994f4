import { randomUUID } from "node:crypto";
import { visibleErrors } from "@parley/contract/errors";
import { SocketEvent, StreamEvent } from "@parley/contract/event";
import { ClientFrame } from "@parley/contract/frame";
import { chatKey, type ChatRecord } from "@parley/core/chat/record";
import type { Answerer } from "@parley/core/turn/answer";
import * as check from "fast-check";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nearly, words } from "./arbitrary.ts";
import { fuzzBudget } from "./fuzz-budget.ts";
import { filled, known, withQuietLogs } from "./fuzz-requests.ts";
import {
  type Belongings,
  belongings,
  type Furniture,
  furnish,
  newChat,
  type Person,
  startWorld,
  type Tenant,
  type World,
} from "./world.ts";

/** Answers in pieces, so that frames come in between. */
const slowly: Answerer = async function* (_question, { clock, ids, signal }) {
  const table = { id: ids.next(), type: "table" as const, headers: ["region"], rows: [["north"]] };
  yield { type: "visualization", visualization: table, rows: table.rows };
  for (const piece of ["One ", "two ", "three."]) {
    await clock.sleep(200, signal);
    yield { type: "text_delta", content: piece };
  }
  const usage = { input_tokens: 0, output_tokens: 0, rows: 0, duration_ms: 1, cost_usd: null };
  return { type: "final", content: "One two three.", metadata: { model_id: "scripted", usage } };
};

let world: World;
let tenant: Tenant;
let furniture: Furniture;
let running: Promise<void> | undefined;
const budget = fuzzBudget(1);

beforeAll(async () => {
  world = await startWorld({ answer: slowly });
  tenant = await world.newTenant();
  furniture = await furnish(tenant);
});
afterAll(async () => {
  await running;
  await world.stop();
});

const token = "@@token@@";
const frames = check.oneof(
  {
    weight: 8,
    arbitrary: nearly(ClientFrame, (field) => (field === "token" ? [token] : known(field))).map(
      (frame) => JSON.stringify(frame) ?? "",
    ),
  },
  {
    weight: 2,
    arbitrary: check
      .constantFrom<object>(
        { action: "send_message", message: "Hello", chat_id: "@@chat_id@@" },
        { action: "send_message", message: "Hello", chat_id: "@@chat_id@@", include_tool_events: true },
        { action: "edit_message", message_id: "@@message_id@@", content: "Changed" },
        { action: "delete_message", message_id: "@@message_id@@" },
        { action: "interrupt" },
        { action: "authenticate", token },
      )
      .map((frame) => JSON.stringify(frame)),
  },
  {
    weight: 1,
    arbitrary: check.oneof(
      words,
      words.map((action) => JSON.stringify({ action })),
      check.constantFrom(
        "",
        "null",
        "[]",
        "1",
        '{"action":null}',
        '{"action":["ping"]}',
        '{"action":"ping"}x',
        '{"action":"__proto__"}',
        '{"action":"toString"}',
        "[".repeat(30_000),
        '{"__proto__":{"action":"ping"}}',
      ),
    ),
  },
);

const sequences = check.record({
  /** How the connection comes to its identity: by the upgrade, by a first frame, or not at all. */
  opening: check.constantFrom("header", "header", "header", "frame", "none", "nonsense", "expired"),
  frames: check.array(check.record({ body: frames, awaited: check.boolean() }), {
    minLength: 1,
    maxLength: 6,
    size: "max",
  }),
  query: check.constantFrom<Record<string, string>>({}, {}, { heartbeat: "1" }, { heartbeat: "yes" }, { other: "☃" }),
  isGone: check.boolean(),
});
type Sequence = typeof sequences extends check.Arbitrary<infer T> ? T : never;

const Posted = v.union([StreamEvent, SocketEvent]);
const codes = new Set(Object.keys(visibleErrors));

async function play(
  person: Person,
  own: Belongings,
  { opening, frames: sent, query, isGone }: Sequence,
): Promise<void> {
  const connection = `c-${randomUUID()}=`;
  const fresh = await world.refreshed(person);
  if (opening === "expired") world.clock.advance(7 * 60 * 60 * 1000);
  const bearer = opening === "nonsense" ? "nonsense" : fresh;
  const headers = { authorization: `Bearer ${bearer}` };
  const opened = await world.socket(connection, "$connect", {
    ...(opening !== "frame" && opening !== "none" && { headers }),
    queryStringParameters: query,
  });
  expect(opened.statusCode).toBe(200);
  const bodies = sent.map(({ body }) => filled(body, own).replaceAll(token, fresh));
  if (opening === "frame") bodies.unshift(JSON.stringify({ action: "authenticate", token: fresh }));
  const taken: Promise<unknown>[] = [];
  for (const [at, body] of bodies.entries()) {
    // Frames of one connection may be taken side by side.
    const work = world.socket(connection, "$default", { body });
    if (sent[at]?.awaited ?? true) await work;
    taken.push(work);
  }
  if (isGone) world.ended.add(connection);
  for (const { statusCode } of (await Promise.all(taken)) as { statusCode: number }[]) expect(statusCode).toBe(200);
  await world.settle();
  await world.socket(connection, "$disconnect");

  const posted = world.frames.filter((one) => one.connection === connection).map(({ frame }) => frame);
  world.frames.length = 0;
  for (const frame of posted) {
    expect(v.safeParse(Posted, frame).success, JSON.stringify(frame)).toBe(true);
    if (frame.event !== "error") continue;
    expect([...codes]).toContain(frame.data.code);
    expect(frame.data, JSON.stringify(frame)).not.toMatchObject({ code: "INTERNAL" });
    if (frame.data.code === "RATE_LIMIT")
      expect(frame.data).toMatchObject({ retryable: true, retry_after_seconds: expect.any(Number) });
  }
  const chat = await world.base.table.get<ChatRecord>(chatKey(own.chat_id), { consistent: true });
  expect(chat?.active_turn_id, "the chat is free").toBeUndefined();
}

describe("frames that are good, or nearly (R9)", () => {
  it(
    "sequences of them get frames of the contract, no fault, and leave the chat free",
    async () => {
      let uses = 0;
      let own: Belongings | undefined;
      await withQuietLogs(() =>
        check.assert(
          check.asyncProperty(sequences, async (sequence) => {
            // Attached and old uploads, deleted messages: what is sent about is made anew now and then.
            if (!own || uses++ % 300 === 0) own = await belongings(world, tenant.member, furniture);
            const { chat_id, message_id } = uses % 3 === 0 ? await asked(own) : own;
            // A run that is cut short by its time goes on: it ends before what it works with does.
            running = play(tenant.member, { ...own, chat_id, message_id }, sequence);
            await running;
          }),
          budget.next(),
        ),
      );
      budget.report("sequences of frames", uses);
    },
    budget.patience,
  );
});

/** A chat of its own with one question and its answer. */
async function asked(own: Belongings): Promise<Pick<Belongings, "chat_id" | "message_id">> {
  const chat_id = await newChat(world, tenant.member);
  const body = { client_request_id: randomUUID(), message: "Hello" };
  const turn = await world.call(`POST /v1/agents/${own.agent_id}/chats/${chat_id}/turns`, {
    token: await world.refreshed(tenant.member),
    body,
  });
  await world.settle();
  return { chat_id, message_id: turn.body.user_message_id };
}
