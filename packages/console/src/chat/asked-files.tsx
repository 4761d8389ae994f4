import { Button } from "../parts/button.tsx";
import { useChatWords } from "../words/chat-words.ts";
import { useLanguage } from "../words/words.ts";
import type { Conversation } from "./conversation.ts";

interface Props {
  conversation: Conversation;
  /** Begins a chat without them, where the host has a way. */
  onNew?: (() => void) | undefined;
}

/** How many files are named; of more their number is said. */
const NAMED_FILES = 2;

/** That questions are asked of the files that were sent before, too, beside what is chosen below; and the way out. */
export function AskedFiles({ conversation: { chat }, onNew }: Props) {
  const say = useChatWords();
  const language = useLanguage();
  const files = new Map(
    chat.turns.flatMap(({ question }) => question?.uploads ?? []).map((file) => [file.id, file.filename]),
  );
  const names = [...files.values()];
  const list =
    names.length > NAMED_FILES
      ? say("composer.fileCount", { count: names.length })
      : new Intl.ListFormat(language, { type: "conjunction" }).format(names);
  return (
    <p class="asked-files">
      <span>{say("composer.askedFiles", { files: list })}</span>
      {onNew && (
        <Button kind="quiet" onClick={onNew}>
          {say("composer.withoutFiles")}
        </Button>
      )}
    </p>
  );
}
