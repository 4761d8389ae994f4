import type { AdminProject } from "@parley/client";
import { useQuery } from "@tanstack/preact-query";
import { Library, Plus } from "lucide-preact";
import { useLocation } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { Empty } from "../../../parts/empty.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Room } from "../../../shell/room.tsx";
import { ListDetail } from "../../list-detail.tsx";
import { Remote } from "../../remote.tsx";
import { Mark, Rows } from "../../rows.tsx";
import { withServerState } from "../../server-state.tsx";
import { Collection } from "./collection.tsx";
import { CollectionForm } from "./collection-form.tsx";
import { COLLECTIONS_KEY, useDocumentsWords } from "./documents-words.ts";
import "./documents.css";

const PATH = "/admin/documents";
/** Collections that an organization may have. */
const COLLECTIONS_AT_MOST = 200;

/** The organization's collections of documents, for administrators. `open` is a collection's id, or `new`. */
export const DocumentsRoom = withServerState(({ open }: { open: string | null }) => {
  const say = useDocumentsWords();
  const [, go] = useLocation();
  const { parley } = useSignedIn();
  const collections = useQuery({
    queryKey: COLLECTIONS_KEY,
    queryFn: async ({ signal }) => {
      const found: AdminProject[] = [];
      for await (const each of parley.project.list_all({ limit: COLLECTIONS_AT_MOST }, { signal })) found.push(each);
      return found;
    },
  });
  const isFull = (collections.data?.length ?? 0) >= COLLECTIONS_AT_MOST;
  const add = (
    <Button kind="quiet" icon={Plus} disabled={isFull} onClick={() => go(`${PATH}/new`)}>
      {say("add")}
    </Button>
  );
  const done = (collection: AdminProject | null): void => go(collection ? `${PATH}/${collection.id}` : PATH);
  const opened = collections.data?.find(({ id }) => id === open);
  const isOpen = open !== null && (open === "new" || collections.data !== undefined);
  const content =
    open === "new" ? (
      <CollectionForm collection={null} done={done} />
    ) : opened ? (
      <Collection key={opened.id} collection={opened} removed={() => done(null)} />
    ) : (
      <p class="detail-note">{say("unknown")}</p>
    );
  const title = opened?.name ?? say(open === "new" ? "add" : "title");
  return (
    <Room title={say("title")} actions={add}>
      <ListDetail detail={isOpen ? { id: open, title, content } : null} close={() => go(PATH)} isWide>
        <Remote query={collections}>
          {(found) => (
            <>
              <p class="room-intro">{isFull ? say("full", { limit: COLLECTIONS_AT_MOST }) : say("intro")}</p>
              {found.length === 0 ? (
                <Empty icon={Library} title={say("none")}>
                  {say("none.hint")}
                </Empty>
              ) : (
                <CollectionRows collections={found} />
              )}
            </>
          )}
        </Remote>
      </ListDetail>
    </Room>
  );
});

function CollectionRows({ collections }: { collections: readonly AdminProject[] }) {
  const say = useDocumentsWords();
  return (
    <div class="collection-rows">
      <Rows
        label={say("list")}
        rows={collections.map(({ id, name, description, tags = [], member_ids, document_count: count }) => ({
          id,
          href: `${PATH}/${id}`,
          title: name,
          note: [say(count === 0 ? "count.none" : "count", { count }), description || tags.join(", ")]
            .filter(Boolean)
            .join(" · "),
          end: member_ids && <Mark>{say("some", { count: member_ids.length })}</Mark>,
        }))}
      />
    </div>
  );
}
