import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { droppedStates, type EndStates, endStates, toldOther } from "../catalog/end-states.ts";
import { isToOne } from "../catalog/joins.ts";
import { leftToDo } from "../catalog/left-to-do.ts";
import { promisedElsewhere, type Term } from "../catalog/promised-days.ts";
import { termOf } from "../catalog/terms.ts";
import { columnExpression } from "../resolve/measures.ts";
import { dayAfter } from "../language/periods.ts";
import type { Context } from "../resolve/context.ts";
import { stem } from "../language/inflection.ts";
import { mentionOf } from "../link/mention.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Condition } from "../form/logical-form.ts";

/**
 * "paid late", "delivered on time", "overdue invoices": what happened is compared with what was promised; overdue is what
 * has not happened although its day is past. Nothing where the data knows no such days.
 */
export function takeLateness(context: Context): Context {
  const { sketch } = context;
  const [said] = sketch.said.words("lateness");
  if (said === undefined || isBalance(context)) return context;
  const flag = flagCalled(said, sketch);
  const named = tablesNamed(context);
  // "who was late", where shifts say so of themselves.
  const isFlagged = flag !== undefined && (named.length === 0 || named.includes(flag.table));
  if (isFlagged || isOfView(said, named) || isOfRows(said, named)) return context;
  const isOverdue = /overdue|past due/i.test(said);
  const term = termMeant(context, named, isOverdue);
  if (term !== null && term.done === null && isOverdue && named.includes(term.table))
    return pastDay(context, said, term);
  if (term === null || term.done === null) return context;
  if (isStoredSo(said, term, sketch)) return context;
  const { days, rest } = overdueBy(sketch, isOverdue) ?? { days: 0, rest: sketch };
  const late = isOverdue ? overdue(context, term, term.done, days) : lateOrNot(context, term, term.done, said);
  const told = withoutDays(summedUp(withoutLateness(rest, said, term.done), context), term);
  return {
    ...context,
    subject: rowsAsked(context, named, term),
    sketch: named.includes(term.table) ? told : onDay(told, term.done),
    meant: { ...context.meant, late },
  };
}

/** What is overdue by so many days, with a note of what that means. */
function overdue({ sketch, notes }: Context, term: Term, done: CatalogColumn, days: number): Condition {
  const dropped = isRestricted(sketch, term) ? null : droppedStates(term.table);
  notes.assumptions.push(toldOverdue(toldAs(term.due), toldAs(done), days, dropped));
  return notDone(done, dropped, beforeToday(term.due, sketch.today, dayAfter(sketch.today, -days)));
}

/** What was done after its day or by then, with a note of what that means. */
function lateOrNot({ notes }: Context, { due }: Term, done: CatalogColumn, said: string): Condition {
  const isLate = /late|delayed/i.test(said);
  notes.assumptions.push(toldLate(toldAs(due), toldAs(done), isLate));
  return comparedDays(due, done, isLate ? ">" : "<=");
}

/** "overdue charges", of charges with a state that is called so: some without a payment may be waived. */
const isStoredSo = (said: string, { table }: Term, { filters }: Sketch): boolean =>
  !filters.some(({ kind }) => kind === "compare") &&
  filters.some(
    (one) =>
      one.kind === "value" &&
      !one.negated &&
      one.mention.text.toLowerCase() === said.toLowerCase() &&
      one.mention.values.some(
        ({ column }) =>
          // "with reason Late": the column is named
          one.target?.columns.some((link) => link.column === column) === true ||
          (column.table === table && /^(?:status|state)$/.test(column.words.at(-1) ?? "")),
      ),
  );

/** "overdue repayments": those, rather than a view with what is overdue of each loan. */
function rowsAsked({ subject }: Context, named: readonly CatalogTable[], { table }: Term): CatalogTable | null {
  const isAside = named.includes(table) && subject?.isView === true && !named.includes(subject);
  return isAside ? table : subject;
}

function tablesNamed({ sketch, named }: Context): CatalogTable[] {
  const asked = sketch.names.flatMap(({ tables: [best] }) =>
    best !== undefined && best.score >= 0.9 ? best.table : [],
  );
  return [...new Set([...named.map((entry) => entry.table), ...asked])];
}

/** "late parcels", of a view of nothing else: what it means is said there. */
const isOfView = (said: string, named: readonly CatalogTable[]): boolean =>
  named.some(({ isView, words }) => isView && words.includes(said.toLowerCase()));

/** "flights delayed by more than an hour", where delays are rows of their own: those that have one. */
const isOfRows = (said: string, named: readonly CatalogTable[]): boolean =>
  named.some(({ stems }) => stems.length === 1 && stems[0] === stem(said.split(" ").at(-1)?.toLowerCase() ?? ""));

/** "how much is overdue": said with what is left to be paid. */
const isBalance = ({ meant: { elapsed } }: Context): boolean =>
  elapsed !== null && elapsed.figure !== null && elapsed.condition !== null;

