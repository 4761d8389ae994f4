import type { AskerLanguage } from "@parley/core/answer/asker-language";
import { bucketText } from "@parley/interpreter/explain/moments";
import { withUnit } from "@parley/interpreter/language/units";
import { joined } from "@parley/interpreter/language/words";

/** What the sentence of a saved query's answer is made of, in one language. */
export interface SavedQueryWords {
  locale: string;
  noValue: string;
  /** The label of a row that has none. */
  none: string;
  noRows: string;
  rows(count: number): string;
  /** A bucket of time as it is said. */
  moment(value: string): string;
  withUnit(figure: string, unit: string | undefined): string;
  /** A list of which nothing is left out. */
  joined(words: readonly string[]): string;
  foundRows(rows: string): string;
  /** What follows the title: figures, of a measure that the title does not name. */
  figures(told: string, measure: string | null): string;
  first(label: string, figure: string, others: string): string;
  extremes(highest: string, lowest: string): string;
  sameInAll(figure: string, rows: string): string;
  noneOf(rows: string): string;
  inAll(rows: string, isMore: boolean): string;
  foundMoreThan(rows: string): string;
  andMore(told: string, left: number | null): string;
}

const WORDS_IN_ENGLISH: SavedQueryWords = {
  locale: "en-US",
  noValue: "no value",
  none: "none",
  noRows: "found no rows",
  rows: (count) => `${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"}`,
  moment: bucketText,
  withUnit,
  joined: (words) => joined(words),
  foundRows: (rows) => `found ${rows}`,
  figures: (told, measure) => `: ${measure === null ? "" : `by ${measure}, `}${told}`,
  first: (label, figure, others) => `${label} comes first with ${figure}, then ${others}`,
  extremes: (highest, lowest) => `the highest is ${highest}, the lowest ${lowest}`,
  sameInAll: (figure, rows) => `${figure} in each of ${rows}`,
  noneOf: (rows) => `no value in ${rows}`,
  inAll: (rows, isMore) => `, ${isMore ? "more than " : ""}${rows} in all`,
  foundMoreThan: (rows) => `found more than ${rows}, of which the table holds the first`,
  andMore: (told, left) => `${told} and ${left === null ? "others" : `${left.toLocaleString("en-US")} more`}`,
};

const GERMAN_MONTHS: Readonly<Record<string, string>> = {
  January: "Januar",
  February: "Februar",
  March: "März",
  May: "Mai",
  June: "Juni",
  July: "Juli",
  October: "Oktober",
  December: "Dezember",
};

/** Units with a German word: one of them, and several. */
const GERMAN_UNITS: Readonly<Record<string, readonly [string, string]>> = {
  cents: ["Cent", "Cent"],
  miles: ["Meile", "Meilen"],
  years: ["Jahr", "Jahre"],
  months: ["Monat", "Monate"],
  weeks: ["Woche", "Wochen"],
  days: ["Tag", "Tage"],
  hours: ["Stunde", "Stunden"],
  minutes: ["Minute", "Minuten"],
  seconds: ["Sekunde", "Sekunden"],
};

/** "24. Dezember 2025 um 07:28", "Dezember 2025"; what is no moment stays as it is. */
function germanMoment(value: string): string {
  const said = bucketText(value);
  if (said === value) return value;
  return said
    .replace(/^(\d+) (?=[A-Z])/, "$1. ")
    .replace(/[A-Z][a-z]+/, (month) => GERMAN_MONTHS[month] ?? month)
    .replace(" at ", " um ");
}

const WORDS_IN_GERMAN: SavedQueryWords = {
  locale: "de-DE",
  noValue: "kein Wert",
  none: "ohne Angabe",
  noRows: "hat keine Zeilen gefunden",
  rows: (count) => `${count.toLocaleString("de-DE")} ${count === 1 ? "Zeile" : "Zeilen"}`,
  moment: germanMoment,
  withUnit: (figure, unit) => {
    const named = unit === undefined ? undefined : GERMAN_UNITS[unit];
    return named ? `${figure} ${named[figure === "1" ? 0 : 1]}` : withUnit(figure, unit);
  },
  joined: (words) => joined(words, "und"),
  foundRows: (rows) => `hat ${rows} gefunden`,
  figures: (told, measure) => `${measure === null ? "" : `, nach ${measure}`}: ${told}`,
  first: (label, figure, others) => `an erster Stelle steht ${label} mit ${figure}, dann ${others}`,
  extremes: (highest, lowest) => `am höchsten ist ${highest}, am niedrigsten ${lowest}`,
  sameInAll: (figure, rows) => `${figure} in jeder von ${rows}`,
  noneOf: (rows) => `kein Wert in ${rows}`,
  inAll: (rows, isMore) => `, insgesamt ${isMore ? "mehr als " : ""}${rows}`,
  foundMoreThan: (rows) => `hat mehr als ${rows} gefunden, von denen die Tabelle die ersten enthält`,
  andMore: (told, left) => `${told} und ${left === null ? "andere" : `${left.toLocaleString("de-DE")} weitere`}`,
};

/** The words of a saved query's answer, in the asker's language. */
export const savedQueryWords = (language: AskerLanguage): SavedQueryWords =>
  language === "de" ? WORDS_IN_GERMAN : WORDS_IN_ENGLISH;
