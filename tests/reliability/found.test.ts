import { limits } from "@parley/contract/limits";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as Chat from "@parley/core/chat/chat";
import { purgeCuts } from "@parley/core/chat/purge";
import * as Member from "@parley/core/member/member";
import * as Connection from "@parley/core/socket/connection";
import { accept } from "@parley/core/turn/accept";
import { cancel, requestCancel } from "@parley/core/turn/cancel";
import { askFor } from "@parley/core/turn/question";
import { run } from "@parley/core/turn/run";
import { releaseIfLost } from "@parley/core/turn/meet";
import { editSubmission, interactiveSubmission } from "@parley/core/turn/submission";
import type { Base } from "@parley/core/context";
import type { TurnRecord } from "@parley/core/turn/record";
import { describe, expect, test } from "vitest";
import { messageOf, type Script } from "./world/answerer.ts";
import { createClient } from "./world/client.ts";
import type { Fault } from "./world/sdk.ts";
import { memberOf } from "./world/service.ts";
import { prepare } from "./world/simulation.ts";
import { createStage } from "./world/stage.ts";

/** A world in which nothing goes wrong but what a test arranges. */
async function quietWorld() {
  const { world, store, network, service, violations } = createStage({ seed: 1 });
  const place = await prepare(world, service, 1);
  const client = createClient(world, service, place);
  const [chat = ""] = place.chats;
  return {
    world,
    store,
    service,
    client,
    place,
    chat,
    violations,
    /** Makes the calls that fit go wrong. */
    arrange: (fits: (name: string, process: string, attempt: number) => boolean, fault: Fault) =>
      network.arrange(({ name }, call, attempt) => (fits(call, name, attempt) ? fault : undefined)),
    /** Ends a process that runs, as a crash would. */
    kill: (name: string) => {
      const process = [...service.running].find((one) => one.name.startsWith(name));
      if (!process) throw new Error(`${name} does not run`);
      process.isDead = true;
      process.onKilled?.();
    },
    /** Does something as the member, in a process of its own, and answers what came of it. */
    act: async <T>(what: (env: ReturnType<typeof memberOf>) => Promise<T>): Promise<T> => {
      let ended: { value: T } | { error: unknown } | undefined;
      service.begin(
        "act",
        (env) => what(memberOf(env, place)),
        (how) => (ended = "killed" in how ? { error: new Error("killed") } : how),
      );
      await world.run(() => ended !== undefined, 60_000);
      if (ended && "value" in ended) return ended.value;
      throw ended?.error ?? new Error("it takes too long");
    },
    /** Lets `seconds` pass, or less where `until` holds. */
    pass: (seconds: number, until: () => boolean = () => false) => world.run(until, seconds * 1000),
    turns: (): TurnRecord[] =>
      store.partition(`CHAT#${chat}`).flatMap((item) => (item["sk"]?.S?.startsWith("TURN#") ? [plain(item)] : [])),
    messages: () =>
      store.partition(`CHAT#${chat}`).flatMap((item) => (item["sk"]?.S?.startsWith("MESSAGE#") ? [plain(item)] : [])),
  };
}

// Items of the simulation's store are the service's own.
const plain = (item: Record<string, unknown>) => unmarshall(item as never) as never;
const say = (script: Partial<Script> = {}) => messageOf({ tag: "word", pieces: 3, pause: 10, mode: "text", ...script });

const isSettlement = (name: string) => name.startsWith("TransactWriteItems TURN#");
const isBeat = (name: string) => /^(GetItem|BatchGetItem|UpdateItem) TURN#/.test(name);
const namesOf = (events: readonly { event: string }[]) => events.map(({ event }) => event);

