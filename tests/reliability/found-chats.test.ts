import { limits } from "@parley/contract/limits";
import * as Chat from "@parley/core/chat/chat";
import { purgeCuts } from "@parley/core/chat/purge";
import * as Member from "@parley/core/member/member";
import * as Connection from "@parley/core/socket/connection";
import { find, type Found } from "@parley/core/message/message";
import { remove } from "@parley/core/message/remove";
import { accept } from "@parley/core/turn/accept";
import { cancel, requestCancel } from "@parley/core/turn/cancel";
import { askFor } from "@parley/core/turn/question";
import { releaseIfLost } from "@parley/core/turn/wake-or-end";
import { editSubmission, interactiveSubmission } from "@parley/core/turn/submission";
import type { Base } from "@parley/core/environment/context";
import type { TurnRecord } from "@parley/core/turn/record";
import { describe, expect, test } from "vitest";
import { isSettlement, quietWorld, say } from "./world/quiet-world.ts";
import type { memberOf } from "./world/service.ts";

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
  const foundIn = async (quiet: Awaited<ReturnType<typeof quietWorld>>, id = "") => {
    const found = await quiet.act((ctx) => find(ctx, quiet.chat, id));
    if (!found) throw new Error("there is no such message");
    return found;
  };
  const edited = (ctx: ReturnType<typeof memberOf>, found: Found) =>
    accept(ctx, editSubmission(found, { route: "stream", content: say(), integration_id: null }), {
      worker: ctx.ids.next(),
    });

  test("keeps what two deletions at once took out", async () => {
    const quiet = await quietWorld();
    const { shown, asked } = await withMessages(quiet);
    // Both read the chat before either has written; the removal from the table comes later.
    const [second, third] = [await foundIn(quiet, asked[1]), await foundIn(quiet, asked[2])];
    quiet.arrange((name) => name.startsWith("BatchWriteItem"), "throttled");
    await Promise.allSettled([second, third].map((found) => quiet.act((ctx) => remove(ctx, found))));
    expect((await shown()).map(({ id }) => id)).not.toContain(second.message.id);
    expect(quiet.violations).toEqual([]);
  });

  test("refuses to edit a message that was deleted in the meantime", async () => {
    const quiet = await quietWorld();
    const { asked } = await withMessages(quiet);
    const second = await foundIn(quiet, asked[1]);
    quiet.arrange((name) => name.startsWith("BatchWriteItem"), "throttled");
    await quiet.act((ctx) => remove(ctx, second)).catch(() => undefined);
    await expect(quiet.act((ctx) => edited(ctx, second))).rejects.toMatchObject({
      code: "MESSAGE_NOT_FOUND",
    });
    expect(quiet.violations).toEqual([]);
  });

  test("takes nothing out if the edited message is the last one", async () => {
    const quiet = await quietWorld();
    quiet.client.submit(
      { chat_id: quiet.chat, client_request_id: "request", message: say({ pause: 5_000 }) },
      { mayCancel: false },
    );
    await quiet.pass(1);
    const [turn] = quiet.turns();
    await quiet.act((ctx) => cancel(ctx, quiet.chat, turn?.turn_id ?? ""));
    const asked = await foundIn(quiet, turn?.user_message_id ?? "");
    await quiet.act((ctx) => edited(ctx, asked));
    // DynamoDB refuses a range that ends before it begins.
    await quiet.act((ctx) => purgeCuts(ctx, quiet.chat));
    expect(quiet.violations).toEqual([]);
  });

  test("does not show a model what was deleted, even before it is removed from the table", async () => {
    const quiet = await quietWorld();
    const { asked } = await withMessages(quiet);
    quiet.arrange((name) => name.startsWith("BatchWriteItem"), "throttled");
    const second = await foundIn(quiet, asked[1]);
    await quiet.act((ctx) => remove(ctx, second)).catch(() => undefined);
    const question = await quiet.act(async (ctx) => {
      const { turn } = await accept(ctx, interactiveSubmission("stream", quiet.chat, { message: say() }), {
        worker: "worker",
      });
      return askFor(ctx, turn)(new AbortController().signal);
    });
    expect(question.history.map(({ type }) => type)).toEqual(["user", "final"]);
  });

  test("is freed by a read once its lease has expired, whenever it was given a title", async () => {
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

  test("takes a new message even if something else frees it at that very moment", async () => {
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

  test("is freed at once when an unclaimed turn was cancelled by a request that died", async () => {
    const quiet = await quietWorld();
    quiet.arrange((name) => name.startsWith("SendMessage") || isSettlement(name), "throttled");
    quiet.client.submit({ chat_id: quiet.chat, client_request_id: "request", message: say() });
    await quiet.pass(5);
    const [turn] = quiet.turns();
    await quiet.act((ctx) => requestCancel(ctx, quiet.chat, turn?.turn_id ?? "")).catch(() => undefined);
    quiet.arrange(() => false, "throttled");
    expect(await quiet.act((ctx) => releaseIfLost(ctx, quiet.chat, turn?.turn_id ?? ""))).toBe(true);
    expect(quiet.turns()).toMatchObject([{ status: "cancelled" }]);
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
      await accept(ctx, interactiveSubmission("socket", chat, { message: say() }), {
        also: ({ turn_id }) => [Connection.watchWrite(connection, { chat_id: chat, turn_id })],
      });
    });
    expect(store.find({ pk: "SOCKET#connection-0", sk: "SOCKET" })?.["ttl"]).toBeDefined();
    // What is left is no connection: the next frame that was still on its way finds none.
    expect(await act((ctx) => Connection.find(ctx, "connection-0"))).toBeUndefined();
  });
});

describe("a member who is disabled", () => {
  test("has no turn left within 30 seconds: what was said is kept, and readers and waiting requests are refused", async () => {
    const quiet = await quietWorld();
    const { client, chat, place, pass, turns, messages } = quiet;
    client.stream(chat, say({ pieces: 6, pause: 9_000 }));
    await pass(12);
    const [at = { chat_id: "", turn_id: "" }] = client.turns;
    client.follow(at);
    await quiet.act((env) => Member.update(env, place.member_id, { active: false }));
    await pass(30);
    expect(turns()[0]?.status).toBe("cancelled");
    const kept = messages() as { type: string; content: string }[];
    expect(kept.find(({ type }) => type === "final")?.content).toMatch(/^word\.0 /);
    expect(client.journal.streamed[0]?.how).toEqual({ value: "cancelled" });
    const told = client.journal.followed[0]?.events.at(-1);
    expect(told?.event === "message" || (told?.event === "error" && told.data.code === "AUTH_FAILED")).toBe(true);
  });

  test("does not wait for an unclaimed durable turn", async () => {
    const { client, chat, place, pass, act, arrange } = await quietWorld();
    arrange((name) => name.startsWith("SendMessage"), "throttled");
    client.submit({ chat_id: chat, client_request_id: "request", message: say() }, { mayCancel: false });
    await pass(1);
    const [turn] = await act(async (env) => env.table.queryAll<TurnRecord>({ pk: `CHAT#${chat}`, begins: "TURN#" }));
    const at = { chat_id: chat, turn_id: turn?.turn_id ?? "" };
    client.follow(at);
    client.poll(at, 300);
    await pass(1);
    await act((env) => Member.update(env, place.member_id, { active: false }));
    await pass(25);
    expect(client.journal.followed[0]?.events.at(-1)).toMatchObject({ event: "error", data: { code: "AUTH_FAILED" } });
    expect(client.journal.polled[0]?.how).toMatchObject({ error: { code: "INVALID_TOKEN" } });
  });
});
