import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { compared } from "./load/compare.ts";
import { atMost, type Line, milliseconds } from "./load/report.ts";
import { combined, emptyReport, readReport, type Report, valueOf, writeReport } from "./load/runs.ts";

const cpu = (value: number): Line => atMost("CPU", value, 15, milliseconds);
const faults = (figure: string): Line => ({ what: "faults", figure, target: "0", met: figure === "0" });

describe("figures of several runs", () => {
  test("are the median's, with the least and the greatest beside it", () => {
    const [line, ...more] = combined([[cpu(20)], [cpu(10)], [cpu(12)]]);
    expect(line).toEqual({
      what: "CPU",
      figure: "12 ms",
      target: "≤ 15 ms",
      met: true,
      spread: ["10 ms", "20 ms"],
      values: [20, 10, 12],
    });
    expect(more).toEqual([]);
  });

  test("have no spread where there was one run, and show what was wrong in any", () => {
    expect(combined([[cpu(20)]])[0]).not.toHaveProperty("spread");
    const [line] = combined([[faults("0")], [faults("2 × status 500")], [faults("0")]]);
    expect(line).toMatchObject({ figure: "2 × status 500", met: false, values: [0, null, 0] });
  });

  test.each([
    ["1,234.5 ms", 1234.5],
    ["0", 0],
    ["3.20 KB", 3.2],
    ["-4 %", -4],
    ["–", null],
    ["2 × status 500", null],
    ["1.4, 3.9, 16", null],
  ])("are numbers where they have a number and a unit: %s", (figure, value) => {
    expect(valueOf(figure)).toBe(value);
  });
});

describe("two reports", () => {
  const reportOf = (...runs: Line[][]): Report => ({
    ...emptyReport(2),
    parts: [{ name: "turn", title: "A turn", load: "load 0.1", lines: combined(runs) }],
  });

  test("are compared figure by figure; a change within what single runs differ by is said to be that", () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-report-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const before = reportOf([cpu(20), faults("0")], [cpu(22), faults("0")], [cpu(24), faults("0")]);
    writeReport(join(folder, "a.json"), before);
    expect(readReport(join(folder, "a.json"))).toEqual(before);
    const better = reportOf([cpu(10), faults("0")], [cpu(11), faults("0")], [cpu(12), faults("0")]);
    expect(compared(before, better).slice(2)).toEqual([
      "",
      "A turn",
      "  CPU            22 ms         11 ms  −50 %",
      "  faults             0             0  the same",
    ]);
    const alike = reportOf([cpu(21), faults("0")], [cpu(23), faults("0")], [cpu(25), faults("0")]);
    expect(compared(before, alike)).toContain("  CPU            22 ms         23 ms  +5 % (within the spread)");
    expect(compared(before, { ...alike, parts: [] })).toHaveLength(2);
  });
});
