import type { FoundPassage } from "@parley/client";
import { useQuery } from "@tanstack/preact-query";
import { Search } from "lucide-preact";
import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";

import type { OpenedDocument } from "../../../chat/read-document.ts";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Remote } from "../../remote.tsx";
import { DocumentDialog } from "./lazy-dialog.ts";
import { useDocumentsWords } from "./documents-words.ts";

/** Characters that a search of passages may have. */
const PASSAGE_QUERY_CHARACTERS = 500;

/** Searches the passages as the agent would. What was searched for is in the address. */
export function PassageSearch({ projectId }: { projectId: string }) {
  const say = useDocumentsWords();
  const { parley } = useSignedIn();
  const [address, setAddress] = useSearchParams();
  const q = address.get("q") ?? "";
  const [text, setText] = useState(q);
  const [opened, open] = useState<OpenedDocument | null>(null);
  const passages = useQuery({
    queryKey: ["passages", projectId, q],
    queryFn: async ({ signal }) => (await parley.document.search({ project_id: projectId, q }, { signal })).passages,
    enabled: q !== "",
    // Searches are counted: what has been found stays for as long as it is looked at.
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <div class="passages">
      <form
        class="passage-form"
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = text.trim();
          if (wanted === "") return;
          if (wanted === q) void passages.refetch();
          else setAddress({ view: "search", q: wanted }, { replace: true });
        }}
      >
        <TextField
          label={say("search.label")}
          hint={say("search.hint")}
          type="search"
          value={text}
          onChange={setText}
          maxLength={PASSAGE_QUERY_CHARACTERS}
        />
        <Button icon={Search} type="submit" disabled={text.trim() === ""}>
          {say("search.go")}
        </Button>
      </form>
      <p role="status" class="passages-count">
        {passages.data &&
          say(passages.data.length === 0 ? "search.none" : "search.found", { count: passages.data.length })}
      </p>
      {q !== "" && (
        <Remote query={passages}>
          {(found) => <PassageList passages={found} open={(one) => open({ project_id: projectId, ...one })} />}
        </Remote>
      )}
      {opened && <DocumentDialog opened={opened} onClose={() => open(null)} />}
    </div>
  );
}

function PassageList({ passages, open }: { passages: readonly FoundPassage[]; open: (passage: FoundPassage) => void }) {
  const say = useDocumentsWords();
  return (
    <ol class="passage-list">
      {passages.map((passage, at) => (
        <li key={`${passage.document_id} ${at}`}>
          <figure>
            <blockquote>{passage.quote}</blockquote>
            <figcaption>
              <button
                type="button"
                class="document-name"
                aria-label={say("document.openAt", { name: passage.title, place: passage.place })}
                onClick={() => open(passage)}
              >
                {passage.title}
              </button>
              {passage.place && <span>{passage.place}</span>}
            </figcaption>
          </figure>
        </li>
      ))}
    </ol>
  );
}
