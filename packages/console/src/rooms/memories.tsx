import type { MemoryList } from "@parley/client";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { later } from "../parts/later.tsx";
import { useSignedIn } from "../session/session-context.ts";
import { Room } from "../shell/room.tsx";
import { de } from "../words/memories-de.ts";
import { en, type MemoriesWords } from "../words/memories-en.ts";
import { useLanguage, wordsOf } from "../words/words.ts";
import { dayOf } from "./day.ts";
import { Notes } from "./notes/notes.tsx";
import { Remote } from "./remote.tsx";
import { withServerState } from "./server-state.tsx";

const Impact = later(() => import("./evaluation/impact.tsx").then((part) => part.Impact));

const useWords = wordsOf<MemoriesWords>({ en, de });
/** Memories that a member may have, and how many of them are given with every question. */
const MEMORY_LIMIT = 100;
const CORE_MEMORIES = 10;

/** Whose memories: one's own, or those of a member that an administrator looks after. */
type Verbs = {
  list: (signal: AbortSignal) => PromiseLike<MemoryList>;
  create: (content: string) => PromiseLike<unknown>;
  update: (memoryId: string, content: string) => PromiseLike<unknown>;
  remove: (memoryId: string) => PromiseLike<unknown>;
  reorder: (memoryIds: string[]) => PromiseLike<MemoryList>;
};

function useVerbs(memberId: string | null): Verbs {
  const { memory, admin_memory: admin } = useSignedIn().parley;
  if (memberId === null) {
    return {
      list: (signal) => memory.list({}, { signal }),
      create: (content) => memory.create({ content }),
      update: (memory_id, content) => memory.update({ memory_id, content }),
      remove: (memory_id) => memory.remove({ memory_id }),
      reorder: (memory_ids) => memory.reorder({ memory_ids }),
    };
  }
  const member_id = memberId;
  return {
    list: (signal) => admin.list({ member_id }, { signal }),
    create: (content) => admin.create({ member_id, content }),
    update: (memory_id, content) => admin.update({ member_id, memory_id, content }),
    remove: (memory_id) => admin.remove({ member_id, memory_id }),
    reorder: (memory_ids) => admin.reorder({ member_id, memory_ids }),
  };
}

/** A member's memories in their order; null: one's own. */
export function Memories({ memberId }: { memberId: string | null }) {
  const say = useWords();
  const language = useLanguage();
  const { isAdmin } = useSignedIn();
  const verbs = useVerbs(memberId);
  const cache = useQueryClient();
  const key = ["memories", memberId];
  const memories = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await verbs.list(signal)).user_memories,
  });
  const changing = async (change: PromiseLike<unknown>): Promise<void> => {
    await change;
    await cache.invalidateQueries({ queryKey: key });
  };
  return (
    <Remote query={memories}>
      {(found) => (
        <Notes
          notes={found.map(({ id, content, tier, updated_at }) => ({
            id,
            content,
            about: `${dayOf(updated_at, language)} · ${say(`tier.${tier}`)}`,
          }))}
          limit={MEMORY_LIMIT}
          words={{ add: say("add"), placeholder: say("placeholder"), confirm: say("confirm"), none: say("none") }}
          impact={
            isAdmin
              ? (id, content) => (
                  <Impact draft={content === null ? null : { memory: { id, member_id: memberId, content } }} />
                )
              : undefined
          }
          create={(content) => changing(verbs.create(content))}
          update={(id, content) => changing(verbs.update(id, content))}
          remove={(id) => changing(verbs.remove(id))}
          reorder={(ids) => changing(verbs.reorder([...ids]))}
        />
      )}
    </Remote>
  );
}

/** What Parley knows about the member who is signed in. */
export const MemoriesRoom = withServerState(() => {
  const say = useWords();
  return (
    <Room title={say("title")}>
      <p class="room-intro">{say("intro", { core: CORE_MEMORIES })}</p>
      <Memories memberId={null} />
    </Room>
  );
});
