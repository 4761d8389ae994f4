import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiGatewayManagementApiClient } from "@aws-sdk/client-apigatewaymanagementapi";
import type { Operation } from "@parley/contract/operation";
import { routes } from "@parley/contract/routes";
import * as Agent from "@parley/core/agent/agent";
import { issueToken } from "@parley/core/auth/token";
import { clientOptions } from "@parley/core/environment/client-options";
import { type Clock, systemClock } from "@parley/core/environment/clock";
import type { Base, WithFiles, WithWakes } from "@parley/core/environment/context";
import { closeDatasources } from "@parley/core/integration/datasource";
import * as Integration from "@parley/core/integration/integration";
import * as Definition from "@parley/core/definition/definition";
import * as Evaluation from "@parley/core/evaluation/evaluation";
import * as Golden from "@parley/core/golden/golden";
import * as Document from "@parley/core/project/document";
import * as Project from "@parley/core/project/project";
import * as Query from "@parley/core/query/query";
import * as Rule from "@parley/core/rule/rule";
import type { AnswerBasis, Answerer, Question } from "@parley/core/answer/answer";
import type { EvaluationWake, Silence, SocketTask, TurnQueue, Wake } from "@parley/core/wake/wake";
import { createApp } from "@parley/functions/http/app";
import type { Endpoint } from "@parley/functions/http/endpoint";
import { stream } from "@parley/functions/http/stream";
import { createFrames, type Frame, type Frames } from "@parley/functions/socket/send-frames";
import { handleSocket, type SocketRequest } from "@parley/functions/socket/handler";
import { perform } from "@parley/functions/socket/tasks";
import { lambda } from "@parley/functions/api-gateway/http-adapter";
import { runTurn } from "@parley/functions/worker/run-turn";
import { type Answer, answerOf, type Call, httpEvent } from "../api.ts";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { startBucket } from "../bucket.ts";
import { databaseFile } from "../database-file.ts";
import { everyEndpoint } from "../endpoints.ts";
import { baseFor } from "../environment.ts";
import { startTable } from "../table.ts";
import { createTenant, type Person, type Tenant } from "../tenant.ts";

/** Time that runs `speed` times as fast as the system's, and can be put forward. */
export function fastClock(speed: number): Clock & { advance(ms: number): void } {
  const started = Date.now();
  let ahead = 0;
  return {
    yield: () => systemClock.yield(),
    now: () => Math.floor(started + (Date.now() - started) * speed + ahead),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const timer = setTimeout(resolve, ms / speed);
        signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
      }),
    advance(ms) {
      ahead += ms;
    },
  };
}

/** Answers every question with a table of two rows and a sentence, without a model or a database. */
/** What the scripted answer rests on: a statement that `putRegions` makes true. */
const basisOn = ({ integration, memories }: Question): AnswerBasis => ({
  statements: [
    {
      sql: "SELECT name AS region FROM regions",
      parameters: [],
      dialect: "sqlite",
      source: integration ? "integration" : "uploads",
      result: {
        columns: [{ name: "region", type: "text" }],
        rows: [["north"], ["south"]],
        row_count: 2,
        truncated: false,
      },
    },
  ],
  schema: null,
  memories,
  saved_queries: [],
  is_guided: true,
  prompt_version: null,
});

export const scriptedAnswer: Answerer = async function* (question, { ids }) {
  yield { type: "progress", status: "analyzing" };
  yield {
    type: "visualization",
    visualization: { id: ids.next(), type: "table", headers: ["region"], rows: [["north"], ["south"]] },
    rows: [["north"], ["south"]],
  };
  const words = ["There are ", "two regions."];
  for (const word of words) yield { type: "text_delta", content: word };
  const usage = { input_tokens: 0, output_tokens: 0, rows: 2, duration_ms: 1, cost_usd: null };
  return {
    type: "final",
    content: words.join(""),
    metadata: { model_id: "scripted", usage },
    basis: basisOn(question),
  };
};

const settings = {
  livekitUrl: "wss://media.example",
  livekitApiKey: "APIkey",
  livekitAgentName: "analyst",
};

