import type { Base } from "@parley/core/environment/context";
import * as Connection from "@parley/core/socket/connection";
import type { WithSockets } from "./environment.ts";
import { refuse } from "./refusal.ts";

/** Closes a connection that has not said who it is for as long as it may (D33). */
export async function endSilence(env: Base & WithSockets, connectionId: string): Promise<void> {
  const connection = await Connection.find(env, connectionId);
  if (connection && !connection.identity) await refuse(env, connectionId, "AUTH_FAILED");
}
