import { loadavg } from "node:os";

/** One figure of a part, with its target. */
export interface Line {
  what: string;
  figure: string;
  target?: string;
  /** Whether the figure keeps the target; absent if there is none. */
  met?: boolean;
}

export const number = (value: number, digits = 0): string =>
  Number.isFinite(value)
    ? value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })
    : "–";
export const milliseconds = (value: number, digits = 0): string => `${number(value, digits)} ms`;
export const kilobytes = (bytes: number, digits = 1): string => `${number(bytes / 1000, digits)} KB`;
export const megabytes = (bytes: number, digits = 1): string => `${number(bytes / 1024 / 1024, digits)} MB`;

/** A line with a target that is an upper bound. */
export const atMost = (what: string, value: number, limit: number, show: (value: number) => string): Line => ({
  what,
  figure: show(value),
  target: `≤ ${show(limit)}`,
  met: value <= limit,
});

/** A line with a target that is a lower bound. */
export const atLeast = (what: string, value: number, limit: number, show: (value: number) => string): Line => ({
  what,
  figure: show(value),
  target: `≥ ${show(limit)}`,
  met: value >= limit,
});

/** Other work on the machine makes times worthless; counts stay what they are. */
export const load = (): string => `load ${loadavg()[0]?.toFixed(1) ?? "?"}`;
export const isBusy = (cores: number): boolean => (loadavg()[0] ?? 0) > cores * 0.75;

const verdict = ({ met }: Line) => (met === undefined ? "" : met ? "kept" : "MISSED");

export function print(title: string, lines: readonly (Line & { spread?: [string, string] })[]): void {
  const width = Math.max(...lines.map(({ what }) => what.length));
  process.stdout.write(`\n${title}\n`);
  for (const line of lines) {
    const row = `  ${line.what.padEnd(width)}  ${line.figure.padStart(14)}  ${(line.target ?? "").padEnd(14)}  ${verdict(line).padEnd(6)}  ${line.spread?.join(" – ") ?? ""}`;
    process.stdout.write(`${row.trimEnd()}\n`);
  }
}
