import assert from "node:assert/strict";
import { functionOf, functionsOf, named } from "../graph.ts";
import type { Check } from "./check.ts";

/** The turns that a socket starts. */
export const socketTurnChecks = {
  "turns of a socket are tried once, and by the function that is linked as the worker": (graph) => {
    const worker = functionOf(graph, "SocketWorker");
    const config = named(
      graph,
      "lambda/functionEventInvokeConfig:FunctionEventInvokeConfig",
      "SocketWorkerEventInvokeConfig",
    ).inputs;
    assert.equal(config["maximumRetryAttempts"], 0);
    const socket = functionOf(graph, "Socket");
    assert.equal(socket.build.links["TurnWorker"]?.["name"], worker.arn);
    const invoking = functionsOf(graph).filter(({ statements }) =>
      statements.some(({ Action }) => Action.includes("lambda:InvokeFunction")),
    );
    assert.deepEqual(
      invoking.map(({ id }) => id),
      ["Socket"],
    );
    assert.deepEqual(socket.statements.find(({ Action }) => Action.includes("lambda:InvokeFunction"))?.Resource, [
      worker.arn,
    ]);
  },
} satisfies Record<string, Check>;
