import { randomUUID } from "node:crypto";
import { consumptionLimits, type ConsumptionLimits, turnAllowance } from "@parley/contract/limits";
import { issueToken } from "@parley/core/auth/token";
import { accountKey } from "@parley/core/ledger/account";
import { dayOf } from "@parley/core/ledger/day";
import type { Consumption } from "@parley/core/ledger/meter";
import * as Organization from "@parley/core/ledger/organization";
import type { Answerer } from "@parley/core/turn/answer";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../support/api.ts";
import { failure } from "./socket-scene.ts";
import { furnish, newChat, type Person, scriptedAnswer, startWorld, type World } from "./world.ts";
import { names, openSocket } from "./world-socket.ts";

/** What a message says that its turn uses, and whether it then goes on until it is stopped. */
interface Use extends Partial<Consumption> {
  stays?: boolean;
}
const using = (use: Use): string => JSON.stringify(use);

/** Uses what the message says, and tells as it goes. */
const consuming: Answerer = async function* (question, tools) {
  const { stays, ...use }: Use = question.message.startsWith("{") ? JSON.parse(question.message) : {};
  tools.meter.add(use);
  yield { type: "progress", status: "thinking" };
  if (stays) await tools.clock.sleep(1e8, tools.signal);
  return yield* scriptedAnswer(question, tools);
};

let world: World;
beforeAll(async () => {
  // A deployment that has a model, at real speed: what is asked within a minute is within a minute.
  world = await startWorld({ answer: consuming, speed: 1, modelBaseUrl: "http://127.0.0.1:9" });
});
afterAll(() => world.stop());

