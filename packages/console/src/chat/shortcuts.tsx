import { Dialog } from "../parts/dialog.tsx";
import { Button } from "../parts/button.tsx";
import { useState } from "preact/hooks";
import { useChatWords } from "../words/chat-words.ts";
import type { ChatWords } from "../words/chat-en.ts";
import { useShortcuts } from "./use-shortcuts.ts";

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys, each with what it does. */
const shortcuts = (hasNew: boolean): (readonly [keys: string, words: keyof ChatWords])[] => [
  ...(hasNew ? ([[isApple() ? "⌘ K" : "Ctrl K", "shortcuts.new"]] as const) : []),
  ["/", "shortcuts.focus"],
  ["?", "shortcuts.help"],
  ["Enter", "shortcuts.send"],
  ["Shift Enter", "shortcuts.line"],
  ["↑", "shortcuts.last"],
  ["/", "shortcuts.queries"],
  ["@", "shortcuts.projects"],
  ["Esc", "shortcuts.close"],
];

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

/** The keys of the page, and the list of them, where single keys can be turned off. */
export function Shortcuts({ onNew, onFocus, singleKeys }: Props) {
  const say = useChatWords();
  const [isOpen, setOpen] = useState(false);
  const [own, turnOwn] = useState(true);
  const { isOn, turn } = singleKeys ?? { isOn: own, turn: turnOwn };
  useShortcuts({ onNew, onFocus, onHelp: () => setOpen(true) }, isOn);
  const onClose = (): void => setOpen(false);
  return (
    <Dialog
      isOpen={isOpen}
      title={say("shortcuts.title")}
      onClose={onClose}
      actions={<Button onClick={onClose}>{say("shortcuts.done")}</Button>}
    >
      <dl class="shortcuts">
        {shortcuts(onNew !== undefined).map(([keys, words]) => (
          <div key={words}>
            <dt>{say(words)}</dt>
            <dd>
              {keys.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <label class="shortcuts-switch">
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} />
        {say("shortcuts.enabled")}
      </label>
    </Dialog>
  );
}
