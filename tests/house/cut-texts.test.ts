import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { chartOf } from "@parley/analyst/charts/build-chart";
import { toPassages } from "@parley/analyst/documents/passages";
import { quoteOf } from "@parley/core/passage/quote";
import { describeTable } from "@parley/analyst/schema/describe-table";
import { sqlResultOf } from "@parley/analyst/sql-result";
import { tableOf } from "@parley/analyst/event-table";
import { writeTables } from "@parley/analyst/uploads/database";
import { cutText, shortText, textPieces } from "@parley/contract/cut-text";
import { checkAudioType } from "@parley/core/audio/clip";
import { titleOf } from "@parley/core/chat/title";
import { mimeTypeOf } from "@parley/core/upload/acceptable";
import { safeFilename } from "@parley/core/upload/filename";
import { cellText, MAX_CELL_LENGTH } from "@parley/datasource/driver";
import { failed } from "@parley/datasource/failure";
import { openSqlite } from "@parley/datasource/sqlite/sqlite";
import type { Column, QueryResult, Table } from "@parley/datasource/types";
import { readable } from "@parley/operator/output";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const clusters = ["😀", "👨‍👩‍👧‍👦", "👩🏽‍💻", "🇩🇪", "é", "n̈̃", "각", "𝒳", "ก็", "a", " ", "é", "\r\n", "क्षि"];

/** Text of graphemes that several UTF-16 units make up, `least` units at least; `torn` has lone surrogates among them. */
const written = (least: number, { torn = false } = {}) =>
  fc
    .array(fc.constantFrom(...clusters, ...(torn ? ["\ud800", "\udfff"] : [])), { minLength: 8, maxLength: 40 })
    .map((parts) => parts.join(""))
    .map((text) => text.repeat(Math.ceil(least / text.length) + 1));

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const endsOfGraphemes = (text: string) =>
  new Set([...segmenter.segment(text)].map(({ index }) => index)).add(text.length);

/** `cut`, less an ellipsis, is the beginning of `text` up to the end of a grapheme. */
function expectCut(text: string, cut: string) {
  expect(cut.isWellFormed()).toBe(true);
  const begin = cut.replace(/…$/, "");
  expect(text.startsWith(begin)).toBe(true);
  expect(endsOfGraphemes(text).has(begin.length)).toBe(true);
}

const result = (cell: string): QueryResult => ({
  columns: [
    { name: "label", type: "text" },
    { name: "value", type: "integer" },
  ],
  rows: [[cell, 1]],
  row_count: 1,
  truncated: false,
  duration_ms: 1,
});
const column = (values: string[]): Column => ({
  name: "name",
  type: "text",
  native_type: "text",
  nullable: true,
  comment: null,
  values,
  values_complete: false,
  distinct_count: null,
  min: null,
  max: null,
});
const table = (values: string[]) =>
  ({ name: "t", columns: [column(values)], primary_key: [], foreign_keys: [], row_estimate: null }) as unknown as Table;
const untitled = { title: null };
const messageOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
  return "";
};

/** Every place that cuts text: what becomes of a long one. */
const places: Record<string, (text: string) => string[]> = {
  "a title": (text) => [titleOf(untitled, text), titleOf(untitled, text.replace(/\s/g, ""))],
  "a cell as drivers give it": (text) => [cellText(text)],
  "a database's message": (text) => [failed(text).message],
  "a cell of a table event": (text) => tableOf("id", "chat", result(text), { bytes: 100_000 }).rows.flat(),
  "a cell of a tool result": (text) =>
    sqlResultOf({ name: "r1", sql: "", dialect: "sqlite", saved_query_id: null, result: result(text) } as never)
      .preview_rows.flat()
      .map(String),
  "a chart's label": (text) =>
    chartOf("c", "t", result(text), { chart_type: "bar", label: "label", value: "value" }).data.values.map(
      ({ label }) => label,
    ),
  "a sample value of the prompt": (text) => [describeTable(table([text]), { dialect: "sqlite" })],
  "a quotation": (text) => [quoteOf(text.replace(/\s/g, ""), "a")],
  "a passage": (text) => toPassages([{ place: "", text }]).map((passage) => passage.text),
  "a file's name": (text) => [safeFilename(`${text}.csv`)],
  "a media type": (text) => [
    messageOf(() => mimeTypeOf("a.csv", `x/${text}`)),
    messageOf(() => checkAudioType(`x/${text}`)),
  ],
  "a line of the operator": (text) => [readable([{ name: text }])],
};

describe("every place that cuts text", () => {
  it.each(Object.entries(places))("gives well-formed text, whatever it is given: %s", (_place, cut) => {
    fc.assert(
      fc.property(written(11_000, { torn: true }), fc.nat(7), (text, offset) => {
        for (const given of [text, text.slice(offset), "x".repeat(offset) + text])
          for (const made of cut(given)) expect(made.isWellFormed()).toBe(true);
      }),
      { numRuns: 12 },
    );
  });

  it("cuts between two graphemes", () => {
    fc.assert(
      fc.property(written(200), fc.integer({ min: 40, max: 190 }), (text, most) => {
        expectCut(text, cutText(text, most));
        expect(cutText(text, most).length).toBeLessThanOrEqual(most);
        expectCut(text, shortText(text, most));
        const pieces = textPieces(text, most);
        expect(pieces.join("")).toBe(text);
        expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(most);
        expectCut(text.replace(/\s+/g, " ").trim(), titleOf(untitled, text));
      }),
    );
  });

  it("cuts a heap of marks that never ends between two characters, in a time that its length does not change", () => {
    const heap = `a${"̈😀‍".repeat(200_000)}`;
    for (const most of [1, 2, 3, 1_000, 100_001]) {
      const cut = cutText(heap, most);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeGreaterThanOrEqual(most - 129);
    }
    expect(textPieces(heap, 1_000).join("")).toBe(heap);
  });

  it("cuts the names of an uploaded file's columns and what is said about its values", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parley-cut-"));
    try {
      await fc.assert(
        fc.asyncProperty(written(200, { torn: true }), fc.uuid(), async (text, name) => {
          const rows = [...Array.from({ length: 30 }, (_, at) => [String(at)]), [text]];
          const tables = [{ name: text, headers: [text], rows }];
          const kept = writeTables(join(folder, name), "a.csv", tables);
          expect(JSON.stringify(kept)).not.toMatch(/\\ud[89a-f]/i);
        }),
        { numRuns: 10 },
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("cuts a cell that comes from SQLite's process", async () => {
    const folder = await mkdtemp(join(tmpdir(), "parley-cut-"));
    const file = join(folder, "cut.sqlite");
    const text = `x${"👨‍👩‍👧‍👦".repeat(2_000)}`;
    const database = new DatabaseSync(file);
    database.exec("CREATE TABLE visits (happened DATETIME)");
    database.prepare("INSERT INTO visits VALUES (?)").run(text);
    database.close();
    const driver = openSqlite(file, 1);
    try {
      const options = { row_limit: 1, timeout_ms: 5_000, signal: new AbortController().signal };
      const { columns, rows } = await driver.query("SELECT ?, happened FROM visits", {
        ...options,
        parameters: [text],
      });
      expect(columns.map(({ type }) => type)).toEqual(["text", "timestamp"]);
      expect(rows[0]).toHaveLength(2);
      for (const cell of rows[0] ?? []) {
        expect(String(cell)).toMatch(/…$/);
        expect(String(cell).length).toBeLessThanOrEqual(MAX_CELL_LENGTH + 1);
        expectCut(text, String(cell));
      }
    } finally {
      await driver.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
