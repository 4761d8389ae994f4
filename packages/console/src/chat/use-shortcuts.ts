import { useEffect, useRef } from "preact/hooks";

/** What keys do wherever the focus is. */
export interface ShortcutActions {
  /** ⌘K or Ctrl+K. */
  onNew?: (() => void) | undefined;
  /** `/` */
  onFocus: () => void;
  /** `?` */
  onHelp: () => void;
}

/** Whether keys that are typed here are text. */
function isText(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

/** Keys of the whole page. Single keys can be turned off, as those who speak to their machine need it (WCAG 2.1.4). */
export function useShortcuts(actions: ShortcutActions, withSingleKeys: boolean): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const { onNew, onFocus, onHelp } = latest.current;
      const isCommand = event.metaKey || event.ctrlKey;
      // The path, because a shadow root hides what is within.
      const isWriting = isText(event.composedPath()[0]);
      let act: (() => void) | undefined;
      if (isCommand && event.key.toLowerCase() === "k" && !event.shiftKey) act = onNew;
      else if (withSingleKeys && !isCommand && !isWriting && event.key === "/") act = onFocus;
      else if (withSingleKeys && !isCommand && !isWriting && event.key === "?") act = onHelp;
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [withSingleKeys]);
}
