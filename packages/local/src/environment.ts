import { SQSClient } from "@aws-sdk/client-sqs";
import type { Cloud } from "./cloud-options.ts";
import type { QueuePair } from "./emulators/queues.ts";
import type { LocalSecrets } from "./process/state.ts";

type Environment = Cloud["environment"];

export const names = {
  table: "parley-local",
  bucket: "parley-files",
  queue: "parley-turns",
  worker: "worker",
} as const;

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

const localCredentials: Credentials = { accessKeyId: "parley-local", secretAccessKey: "parley-local" };

/**
 * The credentials of requests. For local parts any will do; but Bedrock, if it is configured, is the real
 * one and needs the ordinary AWS credentials of the person who starts this. Those from a profile are read
 * at the start: temporary ones expire.
 */
export async function signingCredentials(settings: NodeJS.ProcessEnv, region: string): Promise<Credentials> {
  const needed = settings["BEDROCK_MODELS"]
    ? "BEDROCK_MODELS"
    : settings["EMBEDDING_MODEL"] && !settings["EMBEDDING_BASE_URL"] && "EMBEDDING_MODEL";
  if (!needed) return localCredentials;
  try {
    return await new SQSClient({ region }).config.credentials();
  } catch {
    throw new Error(`${needed} is set, but there are no AWS credentials to use Bedrock with.`);
  }
}

const secretSettings = {
  ModelApiKey: "MODEL_API_KEY",
  AnthropicApiKey: "ANTHROPIC_API_KEY",
  OpenaiApiKey: "OPENAI_API_KEY",
  EmbeddingApiKey: "EMBEDDING_API_KEY",
  TranscribeApiKey: "TRANSCRIBE_API_KEY",
  LivekitApiSecret: "LIVEKIT_API_SECRET",
} as const;

export interface EnvironmentParts {
  settings: NodeJS.ProcessEnv;
  region: string;
  credentials: Credentials;
  secrets: LocalSecrets;
  endpoints: Cloud["endpoints"];
  queues: QueuePair;
  /** Where the service itself answers. */
  url: string;
}

const link = (value: object): string => JSON.stringify(value);

/** Settings that the operator's command line needs as well, to embed what it uploads. */
const forOperators = [
  "EMBEDDING_MODEL",
  "EMBEDDING_BASE_URL",
  "EMBEDDING_DIMENSIONS",
  "BEDROCK_BASE_URL",
  "BEDROCK_REGION",
] as const;

const givenOf = (settings: NodeJS.ProcessEnv): Environment =>
  Object.fromEntries(forOperators.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])));

/** What the functions, and the operator's command line in another process, find in their environment. */
export function functionEnvironment(parts: EnvironmentParts): Environment {
  const { settings, region, credentials, secrets, endpoints, queues, url } = parts;
  const providers = Object.entries(secretSettings).map(([name, setting]) => [
    `SST_RESOURCE_${name}`,
    link({ value: settings[setting]?.trim() ?? "" }),
  ]);
  return {
    SST_RESOURCE_App: link({ name: "parley", stage: "local" }),
    SST_RESOURCE_Table: link({ name: names.table }),
    SST_RESOURCE_Files: link({ name: names.bucket }),
    SST_RESOURCE_Service: link({ url }),
    SST_RESOURCE_TurnQueue: link({ url: queues.url }),
    SST_RESOURCE_DeadLetters: link({ url: queues.deadLetterUrl }),
    SST_RESOURCE_TurnWorker: link({ name: names.worker }),
    SST_RESOURCE_Sockets: link({ managementEndpoint: endpoints.sockets }),
    SST_RESOURCE_SigningKeys: link({ value: secrets.signingKeys }),
    SST_RESOURCE_EncryptionKeys: link({ value: secrets.encryptionKeys }),
    ...(Object.fromEntries(providers) as Environment), // fromEntries forgets that the values are strings
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    ...(credentials.sessionToken !== undefined && { AWS_SESSION_TOKEN: credentials.sessionToken }),
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamoDb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
    S3_FORCE_PATH_STYLE: "1",
    ...givenOf(settings),
    // Databases of one's own machine are what this is for.
    DATABASE_LOOPBACK: "1",
    // Any page may call a service on the reader's own machine; nothing is authenticated by cookies.
    CORS_ORIGINS: settings["CORS_ORIGINS"] ?? "*",
  };
}

/** Variables of the caller that would lead the SDK away from the local parts. */
const misleading = ["AWS_PROFILE", "AWS_SESSION_TOKEN", "AWS_ENDPOINT_URL", "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS"];

/**
 * Sets the environment of this process: the settings, then what links the functions to the local parts. Functions read theirs once, when they are imported, so a process holds one cloud
 * with the service's functions at most.
 */
export function applyEnvironment(settings: NodeJS.ProcessEnv, environment: Environment): void {
  for (const [name, value] of Object.entries(settings)) if (value !== undefined) process.env[name] = value;
  for (const name of misleading) delete process.env[name];
  Object.assign(process.env, environment);
}
