import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { later } from "../../parts/later.tsx";
import { useSignedIn } from "../../session/session-context.ts";
import { Room } from "../../shell/room.tsx";
import { de } from "../../words/rules-de.ts";
import { en, type RulesWords } from "../../words/rules-en.ts";
import { useLanguage, wordsOf } from "../../words/words.ts";
import { dayOf } from "../day.ts";
import { Notes } from "../notes/notes.tsx";
import { useNotesWords } from "../notes/use-notes-words.ts";
import { Remote } from "../remote.tsx";
import { withServerState } from "../server-state.tsx";

const Impact = later(() => import("../evaluation/impact.tsx").then((part) => part.Impact));

const useWords = wordsOf<RulesWords>({ en, de });
const RULES_KEY = ["rules"];
/** Rules that an organization may have. */
const RULE_LIMIT = 100;

/** The organization's rules, for administrators. */
export const RulesRoom = withServerState(() => {
  const say = useWords();
  const sayNotes = useNotesWords();
  const language = useLanguage();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const rules = useQuery({
    queryKey: RULES_KEY,
    queryFn: async ({ signal }) => (await parley.rule.list({}, { signal })).organization_rules,
  });
  const changing = async (change: PromiseLike<unknown>): Promise<void> => {
    await change;
    await cache.invalidateQueries({ queryKey: RULES_KEY });
  };
  return (
    <Room title={say("title")}>
      <p class="room-intro">{say("intro")}</p>
      <Remote query={rules}>
        {(found) => (
          <Notes
            notes={found
              // The oldest first: a rule stays where it is when it is changed.
              .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
              .map(({ id, content, last_updated_by_name, updated_at }) => ({
                id,
                content,
                about: sayNotes("by", { name: last_updated_by_name, when: dayOf(updated_at, language) }),
              }))}
            limit={RULE_LIMIT}
            words={{ add: say("add"), placeholder: say("placeholder"), confirm: say("confirm"), none: say("none") }}
            impact={(id, content) => <Impact draft={content === null ? null : { rule: { id, content } }} />}
            create={(content) => changing(parley.rule.create({ content }))}
            update={(rule_id, content) => changing(parley.rule.update({ rule_id, content }))}
            remove={(rule_id) => changing(parley.rule.remove({ rule_id }))}
          />
        )}
      </Remote>
    </Room>
  );
});
