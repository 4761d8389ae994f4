import { beforeAll, describe, expect, it } from "vitest";
import { checks } from "./checks.ts";
import type { Graph } from "./evaluate.ts";
import { edgeCode, edgeOf } from "./edge.ts";
import { functionOf, functionsOf, graphOf, graphsOf, named, ofType, secrets } from "./graph.ts";
import { stageNames } from "../../infra/stages.ts";
import { settingNames } from "./sources.ts";

describe.each(stageNames)("the resources of stage %s", (stage) => {
  let graph: Graph;
  beforeAll(async () => {
    graph = await graphOf({ stage });
  });

  it.each(Object.entries(checks))("%s", async (_name, check) => {
    await check(graph);
  });
});

const full = `{
    domain: "analytics.customer.example",
    corsOrigins: ["https://app.customer.example", "https://portal.customer.example"],
    embedOrigins: ["https://app.customer.example", "http://localhost:3000"],
    linkHosts: ["docs.customer.example", "*.wiki.customer.example"],
    duckdb: true,
    redshift: ["arn:aws:redshift-serverless:eu-west-1:123456789012:workgroup/5d2a1f5e-0000-4000-8000-000000000000",
      "arn:aws:redshift:eu-west-1:123456789012:cluster:shop", "arn:aws:redshift:eu-west-1:123456789012:dbname:shop/dev",
      "arn:aws:redshift:eu-west-1:123456789012:dbuser:shop/reader"],
    athena: { workgroups: ["arn:aws:athena:eu-west-1:123456789012:workgroup/analytics"],
      databases: ["arn:aws:glue:eu-west-1:123456789012:database/lake", "arn:aws:glue:eu-west-1:123456789012:database/sales"],
      files: ["arn:aws:s3:::customer-lake/shop/"], results: ["arn:aws:s3:::customer-results/parley/"] },
    alarmEmail: "operations@customer.example",
    model: { baseUrl: "https://models.customer.example/v1", id: "own", bedrock: ["eu.anthropic.claude-sonnet-4-6"], anthropic: ["a"], openai: ["o"], timeoutMs: 30000,
      outputTokens: 8000, temperature: 0, openaiApi: "chat", openaiUrl: "https://gateway.customer.example/openai/v1", anthropicUrl: "https://gateway.customer.example/anthropic/v1",
      bedrockUrl: "https://gateway.customer.example/bedrock", bedrockRegion: "eu-central-1",
      embedding: { model: "bge-m3", baseUrl: "https://models.customer.example/v1", dimensions: 512 } },
    transcription: { baseUrl: "https://speech.customer.example/v1", model: "whisper" },
    livekit: { url: "wss://voice.customer.example", apiKey: "key", agentName: "agent" },
    capacity: { accountConcurrency: 10_000, queuedTurns: 500, provisioned: { stream: 5, socketTurns: 3 }, requests: { rate: 100, burst: 200 } },
  }`;

/** What the functions of a graph may call of Bedrock, by their names. */
const bedrockOf = (graph: Graph) =>
  Object.fromEntries(
    functionsOf(graph).flatMap(({ id, statements }) => {
      const arns = statements
        .filter(({ Action }) => Action.some((action) => action.startsWith("bedrock:")))
        .flatMap(({ Resource }) => Resource);
      return arns.length > 0 ? [[id, arns]] : [];
    }),
  );

