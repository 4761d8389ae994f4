import type { FoundPassage } from "@parley/client";
import { useQuery } from "@tanstack/preact-query";
import { Search } from "lucide-preact";
import { useState } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { Button } from "../../../parts/button.tsx";
import { TextField } from "../../../parts/field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Remote } from "../../remote.tsx";
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
      {q !== "" && <Remote query={passages}>{(found) => <PassageList passages={found} />}</Remote>}
    </div>
  );
}

function PassageList({ passages }: { passages: readonly FoundPassage[] }) {
  return (
    <ol class="passage-list">
      {passages.map(({ document_id, title, place, quote }, at) => (
        <li key={`${document_id} ${at}`}>
          <figure>
            <blockquote>{quote}</blockquote>
            <figcaption>
              <b>{title}</b>
              {place && <span>{place}</span>}
            </figcaption>
          </figure>
        </li>
      ))}
    </ol>
  );
}
