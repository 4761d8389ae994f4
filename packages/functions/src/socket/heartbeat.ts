import { limits } from "@parley/contract/limits";
import type { Base } from "@parley/core/environment/context";
import { log } from "@parley/core/observe/log";
import type { Frame } from "./frames.ts";

/** Posts a heartbeat every 15 seconds until `ended` is aborted: what `?heartbeat=1` asks for while a turn streams. */
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