/** The days by which the rows that are named, or theirs, are late. */
function termMeant(context: Context, named: readonly CatalogTable[], isOverdue: boolean): Term | null {
  const { sketch, catalog } = context;
  // "cars that are overdue": their rentals are.
  const theirs = catalog.tables.filter(
    (one) => !one.isView && named.some((table) => one !== table && isToOne(catalog, one, table)),
  );
  const isSaid = (name: string) => !/^(?:date|day|time|on|at)$/.test(name) && sketch.said.stem(name);
  // "share of invoices paid late": the rows whose amounts are called so
  const figured = sketch.outputs.flatMap((one) =>
    "mention" in one ? (one.mention?.columns[0]?.column.table ?? []) : [],
  );
  const own =
    termOf([...named, ...context.anchors.keys(), ...figured], isSaid) ??
    termOf(named.length === 0 ? catalog.tables : theirs, isSaid);
  return own !== null && (own.done !== null || isOverdue) ? own : (across(context, named, theirs) ?? own);
}

/** What came late by the day that what it belongs to was promised for. */
function across({ catalog }: Context, named: readonly CatalogTable[], theirs: readonly CatalogTable[]): Term | null {
  const tables = named.length === 0 ? catalog.tables : [...named, ...theirs];
  return tables.map((table) => promisedElsewhere(table, catalog)).find((term) => term !== null) ?? null;
}

const toldOverdue = (due: string, done: string, days: number, dropped: EndStates | null): string =>
  `Overdue means that “${done}” is empty and “${due}” ${days === 0 ? "" : `more than ${days} days `}before today${dropped === null ? "" : `, and ${toldOther(dropped)}`}.`;

/** "overdue invoices that are void": the state is said, and is not denied. */
const isRestricted = ({ filters }: Sketch, { table }: Term): boolean =>
  filters.some(
    (one) =>
      one.kind === "value" &&
      one.mention.values.some(
        ({ column: { words, table: owner } }) => owner === table && /^(?:status|state|stage)$/.test(words.at(-1) ?? ""),
      ),
  );

const toldLate = (due: string, done: string, isLate: boolean): string =>
  `${isLate ? "Late" : "On time"} means that “${done}” is ${isLate ? "after" : "not after"} “${due}”.`;

/** "late", where a column of yes and no is called so. */
function flagCalled(said: string, { names }: Sketch): CatalogColumn | undefined {
  const words = new Set(said.toLowerCase().split(" "));
  const isSaid = (text: string) =>
    text
      .toLowerCase()
      .split(" ")
      .some((word) => words.has(word));
  return names
    .filter(({ text }) => isSaid(text))
    .flatMap(({ columns }) => columns.find(({ column }) => column.isFlag)?.column ?? [])[0];
}

/** "more than 30 days overdue": for how many days, and the comparison that says so. */
function overdueBy(sketch: Sketch, isOverdue: boolean): { days: number; rest: Sketch } | null {
  if (!isOverdue) return null;
  const { said, filters } = sketch;
  const [, comparison = "", number = "", unit = ""] = said.words("a limit of time");
  const times = unit === "day" ? 1 : 7;
  if (!/^(?:more than|longer than|over)$/i.test(comparison) || !/^(?:day|week)$/i.test(unit)) return null;
  const filter = filters.find(
    (one) => one.kind === "compare" && one.operand.kind === "number" && one.operand.value === Number(number),
  );
  if (filter?.kind !== "compare") return null;
  const rest = {
    ...sketch,
    filters: filters.filter((one) => one !== filter),
    names: sketch.names.filter((one) => one !== filter.target),
    unknown: sketch.unknown.filter(({ text }) => !/^(?:days?|weeks?)$/i.test(text)),
  };
  return { days: Number(number) * times, rest };
}

/** "reports that are overdue", of rows with a report_due_on: which rows, rather than a day of theirs that is called so in part. */
function withoutDays(sketch: Sketch, { due, done }: Term): Sketch {
  const isDay = (one: Sketch["outputs"][number]) => {
    const best = one.kind === "column" ? one.mention.columns[0] : undefined;
    return best !== undefined && best.score < 0.7 && (best.column === due || best.column === done);
  };
  return sketch.outputs.some(isDay) ? { ...sketch, outputs: sketch.outputs.filter((one) => !isDay(one)) } : sketch;
}

/** "amount overdue", of no rows in particular: what they come to. */
function summedUp(sketch: Sketch, { named }: Context): Sketch {
  const [only, ...more] = sketch.outputs;
  if (only?.kind !== "column" || more.length + named.length + sketch.groups.length > 0) return sketch;
  const column = only.mention.columns[0]?.column;
  if (column?.isNumber !== true || column.isKey) return sketch;
  return { ...sketch, outputs: [{ ...only, kind: "aggregate", fn: "sum", distinct: false }] };
}

/** "patients whose recall is overdue", of which it is known only when it is due. */
function pastDay(context: Context, said: string, { table, due }: Term): Context {
  const ends = endStates(table);
  const rest = ends === null && !isFinishedSaid(table, context) ? leftToDo(table) : null;
  const other = ends === null ? (rest === null ? "" : ` and ${rest.told}`) : ` and ${toldOther(ends)}`;
  context.notes.assumptions.push(`Overdue means a ${toldAs(due)} before today${other}.`);
  const past = beforeToday(due, context.sketch.today);
  const open = ends === null ? rest?.condition : isOpen(ends);
  return {
    ...context,
    sketch: withoutLateness(context.sketch, said, due),
    meant: { ...context.meant, late: open === undefined ? past : { kind: "every", conditions: [open, past] } },
  };
}

