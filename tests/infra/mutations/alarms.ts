import { type Case, change, type Name } from "./case.ts";

const alarms: Name = "alarms tell somebody, about metrics that exist";
const truth: Name = "each alarm fires where it must, and stays quiet where it must, whenever its periods begin";
const dashboard: Name = "the dashboard shows every metric of the service";

/** Alarms and the dashboard. */
export const alarmsCases: Case[] = [
  ["alarms have no recipient", change("alarms.ts", "alarmActions: [topic.arn],", ""), alarms],
  [
    "an alarm watches a metric that is not written",
    change("alarms.ts", `own("QueuedTurnAge")`, `own("QueueAge")`),
    alarms,
  ],
  [
    "dead letters are looked for where SQS counts none",
    change(
      "alarms.ts",
      `...own("DeadLetters"),`,
      `namespace: "AWS/SQS", metricName: "NumberOfMessagesSent", dimensions: { QueueName: deadLetters.nodes.queue.name },`,
    ),
    truth,
  ],
  [
    "messages in flight are not seen",
    change("alarms.ts", `messagesOf(deadLetters, "taken", "NotVisible"),`, ""),
    truth,
  ],
  ["one late turn is a queue", change("alarms.ts", `statistic: "Average"`, `statistic: "Maximum"`), truth],
  ["a busy queue stands", change("alarms.ts", "IF(running == 0, waiting, 0)", "SUM(METRICS())"), truth],
  ["a handful of failures is a share", change("alarms.ts", "settled >= 20", "settled >= 2"), truth],
  ["an outage needs many turns", change("alarms.ts", "...above(2),", "...above(20),"), truth],
  ["a success is not seen", change("alarms.ts", "IF(completed == 0, failed, 0)", "failed + 0 * completed"), truth],
  [
    "the worst of few is a percentile",
    change(
      "alarms.ts",
      `evaluateLowSampleCountPercentiles: "ignore",
  period: 300,`,
      `period: 300,`,
    ),
    truth,
  ],
  ["a sweeper that throws is one that runs", change("alarms.ts", `treatMissingData: "breaching",`, ""), truth],
  [
    "the sweeper's runs are counted, not what they did",
    change("alarms.ts", `own("SweepCompleted")`, `own("TurnsSettled")`),
    truth,
  ],
  [
    "the gateway's own faults are not seen",
    change("alarms.ts", `["IntegrationError", "ExecutionError"]`, `["IntegrationError"]`),
    truth,
  ],
  ["the stage of an API is forgotten", change("alarms.ts", ", Stage: $app.stage }", " }"), truth],
  [
    "an alarm is added without a series that proves it",
    change(
      "alarms.ts",
      `alarm("HttpFaults"`,
      `alarm("Unproved", "Something is said to be wrong here.", { ...ofFunctions("Errors"), ...above(1) });
alarm("HttpFaults"`,
    ),
    truth,
  ],
  [
    "the dashboard hides refusals",
    change("dashboard.ts", `graph("Refused by a limit", [own("Throttled", { stat: "Sum" })]),`, ""),
    dashboard,
  ],
];
