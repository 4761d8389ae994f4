import fc from "fast-check";
import { csvOf } from "@parley/core/visualization/csv-text";
import { describe, expect, it } from "vitest";
import { timesOf } from "../support/sampled.ts";

/** Cells as a reader of RFC 4180 finds them. */
function read(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The first character that a spreadsheet program sees, whatever width it is written in. */
const seenFirst = (cell: string) =>
  cell
    .replace(/^[\s\p{Cc}\p{Cf}]+/u, "")
    .charAt(0)
    .normalize("NFKC");
const isNumber = (cell: string) => /^[+-]?\d+(?:\.\d+)?$/.test(cell);

const signs = ["=", "+", "-", "@", "＝", "＋", "－", "＠", "﹦", "﹢", "﹣", "﹫"];
const before = ["", " ", "\u00a0", "\u3000", "\ufeff", "\u200b", "\t", "\r", "\n", "\r\n", "\0", " \t \n"];
const text = fc
  .tuple(
    fc.array(fc.constantFrom(...before, '"', ",", ";", "'"), { maxLength: 3 }),
    fc.constantFrom(...signs, "", "a", "1"),
    fc.oneof(fc.string({ unit: "grapheme", maxLength: 12 }), fc.constantFrom("1+1", "cmd|' /C calc'!A0", "5", "5.25")),
  )
  .map(([lead, sign, rest]) => lead.join("") + sign + rest);

describe("an exported CSV", () => {
  it("has no cell or heading that a spreadsheet would run as a formula, and keeps all of their text", () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (cells) => {
        const [headings = [], row = []] = read(csvOf({ headers: cells, rows: [cells] }));
        for (const written of [headings, row]) {
          expect(written.map((cell, at) => (cell === cells[at] ? cell : cell.slice(1)))).toEqual(cells);
          for (const [at, cell] of written.entries()) {
            if (cell !== cells[at]) expect(cell).toBe(`'${cells[at]}`);
            if (isNumber(cell)) continue;
            expect("=+-@").not.toContain(seenFirst(cell) || "none");
            expect(cell).not.toMatch(/^[\t\r\n]/);
          }
        }
      }),
      { numRuns: timesOf(2_000) },
    );
  });

  it.each(signs.flatMap((sign) => before.map((lead) => [`${lead}${sign}SUM(A1)`])))("marks %j", (cell) => {
    expect(read(csvOf({ headers: [cell], rows: [[cell]] }))).toEqual([[`'${cell}`], [`'${cell}`]]);
  });

  it("leaves numbers, and words with a sign inside, as they are", () => {
    const cells = ["-5", "+5.25", "a=b", "e@mail", "'quoted", "", " lead"];
    expect(read(csvOf({ headers: cells, rows: [[-5, 2.5, null, true, "-5", "x", "y"]] }))).toEqual([
      cells,
      ["-5", "2.5", "", "true", "-5", "x", "y"],
    ]);
  });
});
