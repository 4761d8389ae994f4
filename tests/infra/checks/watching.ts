import assert from "node:assert/strict";
import { metrics, namespace } from "../../../packages/core/src/metrics.ts";
import { functionsOf, named, ofType, text } from "../graph.ts";
import type { Check } from "./check.ts";

/** The alarms and the dashboard. */
export const watchingChecks = {
  "alarms tell somebody, about metrics that exist": (graph) => {
    const alarms = ofType(graph, "cloudwatch/metricAlarm:MetricAlarm");
    const topic = `arn:aws:sns:eu-west-1:123456789012:${text(named(graph, "sns/topic:Topic", "AlarmsTopic"), "name")}`;
    const parts = alarms.flatMap(({ inputs }) => {
      const queries = (inputs["metricQueries"] ?? []) as { metric?: Record<string, unknown> }[];
      // CloudWatch refuses an alarm over more than ten metrics.
      assert.ok(queries.length <= 10, String(inputs["name"]));
      return inputs["metricName"] === undefined ? queries.flatMap(({ metric }) => (metric ? [metric] : [])) : [inputs];
    });
    for (const { name, inputs } of alarms) {
      assert.deepEqual([inputs["alarmActions"], inputs["okActions"]], [[topic], [topic]], name);
      assert.ok(text({ type: "", name, inputs }, "alarmDescription").length > 20);
    }
    for (const part of parts) {
      if (part["namespace"] !== namespace) continue;
      assert.ok(Object.hasOwn(metrics, String(part["metricName"])), String(part["metricName"]));
      assert.deepEqual(part["dimensions"], { stage: graph.app.stage });
    }
    const about = new Set(parts.map((part) => `${String(part["namespace"])} ${String(part["metricName"])}`));
    for (const wanted of [
      "AWS/SQS NumberOfMessagesSent",
      "AWS/SQS ApproximateNumberOfMessagesVisible",
      "AWS/SQS ApproximateAgeOfOldestMessage",
      "AWS/Lambda Throttles",
      "AWS/Lambda Errors",
      "AWS/Lambda Invocations",
      "AWS/ApiGateway 5xx",
      "AWS/ApiGateway 5XXError",
      "AWS/ApiGateway IntegrationError",
      "AWS/DynamoDB WriteThrottleEvents",
      "Parley TurnFailures",
      "Parley TimeToFirstEvent",
      "Parley QueuedTurnAge",
    ]) {
      assert.ok(about.has(wanted), `an alarm about ${wanted}`);
    }
  },

  "the dashboard shows every metric of the service": (graph) => {
    const body = text(named(graph, "cloudwatch/dashboard:Dashboard", "Dashboard"), "dashboardBody");
    const { widgets } = JSON.parse(body) as { widgets: { type: string }[] };
    assert.ok(widgets.length > 10);
    for (const name of Object.keys(metrics)) {
      const isShown = body.includes(`"${namespace}","${name}"`) || body.includes(`MetricName=\\"${name}\\"`);
      assert.ok(isShown, name);
    }
    for (const { id } of functionsOf(graph))
      assert.ok(body.includes(`/aws/lambda/parley-${graph.app.stage}-${id}'`), id);
  },
} satisfies Record<string, Check>;
