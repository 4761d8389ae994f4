import type { Catalog, CatalogColumn } from "./catalog.ts";
import { conditionsOf, negate } from "./conditions.ts";
import { isAggregate, tablesOf, tablesOfCondition } from "./form.ts";
import { itemise } from "./items.ts";
import { isToOne } from "./joins.ts";
import { columnMention, mentionsAt } from "./links.ts";
import { columnExpression } from "./measure-expressions.ts";
import type { MeasureSource } from "./measures.ts";
import { read } from "./read.ts";
import { contextOf } from "./resolve.ts";
import { tokenise } from "./tokens.ts";
import type { Condition, Expression, LogicalForm } from "./types.ts";
import { conditionWords } from "./words.ts";

/** A metric the organization defines in its own words. */
interface Metric {
  name: string;
  source: MeasureSource;
  sentence: string;
}

/** A condition that holds unless the question says otherwise. */
interface DefaultFilter {
  table: string;
  condition: Condition;
  sentence: string;
}

/** What the rules could use of the organization's rules and the member's memories. */
export interface Guidance {
  synonyms: { from: string; to: string }[];
  metrics: Metric[];
  filters: DefaultFilter[];
  thousands: boolean;
}

/** Reads rules and memories for this schema. Sentences that say something else are left alone. */
export function readGuidance(sentences: readonly string[], catalog: Catalog, now: Date): Guidance {
  const guidance: Guidance = { synonyms: [], metrics: [], filters: [], thousands: false };
  for (const sentence of sentences
    .flatMap((text) => text.split(/(?<=[.!;])\s+|\n+/))
    .map((text) => text.trim().replace(/[.!;]+$/, ""))) {
    if (sentence === "") continue;
    if (/\b(in|as) thousands\b/i.test(sentence)) guidance.thousands = true;
    else readFilter(sentence, guidance, catalog, now);
    readDefinition(sentence, guidance, catalog);
  }
  return guidance;
}

// ---- definitions ----

const operators = /\s+(?:(less|minus|net of|times|multiplied by|plus|and|divided by|over)|([*×+/-]))\s+/i;
const signs: Record<string, "+" | "-" | "*" | "/"> = Object.assign(Object.create(null), {
  less: "-",
  minus: "-",
  "net of": "-",
  "-": "-",
  times: "*",
  "multiplied by": "*",
  "*": "*",
  "×": "*",
  plus: "+",
  and: "+",
  "+": "+",
  "divided by": "/",
  over: "/",
  "/": "/",
});

