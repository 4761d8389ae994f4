import { type LoggedEvent, packed, type PackedEvents, unpacked } from "@parley/core/turn/packed-events";
import { describe, expect, test } from "vitest";

const said = (seq: number, content: string): LoggedEvent => ({
  seq,
  event: { event: "text_delta", data: { content } },
});
const working = (seq: number): LoggedEvent => ({ seq, event: { event: "processing", data: { status: "analyzing" } } });

describe("a batch of the event log", () => {
  test("gives back its events as they were, whatever comes between pieces of text", () => {
    const events = [
      working(1),
      said(2, "Ger"),
      said(3, "many"),
      working(4),
      said(5, ""),
      said(1_000_001, 'a "quoted"\n\ud83d\ude00'),
      said(1_000_002, "."),
      said(1_000_002, "the same place"),
    ];
    expect(unpacked(packed(events))).toEqual(events);
    expect(unpacked(packed([]))).toEqual([]);
  });

  test("that was written before pieces of text were packed is read, too", () => {
    const events = [working(1), said(2, "Ger"), said(3, "many")];
    const written: PackedEvents = JSON.stringify(events);
    expect(unpacked(written)).toEqual(events);
  });

  test("takes a few bytes for each piece of text beside its words", () => {
    const events = Array.from({ length: 10 }, (_, at) => said(100 + at, "five words of an answer "));
    const words = 10 * "five words of an answer ".length;
    expect(Buffer.byteLength(packed(events))).toBeLessThan(words + 50);
  });
});
