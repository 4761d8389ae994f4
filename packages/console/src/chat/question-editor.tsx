import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { focusedAround } from "../parts/focus.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import { composerAction } from "./composer/composer-keys.ts";
import { useGrowing } from "./composer/growing-text.ts";
import { lengthOf } from "./message-limits.ts";
import "./question-editor.css";

interface Props {
  id: string;
  content: string;
  /** What stands below the question to begin with, selected. */
  line: string | null;
  headingId: string;
}

/** A question that is asked otherwise, in its place. */
export function QuestionEditor({ id, content, line, headingId }: Props) {
  const say = useChatWords();
  const { reword, setEditing } = useScene();
  const initial = line === null ? content : `${content}\n${line}`;
  const [text, setText] = useState(initial);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrowing(field, text);
  const opener = useRef<Element | null>(null);
  // Before anything can be typed.
  useLayoutEffect(() => {
    opener.current = focusedAround(field.current);
    field.current?.focus();
    field.current?.setSelectionRange(initial.length - (line?.length ?? 0), initial.length);
  }, []);
  const words = text.trim();
  const canSave = words !== "" && lengthOf(words).state !== "over";
  const leave = (): void => {
    if (opener.current instanceof HTMLElement) opener.current.focus();
    setEditing(null);
  };
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
            return leave();
          }
          if (composerAction(event, text) !== "send") return;
          event.preventDefault();
          save();
        }}
      />
      <div class="question-editor-bar">
        <small>{say("question.replaces")}</small>
        <Button kind="quiet" onClick={leave}>
          {say("question.cancel")}
        </Button>
        <Button kind="primary" type="submit" disabled={!canSave}>
          {say("question.save")}
        </Button>
      </div>
    </form>
  );
}
