import type { AdminAgent, AgentUpdate, ModelList } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { MessageSquare } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { SideDialog } from "../../../parts/drawer.tsx";
import { Checkbox, SelectField, TextArea, TextField } from "../../../parts/field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { useFieldErrors } from "../../field-errors.ts";
import { Form } from "../../form.tsx";
import { AGENTS_KEY, useAgentsWords } from "./agents-words.ts";
import { RemoveAgent } from "./remove-agent.tsx";
import { TryAgent } from "./try-agent.tsx";
import { type Starter, StarterFields, starterOf } from "./starter-fields.tsx";

/** Characters of an agent's fields. */
const NAME_CHARACTERS = 200;
const DESCRIPTION_CHARACTERS = 2_000;
const INSTRUCTIONS_CHARACTERS = 8_000;

const fields = [
  "name",
  "description",
  "instructions",
  "model_id",
  "starter_prompts",
  "published",
  "is_default",
] as const;

/** What is in the form. */
interface Draft {
  name: string;
  description: string;
  instructions: string;
  /** Empty: the platform's default. */
  model: string;
  starters: readonly Starter[];
  published: boolean;
  isDefault: boolean;
}

const draftOf = (agent: AdminAgent | null): Draft => ({
  name: agent?.name ?? "",
  description: agent?.description ?? "",
  instructions: agent?.instructions ?? "",
  model: agent?.model_id ?? "",
  starters: (agent?.starter_prompts ?? []).map(starterOf),
  published: agent?.published ?? false,
  isDefault: agent?.is_default ?? false,
});

/** What of an agent the form changes; a new agent is all of it. Empty starters are left out. */
function changeOf(draft: Draft, agent: AdminAgent | null): AgentUpdate {
  const starters = draft.starters.map(({ text }) => text.trim()).filter(Boolean);
  const before = draftOf(agent);
  const description = draft.description.trim();
  return {
    ...(draft.name.trim() !== before.name && { name: draft.name.trim() }),
    ...(description !== before.description && { description: description || null }),
    ...(draft.instructions !== before.instructions && { instructions: draft.instructions }),
    ...(draft.model !== before.model && { model_id: draft.model || null }),
    ...(starters.join("\n") !== before.starters.map(({ text }) => text).join("\n") && { starter_prompts: starters }),
    ...(draft.published !== before.published && { published: draft.published }),
    ...(draft.isDefault !== before.isDefault && { is_default: draft.isDefault }),
  };
}

interface Props {
  /** Null: a new one. */
  agent: AdminAgent | null;
  offered: ModelList;
  /** Goes to an agent that was added; null: to the list, for this one was deleted. */
  done: (agent: AdminAgent | null) => void;
}

/** Where an agent is written, published, made the default, deleted, and asked. */
export function AgentForm(props: Props) {
  const say = useAgentsWords();
  const [isTried, setTried] = useState(false);
  const { agent } = props;
  const close = (): void => setTried(false);
  return (
    <>
      <Written {...props} onTry={() => setTried(true)} />
      {agent && (
        <SideDialog isOpen={isTried} onClose={close} side="start" label={say("try.title", { name: agent.name })}>
          <TryAgent agent={agent} onClose={close} />
        </SideDialog>
      )}
    </>
  );
}

