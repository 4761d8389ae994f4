import type { ChartType } from "../form/logical-form.ts";

const kinds: readonly (readonly [RegExp, ChartType])[] = [
  [/stacked(?: bar| column)?/i, "stacked_bar"],
  [/bars?|columns?|histogram/i, "bar"],
  [/lines?/i, "line"],
  [/pie|donut|doughnut/i, "pie"],
  [/area/i, "area"],
  [/scatter/i, "scatter"],
];

const phrase =
  /,?\s*\b(?:(?:and )?(?:please )?(?:show|draw|plot|display|make|give|turn|change|put|present|visuali[sz]e)?(?: me)?(?: it| that| this| them| these| those| the (?:results?|data|answer))?\s*(?:\b(?:as|in|into|to|using|with|on)\b)?\s*(?:an? |the )?)(stacked bar|stacked column|stacked|bars?|columns?|lines?|pie|donut|doughnut|area|scatter|histogram)[- ]?(?:chart|graph|plot|diagram)s?\b(?: of| for| instead| please)?\s*/i;

/** The table alone, asked for at the end of a question or by itself. */
const asTable =
  /,?\s*\b(?:(?:and |but |please )*(?:show|display|give|put|present|make|turn|list)(?: me)? (?:it|that|this|them|these|those|the (?:results?|data|answer)) )?(?:(?:just |only |rather )?(?:as an?|into an?) (?:plain |simple |normal )?table|in (?:table|tabular) (?:form|format)|without (?:a |the |any )?(?:chart|graph|plot|diagram)s?)\b(?: instead| please)?(?=[\s?.!]*$)/i;

/** A text that is nothing but the way the answer before is to be shown, the word "chart" left out: "show it as a line". */
const alone =
  /^(?:ok(?:ay)?,? |and |now |please |can you |could you |but |rather )*(?:(?:show|draw|plot|display|make|give|turn|change|put|present|visuali[sz]e|switch|see|have)(?: me)?(?: it| that| this| them| these| those| the (?:results?|data|answer))? )?(?:(?:as|in|into|to|using|with) )(?:an? |the )?(stacked bars?|stacked columns?|bars?|columns?|lines?|pie|donut|doughnut|area|scatter|table)(?:,? (?:instead|please|now))?[\s?.!]*$/i;

/** "as a line over the last 12 months", "draw a line of orders by month": the word "chart" left out, and more said. */
const unnamed: readonly RegExp[] = [
  /,?\s*\b(?:as|in|with) (?:a |an )?(line|bars|columns|pie) (?=(?:over|by|per|for each|for the last)\b)/i,
  /^(?:(?:can you |please |now |and )*(?:show|draw|plot|give|make)(?: me)? (?:a |an ))(line|pie) (?:of |for )?(?=(?:over|by|per|for|our|the)\b)/i,
  /^(?:(?:can you |please |now |and )*(?:draw|plot)(?: me)? (?:a |an |the )?)(line|pie|bars) of (?=[a-z])/i,
];

/** The chart a text asks for, or the table alone, and the text without the words for it; null where it asks for none. */
export function chartAsked(text: string): { chart: ChartType | "table"; rest: string } | null {
  const said = alone.exec(text)?.[1];
  if (said !== undefined) return { chart: kindOf(said) ?? "table", rest: "" };
  const table = asTable.exec(text);
  if (table !== null) return { chart: "table", rest: text.replace(table[0], "").trim() };
  const found = phrase.exec(text) ?? firstOf(unnamed, text);
  const chart = kindOf(found?.[1] ?? "");
  if (found === null || chart === undefined) return null;
  const rest = text
    .replace(found[0], " ")
    .replace(/^[\s,;:]+|[\s,;:]+(?=[?.!]?$)/g, "")
    .replace(/\s+/g, " ");
  return { chart, rest: chart === "line" || chart === "area" ? inSteps(rest) : rest };
}

/** "a line over the last 12 months": a point for each of them. */
function inSteps(rest: string): string {
  const [, many, unit = "month"] =
    /\b(?:last|past) (?:(\d{1,3}|\w+) )?(day|week|month|quarter|year)s?\b/i.exec(rest) ?? [];
  const isSaid = /\b(?:by|per|each|every)\b|ly\b/i.test(rest) || !/\b(?:last|past)\b/i.test(rest);
  if (isSaid) return rest;
  const step =
    many !== undefined ? unit : ({ year: "month", quarter: "week", month: "day", week: "day" }[unit] ?? "day");
  return `${rest.replace(/[\s?.!]+$/, "")} by ${step}`;
}

const firstOf = (patterns: readonly RegExp[], text: string): RegExpExecArray | null =>
  patterns.map((pattern) => pattern.exec(text)).find((found) => found !== null) ?? null;

const kindOf = (word: string): ChartType | undefined => kinds.find(([pattern]) => pattern.test(word))?.[1];
