import { namespace, type MetricName } from "../packages/core/src/observe/metrics.ts";
import { httpApi } from "./http.ts";
import { deadLetters, queue } from "./queue-resources.ts";
import { settings } from "./settings.ts";
import { socketApi } from "./socket-api.ts";
import { streamApi } from "./stream.ts";
import { table } from "./table.ts";

type AlarmArgs = aws.cloudwatch.MetricAlarmArgs;

const topic = new sst.aws.SnsTopic("Alarms");

if (settings.alarmEmail !== undefined) {
  new aws.sns.TopicSubscription("AlarmsByEmail", {
    topic: topic.arn,
    protocol: "email",
    endpoint: settings.alarmEmail,
  });
}

const names: $util.Output<string>[] = [];

/** An alarm that notifies the topic when it starts and when it ends. Missing data is not a fault unless `treatMissingData` says so. */
function alarm(name: string, description: string, args: Omit<AlarmArgs, "name" | "alarmDescription">): void {
  const made = new aws.cloudwatch.MetricAlarm(`Alarm${name}`, {
    name: `${$app.name}-${$app.stage}-${name}`,
    alarmDescription: description,
    treatMissingData: "notBreaching",
    alarmActions: [topic.arn],
    okActions: [topic.arn],
    ...args,
  });
  names.push(made.arn);
}

const above = (threshold: number, evaluationPeriods = 1) => ({
  comparisonOperator: "GreaterThanThreshold",
  threshold,
  evaluationPeriods,
});

const own = (metricName: MetricName) => ({ namespace, metricName, dimensions: { stage: $app.stage } });

/** One metric of all functions of the account and region: an alarm cannot add up more than ten metrics. */
const ofFunctions = (metricName: string) => ({ namespace: "AWS/Lambda", metricName, statistic: "Sum", period: 60 });

interface Part {
  id: string;
  metric: { namespace: string; metricName: string; dimensions: Record<string, $util.Input<string>> };
}

/** The sum of several metrics, each of which may have no data. */
const sumOf = (parts: Part[]) => [
  ...parts.map(({ id, metric }) => ({ id, metric: { ...metric, period: 60, stat: "Sum" } })),
  { id: "all", expression: "SUM(METRICS())", label: "all", returnData: true },
];

/** Messages of a queue: those that wait, or those that somebody works on. */
const messagesOf = (of: sst.aws.Queue, id: string, state: "Visible" | "NotVisible") => ({
  id,
  metric: {
    namespace: "AWS/SQS",
    metricName: `ApproximateNumberOfMessages${state}`,
    dimensions: { QueueName: of.nodes.queue.name },
    period: 60,
    stat: "Maximum",
  },
});

// Counted by the consumer: SQS does not count messages as sent when it moves them to a queue itself.
alarm("DeadLetters", "Work was lost: a turn's message failed three times, or its worker could not be invoked.", {
  ...own("DeadLetters"),
  statistic: "Sum",
  period: 60,
  ...above(0),
});

// A message whose consumer failed is in flight most of the time.
alarm("DeadLettersLeft", "The consumer of dead letters cannot settle them.", {
  metricQueries: [
    messagesOf(deadLetters, "visible", "Visible"),
    messagesOf(deadLetters, "taken", "NotVisible"),
    { id: "all", expression: "SUM(METRICS())", label: "dead", returnData: true },
  ],
  ...above(0, 15),
});

// The average: a percentile of so few means nothing, and one turn that was lost and found is not a queue.
alarm("QueuedTurnsWait", "Durable turns wait more than a minute for a worker.", {
  ...own("QueuedTurnAge"),
  statistic: "Average",
  period: 60,
  ...above(60_000, 3),
});

// Not by the age of the oldest message: one that fails three times is old, and delays no other.
alarm("QueueStands", "Messages are waiting and none is being worked on: the queue has no consumer.", {
  metricQueries: [
    messagesOf(queue, "waiting", "Visible"),
    messagesOf(queue, "running", "NotVisible"),
    { id: "standing", expression: "IF(running == 0, waiting, 0)", label: "standing", returnData: true },
  ],
  ...above(0, 5),
});

