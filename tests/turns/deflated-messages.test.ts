import { randomBytes, randomInt } from "node:crypto";
import { deflatedTexts, inflatedTexts } from "@parley/core/message/deflate";
import type { MessageRecord } from "@parley/core/message/record";
import { stepsIn, withoutSteps, withoutTexts } from "@parley/core/message/texts";
import { deflated, inflated } from "@parley/core/store/deflated";
import fc from "fast-check";
import { expect, test } from "vitest";

test("what was deflated with the first version's words is read by every later one", () => {
  const kept = "q8aVnUFlZbESamYz0DOt1UFvChoSbM/VKtXG1gIA";
  expect(JSON.parse(inflatedTexts(Buffer.from(kept, "base64")))).toEqual({
    metadata: { model_id: "rules", confidence: 0.5 },
    steps: [{ id: "1", type: "tool_call", content: "{}" }],
  });
});

test("any text comes back as it was, and what no message has is not much longer than it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (text) => {
      const bytes = deflatedTexts(text);
      expect(inflatedTexts(bytes)).toBe(text);
      expect(bytes.length).toBeLessThanOrEqual(Buffer.byteLength(text) + 16);
    }),
  );
});

test("what is far longer than anything that is kept is not inflated", () => {
  expect(inflated(deflated("x".repeat(1024 * 1024)))).toHaveLength(1024 * 1024);
  for (const bytes of [deflated("x".repeat(1024 * 1024 + 1)), deflated("x".repeat(32 * 1024 * 1024))])
    expect(() => inflated(bytes)).toThrow(RangeError);
  expect(() => inflatedTexts(deflatedTexts("x".repeat(1024 * 1024 + 1)))).toThrow(RangeError);
});

test("the most that an item takes along of tools is read again, whatever it consists of, and fits into it", () => {
  const all = { chat_id: "chat", organization_id: "organization", member_id: "member", turn_id: "turn" };
  const said = {
    ...all,
    pk: "CHAT#chat",
    role: "assistant",
    timestamp: "2026-01-15T12:00:00.000Z",
    metadata: null,
  } as const;
  // Of 90 messages the last is the answer; 100 KB are taken along.
  const bytes = Math.floor((100 * 1024) / 89);
  const texts = {
    "control characters": () => "\u0001".repeat(bytes),
    quotes: () => '"\\'.repeat(bytes / 2),
    noise: () =>
      randomBytes(bytes)
        .toString("latin1")
        .replaceAll(/[\u0080-\u00ff]/g, "~"),
    emoji: () => Array.from({ length: bytes / 4 }, () => String.fromCodePoint(0x1f300 + randomInt(600))).join(""),
  };
  for (const [kind, text] of Object.entries(texts)) {
    const steps = Array.from({ length: 89 }, (_, at): MessageRecord => {
      const id = `0190-${String(at).padStart(2, "0")}`;
      return { ...said, sk: `MESSAGE#${id}`, id, type: "tool_message", content: text() };
    });
    const answer: MessageRecord = {
      ...said,
      sk: "MESSAGE#0191",
      id: "0191",
      type: "final",
      content: "x".repeat(64 * 1024),
    };
    const items = withoutTexts([...steps, answer]);
    expect(items, kind).toMatchObject([{ id: "0191", first_step: "0190-00" }]);
    const [item] = items;
    expect(item && stepsIn(item), kind).toEqual(steps);
    expect(item && withoutSteps(item.deflated ?? new Uint8Array()).length, kind).toBeLessThan(100);
    expect(64 * 1024 + (item?.deflated?.length ?? 0), kind).toBeLessThan(200 * 1024);
  }
});
