import type { ChatTurn } from "@parley/client/react";
import { Copy, Ellipsis, Pencil, RotateCw, Trash2 } from "lucide-preact";
import { useRef, useState } from "preact/hooks";
import { IconButton } from "../parts/button.tsx";
import { useFocusAfter } from "../parts/focus.ts";
import { copyText } from "../parts/copy.ts";
import { Menu, type MenuEntry } from "../parts/menu.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import type { Editing } from "./conversation.ts";
import { ConfirmDialog, QuestionEditor } from "./lazy-parts.tsx";

/** From here on a question is set as text rather than as a title. */
const LONG_CHARACTERS = 140;

interface Props {
  turn: ChatTurn;
  headingId: string;
  editing: Editing | null;
}

/** What was asked, as a heading; it can be asked otherwise in its place, and deleted with all that came after it. */
export function Question({ turn, headingId, editing }: Props) {
  const say = useChatWords();
  const { features, setEditing } = useScene();
  const pencil = useFocusAfter<HTMLButtonElement>(editing !== null);
  const { question } = turn;
  if (question === null)
    return (
      <h2 id={headingId} class="question-missing">
        {say("question.missing")}
      </h2>
    );
  const { id, content } = question;
  const isLong = content.length > LONG_CHARACTERS || content.includes("\n");
  if (editing && id !== null)
    return <QuestionEditor id={id} content={content} line={editing.line} headingId={headingId} />;
  return (
    <header class="question" part="question">
      <h2 id={headingId} dir="auto" data-long={isLong || undefined}>
        {content}
      </h2>
      <div class="question-actions">
        {features.history && id !== null && (
          <IconButton icon={Pencil} label={say("question.edit")} buttonRef={pencil} onClick={() => setEditing(id)} />
        )}
        <QuestionActions id={id} content={content} />
      </div>
    </header>
  );
}

function QuestionActions({ id, content }: { id: string | null; content: string }) {
  const say = useChatWords();
  const { features, notify, reword, remove } = useScene();
  const [isDeleting, setDeleting] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const copy = async (): Promise<void> => {
    const isDone = place.current !== null && (await copyText(content, place.current));
    notify(say(isDone ? "question.copied" : "sheet.copyFailed"));
  };
  const entries: MenuEntry[] = [{ label: say("question.copy"), icon: Copy, onChoose: () => void copy() }];
  if (features.history && id !== null) {
    entries.push({ label: say("question.askAgain"), icon: RotateCw, onChoose: () => reword(id, content) }, "line");
    entries.push({
      label: say("question.delete"),
      icon: Trash2,
      isDanger: true,
      onChoose: () => setDeleting(true),
    });
  }
  return (
    <span ref={place}>
      <Menu label={say("question.menu")} icon={Ellipsis} align="end" entries={entries} />
      {id !== null && isDeleting && (
        <ConfirmDialog
          isOpen
          title={say("question.deleteTitle")}
          action={say("question.delete")}
          onConfirm={() => remove(id)}
          onClose={() => setDeleting(false)}
        >
          {say("question.deleteHint")}
        </ConfirmDialog>
      )}
    </span>
  );
}
