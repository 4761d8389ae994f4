import type { ChatTurn } from "@parley/client/react";
import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isLive } from "./announcements.ts";
import { useKeptPlace } from "./use-kept-place.ts";

/** How far (px) the end may be below what is seen before a way there is offered. */
const NEAR_END = 96;

/** What people do when they scroll, or are about to. */
const SCROLL_INTENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

export interface ChatScroll {
  scroller: RefObject<HTMLDivElement>;
  /** Whether somebody has scrolled to where what is newest is out of sight. */
  isAway: boolean;
  toEnd: () => void;
}

interface Followed {
  turns: readonly ChatTurn[];
  /** The turn that a link leads to. */
  marked: string | null;
}

/** The newest turn. A long chat is never searched: it would be gone through at every word of an answer. */
const newestIn = (scroller: HTMLElement | null): Element | null | undefined =>
  scroller?.firstElementChild?.lastElementChild?.lastElementChild;

/** The turn of a key: mostly the newest. */
function turnElement(scroller: HTMLElement, key: string): Element | null {
  const isOfKey = `[data-key="${CSS.escape(key)}"]`;
  const newest = newestIn(scroller);
  return newest?.matches(isOfKey) ? newest : scroller.querySelector(isOfKey);
}

/** The end of the newest turn, above the room that it has to stand at the top. */
const endIn = (scroller: HTMLElement | null): Element | null | undefined =>
  newestIn(scroller)?.querySelector(":scope > .log-end");

/** Says to the style sheet how large things are (px): only what has changed, for all turns depend on it. */
function tell(style: CSSStyleDeclaration | undefined, sizes: Readonly<Record<string, number>>): void {
  for (const [name, size] of Object.entries(sizes)) {
    if (style?.getPropertyValue(name) !== `${size}px`) style?.setProperty(name, `${size}px`);
  }
}

/** Scrolls the log alone: `scrollIntoView` would move a page that the chat is embedded in, too. */
function scrollLog(scroller: HTMLElement, by: number, behavior: ScrollBehavior = "instant"): void {
  if (by !== 0) scroller.scrollBy({ top: by, behavior });
}

/** Space (px) that stays below the end of the log. */
const END_SPACE = 24;

/**
 * Where the log stands: a chat opens at its newest question, or at the answer that a link names; a question that is asked goes to
 * the top and stays there while its answer grows; earlier turns that are read in push nothing away. Nothing else scrolls.
 */
export function useChatScroll({ turns, marked }: Followed): ChatScroll {
  const scroller = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  const first = turns[0]?.key;
  const last = turns.at(-1);
  const isAsked = last !== undefined && isLive(last);

  /** The turn that stays at the top until somebody scrolls. */
  const pinned = useRef<string | null>(null);

  const measure = useCallback(() => {
    const element = scroller.current;
    const end = endIn(element);
    if (!element || !end) return;
    const below = end.getBoundingClientRect().top - element.getBoundingClientRect().bottom;
    // Who has only asked sees the beginning of a long answer, and nothing lies over it.
    setAway(pinned.current === null && below > NEAR_END);
  }, []);

  const show = useCallback((key: string) => {
    const element = scroller.current;
    const turn = element && turnElement(element, key);
    if (!turn) return false;
    // The line above the turn is out of sight.
    scrollLog(element, turn.getBoundingClientRect().top - element.getBoundingClientRect().top + 1);
    return true;
  }, []);

  const keepPlace = useKeptPlace(scroller, first);

  const shown = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (last === undefined) return;
    const wanted = marked ?? last.key;
    const isFirstLook = shown.current === null;
    if (!isFirstLook && marked === null && !(isAsked && shown.current !== last.key)) return;
    if (shown.current === wanted) return;
    if (!show(wanted)) return;
    shown.current = wanted;
    pinned.current = wanted;
  }, [last?.key, isAsked, marked, show]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const watching = new ResizeObserver(() => {
      const { clientHeight, clientWidth, offsetWidth, parentElement } = element;
      tell(parentElement?.style, {
        "--log-height": clientHeight,
        "--scrollbar": offsetWidth - clientWidth,
        "--foot-height": (parentElement?.clientHeight ?? 0) - clientHeight,
      });
      keepPlace();
      if (pinned.current !== null) show(pinned.current);
      measure();
    });
    const release = () => (pinned.current = null);
    for (const intent of SCROLL_INTENTS) element.addEventListener(intent, release, { passive: true });
    watching.observe(element);
    if (element.firstElementChild) watching.observe(element.firstElementChild);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      watching.disconnect();
      element.removeEventListener("scroll", measure);
      for (const intent of SCROLL_INTENTS) element.removeEventListener(intent, release);
    };
  }, [keepPlace, measure, show]);

  const toEnd = useCallback(() => {
    pinned.current = null;
    const element = scroller.current;
    const end = endIn(element);
    if (!element || !end) return;
    const below = end.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom + END_SPACE;
    scrollLog(element, below, "smooth");
  }, []);
  return { scroller, isAway, toEnd };
}
