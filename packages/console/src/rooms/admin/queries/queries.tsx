import type { SavedQuery } from "@parley/client";
import { FileCode2, Plus } from "lucide-preact";
import { useLocation } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { Room } from "../../../shell/room.tsx";
import { useLanguage } from "../../../words/words.ts";
import { dayOf } from "../../day.ts";
import { ListDetail } from "../../list-detail.tsx";
import { foundBy, useQueriesWords, useSavedQueries } from "../../queries/saved-queries.ts";
import { Remote } from "../../remote.tsx";
import { Rows } from "../../rows.tsx";
import { SearchField, useSearchText } from "../../search-field.tsx";
import { withServerState } from "../../server-state.tsx";
import { QueryEditor } from "./query-editor.tsx";
import { useQueryEditorWords } from "./query-editor-words.ts";

const PATH = "/admin/queries";

/** The organization's saved queries, for administrators to write. `open` is a query's id, or `new`. */
export const QueryAdminRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useQueriesWords();
  const sayHere = useQueryEditorWords();
  const [, go] = useLocation();
  const [search, setSearch] = useSearchText();
  const queries = useSavedQueries();
  const add = (
    <Button kind="quiet" icon={Plus} onClick={() => go(`${PATH}/new`)}>
      {sayHere("add")}
    </Button>
  );
  return (
    <Room title={sayHere("title")} actions={add}>
      <ListDetail isWide detail={useDetail(open, queries.data)} close={() => go(PATH)}>
        <Remote query={queries}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={FileCode2} title={say("empty")}>
                {sayHere("empty.hint")}
              </Empty>
            ) : (
              <>
                <div class="rows-head">
                  <SearchField label={say("search")} value={search} onChange={setSearch} />
                </div>
                <QueryRows queries={foundBy(all, search)} />
              </>
            )
          }
        </Remote>
      </ListDetail>
    </Room>
  );
});

/** What is open beside the list: a query, a new one, or word that there is none. */
function useDetail(open: string | null, queries: readonly SavedQuery[] | undefined) {
  const say = useQueriesWords();
  const sayHere = useQueryEditorWords();
  const [, go] = useLocation();
  const opened = queries?.find(({ id }) => id === open);
  const editor = {
    leave: () => go(PATH),
    done: ({ id }: SavedQuery) => go(`${PATH}/${id}`),
  };
  if (open === "new") return { title: sayHere("add"), content: <QueryEditor key="new" query={null} {...editor} /> };
  if (opened) return { title: opened.title, content: <QueryEditor key={opened.id} query={opened} {...editor} /> };
  if (open === null || queries === undefined) return null;
  return { title: say("gone"), content: <p class="detail-note">{say("gone.hint")}</p> };
}

function QueryRows({ queries }: { queries: readonly SavedQuery[] }) {
  const say = useQueriesWords();
  const language = useLanguage();
  if (queries.length === 0) return <p class="rows-none">{say("none")}</p>;
  return (
    <Rows
      label={say("list")}
      rows={queries.map(({ id, title, description, prompt, updated_at: at }) => ({
        id,
        href: `${PATH}/${id}`,
        title,
        note: description ?? prompt,
        end: dayOf(at, language),
      }))}
    />
  );
}
