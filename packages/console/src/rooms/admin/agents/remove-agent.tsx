import { type AdminAgent, ApiError } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/dialog.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { AGENTS_KEY, useAgentsWords } from "./agents-words.ts";

/** Deletes an agent, after asking. */
export function RemoveAgent({ agent, removed }: { agent: AdminAgent; removed: () => void }) {
  const say = useAgentsWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  async function remove(): Promise<void> {
    try {
      await parley.agent.remove({ agent_id: agent.id });
    } catch (error) {
      const isDefault = error instanceof ApiError && error.code === "AGENT_IN_USE";
      throw isDefault ? new Error(say("remove.inUse"), { cause: error }) : error;
    }
    // It leaves the list before the page leaves it: its address names nothing any more.
    removed();
    await cache.invalidateQueries({ queryKey: AGENTS_KEY });
  }
  return (
    <>
      <Button kind="quiet" icon={Trash2} class="button form-danger" onClick={() => setAsking(true)}>
        {say("remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say("remove.title", { name: agent.name })}
        action={say("remove.action")}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {say("remove.text")}
      </ConfirmDialog>
    </>
  );
}
