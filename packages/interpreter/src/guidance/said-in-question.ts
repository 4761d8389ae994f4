import type { Catalog } from "../catalog/catalog.ts";
import type { Question } from "../question.ts";
import { readGuidance } from "./guidance.ts";

const FIGURE_NAMED = "[a-z]+(?: [a-z]+)?";
const WORDS_OF_FORMULA = String.raw`(?:times|multiplied by|minus|plus|divided by|[*×/+])`;
const FORMULA = String.raw`[a-z_][a-z0-9_ ]*? ${WORDS_OF_FORMULA} [a-z0-9_ ()*×/+.-]+?`;
const END_OF_FORMULA = String.raw`(?=\s*(?:[.?!]|$))`;

/** Where a question says itself how a figure is calculated. */
const DEFINING_CLAUSES: readonly RegExp[] = [
  // "…, where revenue is quantity times unit price"
  new RegExp(
    String.raw`,?\s+(?:where|with|given that|assuming(?: that)?|defining) (?:the |an? )?(?<name>${FIGURE_NAMED}?) (?:is|=|equals|means|being|as|is defined as|is calculated as) (?:the )?(?<formula>${FORMULA})${END_OF_FORMULA}`,
    "i",
  ),
  // "total revenue (quantity times unit price)"
  new RegExp(String.raw`(?<=\b(?<name>[a-z]+))\s*\(\s*(?:=\s*|i\.?e\.?,?\s*)?(?<formula>${FORMULA})\s*\)`, "i"),
];

/** A question whose own words for a figure are rules, or why it has no answer: what it calculates with is not kept here. */
export type DefinedInIt = { question: Question; reason: null } | { question: null; reason: string };

/** "what is the revenue per town, where revenue is quantity times price": what the word means is said as a rule for it is. */
export function definedInIt(question: Question, catalog: Catalog): DefinedInIt {
  for (const clause of DEFINING_CLAUSES) {
    const found = clause.exec(question.text);
    const { name = "", formula = "" } = found?.groups ?? {};
    if (found === null || name === "" || formula === "") continue;
    const text = question.text.replace(found[0], "");
    const sentence = `${name} is ${formula}`;
    if (!new RegExp(String.raw`\b${name}\b`, "i").test(text)) continue;
    return readGuidance([sentence], catalog, question.now).metrics.length === 1
      ? { question: { ...question, text, guidance: [...question.guidance, sentence] }, reason: null }
      : { question: null, reason: `I could not calculate “${formula.trim()}” from this data.` };
  }
  return { question, reason: null };
}