/** An organization with these limits, a member of it and a chat. */
async function scene(limits: Partial<ConsumptionLimits> = {}) {
  const tenant = await world.newTenant();
  const furniture = await furnish(tenant);
  await Organization.setLimits(tenant.ctx, limits);
  const chat = await newChat(world, tenant.member);
  return { tenant, furniture, chat, person: tenant.member };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const tokenOf = async (person: Person) => (await issueToken(world.base, person.ctx.actor)).token;
/** The member's submission budget is full again. */
const aMinuteLater = () => world.clock.advance(61_000);

async function durable({ furniture, person, chat }: Scene, message: string, id = randomUUID()): Promise<Answer> {
  const token = await tokenOf(person);
  const at = `POST /v1/agents/${furniture.agent_id}/chats/${chat}/turns`;
  return world.call(at, { token, body: { client_request_id: id, message } });
}
const stream = async ({ person, chat }: Scene, message: string): Promise<Answer> =>
  world.call("POST /v1/chats", { token: await tokenOf(person), body: { chat_id: chat, message } });

async function connected(person: Person) {
  const socket = await openSocket(world, await tokenOf(person));
  await world.settle();
  socket.frames();
  return socket;
}

/** What the member's ledger says of today. */
async function figures(person: Person) {
  const item = await world.base.table.get<Record<string, unknown>>(accountKey(person.id), { consistent: true });
  const day = dayOf(world.clock.now());
  const of = (kind: string) => Number(item?.[`${kind}_${day}`] ?? 0);
  return {
    model_calls: of("model_calls"),
    tokens: of("tokens"),
    microdollars: of("microdollars"),
    sql_ms: of("sql_ms"),
    upload_bytes: of("upload_bytes"),
    held: [...((item?.["streams"] as Set<string>) ?? []), ...((item?.["queued"] as Set<string>) ?? [])].length,
  };
}

/** The contract's 429: its body, its header, and nothing else. */
function expectRefused(answer: Answer): number {
  expect(answer.status).toBe(429);
  const seconds = answer.body.retry_after_seconds;
  expect(answer.body).toEqual({ code: "RATE_LIMIT", retry_after_seconds: expect.any(Number) });
  expect(Number.isInteger(seconds) && seconds > 0).toBe(true);
  expect(answer.headers["retry-after"]).toBe(String(seconds));
  return seconds;
}

const untilMidnight = () => 86_400 - ((world.clock.now() / 1000) % 86_400);

describe("what a turn used", () => {
  it("is debited to its member and organization by every route, and the rest of its reservation is given back", async () => {
    const at = await scene();
    const use = { model_calls: 2, tokens: 1_000, microdollars: 30, sql_ms: 400 };
    await durable(at, using(use));
    expect(await figures(at.person)).toMatchObject({
      model_calls: turnAllowance.model_calls,
      tokens: turnAllowance.tokens,
      held: 1,
    });
    await world.settle();
    expect(await figures(at.person)).toMatchObject({ ...use, held: 0 });
    await stream(at, using(use));
    expect(await figures(at.person)).toMatchObject({ model_calls: 4, tokens: 2_000, held: 0 });
    const socket = await connected(at.person);
    await socket.ask({ action: "send_message", chat_id: at.chat, message: using(use) });
    const [, asked] = [0, (await lastQuestion(at)).id];
    await socket.ask({ action: "edit_message", message_id: asked, content: using(use) });
    expect(await figures(at.person)).toMatchObject({
      model_calls: 8,
      tokens: 4_000,
      microdollars: 120,
      sql_ms: 1_600,
      held: 0,
    });
    const { limits } = await Organization.statement(at.tenant.ctx);
    expect(limits.model_calls_per_day).toEqual({ limit: null, is_default: true, used: 8 });
    expect(limits.tokens_per_day.used).toBe(4_000);
    expect(limits.sql_seconds_per_day.used).toBeCloseTo(1.6);
  });

  it("is debited where the turn is cancelled in the middle", async () => {
    const at = await scene();
    const socket = await connected(at.person);
    await socket.send({ action: "send_message", chat_id: at.chat, message: using({ model_calls: 3, stays: true }) });
    await expect.poll(() => names(socket.frames())).toContain("processing");
    await socket.ask({ action: "interrupt" });
    expect(await figures(at.person)).toMatchObject({ model_calls: 3, held: 0 });
  });

  it("is nothing for a replay of a client_request_id, which spends no minute either", async () => {
    const at = await scene();
    const id = randomUUID();
    await durable(at, using({ model_calls: 1 }), id);
    await world.settle();
    for (let times = 0; times < 50; times++)
      expect((await durable(at, using({ model_calls: 1 }), id)).status).toBe(202);
    expect(await figures(at.person)).toMatchObject({ model_calls: 1, held: 0 });
  });
});

async function lastQuestion({ person, chat }: Scene): Promise<{ id: string }> {
  const { body } = await world.call(`GET /v1/chats/${chat}`, { token: await tokenOf(person) });
  return body.messages.findLast(({ type }: { type: string }) => type === "user");
}

describe("a member's limit of a day", () => {
  it.each([
    ["member_model_calls_per_day", { model_calls: turnAllowance.model_calls }],
    ["member_tokens_per_day", { tokens: turnAllowance.tokens }],
    ["member_dollars_per_day", { microdollars: turnAllowance.dollars * 1e6 }],
    ["member_sql_seconds_per_day", { sql_ms: turnAllowance.sql_seconds * 1000 }],
  ] as const)("%s is never passed, and refuses by every route until the UTC day ends", async (name, use) => {
    // Two turns' worth, and a little that is not enough for a third.
    const [[, whole] = ["", 0]] = Object.entries(use);
    const scale = { member_dollars_per_day: 1e6, member_sql_seconds_per_day: 1000 }[name as string] ?? 1;
    const at = await scene({ [name]: (2 * whole) / scale + 1 });
    for (let turn = 0; turn < 2; turn++) {
      expect((await durable(at, using(use))).status).toBe(202);
      await world.settle();
    }
    aMinuteLater();
    const midnight = untilMidnight();
    for (const answer of [await durable(at, "Hello"), await stream(at, "Hello")])
      expect(Math.abs(expectRefused(answer) - midnight)).toBeLessThan(60);
    const socket = await connected(at.person);
    const expected = [failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) })];
    expect(await socket.ask({ action: "send_message", chat_id: at.chat, message: "Hello" })).toEqual(expected);
    const { id } = await lastQuestion(at);
    expect(await socket.ask({ action: "edit_message", message_id: id, content: "Hello" })).toEqual(expected);

    // Nobody else is affected, and tomorrow is another day.
    const other = { ...at, person: at.tenant.other, chat: await newChat(world, at.tenant.other) };
    expect((await durable(other, "Hello")).status).toBe(202);
    await world.settle();
    world.clock.advance(untilMidnight() * 1000 + 1_000);
    expect((await durable(at, "Hello")).status).toBe(202);
    await world.settle();
  });

  it("is not passed by turns that run at once: each takes its whole allowance first", async () => {
    const at = await scene({ member_model_calls_per_day: 3 * turnAllowance.model_calls });
    const chats = await Promise.all(Array.from({ length: 5 }, () => newChat(world, at.person)));
    aMinuteLater();
    const statuses: number[] = [];
    for (const chat of chats) {
      world.clock.advance(6_000);
      statuses.push((await durable({ ...at, chat }, using({ model_calls: turnAllowance.model_calls }))).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429, 429]);
    await world.settle();
    expect((await figures(at.person)).model_calls).toBe(3 * turnAllowance.model_calls);
  });
});

