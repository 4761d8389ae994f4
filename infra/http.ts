import type { Group } from "../packages/contract/src/operation.ts";
import { routes } from "../packages/contract/src/routes.ts";
import { reserved } from "./concurrency.ts";
import { filesLink, onFiles } from "./files.ts";
import { lambda } from "./lambda.ts";
import { databaseFiles, duckdbLibrary, guardFiles, modelLinks } from "./models.ts";
import { onQueue, queueLink } from "./queue-resources.ts";
import { encryptionKeys, livekitApiSecret, originSecret, signingKeys, transcribeApiKey } from "./secrets.ts";
import { settings } from "./settings.ts";
import { onTable } from "./table.ts";
import { onWarehouses, warehouseClients } from "./warehouses.ts";

/** Groups behind the HTTP API: all but the one that streams. */
type HttpGroup = Exclude<Group, "stream">;

/** What every function behind a token reads: the keys tokens are signed with, and the edge's secret. */
const guarded = [signingKeys, originSecret];

const groups: Record<HttpGroup, () => sst.aws.Function> = {
  auth: () =>
    lambda("Auth", {
      entry: "auth",
      description: "Exchanges an API key and a user key for a token, and signs pages in",
      links: [...guarded, encryptionKeys],
      permissions: onTable(["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "DeleteItem"]),
      reserved: reserved.auth,
    }),
  catalog: () =>
    lambda("Catalog", {
      entry: "catalog",
      description: "The caller, integrations, projects, models, agents and saved queries",
      // `GET /v1/me` says whether there are voice sessions. A saved query of one database is checked against where that one leads.
      links: [...guarded, encryptionKeys, ...modelLinks, livekitApiSecret],
      permissions: onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"]),
      copyFiles: guardFiles,
      installed: duckdbLibrary,
    }),
  chats: () =>
    lambda("Chats", {
      entry: "chats",
      description: "Chats, their messages, the rows of their tables and the documents that they cite",
      links: [...guarded, filesLink, queueLink],
      permissions: [
        ...onTable(
          ["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "BatchWriteItem", "ConditionCheckItem"],
          { index: true },
        ),
        ...onFiles(["GetObject"]),
        ...onQueue(),
      ],
    }),
  turns: () =>
    lambda("Turns", {
      entry: "turns",
      description: "Acceptance, reading and cancellation of durable turns",
      links: [...guarded, filesLink, queueLink],
      permissions: [
        ...onTable(["GetItem", "BatchGetItem", "PutItem", "UpdateItem", "ConditionCheckItem"]),
        ...onFiles(["GetObject"]),
        ...onQueue(),
      ],
    }),
  uploads: () =>
    lambda("Uploads", {
      entry: "uploads",
      description: "Uploads and their addresses",
      links: [...guarded, filesLink],
      permissions: [
        ...onTable(["GetItem", "BatchGetItem", "PutItem", "UpdateItem"]),
        ...onFiles(["GetObject", "PutObject"]),
      ],
    }),
  voice: () =>
    lambda("Voice", {
      entry: "voice",
      description: "Voice sessions and their timing",
      links: [...guarded, livekitApiSecret],
      permissions: onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"]),
    }),
  audio: () =>
    lambda("Audio", {
      entry: "audio",
      description: "Transcription of recorded clips",
      links: [...guarded, filesLink, transcribeApiKey],
      permissions: [...onTable(["GetItem", "BatchGetItem", "Query", "UpdateItem"]), ...onFiles(["GetObject"])],
    }),
  memories: () =>
    lambda("Memories", {
      entry: "memories",
      description: "Memories of members, for themselves and for admins",
      links: guarded,
      permissions: onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"]),
    }),
  rules: () =>
    lambda("Rules", {
      entry: "rules",
      description: "Rules of the organization",
      links: guarded,
      permissions: onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"]),
    }),
  admin: () =>
    lambda("Admin", {
      entry: "admin",
      description: "What administrators look after: members, agents, collections and their documents",
      // An agent's model must be one that the deployment offers.
      links: [...guarded, ...modelLinks, filesLink, queueLink],
      permissions: [
        ...onTable([
          "GetItem",
          "BatchGetItem",
          "Query",
          "PutItem",
          "UpdateItem",
          "DeleteItem",
          "BatchWriteItem",
          "ConditionCheckItem",
        ]),
        ...onFiles(["GetObject", "PutObject", "DeleteObject"]),
        ...onQueue(),
      ],
    }),
  sources: () =>
    lambda("Sources", {
      entry: "sources",
      description: "Databases as administrators set them up, and SQL that is tried on them",
      // Credentials of databases are sealed.
      links: [...guarded, encryptionKeys, filesLink, queueLink],
      permissions: [
        ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"]),
        ...onFiles(["GetObject", "PutObject", "DeleteObject"]),
        ...onQueue(),
        ...onWarehouses(),
      ],
      copyFiles: databaseFiles,
      installed: { ...duckdbLibrary, ...warehouseClients },
    }),
  quality: () =>
    lambda("Quality", {
      entry: "quality",
      description: "How good answers are, for administrators: feedback, golden questions and evaluations",
      // An evaluation's model must be one that the deployment offers.
      links: [...guarded, ...modelLinks, filesLink, queueLink],
      permissions: [
        // A rated answer becomes a golden question by its id alone.
        ...onTable(["GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"], { index: true }),
        ...onFiles(["GetObject"]),
        ...onQueue(),
      ],
      copyFiles: guardFiles,
    }),
  docs: () =>
    lambda("Docs", {
      entry: "docs",
      description: "The documentation, and requests that match no route",
      links: [originSecret],
      permissions: [],
    }),
};

/** The API for everything that does not stream. Functions answer CORS themselves, also for paths that do not exist. */
export const httpApi = new sst.aws.ApiGatewayV2("HttpApi", {
  cors: false,
  accessLog: { retention: settings.logRetention },
  transform: {
    stage: {
      defaultRouteSettings: {
        throttlingRateLimit: settings.capacity.requests.rate,
        throttlingBurstLimit: settings.capacity.requests.burst,
        // By route it would be series that nothing reads and everybody pays for.
        detailedMetricsEnabled: false,
      },
    },
  },
});

const { id: apiId, executionArn } = httpApi.nodes.api;

/** One integration and one permission a function, however many routes lead to it. */
function integrate(group: HttpGroup) {
  const { arn } = groups[group]();
  const name = `HttpApi${group[0]?.toUpperCase()}${group.slice(1)}`;
  new aws.lambda.Permission(`${name}Permission`, {
    action: "lambda:InvokeFunction",
    function: arn,
    principal: "apigateway.amazonaws.com",
    sourceArn: $interpolate`${executionArn}/*`,
  });
  const integration = new aws.apigatewayv2.Integration(`${name}Integration`, {
    apiId,
    integrationType: "AWS_PROXY",
    integrationUri: arn,
    payloadFormatVersion: "2.0",
    timeoutMilliseconds: 30_000,
  });
  return { name, target: $interpolate`integrations/${integration.id}` };
}

const pascal = (id: string) => id.replace(/(^|[._])(\w)/g, (_match, _dot, letter: string) => letter.toUpperCase());

for (const group of Object.keys(groups) as HttpGroup[]) {
  const { name, target } = integrate(group);
  for (const route of routes) {
    if (route.group !== group) continue;
    const routeKey = `${route.method} ${route.path}`;
    new aws.apigatewayv2.Route(`HttpApi${pascal(route.id)}Route`, { apiId, routeKey, target });
  }
  // What no route matches: unknown paths, wrong methods and preflights. `docs` knows every route of the contract.
  if (group === "docs") new aws.apigatewayv2.Route(`${name}DefaultRoute`, { apiId, routeKey: "$default", target });
}
