import type { SavedQuery } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../../parts/field.tsx";
import { later } from "../../../parts/later.tsx";
import { useToast } from "../../../parts/toast.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { Form } from "../../form.tsx";
import { QUERIES_KEY } from "../../queries/saved-queries.ts";
import { useSources } from "../sources/source-state.ts";
import { QueryTrial } from "./query-trial.tsx";
import { draftOf, fieldsOf, isComplete, type QueryDraft } from "./query-draft.ts";
import { useQueryEditorWords } from "./query-editor-words.ts";
import { SqlField } from "./sql-field.tsx";
import { useVerdict } from "./use-verdict.ts";

const Impact = later(() => import("../../evaluation/impact.tsx").then((part) => part.Impact));

interface Props {
  /** Null: a new one. */
  query: SavedQuery | null;
  /** It was saved. */
  done: (query: SavedQuery) => void;
  /** It is no more. */
  leave: () => void;
}

/** Where a saved query is written, checked as it is typed, tried and saved. */
export function QueryEditor({ query, done, leave }: Props) {
  const say = useQueryEditorWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const toast = useToast();
  const [draft, setDraft] = useState(() => draftOf(query));
  const sources = useSources().data ?? [];
  const source = sources.find(({ id }) => id === draft.integration_id) ?? sources[0];
  const verdict = useVerdict(draft.sql, source?.id);
  const change = (part: Partial<QueryDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const save = async (): Promise<void> => {
    const fields = fieldsOf(draft);
    const saved = query
      ? await parley.query.update({ query_id: query.id, ...fields })
      : await parley.query.create(fields);
    await cache.invalidateQueries({ queryKey: QUERIES_KEY });
    toast({ text: say("saved") });
    done(saved);
  };
  return (
    <div class="detail-parts">
      <Form
        submit={say(query ? "save" : "create")}
        isSubmittable={isComplete(draft)}
        onSubmit={save}
        actions={query && <Removal query={query} leave={leave} />}
      >
        <Words draft={draft} change={change} />
        {sources.length > 1 && source && (
          <SelectField
            label={say("source")}
            hint={say("source.hint")}
            value={draft.integration_id ?? ""}
            onChange={(id) => change({ integration_id: id || null })}
            options={[
              { value: "", label: say("source.any") },
              ...sources.map(({ id, display_name: label }) => ({ value: id, label })),
            ]}
          />
        )}
        <SqlField sql={draft.sql} onChange={(sql) => change({ sql })} verdict={verdict} source={source} />
      </Form>
      <Impact draft={isComplete(draft) ? { query: { id: query?.id ?? null, content: fieldsOf(draft) } } : null} />
      {source && draft.sql.trim() !== "" && (
        <QueryTrial sql={draft.sql} parameters={verdict.parameters} sourceId={source.id} />
      )}
    </div>
  );
}

/** What a query is called, tells and asks. */
function Words({ draft, change }: { draft: QueryDraft; change: (part: Partial<QueryDraft>) => void }) {
  const say = useQueryEditorWords();
  return (
    <>
      <TextField
        label={say("name")}
        hint={say("name.hint")}
        value={draft.title}
        onChange={(title) => change({ title })}
        maxLength={200}
        isRequired
      />
      <TextField
        label={say("description")}
        hint={say("description.hint")}
        value={draft.description}
        onChange={(description) => change({ description })}
        maxLength={2000}
      />
      <TextArea
        label={say("prompt")}
        hint={say("prompt.hint")}
        value={draft.prompt}
        onChange={(prompt) => change({ prompt })}
        maxLength={8000}
        isRequired
      />
      <TextField
        label={say("keywords")}
        hint={say("keywords.hint")}
        value={draft.keywords}
        onChange={(keywords) => change({ keywords })}
      />
    </>
  );
}

/** Deletes a query, after asking. */
function Removal({ query, leave }: { query: SavedQuery; leave: () => void }) {
  const say = useQueryEditorWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const toast = useToast();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={Trash2} class="button form-danger" onClick={() => setAsking(true)}>
        {say("remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say("remove.title", { title: query.title })}
        action={say("remove.action")}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await parley.query.remove({ query_id: query.id });
          leave();
          toast({ text: say("removed") });
          await cache.invalidateQueries({ queryKey: QUERIES_KEY });
        }}
      >
        {say("remove.text")}
      </ConfirmDialog>
    </>
  );
}
