import assert from "node:assert/strict";
import { limits } from "../../../packages/contract/src/limits.ts";
import { routes } from "../../../packages/contract/src/routes.ts";
import { turnQueueSettings } from "../../../packages/core/src/wake/queue-settings.ts";
import type { Graph } from "../evaluate.ts";
import { functionOf, functionsOf, named, ofType, text } from "../graph.ts";
import type { Check } from "./check.ts";

interface Mapping {
  batchSize: number;
  functionName: string;
  functionResponseTypes: string[];
  scalingConfig?: { maximumConcurrency: number };
}

/** The event source that leads from a queue to a function. */
function mapping(graph: Graph, queue: string): Mapping {
  const arn = `arn:aws:sqs:eu-west-1:123456789012:${text(named(graph, "sqs/queue:Queue", queue), "name")}`;
  const found = ofType(graph, "lambda/eventSourceMapping:EventSourceMapping").filter(
    ({ inputs }) => inputs["eventSourceArn"] === arn,
  );
  assert.equal(found.length, 1, `${queue} has one consumer`);
  return found[0]?.inputs as unknown as Mapping; // the provider's own names, checked by the assertions
}

/** The queues, and how long each part may take beside the others. */
export const queueAndTimeChecks = {
  "queues: one turn a message, thrice, then the consumer of dead letters": (graph) => {
    const queue = named(graph, "sqs/queue:Queue", "TurnQueue").inputs;
    const dead = named(graph, "sqs/queue:Queue", "DeadLettersQueue");
    assert.deepEqual(JSON.parse(String(queue["redrivePolicy"])), {
      deadLetterTargetArn: `arn:aws:sqs:eu-west-1:123456789012:${text(dead, "name")}`,
      maxReceiveCount: 3,
    });
    assert.equal(queue["fifoQueue"], false);
    for (const { inputs } of ofType(graph, "sqs/queue:Queue")) assert.equal(inputs["sqsManagedSseEnabled"], true);
    const worker = functionOf(graph, "Worker");
    const source = mapping(graph, "TurnQueue");
    assert.equal(source.functionName, worker.arn);
    assert.equal(source.batchSize, 1);
    assert.deepEqual(source.functionResponseTypes, ["ReportBatchItemFailures"]);
    assert.ok((source.scalingConfig?.maximumConcurrency ?? 0) >= 2);
    const consumer = mapping(graph, "DeadLettersQueue");
    assert.equal(consumer.functionName, functionOf(graph, "DeadLetterConsumer").arn);
    assert.deepEqual(consumer.functionResponseTypes, ["ReportBatchItemFailures"]);
    // A dead letter outlives the message it was.
    assert.ok(Number(dead.inputs["messageRetentionSeconds"]) > Number(queue["messageRetentionSeconds"]));
  },

  "times fit into each other": (graph) => {
    const visibility = (name: string) =>
      Number(named(graph, "sqs/queue:Queue", name).inputs["visibilityTimeoutSeconds"]);
    const time = (id: string) => functionOf(graph, id).timeout;
    for (const id of ["Worker", "SocketWorker", "Stream"]) {
      assert.ok(time(id) > limits.turn_deadline, `${id} outlives a turn's deadline, so that the turn settles itself`);
    }
    assert.ok(visibility("TurnQueue") >= time("Worker"), "AWS refuses a queue whose consumer may take longer");
    assert.ok(3 * visibility("TurnQueue") < 60 * 60, "a message that fails has its end within the hour");
    assert.equal(visibility("TurnQueue"), turnQueueSettings.visibilitySeconds);
    assert.ok(visibility("DeadLettersQueue") >= 6 * time("DeadLetterConsumer"));
    assert.ok(limits.turn_lease_renewal * 2 <= limits.turn_lease, "a lease survives one missed beat");
    for (const { id, entry, timeout } of functionsOf(graph)) {
      const isBehindGateway = entry === "socket" || (entry !== "stream" && routes.some(({ group }) => group === entry));
      if (isBehindGateway) assert.ok(timeout < 30, `${id} ends before its gateway gives up`);
      if (isBehindGateway) assert.ok(limits.turn_wait_max < timeout - 5, `${id} can hold a long poll`);
    }
    assert.equal(functionOf(graph, "SocketWorker").timeout, functionOf(graph, "Worker").timeout);
    const schedule = named(graph, "scheduler/schedule:Schedule", "SweeperScheduleSchedule");
    assert.equal(text(schedule, "scheduleExpression"), "rate(1 minute)");
    assert.ok(time("Sweeper") <= 60, "one sweep ends before the next begins");
  },
} satisfies Record<string, Check>;
