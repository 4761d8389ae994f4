import type { SqlResult } from "@parley/contract/event";
import { DatasourceError } from "@parley/datasource/types";
import { toJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type { Session, ToolReport } from "../answer-session.ts";

/** What a tool found: a line for the person, data for the event, text for the model. */
export interface ToolOutcome {
  summary: string;
  result: SqlResult | Record<string, unknown> | null;
  text: string;
}

/** A failure that the model can do something about: it reads the message. */
export class ToolProblem extends Error {
  override name = "ToolProblem";
}

/** A tool of the analyst. */
export interface AnalystTool {
  name: string;
  description: string;
  /** JSON Schema of the arguments. */
  input: ReturnType<typeof toJsonSchema>;
  /** Arguments that do not fit are a `ToolProblem`. */
  run(args: unknown, session: Session, signal: AbortSignal): Promise<ToolOutcome>;
}

/** Describes a tool; its arguments are checked against `input` before `run` sees them. */
export function analystTool<Input extends v.GenericSchema>(definition: {
  name: string;
  description: string;
  input: Input;
  run(input: v.InferOutput<Input>, session: Session, signal: AbortSignal): Promise<ToolOutcome>;
}): AnalystTool {
  const { name, description, input } = definition;
  return {
    name,
    description,
    input: toJsonSchema(input, { errorMode: "ignore" }),
    async run(args, session, signal) {
      const parsed = v.safeParse(input, args);
      if (!parsed.success) {
        const problems = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? "arguments"}: ${issue.message}`);
        throw new ToolProblem(`The arguments do not fit: ${problems.join("; ")}`);
      }
      return definition.run(parsed.output, session, signal);
    },
  };
}

/** What a model reads if it makes more calls than a turn may: a step may have any number of them. */
const TOO_MANY = "The calls for this question are used up: answer with what there is";

/** Runs a tool and reports. Readable problems are results; what cannot be worked around ends the turn. */
export async function runTool(
  definition: AnalystTool,
  call: { id: string; args: unknown },
  session: Session,
  signal: AbortSignal = session.tools.signal,
): Promise<ToolReport> {
  const { clock } = session.tools;
  const start = clock.now();
  const report = (
    status: "success" | "error" | "cancelled",
    outcome: ToolOutcome,
    error: string | null,
  ): ToolReport => ({
    event: {
      tool_call_id: call.id,
      tool: definition.name,
      status,
      duration_ms: clock.now() - start,
      summary: outcome.summary,
      result: outcome.result,
      error,
    },
    text: outcome.text,
  });
  let made: ToolReport;
  const { meter } = session.tools;
  try {
    if (meter.left("tool_calls") === 0) throw new ToolProblem(TOO_MANY);
    meter.add({ tool_calls: 1 });
    made = report("success", await definition.run(call.args, session, signal), null);
  } catch (error) {
    const message = readable(error);
    if (error instanceof DatasourceError) session.failure = error;
    // A failing database ends the turn with its error, and so does every fault. An abort is reported by its signal.
    if (message === null || unavailable(error)) session.fatal ??= { error };
    const cancelled = signal.aborted;
    const text = cancelled ? "Cancelled" : (message ?? "The tool failed");
    made = report(cancelled ? "cancelled" : "error", { summary: text, result: null, text: `Error: ${text}` }, text);
  }
  session.reports.set(call.id, made);
  return made;
}

/** The message of a failure that may be read, or null for a fault. */
function readable(error: unknown): string | null {
  if (error instanceof ToolProblem) return error.message;
  return error instanceof DatasourceError ? `${error.code}: ${error.message}` : null;
}

const unavailable = (error: unknown) => error instanceof DatasourceError && error.code === "DATASOURCE_UNAVAILABLE";
