import { keepMeaning } from "@parley/analyst/documents/meaning/passages";
import { readText } from "@parley/analyst/documents/library";
import { type Clock, systemClock } from "@parley/core/environment/clock";
import { readSettings } from "@parley/core/environment/settings";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import * as Document from "@parley/core/project/document";
import type { DocumentRecord } from "@parley/core/project/document-record";
import { indexDocument } from "@parley/core/project/indexing";
import * as Project from "@parley/core/project/project";
import { afterAll, beforeAll, onTestFinished, vi } from "vitest";
import { baseFor } from "../../support/environment.ts";
import {
  bedrockEmbeddingWire,
  compatibleEmbeddingWire,
  type VectorOf,
} from "../../support/model-servers/embeddings.ts";
import { startWireServer, type Wire, type WireServer } from "../../support/model-servers/wire.ts";
import { startTable, type TestTable } from "../../support/table.ts";
import { startFiles } from "../files.ts";
import { quickClock } from "../support.ts";
import { conceptsOf } from "./concepts.ts";

const signer = {
  accessKeyId: "AKIDSCRIPTED",
  secretAccessKey: "scripted/secret+key",
  region: "eu-central-1",
  service: "bedrock",
};

/** An embedding model as a deployment configures it. */
interface EmbeddingProvider {
  wire: (vectorOf: VectorOf) => Wire;
  settings: (url: string) => Record<string, string>;
  /** Texts of one request at most. */
  batch: number;
}

const onBedrock = (model: string, batch: number): EmbeddingProvider => ({
  wire: (vectorOf) => bedrockEmbeddingWire(signer, vectorOf),
  settings: (url) => ({ EMBEDDING_MODEL: model, BEDROCK_BASE_URL: url, BEDROCK_REGION: signer.region }),
  batch,
});

export const embeddingProviders = {
  "Titan on Bedrock": onBedrock("amazon.titan-embed-text-v2:0", 1),
  "Nova on Bedrock": onBedrock("amazon.nova-2-multimodal-embeddings-v1:0", 1),
  "Cohere on Bedrock": onBedrock("cohere.embed-multilingual-v3", 32),
  "an OpenAI-compatible server": {
    wire: compatibleEmbeddingWire,
    settings: (url) => ({ EMBEDDING_MODEL: "text-embedding-3-small", EMBEDDING_BASE_URL: `${url}/v1` }),
    batch: 32,
  },
} satisfies Record<string, EmbeddingProvider>;

export type EmbeddingProviderName = keyof typeof embeddingProviders;
export const embeddingProviderNames = Object.keys(embeddingProviders) as EmbeddingProviderName[];

/** A clock on which pauses between two requests are short; a lease is renewed as always. */
const clock: Clock = {
  ...quickClock,
  sleep: (ms, signal) => (ms < 10_000 ? quickClock : systemClock).sleep(ms, signal),
};

/** A table and a bucket with an organization, and embedding models for it. */
export function useMeaning() {
  let table: TestTable;
  let bucket: Awaited<ReturnType<typeof startFiles>>;
  let ctx: OrganizationContext & WithFiles;
  beforeAll(async () => {
    [table, bucket] = await Promise.all([startTable(), startFiles()]);
    const base = { ...baseFor(table), clock };
    ctx = { ...base, files: bucket.files, actor: { organization_id: base.ids.next() } };
  });
  afterAll(async () => {
    await Promise.all([table.stop(), bucket.stop()]);
  });

  /** The deployment with a scripted embedding model, until the test has ended. */
  async function withModel(
    name: EmbeddingProviderName,
    script: Parameters<typeof startWireServer>[1] = [[]],
    { vectorOf = conceptsOf, env = {} }: { vectorOf?: VectorOf; env?: Record<string, string> } = {},
  ): Promise<{ server: WireServer; own: OrganizationContext & WithFiles; settings: Record<string, string> }> {
    vi.stubEnv("AWS_ACCESS_KEY_ID", signer.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", signer.secretAccessKey);
    vi.stubEnv("AWS_SESSION_TOKEN", "scripted-session");
    const { wire, settings } = embeddingProviders[name];
    const server = await startWireServer(wire(vectorOf), script);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await server.close();
    });
    const given = { ...settings(server.url), ...env };
    const secrets = {
      ...ctx.secrets,
      optional: (secret: string) => (secret === "EmbeddingApiKey" ? "sk-embeddings" : undefined),
    };
    return { server, settings: given, own: { ...ctx, settings: readSettings(given), secrets } };
  }

  return {
    get ctx() {
      return ctx;
    },
    withModel,
    newProject: async (): Promise<string> => (await Project.create(ctx, { name: "Policies" })).id,
    add: (project: string, filename: string, text: string) =>
      Document.create(ctx, project, { filename, bytes: new TextEncoder().encode(text) }),
    /** Has a worker of the deployment read a document; returns what became of it. */
    index: async (own: OrganizationContext & WithFiles, document: DocumentRecord) => {
      await indexDocument(own, document, readText, keepMeaning);
      return Document.find(own, document.project_id, document.id);
    },
  };
}
