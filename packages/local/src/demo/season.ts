import { type Day, type Span, monthOf, weekdayOf } from "./calendar.ts";
import { present } from "./random.ts";

const MONTH = [0.84, 0.86, 0.96, 1.0, 1.04, 0.98, 0.8, 0.78, 0.98, 1.04, 1.26, 1.58];
const WEEKDAY = [1.16, 1.12, 1.08, 1.06, 1.12, 0.8, 0.66];

/** How busy a day is: steady growth a year, a December peak, a summer dip, quiet weekends. */
export function activity(day: Day, span: Span, yearlyGrowth: number): number {
  const years = (day - span.start) / 365.25;
  return (1 + yearlyGrowth * years) * present(MONTH[monthOf(day) - 1]) * present(WEEKDAY[weekdayOf(day) - 1]);
}
