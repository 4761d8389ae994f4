import type { Change } from "../store/store.ts";
import { chatChange, chatState, jobChange, messageChange, socketChange } from "./chat-promises.ts";
import { turnChange } from "./turn-promises.ts";
import { isOfKind, type MonitorOptions, startWatching } from "./watched.ts";

export type Monitor = ReturnType<typeof createMonitor>;

/**
 * Watches every change of the table and reports what must never happen. It knows the protocol's promises, not its code:
 * one running turn per chat, one terminal state per turn, one user message and at most one answer, ids in order, nothing
 * that was taken out comes back, no lease is taken while it runs.
 */
export function createMonitor(options: MonitorOptions) {
  const watched = startWatching(options);
  return {
    watch(changes: readonly Change[]) {
      const chats = new Set<string>();
      for (const change of changes) {
        if (change.pk.startsWith("JOB#")) jobChange(watched, change);
        if (change.pk.startsWith("SOCKET#")) socketChange(watched, change);
        if (!change.pk.startsWith("CHAT#")) continue;
        chats.add(change.pk);
        if (isOfKind(change, "TURN")) turnChange(watched, change, changes);
        else if (change.sk === "CHAT") chatChange(watched, change, changes);
        else if (isOfKind(change, "MESSAGE")) messageChange(watched, change, changes);
      }
      for (const pk of chats) chatState(watched, pk);
    },
    /** What a turn was asked. */
    messageOf: (turnId: string) => watched.asked.get(turnId) ?? "",
    /** The processes that accepted a turn and claimed it last. */
    processesOf: (turnId: string) => ({
      acceptor: watched.acceptors.get(turnId),
      claimant: watched.claimants.get(turnId),
    }),
    /** True for a turn that ended after its worker's lease, or elsewhere. */
    isEndedLate: (turnId: string) => watched.endedLate.has(turnId),
    /** True for a message that was taken out at some time. */
    wasHidden: (pk: string, id: string) => watched.hidden.get(pk)?.has(id) ?? false,
  };
}
