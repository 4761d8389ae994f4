import assert from "node:assert/strict";
import { clientActions } from "../../../packages/contract/src/frame.ts";
import { routes } from "../../../packages/contract/src/routes.ts";
import { functionsOf, named, ofType, text } from "../graph.ts";
import { httpRoutes, socketRoutes, streamRoutes } from "../routes.ts";
import { type Check, sorted } from "./check.ts";

/** Which requests reach which functions. */
export const routeChecks = {
  "every route of the contract leads to the function that serves it": (graph) => {
    const http = httpRoutes(graph);
    const expected = routes
      .filter(({ group }) => group !== "stream")
      .map(({ method, path, group }) => [`${method} ${path}`, group]);
    assert.deepEqual(sorted(http.keys()), sorted([...expected.map(([key]) => key ?? ""), "$default"]));
    for (const [key, group] of expected) assert.equal(http.get(key ?? ""), group, key);
    assert.equal(http.get("$default"), "docs");
  },

  "streamed routes stream, for as long as their function may run": (graph) => {
    const streamed = streamRoutes(graph);
    const expected = routes.filter(({ group }) => group === "stream").map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(sorted(streamed.map(({ key }) => key)), sorted(expected));
    for (const { key, entry, mode, timeout } of streamed) {
      assert.deepEqual({ entry, mode, timeout }, { entry: "stream", mode: "STREAM", timeout: 900_000 }, key);
    }
    const { endpointConfiguration } = named(graph, "apigateway/restApi:RestApi", "StreamApiApi").inputs;
    // The edge-optimised kind ends a stream after 30 silent seconds.
    assert.deepEqual(endpointConfiguration, { types: "REGIONAL" });
  },

  "the socket's routes are the contract's actions, without an authorizer": (graph) => {
    const socket = socketRoutes(graph);
    assert.deepEqual(sorted(socket.keys()), sorted(["$connect", "$disconnect", "$default", ...clientActions]));
    assert.deepEqual(new Set(socket.values()), new Set(["socket"]));
    const api = named(graph, "apigatewayv2/api:Api", "SocketApiApi");
    assert.equal(text(api, "routeSelectionExpression"), "$request.body.action");
    for (const { inputs } of ofType(graph, "apigatewayv2/route:Route")) assert.equal(inputs["authorizerId"], undefined);
  },

  "only its gateway may call a function": (graph) => {
    const expected = functionsOf(graph)
      .filter(({ entry }) => entry === "socket" || routes.some(({ group }) => group === entry))
      .map(({ arn }) => arn);
    const permissions = ofType(graph, "lambda/permission:Permission");
    assert.deepEqual(new Set(permissions.map((one) => text(one, "function"))), new Set(expected));
    for (const permission of permissions) {
      assert.equal(permission.inputs["principal"], "apigateway.amazonaws.com");
      assert.match(text(permission, "sourceArn"), /^arn:aws:execute-api:eu-west-1:123456789012:\w+api\/\*$/);
    }
    assert.equal(ofType(graph, "lambda/functionUrl:FunctionUrl").length, 0);
  },
} satisfies Record<string, Check>;
