import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Choice, Citation, Usage } from "@parley/contract/message";
import { iso } from "@parley/core/environment/clock";
import { type ConfiguredModel, configuredModels, resolveModel, RULES_MODEL } from "@parley/core/model/model";
import type { Answer, Answerer, AnswerEvent, AnswerTools, Question, QuestionQuery } from "@parley/core/answer/answer";
import { type AskerLanguage, askerLanguage } from "@parley/core/answer/asker-language";
import { createAnswerText } from "@parley/core/answer/bounded-answer";
import { DatasourceError } from "@parley/datasource/types";
import type { ModelMessage, SystemModelMessage } from "ai";
import { resultsShown } from "./answer-sql.ts";
import { basisOf } from "./receipt-basis.ts";
import { cardOf } from "./card/card.ts";
import { readFromSql } from "./card/reading.ts";
import type { Finding } from "./checks/check.ts";
import { citing } from "./citing.ts";
import { conversationOf } from "./conversation.ts";
import { followUpsOf } from "./follow-ups.ts";
import { markNamed, verificationOf } from "./grounding/evidence.ts";
import { ground, type Grounded, groundedByConstruction } from "./grounding/verify-answer.ts";
import { type Match, matchQueries } from "./matching.ts";
import { type KnownHosts, knownHosts } from "./known-hosts.ts";
import { PlainMarkdown, plainMarkdown } from "./plain-markdown.ts";
import { examplesOf, instructionsOf, type TurnInstructions } from "./prompt.ts";
import { answerDirectly, type RunnableQuery, runSavedQuery } from "./saved-queries.ts";
import { titleText } from "./saved-query-text.ts";
import { readAgain } from "./second-reading.ts";
import { createSession, type Session } from "./answer-session.ts";
import { asCalledNow } from "./uploads/renamed.ts";
import { NOT_READ, type Understood } from "./understood.ts";
import { PROMPT_VERSION } from "./prompt-version.ts";
import { openUploads } from "./uploads/library.ts";
import { FINAL } from "./script-verdict.ts";

/**
 * Answers a question: a saved query that runs directly, or the agent loop with the model that D48 picks. Every model,
 * the built-in interpreter included, runs through the same loop.
 */
export const answer: Answerer = async function* (question, tools) {
  const started = tools.clock.now();
  const uploads = await openUploads(question.organization.id, question.uploads, tools.signal);
  try {
    const session = createSession(asCalledNow(question, uploads.tables), tools, uploads);
    const done = yield* inPlainText(answered(session), {
      isKnown: knownHosts(tools.settings.linkHosts),
      language: askerLanguage(question),
    });
    const { input_tokens, output_tokens, cost_usd } = tools.meter.spent;
    const duration_ms = tools.clock.now() - started;
    const usage: Usage = { input_tokens, output_tokens, rows: session.rows, duration_ms, cost_usd };
    return { ...done, metadata: { ...done.metadata, usage } };
  } finally {
    await uploads.close();
  }
};

/** Whether a model, a database's values or a document wrote it: text leaves as plain Markdown. Its deltas are its content. */
async function* inPlainText(
  events: AsyncGenerator<AnswerEvent, Unmetered>,
  { isKnown, language }: { isKnown: KnownHosts; language: AskerLanguage },
): AsyncGenerator<AnswerEvent, Unmetered> {
  const text = new PlainMarkdown(isKnown);
  // Plain text may be longer than what it was made of.
  const bounded = createAnswerText(language, 2);
  const said = (content: string): AnswerEvent[] => (content === "" ? [] : [{ type: "text_delta", content }]);
  try {
    for (;;) {
      const next = await events.next();
      if (next.done) {
        yield* said(bounded.take(text.end()) + bounded.rest());
        const { isFull } = bounded;
        if (isFull) yield* said(bounded.stop());
        const metadata = { ...next.value.metadata, ...(isFull && { truncated: true as const }) };
        return { ...next.value, content: bounded.content, metadata };
      }
      const event = next.value;
      if (event.type === "text_delta") yield* said(bounded.take(text.write(event.content)));
      else yield event.type === "tool_message" ? { ...event, content: plainMarkdown(event.content, isKnown) } : event;
    }
  } finally {
    await events.return(undefined as never);
  }
}

type Unmetered = Omit<Answer, "metadata"> & { metadata: Omit<Answer["metadata"], "usage"> };