alarm("TurnsFail", "More than 5 % of at least 20 turns failed within five minutes.", {
  metricQueries: [
    { id: "failed", metric: { ...own("TurnFailures"), period: 300, stat: "Sum" } },
    { id: "settled", metric: { ...own("TurnsSettled"), period: 300, stat: "Sum" } },
    { id: "share", expression: "IF(settled >= 20, 100 * failed / settled, 0)", label: "%", returnData: true },
  ],
  ...above(5),
});

// For a tenant with few questions, about which the share above says nothing.
alarm("NothingSucceeds", "At least three turns failed within 15 minutes, and none was answered.", {
  metricQueries: [
    { id: "failed", metric: { ...own("TurnFailures"), period: 900, stat: "Sum" } },
    { id: "completed", metric: { ...own("TurnsCompleted"), period: 900, stat: "Sum" } },
    { id: "vain", expression: "IF(completed == 0, failed, 0)", label: "failed", returnData: true },
  ],
  ...above(2),
});

alarm("FirstEventIsSlow", "One answer in a hundred begins more than 2 seconds after its question.", {
  ...own("TimeToFirstEvent"),
  extendedStatistic: "p99",
  // A percentile of few is the worst of them: CloudWatch wants 1,000 for this one.
  evaluateLowSampleCountPercentiles: "ignore",
  period: 300,
  ...above(2_000, 3),
});

alarm("MostFirstEventsAreSlow", "Half of the answers begin more than 2 seconds after their question.", {
  ...own("TimeToFirstEvent"),
  extendedStatistic: "p50",
  evaluateLowSampleCountPercentiles: "ignore",
  period: 300,
  ...above(2_000, 3),
});

alarm("FunctionsThrottled", "Lambda refused to start functions: the account's concurrency is used up.", {
  ...ofFunctions("Throttles"),
  ...above(0, 2),
});

alarm("FunctionErrors", "Functions ended with a fault instead of an answer.", {
  ...ofFunctions("Errors"),
  ...above(5, 2),
});

// Written at the end of a sweep: one that throws each minute is as bad as one that does not run.
alarm("SweeperStands", "No sweep has finished its work for five minutes: turns that lost their worker wait for one.", {
  ...own("SweepCompleted"),
  statistic: "Sum",
  period: 60,
  evaluationPeriods: 5,
  comparisonOperator: "LessThanThreshold",
  threshold: 1,
  treatMissingData: "breaching",
});

alarm("HttpFaults", "The HTTP API answered with 5xx.", {
  namespace: "AWS/ApiGateway",
  metricName: "5xx",
  dimensions: { ApiId: httpApi.nodes.api.id },
  statistic: "Sum",
  period: 60,
  ...above(5, 2),
});

alarm("StreamFaults", "The API that streams answered with 5xx.", {
  namespace: "AWS/ApiGateway",
  metricName: "5XXError",
  dimensions: { ApiName: streamApi.nodes.api.name, Stage: $app.stage },
  statistic: "Sum",
  period: 60,
  ...above(5, 2),
});

// Integration: what the function returned. Execution: what the gateway could not do itself, such as invoking it.
alarm("SocketFaults", "Frames or connections of the WebSocket were not answered.", {
  metricQueries: sumOf(
    ["IntegrationError", "ExecutionError"].map((metricName) => ({
      id: metricName.slice(0, 4).toLowerCase(),
      metric: { namespace: "AWS/ApiGateway", metricName, dimensions: { ApiId: socketApi.nodes.api.id } },
    })),
  ),
  ...above(5, 2),
});

alarm("TableThrottled", "The table refused reads or writes: a partition is too hot.", {
  metricQueries: sumOf(
    ["ReadThrottleEvents", "WriteThrottleEvents"].map((metricName) => ({
      id: metricName.slice(0, 4).toLowerCase(),
      metric: { namespace: "AWS/DynamoDB", metricName, dimensions: { TableName: table.name } },
    })),
  ),
  ...above(10, 2),
});

/** ARNs of all alarms, for the dashboard. */
export const alarms = $util.all(names);
