import { randomUUID } from "node:crypto";
import * as Agent from "@parley/core/agent/agent";
import * as Chat from "@parley/core/chat/chat";
import * as Member from "@parley/core/member/member";
import type { MemberContext, WithFiles, WithQueue } from "@parley/core/environment/context";
import { accept } from "@parley/core/turn/accept";
import { claim } from "@parley/core/turn/claim";
import { follow } from "@parley/core/turn/follow-events";
import { interactiveSubmission, durableSubmission } from "@parley/core/turn/submission";
import { sweep } from "@parley/core/turn/sweep";
import type { TurnQueue } from "@parley/core/wake/wake";
import * as Turn from "@parley/core/turn/turn";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { standingClock } from "../support/clock.ts";
import { baseFor, unreachable } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** An organization's service whose queue only counts: no worker ever comes. */
function deafService() {
  const clock = standingClock();
  const sent: string[] = [];
  const queue: TurnQueue = { send: async (message) => void ("turn_id" in message && sent.push(message.turn_id)) };
  const ctx = { ...baseFor(table, { clock }), files: unreachable().files, queue };
  const organization_id = randomUUID();
  const agent = Agent.create({ ...ctx, actor: { organization_id } }, { name: "Agent", published: true });
  return {
    ctx,
    clock,
    sent,
    /** A durable turn of a new member whose first message is lost. */
    waiting: async () => {
      const { id: agent_id } = await agent;
      const email = `${randomUUID()}@example.com`;
      const member = await Member.create({ ...ctx, actor: { organization_id } }, { email, name: "Member" });
      const person: MemberContext & WithFiles & WithQueue = {
        ...ctx,
        actor: { organization_id, member_id: member.id },
      };
      const chat = await Chat.create(person, { agent_id });
      const submission = durableSubmission(agent_id, chat.id, { client_request_id: "request", message: "Hello" });
      const { turn } = await accept(person, submission);
      return {
        person,
        chat_id: chat.id,
        agent_id,
        turn,
        submission,
        path: { agent_id, chat_id: chat.id, turn_id: turn.turn_id },
      };
    },
  };
}

type Waiting = Awaited<ReturnType<ReturnType<typeof deafService>["waiting"]>>;

describe("a durable turn that waits for a worker", () => {
  test.each<[string, (waiting: Waiting) => Promise<unknown>]>([
    ["Get Turn", ({ person, path }) => Turn.get(person, path, 0)],
    ["Get Chat", ({ person, chat_id }) => Chat.get(person, chat_id, { limit: 1 })],
    ["its own request again", ({ person, submission }) => accept(person, submission)],
    [
      "another submission",
      ({ person, chat_id }) =>
        accept(person, interactiveSubmission("stream", chat_id, { message: "And?" })).catch((error: unknown) => error),
    ],
    ["a follower", async ({ person, path }) => follow(person, await Turn.readable(person, path), 0).next()],
    ["the sweeper", ({ person }) => sweep({ ...person, frames: { tell: async () => undefined } })],
  ])("is woken by %s, but not while its first message is on its way", async (_, meet) => {
    const { clock, sent, waiting } = deafService();
    const one = await waiting();
    const wakes = () => sent.filter((id) => id === one.turn.turn_id).length;
    await meet(one);
    expect(wakes()).toBe(0);
    clock.advance(5_001);
    await meet(one);
    await meet(one);
    expect(wakes()).toBe(1);
    // Lost by the worker that came, once: one is woken as soon as the lease has expired.
    await claim(one.person, one.chat_id, one.turn.turn_id, "worker");
    await meet(one);
    expect(wakes()).toBe(1);
    clock.advance(30_001);
    await meet(one);
    expect(wakes()).toBe(2);
  });

  test("is woken once by a hundred readers at once", async () => {
    const { clock, sent, waiting } = deafService();
    const { person, path } = await waiting();
    clock.advance(10_000);
    await Promise.all(Array.from({ length: 100 }, () => Turn.get(person, path, 0)));
    expect(sent).toHaveLength(1);
  });

  test("is woken by a reader who waits for its end, when its worker is lost meanwhile", async () => {
    const { clock, sent, waiting, ctx } = deafService();
    const { person, path } = await waiting();
    await claim(ctx, path.chat_id, path.turn_id, "worker");
    const reading = Turn.get({ ...person, clock: { ...clock, sleep: async () => clock.advance(5_000) } }, path, 60);
    await reading;
    expect(sent).toEqual([path.turn_id]);
  });

  test("gets messages by the logarithm of the time that it waits, however often it is swept and read", async () => {
    const { ctx, clock, sent, waiting } = deafService();
    const turns = await Promise.all(Array.from({ length: 20 }, waiting));
    const sweeper = { ...ctx, frames: { tell: async () => undefined } };
    for (let minute = 0; minute < 9; minute++) {
      for (const { person, path } of turns) await Turn.get(person, path, 0);
      await sweep(sweeper);
      clock.advance(60_000);
    }
    const own = new Set(turns.map(({ turn }) => turn.turn_id));
    const messages = sent.filter((id) => own.has(id)).length;
    // After one, two, four and eight minutes: the fifth would come after its deadline.
    console.log(JSON.stringify({ turns: turns.length, minutes: 9, messages }));
    expect(messages).toBe(turns.length * 4);
  });

  test("is not kept asleep by a clock that is minutes ahead", async () => {
    const { clock, sent, waiting } = deafService();
    const { person, path } = await waiting();
    clock.advance(10_000);
    await Turn.get({ ...person, clock: { ...clock, now: () => clock.now() + 300_000 } }, path, 0);
    expect(sent).toHaveLength(1);
    clock.advance(1_000);
    await Turn.get(person, path, 0);
    expect(sent).toHaveLength(2);
  });
});