/** The form itself. */
function Written({ agent, offered, done, onTry }: Props & { onTry: () => void }) {
  const say = useAgentsWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(agent));
  const set = (change: Partial<Draft>): void => setDraft((before) => ({ ...before, ...change }));
  const { errors, attempt } = useFieldErrors<(typeof fields)[number]>(
    {
      MODEL_NOT_FOUND: { field: "model_id", words: say("model.notFound") },
      AGENT_NOT_PUBLISHED: { field: "is_default", words: say("isDefault.draft") },
      AGENT_IN_USE: { field: "is_default", words: say("isDefault.inUse") },
    },
    fields,
  );
  const change = changeOf(draft, agent);
  const isSaved = Object.keys(change).length === 0;
  const name = draft.name.trim();
  const save = async (): Promise<void> => {
    const kept = agent
      ? await parley.agent.update({ agent_id: agent.id, ...change })
      : await parley.agent.create({ ...change, name });
    await cache.invalidateQueries({ queryKey: AGENTS_KEY });
    if (agent) setDraft(draftOf(kept));
    else done(kept);
  };
  return (
    <Form
      submit={say(agent ? "save" : "create")}
      isSubmittable={!isSaved && name !== ""}
      saved={say("saved")}
      onSubmit={() => attempt(save)}
      actions={agent && <Actions {...{ agent, isSaved }} onTry={onTry} removed={() => done(null)} />}
    >
      <TextField
        label={say("name")}
        value={draft.name}
        onChange={(value) => set({ name: value })}
        error={errors.name ?? null}
        maxLength={NAME_CHARACTERS}
        isRequired
      />
      <TextArea
        label={say("description")}
        hint={say("description.hint")}
        value={draft.description}
        onChange={(description) => set({ description })}
        error={errors.description ?? null}
        maxLength={DESCRIPTION_CHARACTERS}
        rows={2}
      />
      <TextArea
        label={say("instructions")}
        hint={say("instructions.hint")}
        placeholder={say("instructions.placeholder")}
        value={draft.instructions}
        onChange={(instructions) => set({ instructions })}
        error={errors.instructions ?? null}
        maxLength={INSTRUCTIONS_CHARACTERS}
        rows={6}
      />
      <ModelSelect offered={offered} value={draft.model} onChange={(model) => set({ model })} error={errors.model_id} />
      <StarterFields
        starters={draft.starters}
        onChange={(starters) => set({ starters })}
        error={errors.starter_prompts}
      />
      <Visibility agent={agent} draft={draft} set={set} errors={errors} />
    </Form>
  );
}

interface ActionsProps {
  agent: AdminAgent;
  isSaved: boolean;
  onTry: () => void;
  removed: () => void;
}

/** Deletes the agent, and asks it beside its form, once what is in that was saved. */
function Actions({ agent, isSaved, onTry, removed }: ActionsProps) {
  const say = useAgentsWords();
  return (
    <>
      <Button
        kind="quiet"
        icon={MessageSquare}
        disabled={!isSaved}
        title={isSaved ? undefined : say("try.unsaved")}
        onClick={onTry}
      >
        {say("try")}
      </Button>
      <RemoveAgent agent={agent} removed={removed} />
    </>
  );
}

interface ModelSelectProps {
  offered: ModelList;
  value: string;
  onChange: (model: string) => void;
  error: string | undefined;
}

/** Which model answers. One that is no longer offered stays until another is chosen. */
function ModelSelect({ offered, value, onChange, error }: ModelSelectProps) {
  const say = useAgentsWords();
  const { models, default: platform } = offered;
  const nameOf = (id: string): string => models.find(({ model_id: each }) => each === id)?.display_name ?? id;
  const isGone = value !== "" && !models.some(({ model_id: each }) => each === value);
  const chosen = models.find(({ model_id: each }) => each === (value || platform));
  return (
    <SelectField
      label={say("model")}
      hint={chosen?.description}
      value={value}
      onChange={onChange}
      error={error ?? null}
      options={[
        { value: "", label: say("model.default", { name: nameOf(platform) }) },
        ...models.map(({ model_id, display_name }) => ({ value: model_id, label: display_name })),
        ...(isGone ? [{ value, label: say("model.gone", { id: value }) }] : []),
      ]}
    />
  );
}

interface VisibilityProps {
  agent: AdminAgent | null;
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  errors: { published?: string; is_default?: string };
}

/** Who sees the agent, and where it answers unasked. */
function Visibility({ agent, draft, set, errors }: VisibilityProps) {
  const say = useAgentsWords();
  const isDefault = agent?.is_default ?? false;
  return (
    <div>
      <Checkbox
        label={say("isPublished")}
        hint={say(isDefault && !draft.published ? "isPublished.default" : "isPublished.hint")}
        isChecked={draft.published}
        onChange={(published) => set({ published })}
        error={errors.published ?? null}
      />
      <Checkbox
        label={say("isDefault")}
        hint={say(isDefault ? "isDefault.is" : "isDefault.hint")}
        isChecked={draft.isDefault}
        isDisabled={isDefault}
        onChange={(chosen) => set({ isDefault: chosen })}
        error={errors.is_default ?? null}
      />
    </div>
  );
}
