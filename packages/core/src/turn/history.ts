import type { ToolCall, ToolResult } from "@parley/contract/event";
import type { MessageMetadata } from "@parley/contract/message";
import type { Visualization } from "@parley/contract/visualization";
import { nextMessageId } from "../chat/record.ts";
import type { Base } from "../environment/context.ts";
import { toJsonText } from "../store/json-text.ts";
import { log } from "../observe/log.ts";
import { assistantMessage } from "../message/assistant-message.ts";
import { fitMetadata } from "../message/fit-metadata.ts";
import { isAnswer, type MessageRecord } from "../message/record.ts";
import type { TurnRecord } from "./record.ts";

/** What an answerer keeps for later turns has at most this many bytes; more is not kept. */
const STATE_BYTES = 400 * 1024;

function stateOf(state: unknown): Pick<MessageRecord, "state"> {
  if (state === undefined) return {};
  const text = toJsonText(state);
  if (Buffer.byteLength(text) <= STATE_BYTES) return { state: text };
  log("warn", "what an answerer keeps was too large", {});
  return {};
}

/** A transaction takes 100 writes; a turn's history is bounded below that. */
const MESSAGES_PER_TURN = 90;

export type History = ReturnType<typeof createHistory>;

/** Collects what the turn adds to the chat; it is written when the turn is settled. */
export function createHistory(ctx: Base, turn: TurnRecord) {
  let floor = turn.message_floor;
  let messages: MessageRecord[] = [];
  const shown: Visualization[] = [];
  const calls = new Map<string, { tool: string; since: number }>();
  const history = {
    add(type: MessageRecord["type"], content: string, metadata: MessageMetadata | null = null, state?: unknown) {
      floor = nextMessageId(ctx.ids, turn.chat_id, floor);
      const said = { id: floor, type, content, metadata: metadata && fitMetadata(metadata) };
      const message = assistantMessage(ctx, turn, said);
      messages.push({ ...message, ...stateOf(state) });
    },
    call(call: ToolCall) {
      calls.set(call.tool_call_id, { tool: call.tool, since: ctx.clock.now() });
      history.add("tool_call", JSON.stringify(call));
    },
    result(result: ToolResult) {
      calls.delete(result.tool_call_id);
      history.add("tool_result", JSON.stringify(result));
    },
    /** Gives every call that was cut short its result (D31). */
    cancelCalls(): ToolResult[] {
      const results = Array.from(calls, ([tool_call_id, { tool, since }]): ToolResult => ({
        tool_call_id,
        tool,
        status: "cancelled",
        duration_ms: ctx.clock.now() - since,
        summary: "Cancelled",
        result: null,
        error: "Cancelled",
      }));
      for (const result of results) history.result(result);
      return results;
    },
    show(visualization: Visualization) {
      shown.push(visualization);
    },
    visualizations: () => (shown.length > 0 ? { visualizations: shown } : {}),
    /** The same history before its answer was added. */
    withoutAnswer() {
      messages = messages.filter((message) => !isAnswer(message));
      return history;
    },
    messages: () => messages.slice(-MESSAGES_PER_TURN),
  };
  return history;
}
