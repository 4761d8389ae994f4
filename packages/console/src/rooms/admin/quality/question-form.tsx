import type { GoldenQuestion, Source } from "@parley/client";
import { useQueryClient } from "@tanstack/preact-query";
import { Trash2 } from "lucide-preact";
import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";
import { ConfirmDialog } from "../../../parts/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../../parts/field.tsx";
import { useSignedIn } from "../../../session/session-context.ts";
import { useFieldErrors } from "../../field-errors.ts";
import { Form } from "../../form.tsx";
import { SqlField } from "../queries/sql-field.tsx";
import { useVerdict } from "../queries/use-verdict.ts";
import { useSources } from "../sources/source-state.ts";
import { GOLDEN_KEY } from "./golden-questions.ts";
import { de } from "../../../words/golden-question-de.ts";
import { en, type GoldenQuestionWords } from "../../../words/golden-question-en.ts";
import { wordsOf } from "../../../words/words.ts";

const useWords = wordsOf<GoldenQuestionWords>({ en, de });

const QUESTION_CHARACTERS = 8_000;
const CLASS_CHARACTERS = 100;

const fieldNames = ["question", "class"] as const;
type FieldName = (typeof fieldNames)[number];

/** What a new question begins with, where it is made of a rated answer. */
export interface RatedQuestion {
  message_id: string;
  question: string;
  sql: string;
  integration_id: string | null;
}

interface Props {
  /** Null: a new one. */
  question: GoldenQuestion | null;
  /** What it is made of. */
  rated?: RatedQuestion;
  /** It was kept; null: it was deleted. */
  done: (question: GoldenQuestion | null) => void;
}

/** A golden question as its fields have it. */
interface QuestionDraft {
  question: string;
  sql: string;
  class: string;
  integration_id: string | null;
}

function draftOf(from: GoldenQuestion | RatedQuestion | null): QuestionDraft {
  if (from === null) return { question: "", sql: "", class: "", integration_id: null };
  const { question, sql, integration_id } = from;
  return { question, sql, class: ("class" in from && from.class) || "", integration_id };
}

/** What is sent of a draft. */
const fieldsOf = ({ question, sql, class: kind }: QuestionDraft) => ({
  question: question.trim(),
  sql,
  class: kind.trim() || null,
});

const isChanged = (fields: ReturnType<typeof fieldsOf>, kept: GoldenQuestion | null): boolean =>
  kept === null || fields.question !== kept.question || fields.sql !== kept.sql || fields.class !== kept.class;

/** Where a question is written with the SQL whose rows are its right answer. */
export function QuestionForm({ question, rated, done }: Props) {
  const say = useWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const sources = useSources().data ?? [];
  const [draft, setDraft] = useState(() => draftOf(question ?? rated ?? null));
  const sourceId = draft.integration_id ?? sources[0]?.id;
  const { errors, attempt } = useFieldErrors<FieldName>({}, fieldNames);
  const fields = fieldsOf(draft);
  const save = async (): Promise<void> => {
    const saved = question
      ? await parley.question.update({ question_id: question.id, ...fields })
      : await parley.question.create({ ...fields, integration_id: sourceId, message_id: rated?.message_id });
    await cache.invalidateQueries({ queryKey: GOLDEN_KEY });
    done(saved);
  };
  return (
    <Form
      submit={say(question ? "question.save" : "question.create")}
      isSubmittable={fields.question !== "" && fields.sql.trim() !== "" && isChanged(fields, question)}
      saved={say("question.saved")}
      onSubmit={() => attempt(save)}
      actions={question && <Removal question={question} removed={() => done(null)} />}
    >
      <QuestionFields
        draft={draft}
        change={(part) => setDraft((before) => ({ ...before, ...part }))}
        errors={errors}
        sources={sources}
        isOfOneSource={question !== null || Boolean(rated?.integration_id)}
      />
    </Form>
  );
}

interface FieldsProps {
  draft: QuestionDraft;
  change: (part: Partial<QuestionDraft>) => void;
  errors: Partial<Record<FieldName, string>>;
  sources: readonly Source[];
  /** Its database cannot be another one. */
  isOfOneSource: boolean;
}

function QuestionFields({ draft, change, errors, sources, isOfOneSource }: FieldsProps) {
  const say = useWords();
  const source = sources.find(({ id }) => id === draft.integration_id) ?? (isOfOneSource ? undefined : sources[0]);
  const verdict = useVerdict(draft.sql, source?.id);
  return (
    <>
      <TextArea
        label={say("question")}
        hint={say("question.hint")}
        value={draft.question}
        onChange={(question) => change({ question })}
        error={errors.question ?? null}
        maxLength={QUESTION_CHARACTERS}
        rows={2}
        isRequired
      />
      {sources.length > 1 && source && (
        <SelectField
          label={say("question.source")}
          value={source.id}
          onChange={(id) => change({ integration_id: id })}
          options={sources.map(({ id, display_name: label }) => ({ value: id, label }))}
          isDisabled={isOfOneSource}
        />
      )}
      <SqlField
        sql={draft.sql}
        onChange={(sql) => change({ sql })}
        verdict={verdict}
        source={source}
        none={say("question.sql.hint")}
        placeholder={say("question.sql.placeholder")}
      />
      <TextField
        label={say("question.class")}
        hint={say("question.class.hint")}
        value={draft.class}
        onChange={(kind) => change({ class: kind })}
        error={errors.class ?? null}
        maxLength={CLASS_CHARACTERS}
        autocomplete="off"
      />
    </>
  );
}

/** Deletes a golden question, after asking. */
function Removal({ question, removed }: { question: GoldenQuestion; removed: () => void }) {
  const say = useWords();
  const { parley } = useSignedIn();
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button kind="quiet" icon={Trash2} class="button form-danger" onClick={() => setAsking(true)}>
        {say("question.remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={say("question.remove.title")}
        action={say("question.remove")}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await parley.question.remove({ question_id: question.id });
          removed();
          await cache.invalidateQueries({ queryKey: GOLDEN_KEY });
        }}
      >
        {say("question.remove.text")}
      </ConfirmDialog>
    </>
  );
}
