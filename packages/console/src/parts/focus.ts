import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** What can have the focus, of an entry or a room. */
const CONTROL = "a[href], button, input:not([hidden])";

/** What has the focus where an element is: in its document, or in the shadow root around it. */
export function focusedAround(element: Element | null): Element | null {
  const root = element?.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
}

/** Whether nothing has the focus: what had it is gone. */
export const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** What led somewhere has the focus again when that is left, unless something else has it by then. */
export function useFocusAfter<Control extends HTMLElement>(isThere: boolean): RefObject<Control> {
  const control = useRef<Control>(null);
  const wasThere = useRef(false);
  useEffect(() => {
    if (wasThere.current && !isThere && isFocusLost()) control.current?.focus();
    wasThere.current = isThere;
  }, [isThere]);
  return control;
}

/**
 * When an entry that had the focus goes from a list, the one that takes its place has it next; where none is left, the first
 * control beside the list, or of the room. Returns what the list does when it gets the focus.
 */
export function useFocusInList(list: RefObject<HTMLElement>): (event: FocusEvent) => void {
  const place = useRef(0);
  const count = useRef(0);
  const entries = (): HTMLElement[] =>
    [...(list.current?.querySelectorAll("li") ?? [])].filter((entry) => entry.querySelector(CONTROL));
  useEffect(() => {
    const left = entries();
    if (left.length < count.current && isFocusLost()) {
      const next = left[Math.min(place.current, left.length - 1)] ?? list.current;
      const control = next?.querySelector(CONTROL) ?? list.current?.closest("main")?.querySelector(CONTROL);
      // What stands beside a list that is empty may have yet to come.
      if (!(control instanceof HTMLElement)) return;
      control.focus();
    }
    count.current = left.length;
  });
  return ({ target }) => {
    const at = entries().findIndex((entry) => target instanceof Node && entry.contains(target));
    if (at >= 0) place.current = at;
  };
}
