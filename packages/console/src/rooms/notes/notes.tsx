import { Plus } from "lucide-preact";
import type { Ref } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { useFocusAfter } from "../../parts/focus.ts";
import { NoteCard, NoteForm } from "./note-card.tsx";
import { useMoves } from "./moves.ts";
import type { Note, NoteImpact } from "./note.ts";
import { messageOf } from "./attempt.ts";
import { useNotesWords } from "./use-notes-words.ts";
import "./notes.css";

export interface NotesProps {
  notes: readonly Note[];
  /** How many there can be. */
  limit: number;
  words: { add: string; placeholder: string; confirm: string; none: string };
  create: (content: string) => Promise<unknown>;
  update: (id: string, content: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
  /** Gives all ids in their new order; absent where the order says nothing. */
  reorder?: ((ids: readonly string[]) => Promise<unknown>) | undefined;
  /** What saving a text would do, where that can be told. */
  impact?: NoteImpact | undefined;
}

/** Texts that are written, changed, deleted and, where it matters, put in order. */
export function Notes({ notes, limit, words, create, update, remove, reorder, impact }: NotesProps) {
  const say = useNotesWords();
  /** The note that is being changed; `new` for one that is being written. */
  const [open, setOpen] = useState<string | null>(null);
  const [status, setStatus] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const addButton = useFocusAfter<HTMLButtonElement>(open === "new");
  const ids = notes.map(({ id }) => id);
  const moves = useMoves(ids, async (order, id) => {
    setFailure(null);
    try {
      await reorder?.(order);
      setStatus(say("moved", { place: order.indexOf(id) + 1, total: order.length }));
    } catch (error) {
      setFailure(messageOf(error));
    }
  });
  const close = (): void => setOpen(null);
  const after = (done: string): void => {
    close();
    setStatus(done);
  };
  return (
    <div class="notes">
      <Said status={status} failure={failure} />
      {notes.length === 0 && open !== "new" && <p class="notes-none">{words.none}</p>}
      <ol class="notes-list">
        {notes.map((note) => (
          <NoteCard
            key={note.id}
            note={note}
            confirm={words.confirm}
            isOpen={open === note.id}
            moves={reorder && moves}
            impact={impact}
            open={() => setOpen(note.id)}
            close={close}
            save={async (content) => {
              await update(note.id, content);
              after(say("saved"));
            }}
            remove={async () => {
              await remove(note.id);
              addButton.current?.focus();
              after(say("removed"));
            }}
          />
        ))}
      </ol>
      <NewNote
        isOpen={open === "new"}
        addButton={addButton}
        words={words}
        used={notes.length}
        limit={limit}
        impact={impact}
        open={() => setOpen("new")}
        discard={close}
        save={async (content) => {
          await create(content);
          after(say("saved"));
        }}
      />
    </div>
  );
}

/** What has happened to the notes, and what has gone wrong. */
function Said({ status, failure }: { status: string; failure: string | null }) {
  return (
    <>
      <p role="status" class="visually-hidden">
        {status}
      </p>
      {failure !== null && (
        <p role="alert" class="notes-problem">
          {failure}
        </p>
      )}
    </>
  );
}

interface NewNoteProps extends Pick<NotesProps, "words" | "limit" | "impact"> {
  isOpen: boolean;
  addButton: Ref<HTMLButtonElement>;
  used: number;
  open: () => void;
  discard: () => void;
  save: (content: string) => Promise<void>;
}

/** Where a note is added, and how many more there can be. */
function NewNote({ isOpen, addButton, words, used, limit, open, discard, save, impact }: NewNoteProps) {
  const say = useNotesWords();
  if (isOpen)
    return (
      <NoteForm
        content=""
        placeholder={words.placeholder}
        discard={discard}
        save={save}
        impact={(text) => impact?.(null, text)}
      />
    );
  return (
    <div class="notes-foot">
      <Button icon={Plus} buttonRef={addButton} disabled={used >= limit} onClick={open}>
        {words.add}
      </Button>
      <span class="notes-count">{used >= limit ? say("tooMany", { limit }) : say("count", { used, limit })}</span>
    </div>
  );
}
