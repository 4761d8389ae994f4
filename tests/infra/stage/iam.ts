import { runSimulation } from "@cloud-copilot/iam-simulate";
import type { Graph } from "../evaluate.ts";
import { type FunctionInGraph, functionsOf, named, ofType, text } from "../graph.ts";
import { account, region } from "../mocks.ts";
import { type Call, lambdasOwn } from "./calls.ts";

/** A call as IAM sees it: what is done, and to which resource of the account. */
export interface Asked {
  action: string;
  resource: string;
}

type Statements = FunctionInGraph["statements"];

const arn = (service: string, name: string) => `arn:aws:${service}:${region}:${account}:${name}`;
const queueArn = (graph: Graph, name: string) => arn("sqs", text(named(graph, "sqs/queue:Queue", name), "name"));

/** The queue that a function sends to, or that Lambda takes its messages from with the function's role. */
function ownQueue(graph: Graph, one: FunctionInGraph, action: string): string | undefined {
  if (action === "sqs:SendMessage") {
    const url = one.build.links["TurnQueue"]?.["url"];
    return typeof url === "string" ? arn("sqs", url.split("/").at(-1) ?? "") : undefined;
  }
  const source = ofType(graph, "lambda/eventSourceMapping:EventSourceMapping").find(
    ({ inputs }) => inputs["functionName"] === one.arn,
  );
  return source && text(source, "eventSourceArn");
}

/** The resource that a call of a function meets once it is deployed: by its links, as its code finds it, not by its policy. */
function resourceOf(graph: Graph, one: FunctionInGraph, { action, on }: Call): string {
  const link = (name: string, property: string) => String(one.build.links[name]?.[property]);
  switch (on) {
    case "table":
      return arn("dynamodb", `table/${link("Table", "name")}`);
    case "index":
      return arn("dynamodb", `table/${link("Table", "name")}/index/index`);
    case "objects":
      return `arn:aws:s3:::${link("Files", "name")}/organization/uploads/0197a1f0.csv`;
    case "bucket":
      return `arn:aws:s3:::${link("Files", "name")}`;
    case "queue":
      return ownQueue(graph, one, action) ?? "no queue";
    case "dead letters":
      return queueArn(graph, "DeadLettersQueue");
    case "function":
      return link("TurnWorker", "name");
    case "log group": {
      const { logGroup } = one.resource.inputs["loggingConfig"] as { logGroup: string };
      return arn("logs", `log-group:${logGroup}:log-stream:2026/11/22/[$LATEST]0123456789abcdef`);
    }
    default: {
      const api = new URL(link("Sockets", "managementEndpoint")).host.split(".")[0] ?? "";
      return arn("execute-api", `${api}/$default/${on}/@connections/L0SM9cOFvHcCIhw=`);
    }
  }
}

/** What Lambda does with a function's role, beside its code. */
const lambdaDoes = ({ id }: FunctionInGraph): Call[] => [
  ...lambdasOwn(id === "Worker" || id === "DeadLetterConsumer"),
  ...(id === "SocketWorker" ? [{ action: "sqs:SendMessage", on: "dead letters" }] : []),
];

const key = ({ action, resource }: Asked) => `${action} on ${resource}`;

/** Every call that was recorded of a function, and what Lambda does by its role. */
export function askedBy(graph: Graph, one: FunctionInGraph, recorded: readonly Call[]): Asked[] {
  const asked = [...recorded, ...lambdaDoes(one)].map((call) => ({
    action: call.action,
    resource: resourceOf(graph, one, call),
  }));
  return [...new Map(asked.map((each) => [key(each), each])).values()];
}

const itemActions = ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem"].map(
  (name) => `dynamodb:${name}`,
);

