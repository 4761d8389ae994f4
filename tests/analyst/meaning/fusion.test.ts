import { fuse } from "@parley/analyst/documents/meaning/fusion";
import { meaningOf } from "@parley/analyst/documents/meaning/question";
import { packed, nearness, toVectors, unit, unpacked } from "@parley/analyst/documents/meaning/vectors";
import { searchDocuments } from "@parley/analyst/documents/search";
import { beforeAll, describe, expect, test } from "vitest";
import { never } from "../stored-files.ts";
import { toolsOf } from "../support.ts";
import { useMeaning } from "./scene.ts";

describe("rankings that are fused", () => {
  test("add up the reciprocals of 60 and the rank", () => {
    expect(
      fuse(
        [
          [7, 8],
          [8, 9],
        ],
        9,
      ),
    ).toEqual([
      { number: 8, score: 1 / 62 + 1 / 61 },
      { number: 7, score: 1 / 61 },
      { number: 9, score: 1 / 62 },
    ]);
  });

  test("put what is good in both before what is best in one", () => {
    const found = fuse(
      [
        [1, 2, 3],
        [4, 2, 5],
      ],
      3,
    ).map(({ number }) => number);
    expect(found).toEqual([2, 1, 4]);
  });

  test("are one of them where the other is empty, and nothing where both are", () => {
    expect(fuse([[3, 1], []], 9).map(({ number }) => number)).toEqual([3, 1]);
    expect(fuse([[], []], 9)).toEqual([]);
  });
});

describe("vectors that are kept", () => {
  /** Numbers between -1 and 1 that look like chance and are always the same. */
  const numbers = (seed: number) =>
    Array.from({ length: 1_024 }, (_, at) => Math.sin(seed * 12.9898 + at * 78.233) * Math.cos(seed + at * at));

  test("are as near as they were, to a hundredth, at a byte a number", () => {
    const passages = Array.from({ length: 40 }, (_, at) => ({ place: String(at), text: "x" }));
    const made = passages.map((_, at) => numbers(at));
    const bytes = packed(toVectors("m", passages, made));
    expect(bytes.length).toBeLessThan(40 * (1_024 + 4) + 100);
    const question = unit(numbers(3.01));
    const kept = unpacked(bytes);
    const near = kept && nearness(kept, question);
    for (const [at, vector] of made.entries()) {
      const exact = unit(vector).reduce((sum, value, each) => sum + value * (question[each] ?? 0), 0);
      expect(Math.abs((near?.[at] ?? 9) - exact)).toBeLessThan(0.01);
    }
  });

  test("are none where they are not whole, another version's, or of other dimensions", () => {
    const vectors = toVectors("m", [{ place: "a", text: "b" }], [[3, 4]]);
    const bytes = packed(vectors);
    expect(unpacked(bytes)).toEqual(vectors);
    expect(unpacked(bytes.slice(0, -1))).toBeUndefined();
    expect(unpacked(new TextEncoder().encode('{"version":2}\n'))).toBeUndefined();
    expect(unpacked(new Uint8Array())).toBeUndefined();
    expect(nearness(vectors, unit([1, 2, 3]))).toBeUndefined();
  });

  test("of zeros are near to nothing", () => {
    const near = nearness(toVectors("m", [{ place: "a", text: "b" }], [[0, 0]]), unit([1, 0]));
    expect(near && [...near]).toEqual([0]);
  });
});

/** Passages, some with names that no model knows. */
const HANDBOOK = `# Handbook

## Goods
Goods can be returned within 30 days with form K-17.

## Annual leave
Everybody has 28 days of annual leave; days off are asked for with form K-18.

## Devices
A notebook is replaced after four years. The asset register is called Orinoco.

## Delivery
A parcel above 20 kg goes by freight. Carrier codes begin with ZX.

## Absence
Whoever is unwell tells the office before nine. The line is 4711.
`;

/** Questions with the words of their passage, and questions that say the same in others. */
const BY_WORDS = [
  ["What is form K-17 for?", "Goods"],
  ["What is form K-18 for?", "Annual leave"],
  ["What is Orinoco?", "Devices"],
  ["Which codes begin with ZX?", "Delivery"],
  ["Which line is 4711?", "Absence"],
] as const;
const BY_MEANING = [
  ["Who decides on a refund?", "Goods"],
  ["Am I reimbursed?", "Goods"],
  ["How much vacation is there?", "Annual leave"],
  ["When do I get another laptop?", "Devices"],
  ["Who pays the postage?", "Delivery"],
  ["Must I see a doctor?", "Absence"],
] as const;

/**
 * The scripted model knows exactly the words that mean the same: how much a real one gains has to be measured with it. What is shown
 * is that fusing keeps what words find and adds what they cannot.
 */
describe("what fusing gains", () => {
  const scene = useMeaning();
  let project: string;
  beforeAll(async () => {
    project = await scene.newProject();
  });

  test("words miss what is said otherwise; fused, both kinds of question are found", async () => {
    const { own } = await scene.withModel("an OpenAI-compatible server");
    await scene.index(own, await scene.add(project, "handbook.md", HANDBOOK));
    const shelf = { files: own.files, organizationId: own.actor.organization_id };
    const tools = { ...toolsOf({ clock: own.clock }), settings: own.settings, secrets: own.secrets };
    const right = async (questions: readonly (readonly [string, string])[], isFused: boolean) => {
      let count = 0;
      for (const [query, heading] of questions) {
        const meaning = isFused ? await meaningOf(shelf, query, tools, never) : undefined;
        const [first] = await searchDocuments(shelf, { projectIds: [project], query, limit: 6, meaning }, never);
        if (first?.citation.place === `Handbook › ${heading}`) count += 1;
      }
      return count;
    };
    expect(await right(BY_WORDS, false)).toBe(5);
    expect(await right(BY_MEANING, false)).toBe(0);
    expect(await right(BY_WORDS, true)).toBe(5);
    expect(await right(BY_MEANING, true)).toBe(6);
  });
});
