import type { Catalog } from "./catalog/catalog.ts";
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
      return made === null ? "nothing" : plain(filled(made));
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
    `${tables.length} tables, ${links.length} ways between them`,
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

/** What is wished for; what is not is left out. */
const sketchText = (sketch: Sketch): string => plain({ ...filled(sketch), said: undefined });

/** Without what is empty. */
const filled = (record: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** As JSON, a field a line; tables, columns and mentions by their names. */
function plain(record: Record<string, unknown>): string {
  const brief = (key: string, value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (key === "mention" || key === "target") return "text" in value ? value.text : value;
    return value;
  };
  return Object.entries(record)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name.padEnd(14)} ${JSON.stringify(value, brief)}`)
    .join("\n");
}
