import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Answer, AnswerEvent } from "@parley/core/turn/answer";
import { DatasourceError } from "@parley/datasource/types";
import {
  isStepCount,
  type ModelMessage,
  streamText,
  type SystemModelMessage,
  type TextStreamPart,
  ToolChoiceViolationError,
  type ToolSet,
} from "ai";
import { modelFailure } from "./models/failures.ts";
import { HOLD_MS, Narration } from "./narration.ts";
import { drain, type Session, showLastTable } from "./session.ts";
import { truncatedText } from "./tables.ts";
import { availableTools } from "./tools/available.ts";
import { toolSet } from "./tools/tool-set.ts";

/** Model calls in one turn; the last one has to answer. */
export const MAX_STEPS = 12;

// The SDK's warnings name models and settings on the console; the service's log has its own words.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

export interface LoopInput {
  model: LanguageModelV4;
  instructions: SystemModelMessage;
  messages: ModelMessage[];
}

type Part = TextStreamPart<ToolSet>;

/**
 * The agent loop, the same for every model: calls it with the tools until it answers without one. Gives out the events of
 * the turn and answers the final text. However it ends, the call to the model ends with it.
 */
export async function* agentLoop(
  session: Session,
  input: LoopInput,
): AsyncGenerator<AnswerEvent, Pick<Answer, "content">> {
  const { clock, signal } = session.tools;
  const ended = new AbortController();
  const tools = availableTools(session);
  const stream = streamText({
    ...input,
    tools: toolSet(tools, session),
    toolCallConcurrency: 1,
    stopWhen: [isStepCount(MAX_STEPS), () => session.fatal !== null],
    prepareStep: ({ stepNumber }) => (stepNumber === MAX_STEPS - 1 ? { toolChoice: "none" } : {}),
    maxRetries: 0,
    abortSignal: AbortSignal.any([signal, ended.signal]),
    telemetry: { isEnabled: false },
    // Errors are parts of the stream; the SDK would write them to the console.
    onError: () => {},
  }).stream.getReader();

  const narration = new Narration({ hasTools: tools.length > 0 });
  let usedTools = session.results.length > 0;
  let next = stream.read();
  let hold: Promise<"held"> | null = null;
  try {
    for (;;) {
      if (narration.holding) hold ??= clock.sleep(HOLD_MS, ended.signal).then(() => "held" as const);
      else hold = null;
      const first = await (hold ? Promise.race([next, hold]) : next);
      if (first === "held") {
        yield* shown(session, narration.release());
        continue;
      }
      signal.throwIfAborted();
      if (first.done) break;
      next = stream.read();
      if (first.value.type === "start-step" && usedTools) yield { type: "progress", status: "processing" };
      if (first.value.type === "tool-call") usedTools = true;
      yield* eventsOf(first.value, session, narration);
    }
    showLastTable(session);
    yield* drain(session);
    yield* closing(session, narration);
    return { content: narration.content };
  } finally {
    ended.abort();
    // An aborted stream rejects: its failure has been told, or nobody waits for it.
    next.catch(() => {});
    stream.cancel().catch(() => {});
  }
}

function* eventsOf(part: Part, session: Session, narration: Narration): Generator<AnswerEvent> {
  switch (part.type) {
    case "text-delta":
      yield* narration.piece(part.text);
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
      if (report) yield { type: "tool_result", result: report.event };
      if (session.fatal) throw session.fatal.error;
      yield* drain(session);
      break;
    }
    case "tool-error":
      yield { type: "tool_result", result: refusedCall(part) };
      break;
    case "finish-step":
      yield* shown(session, narration.endStep());
      break;
    case "abort":
      session.tools.signal.throwIfAborted();
      break;
    case "error":
      // A model that calls a tool where it has to answer has come to the end of its steps without an answer.
      if (ToolChoiceViolationError.isInstance(part.error)) break;
      throw part.error instanceof DatasourceError ? part.error : modelFailure(part.error);
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

/** A call the SDK refused: an unknown tool, or arguments that are no JSON. The model reads the same message. */
function refusedCall(part: Extract<Part, { type: "tool-error" }>) {
  const message = part.error instanceof Error ? part.error.message : String(part.error);
  const error = message.slice(0, 2_000);
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
    : { malformed: String(input).slice(0, 2_000) };

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
