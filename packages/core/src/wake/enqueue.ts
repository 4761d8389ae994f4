import { log } from "../observe/log.ts";
import type { TurnQueue, Wake } from "./wake.ts";

/** Wakes a worker for a durable turn. A failure only delays it: the next reader wakes one again. */
export async function enqueue(queue: TurnQueue, turn: Wake): Promise<void> {
  const { organization_id, member_id, chat_id, turn_id } = turn;
  try {
    await queue.send({ organization_id, member_id, chat_id, turn_id });
  } catch (error) {
    log("warn", "a turn could not be queued; whoever meets it will", { turn_id }, error);
  }
}
