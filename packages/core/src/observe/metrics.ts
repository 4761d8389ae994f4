/**
 * Metrics in CloudWatch's embedded metric format: a line of JSON on standard output, which CloudWatch turns into metrics
 * without a call. `infra/alarms.ts` and `infra/dashboard.ts` read them by these names.
 */
export const namespace = "Parley";

/** What is measured, and in what. */
export const metrics = {
  /** Turns that have ended, by `route` and `status`. */
  TurnsSettled: "Count",
  /** For each turn that has ended: 1 if it was answered, 0 if it failed or was cancelled. */
  TurnsCompleted: "Count",
  /** Turns that ended as `failed`, by `code`. */
  TurnFailures: "Count",
  /** From acceptance to the first event that reached the client. */
  TimeToFirstEvent: "Milliseconds",
  /** From acceptance to the end. */
  TurnDuration: "Milliseconds",
  /** What a model read and wrote, by `organization_id` and `model`. */
  InputTokens: "Count",
  OutputTokens: "Count",
  /** What the model's provider charges for it, in dollars. */
  CostUsd: "None",
  /** Requests refused because of a limit, by `policy`. */
  Throttled: "Count",
  /** How long a durable turn waited in the queue until a worker claimed it. */
  QueuedTurnAge: "Milliseconds",
  /** Lost work: queue messages that failed every delivery, and asynchronous invocations that Lambda gave up. */
  DeadLetters: "Count",
  /** Sweeps in which no job failed. Nothing is written for one with a failure: its absence is the alarm. */
  SweepCompleted: "Count",
} as const satisfies Record<string, "Count" | "Milliseconds" | "None">;

export type MetricName = keyof typeof metrics;

/** Names of up to a few properties that a metric is looked at by. Few values each: every combination is paid for. */
export type Dimensions = Partial<Record<"organization_id" | "route" | "status" | "code" | "model" | "policy", string>>;

/**
 * Writes a metric for the stage as a whole and, where there are dimensions, for each combination of them. Silent unless
 * the environment says METRICS=1, as a deployment does.
 */
export function metric(name: MetricName, value: number, dimensions: Dimensions = {}): void {
  if (process.env["METRICS"] !== "1" || !Number.isFinite(value)) return;
  const names = Object.keys(dimensions);
  const line = {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [
        {
          Namespace: namespace,
          Dimensions: names.length > 0 ? [["stage"], ["stage", ...names]] : [["stage"]],
          Metrics: [{ Name: name, Unit: metrics[name] }],
        },
      ],
    },
    stage: process.env["PARLEY_STAGE"] ?? "local",
    ...dimensions,
    [name]: value,
  };
  // Not through the console: Lambda's JSON logging would wrap the line, and CloudWatch would not find the metric.
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
