import { deflatedTexts, inflatedTexts } from "@parley/core/message/deflate";
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
