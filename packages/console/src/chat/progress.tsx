import type { ChatTurn } from "@parley/client/react";
import { useEffect, useMemo, useState } from "preact/hooks";
import { useLanguage } from "../words/words.ts";
import { useChatWords } from "../words/chat-words.ts";
import { expectedFigure, presentStep } from "./present-step.ts";

const SECOND_MS = 1000;

/** Whole seconds since `what` became what it is. */
function useSecondsOf(what: string): number {
  const [seconds, set] = useState(0);
  useEffect(() => {
    const began = performance.now();
    set(0);
    const timer = setInterval(() => set(Math.floor((performance.now() - began) / SECOND_MS)), SECOND_MS);
    return () => clearInterval(timer);
  }, [what]);
  return seconds;
}

/** One line that says what is being done, and for how long. */
export function Progress({ turn }: { turn: ChatTurn }) {
  const say = useChatWords();
  const language = useLanguage();
  const step = presentStep(turn);
  const seconds = useSecondsOf(step);
  // A format takes longer to make than all else that a word of an answer changes.
  const time = useMemo(
    () => new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "short" }).format(seconds),
    [language, seconds],
  );
  return (
    <p class="progress" data-status={turn.status}>
      <span class="progress-dot" aria-hidden="true" />
      {say(step)}
      {seconds > 0 && <span class="progress-time">{`· ${time}`}</span>}
    </p>
  );
}

/** What an answer will take, while it is not there: its first lines, and its figure where one is expected. */
export function Skeleton({ turn }: { turn: ChatTurn }) {
  const figure = expectedFigure(turn);
  return (
    <>
      {!turn.answer?.content && (
        <div class="skeleton-text" aria-hidden="true">
          <span />
          <span />
        </div>
      )}
      {figure && <div class="skeleton-figure" data-figure={figure} aria-hidden="true" />}
    </>
  );
}