async function* answered(session: Session): AsyncGenerator<AnswerEvent, Unmetered> {
  const { question, tools } = session;
  const named = runnable(question.saved_query);
  if (named && question.saved_query?.mode === "direct") return yield* direct(session, named);

  yield { type: "progress", status: "thinking" };
  const model = resolveModel(
    question.model,
    question.agent?.model_id ?? null,
    configuredModels(tools.settings, tools.secrets),
  );
  session.isByModel = model.provider !== "rules";
  const matched = await matchedFor(session, session.isByModel);
  const same = runnable(matched.same && { ...matched.same, values: {} });
  const done = same && (yield* directUnlessItFails(session, same));
  if (done) return done;
  const similar = matched.similar.filter(({ id }) => id !== same?.id);
  session.offered = similar.slice(0, QUERIES_OFFERED);
  // One without SQL is what is asked, as if the person had chosen it (D28).
  if (matched.same && !same)
    session.question = { ...question, saved_query: { ...matched.same, mode: "direct", values: {} } };

  const given = named ? yield* handedOver(session, named) : [];
  const telling =
    model.provider === "rules"
      ? byInterpreter(session)
      : citing(session, byModel(session, { configured: model, examples: examplesOf(similar), given }));
  const { grounded, truncated, type, state, follow_ups, understood, findings, citations = [] } = yield* telling;
  const { content } = grounded;
  return {
    type,
    content,
    metadata: {
      model_id: model.model_id,
      ...(citations.length > 0 && { citations }),
      ...(follow_ups.length > 0 && { follow_ups: follow_ups.slice(0, 3) }),
      ...understood,
      ...sourcesOf(session, grounded, findings),
      ...queriesOf(session),
      ...(truncated && { truncated }),
    },
    ...(state !== null && { state }),
    basis: await basisOf(
      session,
      model.provider === "rules" ? { by: "interpreter" } : { by: "model", prompt_version: PROMPT_VERSION },
    ),
  };
}

/** The same, after the results whose cells its text names were marked as such. */
function withNamed(session: Session, grounded: Grounded): Grounded {
  markNamed(session, grounded.numbers);
  return grounded;
}

/** The statements behind an answer, and where its numbers come from (D52, D54). */
function sourcesOf(session: Session, grounded: Grounded, findings?: readonly Finding[]): Partial<Answer["metadata"]> {
  return { ...cardOf(session, grounded.content, findings), verification: verificationOf(session, grounded) };
}

/** A saved query that has SQL to run. */
function runnable(
  query: (Omit<RunnableQuery, "sql"> & { sql: string | null }) | Question["saved_query"],
): RunnableQuery | null {
  return query && query.sql !== null ? { ...query, sql: query.sql } : null;
}

/** Saved queries that a model may run by itself. */
const QUERIES_OFFERED = 3;

/** The saved queries like the question; none is looked for where the person has named one, or asks about a file. */
const matchedFor = (session: Session, isModel: boolean): Promise<Match> | Match =>
  session.question.saved_query || session.question.uploads.length > 0
    ? { same: null, similar: [] }
    : matchQueries(session, { byModel: isModel });

/** The saved query that the question names, and the one that everything the answer shows comes from. */
const queriesOf = (session: Session): Pick<Answer["metadata"], "saved_query_id" | "verified_query"> => ({
  ...(session.question.saved_query && { saved_query_id: session.question.saved_query.id }),
  ...verifiedBy(session),
});

function verifiedBy(session: Session): Pick<Answer["metadata"], "verified_query"> {
  const shown = resultsShown(session);
  const id = shown[0]?.saved_query_id ?? null;
  const known = [...(session.question.saved_query ? [session.question.saved_query] : []), ...session.offered];
  const query = known.find((one) => one.id === id);
  if (!query || shown.some(({ saved_query_id }) => saved_query_id !== id)) return {};
  return { verified_query: { id: query.id, title: query.title } };
}

/**
 * The answer of a saved query that says what the message says; null where it fails, for the agent answers then as if there were
 * none. A database that is away fails every answer.
 */
async function* directUnlessItFails(
  session: Session,
  query: RunnableQuery,
): AsyncGenerator<AnswerEvent, Unmetered | null> {
  try {
    return yield* direct(session, query);
  } catch (error) {
    if (!(error instanceof DatasourceError) || session.fatal) throw error;
    session.failure = null;
    session.saved.delete(query.id);
    return null;
  }
}

