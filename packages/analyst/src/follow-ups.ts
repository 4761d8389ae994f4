import { type AskerLanguage, askerLanguage } from "@parley/core/answer/asker-language";
import { suggestChart } from "./charts/suggest-chart.ts";
import type { Session } from "./answer-session.ts";

const QUESTIONS = {
  en: {
    change: "How has that changed over time?",
    before: "How does that compare with the period before?",
    parts: "What is that made up of?",
    peak: "Which period stands out, and why?",
    yearBefore: "How does that compare with the year before?",
    top: "Show only the top 10.",
    share: "What share of the total does each one have?",
  },
  de: {
    change: "Wie hat sich das im Laufe der Zeit verändert?",
    before: "Wie war das im Zeitraum davor?",
    parts: "Woraus setzt sich das zusammen?",
    peak: "Welcher Zeitraum fällt auf, und warum?",
    yearBefore: "Wie war das im Jahr davor?",
    top: "Zeige nur die ersten 10.",
    share: "Welchen Anteil am Ganzen hat jedes davon?",
  },
} as const satisfies Record<AskerLanguage, Record<string, string>>;

/** Up to three questions that follow from the last result, by its shape, in the asker's language. */
export function followUpsOf(session: Session): string[] {
  const last = session.results.at(-1);
  if (!last || last.result.rows.length === 0) return [];
  const { result } = last;
  const ask = QUESTIONS[askerLanguage(session.question)];
  if (result.rows.length === 1) return [ask.change, ask.before, ask.parts];
  const chart = suggestChart(result);
  const charted = chart?.chart_type === "line";
  return [
    ...(charted ? [ask.peak, ask.yearBefore] : [ask.change]),
    ...(result.rows.length > 10 && !charted ? [ask.top] : []),
    ...(chart && !charted ? [ask.share] : []),
  ].slice(0, 3);
}
