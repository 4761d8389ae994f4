import { X } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { Button, IconButton } from "./button.tsx";
import { type Failure, failureOf, Problem } from "./problem.tsx";
import { useModal } from "./use-modal.ts";
import "./dialog.css";

export interface DialogProps {
  isOpen: boolean;
  title: string;
  /** Esc, the cross, or a click beside the dialog. */
  onClose: () => void;
  /** Buttons at its foot, the one that does what it is about last. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** Something that has to be answered before the page goes on. The focus returns to where it was. */
export function Dialog({ isOpen, title, onClose, actions, children }: DialogProps) {
  const say = usePartsWords();
  const id = useId();
  const modal = useModal(isOpen, onClose);
  return (
    <dialog {...modal} class="dialog" aria-labelledby={id}>
      {isOpen && (
        <>
          <header class="dialog-top">
            <h2 id={id}>{title}</h2>
            <IconButton icon={X} label={say("dialog.close")} onClick={onClose} />
          </header>
          <div class="dialog-body">{children}</div>
          {actions && <footer class="dialog-actions">{actions}</footer>}
        </>
      )}
    </dialog>
  );
}

export interface ConfirmDialogProps {
  isOpen: boolean;
  /** The question, with the name of the thing: "Delete the rule?" */
  title: string;
  /** What is lost. */
  children: ComponentChildren;
  /** What the button does: "Delete the rule". */
  action: string;
  onConfirm: () => Promise<void> | void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. The focus begins on "Cancel"; what goes wrong is said here, and it stays open. */
export function ConfirmDialog({ isOpen, title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  const say = usePartsWords();
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const close = (): void => {
    setFailure(null);
    onClose();
  };
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setBusy(false);
    }
  };
  const modal = useModal(isOpen, close);
  return (
    <dialog
      {...modal}
      class="dialog"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      {isOpen && (
        <>
          <header class="dialog-top">
            <h2 id={`${id}-title`}>{title}</h2>
          </header>
          <div class="dialog-body">
            <div id={`${id}-text`}>{children}</div>
            {failure && <Problem failure={failure} />}
          </div>
          <footer class="dialog-actions">
            <Button kind="quiet" autofocus onClick={close}>
              {say("dialog.cancel")}
            </Button>
            <Button kind="danger" disabled={isBusy} onClick={() => void confirm()}>
              {action}
            </Button>
          </footer>
        </>
      )}
    </dialog>
  );
}
