import assert from "node:assert/strict";
import { metrics, namespace } from "../../../packages/core/src/observe/metrics.ts";
import { functionsOf, named, ofType, text } from "../graph.ts";
import { type Alarm, statesOf } from "../alarms/evaluator.ts";
import { courseSeconds, coursesOf } from "../alarms/series.ts";
import { type Check, sorted } from "./check.ts";

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
  },

  "each alarm fires where it must, and stays quiet where it must, whenever its periods begin": (graph) => {
    const alarms = ofType(graph, "cloudwatch/metricAlarm:MetricAlarm");
    const courses = coursesOf(graph);
    const nameOf = ({ name }: { name: string }) => name.replace(/^Alarm/, "");
    assert.deepEqual(sorted(alarms.map(nameOf)), sorted(Object.keys(courses)), "an alarm and its courses");
    for (const resource of alarms) {
      const alarm = resource.inputs as unknown as Alarm; // the provider's own form
      const { fires, quiet } = courses[nameOf(resource)] ?? { fires: {}, quiet: {} };
      for (const offset of [0, 1, 2, 3, 4].map((phase) => phase * 60 + 11)) {
        for (const [course, points] of Object.entries(fires)) {
          const states = statesOf(alarm, points, courseSeconds, offset);
          assert.ok(states.includes("ALARM"), `${resource.name} fires: ${course}`);
          const isOver = alarm.treatMissingData === "breaching" || states.at(-1) === "OK";
          assert.ok(isOver, `${resource.name} is over: ${course}`);
        }
        for (const [course, points] of Object.entries(quiet)) {
          const states = statesOf(alarm, points, courseSeconds, offset);
          assert.ok(!states.includes("ALARM"), `${resource.name} is quiet: ${course}`);
        }
      }
    }
  },

  "gateways count by API: no series by route, which nothing reads, is paid for": (graph) => {
    const stages = ofType(graph, "apigatewayv2/stage:Stage").map(
      ({ inputs }) => inputs["defaultRouteSettings"] as Record<string, unknown>,
    );
    const methods = ofType(graph, "apigateway/methodSettings:MethodSettings").map(
      ({ inputs }) => inputs["settings"] as Record<string, unknown>,
    );
    assert.equal(stages.length + methods.length, 3);
    for (const settings of stages) assert.equal(settings["detailedMetricsEnabled"], false);
    for (const settings of methods) assert.equal(settings["metricsEnabled"], false);
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
