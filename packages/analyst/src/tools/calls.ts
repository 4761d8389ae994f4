import type { LanguageModelV4Message, LanguageModelV4ToolCall } from "@ai-sdk/provider";
import type { ToolCall, ToolResult } from "@parley/contract/event";
import type { AnswerEvent } from "@parley/core/turn/answer";
import { drain, type Session } from "../session.ts";
import { type AnalystTool, runTool } from "./tool.ts";

type ToolMessage = Extract<LanguageModelV4Message, { role: "tool" }>;

/** The tools a model called in one step. */
export type Calls = ReturnType<typeof createCalls>;

interface Called {
  id: string;
  name: string;
  result: Promise<ToolResult>;
}

/** A call's arguments, as an object: without any it is empty. `malformed`: they are none. */
export function argsOf(input: string): { value: Record<string, unknown> } | { malformed: string } {
  if (input.trim() === "") return { value: {} };
  try {
    const value: unknown = JSON.parse(input);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value: { ...value } };
  } catch {
    // Models cut their arguments short, and forget a quote.
  }
  return { malformed: input.slice(0, 2_000) };
}

/** Runs calls one after the other as soon as they are known, while the model may still speak. */
export function createCalls(definitions: readonly AnalystTool[], session: Session, signal: AbortSignal) {
  const called: Called[] = [];
  /** What the model is told where a call was not understood, by its id. */
  const refusals = new Map<string, string>();
  let running: Promise<unknown> = Promise.resolve();

  async function run({ toolCallId: id, toolName, input }: LanguageModelV4ToolCall): Promise<ToolResult> {
    const definition = definitions.find(({ name }) => name === toolName);
    const args = argsOf(input);
    if (definition && "value" in args) {
      // What no model can work around has ended the turn.
      if (session.fatal) return refused(id, toolName, "The turn has ended");
      return (await runTool(definition, { id, args: args.value }, session, signal)).event;
    }
    const names = definitions.map(({ name }) => name).join(", ");
    const problem = definition
      ? `The arguments of ${toolName} are no JSON object: ${input.slice(0, 2_000)}`
      : `There is no tool ${toolName.slice(0, 200)}. The tools are: ${names}`;
    refusals.set(id, problem);
    return refused(id, toolName, problem);
  }

  return {
    isEmpty: () => called.length === 0,

    /** Takes a call of the model, and answers it as it is shown. */
    start(call: LanguageModelV4ToolCall): ToolCall {
      const result = running.then(() => run(call));
      running = result;
      called.push({ id: call.toolCallId, name: call.toolName, result });
      const args = argsOf(call.input);
      return { tool_call_id: call.toolCallId, tool: call.toolName, args: "value" in args ? args.value : args };
    },

    /** The results in the order of the calls, each with what it shows. Throws what ends the turn. */
    async *results(): AsyncGenerator<AnswerEvent> {
      for (const { result } of called) {
        const event = await result;
        session.tools.signal.throwIfAborted();
        yield { type: "tool_result", result: event };
        if (session.fatal) throw session.fatal.error;
        yield* drain(session);
      }
    },

    /** The results as the model reads them. */
    message: (): ToolMessage => ({
      role: "tool",
      content: called.map(({ id, name }) => {
        const report = session.reports.get(id);
        const value = refusals.get(id) ?? report?.text ?? "";
        const isGood = !refusals.has(id) && report?.event.status === "success";
        return {
          type: "tool-result",
          toolCallId: id,
          toolName: name,
          output: { type: isGood ? "text" : "error-text", value },
        };
      }),
    }),
  };
}

/** A call that nobody could run: an unknown tool, or arguments that are no JSON. The model reads the same message. */
const refused = (id: string, tool: string, error: string): ToolResult => ({
  tool_call_id: id,
  tool,
  status: "error",
  duration_ms: 0,
  summary: "The call was not understood",
  result: null,
  error,
});
