import type { Turn } from "./turn.ts";

/** The question before, changed. */
export const goingOnTurns = [
  {
    name: "also by",
    pattern: /^\s*(?:and|also|plus)(?: also)? (?:by|per|for each) (?!.*\binstead\b)/i,
    recognises: "one more thing that figures are told by",
    example: "and by month",
  },
  {
    name: "same",
    pattern: /\bsame\b/i,
    recognises: "the answer before, for something else",
    example: "the same by garden",
  },
  {
    name: "more columns",
    pattern: /^\s*(?:and|with|also|plus|add|include)\b.*\b(?:their|its|his|her)\b/i,
    recognises: "more of the rows answered before",
    example: "and their phone numbers",
  },
  {
    name: "another count",
    pattern: /^\s*(?:and|what about|how about)(?: the| our)? \S+(?: \S+)?\s*\??\s*$/i,
    recognises: "something else counted, by what the answer before was by",
    example: "and gates?",
  },
] as const satisfies readonly Turn[];
