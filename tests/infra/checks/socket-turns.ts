import assert from "node:assert/strict";
import type { Graph } from "../evaluate.ts";
import { functionOf, functionsOf, named, ofType, text } from "../graph.ts";
import type { Check } from "./check.ts";

interface EventConfig {
  functionName: string;
  qualifier?: string;
  maximumRetryAttempts: number;
  maximumEventAgeInSeconds: number;
  destinationConfig?: { onFailure: { destination: string } };
}

/** How events are treated that are sent to a function by this name, unqualified or with a version. */
function eventsOf(graph: Graph, arn: string): EventConfig | undefined {
  const [, , , , , , name, qualifier] = arn.split(":");
  return ofType(graph, "lambda/functionEventInvokeConfig:FunctionEventInvokeConfig")
    .map(({ inputs }) => inputs as unknown as EventConfig) // the provider's own form
    .find((config) => config.functionName === name && config.qualifier === qualifier);
}

/** The functions that are invoked without anybody waiting for them, and the turns that a socket starts. */
export const socketTurnChecks = {
  "turns of a socket are tried once, by the very version that is invoked, and one that is given up is ended": (
    graph,
  ) => {
    const worker = functionOf(graph, "SocketWorker");
    const socket = functionOf(graph, "Socket");
    const invoked = String(socket.build.links["TurnWorker"]?.["name"]);
    assert.ok(invoked === worker.arn || invoked === `${worker.arn}:1`, invoked);
    const dead = `arn:aws:sqs:eu-west-1:123456789012:${text(named(graph, "sqs/queue:Queue", "DeadLettersQueue"), "name")}`;
    const events = eventsOf(graph, invoked);
    assert.equal(events?.maximumRetryAttempts, 0);
    const age = events?.maximumEventAgeInSeconds ?? 0;
    assert.ok(age >= 60 && age <= 300, `${age} s`);
    assert.equal(events?.destinationConfig?.onFailure.destination, dead);
    assert.ok(
      worker.statements.some(({ Action, Resource }) => Action.includes("sqs:SendMessage") && Resource.includes(dead)),
      "Lambda sends to the destination with the function's own role",
    );
    const invoking = functionsOf(graph).filter(({ statements }) =>
      statements.some(({ Action }) => Action.includes("lambda:InvokeFunction")),
    );
    assert.deepEqual(
      invoking.map(({ id }) => id),
      ["Socket"],
    );
    assert.deepEqual(socket.statements.find(({ Action }) => Action.includes("lambda:InvokeFunction"))?.Resource, [
      invoked,
    ]);
  },

  "a sweep that failed is not repeated: the next minute comes": (graph) => {
    const events = eventsOf(graph, functionOf(graph, "Sweeper").arn);
    assert.deepEqual([events?.maximumRetryAttempts, events?.maximumEventAgeInSeconds], [0, 60]);
  },
} satisfies Record<string, Check>;
