import { jsonSchema, tool, type ToolSet } from "ai";
import type { Session } from "../answer-session.ts";
import { type AnalystTool, runTool } from "./tool.ts";

/** The tools as the AI SDK takes them. Their results are kept in `session.reports`. */
export function toolSet(definitions: readonly AnalystTool[], session: Session): ToolSet {
  return Object.fromEntries(
    definitions.map((definition) => [
      definition.name,
      tool({
        description: definition.description,
        inputSchema: jsonSchema(definition.input),
        execute: async (args: unknown, { toolCallId, abortSignal }) =>
          (await runTool(definition, { id: toolCallId, args }, session, abortSignal)).text,
        toModelOutput: ({ toolCallId, output }) => ({
          type: session.reports.get(toolCallId)?.event.status === "success" ? "text" : "error-text",
          value: output,
        }),
      }),
    ]),
  );
}
