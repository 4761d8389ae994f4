import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { stem } from "../language/inflection.ts";
import type { Condition, Expression } from "../form/logical-form.ts";
import { toldAs } from "../catalog/called.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import { columnExpression, measureSource } from "../resolve/measures.ts";
import { isDated, withoutNumber } from "./own-number.ts";

/** "gardens that reached their goal": what came in for each, against a number that each has as its goal. */
export function takeGoals(context: Context): Context {
  const { sketch, subject } = context;
  const [, denied, verb, noun] = sketch.said.words("a goal reached or not");
  if (subject === null || verb === undefined || noun === undefined) return context;
  const goal = goalOf(subject, noun);
  const source = goal === null ? null : measureSource(context, "money");
  if (goal === null || source?.value.kind !== "column") return context;
  if (source.table === subject || !isToOne(context.catalog, source.table, subject)) return context;
  if (denied === "" && sketch.negation !== null) return context;
  const isReached = !GOAL_MISSED.test(verb) === (denied === "");
  const isOfTime = isDated(sketch);
  // Those for which nothing came in in a time have no rows to be told by.
  if (isOfTime && !isReached) return context;
  const sum = { kind: "aggregate", fn: "sum", of: source.value, distinct: false, table: source.table.name } as const;
  const left: Expression = isOfTime ? sum : { kind: "belonging", of: source.value, per: subject.name };
  const operator = isReached ? (GOAL_EXCEEDED.test(verb) ? ">" : ">=") : "<";
  const condition: Condition = { kind: "compare", left, operator, right: columnExpression(goal) };
  const isGoal = (mention: Mention | null) => mention !== null && stem(mention.text.toLowerCase()) === stem(noun);
  const unknown = sketch.unknown.filter(({ text }) => text.toLowerCase() !== verb.toLowerCase());
  context.notes.assumptions.push(
    `What counts towards the ${noun.toLowerCase()} is ${source.label} in ${source.table.name}.`,
  );
  const { meant } = context;
  return {
    ...context,
    sketch: { ...sketch, ...withoutNumber(sketch, isGoal), unknown, negation: null },
    meant: isOfTime ? { ...meant, repeated: [...meant.repeated, condition] } : { ...meant, reached: condition },
  };
}

/** "how much is missing to the goal of the north garden", "how close is each garden to its goal": the rest, for each. */
export function takeLeftToGoal(context: Context): Context {
  const { sketch, subject } = context;
  const [, ...said] = sketch.said.words("what is left to a goal");
  const [noun, how] = [said.at(-1), said.find((word) => word !== undefined && word !== "")];
  if (subject === null || noun === undefined || how === undefined || isDated(sketch)) return context;
  const goal = goalOf(subject, noun);
  const source = goal === null ? null : measureSource(context, "money");
  const [label, ...others] = subject.label;
  if (goal === null || source?.value.kind !== "column" || label === undefined) return context;
  if (source.table === subject || !isToOne(context.catalog, source.table, subject)) return context;
  const left = columnExpression(goal);
  const right: Expression = { kind: "belonging", of: source.value, per: subject.name };
  const isNear = /^(?:close|near|progress)$/i.test(how);
  const figure: Expression = isNear
    ? { kind: "arithmetic", operator: "/", left: right, right: left }
    : { kind: "arithmetic", operator: "-", left, right };
  const isGoal = (mention: Mention | null) => mention !== null && stem(mention.text.toLowerCase()) === stem(noun);
  const shown = [label, ...others].map((column, at) => ({
    kind: "column" as const,
    mention: mentionOf({ start: 0, end: 0, text: column.words.join(" "), columns: [{ column, score: 1 }] }),
    at,
  }));
  const { filters } = withoutNumber(sketch, isGoal);
  context.notes.assumptions.push(
    isNear
      ? `How near it is, is told by ${source.label} in ${source.table.name} as a part of ${toldAs(goal)}.`
      : `What is left is ${toldAs(goal)} less ${source.label} in ${source.table.name}.`,
  );
  return {
    ...context,
    sketch: {
      ...sketch,
      filters,
      outputs: shown,
      groups: [],
      strangeHead: false,
      unknown: sketch.unknown.filter(({ text }) => !SAID_OF_A_REST.test(text)),
    },
    meant: { ...context.meant, elapsed: { figure, condition: null } },
  };
}

const SAID_OF_A_REST =
  /^(?:missing|shortfall|gap|progress|short|left|remaining|needed|lacking|needs?|away|off|far|close|near|how far|how close|still|reach|reaching|meet|meeting|fundraising|amount)$/i;

const GOAL_MISSED = /^(?:miss|below|under|behind|short|fell)/i;
const GOAL_EXCEEDED = /^(?:above|over|exceed|surpass|beat)/i;

/** The number of a row that is called so, of no span of time: a monthly goal is none of all months. */
function goalOf({ columns }: CatalogTable, noun: string): CatalogColumn | null {
  const said = noun.toLowerCase().replace(/s$/, "");
  const goals = columns.filter(
    ({ isNumber, isKey, words }) =>
      isNumber &&
      !isKey &&
      words.some((word) => /^(?:goal|target|quota)$/.test(word)) &&
      !words.some((word) => /^(?:year|annual|month|quarter|week|da(?:y|i))(?:ly)?$/.test(word)),
  );
  const [only, ...more] = goals.some(({ words }) => words.includes(said))
    ? goals.filter(({ words }) => words.includes(said))
    : goals;
  return more.length > 0 ? null : (only ?? null);
}
