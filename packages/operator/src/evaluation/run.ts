import type { EvaluationCase } from "@parley/analyst/evaluation/case";
import { evaluate, type EvaluationOptions } from "@parley/analyst/evaluation/evaluate";
import { openInFolder } from "@parley/analyst/evaluation/folder";
import { QuestionFileError } from "@parley/analyst/evaluation/question-file";
import type { EvaluationReport } from "@parley/analyst/evaluation/report";
import { formatMisses, formatReport } from "@parley/analyst/evaluation/report-text";
import { throughAnalyst } from "@parley/analyst/evaluation/through-analyst";
import { throughInterpreter } from "@parley/analyst/evaluation/through-interpreter";
import { systemClock } from "@parley/core/environment/clock";
import type { ProviderSecret, Secrets } from "@parley/core/environment/context";
import { createIds } from "@parley/core/environment/ids";
import { readSettings, type Settings } from "@parley/core/environment/settings";
import { closeDatasources } from "@parley/core/integration/datasource";
import { listModels, RULES_MODEL } from "@parley/core/model/model";
import {
  BadNews,
  choice,
  CommandError,
  type Deployment,
  type Given,
  organizationOf,
  UsageError,
  wholeNumber,
} from "../command.ts";
import { openInOrganization } from "@parley/analyst/rehearsal/organization";
import { progressOn } from "./progress.ts";

const variables: Record<ProviderSecret, string> = {
  ModelApiKey: "MODEL_API_KEY",
  AnthropicApiKey: "ANTHROPIC_API_KEY",
  OpenaiApiKey: "OPENAI_API_KEY",
  EmbeddingApiKey: "EMBEDDING_API_KEY",
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

/** The interpreter alone where nothing is said of it; a language model answers only as a part of the analyst. */
function throughOf(given: Given, model: string): EvaluationOptions["through"] {
  const asked = given.optional("through");
  if (asked === undefined) return model === RULES_MODEL ? "interpreter" : "analyst";
  const through = choice("through", asked, ["interpreter", "analyst"]);
  if (through === "interpreter" && model !== RULES_MODEL)
    throw new UsageError(`--through interpreter needs --model ${RULES_MODEL}: ${model} answers through the analyst.`);
  return through;
}

/** Questions asked at the same time of a language model, which mostly waits, and of the interpreter, which never does. */
const MODEL_QUESTIONS_AT_ONCE = 4;

function atOnceOf(given: Given, model: string): number {
  const atOnce = wholeNumber(given, "at-once", model === RULES_MODEL ? 1 : MODEL_QUESTIONS_AT_ONCE);
  if (atOnce === 0) throw new UsageError("--at-once takes 1 or more");
  return atOnce;
}

const PLAIN_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The moment at which questions are asked: noon of a day, or the present. */
export function momentOf(given: Given): Date {
  const asked = given.optional("now");
  if (asked === undefined) return new Date();
  const moment = new Date(PLAIN_DAY.test(asked) ? `${asked}T12:00:00Z` : asked);
  if (!/^\d{4}-\d{2}-\d{2}/.test(asked) || Number.isNaN(moment.getTime()))
    throw new UsageError(`--now takes a date such as 2026-06-30 or a moment such as 2026-06-30T09:00:00Z.`);
  return moment;
}

const listOf = (given: Given, name: string): string[] =>
  (given.optional(name) ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/** Where the questions' databases are, and how to leave that place. */
async function placesOf(
  given: Given,
  openDeployment: () => Promise<Deployment>,
): Promise<{ open: EvaluationOptions["open"]; close(): Promise<void> }> {
  const directory = given.optional("databases");
  if ((directory === undefined) === (given.optional("organization") === undefined))
    throw new UsageError("Say where the databases are: with --databases, or with --organization.");
  if (directory !== undefined) {
    const folder = { directory, ids: createIds(systemClock) };
    return { open: (db, signal) => openInFolder(folder, db, signal), close: async () => undefined };
  }
  const ctx = await organizationOf(await openDeployment(), given);
  return { open: (db, signal) => openInOrganization(ctx, db, signal), close: () => closeDatasources(ctx) };
}

/** Milliseconds in which another interrupt is the same one: npm passes on what the terminal has sent already. */
const SAME_INTERRUPT_MS = 1_000;

/** Ends the evaluation when the process is interrupted, so that it reports what is done; the process itself the next time. */
function stopOnInterrupt(): { signal: AbortSignal; release: () => void } {
  const stop = new AbortController();
  let first: number | undefined;
  const end = () => {
    first ??= systemClock.now();
    if (systemClock.now() - first > SAME_INTERRUPT_MS) process.exit(130);
    stop.abort();
  };
  process.on("SIGINT", end);
  return { signal: stop.signal, release: () => void process.off("SIGINT", end) };
}

/** Asks every question of the file. Returns the report in words, or its figures for JSON. */
export async function runEvaluation(given: Given, openDeployment: () => Promise<Deployment>): Promise<unknown> {
  const settings = readSettings(process.env);
  const model = modelOf(settings, given);
  const through = throughOf(given, model);
  const now = momentOf(given);
  const limit = wholeNumber(given, "limit", 0);
  const at_once = atOnceOf(given, model);
  const [output, cases] = [given.optional("output"), given.optional("cases")];
  const places = await placesOf(given, openDeployment);
  const { signal, release } = stopOnInterrupt();
  try {
    const report = await evaluate({
      questions: given.text("questions"),
      filter: {
        classes: listOf(given, "class"),
        databases: listOf(given, "db"),
        ...(limit > 0 && { limit }),
      },
      open: places.open,
      through,
      at_once,
      ask: through === "interpreter" ? throughInterpreter(now) : throughAnalyst({ model, settings, secrets, now }),
      ...(output !== undefined && { json: output }),
      ...(cases !== undefined && { cases }),
      signal,
      progress: progressOn(process.stderr, () => systemClock.now()),
    });
    const answer = given.json ? figuresOf(report, { model, now, given }) : wordsOf(report, given);
    return report.cases.length === 0 || report.stopped ? new BadNews(answer) : answer;
  } catch (error) {
    throw error instanceof QuestionFileError ? new CommandError("QUESTIONS_UNUSABLE", error.message) : error;
  } finally {
    release();
    await places.close();
  }
}

const missesOf = (cases: readonly EvaluationCase[]): EvaluationCase[] => cases.filter(({ miss }) => miss !== null);

function figuresOf(report: EvaluationReport, { model, now, given }: { model: string; now: Date; given: Given }) {
  const { cases, ...summary } = report;
  return { model, now: now.toISOString(), ...summary, ...(given.flag("misses") && { missed: missesOf(cases) }) };
}

function wordsOf(report: EvaluationReport, given: Given): string {
  if (report.cases.length === 0) return `No question was asked.\n\n${formatReport(report)}`;
  return given.flag("misses") ? `${formatMisses(report.cases)}\n\n${formatReport(report)}` : formatReport(report);
}
