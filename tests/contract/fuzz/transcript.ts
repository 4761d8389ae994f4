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

/**
 * What the service said on a connection. Each frame is held against the contract as it comes: its shape, its code, and
 * its place: `chat_metadata` begins a turn, `message`, `interrupted` or the turn's own `error` ends it, and nothing of a
 * turn comes before or after.
 */
export class Transcript {
  readonly #chatId: string;
  readonly #hasHeartbeat: boolean;
  readonly #counts: Record<string, number> = {};
  readonly #seen: string[] = [];
  #open = 0;
  #said = "";
  #isAlone = true;
  #showsTools = false;
  #userMessageId: string | undefined;
  #refusal: { code: string; closeCode: number } | undefined;

  constructor(chatId: string, hasHeartbeat: boolean) {
    this.#chatId = chatId;
    this.#hasHeartbeat = hasHeartbeat;
  }

  /** Takes a frame of the service. Throws if it is not documented, or out of place. */
  add(text: string): void {
    const frame: unknown = JSON.parse(text);
    this.#seen.push(text.slice(0, 200));
    const parsed = v.safeParse(ServerFrame, frame);
    demand(parsed.success, `a frame has not its shape: ${text.slice(0, 500)}`);
    const name = this.#take(parsed.output);
    this.#counts[name] = this.count(name) + 1;
  }

  /** From now on a turn may show its tools. */
  expectTools(): void {
    this.#showsTools = true;
  }

  count(name: string): number {
    return this.#counts[name] ?? 0;
  }

  /** How many frames of the client these can be the answers to. */
  answers(): number {
    return ["authenticated", "pong", "deleted", "chat_metadata", "refused"]
      .map((name) => this.count(name))
      .reduce((sum, one) => sum + one, 0);
  }

  /** Turns that have begun and not ended. */
  open(): number {
    return this.#open;
  }

  userMessageId(): string | undefined {
    return this.#userMessageId;
  }

  /** What the end of the connection was announced with. */
  refusal() {
    return this.#refusal;
  }

  shown(): string {
    return this.#seen.join("\n");
  }

  #begin(id: string, messageId: string): void {
    demand(id === this.#chatId, "chat_metadata is of another chat");
    this.#userMessageId = messageId;
    this.#open += 1;
    this.#said = "";
    this.#isAlone = this.#open === 1;
  }

  #end(name: string): void {
    demand(this.#open > 0, `${name} comes where no turn runs`);
    this.#open -= 1;
  }

  #take(frame: v.InferOutput<typeof ServerFrame>): string {
    switch (frame.event) {
      case "chat_metadata":
        this.#begin(frame.data.id, frame.data.user_message_id);
        break;
      case "tool_call":
      case "tool_result":
        demand(this.#showsTools, `${frame.event} comes without being asked for`);
        demand(this.#open > 0, `${frame.event} comes where no turn runs`);
        break;
      case "processing":
      case "visualization":
        demand(this.#open > 0, `${frame.event} comes where no turn runs`);
        break;
      case "text_delta":
        demand(this.#open > 0, "text_delta comes where no turn runs");
        this.#said += frame.data.content;
        break;
      case "message":
        if (this.#isAlone) demand(this.#said === frame.data.content, "the deltas are not the message");
        this.#end("message");
        break;
      case "interrupted":
        this.#end("interrupted");
        break;
      case "error": {
        const { code, close_code, retry_after_seconds } = frame.data;
        judgeCode(code);
        if (code === "RATE_LIMIT") demand(retry_after_seconds !== undefined, "the refusal names no seconds");
        if (close_code !== undefined) this.#refusal = { code, closeCode: close_code };
        if (!ofTurns.has(code)) return "refused";
        this.#end(code);
        return "failed";
      }
      case "heartbeat":
        demand(this.#hasHeartbeat, "heartbeat comes without being asked for");
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
}
