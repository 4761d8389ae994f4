import { limits } from "@parley/contract/limits";
import type { Base } from "@parley/core/environment/context";
import * as Connection from "@parley/core/socket/connection";
import type { SocketEnvironment, WithSockets } from "./environment.ts";
import { refuse } from "./refusal.ts";

/**
 * Gives a connection its ten seconds to say who it is for (D33). Nothing waits for it: until it authenticates, a connection
 * costs one write and this message.
 */
export const startAuthenticationDeadline = (env: SocketEnvironment, connectionId: string): Promise<void> =>
  env.queue.send({ kind: "silence", connection_id: connectionId }, limits.socket_silence);

/** Closes a connection that has not said who it is for as long as it may (D33). */
export async function endUnauthenticated(env: Base & WithSockets, connectionId: string): Promise<void> {
  const connection = await Connection.find(env, connectionId);
  if (connection && !connection.identity) await refuse(env, connectionId, "AUTH_FAILED");
}
