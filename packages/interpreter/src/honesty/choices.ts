import { toldAs } from "../catalog/called.ts";
import { amountColumn } from "../catalog/amounts.ts";
import type { Condition, LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { plural } from "../language/words.ts";
import type { Mention } from "../link/mention.ts";
import { ratedRows } from "../link/rates.ts";
import type { Choice } from "../question.ts";
import type { Context } from "../resolve/context.ts";
import type { Sketch } from "../read/sketch.ts";
import { isDuration } from "../catalog/durations.ts";
import { isPromised } from "../catalog/terms.ts";

/** More readings than that are no choice but a list. */
const MOST_CHOICES = 3;
/** What names a row in full is that like. */
export const NAMED_IN_FULL = 0.9;

/** A word that may mean several things, and the question with each of them in its place. */
export interface Ambiguous {
  word: string;
  choices: Choice[];
}

/** "orders of Mira", where two are called so: which of them is meant. Null where no name leaves that open. */
export function severalNames(asked: string, sketch: Sketch, form: LogicalForm): Ambiguous | null {
  for (const filter of sketch.filters) {
    if (filter.kind !== "value" || filter.negated) continue;
    const named = namedIn(form.where, filter.mention);
    if (named.length < 2 || named.length > MOST_CHOICES) continue;
    const place = asked.toLowerCase().indexOf(filter.mention.text.toLowerCase());
    if (place < 0) continue;
    const end = place + filter.mention.text.length;
    const choices = named.map((name) => ({
      label: name,
      message: `${asked.slice(0, place)}${name}${asked.slice(end)}`,
    }));
    return { word: asked.slice(place, end), choices };
  }
  return null;
}

/** "payments by method", where payments made and payments received have one: of which of them. */
export function severalTables(asked: string, { tables, outputs, said }: Sketch, form: LogicalForm): Ambiguous | null {
  const mentions = [
    ...tables.map(({ mention }) => mention),
    ...outputs.flatMap((one) => (one.kind === "count" ? (one.mention ?? []) : [])),
  ];
  const used = JSON.stringify([form.outputs, form.where, form.groups]);
  for (const { tables: links, text } of mentions) {
    const best = links.find(({ table }) => table.name === form.subject);
    if (best === undefined || best.score >= NAMED_IN_FULL || form.joins.length > 0) continue;
    const { columns } = best.table;
    const own = columns.filter(({ name }) => used.includes(`"table":"${form.subject}","column":"${name}"`));
    const alike = links.filter(
      ({ table, score }) =>
        score === best.score &&
        !table.isView &&
        table.stems[0] === best.table.stems[0] &&
        own.every(({ name }) => table.columns.some((other) => other.name === name)),
    );
    const isPlural = /s$/i.test(text) && !text.includes(" ");
    const isTold = alike.some(({ table }) => table.stems.every(said.stem));
    if (!isPlural || isTold || alike.length < 2 || alike.length > MOST_CHOICES || !asked.includes(text)) continue;
    const choices = alike.map(({ table }) => {
      const label = toldAs(table);
      return { label, message: asked.replace(text, label) };
    });
    return { word: text, choices };
  }
  return null;
}

/** "cancellation rate", where lessons and bookings may be cancelled and neither is named: of which of them. */
export function severalRates(asked: string, { sketch, catalog }: Context, form: LogicalForm): Ambiguous | null {
  const [rate, word] = sketch.said.words("a rate");
  if (rate === undefined || word === undefined || sketch.share === null) return null;
  const isLate = sketch.said.has("lateness");
  const rows = isLate ? catalog.tables.filter(isPromised) : ratedRows(word, catalog);
  if (rows.length < 2 || rows.length > MOST_CHOICES || !rows.some(({ name }) => name === form.subject)) return null;
  if (rows.some(({ stems }) => stems.every(sketch.said.stem)) || sketch.groups.length > 0) return null;
  const choices = rows.map(({ words }) => {
    const label = plural(words.join(" "));
    return { label, message: asked.replace(rate, `${rate} of ${label}`) };
  });
  return { word: rate, choices };
}

/** "total cost of trips", where a trip has a cost of fuel and one of tolls: a figure of which of them. */
function severalColumns(asked: string, { outputs }: Sketch, form: LogicalForm): Ambiguous | null {
  for (const output of outputs) {
    const mention = output.kind === "aggregate" || output.kind === "count" ? output.mention : null;
    const figure = form.outputs.find(({ expression }) => expression.kind === "aggregate" && expression.of !== null);
    const of = figure?.expression.kind === "aggregate" ? figure.expression.of : null;
    if (mention === null || of?.kind !== "column") continue;
    const best = mention.columns.find(({ column }) => column.name === of.column && column.table.name === of.table);
    const noun = best?.column.stems.at(-1);
    // "what did the trips cost": what is done names no cost in full.
    const isBare = best !== undefined && best.column.stems.length > 1 && stem(mention.text.toLowerCase()) === noun;
    if (best === undefined || (best.score >= NAMED_IN_FULL && !isBare)) continue;
    const word = mention.text.split(" ").find((one) => stem(one.toLowerCase()) === noun);
    const alike = mention.columns.filter(
      ({ column, score }) =>
        column.table === best.column.table &&
        score === best.score &&
        column.isNumber &&
        column.stems.at(-1) === noun &&
        column.stems.length > 1 &&
        !(isTax(column.words) && !isTax(best.column.words)),
    );
    if (word === undefined || alike.length < 2 || alike.length > MOST_CHOICES) continue;
    const choices = alike.map(({ column }) => {
      const label = toldAs(column);
      return { label, message: asNoun(asked.replace(new RegExp(`\\b${word}\\b`, "i"), label), label) };
    });
    // A word that stands for what was asked is in no choice of the asker's words.
    return { word, choices: choices.filter(({ message }) => message !== asked) };
  }
  return null;
}

/** "what did they fuel cost", of what costs were asked of by a verb: "total fuel cost of them". */
const asNoun = (message: string, label: string): string =>
  message.replace(
    new RegExp(
      `^(?:and )?(?:what|how much) (?:did|do|does) ((?:the |our )?[a-z]+(?: [a-z]+)?) ${label}(?= |[?.!]*$)`,
      "i",
    ),
    (_, whose: string) => `total ${label} of ${/^they$/i.test(whose) ? "them" : whose}`,
  );

/** "what was the amount in May", of no rows in particular, where bills and refunds have one: of which of them. */
function severalAmounts(asked: string, { sketch, catalog }: Context, form: LogicalForm): Ambiguous | null {
  const [only, ...more] = sketch.outputs;
  const mention = only?.kind === "aggregate" || only?.kind === "column" ? only.mention : null;
  // "total amount by team", of which a team has one: no figure to be told by it.
  const isOfGroups = sketch.groups.some(
    ({
      mention: {
        tables: [best],
      },
    }) => best?.table.name === form.subject,
  );
  const isOpen =
    more.length + sketch.superlatives.length === 0 &&
    (isOfGroups || sketch.groups.length === 0) &&
    sketch.tables.every(({ each }) => each) &&
    sketch.filters.every(({ kind }) => kind === "period");
  if (mention === null || !isOpen || !/^(?:amounts?|values?|sums?|totals?)$/i.test(mention.text)) return null;
  const noun = stem(mention.text.toLowerCase());
  const alike = catalog.tables
    .filter(({ isView }) => !isView)
    .toSorted((one, other) => other.source.row_count - one.source.row_count)
    .flatMap((table) => amountColumn(table) ?? [])
    .filter(({ stems }) => stems.at(-1) === noun);
  if (alike.length < 2) return null;
  const choices = alike.slice(0, MOST_CHOICES).map(({ words, table }) => {
    const label = `${words.join(" ")} of ${plural(table.words.join(" "))}`;
    return { label, message: asked.replace(mention.text, label.startsWith("total ") ? label : `total ${label}`) };
  });
  return { word: mention.text, choices };
}

/** "how long does a call take", of calls with their wait_seconds and their talk_seconds: which of them. */
function severalDurations(asked: string, { sketch, catalog }: Context, form: LogicalForm): Ambiguous | null {
  const isLength = sketch.outputs.some((one) => one.kind === "hint" && one.hint === "length");
  const figure = form.outputs.find(({ expression }) => expression.kind === "aggregate")?.expression;
  const of = figure?.kind === "aggregate" ? figure.of : null;
  const rows = of?.kind === "column" ? catalog.byName.get(of.table) : undefined;
  const alike = rows?.columns.filter(isDuration) ?? [];
  const HOW_LONG =
    /^how long (?:do|does|did|is|was|were|are) (?:an? |the |our |each )?([a-z]+?)s?(?: (?:take|last|run))?\b/i;
  const isMeant = alike.some(({ name }) => of?.kind === "column" && name === of.column);
  if (!isLength || !isMeant || alike.length < 2 || alike.length > MOST_CHOICES || !HOW_LONG.test(asked)) return null;
  const choices = alike.map(({ words }) => {
    const label = words.join(" ");
    return { label, message: asked.replace(HOW_LONG, `average ${label} of $1s`).replace(/ on average\b/i, "") };
  });
  return { word: "how long", choices };
}

/** A figure that several columns may tell: of which of them. */
export const severalFigures = (asked: string, context: Context, form: LogicalForm): Ambiguous | null =>
  severalColumns(asked, context.sketch, form) ??
  severalAmounts(asked, context, form) ??
  severalDurations(asked, context, form);

/** The tax on an amount is not another amount. */
const isTax = (words: readonly string[]): boolean => words.some((word) => /^(?:vat|tax|gst)$/.test(word));

/** "how many gates are there? which tree is the oldest?": no more than figures without a condition are told side by side. */
export function severalQuestions(asked: string, sketch: Sketch, form: LogicalForm): Ambiguous | null {
  if (!sketch.said.has("two questions")) return null;
  const isSideBySide =
    form.outputs.length > 1 &&
    form.groups.length + form.where.length === 0 &&
    form.outputs.every(({ expression }) => isAggregate(expression) || expression.kind === "query");
  const isFigure = sketch.outputs.some(({ kind }) => kind !== "column");
  const isList =
    form.groups.length > 0 || (!isFigure && form.outputs.some(({ expression }) => expression.kind === "column"));
  const parts = asked
    .split(/(?<=[?.;])\s+/)
    .map((part) => part.replace(/^(?:(?:and|also|then),? )+/i, "").trim())
    .filter((part) => part !== "");
  const goesOn = isList && /^(?:list|show|give|name)\b/i.test(parts[1] ?? "");
  if (isSideBySide || goesOn || parts.length < 2) return null;
  return { word: "", choices: parts.slice(0, MOST_CHOICES).map((part) => ({ label: part, message: part })) };
}

/** The rows' names that a part of a name stands for in the conditions. */
function namedIn(conditions: readonly Condition[], { values, text }: Mention): string[] {
  const whole = values.filter(({ column, score }) => score < NAMED_IN_FULL && column.table.label.includes(column));
  if (whole.length < 2 || whole.length < values.length) return [];
  const compared = new Set(conditions.flatMap(valuesIn));
  const names = [...new Set(whole.map(({ value }) => value))].filter((value) => compared.has(value));
  return names.every((name) => name.toLowerCase() !== text.toLowerCase()) ? names : [];
}

function valuesIn(condition: Condition): unknown[] {
  switch (condition.kind) {
    case "among":
      return condition.negated ? [] : condition.values;
    case "compare":
      return condition.operator === "=" && condition.right.kind === "literal" ? [condition.right.value] : [];
    case "either":
    case "every":
      return condition.conditions.flatMap(valuesIn);
    case "related":
      return condition.where.flatMap(valuesIn);
    case "like":
    case "missing":
    case "period":
    case "within":
      return [];
  }
}
