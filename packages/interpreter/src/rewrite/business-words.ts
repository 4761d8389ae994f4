import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { closingDay } from "../catalog/closing-day.ts";
import { droppedStates, type EndStates, endStates, toldOther } from "../catalog/end-states.ts";
import { stem } from "../language/inflection.ts";
import { areSynonyms } from "../language/synonyms.ts";
import { dateColumn, isPlanned } from "../catalog/date-columns.ts";
import { endDay, lastDay, startDay } from "../catalog/running-rows.ts";
import { capitalized } from "../language/words.ts";
import { countOf } from "../resolve/measures.ts";
import { isTable } from "../read/reader.ts";
import type { Sketch, UnknownWord } from "../read/sketch.ts";
import { type Mention, mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import { buyingTable } from "../resolve/buying.ts";
import { columnOf } from "../resolve/columns.ts";
import { measureSource } from "../resolve/measures.ts";
import { selfKey } from "../resolve/self-key.ts";
import type { Condition } from "../form/logical-form.ts";

/** "nurses and their supervisors": those above are no value of a column, but a part of what is shown. */
export function takeTheirManagers(context: Context): Context {
  const { sketch, subject } = context;
  const bosses = sketch.said.words("their managers")[1];
  if (bosses === undefined || subject === null || selfKey(subject, context) === null) return context;
  const filters = sketch.filters.filter(
    (filter) =>
      !(filter.kind === "value" && bosses.toLowerCase().startsWith(filter.mention.text.toLowerCase().slice(0, 4))),
  );
  if (filters.length === sketch.filters.length) return context;
  const unknown = [...sketch.unknown, { text: bosses, capitalised: false }];
  return { ...context, sketch: { ...sketch, filters, unknown } };
}

/** Words of business that the schema does not have: "new customers per month", "active subscriptions". */
export function takeBusinessWords(given: Context): Context {
  const context = withOwnState(given);
  const { sketch, subject } = context;
  if (subject === null) return context;
  const dated = isDated(sketch);
  /** `negated`: of rows that there are none of. */
  type Known = { word: UnknownWord; column: CatalogColumn | null; ends?: EndStates; negated?: boolean };
  const known = sketch.unknown.flatMap((word): Known[] => {
    if (/^new$/i.test(word.text)) {
      const isRead = isNewInTime(word, context, subject);
      if (!isRead) context.notes.lost.push(word.text);
      return dated && isRead ? [{ word, column: null }] : [];
    }
    // "tenants with unpaid bills", "the most bills that were unpaid": of the rows right beside it.
    const beside = rowsBeside(word, context);
    const said = isNotArrived(word, sketch) ? "undelivered" : word.text;
    const own = beside === undefined ? null : stateOf(said, beside.table);
    // "accounts with no open tickets": none that is open, rather than none at all.
    if (beside?.mention.negated === true)
      return own === null || own.ends !== undefined || own.column.isFlag || beside.table === subject
        ? []
        : [{ word, ...own, negated: true }];
    const figured = rowsFigured(context);
    const state = own ?? stateOf(said, subject) ?? (figured === null ? null : stateOf(said, figured));
    return state === null ? [] : [{ word, ...state }];
  });
  if (known.length === 0) return context;
  for (const { word, column, ends } of known)
    if (column !== null && !column.isFlag)
      context.notes.assumptions.push(
        `${isOngoing(word.text) ? "Active" : capitalized(word.text)} means ${ends !== undefined ? toldOther(ends) : `that “${column.words.join(" ")}” is empty${isOngoing(word.text) && isPlanned(column, sketch.today) ? " or not before today" : ""}`}.`,
      );
  const taken = new Set(known.map(({ word }) => word));
  const empty = new Set(known.flatMap(({ column }) => (column === null || column.isFlag ? [] : [column])));
  // "unpaid invoices", where only the day on which they were paid is called so: nobody asks for the empty days.
  const outputs = sketch.outputs.filter((output) => output.kind !== "column" || !isNamedBy(output.mention, empty));
  const missing = known.flatMap(({ word, column, ends, negated = false }) => {
    if (column === null) return [];
    const { part } = sketch;
    const isOfPart = part !== null && (word.token ?? 0) > part.token;
    const told = ends !== undefined ? otherThan(ends) : missingIn(column, isOngoing(word.text));
    const filter = negated ? { ...told, negated } : told;
    const all = [filter, ...droppedBeside(word, column, sketch)];
    return isOfPart ? all.map((one) => ({ ...one, at: part.at + 1 })) : all;
  });
  const isState = known.some(({ column }) => column !== null);
  return {
    ...context,
    sketch: {
      ...sketch,
      outputs,
      unknown: sketch.unknown.filter((word) => !taken.has(word)),
      filters: [...sketch.filters, ...missing],
      strangeHead: sketch.strangeHead && !isState,
    },
  };
}

/** "open orders", of which some were cancelled before they came to an end: nobody waits for those. */
function droppedBeside(
  { text }: UnknownWord,
  { table, isDate }: CatalogColumn,
  { filters }: Sketch,
): Sketch["filters"] {
  const dropped = isDate && /^open$/i.test(text) ? droppedStates(table) : null;
  const isSaid = filters.some(
    (one) => one.kind === "value" && one.mention.values.some(({ column }) => column === dropped?.column),
  );
  return dropped === null || isSaid ? [] : [otherThan(dropped)];
}

/** "that have not arrived", of deliveries with the day on which each came. */
const isNotArrived = ({ text, role }: UnknownWord, { negation }: Sketch): boolean =>
  /^(?:not|n't|never|\w+ ?n?'?t)$/i.test(negation ?? "") &&
  role === "doing" &&
  /^(?:arrived?|delivered|received|come|came)$/i.test(text);

/** "the highest outstanding amount": the rows by whose figure others are ranked. */
function rowsFigured(context: Context): CatalogTable | null {
  const [only, ...more] = context.sketch.superlatives;
  if (only === undefined || more.length > 0) return null;
  const measure = only.target.kind === "measure" ? only.target.measure : only.target.kind === "hint" ? "money" : null;
  if (measure !== null) return measureSource(context, measure)?.table ?? null;
  const mention = only.target.kind === "column" ? only.target.mention : null;
  return mention === null ? null : (columnOf(mention, context, { kind: "number" })?.table ?? null);
}

/** True where the time that is said is that of the rows that are new, or none is said and nothing tells them apart. */
function isNewInTime(word: UnknownWord, context: Context, subject: CatalogTable): boolean {
  const { sketch } = context;
  // "how many new customers ordered in May": the time is that of the orders.
  if (sketch.buying !== null) return false;
  // "new customers by segment": since when, is not said.
  if (!isDated(sketch)) return sketch.groups.length === 0;
  // "revenue from new customers this year": the time is that of the sales.
  return !isOfOthers(rowsBeside(word, context), subject);
}

const isDated = ({ bucket, filters }: Sketch): boolean =>
  bucket !== null || filters.some((filter) => filter.kind === "period");

/** True for rows that have a day of their own on which they came, and are not those that are counted. */
const isOfOthers = (beside: Context["named"][number] | undefined, subject: CatalogTable): boolean =>
  beside !== undefined && beside.table !== subject && !beside.table.isView && dateColumn(beside.table) !== null;

/** The rows right beside a word, whatever else is asked for. */
const rowsBeside = ({ token = -1 }: UnknownWord, { named }: Context): Context["named"][number] | undefined =>
  token < 0
    ? undefined
    : (named.find(({ mention: { mention } }) => mention.start === token + 1) ??
      named.find(({ mention: { mention, negated } }) => !negated && mention.end === token - 2));

/** What a word says of a state of rows: an empty day or key, a flag that does not hold, states that are left. */
function stateOf(word: string, rows: CatalogTable): { column: CatalogColumn; ends?: EndStates } | null {
  const column = undoneColumn(word, rows) ?? endedColumn(word, rows) ?? flagDenied(word, rows);
  if (column !== null) return { column };
  const ends = undoneStates(word, rows);
  return ends === null ? null : { column: ends.column, ends };
}

/** "active employees", where orders have a state called so and employees a day on which they left: it is that of employees. */
function withOwnState(context: Context): Context {
  const { sketch, subject } = context;
  const isOthers = (filter: Sketch["filters"][number]): filter is Extract<typeof filter, { kind: "value" }> =>
    filter.kind === "value" &&
    !filter.negated &&
    isOngoing(filter.mention.text) &&
    filter.mention.values.every(
      ({ column: { table } }) => table !== subject && !context.named.some((one) => one.table === table),
    );
  const first = sketch.filters.find(isOthers);
  if (subject === null || first === undefined || endedColumn(first.mention.text, subject) === null) return context;
  const word: UnknownWord = { text: first.mention.text, capitalised: false, token: first.mention.start };
  const filters = sketch.filters.filter((filter) => filter !== first);
  return { ...context, sketch: { ...sketch, filters, unknown: [...sketch.unknown, word] } };
}

const isNamedBy = ({ columns: [best] }: Mention, empty: ReadonlySet<CatalogColumn>): boolean =>
  best !== undefined && empty.has(best.column);

/** Rows in none of the states. */
function otherThan({ column, values }: EndStates): Sketch["filters"][number] {
  const mention = mentionOf({
    start: 0,
    end: 0,
    text: values[0] ?? "",
    values: values.map((value) => ({ column, value, score: 1 })),
  });
  const placed = { at: 0, connector: null, zone: "modifier", negated: true } as const;
  return { ...placed, kind: "value", target: null, mention, preposition: null, others: true };
}

function missingIn(column: CatalogColumn, orAhead: boolean): Sketch["filters"][number] {
  const target: Mention = {
    start: 0,
    end: 0,
    text: column.name,
    columns: [{ column, score: 1 }],
    tables: [],
    values: [],
    quoted: false,
    owners: [],
  };
  const placed = { at: 0, connector: null, zone: "modifier" } as const;
  if (!column.isFlag) return { ...placed, kind: "missing", target, negated: false, orAhead };
  const operand = { kind: "number", value: 1, year: null } as const;
  const holds = { kind: "compare", target, fn: null, measure: null, operator: "=", operand, hint: "flag" } as const;
  return { ...placed, ...holds, negated: true, others: true };
}

/** "closed", of what is_open: words for that something does not hold. */
const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ["failed", "passed"],
  ["closed", "open"],
  ["shut", "open"],
  ["offline", "online"],
  ["hidden", "visible"],
  ["absent", "present"],
]);

