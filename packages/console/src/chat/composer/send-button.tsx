import { ArrowUp, Square } from "lucide-preact";
import { useChatWords } from "../../words/chat-words.ts";
import type { Conversation } from "../conversation.ts";

interface Props {
  conversation: Conversation;
  /** Whether there is something to send. */
  isReady: boolean;
}

/** Sends; while an answer is on its way, stops it. It keeps the focus also where there is nothing to do. */
export function SendButton({ conversation: { isBusy, chat }, isReady }: Props) {
  const say = useChatWords();
  const isStopping = chat.status === "stopping";
  const label = say(isBusy ? (isStopping ? "composer.stopping" : "composer.stop") : "composer.send");
  const stop = (button: HTMLButtonElement): void => {
    if (isStopping) return;
    // Who stops by keyboard writes next.
    if (button.matches(":focus-visible")) button.form?.querySelector("textarea")?.focus();
    void chat.stop();
  };
  return (
    <button
      type={isBusy ? "button" : "submit"}
      class="send"
      data-stop={isBusy || undefined}
      aria-disabled={(isBusy ? isStopping : !isReady) || undefined}
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => isBusy && stop(currentTarget)}
    >
      {isBusy ? (
        <Square size={13} strokeWidth={2} fill="currentColor" aria-hidden="true" />
      ) : (
        <ArrowUp size={17} strokeWidth={2} aria-hidden="true" />
      )}
    </button>
  );
}
