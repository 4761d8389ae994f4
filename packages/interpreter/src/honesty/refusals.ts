import type { Assembled } from "../assemble/assemble.ts";
import { harmless } from "../read/harmless-words.ts";
import { isToOne } from "../catalog/joins.ts";
import type { ColumnExpression, Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { shapeOf } from "../form/shape.ts";
import { isAggregate, tablesOfCondition } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { NAMED_IN_FULL } from "./choices.ts";
import { bestScore, isTable } from "../read/reader.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { isPastDeed } from "../resolve/deeds-done.ts";
import { columnsWithoutPlace } from "./columns-named.ts";
import { emptyFigures } from "./empty-figures.ts";
import { figuresLost } from "./figures-lost.ts";
import { nearMisses } from "./near-misses.ts";
import { notKept } from "./not-kept.ts";
import { ofOneOfSeveral } from "./one-of-several.ts";
import { phrasesLost } from "./phrases-lost.ts";
import { deniedUnsaid } from "./rows-lost.ts";
import { listedWithoutPlace, tablesWithoutPlace } from "./without-place.ts";

/** Words that were read but have no place in the form: an answer would leave them out. */
export function lostWords(sketch: Sketch, { form, context }: Assembled): string[] {
  const { said } = sketch;
  // Whatever else was not placed, no other words would help.
  const beyond = beyondRows(sketch, form, context);
  if (beyond !== null) return [beyond];
  const lost = [...context.notes.lost];
  const [ranked] = said.words("a later place");
  if (ranked !== undefined && form.offset === undefined) lost.push(ranked);
  lost.push(...latenessLost(sketch, context), ...undoneInTime(sketch, form), ...spanLost(sketch));
  lost.push(
    ...topLost(sketch, form, context),
    ...endOfEachLost(sketch, form, context),
    ...predicateShown(sketch),
    ...phrasesLost(said, form),
    ...partLost(sketch, form),
    ...momentLost(sketch, form, context),
    ...emptyFigures(form, context),
    ...ofOneOfSeveral(form, context),
    ...figuresLost(form, context),
    ...nearMisses(form, context),
    ...notKept(form, context),
    ...deniedUnsaid(context, form),
    ...endsOfWay(sketch, form),
    ...choiceLost(sketch, form),
    ...columnAsked(sketch, form),
    ...deedsShown(sketch),
    ...subjectLost(sketch, form, context),
    ...sidesLost(sketch, form, context),
    ...bestLost(sketch, form),
    ...deniedAndAsked(sketch, form),
    ...deniedAndTold(form, context),
    ...contradicted(form),
    ...inTwoStates(form),
    ...rowsAskedLost(sketch, form),
    ...rowsInPartLost(sketch),
    ...headLost(sketch, form),
    ...whoLost(sketch, form, context),
  );
  const { catalog } = context;
  if (form.outputs.some(({ expression }) => isAggregate(expression)))
    lost.push(...tablesWithoutPlace(sketch, form, shapeOf(form).tables, catalog));
  lost.push(...listedWithoutPlace(sketch, form, shapeOf(form).tables, catalog));
  const isGrouped = form.per !== undefined || form.groups.length > 0;
  if (sketch.groups.length > 0 && sketch.superlatives.length > 0 && form.limit === 1 && !isGrouped)
    lost.push("for each");
  // "what is the order" of nothing: rows in no order, cut off somewhere, are not an answer.
  const figures = form.outputs.length > 0 && form.outputs.every((output) => isAggregate(output.expression));
  const isCut = said.has("top few") && form.limit !== null && form.order.length === 0;
  if (isCut && (!figures || form.groups.length === 0)) lost.push("top");
  // "how many users does the first one have" is not the number of all of them, the first of one.
  if (figures && form.groups.length + form.order.length === 0 && form.limit !== null) lost.push("top");
  return [...new Set(lost.length > 0 ? lost : columnsWithoutPlace(sketch, form))];
}

/** "jobs that were scheduled before May", where only staff have a job_title, and other rows a day on which they are scheduled. */
function rowsInPartLost({ tables, outputs, filters, groups }: Sketch): string[] {
  const [only, ...more] = outputs;
  if (only?.kind !== "column" || more.length + tables.length + groups.length > 0 || filters.length === 0) return [];
  const { text, columns } = only.mention;
  const [best] = columns;
  if (best === undefined || best.score > IN_PART || !/[a-z]{2}s$/i.test(text)) return [];
  const restricted = filters.flatMap((one) => {
    const link = one.kind === "value" ? one.mention.values[0] : "target" in one ? one.target?.columns[0] : undefined;
    return link === undefined ? [] : [link.column.table];
  });
  return restricted.length > 0 && restricted.every((table) => table !== best.column.table) ? [text] : [];
}

/** Up to this likeness a word is only a part of a column's name. */
const IN_PART = 0.45;

/** "from which depot was it sent", told by the day on which it was: the depot is what is asked for. */
function rowsAskedLost({ tables, outputs, said }: Sketch, form: LogicalForm): string[] {
  const [asked] = tables;
  const [best] = asked?.mention.tables ?? [];
  if (asked === undefined || best === undefined || best.score < NAMED_IN_FULL || asked.zone !== "focus") return [];
  const isAsked = said.has("from which rows") && asked.at <= 2 && outputs.every(({ kind }) => kind === "column");
  return isAsked && !shapeOf(form).tables.has(best.table.name) ? [asked.mention.text] : [];
}

/** "late payments by house", where nothing is called a payment: the houses alone are no answer. */
const headLost = ({ groups, unknown, outputs, superlatives }: Sketch, form: LogicalForm): string[] =>
  groups.length > 0 && superlatives.length === 0 && outputs.length + form.groups.length === 0 && form.per === undefined
    ? unknown.filter(({ token = 9, text }) => token < 2 && !harmless.test(text)).map(({ text }) => text)
    : [];

/** "who cancels the most", told by whether classes were cancelled: yes or no is nobody. */
function whoLost({ said }: Sketch, { groups: [only, ...more] }: LogicalForm, { catalog }: Context): string[] {
  if (!said.has("who does") || only?.kind !== "column" || more.length > 0) return [];
  const column = catalog.byName.get(only.table)?.columns.find(({ name }) => name === only.column);
  return column?.isFlag === true ? ["who"] : [];
}

/** "top" of nothing that is ranked or picked; in "weeks on top" the word is a part of a name. */
function topLost({ said, superlatives, names }: Sketch, { limit }: LogicalForm, { meant }: Context): string[] {
  const isNamedSo = names.some(({ text }) => text.toLowerCase().split(" ").includes("top"));
  const isRanked = superlatives.length > 0 || limit !== null || meant.picked.length > 0;
  return said.has("top") && !isRanked && !isNamedSo ? ["top"] : [];
}

/** "which courses are full", where pupils have a full_name: what should hold of them is not asked for. */
function predicateShown({ said, outputs: [only, ...more] }: Sketch): string[] {
  const [, predicate] = said.words("which are so");
  if (only?.kind !== "column" || more.length > 0 || only.mention.text.toLowerCase() !== predicate?.toLowerCase())
    return [];
  return bestScore(only.mention) < NAMED_IN_FULL ? [predicate] : [];
}

/** "members by month of their first visit": nothing in the form says which of their visits. */
function endOfEachLost({ said, tables, bucket, filters }: Sketch, form: LogicalForm, { meant }: Context): string[] {
  const [words = "", , noun = ""] = said.words("first or last of each");
  const isOfRows = tables.some(({ mention }) => mention.text.toLowerCase().startsWith(noun.toLowerCase()));
  // "papers whose first author is Mira Holt": the first of a list, and of no time.
  if (bucket === null && !filters.some(({ kind }) => kind === "period")) return [];
  const isTold = meant.picked.length > 0 || /"fn":"(?:min|max)"|"limit":1\b/.test(JSON.stringify(form));
  return noun === "" || !isOfRows || isTold || form.per !== undefined ? [] : [words];
}

/** "animals that were not vaccinated this year": a state, and a time that may be of those it has or of the animals. */
const undoneInTime = ({ filters, unknown, names, negation }: Sketch, form: LogicalForm): string[] =>
  (filters.some(isUndoneSince) &&
    (unknown.some(({ text }) => isPastDeed(text)) ||
      // "animals that have not been in since June"
      (/been$/i.test(negation ?? "") && filters.length === 1 && names.length === 1))) ||
  (filters.length === 2 &&
    !form.where.some(isNoneInTime) &&
    // "revenue excluding cancelled orders this year": the time of what is left.
    !form.where.some((one) => one.kind === "period" && !one.negated) &&
    filters.some((one) => one.kind === "value" && one.negated) &&
    filters.some((one) => one.kind === "period" && one.negated && one.target === null))
    ? ["what was not done then"]
    : [];

/** "without sign-ins this month", of events of several kinds: without one of that kind then. */
const isNoneInTime = (one: Condition): boolean =>
  one.kind === "related" && one.negated && one.where.length > 1 && one.where.some(({ kind }) => kind === "period");

/** "enrolments this term", where nothing says when a term is. */
const spanLost = ({ said, filters }: Sketch): readonly string[] =>
  filters.length === 0 ? said.words("a span of the house").slice(0, 1) : [];

/** "who has not performed since June", where nothing says when somebody did: no other day of theirs tells it. */
const isUndoneSince = (one: Sketch["filters"][number]): boolean =>
  one.kind === "compare" && one.negated && one.target === null && one.operand.kind === "period";

/** What is asked for that no rows hold, whatever they are: a rule, a wish, an opinion, what is to come. */
function beyondRows({ said, today }: Sketch, { outputs, where }: LogicalForm, context: Context): string | null {
  const isKept = (word: string) => context.catalog.vocabulary.has(stem(word.toLowerCase()));
  if (said.has("what is allowed")) return "what is allowed";
  const wished = [said.words("what is wanted")[1], said.words("what is liked")[1]];
  if (wished.some((word) => word !== undefined && !isKept(word))) return "what is wanted";
  if (said.has("what is thought")) return "what is thought";
  if (said.has("why") && !/reason|cause|comment|note/i.test(JSON.stringify(outputs))) return "why";
  const isAhead = said.has("what is to come") && !where.some((one) => reachesAhead(one, today, context));
  return isAhead ? "what is to come" : null;
}

/** True for days to come up to which there are rows: bookings, appointments. */
function reachesAhead(one: Condition, today: string, { catalog }: Context): boolean {
  if (one.kind !== "period" || one.left.kind !== "column" || (one.to !== null && one.to <= today)) return false;
  const { table, column } = one.left;
  const last = catalog.byName.get(table)?.columns.find(({ name }) => name === column)?.source.max;
  return typeof last === "string" && last >= (one.from ?? today);
}

/** "returned late", where nothing says when it was due. */
function latenessLost({ said, unknown }: Sketch, { meant }: Context): string[] {
  const [words] = said.words("lateness");
  const late = words?.split(" ").at(-1)?.toLowerCase();
  const isLost = words !== undefined && meant.late === null && unknown.some(({ text }) => text.toLowerCase() === late);
  return isLost ? [words] : [];
}

/** "clients referred by others": a deed, and not the column that is hardly called so. */
const deedsShown = ({ outputs, said }: Sketch): string[] =>
  outputs.flatMap((wish) => {
    if (wish.kind !== "column") return [];
    const { text, columns } = wish.mention;
    const score = columns[0]?.score ?? 1;
    // "tools to sharpen" are no sharpening dates.
    const isToDo =
      said.words("what to do with them")[1]?.toLowerCase() === text.toLowerCase() &&
      (score < 0.6 || columns[0]?.column.words.includes(text.toLowerCase()) === false);
    return isToDo || (!said.has("who does") && score < 0.4 && /ed$/i.test(text)) ? [text] : [];
  });

/** "who has the best manners", ranked by whatever money there is: it is told by no figure of theirs. */
function bestLost({ said, names }: Sketch, { order: [first], where }: LogicalForm): string[] {
  const [words, , noun = ""] = said.words("the best of");
  // "who has the worst attendance", read as whoever belongs to the first of some rows
  const isWithin = JSON.stringify(where).includes('"limit":1');
  if (words === undefined || (first === undefined && !isWithin)) return [];
  const by = first === undefined ? "" : JSON.stringify(first.by);
  const meant = names.filter(({ text }) => text.toLowerCase().split(" ").includes(noun.toLowerCase()));
  const isTold = meant.some(({ tables, columns }) =>
    [...tables.map(({ table }) => table.name), ...columns.map(({ column }) => column.name)].some((name) =>
      by.includes(JSON.stringify(name)),
    ),
  );
  return isTold ||
    /^(?:sales|revenue|turnover|income|profits?|margins?|price|figures|results?|customers?|record)$/i.test(noun)
    ? []
    : [words.split(" ").slice(-2).join(" ")];
}

/** "hired vs retired by month", where only one of the two is told. */
function sidesLost({ said }: Sketch, { outputs, groups, where, combine }: LogicalForm, { catalog }: Context): string[] {
  const [, sides] = said.words("two sides");
  const isOne = outputs.filter(({ expression }) => isAggregate(expression)).length === 1;
  if (sides === undefined || !isOne || combine !== null) return [];
  const isDay = (one: ColumnExpression) =>
    catalog.byName.get(one.table)?.columns.find(({ name }) => name === one.column)?.isDate === true;
  const isTold =
    groups.some((one) => one.kind !== "bucket" && !(one.kind === "column" && isDay(one))) ||
    /"either"|"among"|"period".*"period"|"query"/.test(JSON.stringify([outputs, where]));
  return isTold ? [] : [sides];
}

/** "players who moved from Lille to Ghent" are not those of either: where a way begins is no other end of it. */
function endsOfWay({ filters }: Sketch, { where }: LogicalForm): string[] {
  const ends = filters.flatMap((one) =>
    one.kind === "value" && !one.negated && /^(?:from|to)$/.test(one.preposition ?? "") ? [one] : [],
  );
  const [from, to] = ["from", "to"].map((word) => ends.find(({ preposition }) => preposition === word));
  const [first, last] = [from, to].map((end) => end?.mention.values.map(({ value }) => value) ?? []);
  if (from === undefined || to === undefined || first === undefined || last === undefined) return [];
  const isOfBoth = (one: Condition) =>
    (one.kind === "either" || one.kind === "among") &&
    [first, last].every((values) => values.some((value) => JSON.stringify(one).includes(JSON.stringify(value))));
  return where.some(isOfBoth) ? [`from ${from.mention.text} to ${to.mention.text}`] : [];
}

/** "who never pays on time": nobody is without bills and has one that was paid in time. */
function deniedAndAsked({ negation }: Sketch, { where }: LogicalForm): string[] {
  const denied = new Set(
    where.flatMap((one) => (one.kind === "related" && one.negated && one.where.length === 0 ? [one.table] : [])),
  );
  const isOf = (one: Condition) => tablesOfCondition(one).some((table) => denied.has(table));
  const isAsked = where.some(
    (one) => (one.kind === "compare" || one.kind === "related") && !isNegated(one) && isOf(one),
  );
  return isAsked && negation !== null ? [negation] : [];
}

/** "senders without parcels this month", told by whose parcels those of other months are, or when: what is denied is no answer. */
function deniedAndTold(form: LogicalForm, { sketch, named, catalog }: Context): string[] {
  const { subject, outputs, combine } = form;
  const rows = catalog.byName.get(subject);
  const ofRows = named.filter(({ table }) => table === rows);
  const isDenied = ofRows.length > 0 && ofRows.every(({ mention }) => mention.negated && mention.required);
  const isOwn = ({ expression: one }: LogicalForm["outputs"][number]) =>
    one.kind !== "column" ||
    (one.table === subject && rows?.columns.some(({ name, isDate }) => name === one.column && !isDate) === true);
  const isTold = outputs.length > 0 && !outputs.some(isOwn) && combine === null;
  return isDenied && isTold && sketch.negation !== null ? [sketch.negation] : [];
}

/** "and the active ones?" of those without an active contract: no row is both. */
function contradicted({ where }: LogicalForm): string[] {
  const denied = where.flatMap((one) => (one.kind === "related" && one.negated && one.where.length > 0 ? [one] : []));
  const isSame = (said: readonly Condition[], one: (typeof denied)[number]) =>
    JSON.stringify(said) === JSON.stringify(one.where);
  const isBoth = where.some((one) =>
    denied.some(
      (other) =>
        isSame([one], other) ||
        (one.kind === "related" && !one.negated && one.table === other.table && isSame(one.where, other)),
    ),
  );
  // "towns with a club that has a pool as well as one without", read of one club
  const left = where.flatMap((one) => (one.kind === "within" && one.negated ? [one.form.where] : []));
  const said = new Set(where.map((one) => JSON.stringify(one)));
  const isNone = left.some((inner) => inner.length > 0 && inner.every((one) => said.has(JSON.stringify(one))));
  return isBoth || isNone ? ["both at once"] : [];
}

/** "what share of the ones in draft are published", of one column: no row is both. */
function inTwoStates({ outputs, where }: LogicalForm): string[] {
  const parts = outputs.flatMap(({ expression }) => (expression.kind === "arithmetic" ? [expression.left] : []));
  const figures = parts.flatMap((one) => (one.kind === "aggregate" && one.where !== undefined ? [one.where] : []));
  const isTwo = figures.some((own) => {
    const said = new Map<string, unknown>();
    return [...where, ...own].some((one) => {
      if (one.kind !== "compare" || one.operator !== "=" || one.right.kind !== "literal") return false;
      if (one.left.kind !== "column" || typeof one.right.value !== "string") return false;
      const column = JSON.stringify(one.left);
      const before = said.get(column);
      said.set(column, one.right.value);
      return before !== undefined && before !== one.right.value;
    });
  });
  return isTwo ? ["two states at once"] : [];
}

const isNegated = (one: Condition): boolean => "negated" in one && one.negated;

/** "tickets about invoices", told by whether whoever wrote them has any: what they are about is a matter of their own. */
function subjectLost({ said, names }: Sketch, { subject }: LogicalForm, { catalog }: Context): string[] {
  // "who brought in the most members" is not who paid the most.
  const [, brought] = said.words("who brought them");
  if (brought !== undefined && names.some(({ text, tables }) => text.toLowerCase() === brought && tables.length > 0))
    return [`brought in ${brought}`];
  const [, about] = said.words("what it is about");
  const rows = catalog.byName.get(subject);
  const mention = names.find(({ text }) => text.toLowerCase() === about?.toLowerCase());
  const [table] = mention?.tables ?? [];
  if (mention === undefined || table === undefined || rows === undefined || table.table === rows) return [];
  return isToOne(catalog, rows, table.table) || isToOne(catalog, table.table, rows) ? [] : [mention.text];
}

/** "the helpers of Mira", where a helper is a column that also says whose: whole rows are not what is asked for. */
function columnAsked({ names: [first], everything }: Sketch, { all_columns, where }: LogicalForm): string[] {
  if (!all_columns || everything || first === undefined || isTable(first) || first.owners.length > 0) return [];
  const [best] = first.columns;
  // "high priority tickets": the column says which rows are meant.
  const saysWhich = (one: Condition): boolean =>
    one.kind === "compare" &&
    one.operator === "=" &&
    one.left.kind === "column" &&
    one.left.column === best?.column.name;
  if (where.some(saysWhich)) return [];
  return best !== undefined && best.score >= NAMED_IN_FULL && !best.column.isFlag && !best.column.isNumber
    ? [first.text]
    : [];
}

/** "with the letters D or S": rows of the one alone are not those of either. */
function choiceLost({ said, filters }: Sketch, form: LogicalForm): string[] {
  const isChoice = said.has("one or the other") && filters.length > 0 && form.combine === null;
  const written = JSON.stringify(form);
  if (isOfNeither(filters)) return [];
  return isChoice && !/"either"|"among"|"union"|"period"|"bucket"|"operator":"[<>]/.test(written)
    ? said.words("one or the other").slice(0, 1)
    : [];
}

/** "not in Fernhill or Moorgate": several values of one column, each of them denied. */
function isOfNeither(filters: Sketch["filters"]): boolean {
  const denied = filters.flatMap((one) => (one.kind === "value" && one.negated ? [one.mention.values] : []));
  const [first = [], ...others] = denied;
  const isOfOne = first.some(({ column }) => others.every((values) => values.some((one) => one.column === column)));
  return others.length > 0 && denied.length === filters.length && isOfOne;
}

/** "when does the lease of Kim end", where only numbers would be told: no moment. */
function momentLost({ when }: Sketch, { outputs, all_columns }: LogicalForm, { catalog }: Context): string[] {
  if (!when || all_columns || outputs.length === 0) return [];
  const isMoment = ({ table, column }: ColumnExpression) => {
    const found = catalog.byName.get(table)?.columns.find(({ name }) => name === column);
    return found === undefined || found.isDate || found.isYear || found.isMonth || found.isText;
  };
  // "when was the lowest tide": how low it was is no moment, either.
  const isEnd = (one: Expression) => one.kind === "aggregate" && (one.fn === "min" || one.fn === "max");
  const isTold = outputs.some(({ expression: one }) => {
    if (one.kind === "column") return isMoment(one);
    return !isEnd(one) || one.kind !== "aggregate" || one.of?.kind !== "column" || isMoment(one.of);
  });
  return isTold ? [] : ["when"];
}

/** "and how many of it are paid", where nothing says which part. */
function partLost({ said, part }: Sketch, { outputs }: LogicalForm): string[] {
  if (part === null || outputs.some(({ expression }) => "where" in expression)) return [];
  return said
    .words("a part of it")
    .slice(0, 1)
    .map((words) => words.replace(/^and /i, ""));
}
