import { MessageSquare } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useEmbedWords } from "./embed-words.ts";

interface Props {
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  children: ComponentChildren;
}

/**
 * A button in the corner of the page, and the chat above it. Both are popovers: whatever the page does with stacking, transforms
 * and overflow, they are where the window says. The chat stays while it is closed, so that an answer goes on.
 */
export function Bubble({ isOpen, onOpen, children }: Props) {
  const say = useEmbedWords();
  const panel = useRef<HTMLDivElement>(null);
  const launcher = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const element = launcher.current;
    if (!element?.matches(":popover-open")) element?.showPopover();
  }, []);
  useLayoutEffect(() => {
    panel.current?.togglePopover(isOpen);
  }, [isOpen]);
  const close = (): void => {
    onOpen(false);
    launcher.current?.focus();
  };
  return (
    <>
      <button
        ref={launcher}
        type="button"
        class="launcher"
        popover="manual"
        aria-label={say(isOpen ? "embed.close" : "embed.open")}
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
      >
        <MessageSquare size={22} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <div
        ref={panel}
        class="embed bubble"
        popover="manual"
        role="dialog"
        aria-label={say("embed.chat")}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
          event.preventDefault();
          close();
        }}
      >
        {children}
      </div>
    </>
  );
}
