import { rankQueries } from "@parley/analyst/matching";
import { interpret } from "@parley/interpreter/interpret";
import type { Schema } from "@parley/datasource/types";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Business, NOW, openBusiness } from "./business.ts";

let business: Business;
let schema: Schema;
beforeAll(async () => {
  business = await openBusiness();
  schema = await business.datasource.introspect(new AbortController().signal);
});
afterAll(() => business.datasource.close());

/** Text of `length` characters that repeats `piece`. */
const filled = (piece: string, length: number) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);

/** Milliseconds of processor time, which other processes do not change: a stall is ten times as much. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
const STALL_MS = 2_000;

const read = (text: string, guidance: string[] = []) => interpret({ text, schema, now: NOW, earlier: [], guidance });

describe("what people write, however it is written, does not stop the process for the others", () => {
  it.each([".", "1,", ", ", "\t", " ", "“", "orders and ", "top 5 ", "in Berlin "])(
    "a question of 8,000 characters of %j is refused, not read",
    (piece) => {
      let answer: ReturnType<typeof read> | undefined;
      const took = processorTime(() => (answer = read(`total revenue by month a${filled(piece, 7_900)}b`)));
      // White space alone says nothing.
      if (piece.trim() !== "") expect(answer).toMatchObject({ kind: "not_understood", reason: /too long/ });
      expect(took).toBeLessThan(STALL_MS);
    },
  );

  it.each(["orders to ", "orders and ", "orders out of "])(
    "a ratio of %j over and over is no ratio of two",
    (piece) => {
      const text = `the ratio ${piece.includes("and") ? "between" : "of"} ${filled(piece, 1_400)}orders`;
      expect(read(text).kind).toBe("not_understood");
    },
  );

  it("a question in capitals that ends in numbers is refused, not read", () => {
    let answer: ReturnType<typeof read> | undefined;
    const took = processorTime(() => (answer = read(filled("A", 4_000) + filled(" 1", 4_000))));
    expect(answer).toMatchObject({ kind: "not_understood", reason: /too long/ });
    expect(took).toBeLessThan(STALL_MS);
  });

  it.each([
    ["white space", `a${filled(" ", 3_990)}b`],
    ["fiscal years that never start", filled("fiscal year ", 1_300) + filled("starts ", 1_300) + filled("x ", 1_300)],
    ["small exclusions", filled("Ignore a.\n", 4_000)],
    ["long exclusions", filled(`Exclude ${filled("orders and ", 280)}.\n`, 4_000)],
    ["definitions", filled("A big bit is a bit over 1.\n", 4_000)],
    ["nothing", filled("a\n", 4_000)],
  ])("a hundred rules and a hundred memories of %s take no longer than a few", (_, rule) => {
    const guidance = Array.from({ length: 200 }, () => rule);
    expect(processorTime(() => read("Total revenue", guidance))).toBeLessThan(3 * STALL_MS);
  });

  it("rules that stand for each other many times over do not fill the memory", () => {
    const words = ["alpha", "beta", "gamma", "delta", "omega", "sigma"];
    const guidance = words.slice(1).map((to, at) => `${words[at]} means number of ${filled(`${to} `, 250)}`);
    const answer = read("Show alpha", guidance);
    expect(JSON.stringify(answer).length).toBeLessThan(20_000);
  });

  it("signs of a replacement in a rule are words of it", () => {
    const answer = read("Show gizmos", ["Gizmos means number of $& orders"]);
    expect(JSON.stringify(answer)).not.toContain("gizmos orders");
  });

  it("4 MB of saved queries whose words all begin like a message's are ranked, and others have their turn meanwhile", async () => {
    const entries = Array.from({ length: 3_400 }, (_, at) => ({
      id: String(at),
      title: `q${at}`,
      keywords: "",
      about: Array.from({ length: 40 }, (__, word) => `churnx${at}y${word}`).join(" "),
      names: "",
    }));
    const message = Array.from({ length: 900 }, (_, at) => `churnz${at}`).join(" ");
    const used = process.cpuUsage();
    let turns = 0;
    const others = setInterval(() => (turns += 1), 1);
    await rankQueries(message, entries, 10);
    clearInterval(others);
    const { user, system } = process.cpuUsage(used);
    expect((user + system) / 1000).toBeLessThan(3 * STALL_MS);
    expect(turns).toBeGreaterThan(20);
  });
});
