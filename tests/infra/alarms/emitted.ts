import type { Point } from "./evaluator.ts";

interface EmbeddedLine {
  _aws: {
    Timestamp: number;
    CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[];
  };
  [field: string]: unknown;
}

/** What CloudWatch makes of a line in its embedded metric format: a point for each set of dimensions. */
function pointsOf(line: EmbeddedLine, at: number): Point[] {
  return line._aws.CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) =>
    Metrics.flatMap(({ Name }) =>
      Dimensions.map((names) => ({
        namespace: Namespace,
        metricName: Name,
        dimensions: Object.fromEntries(names.map((name) => [name, String(line[name])])),
        at,
        value: Number(line[Name]),
      })),
    ),
  );
}

/** The metrics that the service's own code writes while `work` runs, as if it ran at second `at` on this stage. */
export function emitted(stage: string, at: number, work: () => void): Point[] {
  const { METRICS, PARLEY_STAGE } = process.env;
  const write = process.stdout.write.bind(process.stdout);
  const lines: string[] = [];
  Object.assign(process.env, { METRICS: "1", PARLEY_STAGE: stage });
  process.stdout.write = (line) => lines.push(String(line)) > 0;
  try {
    work();
  } finally {
    process.stdout.write = write;
    for (const [name, value] of Object.entries({ METRICS, PARLEY_STAGE })) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
  return lines.flatMap((line) => pointsOf(JSON.parse(line) as EmbeddedLine, at)); // written by `metric`
}
