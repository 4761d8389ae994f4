import { describe, expect, it } from "vitest";
import { tokenise } from "../../packages/interpreter/src/language/tokens.ts";
import { sayingsOf, turns } from "../../packages/interpreter/src/read/sayings.ts";

describe("sayings of a question", () => {
  it.each(turns)("recognises $name in its example", ({ name, example }) => {
    expect(sayingsOf(tokenise(example)).has(name)).toBe(true);
  });

  it("have names of their own", () => {
    expect(new Set(turns.map(({ name }) => name)).size).toBe(turns.length);
  });

  it("keep the parts of a limit of time", () => {
    const said = sayingsOf(tokenise("Repairs that took more than 2 weeks"));
    expect(said.words("a limit of time").slice(1)).toEqual(["more than", "2", "week"]);
    expect(said.words("lateness")).toEqual([]);
  });

  it("tell the unit of time right after a number", () => {
    const said = sayingsOf(tokenise("songs over 10 minutes of the 3 albums"));
    expect(said.unitOf(10)).toBe("minute");
    expect(said.unitOf(3)).toBeNull();
  });
});
