import { embedOriginsOf } from "../packages/console/src/headers.ts";

/**
 * Settings of a deployment, one stage per tenant. This is the only place to change them: a stage that is not named in
 * `stages` gets the defaults, which keep data, cost little and let no browser in from elsewhere.
 */
export interface StageSettings {
  /**
   * True for a stage that may be thrown away together with its data (`sst remove`). Every other stage is protected from
   * removal and keeps its table and bucket whatever happens to the stack.
   */
  disposable: boolean;
  region: string;
  /** The service's host name, in a Route 53 zone of the same account; undefined: CloudFront's own name. */
  domain: string | undefined;
  /** Origins whose pages may call the service from a browser; `*` for any. */
  corsOrigins: string[];
  /** Origins whose pages may show the chat in a frame (`/app/embed/frame`). */
  embedOrigins: string[];
  /** Whether databases may be files in DuckDB (Parquet, CSV, its own): its library adds 70 MB to functions that read databases. */
  duckdb: boolean;
  /**
   * ARNs of what of Amazon Redshift may be asked, each database with the stage's own role: workgroups; clusters with their `dbname` and,
   * for a user of the database, `dbuser`; secrets with logins.
   */
  redshift: string[];
  /** What Amazon Athena may be asked with the stage's own roles, by ARN; nothing where no workgroup is named. */
  athena: {
    /** `arn:aws:athena:…:workgroup/NAME` */
    workgroups: string[];
    /** Glue's databases (`arn:aws:glue:…:database/NAME`), all of whose tables may be read, and data catalogs of Athena's other than Glue's. */
    databases: string[];
    /** Where the tables' files are: `arn:aws:s3:::BUCKET/PREFIX/`. They are read, and nothing is written there. */
    files: string[];
    /** Where results are put, unless Athena manages them itself: `arn:aws:s3:::BUCKET/PREFIX/`. */
    results: string[];
  };
  /** Hosts to which links in answers may lead; `*.acme.example` for those below one. Links to others are shown as text. */
  linkHosts: string[];
  /** Who gets alarms. The address has to confirm the subscription once. */
  alarmEmail: string | undefined;
  logRetention: "1 week" | "1 month" | "3 months" | "1 year";
  token: { issuer: string; audience: string };
  model: {
    /** An OpenAI-compatible server; its key is the secret `ModelApiKey`. */
    baseUrl: string | undefined;
    /** The platform's default model. */
    id: string | undefined;
    /** Model or inference profile ids of Amazon Bedrock; only these may be called. */
    bedrock: string[];
    /** Instead of the models the service knows for a provider whose key is set. */
    anthropic: string[];
    openai: string[];
    timeoutMs: number | undefined;
    /** Tokens that one call may write, and from 0 to 2 how freely; undefined: what suits the provider. */
    outputTokens: number | undefined;
    temperature: number | undefined;
    /** Which of OpenAI's interfaces is called; undefined: `responses`. */
    openaiApi: "responses" | "chat" | undefined;
    /** Gateways in front of the providers; undefined: the providers themselves. */
    openaiUrl: string | undefined;
    anthropicUrl: string | undefined;
    bedrockUrl: string | undefined;
    /** Where Bedrock's models are called; undefined: in the stage's region. */
    bedrockRegion: string | undefined;
    /**
     * What documents are embedded with: a model of Bedrock, or of the OpenAI-compatible server at `baseUrl`, whose key is the secret
     * `EmbeddingApiKey`. Undefined: documents are searched by their words alone.
     */
    embedding: { model: string; baseUrl?: string; dimensions?: number } | undefined;
  };
  transcription: { baseUrl: string | undefined; model: string | undefined };
  livekit: { url: string | undefined; apiKey: string | undefined; agentName: string | undefined };
  capacity: {
    /**
     * The account's quota of concurrent executions of Lambda, as Service Quotas shows it. What may run at once and what is
     * reserved follow from it (`concurrency.ts`).
     */
    accountConcurrency: number;
    /** Durable turns that run at the same time. The rest waits in the queue. */
    queuedTurns: number;
    /** Environments kept warm for streamed answers and for turns of a socket. They cost money even when idle. */
    provisioned: { stream: number; socketTurns: number };
    /** Requests per second, and how many may come at once, before a gateway answers 429. */
    requests: { rate: number; burst: number };
  };
}

