import { en, type ShellWords } from "./shell-en.ts";
import { wordsOf } from "./words.ts";

/** The words of the shell and of signing in. */
export const useShellWords = wordsOf<ShellWords>({ en, de: ({ shell }) => shell });
