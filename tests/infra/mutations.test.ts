import { beforeAll, describe, expect, it } from "vitest";
import { checks } from "./checks.ts";
import type { Graph, Mutation } from "./evaluate.ts";
import { graphsOf } from "./graph.ts";

type Name = keyof typeof checks;

/** What is broken, how, and the check that has to notice. */
type Case = [breaks: string, mutation: Mutation, noticed: Name, stage?: string];

const change = (file: string, from: string, to: string): Mutation => ({ file: `infra/${file}`, from, to });

const served: Name = "every route of the contract leads to the function that serves it";
const streams: Name = "streamed routes stream, for as long as their function may run";
const frames: Name = "the socket's routes are the contract's actions, without an authorizer";
const callers: Name = "only its gateway may call a function";
const sameTable: Name = "the table is the local one";
const survives: Name = "data survives mistakes, but on a stage that is made to be thrown away";
const tidy: Name = "the bucket is private, encrypted and tidy";
const queues: Name = "queues: one turn a message, thrice, then the consumer of dead letters";
const times: Name = "times fit into each other";
const functions: Name = "functions: arm64, Node 24, JSON logs in a group of their own that does not grow for ever";
const roles: Name = "roles: one a function, for Lambda alone, nothing managed, no wildcard";
const trust: Name = "trust: each role is for one service of AWS, on behalf of this account";
const granted: Name = "what is granted exists";
const secret: Name = "secrets are linked, never plain";
const links: Name = "links are the names that code reads";
const settings: Name = "settings are the names that code reads";
const origin: Name = "functions behind a gateway know the edge's secret, and the edge sends it";
const edge: Name = "the edge's function fits, and every route of the contract reaches its API";
const refuses: Name = "the edge refuses a token in an address and bodies no function would see";
const cached: Name = "nothing is cached at the edge, and every header reaches the functions";
const unrouted: Name = "what the edge cannot look up it answers itself: no other host gets the secret or a token";
const marked: Name =
  "what a gateway refuses by itself can be read by the pages that may call, and is marked as every answer is";
const once: Name =
  "turns of a socket are tried once, by the very version that is invoked, and one that is given up is ended";
const unrepeated: Name = "a sweep that failed is not repeated: the next minute comes";
const alarms: Name = "alarms tell somebody, about metrics that exist";
const truth: Name = "each alarm fires where it must, and stays quiet where it must, whenever its periods begin";
const byApi: Name = "gateways count by API: no series by route, which nothing reads, is paid for";
const dashboard: Name = "the dashboard shows every metric of the service";
const physical: Name = "physical names are unique and say app and stage";