describe("an organization's limit of a day", () => {
  it("refuses all its members within ten seconds, and no other organization's; the operator lifts it", async () => {
    const [at, elsewhere] = [await scene({ tokens_per_day: 1_000 }), await scene()];
    await durable(at, using({ tokens: 1_000 }));
    await world.settle();
    aMinuteLater();
    expectRefused(await durable(at, "Hello"));
    expectRefused(await stream(at, "Hello"));
    const chat = await newChat(world, at.tenant.other);
    expectRefused(await durable({ ...at, chat, person: at.tenant.other }, "Hello"));
    expect((await durable(elsewhere, "Hello")).status).toBe(202);
    await Organization.setLimits(at.tenant.ctx, { tokens_per_day: undefined });
    world.clock.advance(30_000);
    expect((await durable(at, "Hello")).status).toBe(202);
    await world.settle();
  });
});

describe("messages and edits within a minute", () => {
  it("edits are never refused by the submission budget, and no more than the ledger's figure in any minute", async () => {
    const at = await scene();
    const limit = consumptionLimits.member_turns_per_minute;
    const socket = await connected(at.person);
    await socket.ask({ action: "send_message", chat_id: at.chat, message: "First" });
    const { id } = await lastQuestion(at);
    aMinuteLater();
    let accepted = 0;
    let refused: unknown;
    for (let edit = 0; edit < limit + 20; edit++) {
      const frames = await socket.ask({ action: "edit_message", message_id: id, content: `Changed ${edit}` });
      if (names(frames).at(-1) === "message") accepted += 1;
      else refused ??= frames;
    }
    expect(accepted).toBe(limit);
    expect(refused).toEqual([failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) })]);
    aMinuteLater();
    const again = await socket.ask({ action: "edit_message", message_id: id, content: "Changed once more" });
    expect(names(again).at(-1)).toBe("message");
  }, 60_000);

  it("an edit that is refused does not cost the answer that is being given", async () => {
    const at = await scene({ member_turns_per_minute: 1 });
    const socket = await connected(at.person);
    aMinuteLater();
    await socket.send({ action: "send_message", chat_id: at.chat, message: using({ stays: true }) });
    await expect.poll(() => names(socket.frames())).toContain("processing");
    const { id } = await lastQuestion(at);
    await socket.send({ action: "edit_message", message_id: id, content: "Changed" });
    expect(socket.frames().at(-1)).toEqual(failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) }));
    const { body } = await world.call(`GET /v1/chats/${at.chat}`, { token: await tokenOf(at.person) });
    expect(body.active_turn_id).not.toBeNull();
    await socket.ask({ action: "interrupt" });
  });
});

describe("answers that stream at once", () => {
  it("are at most as many as the ledger says, and make room when they end", async () => {
    const at = await scene({ member_streams: 2 });
    const socket = await connected(at.person);
    const staying = using({ stays: true });
    const chats = await Promise.all(Array.from({ length: 3 }, () => newChat(world, at.person)));
    aMinuteLater();
    for (const chat_id of chats.slice(0, 2)) await socket.send({ action: "send_message", chat_id, message: staying });
    expect(await figures(at.person)).toMatchObject({ held: 2 });
    const chat = chats[2] ?? "";
    world.clock.advance(11_000);
    expectRefused(await stream({ ...at, chat }, "Hello"));
    // A durable turn holds no connection.
    expect((await durable({ ...at, chat }, "Hello")).status).toBe(202);
    await socket.send({ action: "interrupt" });
    await socket.send({ action: "interrupt" });
    await world.settle();
    world.clock.advance(11_000);
    expect((await stream({ ...at, chat }, "Hello")).status).toBe(200);
    expect(await figures(at.person)).toMatchObject({ held: 0 });
  });

  it("that nobody ended die by themselves", async () => {
    const at = await scene({ member_streams: 1 });
    const { table } = world.base;
    const staying = { update: accountKey(at.person.id) };
    const over = Math.floor(world.clock.now() / 1000) - 1;
    const note = new Set([`${over.toString(36)}.8000-000000000000`]);
    await table.update(staying.update, { text: "ADD #streams \u0000", values: [note] });
    expect((await stream(at, "Hello")).status).toBe(200);
    expect(await figures(at.person)).toMatchObject({ held: 0 });
  });
});

