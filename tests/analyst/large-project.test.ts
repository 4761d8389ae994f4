import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { remembered } from "@parley/core/passage/shelf";
import { contentStems } from "@parley/core/passage/ranking";
import { readingText } from "@parley/core/passage/kept-reading";
import { searchDocuments } from "@parley/analyst/documents/search";
import type { Files } from "@parley/core/store/files";
import { type DocumentEntry, manifestKey, passagesKey } from "@parley/core/project/document-files";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFiles } from "./files.ts";
import { never } from "./stored-files.ts";

const MB = 1024 * 1024;
const words = "order invoice customer return refund store quarter margin supplier freight item stock price".split(" ");

let bucket: Awaited<ReturnType<typeof startFiles>>;
beforeAll(async () => {
  bucket = await startFiles();
});
afterAll(() => bucket.stop());

interface Text {
  entry: DocumentEntry;
  passages: { place: string; text: string }[];
}

/** A document of passages whose words differ from one to the next, and are the same every time. */
function documentOf(number: number, passages: number, sentences: number): Text {
  const wordAt = (at: number) => words[(at * at + number * 7 + at) % words.length] ?? "";
  return {
    entry: {
      id: `document-${number}`,
      title: `Report ${number}`,
      filename: `report-${number}.txt`,
      mime_type: "text/plain",
      size_bytes: 1,
    },
    passages: Array.from({ length: passages }, (_, at) => ({
      place: `lines ${at}`,
      text: Array.from(
        { length: 1 + ((at * 5 + sentences) % sentences) },
        (__, n) => `The ${wordAt(at + n)} of ${number} and the ${wordAt(at * 3 + n)} were settled.`,
      ).join(" "),
    })),
  };
}

/** Puts documents into a project as reading them would have left them. */
async function putProject(organization: string, project: string, count: number, make: (number: number) => Text) {
  const documents: DocumentEntry[] = [];
  const made = new Map<Text["passages"], string>();
  for (let number = 0; number < count; number += 1) {
    const { entry, passages } = make(number);
    documents.push(entry);
    const reading = made.get(passages) ?? readingText({ kind: "text", passages });
    made.set(passages, reading);
    await bucket.files.put(passagesKey(organization, project, entry.id), reading, "application/json");
  }
  await bucket.files.put(manifestKey(organization, project), JSON.stringify({ documents }), "application/json");
}

/** BM25 over all passages at once, as the books have it. */
function plainRanking(query: string, texts: readonly string[]): { at: number; score: number; coverage: number }[] {
  const wanted = [...new Set(contentStems(query))];
  const stems = texts.map(contentStems);
  const average = stems.reduce((sum, { length }) => sum + length, 0) / texts.length;
  const weights = wanted.map((word) => {
    const holding = stems.filter((each) => each.includes(word)).length;
    return Math.log(1 + (texts.length - holding + 0.5) / (holding + 0.5));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return stems
    .map((own, at) => {
      let [score, covered] = [0, 0];
      for (const [place, word] of wanted.entries()) {
        const count = own.filter((each) => each === word).length;
        const weight = weights[place] ?? 0;
        if (count > 0) covered += weight;
        if (count > 0) score += (weight * count * 2.2) / (count + 1.2 * (1 - 0.75 + (0.75 * own.length) / average));
      }
      return { at, score, coverage: covered / total };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
}

describe("searching projects", () => {
  test("finds what ranking all their passages together finds", async () => {
    const make = (number: number) => documentOf(number, number % 5 === 0 ? 0 : 40, 9);
    await putProject("small", "one", 12, make);
    await putProject("small", "two", 3, (number) => make(number + 12));
    const all = Array.from({ length: 15 }, (_, number) => make(number)).flatMap(({ entry, passages }) =>
      passages.map((passage) => ({ entry, passage })),
    );
    for (const query of [
      "refund of the supplier",
      "margin 7",
      "freight order, stock price",
      "nothing like it",
      "the",
    ]) {
      const texts = all.map(({ entry, passage }) => `${entry.title}\n${passage.place}\n${passage.text}`);
      const expected = plainRanking(query, texts).slice(0, 20);
      const found = await searchDocuments(
        { files: bucket.files, organizationId: "small" },
        { projectIds: ["one", "two"], query, limit: 20 },
        never,
      );
      expect(
        found.map(({ citation, text, score, coverage }) => [
          citation.document_id,
          citation.place,
          text,
          score,
          coverage,
        ]),
      ).toEqual(
        expected.map(({ at, score, coverage }) => [
          all[at]?.entry.id,
          all[at]?.passage.place,
          all[at]?.passage.text,
          score,
          coverage,
        ]),
      );
    }
  });

  test("holds a document at a time in memory, however many megabytes a project has", { timeout: 180_000 }, async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed + process.memoryUsage().external;
    };
    const body = documentOf(1, 4_000, 24).passages;
    const bytes = JSON.stringify(body).length;
    const documents = Math.ceil((160 * MB) / bytes);
    await putProject("large", "one", documents, (number) => ({ ...documentOf(number, 0, 1), passages: body }));

    let most = 0;
    let reads = 0;
    const watched: Files = {
      ...bucket.files,
      async get(key) {
        reads += 1;
        if (reads % 8 === 0) most = Math.max(most, heap());
        return bucket.files.get(key);
      },
    };
    const before = heap();
    const found = await searchDocuments(
      { files: watched, organizationId: "large" },
      { projectIds: ["one"], query: "a settled invoice", limit: 6 },
      never,
    );
    expect(found).toHaveLength(6);
    expect(reads).toBeGreaterThan(documents);
    expect(remembered().bytes).toBeLessThanOrEqual(64 * MB);
    // What is remembered, a document or two, and a few numbers for each passage.
    expect((most - before) / MB).toBeLessThan(130);
    console.log(
      `${documents} documents of ${(bytes / MB).toFixed(1)} MB: ${((most - before) / MB).toFixed(0)} MB more at most`,
    );
  });
});
