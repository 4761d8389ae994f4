import type { FeedbackValue } from "@parley/client";
import { ThumbsDown, ThumbsUp } from "lucide-preact";
import { useState } from "preact/hooks";
import { IconButton } from "../parts/button.tsx";
import { useFocusAfter } from "../parts/focus.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import { FeedbackNote } from "./lazy-parts.tsx";

/** Whether the answer was good. A negative verdict asks what was wrong, once, in a field that may stay empty. */
export function Feedback({ answerId, given }: { answerId: string; given: FeedbackValue | null }) {
  const say = useChatWords();
  const { feedback, notify } = useScene();
  const [isAsking, setAsking] = useState(false);
  const bad = useFocusAfter<HTMLButtonElement>(isAsking);
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
        buttonRef={bad}
        aria-pressed={given === "negative"}
        aria-expanded={isAsking}
        onClick={() => judge("negative")}
      />
      {isAsking && (
        <FeedbackNote
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
