import type { ChatTurn } from "@parley/client/react";
import type { ChatWords } from "../words/chat-en.ts";
import { sqlResultOf } from "./figures.ts";

/** The tools that have words of their own. */
const tools = ["run_sql", "make_chart", "search_documents", "describe_tables", "query_upload", "read_upload"] as const;

const known = (tool: string) => tools.find((name) => name === tool) ?? "tool";

/** What a tool is doing, or has done. */
export const wordsOfTool = (tool: string, isDone: boolean): keyof ChatWords =>
  isDone ? `done.${known(tool)}` : `step.${known(tool)}`;

/** What a turn is doing now, as a key of the chat's words. */
export function presentStep({ status, steps, progress, answer, visualizations }: ChatTurn): keyof ChatWords {
  if (status === "sending") return "step.sending";
  if (status === "reconnecting") return "step.reconnecting";
  if (status === "stopping") return "step.stopping";
  const open = steps.findLast((step) => step.type === "tool" && step.result === null);
  if (open?.type === "tool") return wordsOfTool(open.call.tool, false);
  if (answer && answer.content !== "") return "step.writing";
  if (progress === "processing" || visualizations.length > 0) return "step.reading";
  return progress === null || progress === "starting" ? "step.starting" : "step.thinking";
}

/** The figure that is on its way: its rows are there, its drawing is not. */
export function expectedFigure({ steps, visualizations }: ChatTurn): "number" | "sheet" | null {
  if (visualizations.length > 0) return null;
  const last = steps.findLast((step) => step.type === "tool");
  const sql = last?.type === "tool" ? sqlResultOf(last.result) : undefined;
  if (!sql || sql.row_count === 0) return null;
  return sql.row_count === 1 && sql.columns.length === 1 ? "number" : "sheet";
}
