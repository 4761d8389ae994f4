import { X } from "lucide-preact";
import { type ComponentChildren, createContext } from "preact";
import { useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { usePartsWords } from "../words/parts-words.ts";
import { Button, IconButton } from "./button.tsx";

export interface Toast {
  text: string;
  /** What takes it back, as "Undo". */
  action?: { label: string; onAct: () => void };
}

/** How long a toast stays when nobody points at it, in milliseconds; longer where it can be acted on. */
const TOAST_MS = 5000;
const TOAST_WITH_ACTION_MS = 12_000;
/** Toasts at a time; the oldest goes. */
const TOASTS_AT_MOST = 3;

type ShowToast = (toast: Toast) => void;
const ToastContext = createContext<ShowToast>(() => undefined);

/** Shows a line about what has happened, for a while. Silent outside of `Toasts`. */
export const useToast = (): ShowToast => useContext(ToastContext);

interface Shown extends Toast {
  key: number;
}

/** Shows the toasts of everything within it, over the page, and reads them out when the reader pauses. */
export function Toasts({ children }: { children: ComponentChildren }) {
  const region = useRef<HTMLDivElement>(null);
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const lastKey = useRef(0);
  const show = useCallback<ShowToast>((toast) => {
    lastKey.current += 1;
    const shown = { ...toast, key: lastKey.current };
    // News take the place of what is only to be read: a pile of it would lie on the page.
    setToasts((before) => [...before.filter(({ action }) => action), shown].slice(-TOASTS_AT_MOST));
  }, []);
  const remove = useCallback((key: number) => setToasts((before) => before.filter((toast) => toast.key !== key)), []);
  useLayoutEffect(() => {
    const element = region.current;
    if (!element?.isConnected) return;
    // Shown anew it is above dialogs that were opened in the meantime.
    if (element.matches(":popover-open")) element.hidePopover();
    if (toasts.length > 0) element.showPopover();
  }, [toasts]);
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div ref={region} popover="manual" class="toasts" role="status">
        {toasts.map((toast) => (
          <ToastLine key={toast.key} toast={toast} onEnd={remove} />
        ))}
      </div>
    </ToastContext.Provider>
  );
}

function ToastLine({ toast: { key, text, action }, onEnd }: { toast: Shown; onEnd: (key: number) => void }) {
  const say = usePartsWords();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => onEnd(key), action ? TOAST_WITH_ACTION_MS : TOAST_MS);
    return () => clearTimeout(timer);
  }, [isHeld, key, action, onEnd]);
  const hold = () => setHeld(true);
  const letGo = () => setHeld(false);
  return (
    <div class="toast" onMouseEnter={hold} onMouseLeave={letGo} onFocusIn={hold} onFocusOut={letGo}>
      <span>{text}</span>
      {action && (
        <Button
          kind="quiet"
          onClick={() => {
            onEnd(key);
            action.onAct();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon={X} label={say("dialog.close")} onClick={() => onEnd(key)} />
    </div>
  );
}
