import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { composerAction } from "./composer/composer-keys.ts";
import "./feedback-note.css";

const NOTE_CHARACTERS = 2000;

interface Props {
  onSend: (note: string) => void;
  onClose: () => void;
}

/** What was wrong with an answer, in a field that may stay empty. */
export function FeedbackNote({ onSend, onClose }: Props) {
  const say = useChatWords();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState("");
  useEffect(() => {
    field.current?.focus({ preventScroll: true });
    // All of the form is to be seen, not its field alone; and the log is scrolled, never the page around it.
    const form = field.current?.form;
    const log = form?.closest(".chat-scroll");
    if (!form || !log) return;
    const below = form.getBoundingClientRect().bottom - log.getBoundingClientRect().bottom;
    if (below > 0) log.scrollBy({ top: below, behavior: "instant" });
  }, []);
  const send = (): void => (note.trim() === "" ? onClose() : onSend(note.trim()));
  return (
    <form
      class="feedback-note"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label for={id}>{say("feedback.what")}</label>
      <textarea
        ref={field}
        id={id}
        rows={2}
        maxLength={NOTE_CHARACTERS}
        value={note}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => setNote(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            return onClose();
          }
          if (composerAction(event, note) !== "send") return;
          event.preventDefault();
          send();
        }}
      />
      <div class="feedback-bar">
        <small id={`${id}-hint`}>{say("feedback.optional")}</small>
        <Button kind="quiet" onClick={onClose}>
          {say("feedback.skip")}
        </Button>
        <Button kind="primary" type="submit">
          {say("feedback.send")}
        </Button>
      </div>
    </form>
  );
}