/** Each breaks the deployment in one way that is easily overlooked. */
const cases: Case[] = [
  [
    "a route leads to another group",
    change("http.ts", "route.group !== group", `route.group !== (group === "rules" ? "memories" : group)`),
    served,
  ],
  ["nothing catches unknown paths", change("http.ts", `if (group === "docs")`, `if (false)`), served],
  [
    "a stream ends after 29 seconds",
    change("stream.ts", "timeoutMilliseconds: 900_000", "timeoutMilliseconds: 29_000"),
    streams,
  ],
  ["a stream ends after 30 silent seconds", change("stream.ts", `endpoint: { type: "regional" },`, ""), streams],
  ["streams are buffered", change("stream.ts", "streaming: true,\n      //", "//"), streams],
  [
    "an action of the socket has no route",
    change("socket.ts", "...clientActions", "...clientActions.slice(1)"),
    frames,
  ],
  ["frames are routed by another field", change("socket-api.ts", "$request.body.action", "$request.body.type"), frames],
  [
    "anybody may invoke functions",
    change("http.ts", "sourceArn: $interpolate`${executionArn}/*`", `sourceArn: "*"`),
    callers,
  ],
  [
    "a function gets a public address",
    change("lambda.ts", "environment,\n    logging", "environment, url: true,\n    logging"),
    callers,
  ],
  ["the index holds other attributes", change("table.ts", `projection: "keys-only"`, `projection: "all"`), sameTable],
  ["items never expire", change("table.ts", "ttl: ttlAttribute,", ""), sameTable],
  [
    "a tenant's data is disposable",
    change("stages.ts", "production: {}", "production: disposable"),
    survives,
    "production",
  ],
  [
    "the table cannot be restored",
    change("table.ts", "serverSideEncryption", "pointInTimeRecovery: { enabled: false }, serverSideEncryption"),
    survives,
  ],
  [
    "the bucket is emptied on removal",
    change("files.ts", "args.forceDestroy = settings.disposable;", ""),
    survives,
    "production",
  ],
  [
    "old versions are kept for ever",
    change("files.ts", "noncurrentVersionExpiration: { noncurrentDays: 30 }", ""),
    tidy,
  ],
  [
    "everything expires",
    change("files.ts", "noncurrentVersionExpiration: { noncurrentDays: 30 }", "expiration: { days: 30 }"),
    tidy,
  ],
  ["one failing turn takes nine others with it", change("queue.ts", "batchSize: 1,", "batchSize: 10,"), queues],
  ["a whole batch comes again", change("queue.ts", `functionResponseTypes: ["ReportBatchItemFailures"],`, ""), queues],
  [
    "dead letters have no consumer",
    change("queue.ts", "eventSourceArn: deadLetters.arn", "eventSourceArn: queue.arn"),
    queues,
  ],
  [
    "AWS refuses the queue's consumer",
    change("queue-resources.ts", "${turnQueueSettings.visibilitySeconds} seconds", "14 minutes"),
    times,
  ],
  [
    "a failed message has its end after hours",
    change("queue-resources.ts", "${turnQueueSettings.visibilitySeconds} seconds", "90 minutes"),
    times,
  ],
  ["Lambda ends a turn before its deadline", change("timing.ts", "15 * 60", "9 * 60"), times],
  ["a function outlives its gateway", change("defaults.ts", `"29 seconds"`, `"40 seconds"`), times],
  ["sweeps overlap", change("sweeper.ts", `timeout: "1 minute"`, `timeout: "5 minutes"`), times],
  ["functions are x86", change("defaults.ts", `args.architecture ??= "arm64";`, ""), functions],
  ["logs are text", change("lambda.ts", `format: "json"`, `format: "text"`), functions],
  [
    "logs are kept for ever",
    change("lambda.ts", "retentionInDays: retentionDays[settings.logRetention],", ""),
    functions,
  ],
  ["drivers are read by every cold start", change("defaults.ts", "splitting: true", "splitting: false"), functions],
  ["roles may log into every group", change("defaults.ts", "args.managedPolicyArns = [];", ""), roles],
  [
    "others may take the roles",
    change("defaults.ts", "Principal: { Service: service }", `Principal: { AWS: "*" }`),
    roles,
  ],
  [
    "a role can be taken for any account",
    change("defaults.ts", `{ "aws:SourceAccount": aws.getCallerIdentityOutput().accountId }`, "{}"),
    trust,
  ],
  [
    "the account's root may take a role",
    change("defaults.ts", "Service: service", "AWS: 'arn:aws:iam::123456789012:root'"),
    trust,
  ],
  [
    "the schedule's role is SST's own",
    change(
      "sweeper.ts",
      `transform: { role: { assumeRolePolicy: trusting("scheduler.amazonaws.com", "StringEquals") } },`,
      "",
    ),
    trust,
  ],
  ["the bucket may be deleted", change("files.ts", "actions.map((action) => `s3:${action}`)", `["s3:*"]`), roles],
  ["every table may be read", change("table.ts", "resources: [table.arn] }", `resources: ["*"] }`), roles],
  [
    "a permission names another queue",
    change("queue-resources.ts", "resources: [queue.arn]", `resources: ["arn:aws:sqs:eu-west-1:123456789012:other"]`),
    granted,
  ],
  [
    "a secret lies in the environment",
    change("environment.ts", `METRICS: "1",`, `METRICS: "1", KEYS: process.env.SST_SECRET_SigningKeys,`),
    secret,
  ],
  [
    "a link has a name that is not read",
    change("table.ts", `new sst.Linkable("Table"`, `new sst.Linkable("Tables"`),
    links,
  ],
  [
    "a link has a property that is not read",
    change("queue-resources.ts", "properties: { url: queue.url }", "properties: { address: queue.url }"),
    links,
  ],
  ["a setting has a name that is not read", change("environment.ts", "TOKEN_ISSUER", "JWT_ISSUER"), settings],
  [
    "a forged header passes for the edge's",
    change("edge-function.ts", `"x-origin-secret"] = {`, `"x-origin-secret"] = headers["x-origin-secret"] || {`),
    origin,
  ],
  [
    "a function trusts requests that bypass the edge",
    change("socket.ts", "links: [signingKeys, originSecret,", "links: [signingKeys,"),
    origin,
  ],
  [
    "replays are not streamed",
    change("edge-function.ts", `request.method === "GET" && replay`, `request.method === "PUT" && replay`),
    edge,
  ],
  [
    "the stage is missing in the stream's address",
    change("edge-routes.ts", "path: `/${$app.stage}`", `path: ""`),
    edge,
  ],
  ["the edge gives up on a thinking model", change("edge-routes.ts", "wait: 60", "wait: 20"), edge],
  [
    "the edge's function is too large",
    change("edge-function.ts", "const store = ", `/*${"x".repeat(4000)}*/const store = `),
    edge,
  ],
  [
    "the store refuses a value",
    change("edge-routes.ts", "JSON.stringify(limit)", "JSON.stringify({ ...limit, x: 'x'.repeat(1000) })"),
    edge,
  ],
  ["a token in an address is let through", change("edge-function.ts", "request.querystring.token)", "false)"), refuses],
  [
    "large clips reach the gateway",
    change("edge-routes.ts", "JSON.stringify(limit)", "JSON.stringify({ ...limit, bytes: 2 * limit.bytes })"),
    refuses,
  ],
  [
    "the secret goes out before a route was found",
    change(
      "edge-function.ts",
      "if (!origin) return ${answerWith(",
      "if (!origin) return request; if (!origin) return ${answerWith(",
    ),
    unrouted,
  ],
  ["the default origin is somebody's", change("edge.ts", "unrouted.invalid", "placeholder.example"), unrouted],
  ["the default origin is asked in plain HTTP", change("edge.ts", `"https-only"`, `"http-only"`), unrouted],
  ["a page cannot read what a gateway refuses", change("edge.ts", "responseHeadersPolicyId: headers.id,", ""), marked],
  [
    "the edge's headers win over the service's",
    change("edge.ts", "contentTypeOptions: { override: false }", "contentTypeOptions: { override: true }"),
    marked,
  ],
  ["answers are cached by address", change("edge.ts", "cachePolicyId: cachingDisabled,", ""), cached],
  ["an event is tried twice", change("lambda.ts", "maximumRetryAttempts: 0,", "maximumRetryAttempts: 2,"), once],
  ["an event waits for hours", change("lambda.ts", "maximumEventAgeInSeconds: 60,", ""), once],
  ["a turn that was given up is not reported", change("socket.ts", ", givenUpTo: deadLetters.arn", ""), once],
  ["Lambda may not tell the dead letters", change("socket.ts", "...onDeadLetters(),", ""), once],
  [
    "the settings of events are those of code that is not invoked",
    change("lambda.ts", "provisioned > 0 && { qualifier: nodes.function.version }", `{ qualifier: "1" }`),
    once,
  ],
  ["a sweep is repeated beside the next", change("sweeper.ts", `invokedOnce("Sweeper", sweeper);`, ""), unrepeated],
  [
    "the queue's worker is invoked for sockets",
    change(
      "socket.ts",
      "const target = invokedAs(socketWorker, provisioned);",
      "const target = socketApi.managementEndpoint;",
    ),
    once,
  ],
  ["alarms have no recipient", change("alarms.ts", "alarmActions: [topic.arn],", ""), alarms],
  [
    "an alarm watches a metric that is not written",
    change("alarms.ts", `own("QueuedTurnAge")`, `own("QueueAge")`),
    alarms,
  ],
  [
    "dead letters are looked for where SQS counts none",
    change(
      "alarms.ts",
      `...own("DeadLetters"),`,
      `namespace: "AWS/SQS", metricName: "NumberOfMessagesSent", dimensions: { QueueName: deadLetters.nodes.queue.name },`,
    ),
    truth,
  ],
  [
    "messages in flight are not seen",
    change("alarms.ts", `messagesOf(deadLetters, "taken", "NotVisible"),`, ""),
    truth,
  ],
  ["one late turn is a queue", change("alarms.ts", `statistic: "Average"`, `statistic: "Maximum"`), truth],
  ["a busy queue stands", change("alarms.ts", "IF(running == 0, waiting, 0)", "SUM(METRICS())"), truth],
  ["a handful of failures is a share", change("alarms.ts", "settled >= 20", "settled >= 2"), truth],
  ["an outage needs many turns", change("alarms.ts", "...above(2),", "...above(20),"), truth],
  ["a success is not seen", change("alarms.ts", "IF(completed == 0, failed, 0)", "failed + 0 * completed"), truth],
  [
    "the worst of few is a percentile",
    change(
      "alarms.ts",
      `evaluateLowSampleCountPercentiles: "ignore",
  period: 300,`,
      `period: 300,`,
    ),
    truth,
  ],
  ["a sweeper that throws is one that runs", change("alarms.ts", `treatMissingData: "breaching",`, ""), truth],
  [
    "the sweeper's runs are counted, not what they did",
    change("alarms.ts", `own("SweepCompleted")`, `own("TurnsSettled")`),
    truth,
  ],
  [
    "the gateway's own faults are not seen",
    change("alarms.ts", `["IntegrationError", "ExecutionError"]`, `["IntegrationError"]`),
    truth,
  ],
  ["the stage of an API is forgotten", change("alarms.ts", ", Stage: $app.stage }", " }"), truth],
  [
    "an alarm is added without a series that proves it",
    change(
      "alarms.ts",
      `alarm("HttpFaults"`,
      `alarm("Unproved", "Something is said to be wrong here.", { ...ofFunctions("Errors"), ...above(1) });
alarm("HttpFaults"`,
    ),
    truth,
  ],
  ["each route is counted", change("http.ts", "detailedMetricsEnabled: false", "detailedMetricsEnabled: true"), byApi],
  ["each method is counted", change("stream.ts", "metricsEnabled: false", "metricsEnabled: true"), byApi],
  [
    "the dashboard hides refusals",
    change("dashboard.ts", `graph("Refused by a limit", [own("Throttled", { stat: "Sum" })]),`, ""),
    dashboard,
  ],
  ["functions share a log group", change("lambda.ts", "-${name}`,\n    retention", "-one`,\n    retention"), physical],
];

