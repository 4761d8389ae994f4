import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";
import type { german as germanTables } from "./german.ts";
import type { Phrase } from "./phrase.ts";

export type { Phrase };

export type WordTable = Readonly<Record<string, Phrase>>;
export type WordValues = Readonly<Record<string, string | number>>;

/** The languages there are; others read English. */
export const languages = ["en", "de"] as const;
export type Language = (typeof languages)[number];

/** Says a phrase of a table. Numbers are written as the language writes them. */
export type Say<Table extends WordTable> = (key: keyof Table & string, values?: WordValues) => string;

export function sayIn<Table extends WordTable>(language: string, table: Table): Say<Table> {
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  return (key, values = {}) => {
    const phrase: Phrase = table[key] ?? key;
    const { count } = values;
    const form = typeof count === "number" && plural.select(count) === "one" ? "one" : "other";
    const text = typeof phrase === "string" ? phrase : phrase[form];
    return text.replace(/\{(\w+)\}/g, (written, name: string) => {
      const value = values[name];
      return value === undefined ? written : typeof value === "number" ? number.format(value) : value;
    });
  };
}

/** The language that words are in. */
export const LanguageContext = createContext<Language>("en");

/** A language as people of a region write it. Other tags `Intl` may refuse. */
const REGIONAL_TAG = /^[a-z]{2}-[A-Z]{2}$/;

/**
 * By which numbers, dates and lists are written, a BCP 47 tag: the language of the words as people of the browser's own region write it
 * (`en-GB`, `de-CH`), else the language.
 */
export function useLanguage(): string {
  const language = useContext(LanguageContext);
  return globalThis.navigator?.languages?.find((tag) => tag.startsWith(language) && REGIONAL_TAG.test(tag)) ?? language;
}

/** Phrases of a host's own, in the place of those of any table. */
export const OwnWordsContext = createContext<Readonly<Record<string, Phrase>>>({});

type German = typeof germanTables;

let german: German | null = null;

/** Fetches the words of a language that are not there yet; English always is. */
export async function loadWords(language: Language): Promise<void> {
  if (language !== "de" || german) return;
  const fetched = await import("./german.ts");
  german = fetched.german;
}

/** Whether a language can be drawn at once. */
export const hasWords = (language: Language): boolean => language !== "de" || german !== null;

/**
 * A table for each language, with the same keys. What a first answer may need takes its German from the tables that `loadWords` fetches;
 * what is fetched later brings its own.
 */
export interface Tables<Table extends WordTable> {
  en: Table;
  de: Table | ((tables: German) => Table);
}

function tableIn<Table extends WordTable>(language: Language, { en, de }: Tables<Table>): Table {
  if (language === "en") return en;
  if (typeof de !== "function") return de;
  return german ? de(german) : en;
}

/** A hook that says the phrases of a table. */
export function wordsOf<Table extends WordTable>(tables: Tables<Table>): () => Say<Table> {
  return () => {
    const spoken = useContext(LanguageContext);
    const language = useLanguage();
    const own = useContext(OwnWordsContext);
    return useMemo(() => sayIn(language, { ...tableIn(spoken, tables), ...own }), [spoken, language, own]);
  };
}