describe("a stage with everything set", () => {
  let graph: Graph;
  beforeAll(async () => {
    const mutation = { file: "infra/stages.ts", from: "production: {}", to: `production: ${full}` };
    [graph] = (await graphsOf({ stage: "production", mutations: [mutation] })) as [Graph];
  });

  it.each(Object.entries(checks))("%s", async (_name, check) => {
    await check(graph);
  });

  it("every setting that code reads is given", () => {
    const given = Object.keys(functionOf(graph, "Stream").environment);
    expect(given).toEqual(expect.arrayContaining(settingNames()));
  });

  it("tells who answers how models are called", () => {
    for (const id of ["Stream", "Worker", "SocketWorker"]) {
      expect(functionOf(graph, id).environment, id).toMatchObject({
        MODEL_OUTPUT_TOKENS: "8000",
        MODEL_TEMPERATURE: "0",
        OPENAI_API: "chat",
        ANTHROPIC_BASE_URL: "https://gateway.customer.example/anthropic/v1",
        BEDROCK_REGION: "eu-central-1",
        EMBEDDING_MODEL: "bge-m3",
        EMBEDDING_BASE_URL: "https://models.customer.example/v1",
        EMBEDDING_DIMENSIONS: "512",
      });
    }
  });

  it("asks the named warehouses of Redshift, and after its own statements alone", () => {
    const asking = functionsOf(graph).filter(({ statements }) =>
      statements.some(({ Action }) => Action.some((action) => action.startsWith("redshift"))),
    );
    expect(asking.map(({ id }) => id).toSorted()).toEqual(["SocketWorker", "Sources", "Stream", "Worker"]);
    for (const { id, statements } of asking) {
      const of = (action: string) =>
        statements.filter(({ Action }) => Action.includes(action)).flatMap(({ Resource }) => Resource);
      expect(of("redshift-data:ExecuteStatement"), id).toEqual([
        "arn:aws:redshift-serverless:eu-west-1:123456789012:workgroup/5d2a1f5e-0000-4000-8000-000000000000",
        "arn:aws:redshift:eu-west-1:123456789012:cluster:shop",
      ]);
      expect(of("redshift:GetClusterCredentials"), id).toEqual([
        "arn:aws:redshift:eu-west-1:123456789012:dbname:shop/dev",
        "arn:aws:redshift:eu-west-1:123456789012:dbuser:shop/reader",
      ]);
      const own = statements.find(({ Action }) => Action.includes("redshift-data:GetStatementResult"));
      expect(JSON.stringify(own?.Condition), id).toContain("redshift-data:statement-owner-iam-userid");
    }
  });

  it("runs statements in Athena's named workgroup, reads the named databases and files, and writes results alone", () => {
    const asking = functionsOf(graph).filter(({ statements }) =>
      statements.some(({ Action }) => Action.some((action) => action.startsWith("athena:"))),
    );
    expect(asking.map(({ id }) => id).toSorted()).toEqual(["SocketWorker", "Sources", "Stream", "Worker"]);
    const place = "eu-west-1:123456789012";
    for (const { id, statements } of asking) {
      const of = (action: string) =>
        statements.filter(({ Action }) => Action.includes(action)).flatMap(({ Resource }) => Resource);
      const isOfAthena = (arn: string) => arn.includes("customer-lake") || arn.includes("customer-results");
      expect(of("athena:StartQueryExecution"), id).toEqual([`arn:aws:athena:${place}:workgroup/analytics`]);
      for (const action of ["athena:ListTableMetadata", "athena:GetTableMetadata"])
        expect(of(action), id).toEqual([`arn:aws:athena:${place}:datacatalog/AwsDataCatalog`]);
      expect(of("glue:GetTables"), id).toEqual([
        `arn:aws:glue:${place}:catalog`,
        `arn:aws:glue:${place}:database/lake`,
        `arn:aws:glue:${place}:table/lake/*`,
        `arn:aws:glue:${place}:database/sales`,
        `arn:aws:glue:${place}:table/sales/*`,
      ]);
      expect(of("s3:PutObject").filter(isOfAthena), id).toEqual(["arn:aws:s3:::customer-results/parley/*"]);
      expect(of("s3:GetObject").filter(isOfAthena), id).toEqual([
        "arn:aws:s3:::customer-lake/shop/*",
        "arn:aws:s3:::customer-results/parley/*",
      ]);
      expect(of("s3:DeleteObject").filter(isOfAthena), id).toEqual([]);
    }
  });

  it("calls the named models of Bedrock, and no other", () => {
    const arns = [
      "arn:aws:bedrock:*::foundation-model/anthropic.claude-sonnet-4-6",
      "arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-6",
    ];
    expect(bedrockOf(graph)).toEqual({ Stream: arns, Worker: arns, SocketWorker: arns });
  });

  it("warms versions, and invokes the version that is warm", () => {
    const warm = ofType(graph, "lambda/provisionedConcurrencyConfig:ProvisionedConcurrencyConfig");
    expect(
      Object.fromEntries(warm.map(({ name, inputs }) => [name, inputs["provisionedConcurrentExecutions"]])),
    ).toEqual({ SocketWorkerProvisioned: 3, StreamProvisioned: 5 });
    const version = `${functionOf(graph, "SocketWorker").arn}:1`;
    expect(functionOf(graph, "Socket").build.links["TurnWorker"]?.["name"]).toBe(version);
  });

  it("lets pages put uploads into the bucket, sends alarms by e-mail, answers at its domain only", async () => {
    const [cors] = ofType(graph, "s3/bucketCorsConfiguration:BucketCorsConfiguration");
    expect(JSON.stringify(cors?.inputs)).toContain("https://portal.customer.example");
    expect(ofType(graph, "sns/topicSubscription:TopicSubscription")[0]?.inputs["endpoint"]).toBe(
      "operations@customer.example",
    );
    const around = await edgeOf(graph)({ uri: "/v1/models", headers: { host: "d111111abcdef8.cloudfront.net" } });
    expect([around.status, around.body]).toEqual([403, '{"detail":"Forbidden","code":"HOST_NOT_SERVED"}']);
  });
});