/** "unexcused", "non-refundable", "inactive": what a column of yes and no denies. */
function flagDenied(word: string, subject: CatalogTable): CatalogColumn | null {
  // "full-time", of who is part_time or not, and the other way round
  const hours = /^(full|part)-?time$/i.exec(word)?.[1]?.toLowerCase();
  if (hours !== undefined) {
    const other = hours === "full" ? /^part time\b/ : /^full time\b/;
    return subject.columns.find(({ isFlag, words }) => isFlag && other.test(words.join(" "))) ?? null;
  }
  const said = OPPOSITES.get(word.toLowerCase()) ?? /^(?:un|non-?|in|dis)([a-z]{4,})$/i.exec(word)?.[1];
  if (said === undefined) return null;
  const name = stem(said.toLowerCase());
  return subject.columns.find((column) => column.isFlag && column.essential.at(-1) === name) ?? null;
}

const isOngoing = (word: string): boolean => /^(active|current|ongoing|running)$/i.test(word);

/** "active": the day on which a row came to its end is still empty. */
function endedColumn(word: string, subject: CatalogTable): CatalogColumn | null {
  if (!isOngoing(word)) return null;
  return endDay(subject) ?? (startDay(subject) === null ? null : (lastDay(subject) ?? null));
}

/** "unpaid", "unassigned", "outstanding": the day or the key that is still empty. */
function undoneColumn(word: string, subject: CatalogTable): CatalogColumn | null {
  const said = word.toLowerCase();
  if (said === "open") return closingDay(subject);
  const verb = said === "outstanding" ? "paid" : /^un([a-z]{4,})$/.exec(said)?.[1];
  if (verb === undefined) return null;
  const empty = subject.columns.filter((column) => column.source.nullable && (column.isDate || column.isForeign));
  if (verb === "assigned") {
    const keys = empty.filter((column) => column.isForeign);
    // "unassigned tickets", of which a key says who opened them and another to whom they are assigned
    const called = keys.filter(({ words }) => words.some((name) => name.startsWith("assign")));
    const [only, ...more] = called.length > 0 ? called : keys;
    return more.length === 0 ? (only ?? null) : null;
  }
  const isDay = (deed: string) => (column: CatalogColumn) => column.isDate && column.stems.includes(stem(deed));
  const own = empty.find(isDay(verb)) ?? (verb === "paid" ? empty.find(isDay("settled")) : undefined) ?? null;
  // "unbilled hours", of which a key to their bill is empty
  const key = empty.find(
    ({ isForeign, stems: [name] }) => isForeign && name !== undefined && isVerbOf(stem(verb), name),
  );
  if (own === null && key !== undefined) return key;
  const alike = own === null ? LIKE_DEEDS.find(([deed]) => deed.test(verb))?.[1] : undefined;
  if (alike !== undefined) return empty.find(({ isDate, words }) => isDate && alike.test(words.join(" "))) ?? null;
  return own ?? (/^(?:resolved|settled|solved|closed|finished)$/.test(verb) ? closingDay(subject) : null);
}

