import { SocketEvent, StreamEvent } from "@parley/contract/event";
import type { ErrorCode } from "@parley/contract/errors";
import * as v from "valibot";
import { demand } from "./demand.ts";
import { judgeCode } from "./judge-events.ts";

const ServerFrame = v.union([StreamEvent, SocketEvent]);

/** Failures that end a turn; every other one answers a frame. */
const ofTurns = new Set<string>([
  "SQL_REJECTED",
  "SQL_FAILED",
  "QUERY_TIMEOUT",
  "DATASOURCE_UNAVAILABLE",
  "CONTEXT_TOO_LONG",
  "CONTENT_FILTERED",
  "MODEL_UNAVAILABLE",
  "MODEL_TIMEOUT",
] satisfies ErrorCode[]);

export type Transcript = ReturnType<typeof createTranscript>;

/**
 * What the service said on a connection. Each frame is held against the contract as it comes: its shape, its code, and
 * its place: `chat_metadata` begins a turn, `message`, `interrupted` or the turn's own `error` ends it, and nothing of a
 * turn comes before or after.
 */
export function createTranscript(chatId: string, hasHeartbeat: boolean) {
  const counts: Record<string, number> = {};
  const seen: string[] = [];
  let open = 0;
  let said = "";
  let isAlone = true;
  let showsTools = false;
  let userMessageId: string | undefined;
  let refusal: { code: string; closeCode: number } | undefined;

  function begin(id: string, messageId: string): void {
    demand(id === chatId, "chat_metadata is of another chat");
    userMessageId = messageId;
    open += 1;
    said = "";
    isAlone = open === 1;
  }
  function end(name: string): void {
    demand(open > 0, `${name} comes where no turn runs`);
    open -= 1;
  }

  function take(frame: v.InferOutput<typeof ServerFrame>): string {
    switch (frame.event) {
      case "chat_metadata":
        begin(frame.data.id, frame.data.user_message_id);
        break;
      case "tool_call":
      case "tool_result":
        demand(showsTools, `${frame.event} comes without being asked for`);
        demand(open > 0, `${frame.event} comes where no turn runs`);
        break;
      case "processing":
      case "visualization":
        demand(open > 0, `${frame.event} comes where no turn runs`);
        break;
      case "text_delta":
        demand(open > 0, "text_delta comes where no turn runs");
        said += frame.data.content;
        break;
      case "message":
        if (isAlone) demand(said === frame.data.content, "the deltas are not the message");
        end("message");
        break;
      case "interrupted":
        end("interrupted");
        break;
      case "error": {
        const { code, close_code, retry_after_seconds } = frame.data;
        judgeCode(code);
        if (code === "RATE_LIMIT") demand(retry_after_seconds !== undefined, "the refusal names no seconds");
        if (close_code !== undefined) refusal = { code, closeCode: close_code };
        if (!ofTurns.has(code)) return "refused";
        end(code);
        return "failed";
      }
      case "heartbeat":
        demand(hasHeartbeat, "heartbeat comes without being asked for");
        break;
      case "authenticated":
      case "pong":
      case "deleted":
        break;
      default:
        frame satisfies never;
    }
    return frame.event;
  }

  return {
    /** Takes a frame of the service. Throws if it is not documented, or out of place. */
    add(text: string): void {
      const frame: unknown = JSON.parse(text);
      seen.push(text.slice(0, 200));
      const parsed = v.safeParse(ServerFrame, frame);
      demand(parsed.success, `a frame has not its shape: ${text.slice(0, 500)}`);
      const name = take(parsed.output);
      counts[name] = (counts[name] ?? 0) + 1;
    },
    /** From now on a turn may show its tools. */
    expectTools: (): void => void (showsTools = true),
    count: (name: string): number => counts[name] ?? 0,
    /** How many frames of the client these can be the answers to. */
    answers: (): number =>
      ["authenticated", "pong", "deleted", "chat_metadata", "refused"]
        .map((name) => counts[name] ?? 0)
        .reduce((sum, one) => sum + one, 0),
    /** Turns that have begun and not ended. */
    open: (): number => open,
    userMessageId: (): string | undefined => userMessageId,
    /** What the end of the connection was announced with. */
    refusal: () => refusal,
    shown: (): string => seen.join("\n"),
  };
}
