import { randomUUID } from "node:crypto";
import { consumptionLimits, turnAllowance } from "@parley/contract/limits";
import * as Organization from "@parley/core/ledger/organization";
import { describe, expect, it } from "vitest";
import { expectRefused, useConsumption, using } from "./consumption-scene.ts";
import { failure } from "./socket-scene.ts";
import { newChat, type Person } from "../support/world/world.ts";
import { names } from "../support/world/socket.ts";

const scene = useConsumption();
const { furnished, tokenOf, aMinuteLater, untilMidnight, durable, stream, connected, lastQuestion, figures } = scene;

describe("what a turn used", () => {
  it("is debited to its member and organization by every route, and the rest of its reservation is given back", async () => {
    const at = await furnished();
    const use = { model_calls: 2, tokens: 1_000, microdollars: 30, sql_ms: 400 };
    await durable(at, using(use));
    expect(await figures(at.person)).toMatchObject({
      model_calls: turnAllowance.model_calls,
      tokens: turnAllowance.tokens,
      held: 1,
    });
    await scene.world.settle();
    expect(await figures(at.person)).toMatchObject({ ...use, held: 0 });
    await stream(at, using(use));
    expect(await figures(at.person)).toMatchObject({ model_calls: 4, tokens: 2_000, held: 0 });
    const socket = await connected(at.person);
    await socket.ask({ action: "send_message", chat_id: at.chat, message: using(use) });
    const { id } = await lastQuestion(at);
    await socket.ask({ action: "edit_message", message_id: id, content: using(use) });
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

  it("is debited if the turn is cancelled in the middle", async () => {
    const at = await furnished();
    const socket = await connected(at.person);
    await socket.send({ action: "send_message", chat_id: at.chat, message: using({ model_calls: 3, stays: true }) });
    await expect.poll(() => names(socket.frames())).toContain("processing");
    await socket.ask({ action: "interrupt" });
    expect(await figures(at.person)).toMatchObject({ model_calls: 3, held: 0 });
  });

  it("is nothing for a replay of a client_request_id, which spends no minute either", async () => {
    const at = await furnished();
    const id = randomUUID();
    await durable(at, using({ model_calls: 1 }), id);
    await scene.world.settle();
    for (let times = 0; times < 50; times++)
      expect((await durable(at, using({ model_calls: 1 }), id)).status).toBe(202);
    expect(await figures(at.person)).toMatchObject({ model_calls: 1, held: 0 });
  });
});

describe("a member's limit of a day", () => {
  it.each([
    ["member_model_calls_per_day", { model_calls: turnAllowance.model_calls }],
    ["member_tokens_per_day", { tokens: turnAllowance.tokens }],
    ["member_dollars_per_day", { microdollars: turnAllowance.dollars * 1e6 }],
    ["member_sql_seconds_per_day", { sql_ms: turnAllowance.sql_seconds * 1000 }],
  ] as const)("%s is never passed, and refuses by every route until the UTC day ends", async (name, use) => {
    // Two turns' worth, and a little that is not enough for a third.
    const [whole = 0] = Object.values<number>(use);
    const scale = { member_dollars_per_day: 1e6, member_sql_seconds_per_day: 1000 }[name as string] ?? 1;
    const at = await furnished({ [name]: (2 * whole) / scale + 1 });
    for (let turn = 0; turn < 2; turn++) {
      expect((await durable(at, using(use))).status).toBe(202);
      await scene.world.settle();
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
    const other = { ...at, person: at.tenant.other, chat: await newChat(scene.world, at.tenant.other) };
    expect((await durable(other, "Hello")).status).toBe(202);
    await scene.world.settle();
    scene.world.clock.advance(untilMidnight() * 1000 + 1_000);
    expect((await durable(at, "Hello")).status).toBe(202);
    await scene.world.settle();
  });

  it("is not passed by turns that run at once: each takes its whole allowance first", async () => {
    const at = await furnished({ member_model_calls_per_day: 3 * turnAllowance.model_calls });
    const chats = await Promise.all(Array.from({ length: 5 }, () => newChat(scene.world, at.person)));
    aMinuteLater();
    const statuses: number[] = [];
    for (const chat of chats) {
      scene.world.clock.advance(6_000);
      statuses.push((await durable({ ...at, chat }, using({ model_calls: turnAllowance.model_calls }))).status);
    }
    expect(statuses).toEqual([202, 202, 202, 429, 429]);
    await scene.world.settle();
    expect((await figures(at.person)).model_calls).toBe(3 * turnAllowance.model_calls);
  });
});

describe("an organization's limit of a day", () => {
  it("refuses all its members within ten seconds, and no other organization's; the operator lifts it", async () => {
    const [at, elsewhere] = [await furnished({ tokens_per_day: 1_000 }), await furnished()];
    await durable(at, using({ tokens: 1_000 }));
    await scene.world.settle();
    aMinuteLater();
    expectRefused(await durable(at, "Hello"));
    expectRefused(await stream(at, "Hello"));
    const chat = await newChat(scene.world, at.tenant.other);
    expectRefused(await durable({ ...at, chat, person: at.tenant.other }, "Hello"));
    expect((await durable(elsewhere, "Hello")).status).toBe(202);
    await Organization.setLimits(at.tenant.ctx, { tokens_per_day: undefined });
    scene.world.clock.advance(30_000);
    expect((await durable(at, "Hello")).status).toBe(202);
    await scene.world.settle();
  });
});

describe("messages and edits within a minute", () => {
  it("edits are never refused by the submission budget, and no more than the ledger's figure in any minute", async () => {
    const at = await furnished();
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
    const at = await furnished({ member_turns_per_minute: 1 });
    const socket = await connected(at.person);
    aMinuteLater();
    await socket.send({ action: "send_message", chat_id: at.chat, message: using({ stays: true }) });
    await expect.poll(() => names(socket.frames())).toContain("processing");
    const { id } = await lastQuestion(at);
    await socket.send({ action: "edit_message", message_id: id, content: "Changed" });
    expect(socket.frames().at(-1)).toEqual(failure("RATE_LIMIT", { retry_after_seconds: expect.any(Number) }));
    const { body } = await scene.world.call(`GET /v1/chats/${at.chat}`, { token: await tokenOf(at.person) });
    expect(body.active_turn_id).not.toBeNull();
    await socket.ask({ action: "interrupt" });
  });
});

describe("uploads", () => {
  const announce = async (person: Person, size_bytes: number) =>
    scene.world.call("POST /v1/uploads", {
      token: await tokenOf(person),
      body: { files: [{ filename: "sales.csv", mime_type: "text/csv", size_bytes }] },
    });

  it("are granted up to a member's and an organization's bytes of a day, whatever tokens they come with", async () => {
    const at = await furnished({ member_upload_bytes_per_day: 2_500, upload_bytes_per_day: 3_000 });
    expect((await announce(at.person, 1_000)).status).toBe(200);
    expect((await announce(at.person, 1_500)).status).toBe(200);
    expect(Math.abs(expectRefused(await announce(at.person, 1)) - untilMidnight())).toBeLessThan(10);
    expectRefused(await announce(at.tenant.other, 501));
    expect((await announce(at.tenant.other, 500)).status).toBe(200);
    expect(await figures(at.person)).toMatchObject({ upload_bytes: 2_500 });
    const elsewhere = await furnished();
    expect((await announce(elsewhere.person, 25_000)).status).toBe(200);
    const { limits } = await Organization.statement(at.tenant.ctx);
    expect(limits.upload_bytes_per_day).toMatchObject({ limit: 3_000, used: 3_000 });
  });

  it("of two gigabytes are a day's, by default: the ten of a burst are not granted", async () => {
    const at = await furnished();
    const files = Array.from({ length: 20 }, () => ({
      filename: "sales.csv",
      mime_type: "text/csv",
      size_bytes: 25 * 1024 * 1024,
    }));
    const statuses: number[] = [];
    for (let times = 0; times < 6; times++)
      statuses.push(
        (await scene.world.call("POST /v1/uploads", { token: await tokenOf(at.person), body: { files } })).status,
      );
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});
