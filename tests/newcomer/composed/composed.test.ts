import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { evaluate } from "@parley/analyst/evaluation/evaluate";
import { openInFolder } from "@parley/analyst/evaluation/folder";
import { throughInterpreter } from "@parley/analyst/evaluation/through-interpreter";
import { systemClock } from "@parley/core/environment/clock";
import { createIds } from "@parley/core/environment/ids";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MADE, ASKED_ON, writeDatabases } from "../questions/databases/write.ts";
import { compose, type Line } from "./compose.ts";
import { readSchema } from "./database.ts";
import { LATER, MENDED_FOR } from "./phrases.ts";

const DATABASES = [...Object.keys(MADE), "warehouse", "freight", "campaigns"];
const SEED = 2026;
const OF_EACH = 16;
const LEAST_RIGHT = 0.89;
const MOST_WRONG = 0.05;

describe("composed questions", () => {
  const directory = mkdtempSync(join(tmpdir(), "composed-questions-"));
  const questions = join(directory, "questions.jsonl");
  const composed = (db: string): Line[] => {
    const schema = readSchema(join(directory, `${db}.sqlite`));
    try {
      return compose(schema, { seed: SEED, count: OF_EACH, now: ASKED_ON });
    } finally {
      schema.close();
    }
  };
  beforeAll(() => writeDatabases(directory));
  afterAll(() => rmSync(directory, { recursive: true }));

  it("are the same for a seed", () => {
    expect(composed("school")).toEqual(composed("school"));
  });

  it("come of phrases of which each has a name of its own", () => {
    const names = [...MENDED_FOR, ...LATER].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  it("are answered rightly as often as before, and no more often wrongly", { timeout: 60_000 }, async () => {
    const lines = DATABASES.flatMap(composed);
    writeFileSync(questions, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const ids = createIds(systemClock);
    const { cases } = await evaluate({
      questions,
      open: (db, signal) => openInFolder({ directory, ids }, db, signal),
      ask: throughInterpreter(ASKED_ON),
      through: "interpreter",
    });
    const [right, wrong] = [cases.filter((each) => each.strict), cases.filter((each) => each.answered && !each.strict)];
    expect(cases.length).toBe(lines.length);
    expect(lines.length).toBeGreaterThan(120);
    expect(right.length / cases.length).toBeGreaterThanOrEqual(LEAST_RIGHT);
    expect(wrong.length / cases.length).toBeLessThanOrEqual(MOST_WRONG);
  });
});
