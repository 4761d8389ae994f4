import { randomUUID } from "node:crypto";
import * as Chat from "@parley/core/chat/chat";
import { describe, expect, it } from "vitest";
import { useCosts } from "./costs-scene.ts";
import { putChats, type Standing, standingChat } from "./listed-chats.ts";

const scene = useCosts();
const NOON = Date.UTC(2026, 0, 15, 12);
const SECOND = 1_000;
const MINUTE = 60_000;

/** What a page of these chats, the latest first, costs, and how many of them it shows. */
async function costOfPage(chats: Standing[], options: Parameters<typeof Chat.list>[1]) {
  const ctx = {
    ...scene.world.base,
    actor: { organization_id: scene.tenant.member.ctx.actor.organization_id, member_id: randomUUID() },
  };
  await putChats(
    ctx,
    chats.map((one) => standingChat(ctx.actor, one)),
  );
  let shown = 0;
  const cost = await scene.counter.during(async () => {
    shown = (await Chat.list(ctx, options)).chats.length;
  });
  return { ...cost, shown };
}

const apart = (count: number, gap: number, later?: number): Standing[] =>
  Array.from({ length: count }, (_, at) => ({ placed: NOON - at * gap, later }));

describe("a page of a member's chats (P4)", () => {
  it("costs two calls, and half a unit for each chat that it shows, where chats were asked six minutes apart", async () => {
    // 1.5 units for the entries of the index, 19 to half a unit, and 25 for the chats: as if they were in their exact places.
    for (const later of [undefined, 0, 5 * MINUTE - 1])
      expect(await costOfPage(apart(70, 6 * MINUTE, later), { limit: 50 })).toMatchObject({
        shown: 50,
        calls: 2,
        depth: 2,
        read: 26.5,
      });
  });

  it("costs half a unit more for each chat that was asked in the five minutes before its last one", async () => {
    // Two a minute are ten below the page's last one, and more entries than were read with it: they take a call, and half a unit.
    expect(await costOfPage(apart(70, 30 * SECOND, 0), { limit: 50 })).toMatchObject({
      shown: 50,
      calls: 3,
      depth: 3,
      read: 26.5 + 5 + 0.5,
    });
    // One a minute.
    expect(await costOfPage(apart(70, MINUTE, 0), { limit: 50 })).toMatchObject({
      shown: 50,
      calls: 3,
      depth: 3,
      read: 26.5 + 2.5 + 0.5,
    });
    // As many as a member may ask about: ten a minute.
    expect(await costOfPage(apart(120, 6 * SECOND, 0), { limit: 50 })).toMatchObject({
      shown: 50,
      calls: 3,
      depth: 3,
      read: 26.5 + 25 + 2,
    });
  });

  it("passes over the entries of chats that were made or renamed by the hundred, 19 of them for half a unit", async () => {
    expect(await costOfPage(apart(600, 100), { limit: 50 })).toMatchObject({
      shown: 50,
      calls: 3,
      depth: 3,
      read: 26.5 + 14.5,
    });
  });

  it("costs the same in a search for each 50 chats that it looks at", async () => {
    const chats = apart(50, 6 * MINUTE, 0).map((chat) => ({ ...chat, title: "Needle" }));
    expect(await costOfPage(chats, { limit: 50, search: "needle" })).toMatchObject({ shown: 50, calls: 2, depth: 2 });
  });
});
