import { namespace, type MetricName } from "../packages/core/src/observe/metrics.ts";
import { alarms } from "./alarms.ts";
import { httpApi } from "./http.ts";
import { functions } from "./lambda.ts";
import { deadLetters, queue } from "./queue-resources.ts";
import { settings } from "./settings.ts";
import { socketApi } from "./socket-api.ts";
import { streamApi } from "./stream.ts";
import { table } from "./table.ts";

type Metric = (string | Record<string, unknown>)[];

const { region } = settings;
const { stage } = $app;

/** A graph of metrics, `[namespace, name, dimension, value, …, {options}]` each. */
const graph = (title: string, metrics: Metric[], options: Record<string, unknown> = {}) => ({
  type: "metric",
  width: 8,
  height: 6,
  properties: { title, region, view: "timeSeries", period: 60, metrics, ...options },
});

const own = (name: MetricName, options: Record<string, unknown> = {}): Metric => [
  namespace,
  name,
  "stage",
  stage,
  options,
];

/** One line for each organization, the largest first. */
const byOrganization = (title: string, name: MetricName) =>
  graph(
    title,
    [
      [
        {
          expression: `SORT(SEARCH('{${namespace},stage,organization_id,model} MetricName="${name}" stage="${stage}"', 'Sum', 3600), SUM, DESC, 20)`,
          label: "",
        },
      ],
    ],
    { period: 3600, stat: "Sum" },
  );

const percentiles = (name: MetricName) => ["p50", "p90", "p99"].map((stat) => own(name, { stat, label: stat }));

const names = $util.all([...functions].map(([label, { name }]) => name.apply((value) => ({ label, value }))));

const ofFunctions = (lambdas: { label: string; value: string }[], name: string, stat: string): Metric[] =>
  lambdas.map(({ label, value }) => ["AWS/Lambda", name, "FunctionName", value, { label, stat }]);

/** Messages of a queue: those that wait, or those that somebody works on. */
const messagesOf = (queueName: string, state: "Visible" | "NotVisible", label: string): Metric => [
  "AWS/SQS",
  `ApproximateNumberOfMessages${state}`,
  "QueueName",
  queueName,
  { label, stat: "Maximum" },
];

const body = $util
  .all([
    alarms,
    names,
    queue.nodes.queue.name,
    deadLetters.nodes.queue.name,
    httpApi.nodes.api.id,
    streamApi.nodes.api.name,
    socketApi.nodes.api.id,
    table.name,
  ])
  .apply(([arns, lambdas, queueName, deadName, httpId, streamName, socketId, tableName]) => ({
    widgets: [
      { type: "alarm", width: 24, height: 3, properties: { title: "Alarms", alarms: arns } },
      graph("Turns", [
        own("TurnsSettled", { stat: "Sum" }),
        own("TurnsCompleted", { stat: "Sum" }),
        own("TurnFailures", { stat: "Sum", color: "#d62728" }),
      ]),
      graph("Time to the first event (ms)", percentiles("TimeToFirstEvent")),
      graph("Time to the end (ms)", percentiles("TurnDuration")),
      graph("Wait in the queue (ms)", percentiles("QueuedTurnAge")),
      graph("Queue", [
        messagesOf(queueName, "Visible", "waiting"),
        messagesOf(queueName, "NotVisible", "running"),
        messagesOf(deadName, "Visible", "dead"),
      ]),
      graph("Sweeps and dead letters", [
        own("SweepCompleted", { stat: "Sum" }),
        own("DeadLetters", { stat: "Sum", color: "#d62728" }),
      ]),
      graph("Refused by a limit", [own("Throttled", { stat: "Sum" })]),
      byOrganization("Tokens read, by organization and model", "InputTokens"),
      byOrganization("Tokens written, by organization and model", "OutputTokens"),
      byOrganization("Cost in dollars, by organization and model", "CostUsd"),
      graph("Requests", [
        ["AWS/ApiGateway", "Count", "ApiId", httpId, { label: "HTTP", stat: "Sum" }],
        ["AWS/ApiGateway", "Count", "ApiName", streamName, "Stage", stage, { label: "streamed", stat: "Sum" }],
        ["AWS/ApiGateway", "MessageCount", "ApiId", socketId, { label: "socket frames", stat: "Sum" }],
        ["AWS/ApiGateway", "ConnectCount", "ApiId", socketId, { label: "sockets opened", stat: "Sum" }],
      ]),
      graph("Faults of the gateways", [
        ["AWS/ApiGateway", "5xx", "ApiId", httpId, { label: "HTTP 5xx", stat: "Sum" }],
        ["AWS/ApiGateway", "4xx", "ApiId", httpId, { label: "HTTP 4xx", stat: "Sum" }],
        ["AWS/ApiGateway", "5XXError", "ApiName", streamName, "Stage", stage, { label: "streamed 5xx", stat: "Sum" }],
        ["AWS/ApiGateway", "IntegrationError", "ApiId", socketId, { label: "socket", stat: "Sum" }],
        ["AWS/ApiGateway", "ExecutionError", "ApiId", socketId, { label: "socket, by the gateway", stat: "Sum" }],
      ]),
      graph("Table", [
        ["AWS/DynamoDB", "ConsumedReadCapacityUnits", "TableName", tableName, { stat: "Sum" }],
        ["AWS/DynamoDB", "ConsumedWriteCapacityUnits", "TableName", tableName, { stat: "Sum" }],
        ["AWS/DynamoDB", "ReadThrottleEvents", "TableName", tableName, { stat: "Sum" }],
        ["AWS/DynamoDB", "WriteThrottleEvents", "TableName", tableName, { stat: "Sum" }],
      ]),
      graph("Functions running at once", ofFunctions(lambdas, "ConcurrentExecutions", "Maximum")),
      graph("Faults of functions", ofFunctions(lambdas, "Errors", "Sum")),
      graph("Functions refused", ofFunctions(lambdas, "Throttles", "Sum")),
      {
        type: "log",
        width: 24,
        height: 6,
        properties: {
          title: "Last faults",
          region,
          view: "table",
          query: `${lambdas.map(({ label }) => `SOURCE '/aws/lambda/${$app.name}-${stage}-${label}'`).join(" | ")} | fields @timestamp, message, debug_id, request_id, turn_id, organization_id, error, error_code | filter level = "error" | sort @timestamp desc | limit 50`,
        },
      },
    ],
  }));

/** What an operator looks at first; its parts are explained in `infra/README.md`. */
export const dashboard = new aws.cloudwatch.Dashboard("Dashboard", {
  dashboardName: `${$app.name}-${stage}`,
  dashboardBody: $util.jsonStringify(body),
});
