import type { Parley, SavedQuery, Upload } from "@parley/client";

/** A file that goes with the question: on its way, there, or refused. */
export interface Attachment {
  key: number;
  name: string;
  size: number;
  /** Bytes sent so far. */
  sent: number;
  upload: Upload | null;
  /** Why it cannot be sent. */
  problem: string | null;
}

/** A question that has not been sent. */
export interface Draft {
  text: string;
  attachments: readonly Attachment[];
  query: SavedQuery | null;
  parameters: Readonly<Record<string, string>>;
}

export const emptyDraft: Draft = { text: "", attachments: [], query: null, parameters: {} };

/** What was being written in each chat, in memory only: nobody's words stay on a machine. */
const draftsByClient = new WeakMap<Parley, Map<string, Draft>>();

/** Drafts of a client's chats, by their ids; a new chat's is under the empty one. */
export function draftsOf(parley: Parley): Map<string, Draft> {
  const drafts = draftsByClient.get(parley) ?? new Map<string, Draft>();
  draftsByClient.set(parley, drafts);
  return drafts;
}
