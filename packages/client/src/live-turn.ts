import { type ChatQuestion, type ChatStep, type ChatTurn, type ChatTurnStatus, withResult } from "./chat-turns.ts";
import { AbortedError, type ParleyError, TurnCancelled } from "./errors.ts";
import type { ToolCall, ToolResult } from "./generated.ts";
import type { AskEvent, Turn } from "./turn.ts";

/** A turn that this page watches as it happens. */
export interface LiveTurn {
  readonly key: string;
  readonly turn: Turn;
  readonly question: ChatQuestion;
  steps: readonly ChatStep[];
  /** True once somebody has asked for it to stop. */
  isStopping: boolean;
  /** True while it is not drawn: its question, or an earlier one, is being deleted. */
  isRemoved: boolean;
}

export const liveTurn = (key: string, turn: Turn, question: ChatQuestion): LiveTurn => ({
  key,
  turn,
  question,
  steps: [],
  isStopping: false,
  isRemoved: false,
});

/** A question that is just being asked. */
export const questionNow = (content: string, uploads: ChatQuestion["uploads"]): ChatQuestion => ({
  id: null,
  content,
  uploads,
  timestamp: new Date().toISOString(),
});

/** The id of the question's message; null until the service has accepted it. */
export const questionId = ({ question, turn }: LiveTurn): string | null => question.id ?? turn.userMessageId;

/** Whether a turn ended as somebody wished it to. */
export const isStopped = (error: ParleyError | null): boolean =>
  error instanceof TurnCancelled || error instanceof AbortedError;

/** Notes the steps that an event tells of. The rest of what is drawn the turn knows itself. */
export function noteStep(live: LiveTurn, { event, data }: AskEvent): void {
  switch (event as string) {
    case "restart":
      live.steps = [];
      break;
    case "tool_call": {
      const call = data as ToolCall;
      live.steps = [...live.steps, { type: "tool", id: call.tool_call_id, call, result: null }];
      break;
    }
    case "tool_result":
      live.steps = withResult(live.steps, data as ToolResult);
      break;
    default:
  }
}

function statusOf({ turn, isStopping }: LiveTurn): ChatTurnStatus {
  if (turn.status !== "ended") return isStopping ? "stopping" : turn.status;
  if (turn.error === null) return "completed";
  return isStopped(turn.error) ? "cancelled" : "failed";
}

/** The turn as it is drawn now. */
export function drawn(live: LiveTurn): ChatTurn {
  const { key, turn, question, steps } = live;
  const status = statusOf(live);
  return {
    key,
    question: { ...question, id: questionId(live) },
    steps,
    answer:
      turn.text === "" && !turn.message
        ? null
        : { id: turn.message?.id ?? null, type: "final", content: turn.text, metadata: null },
    partial: null,
    visualizations: turn.visualizations,
    followUps: [],
    status,
    progress: turn.status === "ended" ? null : turn.progress,
    error: status === "failed" ? turn.error : null,
  };
}
