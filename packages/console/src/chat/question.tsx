import type { ChatTurn } from "@parley/client/react";
import { Copy, Pencil, RotateCw } from "lucide-preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, IconButton } from "../parts/button.tsx";
import { copyText } from "../parts/copy.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import { composerAction } from "./composer/composer-keys.ts";
import { useGrowing } from "./composer/growing-text.ts";
import { lengthOf } from "./message-limits.ts";

/** From here on a question is set as text rather than as a title. */
const LONG_CHARACTERS = 140;

interface Props {
  turn: ChatTurn;
  headingId: string;
  isEditing: boolean;
}

/** What was asked, as a heading; it can be asked otherwise in its place, and deleted with all that came after it. */
export function Question({ turn, headingId, isEditing }: Props) {
  const say = useChatWords();
  const { features, setEditing } = useScene();
  const { question } = turn;
  if (question === null)
    return (
      <h2 id={headingId} class="question-missing">
        {say("question.missing")}
      </h2>
    );
  const { id, content } = question;
  const isLong = content.length > LONG_CHARACTERS || content.includes("\n");
  if (isEditing && id !== null) return <QuestionEditor id={id} content={content} headingId={headingId} />;
  return (
    <header class="question" part="question">
      <h2 id={headingId} dir="auto" data-long={isLong || undefined}>
        {content}
      </h2>
      <div class="question-actions">
        {features.history && id !== null && (
          <IconButton icon={Pencil} label={say("question.edit")} onClick={() => setEditing(id)} />
        )}
        <QuestionActions turn={turn} />
      </div>
    </header>
  );
}

function QuestionActions({ turn: { question } }: { turn: ChatTurn }) {
  const say = useChatWords();
  const { features, notify, reword } = useScene();
  if (question === null) return null;
  const { id, content } = question;
  return (
    <>
      <IconButton
        icon={Copy}
        label={say("question.copy")}
        onClick={({ currentTarget }) =>
          void copyText(content, currentTarget).then((isDone) =>
            notify(say(isDone ? "question.copied" : "sheet.copyFailed")),
          )
        }
      />
      {features.history && id !== null && (
        <IconButton icon={RotateCw} label={say("question.askAgain")} onClick={() => reword(id, content)} />
      )}
    </>
  );
}

function QuestionEditor({ id, content, headingId }: { id: string; content: string; headingId: string }) {
  const say = useChatWords();
  const { reword, setEditing } = useScene();
  const [text, setText] = useState(content);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, text);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(content.length, content.length);
  }, [content]);
  const words = text.trim();
  const canSave = words !== "" && lengthOf(words).state !== "over";
  const save = (): void => {
    if (!canSave) return;
    setEditing(null);
    reword(id, words);
  };
  return (
    <form
      class="question-editor"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <h2 id={headingId} class="visually-hidden">
        {content}
      </h2>
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={say("question.field")}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            return setEditing(null);
          }
          if (composerAction(event, text) !== "send") return;
          event.preventDefault();
          save();
        }}
      />
      <div class="question-editor-bar">
        <small>{say("question.replaces")}</small>
        <Button kind="quiet" onClick={() => setEditing(null)}>
          {say("question.cancel")}
        </Button>
        <Button kind="primary" type="submit" disabled={!canSave}>
          {say("question.save")}
        </Button>
      </div>
    </form>
  );
}
