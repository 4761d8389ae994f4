import { joined } from "@parley/interpreter/language/words";
import type { AskerLanguage } from "@parley/core/answer/asker-language";
import type { Shown } from "./statement.ts";

/** How a statement is said. Each text is a part of a sentence. */
export interface StatementWords {
  figure: Readonly<Record<NonNullable<Shown["figure"]>, (of: string) => string>>;
  everything: string;
  list: (items: readonly string[]) => string;
  quoted: (value: string) => string;
  distinct: (what: string) => string;
  of: (what: string, tables: string) => string;
  readFrom: (tables: string) => string;
  where: (conditions: string) => string;
  condition: (column: string, operator: string, values: readonly string[]) => string;
  each: (groups: string) => string;
  sorted: (orders: string) => string;
  order: (by: string, isDescending: boolean) => string;
  first: (rows: string) => string;
  assumed: (condition: string) => string;
}

const ENGLISH_STATEMENT_WORDS: StatementWords = {
  figure: {
    rows: () => "number of rows",
    different: (of) => `number of different ${of}`,
    known: (of) => `number of rows with ${of}`,
    sum: (of) => `sum of ${of}`,
    average: (of) => `average of ${of}`,
    least: (of) => `least ${of}`,
    greatest: (of) => `greatest ${of}`,
  },
  everything: "all columns",
  list: (items) => joined(items, "and"),
  quoted: (value) => `“${value}”`,
  distinct: (what) => `different ${what}`,
  of: (what, tables) => `${what} of ${tables}`,
  readFrom: (tables) => `Read from ${tables}`,
  where: (conditions) => `only where ${conditions}`,
  condition: (column, operator, values) => {
    const [first = "", last = ""] = values;
    switch (operator) {
      case "=":
        return `${column} is ${first}`;
      case "IN":
        return `${column} is ${joined(values, "or")}`;
      case "<>":
      case "!=":
        return `${column} is not ${first}`;
      case "<":
        return `${column} is below ${first}`;
      case "<=":
        return `${column} is at most ${first}`;
      case ">":
        return `${column} is above ${first}`;
      case ">=":
        return `${column} is at least ${first}`;
      case "BETWEEN":
        return `${column} is from ${first} to ${last}`;
      case "null":
        return `${column} is empty`;
      default:
        return `${column} is known`;
    }
  },
  each: (groups) => `for each ${groups}`,
  sorted: (orders) => `sorted by ${orders}`,
  order: (by, isDescending) => (isDescending ? `${by} (descending)` : by),
  first: (rows) => (rows === "1" ? "the first row" : `the first ${rows} rows`),
  assumed: (condition) => `Only rows are counted where ${condition}, which the question does not say`,
};

const GERMAN_STATEMENT_WORDS: StatementWords = {
  figure: {
    rows: () => "Zahl der Zeilen",
    different: (of) => `Zahl verschiedener Werte von ${of}`,
    known: (of) => `Zahl der Zeilen mit ${of}`,
    sum: (of) => `Summe von ${of}`,
    average: (of) => `Durchschnitt von ${of}`,
    least: (of) => `kleinster Wert von ${of}`,
    greatest: (of) => `größter Wert von ${of}`,
  },
  everything: "alle Spalten",
  list: (items) => joined(items, "und"),
  quoted: (value) => `„${value}“`,
  distinct: (what) => `verschiedene Werte von ${what}`,
  of: (what, tables) => `${what} aus ${tables}`,
  readFrom: (tables) => `Gelesen aus ${tables}`,
  where: (conditions) => `nur wo ${conditions}`,
  condition: (column, operator, values) => {
    const [first = "", last = ""] = values;
    switch (operator) {
      case "=":
        return `${column} ${first} ist`;
      case "IN":
        return `${column} ${joined(values, "oder")} ist`;
      case "<>":
      case "!=":
        return `${column} nicht ${first} ist`;
      case "<":
        return `${column} unter ${first} liegt`;
      case "<=":
        return `${column} höchstens ${first} ist`;
      case ">":
        return `${column} über ${first} liegt`;
      case ">=":
        return `${column} mindestens ${first} ist`;
      case "BETWEEN":
        return `${column} von ${first} bis ${last} reicht`;
      case "null":
        return `${column} leer ist`;
      default:
        return `${column} bekannt ist`;
    }
  },
  each: (groups) => `je ${groups}`,
  sorted: (orders) => `sortiert nach ${orders}`,
  order: (by, isDescending) => (isDescending ? `${by} (absteigend)` : by),
  first: (rows) => (rows === "1" ? "die erste Zeile" : `die ersten ${rows} Zeilen`),
  assumed: (condition) => `Es zählen nur Zeilen, wo ${condition}; das sagt die Frage nicht`,
};

export const STATEMENT_WORDS: Readonly<Record<AskerLanguage, StatementWords>> = {
  en: ENGLISH_STATEMENT_WORDS,
  de: GERMAN_STATEMENT_WORDS,
};
