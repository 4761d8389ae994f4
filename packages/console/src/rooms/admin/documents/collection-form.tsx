import type { AdminProject, ProjectUpdate } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { useState } from "preact/hooks";
import { TextArea, TextField } from "../../../parts/field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { useFieldErrors } from "../../field-errors.ts";
import { Form } from "../../form.tsx";
import { COLLECTIONS_KEY, useDocumentsWords } from "./documents-words.ts";
import { MembersField } from "./members-field.tsx";
import { RemoveCollection } from "./remove-collection.tsx";
import { TagsField } from "./tags-field.tsx";

/** Characters of a collection's fields. */
const COLLECTION_NAME_CHARACTERS = 200;
const COLLECTION_DESCRIPTION_CHARACTERS = 2_000;

const fields = ["name", "description", "tags", "member_ids"] as const;

/** What is in the form. */
interface Draft {
  name: string;
  description: string;
  tags: readonly string[];
  /** Null: everybody. */
  memberIds: readonly string[] | null;
}

const draftOf = (collection: AdminProject | null): Draft => ({
  name: collection?.name ?? "",
  description: collection?.description ?? "",
  tags: collection?.tags ?? [],
  memberIds: collection?.member_ids ?? null,
});

const isSame = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === other || (one !== null && other !== null && one.join("\n") === other.join("\n"));

/** What of a collection the form changes; a new one is all of it. */
function changeOf(draft: Draft, collection: AdminProject | null): ProjectUpdate {
  const before = draftOf(collection);
  const description = draft.description.trim();
  return {
    ...(draft.name.trim() !== before.name && { name: draft.name.trim() }),
    ...(description !== before.description && { description: description || null }),
    ...(!isSame(draft.tags, before.tags) && { tags: [...draft.tags] }),
    ...(!isSame(draft.memberIds, before.memberIds) && { member_ids: draft.memberIds && [...draft.memberIds] }),
  };
}

interface Props {
  /** Null: a new one. */
  collection: AdminProject | null;
  /** What was kept; null: it was deleted. */
  done: (collection: AdminProject | null) => void;
}

/** What a collection is called, and who may use it. */
export function CollectionForm({ collection, done }: Props) {
  const say = useDocumentsWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(collection));
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const { errors, attempt } = useFieldErrors<(typeof fields)[number]>(
    { MEMBER_NOT_FOUND: { field: "member_ids", words: say("who.notFound") } },
    fields,
  );
  const change = changeOf(draft, collection);
  const name = draft.name.trim();
  const save = async (): Promise<void> => {
    const kept = collection
      ? await parley.project.update({ project_id: collection.id, ...change })
      : await parley.project.create({ ...change, name });
    await cache.invalidateQueries({ queryKey: COLLECTIONS_KEY });
    setDraft(draftOf(kept));
    done(kept);
  };
  return (
    <Form
      submit={say(collection ? "save" : "create")}
      isSubmittable={Object.keys(change).length > 0 && name !== ""}
      saved={say("saved")}
      onSubmit={() => attempt(save)}
      actions={collection && <RemoveCollection collection={collection} removed={() => done(null)} />}
    >
      <TextField
        label={say("name")}
        value={draft.name}
        onChange={(value) => set({ name: value })}
        error={errors.name ?? null}
        maxLength={COLLECTION_NAME_CHARACTERS}
        isRequired
      />
      <TextArea
        label={say("description")}
        hint={say("description.hint")}
        value={draft.description}
        onChange={(description) => set({ description })}
        error={errors.description ?? null}
        maxLength={COLLECTION_DESCRIPTION_CHARACTERS}
        rows={2}
      />
      <TagsField tags={draft.tags} onChange={(tags) => set({ tags })} error={errors.tags} />
      <MembersField
        memberIds={draft.memberIds}
        onChange={(memberIds) => set({ memberIds })}
        error={errors.member_ids}
      />
    </Form>
  );
}
