import { useLayoutEffect, useState } from "preact/hooks";
import { type Language, languages } from "../words/words.ts";
import { keep, kept } from "./browser-storage.ts";

export const themes = ["auto", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** What the page keeps in this browser: how it looks. Storage may be forbidden; then it lasts as long as the page. */
export interface Preferences {
  theme: Theme;
  language: Language;
}

const THEME_KEY = "parley.theme";
const LANGUAGE_KEY = "parley.language";
const SINGLE_KEYS_KEY = "parley.single-keys";

const oneOf = <Value extends string>(values: readonly Value[], wanted: string | null): Value | undefined =>
  values.find((value) => value === wanted);

/** The first of the browser's languages that the page speaks, else English. */
function languageOfBrowser(): Language {
  const spoken = navigator.languages.map((tag) => oneOf(languages, tag.split("-")[0] ?? null));
  return spoken.find((language) => language !== undefined) ?? "en";
}

/** The preferences, and how to change them. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const [preferences, set] = useState<Preferences>(() => ({
    theme: oneOf(themes, kept(THEME_KEY)) ?? "auto",
    language: oneOf(languages, kept(LANGUAGE_KEY)) ?? languageOfBrowser(),
  }));
  const { theme, language } = preferences;
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.lang = language;
    root.style.colorScheme = theme === "auto" ? "" : theme;
  }, [theme, language]);
  return [
    preferences,
    (change) => {
      set({ ...preferences, ...change });
      if (change.theme) keep(THEME_KEY, change.theme);
      if (change.language) keep(LANGUAGE_KEY, change.language);
    },
  ];
}

/** Whether single keys such as `/` are shortcuts: a switch that this browser remembers. */
export function useSingleKeys(): { isOn: boolean; turn: (isOn: boolean) => void } {
  const [isOn, set] = useState(() => kept(SINGLE_KEYS_KEY) !== "off");
  return {
    isOn,
    turn(next) {
      set(next);
      keep(SINGLE_KEYS_KEY, next ? "on" : "off");
    },
  };
}
