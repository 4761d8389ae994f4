import type { AdminProject, ProjectDocument } from "@parley/client";
import { useQuery, useQueryClient } from "@tanstack/preact-query";
import { FileText, Upload } from "lucide-preact";
import { useRef, useState } from "preact/hooks";

import type { OpenedDocument } from "../../../chat/read-document.ts";
import { Button } from "../../../parts/button.tsx";
import { useFocusInList } from "../../../parts/focus.ts";
import { Empty } from "../../../parts/empty.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Remote } from "../../remote.tsx";
import { DocumentDialog } from "./lazy-dialog.ts";
import { DocumentLine } from "./document-line.tsx";
import { COLLECTIONS_KEY, documentsKey, useDocumentsWords } from "./documents-words.ts";
import { FileList } from "./file-list.tsx";
import { DOCUMENT_EXTENSIONS, type DocumentUploads } from "./use-document-uploads.ts";

const PAGE_DOCUMENTS = 200;
/** How often it is looked whether documents have been read, while one is being read and the page is seen. */
const INDEXING_POLL_MS = 1_500;

const isIndexing = ({ status }: ProjectDocument): boolean => status === "indexing";

/** The documents of a collection, the newest first, and where files are added. */
export function DocumentList({ collection, uploads }: { collection: AdminProject; uploads: DocumentUploads }) {
  const say = useDocumentsWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const list = useRef<HTMLDivElement>(null);
  const onFocusIn = useFocusInList(list);
  const [opened, open] = useState<OpenedDocument | null>(null);
  const project_id = collection.id;
  const documents = useQuery({
    queryKey: documentsKey(project_id),
    queryFn: async ({ signal }) => {
      const found: ProjectDocument[] = [];
      for await (const each of parley.document.list({ project_id, limit: PAGE_DOCUMENTS }, { signal }))
        found.push(each);
      return found.toReversed();
    },
    refetchInterval: ({ state }) => (state.data?.some(isIndexing) ? INDEXING_POLL_MS : false),
  });
  const changing = async (change: PromiseLike<unknown>): Promise<void> => {
    await change;
    await Promise.all(
      [documentsKey(project_id), COLLECTIONS_KEY].map((queryKey) => cache.invalidateQueries({ queryKey })),
    );
  };
  return (
    <div class="documents" ref={list} onFocusIn={onFocusIn}>
      <ChooseFiles add={uploads.add} />
      <FileList uploads={uploads} />
      <Remote query={documents}>
        {(found) =>
          found.length === 0 && uploads.files.length === 0 ? (
            <Empty icon={FileText} title={say("documents.none")} />
          ) : (
            <ul class="document-lines" aria-label={say("documents")}>
              {found.map((document) => (
                <DocumentLine
                  key={document.id}
                  document={document}
                  open={() => open({ project_id, document_id: document.id, title: document.title })}
                  rename={(title) => changing(parley.document.update({ project_id, document_id: document.id, title }))}
                  remove={() => changing(parley.document.remove({ project_id, document_id: document.id }))}
                />
              ))}
            </ul>
          )
        }
      </Remote>
      {opened && <DocumentDialog opened={opened} onClose={() => open(null)} />}
    </div>
  );
}

function ChooseFiles({ add }: { add: (files: readonly File[]) => void }) {
  const say = useDocumentsWords();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div class="choose-files">
      <Button icon={Upload} onClick={() => input.current?.click()}>
        {say("choose")}
      </Button>
      <p>{say("drop.hint")}</p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={DOCUMENT_EXTENSIONS}
        aria-label={say("choose")}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = "";
        }}
      />
    </div>
  );
}
