import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { IconButton } from "./button.tsx";
import { focusedAround } from "./focus.ts";
import { useModal } from "./use-modal.ts";
import { useRoomWidth } from "./use-room-width.ts";

/** Narrower than this (px) there is no room for a panel beside what it is about. */
const NARROW_PX = 840;

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
 * More about what is shown: a panel beside it where there is room, which leaves it usable, else a dialog over the page.
 * Esc closes both, and the focus returns to where it was.
 */
export function Drawer({ isOpen, title, onClose, children }: DrawerProps) {
  const say = usePartsWords();
  const id = useId();
  const { marker, width } = useRoomWidth();
  const content = (
    <>
      <header class="drawer-top">
        <h2 id={id}>{title}</h2>
        <IconButton icon={X} label={say("dialog.close")} onClick={onClose} />
      </header>
      <div class="drawer-body">{children}</div>
    </>
  );
  return (
    <>
      <span ref={marker} hidden />
      {width !== null && width < NARROW_PX && (
        <SideDialog isOpen={isOpen} onClose={onClose} side="end" labelledBy={id}>
          {content}
        </SideDialog>
      )}
      {width !== null && width >= NARROW_PX && isOpen && (
        <Panel labelledBy={id} onClose={onClose}>
          {content}
        </Panel>
      )}
    </>
  );
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
    const opener = focusedAround(element);
    return () => {
      if (element?.contains(focusedAround(element)) && opener instanceof HTMLElement) opener.focus();
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
