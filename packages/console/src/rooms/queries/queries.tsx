import { FileCode2 } from "lucide-preact";
import { useLocation } from "wouter-preact";
import { Empty } from "../../parts/empty.tsx";
import { Room } from "../../shell/room.tsx";
import { ListDetail } from "../list-detail.tsx";
import { Remote } from "../remote.tsx";
import { Rows } from "../rows.tsx";
import { SearchField, useSearchText } from "../search-field.tsx";
import { withServerState } from "../server-state.tsx";
import { QueryDetail } from "./query-detail.tsx";
import { foundBy, useQueriesWords, useSavedQueries } from "./saved-queries.ts";

const PATH = "/queries";

/** The organization's saved queries, for everybody to run. `open` is a query's id. */
export const QueriesRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useQueriesWords();
  const [, go] = useLocation();
  const [search, setSearch] = useSearchText();
  const queries = useSavedQueries();
  const opened = queries.data?.find(({ id }) => id === open);
  const gone = open !== null &&
    queries.data !== undefined && {
      title: say("gone"),
      content: <p class="detail-note">{say("gone.hint")}</p>,
    };
  const detail = opened ? { title: opened.title, content: <QueryDetail key={opened.id} query={opened} /> } : gone;
  return (
    <Room title={say("title")}>
      <ListDetail detail={detail || null} close={() => go(PATH)}>
        <Remote query={queries}>
          {(all) =>
            all.length === 0 ? (
              <Empty icon={FileCode2} title={say("empty")}>
                {say("empty.hint")}
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

function QueryRows({ queries }: { queries: ReturnType<typeof foundBy> }) {
  const say = useQueriesWords();
  if (queries.length === 0) return <p class="rows-none">{say("none")}</p>;
  return (
    <Rows
      label={say("list")}
      rows={queries.map(({ id, title, description, prompt, parameters }) => ({
        id,
        href: `${PATH}/${id}`,
        title,
        note: description ?? prompt,
        end: parameters.length > 0 && say("parameters", { count: parameters.length }),
      }))}
    />
  );
}
