import type { AdminProject } from "@parley/client";
import { useEffect, useRef } from "preact/hooks";
import { useSearchParams } from "wouter-preact";
import { LiveRegion } from "../../../parts/live-region.tsx";
import { Tabs } from "../../../parts/tabs.tsx";
import { useFileDrop } from "../../../parts/use-file-drop.ts";
import { CollectionForm } from "./collection-form.tsx";
import { DocumentList } from "./document-list.tsx";
import { useDocumentsWords } from "./documents-words.ts";
import { PassageSearch } from "./passage-search.tsx";
import { useDocumentUploads } from "./use-document-uploads.ts";

const views = ["documents", "search", "settings"] as const;
type View = (typeof views)[number];

/** Listens in the whole room, not only beside the list: a file that misses would be opened in the page's place. */
function useRoomListeners(
  within: { readonly current: HTMLElement | null },
  listeners: ReturnType<typeof useFileDrop>["listeners"],
): void {
  useEffect(() => {
    const room = within.current?.closest("main");
    const listen: readonly [
      type: "dragenter" | "dragleave" | "dragover" | "drop",
      listener: (event: DragEvent) => void,
    ][] = [
      ["dragenter", (event) => listeners.onDragEnter(event)],
      ["dragleave", () => listeners.onDragLeave()],
      ["dragover", (event) => listeners.onDragOver(event)],
      ["drop", (event) => listeners.onDrop(event)],
    ];
    for (const [type, listener] of listen) room?.addEventListener(type, listener);
    return () => {
      for (const [type, listener] of listen) room?.removeEventListener(type, listener);
    };
  });
}

/** A collection: its documents, a search of their passages, and who may use it. Files are taken wherever they are dropped. */
export function Collection({ collection, removed }: { collection: AdminProject; removed: () => void }) {
  const say = useDocumentsWords();
  const [address, setAddress] = useSearchParams();
  const uploads = useDocumentUploads(collection.id);
  const view = views.find((each) => each === address.get("view")) ?? "documents";
  const choose = (chosen: View): void => setAddress(chosen === "documents" ? {} : { view: chosen }, { replace: true });
  const drop = useFileDrop((files) => {
    choose("documents");
    uploads.add(files);
  });
  const element = useRef<HTMLDivElement>(null);
  useRoomListeners(element, drop.listeners);
  const panels = {
    documents: () => <DocumentList collection={collection} uploads={uploads} />,
    search: () => <PassageSearch projectId={collection.id} />,
    settings: () => <CollectionForm collection={collection} done={(kept) => kept === null && removed()} />,
  };
  return (
    <LiveRegion>
      <div ref={element} class="collection">
        <Tabs
          label={say("views")}
          tabs={views.map((name) => ({ name, label: say(`view.${name}`), panel: panels[name] }))}
          chosen={view}
          onChoose={choose}
        />
        {drop.isOver && <p class="collection-drop">{say("drop", { name: collection.name })}</p>}
      </div>
    </LiveRegion>
  );
}
