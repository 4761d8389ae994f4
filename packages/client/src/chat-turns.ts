import type { ParleyError } from "./errors.ts";
import type {
  AttachedUpload,
  Message,
  MessageMetadata,
  ProcessingStatus,
  ToolCall,
  ToolResult,
  Visualization,
} from "./generated.ts";

/** What was asked. */
export interface ChatQuestion {
  /** Null until the service has accepted it. */
  id: string | null;
  content: string;
  uploads: readonly AttachedUpload[];
  /** ISO 8601. */
  timestamp: string;
}

/** What is answered, also while it is being written. */
export interface ChatAnswer {
  /** Null until it is kept. */
  id: string | null;
  /** `scope_notice` says what cannot be answered, `error` why there is no answer. */
  type: "final" | "scope_notice" | "error";
  /** Markdown. */
  content: string;
  metadata: MessageMetadata | null;
}

/** A step on the way to an answer: a tool that was used, or what was said between tools. */
export type ChatStep =
  | { type: "tool"; id: string; call: ToolCall; result: ToolResult | null }
  | { type: "text"; id: string; text: string };

/** How far a question has come. */
export type ChatTurnStatus = "sending" | "running" | "reconnecting" | "stopping" | "completed" | "failed" | "cancelled";

/** A question with all that came of it: how people read a chat, and how it is drawn. */
export interface ChatTurn {
  /** Stays the same while the turn is sent, answered and kept: for lists that are drawn by key. */
  key: string;
  /** Null where the oldest loaded message is in the middle of a turn. */
  question: ChatQuestion | null;
  steps: readonly ChatStep[];
  answer: ChatAnswer | null;
  /** What had been written when the turn failed, where `answer` says why it did. Markdown. */
  partial: string | null;
  visualizations: readonly Visualization[];
  /** Questions that could be asked next. */
  followUps: readonly string[];
  status: ChatTurnStatus;
  /** What the service is doing; null once the turn has ended. */
  progress: ProcessingStatus | null;
  /** Why there is no answer, where this page saw it fail; history says it in `answer`. */
  error: ParleyError | null;
}

/** The payload of a tool message; undefined where it is not an object. */
function payloadOf<T>(content: string): T | undefined {
  try {
    const payload: unknown = JSON.parse(content);
    // The service has written it.
    return typeof payload === "object" && payload !== null ? (payload as T) : undefined;
  } catch {
    return undefined;
  }
}

/** The steps with one more; a tool's result joins its call. */
export function withResult(steps: readonly ChatStep[], result: ToolResult): ChatStep[] {
  return steps.map((step) =>
    step.type === "tool" && step.call.tool_call_id === result.tool_call_id ? { ...step, result } : step,
  );
}

function stepsOf(messages: readonly Message[]): ChatStep[] {
  let steps: ChatStep[] = [];
  for (const { id, type, content } of messages) {
    if (type === "tool_message") steps.push({ type: "text", id, text: content });
    const call = type === "tool_call" ? payloadOf<ToolCall>(content) : undefined;
    if (call) steps.push({ type: "tool", id, call, result: null });
    const result = type === "tool_result" ? payloadOf<ToolResult>(content) : undefined;
    if (result) steps = withResult(steps, result);
  }
  return steps;
}

const isAnswer = ({ type }: Message): boolean => type === "final" || type === "scope_notice" || type === "error";

const statusOf = (answer: Message | undefined): ChatTurnStatus => {
  // One that runs is drawn as it happens, not from history; another without an answer was stopped before its first word.
  if (!answer) return "cancelled";
  if (answer.type === "error") return answer.metadata?.error?.code === "TURN_CANCELLED" ? "cancelled" : "failed";
  return answer.metadata?.partial ? "cancelled" : "completed";
};

/** The question that a message of a member is. */
export const questionOf = ({ id, content, timestamp, metadata }: Message): ChatQuestion => ({
  id,
  content,
  timestamp,
  uploads: metadata?.uploads ?? [],
});

function turnOf(key: string, messages: readonly Message[]): ChatTurn {
  const [first] = messages;
  const question = first?.type === "user" ? first : undefined;
  const answer = messages.findLast(isAnswer);
  // A failure stands behind what it has cut short.
  const cut = answer?.type === "error" ? messages.findLast(({ type }) => type === "final") : undefined;
  return {
    key,
    question: question ? questionOf(question) : null,
    steps: stepsOf(messages),
    answer: answer
      ? {
          id: answer.id,
          type: answer.type as ChatAnswer["type"], // `isAnswer`
          content: answer.content,
          metadata: answer.metadata,
        }
      : null,
    partial: cut?.content ?? null,
    visualizations: (cut ?? answer)?.metadata?.visualizations ?? [],
    followUps: answer?.metadata?.follow_ups ?? [],
    status: statusOf(answer),
    progress: null,
    error: null,
  };
}

/**
 * Makes a function that groups a chat's messages, oldest first, into turns. A turn whose messages are the same objects as
 * before is the same object as before, and so is the list of all turns. `keyOf` gives a turn's key by the id of its first message.
 */
export function turnGrouper(keyOf: (id: string) => string): (messages: readonly Message[]) => ChatTurn[] {
  const known = new WeakMap<Message, { messages: readonly Message[]; turn: ChatTurn }>();
  let last: { messages: readonly Message[]; turns: ChatTurn[] } | undefined;
  return (messages) => {
    if (last?.messages === messages) return last.turns;
    const groups: Message[][] = [];
    for (const message of messages) {
      const group = groups.at(-1);
      if (message.type === "user" || !group) groups.push([message]);
      else group.push(message);
    }
    const turns = groups.map((group) => {
      const [first] = group as [Message]; // No group is empty.
      const before = known.get(first);
      if (before?.messages.length === group.length && group.every((each, at) => each === before.messages[at])) {
        return before.turn;
      }
      const turn = turnOf(keyOf(first.id), group);
      known.set(first, { messages: group, turn });
      return turn;
    });
    last = { messages, turns };
    return turns;
  };
}
