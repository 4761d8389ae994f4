import type { Source } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/dialog.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { SOURCES_KEY } from "./source-state.ts";
import { useSourcesWords } from "./sources-words.ts";

/** Deletes a database from the list, after asking. */
export function RemoveSource({ source, removed }: { source: Source; removed: () => void }) {
  const say = useSourcesWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  async function remove(): Promise<void> {
    await parley.source.remove({ integration_id: source.id });
    removed();
    await cache.invalidateQueries({ queryKey: SOURCES_KEY });
  }
  return (
    <>
      <Button kind="quiet" icon={Trash2} class="button form-danger" onClick={() => setAsking(true)}>
        {say("remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say("remove.title", { name: source.display_name })}
        action={say("remove.action")}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {say("remove.text")}
      </ConfirmDialog>
    </>
  );
}
