import { firstSeq, type LoggedEvent } from "./event-log.ts";
import type { TurnRecord } from "./record.ts";

/** What every run begins with, with its places in the log: known, and sent, before any worker has come. */
export function opening({
  attempt,
  chat_id,
  user_message_id,
}: Pick<TurnRecord, "attempt" | "chat_id" | "user_message_id">): LoggedEvent[] {
  const first = firstSeq(attempt);
  return [
    { seq: first, event: { event: "chat_metadata", data: { id: chat_id, user_message_id: user_message_id ?? "" } } },
    { seq: first + 1, event: { event: "processing", data: { status: "starting" } } },
  ];
}
