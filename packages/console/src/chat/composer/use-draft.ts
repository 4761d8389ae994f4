import type { Parley } from "@parley/client";
import { useCallback, useRef, useState } from "preact/hooks";
import { type Draft, draftsOf, emptyDraft } from "../drafts.ts";

/** Files that were on their way when the chat was left did not arrive. */
const settled = (draft: Draft): Draft => ({
  ...draft,
  attachments: draft.attachments.filter(({ upload, problem }) => upload !== null || problem !== null),
});

/** What is being written, kept while the page lives: it is there again when the chat is. */
export function useDraft(parley: Parley, chatId: string | null): [Draft, (by: (draft: Draft) => Draft) => void] {
  const drafts = draftsOf(parley);
  const id = chatId ?? "";
  const [draft, set] = useState(() => settled(drafts.get(id) ?? emptyDraft));
  const place = useRef(id);
  if (place.current !== id) {
    // A new chat has got its id, and takes its draft along.
    drafts.delete(place.current);
    drafts.set(id, draft);
    place.current = id;
  }
  const change = useCallback(
    (by: (draft: Draft) => Draft) =>
      set((before) => {
        const after = by(before);
        drafts.set(place.current, after);
        return after;
      }),
    [drafts],
  );
  return [draft, change];
}
