import { publicUrl } from "./edge.ts";
import { settings } from "./settings.ts";

const { model, transcription, livekit, token } = settings;

const text = (value: number | undefined) => (value === undefined ? undefined : String(value));
const list = (entries: readonly string[]) => (entries.length === 0 ? undefined : entries.join(","));

const variables: Partial<Record<string, $util.Input<string>>> = {
  PARLEY_STAGE: $app.stage,
  PUBLIC_URL: publicUrl,
  CORS_ORIGINS: list(settings.corsOrigins),
  LINK_HOSTS: list(settings.linkHosts),
  TOKEN_ISSUER: token.issuer,
  TOKEN_AUDIENCE: token.audience,
  MODEL_BASE_URL: model.baseUrl,
  MODEL_ID: model.id,
  BEDROCK_MODELS: list(model.bedrock),
  ANTHROPIC_MODELS: list(model.anthropic),
  OPENAI_MODELS: list(model.openai),
  MODEL_TIMEOUT_MS: text(model.timeoutMs),
  MODEL_OUTPUT_TOKENS: text(model.outputTokens),
  MODEL_TEMPERATURE: text(model.temperature),
  OPENAI_API: model.openaiApi,
  OPENAI_BASE_URL: model.openaiUrl,
  ANTHROPIC_BASE_URL: model.anthropicUrl,
  BEDROCK_BASE_URL: model.bedrockUrl,
  BEDROCK_REGION: model.bedrockRegion,
  EMBEDDING_MODEL: model.embedding?.model,
  EMBEDDING_BASE_URL: model.embedding?.baseUrl,
  EMBEDDING_DIMENSIONS: text(model.embedding?.dimensions),
  TRANSCRIBE_BASE_URL: transcription.baseUrl,
  TRANSCRIBE_MODEL: transcription.model,
  LIVEKIT_URL: livekit.url,
  LIVEKIT_API_KEY: livekit.apiKey,
  LIVEKIT_AGENT_NAME: livekit.agentName,
  METRICS: "1",
};

/** The settings as `packages/core/src/environment/settings.ts` reads them. Nothing in it is secret. */
export const environment: Record<string, $util.Input<string>> = Object.fromEntries(
  Object.entries(variables).filter((entry): entry is [string, $util.Input<string>] => entry[1] !== undefined),
);
