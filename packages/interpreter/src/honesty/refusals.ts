import type { Assembled } from "../assemble/assemble.ts";
import { OF_ONE } from "../catalog/amounts.ts";
import { isPerson, isPersonColumn } from "../catalog/persons.ts";
import { isToOne } from "../catalog/joins.ts";
import { formsIn, isAggregate, tablesOf, tablesOfCondition } from "../form/visit.ts";
import type { CatalogTable } from "../catalog/catalog.ts";
import type { Context } from "../resolve/context.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import type { Mention } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { Sketch } from "../read/sketch.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import { joined } from "../language/words.ts";
import { columnsWithoutPlace } from "./columns-named.ts";
import { shapeOf } from "../form/shape.ts";
import { tablesWithoutPlace } from "./without-place.ts";

/** Words that were read but have no place in the form: an answer would leave them out. */
export function lostWords(sketch: Sketch, { form, context }: Assembled): string[] {
  const { said } = sketch;
  // Whatever else was not placed, no other words would help.
  const beyond = beyondRows(sketch, form, context);
  if (beyond !== null) return [beyond];
  const lost = [...context.notes.lost];
  const [ranked] = said.words("a later place");
  if (ranked !== undefined && form.offset === undefined) lost.push(ranked);
  lost.push(...latenessLost(sketch, context), ...undoneInTime(sketch));
  if (said.has("top") && sketch.superlatives.length === 0 && form.limit === null) lost.push("top");
  lost.push(
    ...phrasesLost(said, form),
    ...partLost(sketch, form),
    ...emptyFigures(form, context),
    ...figuresLost(form, context),
    ...choiceLost(sketch, form),
    ...columnAsked(sketch, form),
    ...deedsShown(sketch),
  );
  const { catalog } = context;
  if (form.outputs.some(({ expression }) => isAggregate(expression)))
    lost.push(...tablesWithoutPlace(sketch, form, shapeOf(form).tables, catalog));
  const isGrouped = form.per !== undefined || form.groups.length > 0;
  if (sketch.groups.length > 0 && sketch.superlatives.length > 0 && form.limit === 1 && !isGrouped)
    lost.push("for each");
  // "what is the order" of nothing: rows in no order, cut off somewhere, are not an answer.
  const figures = form.outputs.length > 0 && form.outputs.every((output) => isAggregate(output.expression));
  const isCut = said.has("top few") && form.limit !== null && form.order.length === 0;
  if (isCut && (!figures || form.groups.length === 0)) lost.push("top");
  return [...new Set(lost.length > 0 ? lost : columnsWithoutPlace(sketch, form))];
}

/** "animals that were not vaccinated this year": a state, and a time that may be of those it has or of the animals. */
const undoneInTime = ({ filters }: Sketch): string[] =>
  filters.length === 2 &&
  filters.some((one) => one.kind === "value" && one.negated) &&
  filters.some((one) => one.kind === "period" && one.negated && one.target === null)
    ? ["what was not done then"]
    : [];

