import type { Chat } from "@parley/client";
import { groupChats } from "@parley/console/shell/chat-groups.ts";
import { describe, expect, it } from "vitest";

const chat = (id: string, used: Date) => ({ id, updated_at: used.toISOString() }) as Chat;

describe("the list of chats", () => {
  it("is by the reader's own days, and names none that is empty", () => {
    const now = new Date(2026, 2, 1, 0, 30);
    const today = chat("today", new Date(2026, 2, 1, 0, 5));
    const yesterday = chat("yesterday", new Date(2026, 1, 28, 0, 0));
    const earlier = chat("earlier", new Date(2026, 1, 27, 23, 59));
    expect(groupChats([today, yesterday, earlier], now)).toEqual([
      { age: "today", chats: [today] },
      { age: "yesterday", chats: [yesterday] },
      { age: "earlier", chats: [earlier] },
    ]);
    expect(groupChats([earlier], now).map(({ age }) => age)).toEqual(["earlier"]);
  });

  it("counts a chat of a clock that is ahead as of today", () => {
    const now = new Date(2026, 2, 1, 12);
    expect(groupChats([chat("ahead", new Date(2026, 2, 2, 1))], now)[0]?.age).toBe("today");
  });
});
