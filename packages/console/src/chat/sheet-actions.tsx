import type { ChatTurn } from "@parley/client/react";
import { Link2 } from "lucide-preact";
import type { RefObject } from "preact";
import { IconButton } from "../parts/button.tsx";
import { copyText } from "../parts/copy.ts";
import { useChatWords } from "../words/chat-words.ts";
import { useScene } from "./chat-context.ts";
import { DownloadMenu } from "./download-menu.tsx";
import { Feedback } from "./feedback.tsx";
import type { Figure } from "./figures.ts";

interface Props {
  turn: ChatTurn;
  figure: Figure;
  title: string;
  isFirst: boolean;
  drawing: RefObject<HTMLElement>;
}

/** What can be done with a result: judged, linked to, taken along. */
export function SheetActions({ turn, figure, title, isFirst, drawing }: Props) {
  const { features } = useScene();
  const answerId = turn.answer?.id ?? null;
  if (answerId === null) return null;
  return (
    <div class="sheet-actions">
      {isFirst && <AnswerActions turn={turn} answerId={answerId} />}
      {features.export && <DownloadMenu figure={figure} title={title} drawing={drawing} />}
    </div>
  );
}

/** What can be done with an answer that has no sheet, too. */
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
