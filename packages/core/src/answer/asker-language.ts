import type { Question } from "./answer.ts";

/** The languages in which the service says something of its own beside an answer. */
export type AskerLanguage = "en" | "de";

const GERMAN =
  /(?<!\p{L})(?:der|die|das|den|dem|des|ein|eine|einen|wie|viel|viele|was|wer|welche[nrsm]?|wann|wo|warum|ist|sind|war|waren|hat|haben|gab|gibt|und|oder|nach|pro|je|mit|für|von|vom|im|zum|zur|bei|aus|nicht|auch|nur|bitte|zeige?|nenne|ich|wir|uns|unser\p{L}*|mir|letzte[nrsm]?|umsatz|kunden|jahr|monat)(?!\p{L})|[äöüß]\p{L}*/giu;
const ENGLISH =
  /(?<!\p{L})(?:the|an?|of|how|many|much|what|who|which|when|where|why|is|are|was|were|has|have|did|do|does|and|or|by|per|with|for|from|to|not|also|only|please|show|list|give|me|we|us|our|my|last|year|month|customers?|revenue)(?!\p{L})/giu;

/** A text's small words that are German, with all that are spelled as only German is, less those that are English. */
function leaning(text: string): number {
  const words = text.slice(0, 2_000);
  const count = (pattern: RegExp) => words.match(pattern)?.length ?? 0;
  return count(GERMAN) - count(ENGLISH);
}

/**
 * The language that a question is asked in: German where more of its small words are German, English where more are English. One
 * that leans neither way ("2024?") is in the language of what was asked before; the first one is in English.
 */
export function askerLanguage({ message, history }: Pick<Question, "message" | "history">): AskerLanguage {
  const asked = history.flatMap(({ role, content }) => (role === "user" ? content : []));
  const told = [...asked, message].map(leaning).findLast((lean) => lean !== 0);
  return told !== undefined && told > 0 ? "de" : "en";
}