describe("a stage that embeds with a model of Bedrock", () => {
  it("may call it, beside those that answer", async () => {
    const embedding = full.replace(
      '"bge-m3", baseUrl: "https://models.customer.example/v1"',
      '"amazon.titan-embed-text-v2:0"',
    );
    const mutation = { file: "infra/stages.ts", from: "production: {}", to: `production: ${embedding}` };
    const [graph] = (await graphsOf({ stage: "production", mutations: [mutation] })) as [Graph];
    const calls = bedrockOf(graph);
    expect(Object.keys(calls).toSorted()).toEqual(["SocketWorker", "Stream", "Worker"]);
    for (const arns of Object.values(calls)) {
      expect(arns).toContain("arn:aws:bedrock:*::foundation-model/amazon.titan-embed-text-v2:0");
      expect(arns).toHaveLength(4);
    }
  });
});

describe("what may run at once", () => {
  const reservedIn = (graph: Graph) =>
    Object.fromEntries(
      functionsOf(graph).flatMap(({ id, resource }) => {
        const reserved = resource.inputs["reservedConcurrentExecutions"];
        return reserved === undefined ? [] : [[id, reserved]];
      }),
    );
  const queuedIn = (graph: Graph) =>
    named(graph, "lambda/eventSourceMapping:EventSourceMapping", "WorkerSource").inputs["scalingConfig"] as object;

  it("fits into a new account, which may run ten functions and reserve none", async () => {
    const graph = await graphOf({ stage: "production" });
    expect(reservedIn(graph)).toEqual({});
    expect(queuedIn(graph)).toEqual({ maximumConcurrency: 5 });
  });

  it("reserves some for signing in and for the socket if the account has many, and leaves a hundred", async () => {
    const [graph] = (await graphsOf({
      stage: "production",
      mutations: [{ file: "infra/stages.ts", from: "accountConcurrency: 10,", to: "accountConcurrency: 1_000," }],
    })) as [Graph];
    expect(reservedIn(graph)).toEqual({ Auth: 50, Socket: 100 });
    expect(queuedIn(graph)).toEqual({ maximumConcurrency: 100 });
  });
});

describe("the edge's function", () => {
  const domain = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.example-of-a-long-zone.com`;
  const origins = Array.from({ length: 100 }, (_, at) => `https://${at}.${domain}`);
  const largest = `{ domain: ${JSON.stringify(domain)}, corsOrigins: ${JSON.stringify(origins)} }`;

  it("has the same margin with the longest domain and a hundred origins, and lets each of them read", async () => {
    const mutation = { file: "infra/stages.ts", from: "production: {}", to: `production: ${largest}` };
    const [graph] = (await graphsOf({ stage: "production", mutations: [mutation] })) as [Graph];
    const bytes = Buffer.byteLength(edgeCode(graph));
    process.stdout.write(`the edge's function has ${bytes} of 10240 bytes where everything is at its largest\n`);
    await checks["the edge's function fits, and every route of the contract reaches its API"](graph);
    const headers = { "content-length": String(30 * 1024 * 1024), origin: origins.at(-1) ?? "" };
    const refused = await edgeOf(graph)({ method: "POST", uri: "/v1/uploads", headers });
    expect(refused).toMatchObject({ status: 400, headers: { "access-control-allow-origin": origins.at(-1) } });
    const stranger = { ...headers, origin: "https://elsewhere.example" };
    const unread = await edgeOf(graph)({ method: "POST", uri: "/v1/uploads", headers: stranger });
    expect(unread.headers).not.toHaveProperty("access-control-allow-origin");
  });
});

describe("a deployment without a required secret", () => {
  it("is refused with the words that say what to do", async () => {
    await expect(graphOf({ stage: "ci", secrets: { SigningKeys: "[]" } })).rejects.toThrow(
      /sst secret set EncryptionKeys/,
    );
  });
});

describe("a deployment with a blank secret", () => {
  it.each([
    ["SigningKeys", "\n"],
    ["SigningKeys", ""],
    ["AnthropicApiKey", " \n"],
  ])("is refused by its name: %s as %j", async (name, value) => {
    const set = { ...secrets, [name]: value };
    await expect(graphOf({ stage: "ci", secrets: set })).rejects.toThrow(new RegExp(`secret ${name} is blank`));
  });
});