function readDefinition(sentence: string, guidance: Guidance, catalog: Catalog): void {
  const called =
    /^(?:our |the |we call |my )?([\p{L} _-]+?)\s+(?:are|is) (?:also )?(?:called|known as|referred to as|named)\s+["“']?([\p{L} _-]+?)["”']?$/iu.exec(
      sentence,
    ) ?? /^we call (?:our |the )?([\p{L}_-]+)\s+["“']?([\p{L}_-]+)["”']?$/iu.exec(sentence);
  if (called?.[1] !== undefined && called[2] !== undefined) {
    addSynonym(called[2], called[1], guidance, catalog);
    return;
  }
  const means =
    /^(?:by |the |our |when i say |if i say )?["“']?([\p{L} _-]+?)["”']?,?\s+(?:means?|we mean|i mean|is defined as|stands for|refers to|equals|is calculated as|=|is)\s+(?:the )?(.+)$/iu.exec(
      sentence,
    );
  if (means?.[1] === undefined || means[2] === undefined) return;
  const [name, body] = [means[1].trim(), means[2].replace(/^(?:sum|total) of\s+(?:the )?/i, "").trim()];
  const metric = metricOf(body, catalog);
  if (metric !== null) guidance.metrics.push({ name, source: metric, sentence });
  else if (!operators.test(body) && body.split(" ").length <= 3) addSynonym(name, body, guidance, catalog);
}

/** One word for another, where one of them is known here and the other is not. */
function addSynonym(a: string, b: string, guidance: Guidance, catalog: Catalog): void {
  const known = (text: string) => {
    const tokens = tokenise(text);
    return mentionsAt(tokens, 0, catalog).some(
      (mention) =>
        mention.end === tokens.length &&
        (mention.values.length > 0 || Math.max(mention.columns[0]?.score ?? 0, mention.tables[0]?.score ?? 0) >= 0.7),
    );
  };
  const [first, second] = [a.trim(), b.trim()];
  if (known(second) && !known(first)) guidance.synonyms.push({ from: first, to: second });
  else if (known(first) && !known(second)) guidance.synonyms.push({ from: second, to: first });
}

function metricOf(body: string, catalog: Catalog): MeasureSource | null {
  const parts = body.split(operators).filter((part) => part !== undefined && part.trim() !== "");
  const first = operandColumn(parts[0] ?? "", null, catalog);
  if (first === null) return null;
  let value: Expression = columnExpression(first);
  for (let i = 1; i + 1 < parts.length; i += 2) {
    const operator = signs[(parts[i] ?? "").toLowerCase()];
    const column = operandColumn(parts[i + 1] ?? "", first, catalog);
    if (operator === undefined || column === null) return null;
    const right = operandExpression(column, first, catalog);
    if (right === null) return null;
    value = { kind: "arithmetic", operator, left: value, right };
  }
  return { table: first.table, value, label: body, score: 10 };
}

/** A column on another table's rows that belong to this one is summed up for each of them. */
function operandExpression(column: CatalogColumn, base: CatalogColumn, catalog: Catalog): Expression | null {
  if (isToOne(catalog, base.table, column.table)) return columnExpression(column);
  return { kind: "belonging", of: columnExpression(column), per: base.table.name };
}

function operandColumn(text: string, base: CatalogColumn | null, catalog: Catalog): CatalogColumn | null {
  const tokens = tokenise(text.replace(/^(?:the|sum of|total of|any)\s+/i, "")).filter(
    (token) => !["the", "of", "all", "any"].includes(token.lower),
  );
  if (tokens.length === 0) return null;
  const numbers = (columnMention(tokens, 0, tokens.length, catalog)?.columns ?? []).filter(
    (link) => link.column.isNumber && !link.column.isKey,
  );
  const near = (column: CatalogColumn) =>
    base === null
      ? /\b(order|invoice|sale|payment|transaction)/.test(column.table.words.join(" "))
        ? 0.2
        : 0
      : column.table === base.table
        ? 0.5
        : 0;
  return numbers.toSorted((a, b) => b.score + near(b.column) - a.score - near(a.column))[0]?.column ?? null;
}

// ---- default filters ----

const excluding =
  /^(?:please |always |by default,? )?(?:exclude|ignore|leave out|do not count|don't count|never count|do not include|don't include|never include|skip|omit|without|filter out)\s+(?:all |any |the )?(.+)$/i;
const restricting =
  /^(?:please |always |by default,? )?(?:only (?:count|include|use|show|consider)|count only|include only|consider only|use only|limit to|restrict to)\s+(?:the )?(.+)$/i;

function readFilter(sentence: string, guidance: Guidance, catalog: Catalog, now: Date): void {
  const plain = sentence
    .replace(
      /,?\s*(?:unless|except when|if not) (?:i |we |you )?(?:am |are )?(?:asked?|told|stated|specified|say).*$/i,
      "",
    )
    .replace(
      /\s+(?:from|in) (?:all|every|any|the)?\s*(?:reports?|analys[ei]s|numbers|figures|totals|counts|results?)$/i,
      "",
    );
  const excluded = excluding.exec(plain)?.[1];
  const kept = restricting.exec(plain)?.[1];
  const phrase = excluded ?? kept;
  if (phrase === undefined) return;
  const tokens = tokenise(phrase);
  const wishes = read(itemise(tokens, catalog, now), tokens, now);
  const context = contextOf(wishes, catalog);
  context.subject = context.named[0]?.table ?? null;
  const { where } = conditionsOf(context);
  const word = wishes.unknown[0]?.text;
  const label = context.subject?.label[0];
  // "ignore test customers": those with the word in their name.
  if (where.length === 0 && word !== undefined && wishes.unknown.length === 1 && label !== undefined) {
    where.push({ kind: "like", left: columnExpression(label), place: "contains", text: word, negated: false });
  }
  for (const condition of where) {
    const table = tablesOfCondition(condition)[0];
    if (table !== undefined)
      guidance.filters.push({ table, condition: excluded === undefined ? condition : negate(condition), sentence });
  }
}

// ---- use ----

/** The question in the schema's words, with the metric it speaks of, if one is defined. */
export function applyWords(text: string, guidance: Guidance): { text: string; metric: Metric | null } {
  let result = text;
  for (const { from, to } of guidance.synonyms) result = result.replace(wordPattern(from), to);
  for (const metric of guidance.metrics) {
    const pattern = wordPattern(metric.name);
    // A defined metric takes the place of the money measure.
    if (pattern.test(result)) return { text: result.replace(pattern, "revenue"), metric };
  }
  return { text: result, metric: null };
}

function wordPattern(name: string): RegExp {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/s$/, "");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}s?(?![\\p{L}\\p{N}])`, "giu");
}

/** Adds the conditions that hold unless the question says otherwise, and says so. */
export function applyFilters(form: LogicalForm, guidance: Guidance, catalog: Catalog, assumptions: string[]): void {
  for (const { table, condition, sentence } of guidance.filters) {
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
