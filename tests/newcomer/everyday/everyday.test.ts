import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeSqlite } from "@parley/local/demo/sqlite-file";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MADE } from "../questions/databases/write.ts";
import { expectDealt, expectReferencesToRun, readQuestionSet } from "../questions/question-set.ts";

const set = readQuestionSet(new URL("./", import.meta.url));
const DATABASES = ["school", "couriers", "software"] as const;

describe("the everyday questions", () => {
  it("are dealt into two halves by the hash of their words, each half in its file", () => {
    expectDealt(set);
  });

  it("are at least 40 about each of three databases, one in nine unanswerable", () => {
    const questions = [...set.tune, ...set.held];
    for (const db of DATABASES) expect(questions.filter((one) => one.db === db).length).toBeGreaterThanOrEqual(40);
    const unanswerable = questions.filter((line) => "unanswerable" in line).length / questions.length;
    expect(unanswerable).toBeGreaterThan(0.1);
    expect(unanswerable).toBeLessThan(0.14);
  });

  it("are about databases that are the same on every machine", () => {
    const fingerprint = (db: string) => createHash("sha256").update(JSON.stringify(MADE[db]?.())).digest("hex");
    expect(DATABASES.map(fingerprint)).toMatchInlineSnapshot(`
      [
        "98edcdeb781f572427b2a3d6d2fc4305b8286ad8fdffdf32f32f61ca86a5767b",
        "e7eb46f912b522b7ba78990028711a2779e01c56e4a9994af56824bdb7d95468",
        "4c4f7c6b9c84196012e5756d7570dc092bc70e32073a4475944f24ae919e5895",
      ]
    `);
  });
});

describe("their references", () => {
  const directory = mkdtempSync(join(tmpdir(), "everyday-questions-"));
  beforeAll(() => {
    for (const db of DATABASES) {
      const made = MADE[db]?.();
      if (made !== undefined) writeSqlite(join(directory, `${db}.sqlite`), made);
    }
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(DATABASES)("run on %s, and each has an answer", async (db) => {
    await expectReferencesToRun(set, directory, db);
  });
});
