import type { Chat, Message, Parley, Table, ToolCall, ToolResult } from "@parley/client";
import type { SayInChat } from "../words/chat-words.ts";
import { leadOf } from "./answer-text.ts";
import { sqlResultOf } from "./figures.ts";
import { inertMarkdown, plainCell, plainLine, plainWords } from "./inert-markdown.ts";
import { durationText, periodText } from "./source-line.ts";

/** A chat with all its messages. */
export interface WholeChat {
  chat: Chat;
  /** Oldest first. */
  messages: readonly Message[];
}

const EXPORT_PAGE_MESSAGES = 200;

/** Reads a chat with all its messages. Throws a `ParleyError`. */
export async function readWholeChat(parley: Parley, chatId: string): Promise<WholeChat> {
  const read = (before?: string) =>
    parley.chat.get({ chat_id: chatId, limit: EXPORT_PAGE_MESSAGES, ...(before !== undefined && { before }) });
  const { messages, has_more: hasMore, ...chat } = await read();
  const pages = [messages];
  for (let isMore = hasMore; isMore;) {
    const older = await read(pages.at(-1)?.[0]?.id);
    pages.push(older.messages);
    isMore = older.has_more && older.messages.length > 0;
  }
  return { chat, messages: pages.toReversed().flat() };
}

/** What a message holds; that of a tool's is JSON. */
function contentOf({ type, content }: Message): unknown {
  if (type !== "tool_call" && type !== "tool_result") return content;
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}

/** The chat as JSON for programs: as the service keeps it, with what tools were given and returned as objects. */
export const chatJson = ({ chat, messages }: WholeChat): string =>
  `${JSON.stringify({ chat, messages: messages.map((message) => ({ ...message, content: contentOf(message) })) }, null, 2)}\n`;

const tableRow = (cells: readonly string[]): string => `| ${cells.map(plainCell).join(" | ")} |`;

function tableMarkdown({ headers, rows, row_count: count = rows.length }: Table, say: SayInChat): string {
  const lines = [tableRow(headers), tableRow(headers.map(() => "---")), ...rows.map((row) => tableRow(row))];
  return lines.join("\n") + (count > rows.length ? `\n\n${say("export.rows", { shown: rows.length, count })}` : "");
}

/** A fence that the text does not close. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

interface Saying {
  say: SayInChat;
  language: string;
}

/** What an answer says, with its tables and its SQL. */
function answerMarkdown({ content, metadata }: Message, { say, language }: Saying): string[] {
  const { visualizations = [], sql = [], interpretation, assumptions = [], left_out: leftOut = [] } = metadata ?? {};
  const { period, warnings = [] } = metadata ?? {};
  const days = period ? periodText(period, language, say) : null;
  const lead = leadOf(content, { sql, interpretation, lists: [assumptions] });
  const remarks = [
    ...(interpretation ? [`- ${say("answer.readAs")}: ${plainWords(interpretation)}`] : []),
    ...(days ? [`- ${say("answer.period")}: ${days}`] : []),
    ...assumptions.map((each) => `- ${say("answer.assumed")}: ${plainWords(each)}`),
    ...warnings.map(({ message }) => `- ${say("answer.warnings")}: ${plainWords(message)}`),
    ...(leftOut.length > 0 ? [`- ${say("answer.leftOut")}: ${leftOut.map(plainWords).join(", ")}`] : []),
  ];
  return [
    inertMarkdown(lead),
    ...visualizations.flatMap((each) => (each.type === "table" ? [tableMarkdown(each, say)] : [])),
    remarks.join("\n"),
    ...sql.map((each) => fenced(each.sql, "sql")),
    ...(metadata?.citations ?? []).map(
      ({ title, place }, at) => `- [${at + 1}] ${plainWords(title)}, ${plainWords(place)}`,
    ),
  ];
}

function stepMarkdown(message: Message, { language }: Saying): string[] {
  const result = contentOf(message);
  if (message.type === "tool_message") return [inertMarkdown(message.content)];
  // The service has written it.
  if (message.type !== "tool_result" || typeof result !== "object" || result === null) return [];
  const { tool, summary, error, duration_ms: duration } = result as ToolResult & Partial<ToolCall>;
  const sql = sqlResultOf(result as ToolResult)?.sql;
  const line = `- \`${tool.replace(/[^\w.-]+/g, "_")}\`: ${plainWords(error ?? summary)} (${durationText(language, duration)})`;
  return [sql === undefined ? line : `${line}\n\n${fenced(sql, "sql")}`];
}

/**
 * The chat as Markdown for people: each question a heading, its answer, tables, SQL and the steps that led there. Texts of members,
 * rows and documents are text in it, and answers can show nothing that a reader would fetch.
 */
export function chatMarkdown({ chat, messages }: WholeChat, saying: Saying): string {
  const { say } = saying;
  const blocks = [`# ${plainLine(chat.title ?? say("chat.untitled"))}`];
  let steps: string[] = [];
  for (const message of messages) {
    const { type, content } = message;
    if (type === "user") blocks.push(`## ${plainLine(content)}`);
    else if (type === "final" || type === "scope_notice" || type === "error") {
      blocks.push(...answerMarkdown(message, saying));
      if (steps.length > 0) blocks.push(`### ${say("workings.title")}`, ...steps);
      steps = [];
    } else steps.push(...stepMarkdown(message, saying));
  }
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** A file's name by a title: what any file system takes, at most 60 characters. */
export function fileName(title: string, extension: string): string {
  const name = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
  return `${name || "chat"}.${extension}`;
}
