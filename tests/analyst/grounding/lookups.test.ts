import { type Form, type Made, offerColumns, offerNamed, type Spotlight } from "@parley/analyst/grounding/arithmetic";
import { derive, formsOf } from "@parley/analyst/grounding/derive";
import { cellsOf, fits, isExact, numberColumns, numberOf, shows } from "@parley/analyst/grounding/figures";
import { checkNumbers } from "@parley/analyst/grounding/number-origins";
import { numbersIn } from "@parley/analyst/grounding/written-numbers";
import type { QueryResult } from "@parley/datasource/types";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { inventedAnswer } from "./tables.ts";
import { timesOf } from "../../support/sampled.ts";

const cell = fc.oneof(
  fc.integer({ min: -40, max: 400 }),
  fc.integer({ min: -4_000, max: 400_000 }).map((cents) => cents / 100),
  fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000),
  fc.constantFrom("12.50", "7", "Ada", null, 0),
);

const result = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()).chain(([columns, truncated]) =>
  fc
    .array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 30 })
    .map((rows): QueryResult => ({
      columns: Array.from({ length: columns }, (_, at) => ({ name: `c${at}`, type: "number" })),
      rows,
      row_count: rows.length,
      truncated,
      duration_ms: 1,
    })),
);

/** Numbers as texts write them; some of them are in tables, or nearly. */
const text = fc
  .array(
    fc.tuple(
      fc.constantFrom("", "about ", "over ", "−"),
      fc.integer({ min: 0, max: 40_000 }),
      fc.constantFrom(0, 1, 2),
      fc.constantFrom("", " %", " times", " percentage points", "k", " million"),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((numbers) =>
    numbers
      .map(([before, value, decimals, after]) => `${before}${(value / 10 ** decimals).toFixed(decimals)}${after}`)
      .join("; "),
  );

const scene = fc.tuple(fc.array(result, { minLength: 1, maxLength: 3 }), text);

describe("what is looked up among the numbers of a text is what a look at each of them finds", () => {
  test("their cells, of results all of whose rows are looked at", () => {
    fc.assert(
      fc.property(scene, ([all, said]) => {
        const results = all.map((each) => ({ ...each, rows: each.rows.slice(0, 12) }));
        const { written } = numbersIn(said);
        const rows = results.map(() => new Set([1]));
        const found = cellsOf(
          written.map((number) => ({ written: number, rows })),
          numberColumns(results),
        );
        for (const [at, number] of written.entries()) {
          const scores = results.flatMap(({ rows: cells }, of) =>
            cells.flatMap((row, index) =>
              row.flatMap((each) => {
                const value = numberOf(each);
                if (value === null || !shows(number, value)) return [];
                return (isExact(number, value) ? 4 : 0) + (index === 1 ? 2 : 0) + of / 100;
              }),
            ),
          );
          const figure = found[at];
          const score = figure
            ? (isExact(number, figure.value) ? 4 : 0) + (figure.row === 1 ? 2 : 0) + figure.result / 100
            : undefined;
          expect(score, number.text).toBe(scores.length > 0 ? Math.max(...scores) : undefined);
        }
      }),
      { numRuns: timesOf(300) },
    );
  });

  test("what they are calculated from", () => {
    fc.assert(
      fc.property(scene, ([results, said]) => {
        const written = numbersIn(said).written.map((each) => ({ ...each, isSpelled: true }));
        const columns = numberColumns(results);
        const light: Spotlight = { figures: [], rows: results.map(() => new Set([0, 2, 5])) };
        const offers: { form: Form; value: number; name: string; made: Made }[] = [];
        const offer = Object.assign(
          (form: Form, value: number, name: string, made: Made) => void offers.push({ form, value, name, made }),
          { forms: new Set<Form>(["amount", "quotient", "fraction", "percent", "points", "multiple"]) },
        );
        offerColumns(columns, offer);
        offerNamed(columns, light, offer);
        const plain = written.map((number) => {
          const forms = formsOf(number);
          const fitting = offers.filter(
            ({ form, value, name, made }) =>
              name !== "change" && !made.isLeftOver && forms.includes(form) && fits(number, value),
          );
          return (fitting.find(({ made }) => made.standing === "sure") ?? fitting[0])?.name;
        });
        const numbers = written.map((each) => ({
          written: each,
          scope: 0,
          isLeftOver: false,
          counts: new Set<number>(),
        }));
        expect(derive(numbers, columns, () => light).map((found) => found?.name)).toEqual(plain);
      }),
      { numRuns: timesOf(300) },
    );
  });
});

/** The same results, and how often a cell of theirs was read. */
function counted(results: readonly QueryResult[]) {
  const count = { reads: 0 };
  const watched = results.map((each) => ({
    ...each,
    rows: each.rows.map(
      (cells) =>
        new Proxy(cells, {
          get(row, key, receiver) {
            if (typeof key === "string" && /^\d+$/.test(key)) count.reads += 1;
            return Reflect.get(row, key, receiver) as unknown;
          },
        }),
    ),
  }));
  return { count, watched };
}

it("an answer of many numbers reads each cell as often as one of a single number", () => {
  const { results, text: invented } = inventedAnswer();
  const cells = results.reduce((sum, { rows, columns }) => sum + rows.length * columns.length, 0);
  const reads = [invented.split("\n")[0] ?? "", invented].map((said) => {
    const { count, watched } = counted(results);
    checkNumbers(said, { results: watched, texts: [] });
    return count.reads;
  });
  // The texts of a row that a sentence names are read once more.
  expect((reads[1] ?? 0) - (reads[0] ?? 0)).toBeLessThan(10);
  expect(reads[1]).toBeLessThanOrEqual(3 * cells);
});
