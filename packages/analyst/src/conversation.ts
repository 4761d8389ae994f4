import type { EarlierMessage, Question } from "@parley/core/answer/answer";
import { ToolCall, ToolResult } from "@parley/contract/event";
import type { ModelMessage } from "ai";
import * as v from "valibot";
import type { Session } from "./answer-session.ts";

/** Characters of earlier messages a turn carries. */
const CONVERSATION_CHARACTERS = 60_000;
/** So many of the last turns are shown with their tool calls and results; of older ones only the words. */
const TURNS_WITH_TOOLS = 3;

const Json = <S extends v.GenericSchema>(schema: S) => v.pipe(v.string(), v.parseJson(), schema);
const CallContent = Json(ToolCall);
const ResultContent = Json(ToolResult);

/** The conversation as a model reads it: earlier turns, then the question with its pictures. */
export function conversationOf(session: Session): ModelMessage[] {
  const { question, uploads } = session;
  return [
    ...earlier(question.history),
    {
      role: "user",
      content: [
        { type: "text", text: questionText(question) },
        ...uploads.pictures.map((picture) => ({
          type: "file" as const,
          mediaType: picture.mime_type,
          filename: picture.filename,
          data: picture.bytes,
        })),
      ],
    },
  ];
}

/** What the person asks; a saved query given to the agent brings its own instruction. */
function questionText({ message, saved_query }: Question): string {
  return saved_query
    ? `${saved_query.prompt}\n\n(Saved query “${saved_query.title}”, called with: ${message})`
    : message;
}

/** The newest earlier messages that fit, with a note of how many are left out. */
function earlier(history: readonly EarlierMessage[]): ModelMessage[] {
  let room = CONVERSATION_CHARACTERS;
  let start = history.length;
  while (start > 0 && room - (history[start - 1]?.content.length ?? 0) >= 0) {
    start -= 1;
    room -= history[start]?.content.length ?? 0;
  }
  // A window begins with a question: half a turn would be an answer without one, and some providers refuse a tool's call there.
  while (start < history.length && history[start]?.type !== "user") start += 1;
  const kept = history.slice(start);
  const questions = kept.flatMap((message, at) => (message.type === "user" ? [at] : []));
  const withTools = questions.at(-TURNS_WITH_TOOLS) ?? 0;
  const messages = kept.flatMap((message, at): ModelMessage[] => toModel(message, at >= withTools ? kept : []));
  const left =
    start === 0 ? [] : [{ role: "user" as const, content: `(${start} earlier messages of this chat are left out.)` }];
  return alternating([...left, ...messages]);
}

function toModel(message: EarlierMessage, tools: readonly EarlierMessage[]): ModelMessage[] {
  switch (message.type) {
    case "user":
      return [{ role: "user", content: message.content }];
    case "final":
    case "scope_notice":
    case "tool_message":
      return message.content.trim() === ""
        ? []
        : [{ role: "assistant", content: withoutNumbers(message) + (message.metadata?.partial ? " (cut short)" : "") }];
    case "tool_result":
      return exchange(message, tools);
    case "tool_call":
    case "error":
      return [];
  }
}

/** An answer without the numbers of its citations: another turn has numbers of its own. */
function withoutNumbers({ content, metadata }: EarlierMessage): string {
  const most = metadata?.citations?.length ?? 0;
  if (most === 0) return content;
  return content.replace(/ ?\[(\d{1,2}(?:, \d{1,2})*)\]/g, (mark, list: string) =>
    list.split(", ").every((number) => Number(number) >= 1 && Number(number) <= most) ? "" : mark,
  );
}

/** A tool's call and its result, at the place of the result. A call without a result is left out. */
function exchange(message: EarlierMessage, tools: readonly EarlierMessage[]): ModelMessage[] {
  const result = v.safeParse(ResultContent, message.content);
  if (!result.success) return [];
  const { tool_call_id, tool, status, error } = result.output;
  const call = tools
    .filter((each) => each.type === "tool_call")
    .map((each) => v.safeParse(CallContent, each.content))
    .find((each) => each.success && each.output.tool_call_id === tool_call_id);
  if (!call?.success) return [];
  const value = status === "success" ? JSON.stringify(result.output.result) : `Error: ${error ?? "cancelled"}`;
  const names = { toolCallId: tool_call_id, toolName: tool };
  return [
    { role: "assistant", content: [{ type: "tool-call", ...names, input: call.output.args }] },
    { role: "tool", content: [{ type: "tool-result", ...names, output: { type: "text", value } }] },
  ];
}

/** Some models insist that people and assistants take turns: a question without an answer gets a placeholder. */
function alternating(messages: readonly ModelMessage[]): ModelMessage[] {
  const result: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role === "user" && result.at(-1)?.role === "user")
      result.push({ role: "assistant", content: "(No answer was given.)" });
    result.push(message);
  }
  if (result.at(-1)?.role === "user") result.push({ role: "assistant", content: "(No answer was given.)" });
  return result;
}
