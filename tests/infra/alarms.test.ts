import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { metrics } from "../../packages/core/src/observe/metrics.ts";
import { type Alarm, type Point, stateOf, statesOf } from "./alarms/evaluator.ts";
import { evaluate } from "./alarms/expression.ts";
import { root } from "./sources.ts";

/** `0` within the threshold, `X` beyond it, `-` nothing; the newest at the end. */
const recent = (text: string) => text.split(" ").map((mark) => (mark === "-" ? undefined : mark === "X"));

describe("the evaluator of alarms", () => {
  // The tables of CloudWatch's documentation ("How alarm state is evaluated when data is missing").
  it.each([
    ["0 - X - X", 3, "OK", "OK"],
    ["- - - - 0", 3, "OK", "OK"],
    ["- - - - -", 3, "ALARM", "OK"],
    ["0 X X - X", 3, "ALARM", "ALARM"],
    ["- - X - -", 3, "ALARM", "OK"],
    ["0 - X - X", 2, "ALARM", "ALARM"],
    ["0 0 X 0 X", 2, "ALARM", "ALARM"],
    ["0 - X - -", 2, "ALARM", "OK"],
    ["- - - - 0", 2, "ALARM", "OK"],
    ["- - - X -", 2, "ALARM", "OK"],
  ])("finds for «%s», 3 periods of which %i have to breach: %s, or %s where gaps are good", (text, many, bad, good) => {
    const alarm = { evaluationPeriods: 3, datapointsToAlarm: many };
    expect(stateOf({ ...alarm, treatMissingData: "breaching" }, recent(text))).toBe(bad);
    expect(stateOf({ ...alarm, treatMissingData: "notBreaching" }, recent(text))).toBe(good);
  });

  const put = (at: number, value: number, dimensions = { stage: "ci" }): Point => ({
    namespace: "Parley",
    metricName: "Wait",
    dimensions,
    at,
    value,
  });
  const alarm: Alarm = {
    alarmDescription: "",
    namespace: "Parley",
    metricName: "Wait",
    dimensions: { stage: "ci" },
    statistic: "Sum",
    period: 60,
    comparisonOperator: "GreaterThanThreshold",
    threshold: 5,
    evaluationPeriods: 1,
    treatMissingData: "notBreaching",
  };

  it("adds up within a period, and only what has just its dimensions", () => {
    expect(statesOf(alarm, [put(300, 3), put(310, 3)], 1_200)).toContain("ALARM");
    expect(statesOf(alarm, [put(300, 3), put(370, 3)], 1_200)).not.toContain("ALARM");
    expect(statesOf(alarm, [put(300, 9, { stage: "other" })], 1_200)).not.toContain("ALARM");
    const finer = { stage: "ci", route: "stream" };
    expect(statesOf(alarm, [put(300, 9, finer)], 1_200)).not.toContain("ALARM");
    expect(statesOf({ ...alarm, metricName: "Other" }, [put(300, 9)], 1_200)).not.toContain("ALARM");
  });

  it("keeps its state if a percentile has too few samples and they are ignored, and judges them otherwise", () => {
    const { statistic: _sum, ...percentile } = { ...alarm, extendedStatistic: "p50" };
    const few = Array.from({ length: 19 }, (_, at) => put(300 + at, 9));
    const ignoring: Alarm = { ...percentile, evaluateLowSampleCountPercentiles: "ignore" };
    expect(statesOf(percentile, few, 1_200)).toContain("ALARM");
    expect(statesOf(ignoring, few, 1_200)).not.toContain("ALARM");
    expect(statesOf(ignoring, [...few, put(330, 9)], 1_200)).toContain("ALARM");
  });

  it("does the arithmetic of series period by period, without filling gaps", () => {
    const a = new Map([
      [1, 10],
      [2, 20],
    ]);
    const b = new Map([
      [2, 4],
      [3, 8],
    ]);
    expect([...evaluate("100 * b / a", { a, b })]).toEqual([[2, 20]]);
    expect([...evaluate("SUM(METRICS())", { a, b })]).toEqual([
      [1, 10],
      [2, 24],
      [3, 8],
    ]);
    expect([...evaluate("IF(a >= 20, a + 1 * 2, 0)", { a })]).toEqual([
      [1, 0],
      [2, 22],
    ]);
    expect([...evaluate("a / (a - 10)", { a })]).toEqual([[2, 2]]);
    expect(() => evaluate("FILL(a, 0)", { a })).toThrow(/FILL/);
    expect(() => evaluate("a + c", { a })).toThrow(/no c/);
  });
});

describe("the service", () => {
  it("writes every metric that it names", () => {
    const code = execFileSync("git", ["grep", "-hoE", `metric\\("\\w+"`, "--", "packages/*.ts"], { cwd: root });
    const written = new Set([...code.toString().matchAll(/"(\w+)"/g)].map(([, name]) => name));
    expect(Object.keys(metrics).filter((name) => !written.has(name))).toEqual([]);
  });
});
