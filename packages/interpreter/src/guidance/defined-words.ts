import type { Catalog } from "../catalog/catalog.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { type DefinedMetric, type Definitions, ownTable } from "../form/definitions.ts";
import { stem } from "../language/inflection.ts";
import type { Choice } from "../question.ts";
import { joined } from "../language/words.ts";
import { MAX_QUESTION_CHARACTERS } from "../language/question-size.ts";

/** A question in words that the database knows. */
export interface DefinedWords {
  text: string;
  /** The metric that it asks for. */
  metric: MeasureSource | null;
  /** Metrics of the same table that it names beside that one: "net revenue and refunds by month". */
  beside: MeasureSource[];
  /** What definitions made of its words. */
  assumptions: string[];
  /** Why the metrics that it names are not shown together; null where they are, or where it names one. */
  apart: Apart | null;
}

/** Metrics that are not shown together, and the question for each by itself where it can be asked so. */
export interface Apart {
  reason: string;
  choices: Choice[];
}

/** Metrics that one answer shows side by side. */
const MOST_METRICS = 3;

/** A name as it is said: in small letters or large, in the plural too, with spaces where it has underscores. */
function pattern(name: string, before = ""): RegExp {
  const words = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/[\s_]+/g, "[\\s_-]+");
  return new RegExp(`(?<![\\p{L}\\p{N}_])${before}${words.replace(/s$/, "")}s?(?![\\p{L}\\p{N}_])`, "giu");
}

/** A name with each synonym, the longest first: of "net revenue" and "net revenue per head" the whole is meant. */
const namesOf = <Named extends { name: string; synonyms: readonly string[] }>(all: readonly Named[]) =>
  all
    .flatMap((defined) => [defined.name, ...defined.synonyms].map((name) => ({ name, defined })))
    .toSorted((a, b) => b.name.length - a.name.length);

/** Words for money taken that no column of the database is called: a metric takes their place. */
function measureWord({ vocabulary }: Catalog): string {
  const words = ["revenue", "gmv", "turnover", "earnings"];
  return words.find((word) => !vocabulary.has(stem(word))) ?? "revenue";
}

/** "how many active users", "the number of open tickets": the number is the metric. */
const asked = "(?:(?:how many|how much|the total number of|the number of|number of|total)\\s+)?";

/** A place in the text that a later name cannot be found in. */
const mark = (at: number): string => `\u{E000}${String.fromCodePoint(FIRST_PLACE + at)}\u{E001}`;
const placeOf = (marked: string): number => (marked.codePointAt(1) ?? FIRST_PLACE) - FIRST_PLACE;
/** In the private use area: no text has it. */
const FIRST_PLACE = 0xe100;

function sourceOf({ id, name, table, sql }: DefinedMetric, catalog: Catalog): MeasureSource | null {
  const own = ownTable(table).toLowerCase();
  const found = catalog.tables.find((one) => one.name.toLowerCase() === own);
  if (found === undefined) return null;
  return { table: found, value: { kind: "defined", id, name, table: found.name, sql }, label: name, score: 10 };
}

/** The question with synonyms replaced by what they mean, dimensions by their names, and the metric by a word for money. */
export function applyDefinitions(text: string, definitions: Definitions, catalog: Catalog): DefinedWords {
  const assumptions: string[] = [];
  let result = text;
  const replace = (found: RegExp, by: string): boolean => {
    const replaced = result.replace(found, () => by);
    found.lastIndex = 0;
    if (!found.test(result) || replaced.length > MAX_QUESTION_CHARACTERS) return false;
    result = replaced;
    return true;
  };
  for (const { name, meaning } of definitions.synonyms)
    if (replace(pattern(name), meaning)) assumptions.push(`By definition, “${name}” means ${meaning}.`);
  const metrics: DefinedMetric[] = [];
  for (const { name, defined } of namesOf(definitions.metrics))
    if (replace(pattern(name, asked), mark(metrics.length))) metrics.push(defined);
  for (const { name, defined } of namesOf(definitions.dimensions))
    if (replace(pattern(name), defined.name)) assumptions.push(definedAs(defined));
  // In the order in which the question names them.
  const named = [...new Set((result.match(MARKS_OF_METRICS) ?? []).map((found) => metrics[placeOf(found)]))].filter(
    (each) => each !== undefined,
  );
  const [first] = named;
  const listed = named.length > 1 ? result.replace(LISTED_METRICS, mark(0)) : result;
  const isOneList = listed.match(MARKS_OF_METRICS)?.length === 1;
  const alike = named.filter(({ table }) => first !== undefined && ownTable(table) === ownTable(first.table));
  const word = measureWord(catalog);
  const textWith = (name: string) => listed.replace(MARKS_OF_METRICS, () => name).trim();
  const apart = !isOneList || alike.length < named.length || named.length > MOST_METRICS;
  if (named.length > 1 && apart)
    return {
      text,
      metric: null,
      beside: [],
      assumptions,
      apart: {
        reason: reasonApart(named, isOneList),
        choices: isOneList
          ? named.slice(0, MOST_METRICS).map(({ name }) => ({ label: name, message: textWith(name) }))
          : [],
      },
    };
  const [metric = null, ...beside] = named.map((each) => sourceOf(each, catalog)).filter((source) => source !== null);
  if (metric) assumptions.push(...named.map(definedAs));
  const shown = named.length > 1 ? textWith(word).replace(/^compare\b/i, "show") : textWith(word);
  return { text: shown, metric, beside, assumptions, apart: null };
}

const ANY_MARK = "\u{E000}[^\u{E001}]*\u{E001}";
const MARKS_OF_METRICS = new RegExp(ANY_MARK, "gu");
/** Names of metrics in one list: "net revenue and refunds", "gross revenue vs. net revenue", "a, b and c". */
const LISTED_METRICS = new RegExp(
  `(?<!\\b(?:between|of|correlate)\\s+)(?:\\bboth\\s+)?${ANY_MARK}(?:(?:\\s*(?:,|&|\\+|/)\\s*|,?\\s+(?:and|vs\\.?|versus|against|with|alongside|next to|compared (?:to|with))\\s+)(?:(?:the|our)\\s+)?${ANY_MARK})+`,
  "giu",
);

function reasonApart(named: readonly DefinedMetric[], isOneList: boolean): string {
  const names = joined(named.map(({ name }) => `“${name}”`));
  const tables = new Set(named.map(({ table }) => ownTable(table)));
  if (isOneList && tables.size > 1)
    return `I can show defined metrics of one table side by side, but ${joined(named.map(({ name, table }) => `“${name}” is of ${ownTable(table)}`))}. Ask for each by itself.`;
  if (isOneList) return `I can show ${MOST_METRICS} defined metrics side by side, and this asks for ${names}.`;
  return `I can show defined metrics side by side, but calculate nothing between them, and this speaks of ${names}.`;
}

/** Where the dimension is named as it is, nothing has to be replaced, and what it means is said all the same. */
const definedAs = ({ name, sql, table }: { name: string; sql: string; table: string }): string =>
  `By definition, “${name}” is ${sql} of ${table}.`;