// One process a check, so that a busy machine has time for each, and one check can be asked for by its name (`-t`).
const groups = Object.values(Object.groupBy(cases, ([, , noticed, stage = "ci"]) => `${stage} ${noticed}`)).flatMap(
  (group = []) => {
    const [first] = group;
    return first ? [[first[2], first[3] ?? "ci", group] as const] : [];
  },
);

describe.each(groups)("«%s» notices, on stage %s:", (noticed, stage, group) => {
  let graphs: Graph[];
  beforeAll(async () => {
    graphs = await graphsOf({ stage, mutations: group.map(([, mutation]) => mutation) });
  }, 900_000);

  it.each(group.map(([breaks], position) => [breaks, position] as const))("%s", async (_breaks, position) => {
    const graph = graphs[position];
    if (!graph) throw new Error("there is no graph of this mutation");
    await expect((async () => checks[noticed](graph))()).rejects.toThrow();
  });
});

describe("the mutations", () => {
  it("prove every check at least once", () => {
    const proved = new Set<string>(cases.map(([, , noticed]) => noticed));
    expect(Object.keys(checks).filter((name) => !proved.has(name))).toEqual([]);
  });
});

describe("settings that contradict themselves", () => {
  it.each([
    ["queuedTurns: 100", "queuedTurns: 1", /2 to 1000/],
    ["corsOrigins: []", `corsOrigins: ["example.com/"]`, /not an origin/],
  ])("%s as %s is refused before anything is deployed", async (from, to, words) => {
    await expect(graphsOf({ stage: "ci", mutations: [change("stages.ts", from, to)] })).rejects.toThrow(words);
  });
});
