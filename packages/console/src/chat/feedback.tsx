import type { FeedbackValue } from "@parley/client";
import { ThumbsDown, ThumbsUp } from "lucide-preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { Button, IconButton } from "../parts/button.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import { composerAction } from "./composer/composer-keys.ts";

const NOTE_CHARACTERS = 2000;

/** Whether the answer was good. A negative verdict asks what was wrong, once, in a field that may stay empty. */
export function Feedback({ answerId, given }: { answerId: string; given: FeedbackValue | null }) {
  const say = useChatWords();
  const { feedback, notify } = useScene();
  const [isAsking, setAsking] = useState(false);
  const send = async (verdict: FeedbackValue, note?: string): Promise<void> => {
    try {
      await feedback(answerId, verdict, note);
      if (note !== undefined) notify(say("feedback.thanks"));
    } catch {
      notify(say("feedback.failed"));
    }
  };
  const judge = (verdict: FeedbackValue): void => {
    setAsking(verdict === "negative");
    void send(verdict);
  };
  return (
    <>
      <IconButton
        icon={ThumbsUp}
        label={say("feedback.good")}
        aria-pressed={given === "positive"}
        onClick={() => judge("positive")}
      />
      <IconButton
        icon={ThumbsDown}
        label={say("feedback.bad")}
        aria-pressed={given === "negative"}
        aria-expanded={isAsking}
        onClick={() => judge("negative")}
      />
      {isAsking && (
        <Note
          onClose={() => setAsking(false)}
          onSend={(note) => {
            setAsking(false);
            void send("negative", note);
          }}
        />
      )}
    </>
  );
}

function Note({ onSend, onClose }: { onSend: (note: string) => void; onClose: () => void }) {
  const say = useChatWords();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [note, setNote] = useState("");
  useEffect(() => field.current?.focus(), []);
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
