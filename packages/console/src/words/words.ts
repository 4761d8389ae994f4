import { createContext } from "preact";
import { useContext, useMemo } from "preact/hooks";

/** A sentence with `{names}` in it, or its forms by number: `count` chooses. */
export type Phrase = string | { one: string; other: string };
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

/** The language of what is drawn, as a BCP 47 tag (`en`, `de`). */
export const LanguageContext = createContext<Language>("en");
export const useLanguage = (): Language => useContext(LanguageContext);

/** Phrases of a host's own, in the place of those of any table. */
export const OwnWordsContext = createContext<Readonly<Record<string, Phrase>>>({});

/** A hook that says the phrases of a table for each language; the tables have the same keys. */
export function wordsOf<Table extends WordTable>(tables: Readonly<Record<Language, Table>>): () => Say<Table> {
  return () => {
    const language = useLanguage();
    const own = useContext(OwnWordsContext);
    return useMemo(() => sayIn(language, { ...tables[language], ...own }), [language, own]);
  };
}
