import type { ChatTurn } from "@parley/client/react";
import { Link2 } from "lucide-preact";
import { IconButton } from "../parts/button.tsx";
import { copyText } from "../parts/copy.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import { Feedback } from "./feedback.tsx";

interface Props {
  turn: ChatTurn;
  isFirst: boolean;
}

/** What can be done with a result: judged, linked to, taken along. */
export function SheetActions({ turn, isFirst }: Props) {
  const answerId = turn.answer?.id ?? null;
  if (answerId === null || !isFirst) return null;
  return (
    <div class="sheet-actions">
      <AnswerActions turn={turn} answerId={answerId} />
    </div>
  );
}

/** What can be done with an answer that has no sheet, too. */
function AnswerActions({ turn, answerId }: { turn: ChatTurn; answerId: string }) {
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