describe("a claim", () => {
  test("whose answer is lost is the worker's all the same", async () => {
    const { client, chat, arrange, pass, turns } = await quietWorld();
    let claims = 0;
    arrange((name) => name.startsWith("UpdateItem TURN#") && (claims += 1) === 1, "lost");
    client.submit(chat, "request", say(), 0);
    await pass(limits.turn_lease / 2);
    expect(turns()).toMatchObject([{ status: "completed", attempt: 1 }]);
  });
});

describe("a settlement", () => {
  test("waits for the table while the lease lasts", async () => {
    const { world, client, chat, arrange, pass, turns } = await quietWorld();
    const recovered = world.now() + 8_000;
    arrange((name) => isSettlement(name) && world.now() < recovered, "throttled");
    client.submit(chat, "request", say(), 0);
    await pass(limits.turn_lease);
    expect(turns()).toMatchObject([{ status: "completed", attempt: 1 }]);
  });

  test("that was carried out and never answered is known again", async () => {
    const { client, chat, arrange, pass, turns, violations } = await quietWorld();
    let sent = 0;
    arrange((name) => isSettlement(name) && (sent += 1) <= 4, "lost");
    client.stream(chat, say());
    await pass(limits.turn_lease);
    expect(turns()).toMatchObject([{ status: "completed" }]);
    expect(client.journal.streamed[0]?.events.at(-1)).toMatchObject({ event: "message" });
    expect(violations).toEqual([]);
  });
});

describe("the end of a turn", () => {
  test("reaches the stream of a worker that lost its lease", async () => {
    const { world, client, chat, arrange, pass, turns } = await quietWorld();
    const over = world.now() + limits.turn_lease * 1000;
    // It is never renewed; who holds it can read again by the time it is over.
    arrange((name) => name.startsWith("UpdateItem TURN#") || (isBeat(name) && world.now() < over), "throttled");
    client.stream(chat, say({ pause: 60_000 }));
    await pass(2 * limits.turn_lease);
    expect(turns()).toMatchObject([{ status: "failed", error: { code: "WORKER_LOST" } }]);
    expect(client.journal.streamed[0]?.events.at(-1)).toMatchObject({ event: "error", data: { code: "WORKER_LOST" } });
  });

  test("reaches it also when somebody else settles in that very moment", async () => {
    const { world, client, chat, arrange, pass, turns, act } = await quietWorld();
    const over = world.now() + limits.turn_lease * 1000 + 500;
    let late = 0;
    // The worker finds its turn abandoned, and is slower to say so than the reader.
    arrange((name, process) => {
      if (!process.startsWith("stream")) return false;
      return (isBeat(name) && world.now() < over) || (isSettlement(name) && (late += 1) <= 3);
    }, "throttled");
    client.stream(chat, say({ pause: 60_000 }));
    await pass(limits.turn_lease + 0.6, () => late > 0);
    await act((ctx) => releaseIfLost(ctx, chat, turns()[0]?.turn_id ?? ""));
    await pass(limits.turn_lease);
    expect(client.journal.streamed[0]?.events.at(-1)).toMatchObject({ event: "error", data: { code: "WORKER_LOST" } });
  });

  test("is told to who reads the events of a turn whose worker died", async () => {
    const { client, chat, pass, kill } = await quietWorld();
    client.stream(chat, say({ pause: 5_000 }));
    await pass(7);
    kill("stream");
    client.follow(client.turns[0] ?? { chat_id: "", turn_id: "" });
    await pass(2 * limits.turn_lease);
    const [followed] = client.journal.followed;
    expect(namesOf(followed?.events ?? []).filter((name) => name === "message" || name === "error")).toEqual(["error"]);
    expect(followed?.how).toEqual({ value: undefined });
  });
});

