import { GripVertical, Pencil, Trash2 } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button, IconButton } from "../../parts/button.tsx";
import { useFocusAfter } from "../../parts/focus.ts";
import type { Moves } from "./moves.ts";
import { useAttempt } from "./attempt.ts";
import type { Note, NoteImpact } from "./note.ts";
import { useNotesWords } from "./use-notes-words.ts";

/** Characters that a rule or a memory may have. */
const NOTE_CHARACTERS = 4_000;

interface CardProps {
  note: Note;
  confirm: string;
  isOpen: boolean;
  moves: Moves | undefined;
  open: () => void;
  close: () => void;
  save: (content: string) => Promise<void>;
  remove: () => Promise<void>;
  impact: NoteImpact | undefined;
}

/** A note, or the form in which it is changed. */
export function NoteCard({ note, confirm, isOpen, moves, open, close, save, remove, impact }: CardProps) {
  const say = useNotesWords();
  const [isRemoving, setRemoving] = useState(false);
  const edit = useFocusAfter<HTMLButtonElement>(isOpen);
  const bin = useFocusAfter<HTMLButtonElement>(isRemoving);
  if (isOpen) {
    return (
      <li>
        <NoteForm content={note.content} discard={close} save={save} impact={(text) => impact?.(note.id, text)} />
      </li>
    );
  }
  return (
    <li
      class="note"
      draggable={moves?.dragged === note.id}
      data-dragged={moves?.dragged === note.id || undefined}
      onDragOver={(event) => moves !== undefined && moves.dragged !== null && event.preventDefault()}
      onDrop={() => moves?.dropOn(note.id)}
      onDragEnd={() => moves?.release()}
    >
      {moves && <Handle id={note.id} moves={moves} />}
      <div class="note-text">
        <p>{note.content}</p>
        <small>{note.about}</small>
      </div>
      {isRemoving ? (
        <Confirm question={confirm} remove={remove} keep={() => setRemoving(false)} />
      ) : (
        <div class="note-actions">
          <IconButton icon={Pencil} label={say("edit")} buttonRef={edit} onClick={open} />
          <IconButton icon={Trash2} label={say("remove")} buttonRef={bin} onClick={() => setRemoving(true)} />
        </div>
      )}
    </li>
  );
}

function Handle({ id, moves }: { id: string; moves: Moves }) {
  const say = useNotesWords();
  return (
    <IconButton
      icon={GripVertical}
      label={say("handle")}
      class="icon-button note-handle"
      onPointerDown={() => moves.grab(id)}
      onPointerUp={() => moves.release()}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        moves.step(id, event.key === "ArrowUp" ? -1 : 1);
      }}
    />
  );
}

function Confirm({ question, remove, keep }: { question: string; remove: () => Promise<void>; keep: () => void }) {
  const say = useNotesWords();
  const { failure, attempt, isBusy } = useAttempt();
  const keepButton = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => keepButton.current?.querySelector("button")?.focus(), []);
  return (
    <div class="note-confirm" ref={keepButton}>
      <span>{failure ?? question}</span>
      <Button kind="quiet" onClick={keep}>
        {say("keep")}
      </Button>
      <Button kind="danger" disabled={isBusy} onClick={() => attempt(remove)}>
        {say("remove")}
      </Button>
    </div>
  );
}

interface FormProps {
  content: string;
  placeholder?: string;
  save: (content: string) => Promise<void>;
  discard: () => void;
  /** What saving the text would do; null while there is nothing to be saved. */
  impact?: (content: string | null) => ComponentChildren;
}

/** Where a note is written. Escape discards; Ctrl or ⌘ and Enter save. */
export function NoteForm({ content, placeholder, save, discard, impact }: FormProps) {
  const say = useNotesWords();
  const [text, setText] = useState(content);
  const { failure, attempt, isBusy } = useAttempt();
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => area.current?.focus(), []);
  const isChanged = text.trim() !== "" && text !== content;
  const isSavable = isChanged && !isBusy;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isSavable) attempt(() => save(text.trim()));
  };
  return (
    <form
      class="note-form"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.isComposing) return;
        if (event.key === "Escape") discard();
        if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) submit(event);
      }}
    >
      <label class="visually-hidden" for={id}>
        {say("content")}
      </label>
      <textarea
        id={id}
        ref={area}
        rows={2}
        maxLength={NOTE_CHARACTERS}
        placeholder={placeholder}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {failure !== null && <p role="alert">{failure}</p>}
      <div class="note-form-foot">
        <Button kind="quiet" onClick={discard}>
          {say("discard")}
        </Button>
        <Button kind="primary" type="submit" disabled={!isSavable}>
          {say("save")}
        </Button>
      </div>
      {impact?.(isChanged ? text.trim() : null)}
    </form>
  );
}