/** The gateway's side of the connections, spoken to over HTTP: what was posted to each, and which are closed. */
async function startGateway() {
  const frames: { connection: string; frame: Frame }[] = [];
  const ended = new Set<string>();
  const server = createServer((request, response) => {
    const connection = decodeURIComponent(request.url?.split("/").at(-1) ?? "");
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (piece: string) => (body += piece));
    request.on("end", () => {
      if (ended.has(connection)) return response.writeHead(410, { "x-amzn-errortype": "GoneException" }).end();
      if (request.method === "POST") frames.push({ connection, frame: JSON.parse(body) });
      if (request.method === "DELETE") ended.add(connection);
      return response.writeHead(request.method === "DELETE" ? 204 : 200).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server's address is never a string
  const client = new ApiGatewayManagementApiClient({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
    ...clientOptions,
  });
  return {
    access: createFrames(client),
    frames,
    ended,
    async stop() {
      client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** The queue: turns, which `settle` runs, silences and evaluations, which the test judges. Documents and databases are left unread. */
function startQueue() {
  const wakes: Wake[] = [];
  const silences: Silence[] = [];
  const evaluations: EvaluationWake[] = [];
  const queue: TurnQueue = {
    async send(message) {
      if (!("kind" in message)) wakes.push(message);
      else if (message.kind === "silence") silences.push(message);
      else if (message.kind === "evaluation") evaluations.push(message);
    },
  };
  return { wakes, silences, evaluations, queue };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

/**
 * Every endpoint and every route of the socket in this process, over a DynamoDB and an S3 of its own. Only what lies
 * outside is stood in for: the model (`answer`), the gateway's connections, and the queue, whose messages `settle` runs.
 */
export async function startWorld({
  answer = scriptedAnswer,
  speed = 20,
  clock = fastClock(speed),
  transcribeBaseUrl = undefined as string | undefined,
  modelBaseUrl = undefined as string | undefined,
} = {}) {
  const [table, bucket, sockets] = await Promise.all([startTable(), startBucket(), startGateway()]);
  const messages = startQueue();
  const tasks = new Set<Promise<void>>();
  const plain = baseFor(table, { clock, settings: { ...settings, transcribeBaseUrl, modelBaseUrl } });
  const base: Base & WithFiles & WithWakes & { frames: Frames } = {
    ...plain,
    secrets: {
      ...plain.secrets,
      optional: (name) => (name === "LivekitApiSecret" ? "a secret long enough to sign with" : undefined),
    },
    files: bucket.files,
    frames: sockets.access,
    queue: messages.queue,
    worker: {
      async invoke(task: SocketTask) {
        const work = perform(base, task, answer);
        tasks.add(work);
        void work.finally(() => tasks.delete(work)).catch(() => undefined);
      },
    },
  };
  const endpoints: Endpoint<typeof base>[] = [
    ...everyEndpoint.filter(({ operation }) => operation.group !== "stream"),
    ...stream(answer),
  ];
  const handler = lambda(createApp(base, endpoints, routes));
  const call: Call = async (request, options) => answerOf(await handler(httpEvent(request, options)));

  /** Runs the durable turns that were accepted, and waits for what runs beside them. */
  async function settle(): Promise<void> {
    for (const wake of messages.wakes.splice(0)) await runTurn(base, wake, { answer });
    while (tasks.size > 0) await Promise.all(tasks);
  }

  /** A token of the person's that no budget has been spent of; the person's own budget is full again, too. */
  async function refreshed(person: Person): Promise<string> {
    clock.advance(61_000);
    return (await issueToken(base, person.ctx.actor)).token;
  }

  return {
    table,
    bucket,
    base,
    clock,
    call,
    /** The service as a function behind the HTTP API. */
    handler,
    /** An event of the HTTP API, for what no `call` can say. */
    send: async (event: APIGatewayProxyEventV2) => answerOf(await handler(event)),
    endpoints,
    settle,
    silences: messages.silences,
    evaluations: messages.evaluations,
    refreshed,
    frames: sockets.frames,
    ended: sockets.ended,
    /** One event of the WebSocket API. */
    socket: (connectionId: string, routeKey: string, event: Partial<SocketRequest> = {}) =>
      // The handler reads these fields only.
      handleSocket(base, { ...event, requestContext: { connectionId, routeKey } } as SocketRequest),
    newTenant: () => createTenant(base),
    async stop() {
      await settle();
      // Other files of this process count the processes that they start.
      await closeDatasources(base);
      await Promise.all([table.stop(), bucket.stop(), sockets.stop()]);
    },
  };
}

/** What an organization has, and one of its members. */
export interface Belongings {
  agent_id: string;
  draft_agent_id: string;
  integration_id: string;
  project_id: string;
  document_id: string;
  query_id: string;
  rule_id: string;
  definition_id: string;
  question_id: string;
  evaluation_id: string;
  chat_id: string;
  turn_id: string;
  /** The question. */
  message_id: string;
  answer_id: string;
  visualization_id: string;
  upload_id: string;
  clip_id: string;
  memory_id: string;
  member_id: string;
}

const must = (answer: Answer): Answer => {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
};

/** Where the database of every organization's integration is, if it was put there. */
const regionsFile = "regions.sqlite";

/** Makes the integrations of `furnish` databases that can be connected to. */
export async function putRegions({ base }: Pick<World, "base">): Promise<void> {
  const bytes = await databaseFile("CREATE TABLE regions (name TEXT); INSERT INTO regions VALUES ('north'), ('south')");
  await base.files.put(regionsFile, bytes, "application/vnd.sqlite3");
}

/** A definition of words alone: it is not tried on the database, which need not be there. */
const synonym = { kind: "synonym", name: "territories", meaning: "regions" } as const;

/** An evaluation that was cancelled at once, so that another one may be asked for. */
async function endedEvaluation(ctx: Parameters<typeof Evaluation.create>[0], { admin }: Tenant): Promise<string> {
  const { evaluations } = await Evaluation.page(ctx, { limit: 200 });
  for (const { id } of evaluations) await Evaluation.cancel(ctx, id);
  const kept = evaluations[0] ?? (await Evaluation.create(ctx, {}, admin));
  return (await Evaluation.cancel(ctx, kept.id)).id;
}

/** What belongs to an organization as a whole: made once. Its agents and its integration are made again only where they are gone. */
export async function furnish({ base }: Pick<World, "base">, tenant: Tenant) {
  const ctx = { ...base, actor: tenant.ctx.actor };
  const agents = await Agent.list(ctx);
  const agent =
    agents.find(({ published }) => published) ?? (await Agent.create(ctx, { name: "Analyst", published: true }));
  const draft = agents.find(({ published }) => !published) ?? (await Agent.create(ctx, { name: "Draft" }));
  const [kept] = await Integration.list(ctx);
  const config = { engine: "sqlite", file: regionsFile } as const;
  const integration = kept ?? (await Integration.create(ctx, { display_name: "Warehouse", config }));
  const project = await Project.create(ctx, { name: "Reports" });
  const document = await Document.create(ctx, project.id, { filename: "policy.txt", bytes: Buffer.from("Refunds.") });
  const query = await Query.create(
    ctx,
    { title: "Regions", prompt: "List the regions", sql: "SELECT name FROM regions WHERE name = {{region}}" },
    tenant.admin,
  );
  const rule = await Rule.create(ctx, "Revenue means the amount less refunds.", tenant.admin);
  const [defined] = await Definition.list(ctx, integration.id);
  const definition =
    defined ?? (await Definition.create(ctx, integration.id, synonym, { ...tenant.admin, origin: "admin" }));
  const right = { question: "How many regions are there?", sql: "SELECT COUNT(*) FROM regions" };
  const golden = await Golden.create(ctx, { ...right, integration_id: integration.id }, tenant.admin);
  return {
    agent_id: agent.id,
    draft_agent_id: draft.id,
    integration_id: integration.id,
    project_id: project.id,
    document_id: document.id,
    query_id: query.id,
    rule_id: rule.id,
    definition_id: definition.id,
    question_id: golden.id,
    evaluation_id: await endedEvaluation({ ...base, actor: tenant.admin.ctx.actor }, tenant),
  };
}
export type Furniture = Awaited<ReturnType<typeof furnish>>;

const csv = { filename: "sales.csv", mime_type: "text/csv", bytes: Buffer.from("a,b\n1,2\n") };
const clip = { filename: "clip.m4a", mime_type: "audio/mp4", bytes: Buffer.from("\0\0\0\x18ftypM4A 0000000000000000") };

/** Two uploads of the person's: a table and a clip. */
export async function upload(world: World, person: Person): Promise<{ upload_id: string; clip_id: string }> {
  const { receive } = await import("@parley/core/upload/receive");
  const [table, audio] = await receive({ ...world.base, actor: person.ctx.actor }, [csv, clip], randomUUID());
  return { upload_id: table?.id ?? "", clip_id: audio?.id ?? "" };
}

/** A chat of the person's; `answered`: with a turn that has been answered. */
export async function newChat(world: World, person: Person, body: unknown = {}): Promise<string> {
  const { body: chat } = must(
    await world.call("POST /v1/chats/create", { token: await world.refreshed(person), body }),
  );
  return chat.id;
}

/** What the person has: a chat with an answered question, an upload, a clip and a memory. */
export async function belongings(world: World, person: Person, furniture: Furniture): Promise<Belongings> {
  const token = await world.refreshed(person);
  const chat_id = await newChat(world, person);
  const turns = `/v1/agents/${furniture.agent_id}/chats/${chat_id}/turns`;
  const asked = { client_request_id: randomUUID(), message: "Which regions are there?" };
  const { body: turn } = must(await world.call(`POST ${turns}`, { token, body: asked }));
  await world.settle();
  const { body: answered } = must(await world.call(`GET ${turns}/${turn.turn_id}`, { token }));
  const memory = must(
    await world.call("POST /v1/user-memories", { token, body: { content: "I look after the north." } }),
  );
  return {
    ...furniture,
    ...(await upload(world, person)),
    chat_id,
    turn_id: turn.turn_id,
    message_id: turn.user_message_id,
    answer_id: answered.assistant_message_id,
    visualization_id: answered.message.metadata.visualizations[0].id,
    memory_id: memory.body.id,
    member_id: person.id,
  };
}

export const nameOf = ({ method, path }: Operation) => `${method} ${path}`;

export type { Person, Tenant };
