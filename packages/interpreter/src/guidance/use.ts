import type { Catalog } from "../catalog/catalog.ts";
import { isAggregate, tablesOf, tablesOfCondition } from "../form/visit.ts";
import type { Guidance, Metric } from "./definitions.ts";
import { isToOne } from "../catalog/joins.ts";
import { measuresOf } from "../catalog/measures.ts";
import { MAX_QUESTION_CHARACTERS } from "../language/question-size.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { conditionWords } from "../explain/expression-words.ts";

interface Rephrased {
  text: string;
  metric: Metric | null;
  /** What rules made of its words. */
  assumptions: string[];
}

/** The question in the schema's words, with the metric it speaks of, if one is defined. */
export function applyWords(text: string, guidance: Guidance, now: Date): Rephrased {
  let result = guidance.fiscalStart === null ? text : fiscalYears(text, guidance.fiscalStart, now);
  const assumptions: string[] = [];
  for (const { from, to, sentence } of guidance.synonyms) {
    if (!wordPattern(from).test(result)) continue;
    const replaced = result.replace(wordPattern(from), () => to);
    // Words that stand for words that stand for words: each rule could make the text a hundred times as long.
    if (replaced.length > MAX_QUESTION_CHARACTERS) continue;
    result = replaced;
    assumptions.push(`By the rule “${sentence}”: ${from} means ${to}.`);
  }
  for (const metric of guidance.metrics) {
    const pattern = wordPattern(metric.name);
    // A defined metric takes the place of the money measure.
    if (pattern.test(result)) return { text: result.replace(pattern, "revenue"), metric, assumptions };
  }
  return { text: result, metric: null, assumptions };
}

/** "this fiscal year", "FY2025" in dates, where a rule says with which month such a year starts (0 is January). */
function fiscalYears(text: string, start: number, now: Date): string {
  const current = now.getUTCFullYear() - (now.getUTCMonth() < start ? 1 : 0);
  const span = (year: number) => {
    const iso = (date: Date) => date.toISOString().slice(0, 10);
    return `between ${iso(new Date(Date.UTC(year, start, 1)))} and ${iso(new Date(Date.UTC(year + 1, start, 0)))}`;
  };
  return text
    .replace(/\b(?:in )?(?:the )?(this|current|last|previous) (?:fiscal|financial) year\b/gi, (_, which: string) =>
      span(/this|current/i.test(which) ? current : current - 1),
    )
    .replace(/\b(?:in )?(?:fy|fiscal year|financial year) ?(\d{4})\b/gi, (_, year: string) => span(Number(year)));
}

function wordPattern(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/s$/, "");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}s?(?![\\p{L}\\p{N}])`, "giu");
}

/** Adds the conditions that hold unless the question says otherwise, and says so. */
export function applyFilters(form: LogicalForm, guidance: Guidance, catalog: Catalog, assumptions: string[]): void {
  for (const { table, condition, sentence, ofMoney } of guidance.filters) {
    if (ofMoney && !speaksOfMoney(form, catalog)) continue;
    const said = JSON.stringify(leftOf(condition));
    if (
      form.where.some((known) => JSON.stringify(known).includes(said)) ||
      JSON.stringify(form.outputs).includes('"where"')
    )
      continue;
    if (form.groups.some((group) => JSON.stringify(group) === said)) continue;
    const inner = form.where.find((known) => known.kind === "related" && known.table === table);
    if (inner?.kind === "related") inner.where.push(condition);
    else if (concerns(form, table, catalog)) form.where.push(condition);
    else continue;
    assumptions.push(`By the rule “${sentence}”: ${conditionWords(condition)}.`);
  }
}

/** True where money is asked for, or decides the order. */
function speaksOfMoney(form: LogicalForm, catalog: Catalog): boolean {
  if (form.outputs.some((output) => output.unit === "money")) return true;
  const used = JSON.stringify([form.outputs, form.order, form.having]);
  return measuresOf(catalog).money.some((source) => used.includes(JSON.stringify(source.value)));
}

function leftOf(condition: Condition): Expression | null {
  if (condition.kind === "either" || condition.kind === "every")
    return condition.conditions[0] === undefined ? null : leftOf(condition.conditions[0]);
  return condition.kind === "related" ? null : condition.left;
}

/** True when rows of the table are counted, summed or listed, or stand behind those that are. */
function concerns(form: LogicalForm, table: string, catalog: Catalog): boolean {
  const target = catalog.byName.get(table);
  if (target === undefined) return false;
  const used = new Set([
    ...form.joins,
    ...form.outputs.flatMap((output) => tablesOf(output.expression)),
    ...form.where.flatMap(tablesOfCondition),
    ...form.order.flatMap((order) => tablesOf(order.by)),
  ]);
  if (form.subject === table || used.has(table)) return true;
  return form.outputs.some(
    (output) =>
      isAggregate(output.expression) &&
      tablesOf(output.expression).some((name) => {
        const from = catalog.byName.get(name);
        return from !== undefined && isToOne(catalog, from, target);
      }),
  );
}

/** Amounts in thousands, where a rule wants them so. */
export function applyUnits(form: LogicalForm, guidance: Guidance, assumptions: string[]): void {
  if (!guidance.thousands) return;
  let changed = false;
  form.outputs = form.outputs.map((output) => {
    if (output.unit !== "money") return output;
    changed = true;
    return {
      ...output,
      name: `${output.name}_thousands`,
      unit: "thousands",
      expression: {
        kind: "arithmetic",
        operator: "/",
        left: output.expression,
        right: { kind: "literal", value: 1000 },
      },
    };
  });
  if (changed) assumptions.push("Amounts are in thousands, as a rule asks.");
}
