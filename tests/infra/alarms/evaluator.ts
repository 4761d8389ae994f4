import { evaluate, type Series } from "./expression.ts";

/** One value of a metric, as it was put. Seconds since the beginning. */
export interface Point {
  namespace: string;
  metricName: string;
  dimensions: Record<string, string>;
  at: number;
  value: number;
}

interface Metric {
  namespace: string;
  metricName: string;
  dimensions?: Record<string, string>;
  period: number;
}

/** An alarm as the provider is given it. */
export interface Alarm extends Partial<Metric> {
  alarmDescription: string;
  statistic?: string;
  extendedStatistic?: string;
  evaluateLowSampleCountPercentiles?: "evaluate" | "ignore";
  metricQueries?: {
    id: string;
    metric?: Metric & { stat: string };
    expression?: string;
    returnData?: boolean;
  }[];
  comparisonOperator: string;
  threshold: number;
  evaluationPeriods: number;
  datapointsToAlarm?: number;
  treatMissingData: string;
}

export type State = "OK" | "ALARM";

const isOf = (metric: Metric, point: Point): boolean => {
  const wanted = Object.entries(metric.dimensions ?? {});
  return (
    point.namespace === metric.namespace &&
    point.metricName === metric.metricName &&
    wanted.length === Object.keys(point.dimensions).length &&
    wanted.every(([name, value]) => point.dimensions[name] === value)
  );
};

/** The smallest value that so many percent of all are not above. */
function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

function statisticOf(values: number[], stat: string): number {
  switch (stat) {
    case "Sum":
      return values.reduce((total, value) => total + value, 0);
    case "Average":
      return values.reduce((total, value) => total + value, 0) / values.length;
    case "Maximum":
      return Math.max(...values);
    default: {
      const percent = /^p(\d+)$/.exec(stat)?.[1];
      if (percent === undefined) throw new Error(`${stat} is not known here`);
      return percentile(values, Number(percent));
    }
  }
}

/** How many samples a percentile needs to be more than chance, by CloudWatch's documentation. */
const enoughFor = (percent: number) => 10 / Math.min(percent / 100, 1 - percent / 100);

/** The values of a metric, by period. `offset` is where its periods begin. */
function seriesOf(metric: Metric, stat: string, points: readonly Point[], offset: number) {
  const byPeriod = Map.groupBy(
    points.filter((point) => isOf(metric, point)),
    ({ at }) => Math.floor((at - offset) / metric.period),
  );
  const of = <T>(read: (values: number[]) => T) =>
    new Map([...byPeriod].map(([period, some]) => [period, read(some.map(({ value }) => value))]));
  return { values: of((values) => statisticOf(values, stat)), counts: of((values) => values.length) };
}

const periodOf = (alarm: Alarm): number => {
  const [period, ...others] = new Set(
    alarm.metricQueries?.flatMap(({ metric }) => metric?.period ?? []) ?? [alarm.period],
  );
  if (period === undefined || others.length > 0) throw new Error("an alarm has one period");
  return period;
};

/** What the alarm looks at, and the periods of which it says nothing because there were too few samples. */
function watched(alarm: Alarm, points: readonly Point[], offset: number): { series: Series; ignored: Set<number> } {
  if (alarm.metricQueries) {
    const metrics: Record<string, Series> = {};
    for (const { id, metric } of alarm.metricQueries)
      if (metric) metrics[id] = seriesOf(metric, metric.stat, points, offset).values;
    const result = alarm.metricQueries.find(({ returnData }) => returnData);
    if (result?.expression === undefined) throw new Error("no expression is what the alarm looks at");
    return { series: evaluate(result.expression, metrics), ignored: new Set() };
  }
  const { namespace = "", metricName = "", dimensions = {}, period = 0 } = alarm;
  const stat = alarm.extendedStatistic ?? alarm.statistic ?? "";
  const { values, counts } = seriesOf({ namespace, metricName, dimensions, period }, stat, points, offset);
  const percent = Number(/^p(\d+)$/.exec(alarm.extendedStatistic ?? "")?.[1] ?? Number.NaN);
  const isIgnoring = alarm.evaluateLowSampleCountPercentiles === "ignore" && !Number.isNaN(percent);
  const few = [...counts].filter(([, count]) => isIgnoring && count < enoughFor(percent)).map(([at]) => at);
  for (const at of few) values.delete(at);
  return { series: values, ignored: new Set(few) };
}

const comparisons: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/** CloudWatch looks at somewhat more periods than it evaluates, so that late data is not a gap. */
const LATE = 2;

/**
 * The state after a look at the last periods, oldest first; undefined if there was no data. With enough values, the
 * newest of them decide, wherever the gaps are; without, the gaps are filled as the alarm says.
 */
export function stateOf(
  alarm: Pick<Alarm, "evaluationPeriods" | "datapointsToAlarm" | "treatMissingData">,
  recent: readonly (boolean | undefined)[],
): State {
  const { evaluationPeriods, datapointsToAlarm = evaluationPeriods, treatMissingData } = alarm;
  if (treatMissingData !== "breaching" && treatMissingData !== "notBreaching")
    throw new Error(`${treatMissingData} is not known here`);
  const real = recent.filter((breaches) => breaches !== undefined).slice(-evaluationPeriods);
  const filled = treatMissingData === "breaching" ? evaluationPeriods - real.length : 0;
  return real.filter(Boolean).length + filled >= datapointsToAlarm ? "ALARM" : "OK";
}

/** The alarm's states at the end of each of its periods, as CloudWatch would have them, from the beginning to `until`. */
export function statesOf(alarm: Alarm, points: readonly Point[], until: number, offset = 0): State[] {
  const period = periodOf(alarm);
  const breaches = comparisons[alarm.comparisonOperator];
  if (!breaches) throw new Error(`${alarm.comparisonOperator} is not known here`);
  const { series, ignored } = watched(alarm, points, offset);
  const range = alarm.evaluationPeriods + LATE;
  const states: State[] = [];
  for (let now = 0; (now + 1) * period + offset <= until; now += 1) {
    const recent = Array.from({ length: range }, (_, at) => series.get(now - range + 1 + at));
    // With too few samples the state stays what it was.
    if (ignored.has(now)) states.push(states.at(-1) ?? "OK");
    else
      states.push(
        stateOf(
          alarm,
          recent.map((value) => (value === undefined ? undefined : breaches(value, alarm.threshold))),
        ),
      );
  }
  return states;
}
