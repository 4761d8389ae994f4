import { answer } from "@parley/analyst/answer";
import { evaluate, type EvaluationDatabase, formatReport } from "@parley/analyst/evaluation/evaluate";
import { answerByRules } from "@parley/analyst/evaluation/rules-answer";
import type { Rows } from "@parley/analyst/evaluation/score";
import { systemClock } from "@parley/core/environment/clock";
import type { ProviderSecret, Secrets } from "@parley/core/environment/context";
import type { Files } from "@parley/core/store/files";
import { createIds } from "@parley/core/environment/ids";
import { createMeter } from "@parley/core/ledger/meter";
import { listModels, RULES_MODEL } from "@parley/core/model/model";
import { readSettings, type Settings } from "@parley/core/environment/settings";
import type { Question } from "@parley/core/answer/answer";
import { type Given, UsageError, wholeNumber } from "./command.ts";

/** How long (ms) one question may take. */
const QUESTION_TIME = 180_000;

const variables: Record<ProviderSecret, string> = {
  ModelApiKey: "MODEL_API_KEY",
  AnthropicApiKey: "ANTHROPIC_API_KEY",
  OpenaiApiKey: "OPENAI_API_KEY",
  TranscribeApiKey: "TRANSCRIBE_API_KEY",
  LivekitApiSecret: "LIVEKIT_API_SECRET",
};

const noKeys = () => {
  throw new Error("an evaluation signs and seals nothing");
};
/** The providers' keys from the environment variables of the same settings. */
const secrets: Secrets = {
  signingKeys: noKeys,
  encryptionKeys: noKeys,
  optional: (name) => process.env[variables[name]] || undefined,
};

/** A question of an evaluation has no documents and no uploads, so nothing is read from the bucket. */
const noFiles = new Proxy({} as Files, { get: noKeys });

const clock = systemClock;
const ids = createIds(clock);

function questionFor(text: string, model: string, { name, datasource, schema }: EvaluationDatabase): Question {
  return {
    organization: { id: ids.next(), name: "" },
    member: { id: ids.next(), name: "" },
    chat_id: ids.next(),
    turn_id: ids.next(),
    message: text,
    model,
    agent: null,
    history: [],
    integration: {
      id: ids.next(),
      display_name: name,
      engine: datasource.dialect,
      schema: () => Promise.resolve(schema),
      open: () => Promise.resolve(datasource),
    },
    scope: [],
    uploads: [],
    attached_files: [],
    saved_query: null,
    saved_queries: { entries: [], read: () => Promise.resolve([]) },
    rules: [],
    memories: [],
  };
}

/** Asks a model as a chat would, and takes the last table it showed for its answer; null where it showed none. */
async function answerByModel(
  settings: Settings,
  model: string,
  text: string,
  database: EvaluationDatabase,
): Promise<Rows | null> {
  const signal = AbortSignal.timeout(QUESTION_TIME);
  const tools = { signal, clock, ids, files: noFiles, settings, secrets, meter: createMeter() };
  let rows: Rows | null = null;
  for await (const event of answer(questionFor(text, model, database), tools)) {
    if (event.type === "visualization" && event.visualization.type === "table" && event.rows) {
      rows = { columns: event.visualization.headers, rows: event.rows };
    }
  }
  return rows;
}

function modelOf(settings: Settings, given: Given): string {
  const { models, default: platform } = listModels(settings, secrets);
  const model = given.optional("model") ?? platform;
  if (!models.some(({ model_id }) => model_id === model)) {
    throw new UsageError(
      `There is no model ${model} here. Configured: ${models.map(({ model_id }) => model_id).join(", ")}`,
    );
  }
  return model;
}

/** Says on standard error how far it is, about once a second. */
function progressLine() {
  let said = 0;
  return (done: number, total: number) => {
    if (done < total && clock.now() - said < 1000) return;
    said = clock.now();
    process.stderr.write(`\r${done} of ${total} questions${done === total ? "\n" : ""}`);
  };
}

/** Asks a model every question of the file. Returns the report in words, or its figures for JSON. */
export async function runEvaluation(given: Given): Promise<unknown> {
  const settings = readSettings(process.env);
  const model = modelOf(settings, given);
  const limit = wholeNumber(given, "limit", 0);
  const output = given.optional("output");
  const now = new Date();
  const report = await evaluate({
    questions: given.text("questions"),
    databases: given.text("databases"),
    answer: (text, database) =>
      model === RULES_MODEL
        ? answerByRules(text, database, now, AbortSignal.timeout(QUESTION_TIME))
        : answerByModel(settings, model, text, database),
    ...(limit > 0 && { limit }),
    ...(output !== undefined && { json: output }),
    progress: progressLine(),
  });
  if (!given.flag("json")) return formatReport(report);
  const { cases: _cases, ...summary } = report;
  return { model, ...summary };
}