/** What no function may do at all. */
function neverAllowed(graph: Graph): Asked[] {
  const table = arn("dynamodb", `table/${text(named(graph, "dynamodb/table:Table", "MainTableTable"), "name")}`);
  const bucket = `arn:aws:s3:::${text(named(graph, "s3/bucket:Bucket", "FileStoreBucket"), "bucket")}`;
  const on = (resource: string, ...actions: string[]) => actions.map((action) => ({ action, resource }));
  return [
    ...on(table, "dynamodb:DeleteTable", "dynamodb:Scan", "dynamodb:UpdateTable", "dynamodb:UpdateTimeToLive"),
    ...on(`${table}/index/index`, "dynamodb:Scan"),
    ...on(arn("dynamodb", "table/another"), ...itemActions),
    ...on(`${table}-copy`, "dynamodb:GetItem"),
    ...on(bucket, "s3:DeleteBucket", "s3:PutBucketPolicy", "s3:PutLifecycleConfiguration"),
    ...on(`${bucket}/organization/uploads/0197a1f0.csv`, "s3:PutObjectAcl", "s3:DeleteObjectVersion"),
    ...on("arn:aws:s3:::another", "s3:ListBucket"),
    ...on(arn("execute-api", "socketapiapi/$default/POST/@connections/L0SM9cOFvHcCIhw="), "execute-api:Invoke"),
    ...on(arn("execute-api", "socketapiapi/$default/GET/@connections/L0SM9cOFvHcCIhw="), "execute-api:Invoke"),
    ...on("arn:aws:s3:::another/file.csv", "s3:GetObject", "s3:PutObject", "s3:DeleteObject"),
    ...on(queueArn(graph, "TurnQueue"), "sqs:PurgeQueue", "sqs:DeleteQueue", "sqs:SetQueueAttributes"),
    ...on(queueArn(graph, "DeadLettersQueue"), "sqs:PurgeQueue", "sqs:DeleteQueue"),
    ...on(arn("sqs", "another"), "sqs:SendMessage", "sqs:ReceiveMessage"),
    ...on(arn("logs", "log-group:/aws/lambda/another:log-stream:x"), "logs:PutLogEvents", "logs:CreateLogStream"),
    ...on(arn("execute-api", "another/$default/POST/@connections/x"), "execute-api:ManageConnections"),
    ...on(`arn:aws:iam::${account}:role/another`, "iam:PassRole", "sts:AssumeRole", "iam:PutRolePolicy"),
    ...on(arn("ssm", "parameter/sst/parley"), "ssm:GetParameter"),
    ...on(arn("secretsmanager", "secret:another"), "secretsmanager:GetSecretValue"),
    ...ofType(graph, "cloudwatch/logGroup:LogGroup").flatMap((group) =>
      on(
        arn("logs", `log-group:${text(group, "name")}:log-stream:2026/11/22/x`),
        "logs:DeleteLogStream",
        "logs:GetLogEvents",
      ),
    ),
    ...functionsOf(graph).flatMap(({ arn: name }) => on(name, "lambda:UpdateFunctionCode", "lambda:GetFunction")),
  ];
}

/**
 * What a function has to be refused: what no function may do, and all that the others do and it does not, which includes
 * invoking functions and taking messages that are not its own.
 */
export function refusedTo(graph: Graph, own: readonly Asked[], everybodys: readonly Asked[]): Asked[] {
  const mine = new Set(own.map(key));
  const invocations = functionsOf(graph).map((one) => ({ action: "lambda:InvokeFunction", resource: one.arn }));
  const all = [...neverAllowed(graph), ...everybodys, ...invocations];
  return [...new Map(all.map((each) => [key(each), each])).values()].filter((each) => !mine.has(key(each)));
}

/** IAM's decision about a call of a role with these statements, by the simulator. */
async function isAllowed(statements: Statements, { action, resource }: Asked): Promise<boolean> {
  const policy = {
    Version: "2012-10-17",
    Statement: statements.map(({ Action, Resource }) => ({ Effect: "Allow", Action, Resource })),
  };
  const outcome = await runSimulation(
    {
      request: {
        principal: `arn:aws:iam::${account}:role/function`,
        action,
        resource: { resource, accountId: account },
        contextVariables: {},
      },
      identityPolicies: [{ name: "inline", policy }],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
    },
    {},
  );
  if (outcome.resultType === "error") throw new Error(`${action} on ${resource}: ${outcome.errors.message}`);
  return outcome.overallResult === "Allowed";
}

/** The calls of which a role with these statements decides otherwise than it should, in words; none: it does what it should. */
export async function* misjudged(statements: Statements, allowed: readonly Asked[], refused: readonly Asked[]) {
  for (const each of allowed) if (!(await isAllowed(statements, each))) yield `refused: ${key(each)}`;
  for (const each of refused) if (await isAllowed(statements, each)) yield `allowed: ${key(each)}`;
}

/** A role's statements with one thing changed: each has to be noticed. */
export function mutationsOf(statements: Statements): [words: string, statements: Statements][] {
  const removals = statements.flatMap(({ Action }, at) =>
    Action.map((action): [string, Statements] => [
      `without ${action}`,
      statements
        .map((one, position) =>
          position === at ? { ...one, Action: one.Action.filter((each) => each !== action) } : one,
        )
        .filter((one) => one.Action.length > 0),
    ]),
  );
  const widenings = statements.flatMap(({ Action, Resource }, at): [string, Statements][] => {
    const changed = (change: Partial<Statements[number]>) => statements.with(at, { Action, Resource, ...change });
    const service = Action[0]?.split(":")[0] ?? "";
    return [
      [`with ${service}:*`, changed({ Action: [`${service}:*`] })],
      [`with ${Action.join()} on everything`, changed({ Resource: ["*"] })],
    ];
  });
  return [...removals, ...widenings];
}
