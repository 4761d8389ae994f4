/** The list of the keys, in English. */
export const en = {
  "shortcuts.title": "Keyboard shortcuts",
  "shortcuts.new": "New question",
  "shortcuts.focus": "Write a question",
  "shortcuts.send": "Send",
  "shortcuts.line": "New line",
  "shortcuts.last": "Edit the last question",
  "shortcuts.queries": "Saved queries",
  "shortcuts.projects": "Collections of documents",
  "shortcuts.close": "Close, or leave a field",
  "shortcuts.help": "This list",
  "shortcuts.enabled": "Single keys are shortcuts",
  "shortcuts.done": "Close",
} as const;

export type ShortcutWords = Readonly<Record<keyof typeof en, string>>;
