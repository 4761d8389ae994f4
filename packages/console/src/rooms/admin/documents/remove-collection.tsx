import type { AdminProject } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/dialog.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { COLLECTIONS_KEY, useDocumentsWords } from "./documents-words.ts";

/** Deletes a collection with its documents, after asking. */
export function RemoveCollection({ collection, removed }: { collection: AdminProject; removed: () => void }) {
  const say = useDocumentsWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={Trash2} class="button form-danger" onClick={() => setAsking(true)}>
        {say("remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say("remove.title", { name: collection.name })}
        action={say("remove.action")}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await parley.project.remove({ project_id: collection.id });
          removed();
          await cache.invalidateQueries({ queryKey: COLLECTIONS_KEY });
        }}
      >
        {collection.document_count > 0 && say("remove.text", { count: collection.document_count })}
      </ConfirmDialog>
    </>
  );
}
