import type { LanguageModelV4, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "@parley/contract/message";
import { iso } from "@parley/core/clock";
import { type ConfiguredModel, configuredModels, resolveModel, RULES_MODEL } from "@parley/core/model/model";
import type { Answer, Answerer, AnswerEvent, AnswerTools, Question } from "@parley/core/turn/answer";
import type { ModelMessage, SystemModelMessage } from "ai";
import { citedIn } from "./citations.ts";
import { conversationOf } from "./conversation.ts";
import { followUpsOf } from "./follow-ups.ts";
import { matchQueries } from "./matching.ts";
import { costOf } from "./models/prices.ts";
import { examplesOf, instructionsOf } from "./prompt.ts";
import { answerDirectly, type RunnableQuery, runSavedQuery } from "./saved-queries.ts";
import { createSession, type Session } from "./session.ts";
import { openUploads } from "./uploads/library.ts";

/** What the model calls of a turn used. */
interface Meter {
  input: number;
  output: number;
  /** Null once a call had no known price. */
  cost: number | null;
}

/**
 * Answers a question: a saved query that runs directly, or the agent loop with the model that D48 picks. Every model,
 * the built-in rules included, runs through the same loop.
 */
export const answer: Answerer = async function* (question, tools) {
  const started = tools.clock.now();
  const uploads = await openUploads(question.uploads, tools.signal);
  try {
    const session = createSession(question, tools, uploads);
    const meter: Meter = { input: 0, output: 0, cost: 0 };
    const done = yield* answered(session, meter);
    const usage: Usage = {
      input_tokens: meter.input,
      output_tokens: meter.output,
      rows: session.rows,
      duration_ms: tools.clock.now() - started,
      cost_usd: meter.cost,
    };
    return { ...done, metadata: { ...done.metadata, usage } };
  } finally {
    await uploads.close();
  }
};

type Unmetered = Omit<Answer, "metadata"> & { metadata: Omit<Answer["metadata"], "usage"> };

async function* answered(session: Session, meter: Meter): AsyncGenerator<AnswerEvent, Unmetered> {
  const { question, tools } = session;
  const named = runnable(question.saved_query);
  if (named && question.saved_query?.mode === "direct") return yield* direct(session, named);

  yield { type: "progress", status: "thinking" };
  const matched =
    question.saved_query || question.uploads.length > 0 ? { same: null, similar: [] } : await matchQueries(session);
  const same = runnable(matched.same && { ...matched.same, values: {} });
  if (same) return yield* direct(session, same);

  const given = named ? yield* handedOver(session, named) : [];
  const model = resolveModel(
    question.model,
    question.agent?.model_id ?? null,
    configuredModels(tools.settings, tools.secrets),
  );
  const done =
    model.provider === "rules" ? byRules(session) : byModel(session, meter, model, examplesOf(matched.similar), given);
  const { content, type, state, follow_ups } = yield* done;
  const citations = citedIn(content, session.citations);
  return {
    type,
    content,
    metadata: {
      model_id: model.model_id,
      ...(citations.length > 0 && { citations }),
      ...(follow_ups.length > 0 && { follow_ups: follow_ups.slice(0, 3) }),
      ...(named && { saved_query_id: named.id }),
    },
    ...(state !== null && { state }),
  };
}

/** A saved query that has SQL to run. */
function runnable(
  query: (Omit<RunnableQuery, "sql"> & { sql: string | null }) | Question["saved_query"],
): RunnableQuery | null {
  return query && query.sql !== null ? { ...query, sql: query.sql } : null;
}

async function* direct(session: Session, query: RunnableQuery): AsyncGenerator<AnswerEvent, Unmetered> {
  const { content } = yield* answerDirectly(session, query);
  return { type: "final", content, metadata: { model_id: RULES_MODEL, saved_query_id: query.id } };
}

/** Runs a saved query before the model speaks, and hands it the result as if it had called for it (D28). */
async function* handedOver(session: Session, query: RunnableQuery): AsyncGenerator<AnswerEvent, ModelMessage[]> {
  const { call_id, args } = yield* runSavedQuery(session, query);
  const names = { toolCallId: call_id, toolName: "run_sql" };
  return [
    { role: "assistant", content: [{ type: "tool-call", ...names, input: args }] },
    {
      role: "tool",
      content: [
        { type: "tool-result", ...names, output: { type: "text", value: session.reports.get(call_id)?.text ?? "" } },
      ],
    },
  ];
}

interface Told {
  content: string;
  type: Answer["type"];
  state: unknown;
  follow_ups: string[];
}

async function* byRules(session: Session): AsyncGenerator<AnswerEvent, Told> {
  const [{ agentLoop }, { rulesModel }, { rulesScript }] = await Promise.all([
    import("./loop.ts"),
    import("./models/rules-model.ts"),
    import("./rules-script.ts"),
  ]);
  const verdict: Parameters<typeof rulesScript>[1] = { type: "final", state: null, follow_ups: [] };
  const model = rulesModel(rulesScript(session, verdict));
  // The rules read the session itself: the prompt would only be thrown away.
  const messages: ModelMessage[] = [{ role: "user", content: session.question.message }];
  const { content } = yield* agentLoop(session, { model, instructions: { role: "system", content: "" }, messages });
  return { content, ...verdict };
}

async function* byModel(
  session: Session,
  meter: Meter,
  configured: ConfiguredModel,
  examples: Question["saved_queries"],
  given: readonly ModelMessage[],
): AsyncGenerator<AnswerEvent, Told> {
  const { tools } = session;
  const [{ agentLoop }, model, instructions] = await Promise.all([
    import("./loop.ts"),
    openReliably(configured, meter, tools),
    instructionsOf(session, examples, iso(tools.clock.now()).slice(0, 10)),
  ]);
  const messages = [...conversationOf(session), ...given];
  const { content } = yield* agentLoop(session, { model, instructions: cached(instructions), messages });
  return { content, type: "final", state: null, follow_ups: followUpsOf(session) };
}

/** Instructions marked for the providers that cache only what they are told to; the others pass the mark over. */
const cached = (content: string): SystemModelMessage => ({
  role: "system",
  content,
  providerOptions: {
    anthropic: { cacheControl: { type: "ephemeral" } },
    bedrock: { cachePoint: { type: "default" } },
  },
});

async function openReliably(configured: ConfiguredModel, meter: Meter, tools: AnswerTools): Promise<LanguageModelV4> {
  const [{ openModel }, { reliable }] = await Promise.all([
    import("./models/registry.ts"),
    import("./models/reliable.ts"),
  ]);
  const onUsage = (usage: LanguageModelV4Usage) => {
    meter.input += usage.inputTokens.total ?? 0;
    meter.output += usage.outputTokens.total ?? 0;
    const cost = costOf(configured.model_id, usage);
    meter.cost = cost === null || meter.cost === null ? null : meter.cost + cost;
  };
  return reliable(await openModel(configured, tools.settings, tools.secrets), {
    clock: tools.clock,
    timeoutMs: tools.settings.modelTimeoutMs,
    onUsage,
  });
}
