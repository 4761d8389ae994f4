import type { LanguageModelV4 } from "@ai-sdk/provider";
import { cutText } from "@parley/contract/cut-text";
import type { Meter } from "@parley/core/ledger/meter";
import type { Answer, AnswerEvent } from "@parley/core/answer/answer";
import { createEventRoom } from "@parley/core/answer/event-room";
import { log } from "@parley/core/observe/log";
import { DatasourceError } from "@parley/datasource/types";
import {
  isStepCount,
  type ModelMessage,
  type SystemModelMessage,
  type TextStreamPart,
  ToolChoiceViolationError,
  type ToolSet,
} from "ai";
import { askerLanguage } from "@parley/core/answer/asker-language";
import { mayCallModel } from "./models/call-meter.ts";
import { modelFailure } from "./models/failures.ts";
import { floodIn } from "./models/flood.ts";
import { callModel } from "./models/text-bypass.ts";
import { HOLD_MS, Narration } from "./narration.ts";
import { createStances, type Stances } from "./step-roles.ts";
import { drain, type Session, showLastTable } from "./answer-session.ts";
import { truncatedText } from "./row-counts.ts";
import { clarificationText } from "./tools/ask.ts";
import { availableTools } from "./tools/available.ts";
import { toolSet } from "./tools/tool-set.ts";
import { unsaidIn } from "./unsaid.ts";

/** Model calls in one turn; the last one has to answer. */
export const MAX_STEPS = 12;

// The SDK's warnings would print models and settings to the console; the service has its own log.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** The part of a turn's tokens and money that is reserved for the call that has to answer. */
const KEPT_FOR_THE_ANSWER = 0.2;
/** Requests reserved for it: it may have to be tried again. */
const CALLS_FOR_THE_ANSWER = 4;

/** True if the next call to the model has to be the one that answers with what there is. */
const isNearlyUsedUp = (meter: Meter): boolean =>
  meter.left("tool_calls") === 0 ||
  (meter.used.model_calls > 0 && meter.left("model_calls") <= CALLS_FOR_THE_ANSWER) ||
  (["tokens", "microdollars"] as const).some(
    (kind) => meter.used[kind] > 0 && meter.left(kind) <= (meter.used[kind] + meter.left(kind)) * KEPT_FOR_THE_ANSWER,
  );

export interface LoopInput {
  model: LanguageModelV4;
  instructions: SystemModelMessage[];
  messages: ModelMessage[];
  /** Model calls at most; `MAX_STEPS` where it is not said. */
  steps?: number;
}

type Part = TextStreamPart<ToolSet>;

/** When the model is not called again, and which of its calls has to answer: of `steps`, the last one. */
const stepping = (session: Session, { steps = MAX_STEPS }: LoopInput, stances: Stances) => ({
  stopWhen: [
    isStepCount(steps),
    () => session.fatal !== null || session.clarification !== null || !mayCallModel(session.tools.meter),
  ],
  prepareStep: ({ stepNumber }: { stepNumber: number }) => {
    const isLast = stepNumber === steps - 1 || isNearlyUsedUp(session.tools.meter);
    stances.ask(stepNumber, isLast);
    return isLast ? { toolChoice: "none" as const } : {};
  },
});

/** Bytes of events that are left for the end of a turn whose model was stopped. */
const END_EVENT_BYTES = 96 * 1024;

/** The result of the loop; `truncated`: the model did not stop by itself and was cut off (D57). */
export interface LoopAnswer extends Pick<Answer, "content"> {
  truncated: boolean;
}

/**
 * The agent loop, the same for every model: calls it with the tools until it answers without one. Yields the events of
 * the turn and returns the final text. However it ends, the call to the model ends with it.
 */
export async function* agentLoop(session: Session, input: LoopInput): AsyncGenerator<AnswerEvent, LoopAnswer> {
  const { clock, signal } = session.tools;
  const ended = new AbortController();
  const tools = availableTools(session);
  const reading = readingOf(session, input, tools.length > 0);
  const { narration } = reading;
  const { read, cancel } = callModel({
    ...input,
    tools: toolSet(tools, session),
    toolCallConcurrency: 1,
    ...stepping(session, input, reading.stances),
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, ended.signal]),
    telemetry: { isEnabled: false },
    // Errors are parts of the stream; the SDK would write them to the console.
    onError: () => {},
  });

  /** The events as far as the turn has room for them. */
  function* told(events: Generator<AnswerEvent>): Generator<AnswerEvent> {
    for (const event of events) {
      if (room.take(event)) yield event;
      else stopped = true;
    }
  }
  const room = createEventRoom(END_EVENT_BYTES);
  let stopped = false;
  /** True when the last step ended at the model's own limit instead of with its answer. */
  let isShort = false;
  let usedTools = session.results.length > 0;
  let next = read();
  let hold: Promise<"held"> | null = null;
  try {
    for (;;) {
      if (narration.holding) hold ??= clock.sleep(HOLD_MS, ended.signal).then(() => "held" as const);
      else hold = null;
      const first = await (hold ? Promise.race([next, hold]) : next);
      if (first === "held") {
        hold = null;
        yield* told(shown(session, narration.waited()));
        continue;
      }
      signal.throwIfAborted();
      if (first.done) break;
      next = read();
      if (first.value.type === "start-step" && usedTools) yield { type: "progress", status: "processing" };
      if (first.value.type === "tool-call") usedTools = true;
      if (first.value.type === "finish-step") isShort = first.value.finishReason === "length";
      const flood = first.value.type === "error" ? floodIn(first.value.error) : undefined;
      if (flood) log("warn", "a model was stopped", { what: flood.what });
      if (!flood) yield* told(eventsOf(first.value, reading));
      stopped ||= narration.isFull || flood !== undefined;
      if (stopped) break;
    }
    // The call to the model ends before the last words are sent, not when they have been read.
    if (stopped) ended.abort();
    showLastTable(session);
    yield* drain(session);
    yield* stopped ? narration.stop() : closing(session, narration, isShort);
    return { content: narration.content, truncated: stopped || isShort };
  } finally {
    ended.abort();
    // An aborted stream rejects: its failure has been reported, or no caller waits for it.
    next.catch(() => {});
    cancel().catch(() => {});
  }
}

