import { eventParser, readEvents, type ServerSentEvent } from "@parley/client/sse";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const parsed = (pieces: readonly string[]): ServerSentEvent[] => {
  const parse = eventParser();
  return pieces.flatMap((piece) => parse(piece));
};

/** The text cut at the places. */
const cut = (text: string, places: readonly number[]): string[] => {
  const ends = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...ends, text.length].map((end, at) => text.slice(at === 0 ? 0 : ends[at - 1], end));
};

describe("a stream of Server-Sent Events", () => {
  it("is read with its names, ids and data of several lines", () => {
    expect(parsed(["id: 1\nevent: a\ndata: x\ndata:  y\n\n: comment\nretry: 10\n\ndata\n\n"])).toEqual([
      { event: "a", data: "x\n y", id: "1" },
      { event: "message", data: "", id: null },
    ]);
  });

  it("may begin with a byte order mark", async () => {
    const events: unknown[] = [];
    for await (const event of readEvents(new Blob(["\uFEFF", "data: [1]\n\n"]).stream())) events.push(event);
    expect(events).toEqual([{ event: "message", data: [1], id: null }]);
  });

  it("ends an event at once, though a line feed may follow its last carriage return", () => {
    expect(parsed(["data: x\r\r"])).toHaveLength(1);
    expect(parsed(["data: x\r", "\n\r", "\ndata: y\r\n\r\n"])).toHaveLength(2);
  });

  it("gives the same events wherever it is cut and whichever line ends it uses", () => {
    const field = fc.constantFrom("data: a", "data:b", "data", "event: text_delta", "id: 7", "id", ": hush", "", "");
    fc.assert(
      fc.property(
        fc.array(field, { maxLength: 20 }),
        fc.constantFrom("\n", "\r", "\r\n"),
        fc.array(fc.nat(), { maxLength: 12 }),
        (lines, end, places) => {
          const whole = parsed([[...lines, "", ""].join("\n")]);
          expect(parsed(cut([...lines, "", ""].join(end), places))).toEqual(whole);
        },
      ),
    );
  });
});
