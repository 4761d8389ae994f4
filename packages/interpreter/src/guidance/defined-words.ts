import type { Catalog } from "../catalog/catalog.ts";
import type { MeasureSource } from "../catalog/measures.ts";
import { type DefinedMetric, type Definitions, ownTable } from "../form/definitions.ts";
import { stem } from "../language/inflection.ts";
import { MAX_QUESTION_CHARACTERS } from "../language/question-size.ts";

/** A question in words that the database knows. */
export interface DefinedWords {
  text: string;
  /** The metric that it asks for. */
  metric: MeasureSource | null;
  /** What definitions made of its words. */
  assumptions: string[];
  /** The names of the metrics that it speaks of, where they are more than one. */
  several: string[];
}

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
const mark = (at: number): string => `\u{E000}${String.fromCodePoint(0xe100 + at)}\u{E001}`;

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
  const several = [...new Set(metrics.map(({ name }) => name))];
  const word = measureWord(catalog);
  metrics.forEach((_, at) => replace(pattern(mark(at)), word));
  result = result.replace(/\u{E000}[^\u{E001}]*\u{E001}/gu, word);
  const metric = metrics[0] && several.length === 1 ? sourceOf(metrics[0], catalog) : null;
  if (metric && metrics[0]) assumptions.push(definedAs(metrics[0]));
  return { text: result, metric, assumptions, several: several.length > 1 ? several : [] };
}

/** Where the dimension is named as it is, nothing has to be replaced, and what it means is said all the same. */
const definedAs = ({ name, sql, table }: { name: string; sql: string; table: string }): string =>
  `By definition, “${name}” is ${sql} of ${table}.`;