describe("a chat", () => {
  /** Three answered questions. */
  async function withMessages(quiet: Awaited<ReturnType<typeof quietWorld>>) {
    for (const tag of ["one", "two", "three"]) {
      quiet.client.stream(quiet.chat, say({ tag }));
      await quiet.pass(11);
    }
    const shown = () => quiet.act((ctx) => Chat.get(ctx, quiet.chat, { limit: 50 })).then(({ messages }) => messages);
    const asked = (await shown()).filter(({ type }) => type === "user").map(({ id }) => id);
    return { shown, asked };
  }
  const edited = (ctx: ReturnType<typeof memberOf>, chat: string, id: string) =>
    accept(ctx, editSubmission(chat, { id }, say(), null), ctx.ids.next());

  test("keeps what two deletions at once took out", async () => {
    const quiet = await quietWorld();
    const { shown, asked } = await withMessages(quiet);
    const [, second = "", third = ""] = asked;
    // Both read the chat before either has written; the removal from the table comes later.
    quiet.arrange((name) => name.startsWith("BatchWriteItem"), "throttled");
    await Promise.allSettled([
      quiet.act((ctx) => Chat.truncate(ctx, quiet.chat, { id: second })),
      quiet.act((ctx) => Chat.truncate(ctx, quiet.chat, { id: third })),
    ]);
    expect((await shown()).map(({ id }) => id)).not.toContain(second);
    expect(quiet.violations).toEqual([]);
  });

  test("refuses to edit a message that was deleted in the meantime", async () => {
    const quiet = await quietWorld();
    const { asked } = await withMessages(quiet);
    const [, second = ""] = asked;
    quiet.arrange((name) => name.startsWith("BatchWriteItem"), "throttled");
    await quiet.act((ctx) => Chat.truncate(ctx, quiet.chat, { id: second })).catch(() => undefined);
    await expect(quiet.act((ctx) => edited(ctx, quiet.chat, second))).rejects.toMatchObject({
      code: "MESSAGE_NOT_FOUND",
    });
    expect(quiet.violations).toEqual([]);
  });

  test("takes nothing out where the edited message is the last one", async () => {
    const quiet = await quietWorld();
    quiet.client.submit(quiet.chat, "request", say({ pause: 5_000 }), 0, undefined, false);
    await quiet.pass(1);
    const [turn] = quiet.turns();
    await quiet.act((ctx) => cancel(ctx, quiet.chat, turn?.turn_id ?? ""));
    await quiet.act((ctx) => edited(ctx, quiet.chat, turn?.user_message_id ?? ""));
    // DynamoDB refuses a range that ends before it begins.
    await quiet.act((ctx) => purgeCuts(ctx, quiet.chat));
    expect(quiet.violations).toEqual([]);
  });

  test("does not tell a model what was deleted, also before it is removed from the table", async () => {
    const quiet = await quietWorld();
    const { asked } = await withMessages(quiet);
    quiet.arrange((name) => name.startsWith("BatchWriteItem"), "throttled");
    await quiet.act((ctx) => Chat.truncate(ctx, quiet.chat, { id: asked[1] ?? "" })).catch(() => undefined);
    const question = await quiet.act(async (ctx) => {
      const { turn } = await accept(ctx, interactiveSubmission("stream", quiet.chat, { message: say() }), "worker");
      return askFor(ctx, turn)(new AbortController().signal);
    });
    expect(question.history.map(({ type }) => type)).toEqual(["user", "final"]);
  });

  test("is freed by a read once its lease is over, whenever it was given a title", async () => {
    const quiet = await quietWorld();
    quiet.client.stream(quiet.chat, say({ pause: 60_000 }));
    await quiet.pass(5);
    quiet.kill("stream");
    await quiet.pass(20);
    await quiet.act((ctx) => Chat.update(ctx, quiet.chat, { title: "Later" }));
    await quiet.pass(10);
    const chat = await quiet.act((ctx) => Chat.get(ctx, quiet.chat, { limit: 9 }));
    expect(chat.active_turn_id).toBeNull();
    // The same answer shows how the turn ended.
    expect(chat.messages.map(({ type }) => type)).toEqual(["user", "error"]);
  });

  test("stays in the archive when a message is accepted at the same time", async () => {
    const quiet = await quietWorld();
    // The message is read for before the chat is archived, and accepted after.
    const waits: Record<string, number> = { "UpdateItem CHAT": 1, "TransactWriteItems CHAT": 3 };
    quiet.arrange((name, _process, attempt) => attempt <= (waits[name.split(",")[0] ?? ""] ?? 0), "throttled");
    const archive = quiet.act((ctx) => Chat.update(ctx, quiet.chat, { archived: true }));
    quiet.client.stream(quiet.chat, say());
    await archive;
    await quiet.pass(20);
    const archived = await quiet.act((ctx) => Chat.list(ctx, { limit: 10, archived: true }));
    expect(archived.chats.map(({ id }) => id)).toEqual([quiet.chat]);
  });

  test("takes a new message also when somebody else frees it in that very moment", async () => {
    const quiet = await quietWorld();
    quiet.client.stream(quiet.chat, say({ pause: 60_000 }));
    await quiet.pass(5);
    quiet.kill("stream");
    await quiet.pass(limits.turn_lease);
    // The message finds the lost turn before the reader has settled it, and is slower.
    quiet.arrange(
      (name, process, attempt) => process.startsWith("stream") && isSettlement(name) && attempt === 1,
      "throttled",
    );
    quiet.client.stream(quiet.chat, say());
    await quiet.act((ctx) => Chat.get(ctx, quiet.chat, { limit: 1 }));
    await quiet.pass(10);
    expect(quiet.turns().map(({ status }) => status)).toEqual(["failed", "completed"]);
  });

  test("is freed at once when a turn that nobody had claimed was cancelled by a request that died", async () => {
    const quiet = await quietWorld();
    quiet.arrange((name) => name.startsWith("SendMessage") || isSettlement(name), "throttled");
    quiet.client.submit(quiet.chat, "request", say(), 0);
    await quiet.pass(5);
    const [turn] = quiet.turns();
    await quiet.act((ctx) => requestCancel(ctx, quiet.chat, turn?.turn_id ?? "")).catch(() => undefined);
    quiet.arrange(() => false, "throttled");
    expect(await quiet.act((ctx) => releaseIfLost(ctx, quiet.chat, turn?.turn_id ?? ""))).toBe(true);
    expect(quiet.turns()).toMatchObject([{ status: "cancelled" }]);
  });
});

