/** What is known of a pressed key, and of the field that has the focus. */
export interface ComposerKey {
  key: string;
  keyCode?: number;
  shiftKey?: boolean;
  altKey?: boolean;
  ctrlKey?: boolean;
  metaKey?: boolean;
  /** True while an input method composes a character. */
  isComposing?: boolean;
}

export type ComposerAction = "send" | "edit-last" | null;

/** Safari ends a composition before it tells of the Enter that ended it; this code says that it was one. */
const COMPOSING_KEY_CODE = 229;

/** Whether a key belongs to an input method, which must have it alone. */
export const isComposed = ({ isComposing, keyCode }: ComposerKey): boolean =>
  isComposing === true || keyCode === COMPOSING_KEY_CODE;

/** What a key does in the composer: Enter sends, with Shift it is a line; ↑ in an empty composer edits the last question. */
export function composerAction(pressed: ComposerKey, text: string): ComposerAction {
  if (isComposed(pressed) || pressed.altKey) return null;
  if (pressed.key === "Enter" && !pressed.shiftKey) return "send";
  if (pressed.key === "ArrowUp" && text === "" && !pressed.shiftKey && !pressed.ctrlKey && !pressed.metaKey) {
    return "edit-last";
  }
  return null;
}

/** What is being looked for in the composer: saved queries at its beginning, collections anywhere. */
export interface Lookup {
  kind: "query" | "project";
  words: string;
  /** Where it begins in the text. */
  at: number;
}

/** The lookup that the caret stands in, if there is one. */
export function lookupAt(text: string, caret: number): Lookup | null {
  const before = text.slice(0, caret);
  const query = /^\/([^\n]{0,60})$/.exec(before);
  if (query) return { kind: "query", words: query[1] ?? "", at: 0 };
  const project = /(?:^|\s)@([^\s@]{0,40})$/.exec(before);
  return project ? { kind: "project", words: project[1] ?? "", at: before.lastIndexOf("@") } : null;
}
