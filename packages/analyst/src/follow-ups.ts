import { suggestChart } from "./charts.ts";
import type { Session } from "./session.ts";

/** Up to three questions that follow from the last result, by its shape. */
export function followUpsOf(session: Session): string[] {
  const last = session.results.at(-1);
  if (!last || last.result.rows.length === 0) return [];
  const { result } = last;
  if (result.rows.length === 1)
    return [
      "How has that changed over time?",
      "How does that compare with the period before?",
      "What is that made up of?",
    ];
  const chart = suggestChart(result);
  const charted = chart?.chart_type === "line";
  return [
    ...(charted
      ? ["Which period stands out, and why?", "How does that compare with the year before?"]
      : ["How has that changed over time?"]),
    ...(result.rows.length > 10 && !charted ? ["Show only the top 10."] : []),
    ...(chart && !charted ? ["What share of the total does each one have?"] : []),
  ].slice(0, 3);
}
