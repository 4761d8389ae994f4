import type { Catalog } from "./catalog/catalog.ts";
import { conditionWords, expressionWords } from "./explain/expression-words.ts";
import type { LogicalForm } from "./form/logical-form.ts";
import type { Guidance } from "./guidance/definitions.ts";
import type { Judged } from "./honesty/judge.ts";
import type { Token } from "./language/tokens.ts";
import type { Item } from "./link/item.ts";
import type { Sketch } from "./read/sketch.ts";

/** What each stage makes of a question, in the order in which it passes through them. */
export interface Made {
  catalog: Catalog;
  guidance: Guidance;
  language: { text: string; tokens: readonly Token[] };
  link: readonly Item[];
  read: Sketch;
  rewrite: Sketch;
  assemble: LogicalForm | null;
  honesty: Judged;
  sql: string;
  explain: string;
}
export type Stage = keyof Made;

/** What a stage has made. */
export type Step = { [Name in Stage]: { stage: Name; made: Made[Name] } }[Stage];

/** Hears what each stage made of a question, once a stage at the most. */
export type Trace = (step: Step) => void;

/** The stages in their order. */
export const stages: readonly Stage[] = [
  "catalog",
  "guidance",
  "language",
  "link",
  "read",
  "rewrite",
  "assemble",
  "honesty",
  "sql",
  "explain",
];

/** One line or several on what a stage made, to be read by a person. */
export function traceText({ stage, made }: Step): string {
  switch (stage) {
    case "catalog":
      return catalogText(made);
    case "guidance":
      return `${made.synonyms.length} synonyms, ${made.metrics.length} metrics, ${made.filters.length} filters`;
    case "language":
      return made.text;
    case "link":
      return made.map((item) => `${item.text.padEnd(24)} ${itemText(item)}`).join("\n");
    case "read":
    case "rewrite":
      return sketchText(made);
    case "assemble":
      return made === null ? "nothing" : formText(made);
    case "honesty":
      return made.kind === "refused"
        ? `refused: ${made.reason}`
        : `confidence ${made.confidence}${made.left_out.length === 0 ? "" : `, left out: ${made.left_out.join(", ")}`}`;
    case "sql":
    case "explain":
      return made;
  }
}

const catalogText = ({ tables, links }: Catalog): string =>
  [
    tables.map(({ name }) => name).join(", "),
    ...links.map(
      ({ from, to, cost }) =>
        `  ${from.map((column) => `${column.table.name}.${column.name}`).join(", ")} → ${to[0]?.table.name ?? ""}${cost > 1 ? " (guessed)" : ""}`,
    ),
  ].join("\n");

function itemText(item: Item): string {
  switch (item.kind) {
    case "cue":
      return `cue ${item.cue.is}`;
    case "schema":
      return [
        ...item.mention.tables.slice(0, 2).map(({ table, score }) => `${table.name} ${score.toFixed(2)}`),
        ...item.mention.columns
          .slice(0, 3)
          .map(({ column, score }) => `${column.table.name}.${column.name} ${score.toFixed(2)}`),
      ].join(", ");
    case "value":
      return item.mention.values
        .slice(0, 3)
        .map(({ column, value, score }) => `${column.table.name}.${column.name} = “${value}” ${score.toFixed(2)}`)
        .join(", ");
    case "number":
      return `number ${item.value}`;
    case "date":
      return `period ${item.period.label}`;
    case "word":
      return "means nothing here";
  }
}

/** What is wished for, a wish a line; what is not is left out. */
function sketchText({ said: _said, today: _today, names: _names, numbers: _numbers, ...sketch }: Sketch): string {
  return Object.entries(sketch)
    .flatMap(([name, value]) => linesOf(name, Array.isArray(value) ? value : [value]))
    .join("\n");
}

const linesOf = (name: string, values: readonly unknown[]): string[] =>
  values.flatMap((value) => (isNothing(value) ? [] : [`${name.padEnd(14)} ${inBrief(value)}`]));

const isNothing = (value: unknown): boolean => value === null || value === false || value === undefined;

/** A wish in a line: its kind first, then what it has, mentions by their words and without places. */
function inBrief(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  if ("columns" in value && "text" in value) return `“${String(value.text)}”`;
  if ("label" in value && "from" in value) return String(value.label);
  const parts = Object.entries(value).flatMap(([name, part]) =>
    isNothing(part) || name === "at" || name === "kind" || (name === "zone" && part === "focus")
      ? []
      : [`${name} ${inBrief(part)}`],
  );
  return ["kind" in value ? String(value.kind) : "", ...parts].filter((part) => part !== "").join(", ");
}

/** A form in words, a part a line. */
function formText(form: LogicalForm): string {
  const { subject, outputs, where, groups, having, order, limit, joins } = form;
  const lines: [string, readonly string[]][] = [
    ["rows of", [subject]],
    ["shown", form.all_columns ? ["all columns"] : outputs.map(({ expression }) => expressionWords(expression))],
    ["where", where.map((condition) => conditionWords(condition))],
    ["grouped by", groups.map((group) => expressionWords(group))],
    ["having", having.map((condition) => conditionWords(condition))],
    ["ordered by", order.map(({ by, direction }) => `${expressionWords(by)}, ${direction}`)],
    ["at most", limit === null ? [] : [String(limit)]],
    ["joined with", joins],
    ["combined by", form.combine === null ? [] : [form.combine.operation]],
  ];
  return lines.flatMap(([name, words]) => words.map((word) => `${name.padEnd(14)} ${word}`)).join("\n");
}
