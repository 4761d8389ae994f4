import assert from "node:assert/strict";
import { clientActions } from "../../packages/contract/src/frame.ts";
import { limits } from "../../packages/contract/src/limits.ts";
import { routes } from "../../packages/contract/src/routes.ts";
import { metrics, namespace } from "../../packages/core/src/metrics.ts";
import { tableDefinition, ttlAttribute } from "../../packages/core/src/table-definition.ts";
import { edgeCode, edgeOf } from "./edge.ts";
import type { Graph } from "./evaluate.ts";
import { functionOf, functionsOf, named, ofType, secrets, text } from "./graph.ts";
import { httpRoutes, socketRoutes, streamRoutes } from "./routes.ts";
import { linkNames, settingNames } from "./sources.ts";

/** What has to be true of a stage's resources. Each throws where it is not; `mutations.ts` proves that each can. */
export type Check = (graph: Graph) => void | Promise<void>;

const isKept = ({ app }: Graph) => app.stage !== "ci";
const sorted = (names: Iterable<string>) => [...names].toSorted();

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

export const checks = {
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

  "each gateway may call the functions behind it, and nobody else may": (graph) => {
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

  "the table is the local one": (graph) => {
    const { inputs } = named(graph, "dynamodb/table:Table", "MainTableTable");
    const schema = ({ hashKey, rangeKey }: Record<string, unknown>) => [
      { AttributeName: hashKey, KeyType: "HASH" },
      { AttributeName: rangeKey, KeyType: "RANGE" },
    ];
    assert.deepEqual(
      {
        BillingMode: inputs["billingMode"],
        AttributeDefinitions: (inputs["attributes"] as { name: string; type: string }[]).map(({ name, type }) => ({
          AttributeName: name,
          AttributeType: type,
        })),
        KeySchema: schema(inputs),
        GlobalSecondaryIndexes: (inputs["globalSecondaryIndexes"] as Record<string, unknown>[]).map((index) => ({
          IndexName: index["name"],
          KeySchema: schema(index),
          Projection: { ProjectionType: index["projectionType"] },
        })),
      },
      tableDefinition,
    );
    assert.deepEqual(inputs["ttl"], { attributeName: ttlAttribute, enabled: true });
    assert.equal(inputs["streamEnabled"], false);
  },

  "data survives mistakes, but on a stage that is made to be thrown away": (graph) => {
    const kept = isKept(graph);
    assert.equal(graph.app.removal, kept ? "retain" : "remove");
    assert.equal(graph.app.protect, kept);
    const table = named(graph, "dynamodb/table:Table", "MainTableTable").inputs;
    assert.equal(table["deletionProtectionEnabled"], kept);
    assert.deepEqual(table["pointInTimeRecovery"], { enabled: true });
    assert.deepEqual(table["serverSideEncryption"], { enabled: true });
    assert.equal(named(graph, "s3/bucket:Bucket", "FileStoreBucket").inputs["forceDestroy"], !kept);
    assert.equal(ofType(graph, "s3/bucketVersioning:BucketVersioning").length, kept ? 1 : 0);
  },

  "the bucket is private, encrypted and tidy": (graph) => {
    const block = named(
      graph,
      "s3/bucketPublicAccessBlock:BucketPublicAccessBlock",
      "FileStorePublicAccessBlock",
    ).inputs;
    for (const rule of ["blockPublicAcls", "blockPublicPolicy", "ignorePublicAcls", "restrictPublicBuckets"])
      assert.equal(block[rule], true, rule);
    const policy = text(named(graph, "s3/bucketPolicy:BucketPolicy", "FileStorePolicy"), "policy");
    const statements = (JSON.parse(policy) as { Statement: { Effect: string; Condition: { variable: string }[] }[] })
      .Statement;
    assert.deepEqual(
      statements.map(({ Effect, Condition }) => [Effect, Condition[0]?.variable]),
      [["Deny", "aws:SecureTransport"]],
    );
    const encryption = named(
      graph,
      "s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration",
      "FileStoreEncryption",
    ).inputs;
    assert.match(JSON.stringify(encryption), /AES256/);
    const rules = named(graph, "s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration", "FileStoreLifecycle")
      .inputs["rules"] as {
      id: string;
      expiration?: { days: number };
    }[];
    // Objects are removed by the service, which knows what they are for; a rule knows their age only.
    assert.deepEqual(
      rules.filter(({ expiration }) => expiration),
      [],
    );
    for (const rule of ["abortIncompleteMultipartUpload", "noncurrentVersionExpiration"]) {
      assert.ok(
        rules.some((one) => Object.hasOwn(one, rule)),
        rule,
      );
    }
  },

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
    assert.ok(visibility("TurnQueue") >= 6 * time("Worker"), "a message does not come again while its worker runs");
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

  "functions: arm64, Node 24, JSON logs in a group of their own that does not grow for ever": (graph) => {
    const groups = new Map(ofType(graph, "cloudwatch/logGroup:LogGroup").map((group) => [text(group, "name"), group]));
    for (const group of groups.values())
      assert.ok(Number(group.inputs["retentionInDays"]) > 0, `${group.name} forgets`);
    const seen = new Set<string>();
    for (const { id, resource, build } of functionsOf(graph)) {
      assert.deepEqual(resource.inputs["architectures"], ["arm64"], id);
      assert.equal(resource.inputs["runtime"], "nodejs24.x", id);
      const { logFormat, logGroup } = resource.inputs["loggingConfig"] as { logFormat: string; logGroup: string };
      assert.equal(logFormat, "JSON", id);
      assert.ok(groups.has(logGroup) && !seen.has(logGroup), `${id} has a log group of its own`);
      seen.add(logGroup);
      assert.equal(build.properties.minify, true, id);
      assert.equal(build.properties.splitting, true, id);
    }
  },

  "roles: one a function, for Lambda alone, nothing managed, no wildcard": (graph) => {
    const seen = new Set<string>();
    for (const { id, role, statements } of functionsOf(graph)) {
      assert.ok(!seen.has(role.name), `${id} has a role of its own`);
      seen.add(role.name);
      const trust = JSON.parse(text(role, "assumeRolePolicy")) as { Statement: { Principal: unknown }[] };
      assert.deepEqual(
        trust.Statement.map(({ Principal }) => Principal),
        [{ Service: "lambda.amazonaws.com" }],
        id,
      );
      assert.deepEqual(role.inputs["managedPolicyArns"], [], id);
      for (const { Action, Resource } of statements) {
        for (const action of Action) assert.match(action, /^[a-z0-9-]+:[A-Z]\w+$/, `${id}: ${action}`);
        for (const arn of Resource) assert.match(arn, /^arn:aws:[a-z0-9-]+:[^:]*:[^:]*:.*\w/, `${id}: ${arn}`);
      }
    }
  },

  "what is granted exists": (graph) => {
    const known = graph.resources
      .flatMap(({ inputs }) => [inputs["name"], inputs["bucket"]])
      .filter((name) => typeof name === "string");
    const apis = ["httpapiapi", "socketapiapi"];
    for (const { id, statements } of functionsOf(graph)) {
      for (const arn of statements.flatMap(({ Resource }) => Resource)) {
        if (arn.startsWith("arn:aws:bedrock:")) continue;
        const resource = arn.split(":").slice(5).join(":");
        assert.ok(
          [...known, ...apis].some((name) => resource.includes(name)),
          `${id}: ${arn}`,
        );
      }
    }
  },

  "secrets are linked, never plain": (graph) => {
    const values = [...Object.values(secrets), "o".repeat(40)];
    const holders = graph.resources.filter(({ type, inputs }) => {
      const isReference = type === "sst:sst:LinkRef" || type === "sst:sst:Secret" || type.startsWith("random:");
      return !isReference && values.some((value) => JSON.stringify(inputs).includes(value));
    });
    assert.deepEqual(
      holders.map(({ name }) => name),
      ["EdgeCloudfrontFunctionRequest"],
    );
  },

  "links are the names that code reads": (graph) => {
    const linked = new Set(graph.builds.flatMap(({ links }) => Object.keys(links)));
    assert.deepEqual(sorted(linked), sorted(linkNames()));
    for (const { functionID, links } of graph.builds) {
      for (const [name, properties] of Object.entries(links)) {
        const property =
          { TurnQueue: "url", Table: "name", Files: "name", TurnWorker: "name", Sockets: "managementEndpoint" }[name] ??
          "value";
        assert.equal(typeof properties[property], "string", `${functionID}: ${name}.${property}`);
      }
    }
  },

  "settings are the names that code reads": (graph) => {
    const known = new Set([...settingNames(), "METRICS"]);
    const own = (name: string) => !name.startsWith("SST_");
    for (const { id, environment } of functionsOf(graph)) {
      for (const name of Object.keys(environment).filter(own))
        assert.ok(known.has(name), `${id}: nobody reads ${name}`);
      assert.equal(environment["PARLEY_STAGE"], graph.app.stage);
      assert.match(environment["PUBLIC_URL"] ?? "", /^https:\/\//);
      assert.equal(environment["METRICS"], "1");
    }
  },

  "functions behind a gateway know the edge's secret, and the edge sends it": async (graph) => {
    for (const { id, entry, build } of functionsOf(graph)) {
      const isBehindGateway = entry === "socket" || routes.some(({ group }) => group === entry);
      assert.equal("OriginSecret" in build.links, isBehindGateway, id);
    }
    const edge = edgeOf(graph);
    for (const uri of ["/v1/models", "/v1/chats/ws", "/docs", "/nothing"]) {
      const { sent } = await edge({ uri, headers: { "x-origin-secret": "forged" } });
      assert.equal(sent?.["x-origin-secret"], "o".repeat(40), uri);
    }
  },

  "the edge's function fits, and every route of the contract reaches its API": async (graph) => {
    assert.ok(Buffer.byteLength(edgeCode(graph)) < 10_240, `${Buffer.byteLength(edgeCode(graph))} bytes`);
    const edge = edgeOf(graph);
    const host = (api: string) => `${api}.execute-api.eu-west-1.amazonaws.com`;
    for (const { method, path, group } of routes) {
      const uri = path.replace(/\{\w+\}/g, "0197a1f0-0000-7000-8000-000000000001");
      const { origin, uri: asked, readTimeout } = await edge({ method, uri });
      if (group === "stream") {
        assert.deepEqual(
          { origin, asked },
          { origin: host("streamapiapi"), asked: `/${graph.app.stage}${uri}` },
          `${method} ${path}`,
        );
        assert.ok(
          (readTimeout ?? 0) >= 3 * limits.heartbeat_interval,
          "the edge outwaits the signs of life of a stream",
        );
      } else {
        assert.deepEqual({ origin, asked }, { origin: host("httpapiapi"), asked: uri }, `${method} ${path}`);
        assert.equal(readTimeout, 30);
      }
    }
    const preflight = await edge({ method: "OPTIONS", uri: "/v1/chats" });
    assert.equal(preflight.origin, host("httpapiapi"), "functions answer preflights");
    const around = await edge({ uri: "/__stream/v1/chats" });
    assert.equal(around.origin, host("httpapiapi"), "the inner prefix is no way in");
    for (const uri of ["/v1/chats/ws", "/v1/chats/ws/"]) {
      assert.deepEqual(
        { ...(await edge({ uri, query: { heartbeat: "1" } })), sent: {} },
        { origin: host("socketapiapi"), uri: "/$default", sent: {} },
      );
    }
  },

  "the edge refuses a token in an address and bodies no function would see": async (graph) => {
    const edge = edgeOf(graph);
    assert.equal((await edge({ uri: "/v1/chats/ws", query: { token: "t" } })).status, 403);
    assert.equal((await edge({ uri: "/v1/models", query: { token: "t" } })).status, undefined);
    const post = (uri: string, length: number) =>
      edge({ method: "POST", uri, headers: { "content-length": String(length) } });
    const refusal = async (uri: string, length: number) => {
      const { status, body } = await post(uri, length);
      assert.equal(status, 400);
      return JSON.parse(body ?? "") as unknown;
    };
    assert.equal((await post("/v1/audio/transcribe", limits.audio_bytes)).status, undefined);
    assert.deepEqual(await refusal("/v1/audio/transcribe", 26.4 * 1024 * 1024), {
      detail: "File too large. Maximum size is 25MB, got 26.4MB",
    });
    assert.equal((await post("/v1/uploads", limits.upload_direct_bytes)).status, undefined);
    assert.deepEqual(await refusal("/v1/uploads", 5 * 1024 * 1024), {
      detail:
        "Files too large. Maximum size of one request is 4MB, got 5.0MB. Ask for upload addresses with JSON instead.",
    });
  },

  "nothing is cached at the edge, and every header reaches the functions": (graph) => {
    const { inputs } = named(graph, "cloudfront/distribution:Distribution", "EdgeCdnDistribution");
    const behavior = inputs["defaultCacheBehavior"] as Record<string, unknown>;
    assert.equal(behavior["cachePolicyId"], "4135ea2d-6df8-44a3-9df3-4b5a84be39ad");
    assert.equal(behavior["originRequestPolicyId"], "b689b0a8-53d0-40ab-baf2-68738e2966ac");
    assert.equal(behavior["viewerProtocolPolicy"], "redirect-to-https");
    assert.equal((inputs["orderedCacheBehaviors"] as unknown[] | undefined)?.length ?? 0, 0);
  },

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

  "physical names are unique and say app and stage": (graph) => {
    const seen = new Map<string, string>();
    for (const { type, name, inputs } of graph.resources) {
      const physical = inputs["name"];
      if (!type.startsWith("aws:") || typeof physical !== "string" || /(stage:Stage|record:Record)$/.test(type))
        continue;
      if (type.includes("cloudwatch/logGroup")) assert.match(physical, new RegExp(`parley-${graph.app.stage}-`), name);
      const key = `${type} ${physical}`;
      assert.equal(seen.get(key), undefined, `${name} and ${seen.get(key) ?? ""} are both ${physical}`);
      seen.set(key, name);
    }
  },
} satisfies Record<string, Check>;
