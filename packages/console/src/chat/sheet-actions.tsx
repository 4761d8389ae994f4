import type { ChatTurn } from "@parley/client/react";
import type { RefObject } from "preact";
import { useScene } from "./chat-context.ts";
import type { Figure } from "./figures.ts";
import { AnswerActions, DownloadMenu } from "./lazy-parts.tsx";

interface Props {
  turn: ChatTurn;
  figure: Figure;
  title: string;
  isFirst: boolean;
  drawing: RefObject<HTMLElement>;
  /** Whether the drawing is the view that is shown. */
  isDrawn: boolean;
}

/** What can be done with a result: judged, linked to, taken along. */
export function SheetActions({ turn, isFirst, ...download }: Props) {
  const { features } = useScene();
  const answerId = turn.answer?.id ?? null;
  if (answerId === null) return null;
  return (
    <div class="sheet-actions">
      {isFirst && <AnswerActions turn={turn} answerId={answerId} />}
      {features.export && <DownloadMenu {...download} />}
    </div>
  );
}
