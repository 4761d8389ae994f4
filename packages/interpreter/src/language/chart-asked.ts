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
  /^(?:ok(?:ay)?,? |and |now |please |can you |could you |but |rather )*(?:(?:show|draw|plot|display|make|give|turn|change|put|present|visuali[sz]e|switch|see|have)(?: me)?(?: it| that| this| them| these| those| the (?:results?|data|answer))? )?(?:(?:as|in|into|to|using|with) )(?:an? |the )?(bars?|columns?|lines?|pie|donut|doughnut|area|scatter|table)(?:,? (?:instead|please|now))?[\s?.!]*$/i;

/** The chart a text asks for, or the table alone, and the text without the words for it; null where it asks for none. */
export function chartAsked(text: string): { chart: ChartType | "table"; rest: string } | null {
  const said = alone.exec(text)?.[1];
  if (said !== undefined) return { chart: kindOf(said) ?? "table", rest: "" };
  const table = asTable.exec(text);
  if (table !== null) return { chart: "table", rest: text.replace(table[0], "").trim() };
  const found = phrase.exec(text);
  const chart = kindOf(found?.[1] ?? "");
  if (found === null || chart === undefined) return null;
  return {
    chart,
    rest: text
      .replace(found[0], " ")
      .replace(/^[\s,;:]+|[\s,;:]+(?=[?.!]?$)/g, "")
      .replace(/\s+/g, " "),
  };
}

const kindOf = (word: string): ChartType | undefined => kinds.find(([pattern]) => pattern.test(word))?.[1];
