import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** What makes a `<dialog>` modal while it is open. */
export interface Modal {
  ref: RefObject<HTMLDialogElement>;
  onCancel: (event: Event) => void;
  onPointerDown: (event: PointerEvent) => void;
}

/** Opens and closes a `<dialog>` over everything else. Esc and a click beside it ask to close; the focus returns by itself. */
export function useModal(isOpen: boolean, onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return undefined;
    dialog.showModal();
    return () => dialog.close();
  }, [isOpen]);
  return {
    ref,
    onCancel: (event) => {
      // Of a picker of files within it, say.
      if (event.target !== ref.current) return;
      event.preventDefault();
      onClose();
    },
    onPointerDown: (event) => {
      const dialog = ref.current;
      if (dialog && event.target === dialog && !isWithin(event, dialog.getBoundingClientRect())) onClose();
    },
  };
}

const isWithin = ({ clientX, clientY }: PointerEvent, { left, right, top, bottom }: DOMRect): boolean =>
  clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
