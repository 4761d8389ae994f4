import { type ChatQuestion, type ChatStep, type ChatTurn, type ChatTurnStatus, withResult } from "./chat-turns.ts";
import { AbortedError, TurnCancelled } from "./errors.ts";
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
}

export const liveTurn = (key: string, turn: Turn, question: ChatQuestion): LiveTurn => ({
  key,
  turn,
  question,
  steps: [],
  isStopping: false,
});

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
  return turn.error instanceof TurnCancelled || turn.error instanceof AbortedError ? "cancelled" : "failed";
}

/** The turn as it is drawn now. */
export function drawn(live: LiveTurn): ChatTurn {
  const { key, turn, question, steps } = live;
  const status = statusOf(live);
  return {
    key,
    question: { ...question, id: question.id ?? turn.userMessageId },
    steps,
    answer:
      turn.text === "" && !turn.message
        ? null
        : { id: turn.message?.id ?? null, type: "final", content: turn.text, metadata: null },
    visualizations: turn.visualizations,
    followUps: [],
    status,
    progress: turn.status === "ended" ? null : turn.progress,
    error: status === "failed" ? turn.error : null,
  };
}
