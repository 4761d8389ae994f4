import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import * as v from "valibot";
import { load, type Line } from "./report.ts";

const Measured = v.object({
  what: v.string(),
  figure: v.string(),
  target: v.exactOptional(v.string()),
  met: v.exactOptional(v.boolean()),
  /** The least and the greatest figure of all runs; absent where they are the same. */
  spread: v.exactOptional(v.tuple([v.string(), v.string()])),
  /** The figures of all runs as numbers, in the unit that `figure` has; null where one is not a number. */
  values: v.array(v.nullable(v.number())),
});
/** A figure of several runs: the median's. */
export type Measured = v.InferOutput<typeof Measured>;

const Report = v.object({
  node: v.string(),
  processor: v.string(),
  cores: v.number(),
  began: v.string(),
  parts: v.array(v.object({ name: v.string(), title: v.string(), load: v.string(), lines: v.array(Measured) })),
});
/** What one `npm run bench` has measured, and where. */
export type Report = v.InferOutput<typeof Report>;

export const emptyReport = (cores: number): Report => ({
  node: process.version,
  processor: cpus()[0]?.model ?? "unknown",
  cores,
  began: new Date().toISOString(),
  parts: [],
});

export const machine = ({ node, processor, cores }: Report): string =>
  `Node ${node}, ${cores} cores (${processor}), ${load()}`;

export const readReport = (file: string): Report => v.parse(Report, JSON.parse(readFileSync(file, "utf8")));
export const writeReport = (file: string, report: Report): void =>
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);

/** The number at the beginning of a figure; null if there is none, or more than a number and its unit. */
export function valueOf(figure: string): number | null {
  const [, digits] = /^(-?[\d,]+(?:\.\d+)?)(?: [^\s\d]+)?$/.exec(figure) ?? [];
  return digits === undefined ? null : Number(digits.replaceAll(",", ""));
}

/** The lines of several runs as one: of each the median run's, whose middle one is the lower of two. */
export function combined(runs: readonly (readonly Line[])[]): Measured[] {
  return (runs[0] ?? []).map((first, at) => {
    // A part has the same lines in every run.
    const lines = runs.map((run) => run[at] ?? first);
    const values = lines.map(({ figure }) => valueOf(figure));
    const ordered = lines.toSorted((a, b) => (valueOf(a.figure) ?? 0) - (valueOf(b.figure) ?? 0));
    const isNumber = values.every((value) => value !== null);
    // What is no number, such as a list of faults, is shown where it is worst.
    const chosen = isNumber ? ordered[Math.floor((ordered.length - 1) / 2)] : lines.find(({ met }) => met === false);
    const [least, greatest] = [ordered[0], ordered.at(-1)];
    return {
      ...(chosen ?? first),
      ...(isNumber &&
        least &&
        greatest &&
        least.figure !== greatest.figure && { spread: [least.figure, greatest.figure] as [string, string] }),
      values,
    };
  });
}
