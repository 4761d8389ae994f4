import type { ChatTurn } from "@parley/client/react";
import type { RefObject } from "preact";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { isLive } from "./announcements.ts";

/** How far (px) the end may be below what is seen before a way there is offered. */
const NEAR_END = 96;

/** What people do when they scroll, or are about to. */
const SCROLL_INTENTS = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

export interface ChatScroll {
  scroller: RefObject<HTMLDivElement>;
  /** Whether what is newest is out of sight. */
  isAway: boolean;
  toEnd: () => void;
}

interface Followed {
  turns: readonly ChatTurn[];
  /** The turn that a link leads to. */
  marked: string | null;
}

const turnElement = (scroller: HTMLElement, key: string): HTMLElement | undefined =>
  [...scroller.querySelectorAll<HTMLElement>(".turn")].find(({ dataset }) => dataset["key"] === key);

/** What is seen keeps its place when earlier turns are put above it, also where the browser does not see to it. */
function useKeptPlace(scroller: RefObject<HTMLDivElement>, first: string | undefined): void {
  const seen = useRef<{ first: string | undefined; key: string; top: number } | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    const before = seen.current;
    if (element && before && before.first !== first) {
      const turn = turnElement(element, before.key);
      if (turn) element.scrollTop += turn.getBoundingClientRect().top - before.top;
    }
  }, [first]);
  useLayoutEffect(() => {
    const turn = scroller.current?.querySelector<HTMLElement>(".turn");
    seen.current = turn ? { first, key: turn.dataset["key"] ?? "", top: turn.getBoundingClientRect().top } : null;
  });
}

/** Scrolls the log alone: `scrollIntoView` would move a page that the chat is embedded in, too. */
function scrollLog(scroller: HTMLElement, by: number, behavior: ScrollBehavior = "instant"): void {
  scroller.scrollBy({ top: by, behavior });
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

  const measure = useCallback(() => {
    const element = scroller.current;
    const end = element?.querySelector(".log-end");
    if (!element || !end) return;
    const below = end.getBoundingClientRect().top - element.getBoundingClientRect().bottom;
    setAway(below > NEAR_END);
  }, []);

  /** The turn that stays at the top until somebody scrolls. */
  const pinned = useRef<string | null>(null);
  const show = useCallback((key: string) => {
    const element = scroller.current;
    const turn = element && turnElement(element, key);
    if (!turn) return false;
    // The line above the turn is out of sight.
    scrollLog(element, turn.getBoundingClientRect().top - element.getBoundingClientRect().top + 1);
    return true;
  }, []);

  useKeptPlace(scroller, first);

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
      const around = element.parentElement?.style;
      around?.setProperty("--log-height", `${element.clientHeight}px`);
      around?.setProperty("--scrollbar", `${element.offsetWidth - element.clientWidth}px`);
      around?.setProperty("--foot-height", `${(element.parentElement?.clientHeight ?? 0) - element.clientHeight}px`);
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
  }, [measure, show]);

  const toEnd = useCallback(() => {
    pinned.current = null;
    const element = scroller.current;
    const end = element?.querySelector(".log-end");
    if (!element || !end) return;
    const below = end.getBoundingClientRect().bottom - element.getBoundingClientRect().bottom + END_SPACE;
    scrollLog(element, below, "smooth");
  }, []);
  return { scroller, isAway, toEnd };
}