describe("a write that meets a transaction", () => {
  test("is tried again: cancelling a turn while it is settled is no fault", async () => {
    const quiet = await quietWorld();
    quiet.client.stream(quiet.chat, say({ pause: 1_000 }));
    await quiet.pass(2);
    let met = 0;
    quiet.arrange(
      (name, process) => process.startsWith("act") && name.startsWith("UpdateItem TURN#") && (met += 1) <= 2,
      "conflict",
    );
    const [turn] = quiet.turns();
    expect(await quiet.act((ctx) => requestCancel(ctx, quiet.chat, turn?.turn_id ?? ""))).toMatchObject({
      isNew: true,
    });
  });
});

describe("a socket", () => {
  const claims = (env: Base, jti: string) => {
    const now = Math.floor(env.clock.now() / 1000);
    return { organization_id: "organization", member_id: "member", jti, issued_at: now, expires_at: now + 3600 };
  };

  test("takes its slot once, also when the answer to that is lost", async () => {
    const { act, arrange } = await quietWorld();
    const open = (id: string) => act((env) => Connection.open(env, id, false, claims(env, "one")));
    await open("a");
    await open("b");
    arrange((name, process, attempt) => name.startsWith("UpdateItem SLOTS") && attempt === 1, "lost");
    expect(await open("c")).toBe(true);
    expect(await open("d")).toBe(false);
  });

  test("that was closed while its message was accepted leaves nothing that lives for ever", async () => {
    const { act, store, chat } = await quietWorld();
    await act(async (ctx) => {
      const connection = await Connection.find(ctx, "connection-0");
      if (!connection) throw new Error("no connection");
      await Connection.close(ctx, "connection-0");
      await accept(ctx, interactiveSubmission("socket", chat, { message: say() }), undefined, (turn) => [
        Connection.watchWrite(connection, { chat_id: chat, turn_id: turn.turn_id }),
      ]);
    });
    expect(store.find({ pk: "SOCKET#connection-0", sk: "SOCKET" })?.["ttl"]).toBeDefined();
  });
});

