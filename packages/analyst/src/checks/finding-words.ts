import { shortText } from "@parley/contract/cut-text";
import type { AskerLanguage } from "@parley/core/answer/asker-language";
import type { Finding } from "./check.ts";

const VALUE_CHARACTERS = 80;
const short = (text: string) => shortText(text, VALUE_CHARACTERS);

/** A cell's number as it is written in a language; one with more digits than a float has stays as it is. */
const localNumber = (cell: string, locale: string): string =>
  Number.isSafeInteger(Math.trunc(Number(cell)))
    ? Number(cell).toLocaleString(locale, { maximumFractionDigits: 2 })
    : cell;

/** "2026-11" as "November 2026", "2026-Q4" as "Q4 2026"; other spans of time as they are. */
function periodName(period: string, locale: string): string {
  const {
    year = "",
    month,
    quarter,
  } = /^(?<year>\d{4})-(?:(?<month>\d{2})|(?<quarter>Q[1-4]))$/.exec(period)?.groups ?? {};
  if (quarter !== undefined) return `${quarter} ${year}`;
  if (month === undefined) return period;
  const first = new Date(Date.UTC(Number(year), Number(month) - 1));
  return first.toLocaleDateString(locale, { month: "long", year: "numeric", timeZone: "UTC" });
}

const IN_ENGLISH = (finding: Finding): string => {
  switch (finding.code) {
    case "unknown_value":
      return `“${short(finding.column)}” never is “${short(finding.value)}”${finding.nearest === null ? "" : `; the nearest value is “${short(finding.nearest)}”`}.`;
    case "no_rows":
      return "No rows fit: that may be so, or a condition may be wrong.";
    case "no_value":
      return "There is no value: no rows fit, or none of them has one.";
    case "multiplied_sum":
      return `“${short(finding.column)}” of ${short(finding.table)} is counted once for each row of ${short(finding.by)}: the figure is too high where there are several.`;
    case "open_period":
      return `${periodName(finding.period, "en-US")} is not over yet: its figure is not comparable with those before.`;
    case "truncated_total":
      return `Only the first ${finding.rows.toLocaleString("en-US")} rows were read: what is said of all of them may be wrong.`;
    case "placeholder":
      return `“${short(finding.text)}” stands for a value that was not filled in.`;
    case "other_reading":
      return `Read by fixed rules, the question is “${short(finding.interpretation)}”, which gives ${localNumber(finding.value, "en-US")}.`;
  }
};

const IN_GERMAN = (finding: Finding): string => {
  switch (finding.code) {
    case "unknown_value":
      return `„${short(finding.column)}“ ist nie „${short(finding.value)}“${finding.nearest === null ? "" : `; am nächsten kommt „${short(finding.nearest)}“`}.`;
    case "no_rows":
      return "Keine Zeile passt: Das kann so sein, oder eine Bedingung stimmt nicht.";
    case "no_value":
      return "Es gibt keinen Wert: Keine Zeile passt, oder keine hat einen.";
    case "multiplied_sum":
      return `„${short(finding.column)}“ aus ${short(finding.table)} zählt für jede Zeile von ${short(finding.by)} einmal: Die Zahl ist zu hoch, wo es mehrere gibt.`;
    case "open_period":
      return `${periodName(finding.period, "de-DE")} ist noch nicht zu Ende: Die Zahl ist mit denen davor nicht vergleichbar.`;
    case "truncated_total":
      return `Nur die ersten ${finding.rows.toLocaleString("de-DE")} Zeilen wurden gelesen: Was über alle gesagt wird, kann falsch sein.`;
    case "placeholder":
      return `„${short(finding.text)}“ steht für einen Wert, der nicht eingesetzt wurde.`;
    case "other_reading":
      return `Nach festen Regeln gelesen, heißt die Frage „${short(finding.interpretation)}“, und das ergibt ${localNumber(finding.value, "de-DE")}.`;
  }
};

/** What was found, in a sentence. */
export const findingText = (finding: Finding, language: AskerLanguage): string =>
  language === "de" ? IN_GERMAN(finding) : IN_ENGLISH(finding);
