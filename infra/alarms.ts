import { namespace, type MetricName } from "../packages/core/src/metrics.ts";
import { httpApi } from "./http.ts";
import { functions } from "./lambda.ts";
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

/** An alarm that tells the topic when it starts and when it is over. Silence is not a fault unless said so. */
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

alarm("DeadLetters", "A turn's queue message was delivered three times in vain. The turn has been settled as failed.", {
  namespace: "AWS/SQS",
  metricName: "NumberOfMessagesSent",
  dimensions: { QueueName: deadLetters.nodes.queue.name },
  statistic: "Sum",
  period: 60,
  ...above(0),
});

alarm("DeadLettersLeft", "The consumer of dead letters does not settle them.", {
  namespace: "AWS/SQS",
  metricName: "ApproximateNumberOfMessagesVisible",
  dimensions: { QueueName: deadLetters.nodes.queue.name },
  statistic: "Maximum",
  period: 60,
  ...above(0, 15),
});

alarm("QueuedTurnsWait", "Durable turns wait for more than a minute for a worker.", {
  ...own("QueuedTurnAge"),
  extendedStatistic: "p99",
  period: 60,
  ...above(60_000, 3),
});

// Running turns count as well, so this is longer than a turn may take: nobody takes messages at all.
alarm("QueueStands", "The oldest message of the queue is older than any turn may become.", {
  namespace: "AWS/SQS",
  metricName: "ApproximateAgeOfOldestMessage",
  dimensions: { QueueName: queue.nodes.queue.name },
  statistic: "Maximum",
  period: 60,
  ...above(20 * 60, 3),
});

alarm("TurnsFail", "More than 5 % of at least 20 turns failed within five minutes.", {
  metricQueries: [
    { id: "failed", metric: { ...own("TurnFailures"), period: 300, stat: "Sum" } },
    { id: "settled", metric: { ...own("TurnsSettled"), period: 300, stat: "Sum" } },
    { id: "share", expression: "IF(settled >= 20, 100 * FILL(failed, 0) / settled, 0)", label: "%", returnData: true },
  ],
  ...above(5),
});

alarm("FirstEventIsSlow", "One answer in a hundred begins later than 2 seconds after its question.", {
  ...own("TimeToFirstEvent"),
  extendedStatistic: "p99",
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

alarm("SweeperStands", "The sweeper has not run for five minutes: turns without a worker wait for it.", {
  namespace: "AWS/Lambda",
  metricName: "Invocations",
  dimensions: { FunctionName: functions.get("Sweeper")?.name ?? "" },
  statistic: "Sum",
  period: 300,
  evaluationPeriods: 1,
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

alarm("SocketFaults", "Frames or connections of the WebSocket were not answered.", {
  namespace: "AWS/ApiGateway",
  metricName: "IntegrationError",
  dimensions: { ApiId: socketApi.nodes.api.id },
  statistic: "Sum",
  period: 60,
  ...above(5, 2),
});

alarm("TableThrottled", "The table refused reads or writes: a partition is too hot.", {
  metricQueries: [
    ...["ReadThrottleEvents", "WriteThrottleEvents"].map((metricName) => ({
      id: metricName.slice(0, 4).toLowerCase(),
      metric: { namespace: "AWS/DynamoDB", metricName, dimensions: { TableName: table.name }, period: 60, stat: "Sum" },
    })),
    { id: "all", expression: "SUM(METRICS())", label: "refused", returnData: true },
  ],
  ...above(10, 2),
});

/** ARNs of all alarms, for the dashboard. */
export const alarms = $util.all(names);
