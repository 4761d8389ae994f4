import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { hasWords, type Language, LanguageContext, loadWords } from "./words.ts";

/**
 * Draws what is in it in a language once its words are there; until then in the one before, or not at all. Words that cannot be fetched
 * are English.
 */
export function Spoken({ language, children }: { language: Language; children: ComponentChildren }) {
  const [fetched, setFetched] = useState<Language | null>(null);
  const isThere = hasWords(language);
  useEffect(() => {
    if (isThere) {
      setFetched(language);
      return undefined;
    }
    let isMeant = true;
    const draw = (): void => {
      if (isMeant) setFetched(hasWords(language) ? language : "en");
    };
    loadWords(language).then(draw, draw);
    return () => {
      isMeant = false;
    };
  }, [language, isThere]);
  const spoken = isThere ? language : fetched;
  return spoken && <LanguageContext.Provider value={spoken}>{children}</LanguageContext.Provider>;
}