async function* direct(session: Session, query: RunnableQuery): AsyncGenerator<AnswerEvent, Unmetered> {
  const { content } = yield* answerDirectly(session, query);
  return {
    type: "final",
    content,
    metadata: {
      model_id: RULES_MODEL,
      saved_query_id: query.id,
      verified_query: { id: query.id, title: query.title },
      ...NOT_READ,
      interpretation: titleText(query),
      ...sourcesOf(session, withNamed(session, await groundedByConstruction(session, content))),
    },
    basis: await basisOf(session, { by: "query" }),
  };
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
  grounded: Grounded;
  truncated: boolean;
  type: Answer["type"];
  state: unknown;
  follow_ups: string[];
  understood: Understood;
  /** What its reader should know of the whole answer. */
  findings?: readonly Finding[];
  /** The passages of documents that its text cites, in the order in which it does. */
  citations?: Citation[];
}

async function* byInterpreter(session: Session): AsyncGenerator<AnswerEvent, Told> {
  const [{ agentLoop }, { interpreterModel }, { interpreterScript }] = await Promise.all([
    import("./model-loop.ts"),
    import("./models/interpreter-model.ts"),
    import("./interpreter-script.ts"),
  ]);
  const script = interpreterScript(session);
  const model = interpreterModel(script);
  // The interpreter reads the session itself: the prompt would only be thrown away.
  const messages: ModelMessage[] = [{ role: "user", content: session.question.message }];
  const said = yield* agentLoop(session, { model, instructions: [{ role: "system", content: "" }], messages });
  // The verdict follows the last words; a script that was stopped before them has none.
  const { done, value } = await script.next();
  return {
    ...said,
    grounded: withNamed(session, await groundedByConstruction(session, said.content)),
    citations: session.quoted,
    ...(done ? value : FINAL),
  };
}

interface ModelInput {
  configured: ConfiguredModel;
  /** Saved queries like the question. */
  examples: readonly QuestionQuery[];
  /** Messages after the question, such as a result the model is given. */
  given: readonly ModelMessage[];
}

async function* byModel(session: Session, input: ModelInput): AsyncGenerator<AnswerEvent, Told> {
  const { configured, examples, given } = input;
  const { tools } = session;
  const [{ agentLoop }, model, instructions] = await Promise.all([
    import("./model-loop.ts"),
    openReliably(configured, tools),
    instructionsOf(session, examples, iso(tools.clock.now()).slice(0, 10)),
  ]);
  const messages = [...conversationOf(session), ...given];
  const asked = { model, instructions: asSystem(instructions) };
  const said = yield* agentLoop(session, { ...asked, messages });
  if (session.clarification) return asksBack(said, session.clarification.choices);
  const found = yield* ground(session, said, (content, request) =>
    agentLoop(session, {
      ...asked,
      messages: [...messages, { role: "assistant", content }, { role: "user", content: request }],
      steps: CORRECTION_STEPS,
    }),
  );
  const grounded = withNamed(session, found);
  const { understood, findings, state } = await readAgain(session);
  return {
    ...said,
    // Fixed rules that read the question alike know more of it than its SQL says.
    understood: understood.interpretation === null ? readFromSql(session) : understood,
    findings,
    grounded,
    type: "final",
    state,
    follow_ups: followUpsOf(session),
  };
}

/** An answer that asks which reading of the question is meant (D53). Its words are of the question, not of results. */
const asksBack = ({ content, truncated }: { content: string; truncated: boolean }, choices: Choice[]): Told => ({
  grounded: { content, status: "not_applicable", numbers: [] },
  truncated,
  type: "scope_notice",
  state: null,
  follow_ups: choices.map(({ message }) => message),
  understood: { ...NOT_READ, choices },
});

/** Model calls in which a model may put right a number that has no source. */
const CORRECTION_STEPS = 4;

/** A message for each part: providers that are told where they may cache are told so after the first. */
const asSystem = ({ shared, own }: TurnInstructions): SystemModelMessage[] =>
  [shared, own].map((content) => ({ role: "system", content }));

async function openReliably(configured: ConfiguredModel, tools: AnswerTools): Promise<LanguageModelV4> {
  const [{ openModel, paceOf }, { reliable }, { meterCall }] = await Promise.all([
    import("./models/registry.ts"),
    import("./models/reliable.ts"),
    import("./models/call-meter.ts"),
  ]);
  return reliable(await openModel(configured, tools.settings, tools.secrets, tools.clock), {
    clock: tools.clock,
    timeoutMs: tools.settings.modelTimeoutMs,
    paceMs: paceOf(configured),
    onCall: (call) => meterCall(configured.model_id, call, tools.meter),
  });
}