/** What is asked for that no rows hold, whatever they are: a rule, a wish, an opinion, what is to come. */
function beyondRows({ said, today }: Sketch, { where }: LogicalForm, context: Context): string | null {
  const isKept = (word: string) => context.catalog.vocabulary.has(stem(word.toLowerCase()));
  if (said.has("what is allowed")) return "what is allowed";
  const wished = [said.words("what is wanted")[1], said.words("what is liked")[1]];
  if (wished.some((word) => word !== undefined && !isKept(word))) return "what is wanted";
  if (said.has("what is thought")) return "what is thought";
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

/** Turns of phrase that a form may not be without. */
function phrasesLost(said: Sketch["said"], form: LogicalForm): string[] {
  const lost: string[] = [];
  if (said.has("an average") && !/"(?:avg|median)"|"arithmetic"|average|avg|mean/i.test(JSON.stringify(form)))
    lost.push("on average");
  if (said.has("the first rows") && !isRanked(form)) lost.push(...said.words("the first rows").slice(1));
  if (said.has("an hour of the day") && !/hour/i.test(JSON.stringify(form))) lost.push("hour");
  const isList =
    form.all_columns || (form.outputs.length > 1 && !form.outputs.some(({ expression }) => isAggregate(expression)));
  if ((said.has("how much was done") && isList) || isAmountLost(said, form)) lost.push("how much");
  if (isOneFigure(form)) lost.push(...said.words("a figure beside another").slice(1));
  if (said.has("opening hours") && !/hour|time|opens|closes/i.test(JSON.stringify(form.outputs)))
    lost.push("opening hours");
  lost.push(...worthLost(said, form));
  if (form.where.some(isRegistered)) lost.push(...said.words("seen").slice(1).filter(Boolean));
  if (said.has("out of stock") && ![...form.where, ...form.having].some(saysNoneLeft)) lost.push("out of stock");
  return lost;
}

/** A time in which rows were made, rather than in which something happened to them. */
const isRegistered = (one: Condition): boolean =>
  one.kind === "period" && one.left.kind === "column" && /regist|joined|creat|opened|since/i.test(one.left.column);

const isOneFigure = ({ outputs: [only, ...more], groups, combine }: LogicalForm): boolean =>
  only !== undefined && more.length + groups.length === 0 && isAggregate(only.expression) && combine === null;

/** Amounts that were asked for where other numbers are told. */
function worthLost(said: Sketch["said"], form: LogicalForm): string[] {
  const lost: string[] = [];
  const isSold = form.outputs.some(
    ({ name, expression }) => name === "quantity" && !/prod|made|output/i.test(JSON.stringify(expression)),
  );
  if (said.has("what was made") && isSold) lost.push("what was made");
  const isWorth = /"arithmetic"|value|worth|cost/i.test(JSON.stringify(form.outputs));
  if (said.has("what is in stock is worth") && !isWorth) lost.push("what the stock is worth");
  if (said.has("what rows are worth") && form.outputs.some(countsRows)) lost.push("value");
  return lost;
}

const countsRows = ({ expression }: LogicalForm["outputs"][number]): boolean =>
  expression.kind === "aggregate" && expression.fn === "count";

/** "returned late", where nothing says when it was due. */
function latenessLost({ said, unknown }: Sketch, { meant }: Context): string[] {
  const [words] = said.words("lateness");
  const late = words?.split(" ").at(-1)?.toLowerCase();
  const isLost = words !== undefined && meant.late === null && unknown.some(({ text }) => text.toLowerCase() === late);
  return isLost ? [words] : [];
}

/** "clients referred by others": a deed, and not the column that is hardly called so. */
const deedsShown = ({ outputs, said }: Sketch): string[] =>
  outputs.flatMap((wish) =>
    wish.kind === "column" &&
    !said.has("who does") &&
    (wish.mention.columns[0]?.score ?? 1) < 0.4 &&
    /ed$/i.test(wish.mention.text)
      ? [wish.mention.text]
      : [],
  );

/** "the helpers of Mira", where a helper is a column that also says whose: whole rows are not what is asked for. */
function columnAsked({ names: [first], everything }: Sketch, { all_columns }: LogicalForm): string[] {
  if (!all_columns || everything || first === undefined || isTable(first) || first.owners.length > 0) return [];
  const [best] = first.columns;
  return best !== undefined && best.score >= 0.9 && !best.column.isFlag && !best.column.isNumber ? [first.text] : [];
}

/** "with the letters D or S": rows of the one alone are not those of either. */
function choiceLost({ said, filters }: Sketch, form: LogicalForm): string[] {
  const isChoice = said.has("one or the other") && filters.length > 0 && form.combine === null;
  const written = JSON.stringify(form);
  return isChoice && !/"either"|"among"|"union"|"period"|"bucket"|"operator":"[<>]/.test(written)
    ? said.words("one or the other").slice(0, 1)
    : [];
}

/** "and how many of it are paid", where nothing says which part. */
function partLost({ said, part }: Sketch, { outputs }: LogicalForm): string[] {
  if (part === null || outputs.some(({ expression }) => "where" in expression)) return [];
  return said
    .words("a part of it")
    .slice(0, 1)
    .map((words) => words.replace(/^and /i, ""));
}

const isAmountLost = (said: Sketch["said"], form: LogicalForm): boolean =>
  said.has("how much of something") && !tellsAmount(form);

/** False for a list of what is kept in columns: "how much fuel did we use" is not told by kinds of fuel. */
const tellsAmount = ({ outputs }: LogicalForm): boolean =>
  outputs.some(({ expression }) => expression.kind !== "column" && expression.kind !== "bucket");

/** True for a condition that nothing is left: a number that is 0, a flag, or the words themselves. Any other number is of something else. */
function saysNoneLeft(condition: Condition): boolean {
  if (condition.kind !== "compare" || condition.right.kind !== "literal") return false;
  const { value } = condition.right;
  if (typeof value === "number") return value === 0 && (condition.operator === "=" || condition.operator === "<=");
  return typeof value === "boolean" || /\b(?:stock|sold)/i.test(value);
}

/** True where amounts of days to come are told: what is planned may be counted, and no more. */
const isForetold = ({ outputs, where, all_columns }: LogicalForm, { sketch }: Context): boolean =>
  where.some((one) => one.kind === "period" && one.from !== null && one.from > sketch.today) &&
  (all_columns || outputs.some(({ expression }) => !(expression.kind === "aggregate" && expression.fn === "count")));

/** True where nothing but days is told: those on which it was paid are not how much. */
const isDays = ({ outputs }: LogicalForm, { catalog }: Context): boolean =>
  outputs.length > 0 &&
  outputs.every(({ expression }) => {
    if (expression.kind !== "column") return false;
    const columns = catalog.byName.get(expression.table)?.columns ?? [];
    return columns.some(({ name, isDate }) => isDate && name === expression.column);
  });

/** Figures that were asked for and are not there. */
function figuresLost(form: LogicalForm, context: Context): string[] {
  const { sketch } = context;
  const lost: string[] = [];
  if (sketch.versus && form.groups.length === 0 && form.outputs.length < 2) lost.push("the comparison");
  const counted = sketch.outputs.filter((output) => output.kind === "count");
  const again = counted.filter((output) => output.kind === "count" && output.mention === null).length;
  const isTwice = again > 1 || (counted.length > 1 && sketch.said.has("two counts"));
  if (isTwice && form.outputs.length < 2) lost.push("how many");
  lost.push(...amountsLost(form, context), ...ofAllTheirs(sketch, form, context));
  if (!tellsWhich(form, context)) lost.push("which");
  if (!tellsGroups(form, context)) lost.push("for each");
  lost.push(...flagsLost(context, form), ...daysUnsaid(context, form), ...countedByLikeness(context));
  lost.push(...sumsOfOne(context, form), ...meansOfTotals(context, form), ...besideThem(context, form));
  if (isMixed(form)) lost.push("for each");
  // "discontinued products" of a disc_yn: yes and no are no answer to what is hardly its name.
  lost.push(
    ...sketch.outputs.flatMap((one) => (one.kind === "column" && isHardlyFlag(one.mention) ? [one.mention.text] : [])),
  );
  const { negation } = context.sketch;
  if (negation !== null && !/"negated":true|"missing"|"!="|"intersect"|"except"|"value":0\b/.test(JSON.stringify(form)))
    lost.push(negation);
  return lost;
}

/** How much something was, will be or is liked, which other columns do not tell. */
function amountsLost(form: LogicalForm, context: Context): string[] {
  const { said, superlatives } = context.sketch;
  const isPaid = superlatives.some(({ target }) => target.kind === "measure") && said.has("who does");
  const isRated = /rating|score|stars|points|satisf|feedback|like|prefer|favou?rite/i.test(JSON.stringify(form));
  return [
    ...(said.has("how much is it") && !tellsNumber(form, context) ? ["how much"] : []),
    ...(said.has("how much was done") && isDays(form, context) ? ["how much"] : []),
    ...(said.has("what will be") && isForetold(form, context) ? ["will"] : []),
    ...(isPaid && !tellsPerson(form, context) ? ["who"] : []),
    ...(isWhoRanked(form, context) ? ["who"] : []),
    ...(said.has("liked") && superlatives.length > 0 && !isRated ? ["like"] : []),
  ];
}

/** "who brought in the most fees" is not told by whole rows of what brought them. */
function isWhoRanked({ all_columns, subject }: LogicalForm, { sketch, catalog }: Context): boolean {
  const rows = catalog.byName.get(subject);
  return (
    all_columns && sketch.said.has("who") && sketch.superlatives.length > 0 && rows !== undefined && !isPerson(rows)
  );
}

/** "share of online bookings" is one figure, whatever day they are called after: no column stands beside it. */
const isMixed = ({ outputs, groups, per }: LogicalForm): boolean =>
  groups.length === 0 &&
  per === undefined &&
  outputs.some(({ expression }) => isAggregate(expression)) &&
  outputs.some(({ expression: one }) => one.kind === "column");

const isHardlyFlag = ({ columns: [best] }: Mention): boolean =>
  best !== undefined && best.column.isFlag && best.score < 0.8;

/** "who spent the most" is not answered with a fuel. */
const tellsPerson = ({ outputs }: LogicalForm, { catalog }: Context): boolean =>
  outputs.some(({ expression: one }) => {
    const table = one.kind === "column" ? catalog.byName.get(one.table) : undefined;
    const column = table?.columns.find(({ name }) => one.kind === "column" && name === one.column);
    return table !== undefined && column !== undefined && (isPerson(table) || isPersonColumn(column));
  });

/** "how much are red tulips" is not answered with tulips. */
const tellsNumber = (form: LogicalForm, { catalog }: Context): boolean =>
  tellsAmount(form) ||
  form.outputs.some(
    ({ expression: one }) =>
      one.kind === "column" &&
      catalog.byName
        .get(one.table)
        ?.columns.some(({ name, isNumber, isKey }) => name === one.column && isNumber && !isKey),
  );

/** "clients with only express parcels", "either no drivers or no vans": more than that there are such rows, or none of both. */
function ofAllTheirs({ said }: Sketch, { subject, where }: LogicalForm, { catalog }: Context): string[] {
  const own = catalog.byName.get(subject);
  const isFar = (name: string) => {
    const table = catalog.byName.get(name);
    return own !== undefined && table !== undefined && table !== own && !isToOne(catalog, own, table);
  };
  const isAny = where.some((one) => !("negated" in one && one.negated) && tablesOfCondition(one).some(isFar));
  const all = said.words("all of theirs").findLast((word, i) => i > 1 && word !== "");
  const isNone = where.filter((one) => one.kind === "related" && one.negated).length > 1;
  return [
    ...(isAny && all !== undefined ? [all] : []),
    ...(isNone && said.has("either none or none") ? ["either"] : []),
  ];
}

/** "results that came back abnormal": what only holds or does not restricts the rows, wherever it stands. */
function flagsLost({ sketch }: Context, form: LogicalForm): string[] {
  const written = JSON.stringify(form);
  return sketch.names.flatMap(({ columns, tables, text }) => {
    const [best] = columns;
    if (best === undefined || best.score < 0.7 || !best.column.isFlag || (tables[0]?.score ?? 0) >= 0.7) return [];
    const isSaid = columns.some(({ column, score }) => score >= best.score && written.includes(`"${column.name}"`));
    return isSaid ? [] : [text];
  });
}

/** The days on which people and houses began, which nobody means who does not speak of it. */
const beginning = /^(hire|hired|birth|born|birthdate|birthday|built|founded|established|construction|constructed)$/;
/** The same of what the rows only belong to: "trips with a van in 2025" are not those of depots that opened then. */
const opening = /^(opened|since|joined|registered)$/;
const saysBeginning =
  "hire,hiri,join,star,recr,employed,employi,employm,born,birt,turn,buil,cons,foun,esta,bega,begi,sinc,long,tenu,seni,open,aged,older,young,when,comp".split(
    ",",
  );

/** "doctors on vacation next week" is not about doctors hired next week, nor "rent per building in 2025" about those built then. */
function daysUnsaid({ sketch, catalog }: Context, form: LogicalForm): string[] {
  const periods = sketch.filters.flatMap((filter) => (filter.kind === "period" ? [filter.period.label] : []));
  const [label] = periods;
  if (label === undefined) return [];
  // "clients with more than 3 requests this year": those that were opened in it.
  const counted = new Set(
    sketch.filters
      .flatMap((filter) => (filter.kind === "count" ? (filter.mention?.tables ?? []) : []))
      .map((link) => link.table.name),
  );
  return form.where.flatMap((one) => {
    if ((one.kind !== "period" && one.kind !== "compare") || one.left.kind !== "column") return [];
    const { table, column } = one.left;
    const found = catalog.byName.get(table)?.columns.find(({ name }) => name === column);
    if (found === undefined || !(found.isDate || found.isYear)) return [];
    const isBeginning =
      found.words.some((word) => beginning.test(word)) ||
      (table !== form.subject && !counted.has(table) && found.words.some((word) => opening.test(word)));
    const isSaid = saysBeginning.some(sketch.said.begins) || ["new", "ag", "old", "came"].some(sketch.said.stem);
    return isBeginning && !isSaid ? [label] : [];
  });
}

/** "bills that are not settled" are none of guests who have other things that are not: rows that only share with them what they belong to. */
function besideThem({ catalog, named }: Context, { subject, where }: LogicalForm): string[] {
  const own = catalog.byName.get(subject);
  if (own === undefined) return [];
  const isOfAll = (parts: readonly CatalogTable[], whole: CatalogTable) =>
    parts.every((part) => part !== whole && isToOne(catalog, part, whole));
  // What figures are told by has brought nothing together: "how many parcels did each driver fetch" has no other rows of drivers.
  const isNamed = (table: CatalogTable) => named.some(({ table: one, mention }) => one === table && !mention.each);
  const isBeside = (table: CatalogTable) =>
    !isNamed(table) &&
    !isToOne(catalog, own, table) &&
    !isToOne(catalog, table, own) &&
    !catalog.tables.some((link) => isOfAll([link], own) && isOfAll([link], table)) &&
    catalog.tables.some((whole) => isOfAll([own, table], whole)) &&
    !catalog.tables.some((whole) => isNamed(whole) && isOfAll([own, table], whole));
  return where.flatMap((one) =>
    tablesOfCondition(one).flatMap((name) => {
      const table = catalog.byName.get(name);
      return table !== undefined && isBeside(table) ? table.words.join(" ") : [];
    }),
  );
}

/** "what were our costs" is not told by what one unit of each thing costs, summed up. */
const sumsOfOne = ({ sketch, catalog }: Context, { outputs }: LogicalForm): string[] =>
  outputs.flatMap(({ expression }) => {
    if (expression.kind !== "aggregate" || expression.fn !== "sum" || expression.of?.kind !== "column") return [];
    const { table, column } = expression.of;
    const words = catalog.byName.get(table)?.columns.find(({ name }) => name === column)?.words ?? [];
    const ofOne = words.find((word) => OF_ONE.test(word));
    const isSaid = ofOne === undefined || sketch.said.stem(stem(ofOne));
    return isSaid ? [] : [words.filter((word) => word !== ofOne).join(" ")];
  });

/** "average bill" is not told by the months of a view, each with all that was billed in it. */
const meansOfTotals = ({ sketch, catalog }: Context, { outputs, groups }: LogicalForm): string[] =>
  outputs.flatMap(({ expression }) => {
    if (expression.kind !== "aggregate" || expression.fn !== "avg" || groups.length > 0) return [];
    const { isView = false, words = [] } = catalog.byName.get(expression.table) ?? {};
    const span = words.find((word) => isView && /^(?:daily|weekly|monthly|quarterly|yearly|annual)$/.test(word));
    return span === undefined || sketch.said.begins(span.slice(0, 4)) ? [] : ["on average"];
  });

/** "how many plumbing jobs" does not count the occupations of tenants, which are no more than like jobs. */
const countedByLikeness = ({ sketch }: Context): string[] =>
  sketch.outputs.flatMap((output) => {
    const mention = output.kind === "count" ? output.mention : null;
    const [column] = mention?.columns ?? [];
    const isLike = mention !== null && mention.tables.length === 0 && column !== undefined && column.score < 0.6;
    if (!isLike || column.column.isKey || column.column.isNumber) return [];
    const names = new Set([...column.column.stems, ...column.column.table.stems]);
    return splitIdentifier(mention.text).some((word) => names.has(stem(word))) ? [] : [mention.text];
  });

/** "fees by month" is not answered with fees in the order of their days, nor "by client" without clients. */
function tellsGroups(form: LogicalForm, context: Context): boolean {
  const { sketch, catalog } = context;
  if (sketch.bucket !== null && !/"bucket"|"growth"/.test(JSON.stringify(form)) && !hasYear(form, catalog))
    return false;
  if (sketch.groups.length === 0 || form.groups.length > 0 || form.per !== undefined) return true;
  if (form.all_columns) return sketch.groups.some(({ mention }) => isTable(mention));
  // "for each visit, the guest and the room": a list of such rows, whatever of them is shown.
  const isList = !form.outputs.some(({ expression }) => isAggregate(expression));
  const shown = isList ? tablesRead(form) : new Set(form.outputs.flatMap(({ expression }) => tablesOf(expression)));
  return sketch.groups.some(({ mention }) =>
    [...mention.tables.map(({ table }) => table), ...mention.columns.map(({ column }) => column.table)].some(
      ({ name }) => shown.has(name),
    ),
  );
}

/** Years that are kept as numbers are units of time as they stand. */
const hasYear = (form: LogicalForm, catalog: Context["catalog"]): boolean =>
  [...form.groups, ...form.outputs.map(({ expression }) => expression), ...form.order.map(({ by }) => by)].some(
    (one) =>
      one.kind === "column" &&
      catalog.byName.get(one.table)?.columns.some(({ name, isYear }) => isYear && name === one.column) === true,
  );

/** What no comparison and no count can tell: a day that is more than 5, a number above a word, how many of itself a row is. */
function emptyFigures(form: LogicalForm, { catalog }: Context): string[] {
  const isEmpty =
    form.having.some((one) => one.kind === "compare" && isAggregate(one.left) && isWord(one.right)) ||
    form.where.some((one) => isEmptyComparison(one, catalog));
  return [...(isEmpty ? ["the comparison"] : []), ...(countsItself(form, catalog) ? ["what is compared"] : [])];
}

const isWord = (one: Expression): boolean =>
  one.kind === "literal" && typeof one.value === "string" && !/\d/.test(one.value);

function isEmptyComparison(one: Condition, catalog: Context["catalog"]): boolean {
  if (one.kind !== "compare" || one.left.kind !== "column" || one.right.kind !== "literal") return false;
  const { left, right, operator } = one;
  const column = catalog.byName.get(left.table)?.columns.find(({ name }) => name === left.column);
  const isDay = column?.isDate === true && typeof right.value === "number";
  const isNoDay = column?.isDate === true && typeof right.value === "string" && !/^\d/.test(right.value);
  // "late more than 10 times": yes and no are no numbers.
  if (column?.isFlag === true && typeof right.value === "number" && right.value > 1) return true;
  return isDay || isNoDay || (column?.isNumber === true && isWord(right) && operator !== "=" && operator !== "!=");
}

/** "which guest complains most": each guest is one guest, so that their number ranks nothing, nor the rows inside a condition. */
function countsItself(form: LogicalForm, catalog: Context["catalog"]): boolean {
  if (formsIn(form.where).some((inner) => countsItself(inner, catalog))) return true;
  const own = catalog.byName.get(form.subject);
  // What only restricts the rows does not make more of them.
  const read = [...joinedIn(form)].flatMap((name) => catalog.byName.get(name) ?? []);
  if (own === undefined || read.some((table) => !isToOne(catalog, own, table))) return false;
  const [key, ...more] = own.primaryKey;
  const isEach = form.groups.some(
    (group) => group.kind === "column" && group.table === own.name && group.column === key?.name,
  );
  const counts = [
    ...form.outputs.map(({ expression }) => expression),
    ...form.order.map(({ by }) => by),
    ...form.having.flatMap((one) => ("left" in one ? [one.left] : [])),
  ];
  const isCount = counts.some((by) => by.kind === "aggregate" && by.fn === "count" && by.table === form.subject);
  return key !== undefined && more.length === 0 && isEach && isCount;
}

/** Tables whose rows stand beside one another, rather than those that only restrict them. */
const joinedIn = (form: LogicalForm): ReadonlySet<string> =>
  new Set([
    form.subject,
    ...form.joins,
    ...form.outputs.flatMap(({ expression }) => tablesOf(expression)),
    ...form.groups.flatMap(tablesOf),
    ...form.having.flatMap(tablesOfCondition),
    ...form.order.flatMap(({ by }) => tablesOf(by)),
  ]);

const tablesRead = (form: LogicalForm): ReadonlySet<string> =>
  new Set([...joinedIn(form), ...form.where.flatMap(tablesOfCondition)]);

/** "which hotel employs the most cooks" is not answered with a cook. */
function tellsWhich(form: LogicalForm, { sketch, named, subject, catalog }: Context): boolean {
  const [asked] = named;
  if (!sketch.said.has("which rows") || asked === undefined || asked.mention.at !== 1 || form.all_columns) return true;
  if (asked.mention.zone !== "focus" || sketch.outputs.length > 0 || asked.table === subject) return true;
  const shown = form.outputs.flatMap(({ expression }) => tablesOf(expression));
  return shown.includes(asked.table.name) || !catalog.byName.has(asked.table.name);
}

/** True where some rows come before others, or only the first or last of something is told. */
const isRanked = ({ limit, order, per, outputs, where }: LogicalForm): boolean =>
  limit !== null ||
  order.length > 0 ||
  per !== undefined ||
  /"(?:min|max)"|"query"/.test(JSON.stringify([outputs, where]));

/** Marks of what could not be told, as clauses of a sentence. */
const clauses: ReadonlyMap<string, string> = new Map([
  ["a comparison", "what the comparison is with"],
  ["the comparison", "what the comparison is with"],
  ["what is compared", "by which figure to compare"],
  ["on average", "which figure to average"],
  ["for each", "for each of what"],
  ["top", "by which figure to rank"],
  ["what was sold", "how many were sold: nothing here counts that"],
  ["what is wanted", "what they want or think: nothing here tells that"],
  ["what the stock is worth", "what the stock is worth: nothing here says it as one figure"],
  ["what was not done then", "which rows the time is of"],
  ["what was made", "how many were made: what is counted here was sold"],
  ["what is thought", "what to think or do: the data only says what there is"],
  ["what is to come", "what is still to come: the data only says what there is so far"],
  ["what is allowed", "what is allowed: tables only say what has happened"],
]);

/** One plain sentence for the words that were read but could not be placed. */
export function lostText(lost: readonly string[]): string {
  const told = lost.flatMap((one) => clauses.get(one) ?? []);
  const quoted = lost
    .filter((one) => !clauses.has(one))
    .map((one) => `“${one.replace(/^(by|sum of|avg of|min of|max of|median of|count of) (?=.)/, "")}”`);
  const [only] = quoted;
  const words =
    only === undefined ? [] : [`what ${joined(quoted)} ${quoted.length === 1 ? "refers" : "refer"} to in the data`];
  return `I could not tell ${[...words, ...told].join(", nor ")}.`;
}
