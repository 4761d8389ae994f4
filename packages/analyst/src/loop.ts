import type { LanguageModelV4, LanguageModelV4Prompt, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Answer, AnswerEvent } from "@parley/core/turn/answer";
import { DatasourceError } from "@parley/datasource/types";
import { modelFailure } from "./models/failures.ts";
import { createSaid, type Said } from "./models/said.ts";
import { HOLD_MS, Narration } from "./narration.ts";
import { drain, type Session, showLastTable } from "./session.ts";
import { truncatedText } from "./tables.ts";
import { availableTools } from "./tools/available.ts";
import { createCalls, type Calls } from "./tools/calls.ts";

/** Model calls in one turn; the last one has to answer. */
export const MAX_STEPS = 12;

export interface LoopInput {
  model: LanguageModelV4;
  prompt: LanguageModelV4Prompt;
}

/** One call of the model. */
interface Step {
  /** The last one gets no tool: its calls are passed over. */
  isLast: boolean;
  said: Said;
  calls: Calls;
}

/**
 * The agent loop, the same for every model: calls it with the tools until it answers without one. Gives out the events of
 * the turn and answers the final text. However it ends, the call to the model ends with it. It is the service's own, on
 * the SDK's interface of a model: a turn hears hundreds of pieces, and the SDK's loop has a dozen streams for each.
 */
export async function* agentLoop(
  session: Session,
  { model, prompt }: LoopInput,
): AsyncGenerator<AnswerEvent, Pick<Answer, "content">> {
  const { signal } = session.tools;
  const ended = new AbortController();
  const abortSignal = AbortSignal.any([signal, ended.signal]);
  const definitions = availableTools(session);
  const tools = definitions.map(({ name, description, input }) => ({
    type: "function" as const,
    name,
    description,
    inputSchema: input,
  }));
  const narration = new Narration({ hasTools: tools.length > 0 });
  let usedTools = session.results.length > 0;
  try {
    for (let at = 1; at <= MAX_STEPS; at++) {
      const isLast = at === MAX_STEPS;
      const step: Step = { isLast, said: createSaid(), calls: createCalls(definitions, session, abortSignal) };
      if (usedTools) yield { type: "progress", status: "processing" };
      const stream = await opened(model, session, {
        prompt,
        ...(tools.length > 0 && { tools, toolChoice: { type: isLast ? "none" : "auto" } }),
        abortSignal,
      });
      yield* heard(stream.getReader(), step, session, narration, ended.signal);
      yield* step.calls.results();
      yield* shown(session, narration.endStep());
      if (step.calls.isEmpty()) break;
      usedTools = true;
      prompt = [...prompt, { role: "assistant", content: step.said.content() }, step.calls.message()];
    }
    showLastTable(session);
    yield* drain(session);
    yield* closing(session, narration);
    return { content: narration.content };
  } finally {
    ended.abort();
  }
}

async function opened(model: LanguageModelV4, session: Session, call: Parameters<LanguageModelV4["doStream"]>[0]) {
  try {
    return (await model.doStream(call)).stream;
  } catch (error) {
    session.tools.signal.throwIfAborted();
    throw failureOf(error);
  }
}

const failureOf = (error: unknown) => (error instanceof DatasourceError ? error : modelFailure(error));

/** What the model says in one call, as it comes. */
async function* heard(
  stream: ReadableStreamDefaultReader<LanguageModelV4StreamPart>,
  step: Step,
  session: Session,
  narration: Narration,
  ended: AbortSignal,
): AsyncGenerator<AnswerEvent> {
  const { clock, signal } = session.tools;
  let next = stream.read();
  let hold: Promise<"held"> | null = null;
  try {
    for (;;) {
      if (narration.holding) hold ??= clock.sleep(HOLD_MS, ended).then(() => "held" as const);
      else hold = null;
      const first = await (hold ? Promise.race([next, hold]) : next);
      if (first === "held") {
        yield* shown(session, narration.release());
        continue;
      }
      signal.throwIfAborted();
      if (first.done) return;
      next = stream.read();
      yield* eventsOf(first.value, step, session, narration);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw failureOf(error);
  } finally {
    // An aborted stream rejects: its failure has been told, or nobody waits for it.
    next.catch(() => {});
    stream.cancel().catch(() => {});
  }
}

function* eventsOf(
  part: LanguageModelV4StreamPart,
  { isLast, said, calls }: Step,
  session: Session,
  narration: Narration,
): Generator<AnswerEvent> {
  said.take(part);
  switch (part.type) {
    case "text-delta":
      yield* narration.piece(part.delta);
      break;
    case "tool-input-start":
      if (!isLast) yield* narration.toolCall();
      break;
    case "tool-call":
      // A model that calls a tool where it has to answer has come to the end of its steps without an answer.
      if (isLast) break;
      yield* narration.toolCall();
      yield { type: "tool_call", call: calls.start(part) };
      yield { type: "progress", status: "analyzing" };
      break;
    case "error":
      throw part.error;
    default:
      break;
  }
}

/** Final text comes after the table it speaks of. */
function* shown(session: Session, text: Generator<AnswerEvent>): Generator<AnswerEvent> {
  const [first, ...rest] = text;
  if (!first) return;
  showLastTable(session);
  yield* drain(session);
  yield first;
  yield* rest;
}

const saysTruncated = /truncat|first [\d,.]+|only .*rows|more rows|cut off|limited to/i;

/** What has to be said and was not: a cut result, an answer without words. */
function* closing(session: Session, narration: Narration): Generator<AnswerEvent> {
  const last = session.results.at(-1);
  if (narration.content.trim() === "") {
    yield* narration.add(
      last
        ? "The table shows the last result; the model came to no answer in words."
        : "The model gave no answer. Please ask again, perhaps in other words.",
    );
  }
  if (last?.result.truncated && !saysTruncated.test(narration.content)) {
    yield* narration.add(truncatedText(last.result));
  }
}