describe("rows that could not be kept", () => {
  test("fail the turn when its answer is complete, and nothing before", async () => {
    const { act, chat, turns, world } = await quietWorld();
    // Node looks for rejections that nobody waits for only when it has nothing else to do.
    world.after(500, undefined, () => new Promise((resolve) => setImmediate(resolve)));
    const unhandled: unknown[] = [];
    const listen = (error: unknown) => void unhandled.push(error);
    process.on("unhandledRejection", listen);
    await act(async (ctx) => {
      const worker = ctx.ids.next();
      const { turn } = await accept(ctx, interactiveSubmission("stream", chat, { message: say() }), worker);
      const files = { ...ctx.files, put: () => Promise.reject(new Error("no bucket")) };
      await run({ ...ctx, files }, turn, worker, askFor(ctx, turn), async function* (_question, { clock }) {
        const visualization = { type: "table" as const, id: turn.turn_id, title: "t", headers: ["a"], rows: [["1"]] };
        yield { type: "visualization", visualization: visualization as never, rows: [[1]] };
        await clock.sleep(1_000);
        return { type: "final", content: "", metadata: { model_id: "m", usage: null as never } };
      });
    });
    process.off("unhandledRejection", listen);
    expect(unhandled).toEqual([]);
    expect(turns()).toMatchObject([{ status: "failed", error: { code: "INTERNAL" } }]);
  });
});

describe("a member who is disabled", () => {
  test("has no turn left within 30 seconds: what was said is kept, and whoever reads or waits is refused", async () => {
    const quiet = await quietWorld();
    const { client, chat, place, pass, turns, messages } = quiet;
    client.stream(chat, say({ pieces: 6, pause: 9_000 }));
    await pass(12);
    const [at = { chat_id: "", turn_id: "" }] = client.turns;
    client.follow(at);
    await quiet.act((env) => Member.setActive(env, place.member_id, false));
    await pass(30);
    expect(turns()[0]?.status).toBe("cancelled");
    const kept = messages() as { type: string; content: string }[];
    expect(kept.find(({ type }) => type === "final")?.content).toMatch(/^word\.0 /);
    expect(client.journal.streamed[0]?.how).toEqual({ value: "cancelled" });
    const told = client.journal.followed[0]?.events.at(-1);
    expect(told?.event === "message" || (told?.event === "error" && told.data.code === "AUTH_FAILED")).toBe(true);
  });

  test("waits for no durable turn that nobody has claimed", async () => {
    const { client, chat, place, pass, act, arrange } = await quietWorld();
    arrange((name) => name.startsWith("SendMessage"), "throttled");
    client.submit(chat, "request", say(), 0, undefined, false);
    await pass(1);
    const [turn] = await act(async (env) => env.table.queryAll<TurnRecord>({ pk: `CHAT#${chat}`, begins: "TURN#" }));
    const at = { chat_id: chat, turn_id: turn?.turn_id ?? "" };
    client.follow(at);
    client.poll(at, 300);
    await pass(1);
    await act((env) => Member.setActive(env, place.member_id, false));
    await pass(25);
    expect(client.journal.followed[0]?.events.at(-1)).toMatchObject({ event: "error", data: { code: "AUTH_FAILED" } });
    expect(client.journal.polled[0]?.how).toMatchObject({ error: { code: "INVALID_TOKEN" } });
  });
});