describe.each([
  ["requests that wait for a turn", "member_waits", "waits", "?wait=20"],
  ["replays of a turn's events", "member_replays", "replays", "/events"],
] as const)("%s", (_, limit, held, query) => {
  /** A turn that waits for its worker, and what asks for it. */
  async function waiting(most: number) {
    const at = await scene({ [limit]: most });
    const { body } = await durable(at, "Hello");
    const token = await tokenOf(at.person);
    const path = `GET /v1/agents/${at.furniture.agent_id}/chats/${at.chat}/turns/${body.turn_id}`;
    const key = { pk: `HELD#${held}#${at.person.id}`, sk: "HELD" };
    const places = async () => {
      const item = await world.base.table.get<{ held?: Set<string> }>(key, { consistent: true });
      return item?.held?.size ?? 0;
    };
    return { at, path, key, places, ask: () => world.call(path + query, { token }), token };
  }

  it("are at most as many at once as the ledger says; they make room when they are answered", async () => {
    const { path, places, ask, token } = await waiting(2);
    const first = [ask(), ask()];
    await expect.poll(places).toBe(2);
    expectRefused(await ask());
    // Looking costs nothing.
    const looked = await world.call(path, { token });
    expect(looked).toMatchObject({ status: 200, body: { status: "in_progress" } });
    await world.settle();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await places()).toBe(0);
    expect((await ask()).status).toBe(200);
  });

  it("say truly when there is room again, where nobody frees a place; and others have their own", async () => {
    const { key, ask, at } = await waiting(1);
    const until = Math.floor(world.clock.now() / 1000) + 12;
    await world.base.table.update(key, {
      text: "ADD #held \u0000",
      values: [new Set([`${until.toString(36)}.8000-000000000000`])],
    });
    const seconds = expectRefused(await ask());
    expect(Math.abs(seconds - 12)).toBeLessThanOrEqual(1);
    const chat = await newChat(world, at.tenant.other);
    const other = await durable({ ...at, chat, person: at.tenant.other }, "Hello");
    world.clock.advance(seconds * 1000);
    const mine = ask();
    const theirs = world.call(
      `GET /v1/agents/${at.furniture.agent_id}/chats/${chat}/turns/${other.body.turn_id}${query}`,
      { token: await tokenOf(at.tenant.other) },
    );
    await world.settle();
    expect([(await mine).status, (await theirs).status]).toEqual([200, 200]);
  });
});

describe("uploads", () => {
  const announce = async (person: Person, size_bytes: number) =>
    world.call("POST /v1/uploads", {
      token: await tokenOf(person),
      body: { files: [{ filename: "sales.csv", mime_type: "text/csv", size_bytes }] },
    });

  it("are granted up to a member's and an organization's bytes of a day, whatever tokens they come with", async () => {
    const at = await scene({ member_upload_bytes_per_day: 2_500, upload_bytes_per_day: 3_000 });
    expect((await announce(at.person, 1_000)).status).toBe(200);
    expect((await announce(at.person, 1_500)).status).toBe(200);
    expect(Math.abs(expectRefused(await announce(at.person, 1)) - untilMidnight())).toBeLessThan(10);
    expectRefused(await announce(at.tenant.other, 501));
    expect((await announce(at.tenant.other, 500)).status).toBe(200);
    expect(await figures(at.person)).toMatchObject({ upload_bytes: 2_500 });
    const elsewhere = await scene();
    expect((await announce(elsewhere.person, 25_000)).status).toBe(200);
    const { limits } = await Organization.statement(at.tenant.ctx);
    expect(limits.upload_bytes_per_day).toMatchObject({ limit: 3_000, used: 3_000 });
  });

  it("of two gigabytes are a day's, by default: the ten of a burst are not granted", async () => {
    const at = await scene();
    const files = Array.from({ length: 20 }, () => ({
      filename: "sales.csv",
      mime_type: "text/csv",
      size_bytes: 25 * 1024 * 1024,
    }));
    const statuses: number[] = [];
    for (let times = 0; times < 6; times++)
      statuses.push(
        (await world.call("POST /v1/uploads", { token: await tokenOf(at.person), body: { files } })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});
