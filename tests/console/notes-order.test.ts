import { describe, expect, it } from "vitest";
import { moved } from "../../packages/console/src/rooms/notes/moves.ts";

describe("the order of notes", () => {
  const ids = ["a", "b", "c"];

  it("has a note at its new place", () => {
    expect(moved(ids, "a", 2)).toEqual(["b", "c", "a"]);
    expect(moved(ids, "c", 0)).toEqual(["c", "a", "b"]);
  });

  it("stays as it is where there is no such place or note", () => {
    expect(moved(ids, "a", -1)).toEqual(ids);
    expect(moved(ids, "c", 3)).toEqual(ids);
    expect(moved(ids, "d", 0)).toEqual(ids);
  });
});
