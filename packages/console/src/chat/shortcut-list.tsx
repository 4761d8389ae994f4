import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { de } from "../words/shortcuts-de.ts";
import { en, type ShortcutWords } from "../words/shortcuts-en.ts";
import { wordsOf } from "../words/words.ts";
import type { SingleKeys } from "./shortcuts.tsx";
import "./shortcut-list.css";

const useWords = wordsOf<ShortcutWords>({ en, de });

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys, each with what it does. */
const shortcuts = (hasNew: boolean): (readonly [keys: string, words: keyof ShortcutWords])[] => [
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

interface Props {
  /** Whether the host has a way to a new chat. */
  hasNew: boolean;
  singleKeys: SingleKeys;
  onClose: () => void;
}

/** The list of the keys, where single keys can be turned off. */
export function ShortcutList({ hasNew, singleKeys: { isOn, turn }, onClose }: Props) {
  const say = useWords();
  return (
    <Dialog
      isOpen
      title={say("shortcuts.title")}
      onClose={onClose}
      actions={<Button onClick={onClose}>{say("shortcuts.done")}</Button>}
    >
      <dl class="shortcuts">
        {shortcuts(hasNew).map(([keys, words]) => (
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
