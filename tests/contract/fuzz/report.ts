import { subjects } from "./plan.ts";
import type { Outcome } from "./unit.ts";

interface Row {
  runs: number;
  seconds: number;
  counts: Record<string, number>;
}

/** How to see a failure again. */
const replay = ({ unit, failure }: Outcome): string =>
  `FUZZ_ONLY=${unit.subject} FUZZ_SEED=${failure?.seed} FUZZ_PATH=${failure?.path} npm run fuzz`;

/** Collects what came of the units of a run. */
export function createReport() {
  const rows = new Map<string, Row>();
  const failures: Outcome[] = [];
  const faults: string[] = [];
  const total = (): number => [...rows.values()].reduce((sum, { runs }) => sum + runs, 0);

  return {
    /** Faults that were logged apart from any answer. */
    logged: (lines: readonly string[]): void => void faults.push(...lines),

    add(outcome: Outcome): void {
      const row = rows.get(outcome.unit.subject) ?? { runs: 0, seconds: 0, counts: {} };
      rows.set(outcome.unit.subject, row);
      row.runs += outcome.runs;
      row.seconds += outcome.seconds;
      for (const [name, times] of Object.entries(outcome.counts)) row.counts[name] = (row.counts[name] ?? 0) + times;
      if (outcome.failure) failures.push(outcome);
    },
    total,
    violations: (): number => failures.length + faults.length,

    /** A violation as soon as it is known. */
    failure: (outcome: Outcome): string =>
      outcome.failure
        ? [
            `\n✗ ${outcome.unit.subject}`,
            outcome.failure.wrong,
            `with ${outcome.failure.counterexample}`,
            `again: ${replay(outcome)}\n`,
          ].join("\n")
        : "",

    /** The table, and what was wrong. */
    text(): string {
      const lines = subjects.flatMap((subject) => {
        const row = rows.get(subject);
        if (!row) return [];
        const counts = Object.entries(row.counts)
          .toSorted(([a], [b]) => a.localeCompare(b))
          .map(([name, times]) => `${name}×${times}`);
        return [
          `${subject.padEnd(24)} ${String(row.runs).padStart(6)} ${row.seconds.toFixed(1).padStart(7)} s  ${counts.join(" ")}`,
        ];
      });
      return [
        `${"subject".padEnd(24)} ${"cases".padStart(6)} ${"time".padStart(9)}  answers`,
        ...lines,
        "",
        ...[...new Set(faults)].map((line) => `✗ logged: ${line.slice(0, 2_000)}`),
        ...failures.map((outcome) => `✗ ${outcome.unit.subject}: ${replay(outcome)}`),
        `${total()} cases, ${failures.length} violations, ${faults.length} faults logged beside`,
      ].join("\n");
    },
  };
}
