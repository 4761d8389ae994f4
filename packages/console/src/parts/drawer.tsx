import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { IconButton } from "./button.tsx";
import { useMedia } from "./use-media.ts";
import { useModal } from "./use-modal.ts";

/** Narrower than this there is no room for a panel beside the page. */
const NARROW = "(width <= 1100px)";

export interface SideDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The edge that it comes from. */
  side: "start" | "end";
  /** Names it, unless a heading within does: then its id. */
  label?: string;
  labelledBy?: string;
  children: ComponentChildren;
}

/** A dialog as high as the page at one of its edges. */
export function SideDialog({ isOpen, onClose, side, label, labelledBy, children }: SideDialogProps) {
  const modal = useModal(isOpen, onClose);
  return (
    <dialog {...modal} class="side-dialog" data-side={side} aria-label={label} aria-labelledby={labelledBy}>
      {isOpen && children}
    </dialog>
  );
}

export interface DrawerProps {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * More about what the page shows: a panel at its end where there is room, which leaves the page usable, else a dialog over it.
 * Esc closes both, and the focus returns to where it was.
 */
export function Drawer({ isOpen, title, onClose, children }: DrawerProps) {
  const say = usePartsWords();
  const id = useId();
  const isNarrow = useMedia(NARROW);
  const content = (
    <>
      <header class="drawer-top">
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} label={say("dialog.close")} onClick={onClose} />
      </header>
      <div class="drawer-body">{children}</div>
    </>
  );
  if (isNarrow) {
    return (
      <SideDialog isOpen={isOpen} onClose={onClose} side="end" labelledBy={id}>
        {content}
      </SideDialog>
    );
  }
  return isOpen ? (
    <Panel labelledBy={id} onClose={onClose}>
      {content}
    </Panel>
  ) : null;
}

function Panel({
  labelledBy,
  onClose,
  children,
}: {
  labelledBy: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    const root = element?.getRootNode();
    const opener = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
    return () => {
      const focused = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
      if (element?.contains(focused) && opener instanceof HTMLElement) opener.focus();
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.stopPropagation();
    onClose();
  };
  return (
    <aside ref={panel} class="drawer" aria-labelledby={labelledBy} onKeyDown={onKeyDown}>
      {children}
    </aside>
  );
}