/** Deeds whose day may be called after another of them: "first_reply_at" of what was answered. */
const LIKE_DEEDS: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:delivered|received|arrived)$/, /\b(?:deliver|arriv|receiv)/],
  [/^(?:answered|replied)$/, /\b(?:repl(?:y|ie)|respon[ds]|answer)/],
];

const isVerbOf = (verb: string, noun: string): boolean => verb === noun || areSynonyms(verb, noun);

/** "unpaid", where no more than a state says what is paid: the states that are left until it is. */
function undoneStates(word: string, subject: CatalogTable): EndStates | null {
  const said = word.toLowerCase();
  if (said === "open") return endStates(subject);
  const state = said === "outstanding" ? "paid" : /^un([a-z]{4,})$/.exec(said)?.[1];
  return state === undefined ? null : endStates(subject, state);
}

/** "repeat customers": more than one order each. */
export function takeRepeatBuyers(context: Context): Context {
  const { sketch } = context;
  const said = sketch.unknown.find((word) => /^(repeat|returning|recurring)$/i.test(word.text));
  const bought = said === undefined ? null : buyingTable(context);
  if (bought === null || bought === context.subject) return context;
  // "new vs returning customers": both are asked for.
  if (sketch.said.stem(stem("new"))) context.notes.lost.push("new");
  context.notes.assumptions.push(`Repeat means more than one row in ${bought.name}.`);
  const many: Condition = {
    kind: "compare",
    left: countOf(bought),
    operator: ">",
    right: { kind: "literal", value: 1 },
  };
  return {
    ...context,
    sketch: {
      ...sketch,
      unknown: sketch.unknown.filter((word) => word !== said),
      filters: sketch.filters.map((filter) => ofBuying(filter, bought)),
    },
    meant: { ...context.meant, repeated: [many] },
  };
}

/** "repeat customers this year": the time is that of what they bought. */
function ofBuying<Filter extends Context["sketch"]["filters"][number]>(filter: Filter, bought: CatalogTable): Filter {
  const day =
    filter.kind === "period" && (filter.target === null || isTable(filter.target)) ? dateColumn(bought) : null;
  if (day === null) return filter;
  const target = mentionOf({ start: 0, end: 0, text: day.name, columns: [{ column: day, score: 1 }] });
  return { ...filter, target };
}
