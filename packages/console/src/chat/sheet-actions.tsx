import type { ChatTurn } from "@parley/client/react";
import type { RefObject } from "preact";
import { useScene } from "./chat-context.ts";
import { DownloadMenu } from "./download-menu.tsx";
import type { Figure } from "./figures.ts";
import { AnswerActions } from "./lazy-parts.tsx";

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
