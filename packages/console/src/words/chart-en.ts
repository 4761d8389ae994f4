/** What charts say beside their data, in English. */
export const en = {
  "kind.bar": "Bar chart",
  "kind.line": "Line chart",
  "kind.area": "Area chart",
  "kind.pie": "Donut chart",
  "kind.scatter": "Scatter chart",
  "kind.stacked_bar": "Stacked bar chart",
  "figure.keys": "Arrow keys read the values.",
  "figure.empty": "There is nothing to draw.",
  "summary.what": "{kind}: {measure} by {dimension}.",
  "summary.series": { one: "{count} series: {names}.", other: "{count} series: {names}." },
  "summary.values": { one: "{count} value.", other: "{count} values." },
  "summary.range": { one: "{count} value, {first}.", other: "{count} values, from {first} to {last}." },
  "summary.extremes": "Highest: {high} ({highAt}). Lowest: {low} ({lowAt}).",
  "summary.flat": "All are {value}.",
  "measure.unit": "{measure} in {unit}",
  "mark.none": "no value",
  "legend.label": "Series shown",
  "fold.all": "Show all {count}",
  "fold.fewer": "Show fewer",
  "time.quarter": "Q{quarter} {year}",
  "time.quarterShort": "Q{quarter}",
  "time.week": "Week {week}, {year}",
  "time.weekShort": "W{week}",
} as const;

export type ChartWords = Readonly<Record<keyof typeof en, string | { one: string; other: string }>>;
