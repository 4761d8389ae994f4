/** One thing that a function did to another part of the deployment, in the words of IAM. */
export interface Call {
  /** `dynamodb:GetItem` */
  action: string;
  /** What it was done to, where a part's permissions differ: `index` of the table, `POST` of the connections. */
  on: string;
}

/** A request of the AWS SDK on its way out. */
export interface Sent {
  /** The part it goes to. */
  service: "dynamodb" | "sqs" | "s3" | "lambda" | "sockets";
  method: string;
  path: string;
  target: string;
  copies: boolean;
  body: string;
}

/** A transaction needs the permission of each of its writes. */
const writes: Record<string, string> = {
  Put: "PutItem",
  Update: "UpdateItem",
  Delete: "DeleteItem",
  ConditionCheck: "ConditionCheckItem",
};

function onTable({ target, body }: Sent): Call[] {
  const operation = target.split(".")[1] ?? "";
  const input = JSON.parse(body) as { IndexName?: string; TransactItems?: Record<string, unknown>[] }; // the SDK's own
  if (operation !== "TransactWriteItems") {
    return [{ action: `dynamodb:${operation}`, on: input.IndexName === undefined ? "table" : "index" }];
  }
  const kinds = new Set((input.TransactItems ?? []).flatMap((item) => Object.keys(item)));
  return [...kinds].map((kind) => ({ action: `dynamodb:${writes[kind] ?? kind}`, on: "table" }));
}

function onBucket({ method, path, copies }: Sent): Call[] {
  const done = (name: string): Call => ({ action: `s3:${name}`, on: "objects" });
  if (method === "GET" && path.includes("list-type=2")) return [{ action: "s3:ListBucket", on: "bucket" }];
  // Without leave to list the bucket, S3 answers 403 for an object that is missing, and the service would see a fault.
  if (method === "GET" || method === "HEAD") return [done("GetObject"), { action: "s3:ListBucket", on: "bucket" }];
  if (method === "PUT") return copies ? [done("GetObject"), done("PutObject")] : [done("PutObject")];
  if (method === "DELETE" || (method === "POST" && path.includes("delete"))) return [done("DeleteObject")];
  return [done(`${method} ${path}`)];
}

/** The permissions that a request needs. */
export function callsOf(sent: Sent): Call[] {
  switch (sent.service) {
    case "dynamodb":
      return onTable(sent);
    case "sqs":
      return [{ action: `sqs:${sent.target.split(".")[1] ?? ""}`, on: "queue" }];
    case "s3":
      return onBucket(sent);
    case "lambda":
      return [{ action: "lambda:InvokeFunction", on: "function" }];
    case "sockets":
      return [{ action: "execute-api:ManageConnections", on: sent.method }];
    default:
      return sent.service satisfies never;
  }
}

/** An address that a function has signed for others carries the function's own permission. */
export const signedCalls = (text: string): Call[] =>
  [...text.matchAll(/x-id=(\w+)/g)].map(([, name = ""]) => ({ action: `s3:${name}`, on: "objects" }));

/** What Lambda itself does with a role, beside the function's own code. */
export const lambdasOwn = (consumes: boolean): Call[] => [
  { action: "logs:CreateLogStream", on: "log group" },
  { action: "logs:PutLogEvents", on: "log group" },
  ...(consumes
    ? ["ReceiveMessage", "DeleteMessage", "GetQueueAttributes"].map((name) => ({ action: `sqs:${name}`, on: "queue" }))
    : []),
];

const removesLargeText: Call = { action: "s3:DeleteObject", on: "objects" };
/** A manifest, a minute after the last change of a project's documents. */
const writesManifest: Call = { action: "s3:PutObject", on: "objects" };
/** What of a rated answer is too large for its item; one that is gone is told apart by listing. */
const readsLargeText: Call[] = [
  { action: "s3:GetObject", on: "objects" },
  { action: "s3:ListBucket", on: "bucket" },
];
const onConnection = (method: string): Call => ({ action: "execute-api:ManageConnections", on: method });
const wakesWorker: Call = { action: "sqs:SendMessage", on: "queue" };

/**
 * What code does in cases that the scenario does not bring about: a text in the bucket whose settlement was refused is
 * removed, a durable turn that waits is woken by its next reader, a connection that stays silent is told and closed, and when all of a token's connections are
 * taken those are checked that are no longer being opened; what a rated answer shows may be in the bucket, and a long
 * evaluation is handed from worker to worker.
 */
export const seldomDone: Readonly<Record<string, readonly Call[]>> = {
  Chats: [wakesWorker],
  Quality: readsLargeText,
  Stream: [removesLargeText, wakesWorker],
  Worker: [removesLargeText, wakesWorker, onConnection("POST"), onConnection("DELETE")],
  Socket: [wakesWorker, onConnection("GET")],
  Sweeper: [writesManifest],
  SocketWorker: [removesLargeText, wakesWorker],
};

/** What a resource of a policy is called in a call. */
export function partOf(arn: string): string {
  const [, , service = "", , , ...rest] = arn.split(":");
  const resource = rest.join(":");
  if (service === "dynamodb") return resource.includes("/index/") ? "index" : "table";
  if (service === "s3") return resource.endsWith("/*") ? "objects" : "bucket";
  if (service === "execute-api") return /\/([A-Z]+)\/@connections\/\*$/.exec(resource)?.[1] ?? resource;
  return { sqs: "queue", lambda: "function", logs: "log group" }[service] ?? arn;
}