/** What the parts of a model's stream are read with. */
interface Reading {
  session: Session;
  narration: Narration;
  stances: Stances;
}

const readingOf = (session: Session, { messages }: LoopInput, hasTools: boolean): Reading => ({
  session,
  narration: new Narration(askerLanguage(session.question)),
  // A result that was handed over comes last.
  stances: createStances(session, { hasTools, isGiven: messages.at(-1)?.role === "tool" }),
});

function* eventsOf(part: Part, { session, narration, stances }: Reading): Generator<AnswerEvent> {
  switch (part.type) {
    case "start-step":
      narration.beginStep(stances.begin());
      break;
    case "text-delta":
      yield* shown(session, narration.piece(part.text));
      break;
    case "tool-input-start":
      yield* narration.toolCall();
      break;
    case "tool-call":
      yield* narration.toolCall();
      yield {
        type: "tool_call",
        call: { tool_call_id: part.toolCallId, tool: part.toolName, args: argsOf(part.input) },
      };
      yield { type: "progress", status: "analyzing" };
      break;
    case "tool-result": {
      const report = session.reports.get(part.toolCallId);
      stances.called(report?.event);
      if (report) yield { type: "tool_result", result: report.event };
      if (session.fatal) throw session.fatal.error;
      yield* drain(session);
      break;
    }
    case "tool-error":
      stances.called(undefined);
      yield { type: "tool_result", result: refusedCall(part) };
      break;
    case "finish-step":
      yield* shown(session, narration.endStep());
      break;
    case "abort":
      session.tools.signal.throwIfAborted();
      break;
    case "error":
      // A model that calls a tool when it has to answer has used up its steps without an answer.
      if (ToolChoiceViolationError.isInstance(part.error)) break;
      throw part.error instanceof DatasourceError ? part.error : modelFailure(part.error);
    default:
      break;
  }
}

/** Final text comes after the table it is about. */
function* shown(session: Session, text: Generator<AnswerEvent>): Generator<AnswerEvent> {
  const [first, ...rest] = text;
  if (!first) return;
  showLastTable(session);
  yield* drain(session);
  yield first;
  yield* rest;
}

/** Characters that are kept of a call that was not understood, and of why. */
const LONGEST_REFUSED = 2_000;

/** A call the SDK refused: an unknown tool, or arguments that are not JSON. The model reads the same message. */
function refusedCall(part: Extract<Part, { type: "tool-error" }>) {
  const message = part.error instanceof Error ? part.error.message : String(part.error);
  const error = cutText(message, LONGEST_REFUSED);
  return {
    tool_call_id: part.toolCallId,
    tool: part.toolName,
    status: "error" as const,
    duration_ms: 0,
    summary: "The call was not understood",
    result: null,
    error,
  };
}

const argsOf = (input: unknown): Record<string, unknown> =>
  typeof input === "object" && input !== null && !Array.isArray(input)
    ? { ...input }
    : { malformed: cutText(String(input), LONGEST_REFUSED) };

const saysTruncated =
  /truncat|first [\d,.]+|only .*rows|more rows|cut off|limited to|ersten [\d.]+|nur .*zeilen|weitere zeilen|abgeschnitten|gekürzt/i;

/** What has to be said and was not: that a result or the answer was cut, or that an answer has no words. */
function* closing(session: Session, narration: Narration, isShort: boolean): Generator<AnswerEvent> {
  if (session.clarification) {
    return yield* narration.add(clarificationText(session.clarification, session.question));
  }
  const last = session.results.at(-1);
  const language = askerLanguage(session.question);
  const unsaid = unsaidIn(language);
  if (isShort) {
    yield* narration.add(unsaid.endsAtLimit);
  } else if (narration.content.trim() === "") {
    yield* narration.add(last ? unsaid.noWords : unsaid.noAnswer);
  }
  if (last?.result.truncated && !saysTruncated.test(narration.content)) {
    yield* narration.add(truncatedText(last.result, language));
  }
}
