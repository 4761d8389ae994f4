/** Settings that only the analyst reads, and only where a provider is called. */
export type ProviderSetting =
  | "OPENAI_API"
  | "OPENAI_BASE_URL"
  | "ANTHROPIC_BASE_URL"
  | "BEDROCK_BASE_URL"
  | "BEDROCK_REGION"
  | "MODEL_OUTPUT_TOKENS"
  | "MODEL_TEMPERATURE"
  | "EMBEDDING_MODEL"
  | "EMBEDDING_BASE_URL"
  | "EMBEDDING_DIMENSIONS";

/** Settings of a deployment, from environment variables of the same names everywhere. */
export interface Settings {
  stage: string;
  /** Origins that browsers may call from; `*` for any. */
  corsOrigins: string[];
  /** Issuer and audience of access tokens. */
  issuer: string;
  audience: string;
  /** The public address of the service, without a slash at its end; empty: derived from the request. */
  publicUrl: string;

  /** Hosts to which links in answers may lead, `*.` for all below one; links to others are text. */
  linkHosts: string[];

  modelBaseUrl: string | undefined;
  modelId: string | undefined;
  bedrockModels: string[];
  /** Models offered where a key for the provider is set; empty: the ones the service knows. */
  anthropicModels: string[];
  openaiModels: string[];
  /** Milliseconds a model may take to its first word; half of it between two pieces. */
  modelTimeoutMs: number;
  /** Returns a setting as it was given; undefined if it is absent or empty. */
  providerSetting: (name: ProviderSetting) => string | undefined;

  transcribeBaseUrl: string | undefined;
  transcribeModel: string | undefined;

  livekitUrl: string | undefined;
  livekitApiKey: string | undefined;
  livekitAgentName: string | undefined;
}

const list = (value: string | undefined) =>
  (value ?? "")
    .split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/** A positive number, or undefined if the setting is absent or none. */
const positive = (value: string | undefined) => {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
};

/** Reads the settings. Empty strings count as absent. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const text = (name: string) => env[name]?.trim() || undefined;
  return {
    stage: text("PARLEY_STAGE") ?? "local",
    corsOrigins: list(env["CORS_ORIGINS"]),
    issuer: text("TOKEN_ISSUER") ?? "parley",
    audience: text("TOKEN_AUDIENCE") ?? "parley",
    publicUrl: (text("PUBLIC_URL") ?? "").replace(/\/$/, ""),
    linkHosts: list(env["LINK_HOSTS"]),
    modelBaseUrl: text("MODEL_BASE_URL"),
    modelId: text("MODEL_ID"),
    bedrockModels: list(env["BEDROCK_MODELS"]),
    anthropicModels: list(env["ANTHROPIC_MODELS"]),
    openaiModels: list(env["OPENAI_MODELS"]),
    modelTimeoutMs: positive(text("MODEL_TIMEOUT_MS")) ?? 60_000,
    providerSetting: text,
    transcribeBaseUrl: text("TRANSCRIBE_BASE_URL"),
    transcribeModel: text("TRANSCRIBE_MODEL"),
    livekitUrl: text("LIVEKIT_URL"),
    livekitApiKey: text("LIVEKIT_API_KEY"),
    livekitAgentName: text("LIVEKIT_AGENT_NAME"),
  };
}
