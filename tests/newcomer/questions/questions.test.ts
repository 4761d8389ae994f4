import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ORGANIZATIONS } from "@parley/local/demo/tenant";
import { spanBefore } from "@parley/local/demo/calendar";
import { textDocument } from "@parley/local/demo/documents/documents";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeGym } from "./databases/gym/gym.ts";
import { makeVets } from "./databases/vets/vets.ts";
import { ASKED_ON, writeDatabases } from "./databases/write.ts";
import { expectDealt, expectReferencesToRun, readQuestionSet } from "./question-set.ts";

const set = readQuestionSet(new URL("./", import.meta.url));
const questions = [...set.tune, ...set.held];

describe("the newcomers' questions", () => {
  it("are dealt into two halves by the hash of their words, each half in its file", () => {
    expectDealt(set);
  });

  it("are at least 120 about the demo and 60 about each of the two databases made for them, one in nine unanswerable", () => {
    const count = (...dbs: string[]) => questions.filter(({ db }) => dbs.includes(db)).length;
    expect(count("warehouse", "freight", "campaigns")).toBeGreaterThanOrEqual(120);
    expect(count("vets")).toBeGreaterThanOrEqual(60);
    expect(count("gym")).toBeGreaterThanOrEqual(60);
    const unanswerable = questions.filter((line) => "unanswerable" in line).length / questions.length;
    expect(unanswerable).toBeGreaterThan(0.1);
    expect(unanswerable).toBeLessThan(0.14);
  });

  it("name documents and saved queries that the demo has", () => {
    const titles = ORGANIZATIONS.flatMap(({ saved_queries }) => saved_queries.map(({ title }) => title));
    const span = spanBefore(ASKED_ON);
    const names = ORGANIZATIONS.flatMap(({ projects }) => projects.flatMap(({ documents }) => documents));
    const review = readFileSync(
      new URL("../../../packages/local/src/demo/documents/quarterly-review.ts", import.meta.url),
    );
    const texts = [...names.map((name) => Buffer.from(textDocument(name, span).body)), review].map((body) =>
      body.toString("utf8").replace(/\s+/g, " ").toLowerCase(),
    );
    for (const line of questions) {
      if ("contains" in line)
        for (const words of line.contains)
          expect(
            texts.some((text) => text.includes(words.toLowerCase())),
            words,
          ).toBe(true);
      if ("saved_query" in line) expect(titles).toContain(line.saved_query);
    }
  });

  it("are about databases that are the same on every machine", () => {
    const fingerprint = (data: unknown) => createHash("sha256").update(JSON.stringify(data)).digest("hex");
    expect(fingerprint(makeVets())).toMatchInlineSnapshot(
      `"cc3c9c243b428cf8c8835e5e0ae67548a93e8b8090c9c4cf4f35fb47c2f319fc"`,
    );
    expect(fingerprint(makeGym())).toMatchInlineSnapshot(
      `"afec4a2db90db74f9bc69c11bab7421cb1174e86f24af6a740f987706e03fc36"`,
    );
  });
});

describe("their references", () => {
  const directory = mkdtempSync(join(tmpdir(), "newcomer-questions-"));
  beforeAll(() => writeDatabases(directory));
  afterAll(() => rmSync(directory, { recursive: true }));

  it.each(["warehouse", "freight", "campaigns", "vets", "gym"])("run on %s, and each has an answer", async (db) => {
    await expectReferencesToRun(set, directory, db);
  });
});
