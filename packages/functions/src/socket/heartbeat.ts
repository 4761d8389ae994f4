import { limits } from "@parley/contract/limits";
import type { Base } from "@parley/core/environment/context";
import { log } from "@parley/core/observe/log";
import type { Frame } from "./send-frames.ts";

/** True if a connection was opened with `?heartbeat=1`. */
export const wantsHeartbeat = (query: Record<string, string | undefined>): boolean => query["heartbeat"] === "1";

/** Posts a heartbeat every 15 seconds until `ended` is aborted: what a connection that wants them gets while a turn streams. */
export async function heartbeat(env: Base, post: (frame: Frame) => Promise<void>, ended: AbortSignal): Promise<void> {
  for (;;) {
    await env.clock.sleep(limits.heartbeat_interval * 1000, ended);
    if (ended.aborted) return;
    try {
      await post({ event: "heartbeat", data: { ts: env.clock.now() / 1000 } });
    } catch (error) {
      // The turn's own frames will notice that the connection is gone; a missed heartbeat changes nothing.
      log("debug", "a heartbeat was not delivered", {}, error);
    }
  }
}
