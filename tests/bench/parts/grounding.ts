import { checkNumbers } from "@parley/analyst/grounding/number-origins";
import { inventedAnswer } from "../../analyst/grounding/tables.ts";
import { atMost, type Line, milliseconds, number } from "../load/report.ts";
import type { Part } from "./part.ts";

const WARMING_RUNS = 30;
const MEASURED_RUNS = 60;
const TARGET_MS = 5;

/** A4: how long it takes to look for the numbers of an answer in all rows that a turn may fetch. */
export const grounding: Part = {
  name: "grounding",
  title: "A4  The numbers of an answer, looked for in 10,000 rows: none of them is there (CPU)",
  run() {
    const { results, text } = inventedAnswer();
    const check = () => checkNumbers(text, { results, texts: [] });
    for (let run = 0; run < WARMING_RUNS; run++) check();
    const taken = Array.from({ length: MEASURED_RUNS }, () => {
      const before = process.cpuUsage();
      check();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }).toSorted((left, right) => left - right);
    const sum = taken.reduce((all, each) => all + each, 0);
    const lines: Line[] = [
      { what: "numbers of the answer", figure: number(check().length) },
      atMost("an answer, mean", sum / taken.length, TARGET_MS, (value) => milliseconds(value, 1)),
      { what: "the fastest", figure: milliseconds(taken[0] ?? Number.NaN, 1) },
      { what: "the slowest", figure: milliseconds(taken.at(-1) ?? Number.NaN, 1) },
    ];
    return Promise.resolve(lines);
  },
};
