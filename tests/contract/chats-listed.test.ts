import { randomUUID } from "node:crypto";
import * as Chat from "@parley/core/chat/chat";
import { PLACE_STAYS_MS } from "@parley/core/chat/place";
import type { ChatRecord } from "@parley/core/chat/record";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { useScene } from "../support/world/scene.ts";
import { latestFirst, orderOf, putChats, type Standing, standingChat } from "./listed-chats.ts";

/** Lists of chats that have stayed in their places when they were updated: they are shown as if they had not. */

const scene = useScene();
const MINUTE = 60_000;
const NOON = Date.UTC(2026, 0, 15, 12);

/** A member of their own for each schedule. */
const someone = () => ({
  ...scene.world.base,
  actor: { organization_id: scene.person.ctx.actor.organization_id, member_id: randomUUID() },
});

/** Times within half an hour, many of them the same or exactly as far apart as a chat may stay. */
const times = fc.oneof(
  fc.nat(30).map((minutes) => minutes * MINUTE),
  fc.nat(30 * MINUTE),
);
const delays = fc.oneof(
  fc.constantFrom(undefined, 0, PLACE_STAYS_MS),
  fc.nat(5).map((minutes) => minutes * MINUTE),
  fc.nat(PLACE_STAYS_MS),
);
const standing: fc.Arbitrary<Standing> = fc
  .record({ after: times, later: delays, title: fc.constantFrom("Needle", "Hay"), isArchived: fc.nat(9) })
  .map(({ after, later, title, isArchived }) => ({ placed: NOON + after, later, title, archived: isArchived === 0 }));

/** What happens between two pages: one of the chats is updated, deleted or put elsewhere, or there is a new one. */
const change = fc.record({ chat: fc.nat(100), becomes: fc.option(standing), isNew: fc.boolean() });

const cursorAt = (chat: ChatRecord) => Buffer.from(orderOf(chat)).toString("base64url");

/** Reads all pages of a list, and calls `between` after each. */
async function pagesOf(
  ctx: ReturnType<typeof someone>,
  options: { limit: number; archived?: boolean; search?: string },
  seen: (shown: string[], cursor: string | undefined, next: string | null) => Promise<void> | void,
) {
  let cursor: string | undefined;
  for (let page = 0; page < 200; page++) {
    const { chats, next_cursor } = await Chat.list(ctx, { ...options, cursor });
    await seen(chats.map(orderOf), cursor, next_cursor);
    if (next_cursor === null) return;
    cursor = next_cursor;
  }
  throw new Error("the list has no end");
}

const isBefore = (chat: ChatRecord, cursor: string | undefined) =>
  cursor === undefined || orderOf(chat) < Buffer.from(cursor, "base64url").toString();

describe("a list of chats that have stayed in their places (D16)", { timeout: 60_000 }, () => {
  it("has every page in the order of their last updates, whatever happens between two pages", async () => {
    const schedule = fc.record({
      chats: fc.array(standing, { maxLength: 25 }),
      changes: fc.array(change, { maxLength: 10 }),
      limit: fc.integer({ min: 1, max: 8 }),
      archived: fc.nat(4).map((one) => one === 0),
    });
    const property = fc.asyncProperty(schedule, async ({ chats, changes, limit, archived }) => {
      const ctx = someone();
      const kept = new Map(chats.map((one) => standingChat(ctx.actor, one)).map((chat) => [chat.id, chat]));
      await putChats(ctx, kept.values());
      const waiting = [...changes];
      await pagesOf(ctx, { limit, archived }, async (shown, cursor, next) => {
        const all = latestFirst(kept.values()).filter((chat) => (chat.archived_at !== null) === archived);
        const rest = all.filter((chat) => isBefore(chat, cursor));
        expect(shown).toEqual(rest.slice(0, limit).map(orderOf));
        if (rest.length > limit) expect(next).toBe(cursorAt(rest[limit - 1] as ChatRecord)); // there are as many
        const one = waiting.shift();
        const [id] = [...kept.keys()].slice(one && !one.isNew ? one.chat % Math.max(1, kept.size) : kept.size);
        if (!one || (id === undefined && !one.becomes)) return;
        if (!one.becomes) {
          const gone = kept.get(id ?? "");
          kept.delete(id ?? "");
          if (gone) await ctx.table.removeMany([gone]);
          return;
        }
        const chat = standingChat(ctx.actor, one.becomes, id);
        kept.set(chat.id, chat);
        await putChats(ctx, [chat]);
      });
    });
    await fc.assert(property, { numRuns: 60 });
  });

  it("is searched in the order of their last updates, nothing skipped and nothing twice", async () => {
    const schedule = fc.record({
      chats: fc.array(standing, { minLength: 60, maxLength: 130 }),
      limit: fc.integer({ min: 1, max: 20 }),
    });
    const property = fc.asyncProperty(schedule, async ({ chats, limit }) => {
      const ctx = someone();
      const kept = chats.map((one) => standingChat(ctx.actor, { ...one, archived: false }));
      await putChats(ctx, kept);
      const found: string[] = [];
      await pagesOf(ctx, { limit, search: "needle" }, (shown) => {
        expect(shown.length).toBeLessThanOrEqual(limit);
        found.push(...shown);
      });
      expect(found).toEqual(latestFirst(kept.filter(({ title }) => title === "Needle")).map(orderOf));
    });
    await fc.assert(property, { numRuns: 8 });
  });

  it("goes on from a cursor that a version has given which read the places alone", async () => {
    const ctx = someone();
    const chats = [5, 4, 3, 2, 1].map((minutes) =>
      standingChat(ctx.actor, { placed: NOON + minutes * MINUTE, later: minutes === 2 ? 90_000 : 0 }),
    );
    await putChats(ctx, chats);
    const [, , third] = chats;
    // The place of the third, which has stayed in none; the fourth was updated after it, and was shown by then.
    const cursor = cursorAt(third as ChatRecord);
    const { chats: rest } = await Chat.list(ctx, { limit: 10, cursor });
    expect(rest.map(orderOf)).toEqual(chats.slice(4).map(orderOf));
  });

  it("shows a chat that is deleted between the reading of its entry and of itself on no page", async () => {
    const ctx = someone();
    const chats = [4, 3, 2, 1].map((minutes) =>
      standingChat(ctx.actor, { placed: NOON + minutes * MINUTE, later: 2 * MINUTE }),
    );
    await putChats(ctx, chats);
    const [, deleted] = chats;
    let isDone = false;
    scene.world.table.intercept("between", async ({ command }, send) => {
      const output = await send();
      if (command === "QueryCommand" && !isDone) {
        isDone = true;
        await ctx.table.removeMany([deleted as ChatRecord]);
      }
      return output;
    });
    const shown: string[] = [];
    await pagesOf(ctx, { limit: 1 }, (page) => void shown.push(...page));
    scene.world.table.release("between");
    expect(shown).toEqual(chats.filter((chat) => chat !== deleted).map(orderOf));
  });
});
