import type { ChartType } from "./types.ts";

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

/** The chart a text asks for, and the text without the words for it; null where it asks for none. */
export function chartAsked(text: string): { chart: ChartType; rest: string } | null {
  const found = phrase.exec(text);
  const chart = kinds.find(([pattern]) => pattern.test(found?.[1] ?? ""))?.[1];
  if (found === null || chart === undefined) return null;
  return {
    chart,
    rest: text
      .replace(found[0], " ")
      .replace(/^[\s,;:]+|[\s,;:]+(?=[?.!]?$)/g, "")
      .replace(/\s+/g, " "),
  };
}
