import { beforeAll, describe, expect, it } from "vitest";
import { checks } from "./checks.ts";
import type { Graph } from "./evaluate.ts";
import { edgeOf } from "./edge.ts";
import { functionOf, functionsOf, graphOf, graphsOf, ofType } from "./graph.ts";
import { settingNames } from "./sources.ts";

describe.each(["ci", "production"])("the resources of stage %s", (stage) => {
  let graph: Graph;
  beforeAll(async () => {
    graph = await graphOf({ stage });
  });

  it.each(Object.entries(checks))("%s", async (_name, check) => {
    await check(graph);
  });
});

describe("a stage with everything set", () => {
  const full = `{
    domain: "analytics.customer.example",
    corsOrigins: ["https://app.customer.example", "https://portal.customer.example"],
    alarmEmail: "operations@customer.example",
    model: { baseUrl: "https://models.customer.example/v1", id: "own", bedrock: ["eu.anthropic.claude-sonnet-4-6"], anthropic: ["a"], openai: ["o"], timeoutMs: 30000 },
    transcription: { baseUrl: "https://speech.customer.example/v1", model: "whisper" },
    livekit: { url: "wss://voice.customer.example", apiKey: "key", agentName: "agent" },
    capacity: { queuedTurns: 500, provisioned: { stream: 5, socketTurns: 3 }, requests: { rate: 100, burst: 200 } },
  }`;
  let graph: Graph;
  beforeAll(async () => {
    const mutation = { file: "infra/stages.ts", from: "production: {}", to: `production: ${full}` };
    [graph] = (await graphsOf({ stage: "production", mutations: [mutation] })) as [Graph];
  });

  it.each(Object.entries(checks).filter(([name]) => !name.startsWith("turns of a socket")))(
    "%s",
    async (_name, check) => {
      await check(graph);
    },
  );

  it("every setting that code reads is given", () => {
    const given = Object.keys(functionOf(graph, "Stream").environment);
    expect(given).toEqual(expect.arrayContaining(settingNames()));
  });

  it("calls the named models of Bedrock, and no other", () => {
    for (const { id, statements } of functionsOf(graph)) {
      const arns = statements.filter(({ Action }) => Action.some((action) => action.startsWith("bedrock:")));
      const answers = ["Stream", "Worker", "SocketWorker"].includes(id);
      expect(
        arns.flatMap(({ Resource }) => Resource),
        id,
      ).toEqual(
        answers
          ? [
              "arn:aws:bedrock:*::foundation-model/anthropic.claude-sonnet-4-6",
              "arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-sonnet-4-6",
            ]
          : [],
      );
    }
  });

  it("warms versions, and invokes the version that is warm", () => {
    const warm = ofType(graph, "lambda/provisionedConcurrencyConfig:ProvisionedConcurrencyConfig");
    expect(
      Object.fromEntries(warm.map(({ name, inputs }) => [name, inputs["provisionedConcurrentExecutions"]])),
    ).toEqual({ SocketWorkerProvisioned: 3, StreamProvisioned: 5 });
    const version = `${functionOf(graph, "SocketWorker").arn}:1`;
    expect(functionOf(graph, "Socket").build.links["TurnWorker"]?.["name"]).toBe(version);
  });

  it("lets pages put uploads into the bucket, tells alarms by e-mail, answers at its domain only", async () => {
    const [cors] = ofType(graph, "s3/bucketCorsConfiguration:BucketCorsConfiguration");
    expect(JSON.stringify(cors?.inputs)).toContain("https://portal.customer.example");
    expect(ofType(graph, "sns/topicSubscription:TopicSubscription")[0]?.inputs["endpoint"]).toBe(
      "operations@customer.example",
    );
    const around = await edgeOf(graph)({ uri: "/v1/models", headers: { host: "d111111abcdef8.cloudfront.net" } });
    expect(around.status).toBe(403);
  });
});

describe("a deployment without a required secret", () => {
  it("is refused with the words that say what to do", async () => {
    await expect(graphOf({ stage: "ci", secrets: { SigningKeys: "[]" } })).rejects.toThrow(
      /sst secret set EncryptionKeys/,
    );
  });
});
