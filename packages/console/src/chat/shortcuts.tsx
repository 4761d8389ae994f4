import { useState } from "preact/hooks";
import { ShortcutList } from "./lazy-parts.tsx";
import { useShortcuts } from "./use-shortcuts.ts";

/** Whether single keys are shortcuts: a switch that hosts may remember (WCAG 2.1.4). */
export interface SingleKeys {
  isOn: boolean;
  turn: (isOn: boolean) => void;
}

interface Props {
  /** Goes to a new chat, where the host has a way there. */
  onNew: (() => void) | undefined;
  onFocus: () => void;
  singleKeys: SingleKeys | undefined;
}

/** The keys of the page, and the list of them. */
export function Shortcuts({ onNew, onFocus, singleKeys }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [isOn, turn] = useState(true);
  const keys = singleKeys ?? { isOn, turn };
  useShortcuts({ onNew, onFocus, onHelp: () => setOpen(true) }, keys.isOn);
  if (!isOpen) return null;
  return <ShortcutList hasNew={onNew !== undefined} singleKeys={keys} onClose={() => setOpen(false)} />;
}