/** "overdue unpaid orders": a flag or an amount of theirs says so already. */
const isFinishedSaid = (table: CatalogTable, { sketch }: Context): boolean =>
  sketch.filters.some(
    (one) =>
      (one.kind === "compare" || one.kind === "missing") &&
      one.target?.columns[0]?.column.table === table &&
      !one.target.columns[0].column.isDate,
  );

const isOpen = ({ column, values }: EndStates): Condition => ({
  kind: "among",
  left: columnExpression(column),
  values: [...values],
  negated: true,
});

export const beforeToday = (due: CatalogColumn, today: string, day = today): Condition => ({
  kind: "period",
  left: columnExpression(due),
  from: null,
  to: day,
  label: day === today ? "before today" : `before ${day}`,
  negated: false,
});

/** "bikes returned late last month": the day is that on which they came back, not one of the bikes. */
function onDay(sketch: Sketch, done: CatalogColumn): Sketch {
  const rows = mentionOf({ start: 0, end: 0, text: done.table.name, tables: [{ table: done.table, score: 1 }] });
  const target = mentionOf({ start: 0, end: 0, text: done.name, columns: [{ column: done, score: 1 }] });
  return {
    ...sketch,
    filters: sketch.filters.map((filter) =>
      filter.kind === "period" && filter.target === null
        ? { ...filter, target }
        : // "who paid late more than twice": so many payments.
          filter.kind === "count" && filter.mention === null
          ? { ...filter, mention: rows }
          : filter,
    ),
  };
}

/** What has not happened although its day is past, and what was not dropped before it could. */
function notDone(done: CatalogColumn, dropped: EndStates | null, past: Condition): Condition {
  const missing: Condition = { kind: "missing", left: columnExpression(done), negated: false };
  return { kind: "every", conditions: [missing, past, ...(dropped === null ? [] : [isOpen(dropped)])] };
}

/** Of what is kept to the minute, a minute late is late. */
const isToTheMinute = ({ source: { min, max } }: CatalogColumn): boolean =>
  [min, max].some((moment) => typeof moment === "string" && /[ T]\d\d:\d\d/.test(moment) && !/[ T]00:00/.test(moment));

function comparedDays(due: CatalogColumn, done: CatalogColumn, operator: ">" | "<="): Condition {
  if (isToTheMinute(due) && isToTheMinute(done))
    return { kind: "compare", left: columnExpression(done), operator, right: columnExpression(due) };
  return {
    kind: "compare",
    left: { kind: "bucket", unit: "day", of: columnExpression(done) },
    operator,
    right: { kind: "bucket", unit: "day", of: columnExpression(due) },
  };
}

/** The sketch without the words of lateness. "paid late" restricts to what was paid, whatever state it is in now. */
function withoutLateness(sketch: Sketch, said: string, done: CatalogColumn): Sketch {
  const words = new Set(["too", ...said.toLowerCase().split(" ")]);
  return {
    ...sketch,
    // "who paid late", of a day on which it was received: what was done is all one.
    unknown: sketch.unknown.filter(
      ({ text }) => !words.has(text.toLowerCase()) && !/^(?:paid|pays?|paying)$/i.test(text),
    ),
    names: sketch.names.filter(({ text }) => !words.has(text.toLowerCase())),
    // "percentage of late parcels": the first word that meant nothing.
    strangeHead:
      sketch.strangeHead &&
      !sketch.said.has("lateness first") &&
      !words.has(sketch.unknown[0]?.text.toLowerCase() ?? ""),
    // "work orders past due": no day on which they are due.
    outputs: sketch.outputs.filter(
      (output) =>
        // "what percentage of invoices were paid late": of the invoices, and not of what was paid
        !(sketch.share !== null && output.kind === "aggregate" && isDeedAlone(output.mention?.text ?? "", done)) &&
        (output.kind !== "column" ||
          (output.mention.columns[0]?.column !== done && !words.has(output.mention.text.toLowerCase()))),
    ),
    filters: sketch.filters.filter(
      (filter) =>
        filter.kind !== "value" ||
        (!words.has(filter.mention.text.toLowerCase()) &&
          !done.stems.some((name) => name === filter.mention.values[0]?.column.stems[0]) &&
          !isVerbOf(filter.mention.text, done)),
    ),
  };
}

/** "paid", "invoices paid": what was done, and no amount of it. */
const isDeedAlone = (text: string, done: CatalogColumn): boolean =>
  /^(?!(?:amounts?|money|totals?|values?|sums?)\b)(?:[a-z]+ )?(?:[a-z]+ed|paid|sent)$/i.test(text) &&
  isVerbOf(text.split(" ").at(-1) ?? "", done);

function isVerbOf(text: string, column: CatalogColumn): boolean {
  const verb = text.toLowerCase().slice(0, 4);
  return column.words.some((word) => word.startsWith(verb));
}
