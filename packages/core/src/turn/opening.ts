import { firstSeq } from "./event-log.ts";
import type { LoggedEvent } from "./packed-events.ts";
import type { TurnRecord } from "./record.ts";

/** What every run begins with, with its places in the log: known, and sent, before any worker has come. */
export function opening({
  attempt,
  chat_id,
  turn_id,
  user_message_id,
}: Pick<TurnRecord, "attempt" | "chat_id" | "turn_id" | "user_message_id">): LoggedEvent[] {
  const first = firstSeq(attempt);
  const metadata = { id: chat_id, user_message_id: user_message_id ?? "", turn_id };
  return [
    { seq: first, event: { event: "chat_metadata", data: metadata } },
    { seq: first + 1, event: { event: "processing", data: { status: "starting" } } },
  ];
}
