import type { RefObject } from "preact";
import { useCallback, useEffect, useRef } from "preact/hooks";
import { focusedAround, isFocusLost } from "../parts/focus.ts";
import type { ComposerHandle } from "./composer/composer.tsx";

/** Makes an act one after which people who pressed a key for it write their next question. */
export type Refocusing = <Given extends unknown[], Result>(
  act: (...given: Given) => Result,
) => (...given: Given) => Result;

interface Focused {
  view: RefObject<HTMLElement>;
  composer: { readonly current: ComposerHandle | null };
  /** How many turns there are: one that is deleted takes the focus with it. */
  turns: number;
}

/** Brings the focus to the question's field from where it would be lost: what was pressed is gone, or out of sight. */
export function useComposerFocus({ view, composer, turns }: Focused): Refocusing {
  const counted = useRef(turns);
  useEffect(() => {
    if (turns < counted.current && isFocusLost()) composer.current?.focus();
    counted.current = turns;
  }, [turns, composer]);
  return useCallback<Refocusing>(
    (act) =>
      (...given) => {
        // Not by touch: a keyboard on the screen would hide what comes.
        const isByKeys = focusedAround(view.current)?.matches(":focus-visible") ?? false;
        const result = act(...given);
        if (isByKeys) composer.current?.focus();
        return result;
      },
    [view, composer],
  );
}
