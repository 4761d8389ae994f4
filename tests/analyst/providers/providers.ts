import { onTestFinished, vi } from "vitest";
import type { Clock } from "@parley/core/environment/clock";
import { anthropicWire } from "../../support/model-servers/anthropic.ts";
import { bedrockWire } from "../../support/model-servers/bedrock.ts";
import { chatWire } from "../../support/model-servers/openai-chat.ts";
import { responsesWire } from "../../support/model-servers/openai-responses.ts";
import { startWireServer, type Wire, type WireServer } from "../../support/model-servers/wire.ts";
import { quickClock, toolsOf } from "../support.ts";

/** A provider as a deployment configures it. */
export interface Provider {
  model: string;
  wire: Wire;
  /** The settings with which the provider's client finds the server at `url`. */
  settings: (url: string) => Record<string, string>;
  secrets: Record<string, string>;
  /** True where thoughts are on the wire. */
  tellsThoughts: boolean;
}

const signer = {
  accessKeyId: "AKIDSCRIPTED",
  secretAccessKey: "scripted/secret+key",
  region: "eu-central-1",
  service: "bedrock",
};

export const bedrock = (model: string): Provider => ({
  model,
  wire: bedrockWire(signer),
  settings: (url) => ({ BEDROCK_MODELS: model, BEDROCK_BASE_URL: url, BEDROCK_REGION: signer.region }),
  secrets: {},
  tellsThoughts: true,
});

export const anthropic = (model: string): Provider => ({
  model,
  wire: anthropicWire,
  settings: (url) => ({ ANTHROPIC_MODELS: model, ANTHROPIC_BASE_URL: `${url}/v1` }),
  secrets: { AnthropicApiKey: "sk-ant-scripted" },
  tellsThoughts: true,
});

export const openai = (model: string, api: "responses" | "chat"): Provider => ({
  model,
  wire: api === "chat" ? chatWire("openai") : responsesWire,
  settings: (url) => ({ OPENAI_MODELS: model, OPENAI_BASE_URL: `${url}/v1`, OPENAI_API: api }),
  secrets: { OpenaiApiKey: "sk-scripted" },
  tellsThoughts: api === "responses",
});

const compatible = (model: string): Provider => ({
  model,
  wire: chatWire("compatible"),
  settings: (url) => ({ MODEL_BASE_URL: `${url}/v1`, MODEL_ID: model }),
  secrets: {},
  tellsThoughts: true,
});

/** Every provider, with a model that is usual there. */
export const providers = {
  Anthropic: anthropic("claude-sonnet-4-6"),
  Bedrock: bedrock("eu.anthropic.claude-sonnet-4-6"),
  "OpenAI (Responses)": openai("gpt-5.4", "responses"),
  "OpenAI (Chat)": openai("gpt-5.4", "chat"),
  "an OpenAI-compatible server": compatible("qwen3-32b"),
} satisfies Record<string, Provider>;

export type ProviderName = keyof typeof providers;
export const providerNames = Object.keys(providers) as ProviderName[];

export interface Options {
  env?: Record<string, string>;
  clock?: Clock;
  signal?: AbortSignal;
}

/** A server that speaks the provider's protocol until the test has ended, and the tools of a question that it answers. */
export async function withProvider(
  { wire, settings, secrets }: Provider,
  script: Parameters<typeof startWireServer>[1],
  { env, clock = quickClock, signal }: Options = {},
): Promise<{ server: WireServer; tools: ReturnType<typeof toolsOf> }> {
  // Bedrock's credentials are those of the process.
  vi.stubEnv("AWS_ACCESS_KEY_ID", signer.accessKeyId);
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", signer.secretAccessKey);
  vi.stubEnv("AWS_SESSION_TOKEN", "scripted-session");
  vi.stubEnv("AWS_REGION", "us-east-1");
  const server = await startWireServer(wire, script);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  const tools = toolsOf({ clock, env: { ...settings(server.url), ...env }, ...(signal && { signal }) });
  const given = new Map(Object.entries(secrets));
  return { server, tools: { ...tools, secrets: { ...tools.secrets, optional: (name) => given.get(name) } } };
}
