import { type ChartWords, en } from "./chart-en.ts";
import { wordsOf } from "./words.ts";

/** The words of charts. */
export const useChartWords = wordsOf<ChartWords>({ en, de: ({ chart }) => chart });
export type { ChartWords };
