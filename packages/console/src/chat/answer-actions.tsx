import type { ChatTurn } from "@parley/client/react";
import { Link2 } from "lucide-preact";
import { IconButton } from "../parts/button.tsx";
import { copyText } from "../parts/copy.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import { Feedback } from "./feedback.tsx";

/** What can be done with an answer, also with one that has no sheet: it is judged, and linked to. */
export function AnswerActions({ turn, answerId }: { turn: ChatTurn; answerId: string }) {
  const say = useChatWords();
  const { features, linkTo, chatId, notify } = useScene();
  const address = chatId === null ? undefined : linkTo?.(chatId, answerId);
  return (
    <>
      {features.feedback && <Feedback answerId={answerId} given={turn.answer?.metadata?.feedback ?? null} />}
      {address !== undefined && (
        <IconButton
          icon={Link2}
          label={say("sheet.link")}
          onClick={({ currentTarget }) =>
            void copyText(address, currentTarget).then((isDone) =>
              notify(say(isDone ? "sheet.linkCopied" : "sheet.copyFailed")),
            )
          }
        />
      )}
    </>
  );
}