const defaults: StageSettings = {
  disposable: false,
  region: "eu-west-1",
  domain: undefined,
  corsOrigins: [],
  embedOrigins: [],
  duckdb: false,
  redshift: [],
  athena: { workgroups: [], databases: [], files: [], results: [] },
  linkHosts: [],
  alarmEmail: undefined,
  logRetention: "3 months",
  token: { issuer: "parley", audience: "parley" },
  model: {
    baseUrl: undefined,
    id: undefined,
    bedrock: [],
    anthropic: [],
    openai: [],
    timeoutMs: undefined,
    outputTokens: undefined,
    temperature: undefined,
    openaiApi: undefined,
    openaiUrl: undefined,
    anthropicUrl: undefined,
    bedrockUrl: undefined,
    bedrockRegion: undefined,
    embedding: undefined,
  },
  transcription: { baseUrl: undefined, model: undefined },
  livekit: { url: undefined, apiKey: undefined, agentName: undefined },
  capacity: {
    // What a new account may have: with more said than there is, a deployment would be refused half-way.
    accountConcurrency: 10,
    queuedTurns: 100,
    provisioned: { stream: 0, socketTurns: 0 },
    requests: { rate: 1_000, burst: 2_000 },
  },
};

const disposable: Partial<StageSettings> = { disposable: true, logRetention: "1 week" };

/** What differs from the defaults, by stage. A tenant's stage is named like the tenant. */
const stages: Record<string, Partial<StageSettings>> = {
  ci: disposable,
  dev: disposable,
  production: {},
};

/** Stages that have settings of their own: each is evaluated and checked by `npm run test:infra`. */
export const stageNames = Object.keys(stages);

/** Throws when how models are called contradicts itself. */
function checkModel(model: StageSettings["model"]): void {
  for (const url of [model.openaiUrl, model.anthropicUrl, model.bedrockUrl, model.embedding?.baseUrl]) {
    if (url !== undefined && !URL.canParse(url)) throw new Error(`${url} is not an address`);
  }
  const dimensions = model.embedding?.dimensions;
  if (dimensions !== undefined && !(Number.isInteger(dimensions) && dimensions >= 1))
    throw new Error("model.embedding.dimensions must be a whole number from 1 on");
  if (model.outputTokens !== undefined && !(model.outputTokens >= 1))
    throw new Error("model.outputTokens must be at least 1");
  if (model.temperature !== undefined && !(model.temperature >= 0 && model.temperature <= 2))
    throw new Error("model.temperature must be from 0 to 2");
}

/** Throws where something is not what of Redshift or Athena can be granted. */
function checkWarehouses({ redshift, athena }: StageSettings): void {
  const check = (arns: readonly string[], form: RegExp, what: string) => {
    for (const arn of arns) if (!form.test(arn)) throw new Error(`${arn} is not the ARN of ${what}`);
  };
  check(
    redshift,
    /^arn:aws:(redshift-serverless:.+:workgroup\/|redshift:.+:(cluster|dbname|dbuser):|secretsmanager:.+:secret:)[^*]+$/,
    "a workgroup, cluster, dbname, dbuser or secret",
  );
  check(athena.workgroups, /^arn:aws:athena:[^:*]+:\d+:workgroup\/[\w.-]+$/, "a workgroup");
  check(
    athena.databases,
    /^arn:aws:(glue:[^:*]+:\d+:database\/[^*/]+|athena:[^:*]+:\d+:datacatalog\/[^*/]+)$/,
    "a database of Glue's or a data catalog",
  );
  check(
    [...athena.files, ...athena.results],
    /^arn:aws:s3:::[a-z0-9.-]+\/([^*]+\/)?$/,
    "a bucket or prefix that ends in a slash",
  );
}

/** The settings of a stage. Throws when they contradict each other. */
export function settingsOf(stage: string): StageSettings {
  const settings = { ...defaults, ...stages[stage] };
  const { capacity, corsOrigins, linkHosts } = settings;
  // SQS event sources take 2 to 1,000; anything else would be found out by a deployment that fails half-way.
  if (capacity.queuedTurns < 2 || capacity.queuedTurns > 1_000)
    throw new Error("capacity.queuedTurns must be from 2 to 1000");
  if (capacity.accountConcurrency < 10) throw new Error("capacity.accountConcurrency must be at least 10");
  const { stream, socketTurns } = capacity.provisioned;
  if (stream + socketTurns > capacity.accountConcurrency / 2) {
    throw new Error("capacity.provisioned must be at most half of capacity.accountConcurrency");
  }
  checkModel(settings.model);
  for (const origin of corsOrigins) {
    if (origin !== "*" && !/^https?:\/\/[^/*]+$/.test(origin)) throw new Error(`${origin} is not an origin`);
  }
  embedOriginsOf(settings.embedOrigins.join());
  checkWarehouses(settings);
  for (const host of linkHosts) {
    if (!/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/i.test(host)) throw new Error(`${host} is not a host`);
  }
  return settings;
}
