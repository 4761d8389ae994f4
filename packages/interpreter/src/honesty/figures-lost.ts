import { cameOfOthers, countedAcross, rankedAcross } from "./winding-ways.ts";
import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { OF_ONE } from "../catalog/amounts.ts";
import { endDay, startDay } from "../catalog/running-rows.ts";
import { isPerson, isPersonColumn } from "../catalog/persons.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, tablesOf, tablesRead } from "../form/visit.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import type { Mention } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import { isTimeAsKept } from "../catalog/kept-by-name.ts";
import { type Context, unexplained } from "../resolve/context.ts";
import { tellsAmount } from "./phrases-lost.ts";
import {
  besideThem,
  costsOfOthers,
  daysUnsaid,
  deedsOfOthers,
  ofAllTheirs,
  sizeOfOthers,
  teamsBeforeFigures,
} from "./rows-lost.ts";

/** Figures that were asked for and are not there. */
export function figuresLost(form: LogicalForm, context: Context): string[] {
  const { sketch } = context;
  const lost: string[] = [];
  if (sketch.versus && form.groups.length === 0 && form.outputs.length < 2) lost.push("the comparison");
  const counted = sketch.outputs.filter((output) => output.kind === "count");
  const again = counted.filter((output) => output.kind === "count" && output.mention === null).length;
  const isTwice = again > 1 || (counted.length > 1 && sketch.said.has("two counts"));
  if (isTwice && (form.outputs.length < 2 || areNames(form, context))) lost.push("how many");
  lost.push(...textsRanked(context), ...deedsDenied(context), ...othersLost(form, context), ...moreLost(form, context));
  lost.push(...whoLost(form, context), ...perMeasure(form, context), ...amountsAsGroups(form, context));
  lost.push(...amountsLost(form, context), ...ofAllTheirs(sketch, form, context));
  if (!tellsWhich(form, context)) lost.push("which");
  if (!tellsGroups(form, context)) lost.push("for each");
  lost.push(...flagsLost(context, form), ...daysUnsaid(context, form), ...countedByLikeness(context));
  lost.push(
    ...countedAcross(form, context),
    ...rankedAcross(form, context),
    ...cameOfOthers(form, context),
    ...teamsBeforeFigures(context, form),
    ...levelsSummed(form, context),
    ...sumsOfOne(context, form),
    ...meansOfTotals(context, form),
    ...besideThem(context, form),
    ...deedsOfOthers(context),
    ...sizeOfOthers(context, form),
    ...costsOfOthers(context, form),
  );
  if (isMixed(form) || isShareOfItself(form)) lost.push("for each");
  lost.push(...daysSummed(form, context), ...oneOfBoth(form, context));
  // "discontinued products" of a disc_yn: yes and no are no answer to what is hardly its name.
  lost.push(
    ...sketch.outputs.flatMap((one) => (one.kind === "column" && isHardlyFlag(one.mention) ? [one.mention.text] : [])),
  );
  const { negation } = context.sketch;
  if (negation !== null && !/"negated":true|"missing"|"!="|"intersect"|"except"|"value":0\b/.test(JSON.stringify(form)))
    lost.push(negation);
  return lost;
}

/** "the dearest parcel and who sent it", "who was trained by whom": nobody is told, or only one of the two. */
function whoLost(form: LogicalForm, context: Context): string[] {
  const { said } = context.sketch;
  const asked = said.words("and who").slice(1);
  if (asked.length > 0 && !tellsPerson(form, context)) return asked;
  return form.outputs.length < 2 && !form.all_columns ? said.words("by whom").slice(0, 1) : [];
}

/** "how many orders came back and what did they cost us": amounts beside a count are a figure, and no groups of it. */
function amountsAsGroups(form: LogicalForm, { sketch }: Context): string[] {
  if (!sketch.outputs.some(({ kind }) => kind === "count")) return [];
  return sketch.outputs.flatMap((one) => {
    const column = one.kind === "column" ? one.mention.columns[0]?.column : undefined;
    if (one.kind !== "column" || column === undefined || !column.isNumber || column.isKey || column.isForeign)
      return [];
    const isGroup = form.groups.some(
      (group) => group.kind === "column" && group.table === column.table.name && group.column === column.name,
    );
    return isGroup && AMOUNT_BESIDE_COUNT.test(column.words.join(" ")) ? [one.mention.text] : [];
  });
}

const AMOUNT_BESIDE_COUNT =
  /\b(?:amounts?|prices?|costs?|fees?|totals?|values?|refunds?|charges?|revenue|salary|pay|wages?|balance)$/;

/** "which van uses the most fuel per kilometre": of each number of kilometres there is none that is first. */
const perMeasure = (form: LogicalForm, { sketch, catalog }: Context): string[] =>
  sketch.superlatives.length === 0
    ? []
    : form.groups.flatMap((one) => {
        const column =
          one.kind === "column"
            ? catalog.byName.get(one.table)?.columns.find(({ name }) => name === one.column)
            : undefined;
        const isMeasure =
          column !== undefined &&
          column.isNumber &&
          !column.isKey &&
          !column.isFlag &&
          MEASURED.test(column.words.join(" "));
        const said = sketch.groups.find(({ mention }) => mention.columns.some((link) => link.column === column));
        return isMeasure && said !== undefined ? [`per ${said.mention.text}`] : [];
      });

const MEASURED =
  /(?:^|\s)(?:km|kilometres?|kilometers?|miles?|mileage|distance|kg|weight|litres?|liters?|fuel|hours?|minutes?|area|sqm|price|cost|amount|quantity|revenue|length|height|volume)(?:\s|$)/;

/** "how many are red and how many blue" is not answered with first and last names. */
const areNames = ({ groups, outputs }: LogicalForm, { catalog }: Context): boolean =>
  groups.length === 0 &&
  outputs.every(
    ({ expression: one }) =>
      one.kind === "column" &&
      catalog.byName.get(one.table)?.columns.some(({ name, isText }) => name === one.column && isText) === true,
  );

/** "the highest fuel consumption", where nothing but a kind of fuel is known: a text is neither high nor low. */
const textsRanked = ({ sketch }: Context): string[] =>
  sketch.superlatives.flatMap(({ target }) => {
    if (target.kind !== "column" || target.hint !== "size") return [];
    const [best] = target.mention.columns;
    const values = best?.column.source.values ?? [];
    const isText =
      best?.column.isText === true && values.length > 0 && values.every((one) => Number.isNaN(Number(one)));
    return isText && !isTable(target.mention) ? [target.mention.text] : [];
  });

/** "are there more tulips or roses": one number of both tells nothing. */
const moreLost = ({ groups, outputs, order }: LogicalForm, { sketch }: Context): string[] =>
  sketch.said.has("more of two") && groups.length + order.length === 0 && outputs.length < 2
    ? sketch.said.words("more of two").slice(1)
    : [];

/** "parcels from other countries": those of all countries are no answer. */
const othersLost = (form: LogicalForm, { sketch, meant }: Context): string[] =>
  meant.elsewhere !== null || /"negated":true|"!="|"except"/.test(JSON.stringify(form))
    ? []
    : sketch.said.words("other places").slice(1);

/** "sold cars not delivered yet", where nothing is known of delivering: what stands before it is not denied instead. */
const deedsDenied = ({ sketch: { filters, unknown } }: Context): string[] =>
  unknown.flatMap(({ text, token, role }) => {
    const isOther = filters.some(
      (one) => one.kind === "value" && one.negated && token !== undefined && one.mention.end < token,
    );
    return role === "doing" && isOther ? [`not ${text}`] : [];
  });

/** "headcount per quarter", of months that each have one: how many there are is no sum over time. */
function levelsSummed({ outputs, groups, where }: LogicalForm, { catalog }: Context): string[] {
  const isOfMonth = (one: Expression) => one.kind === "bucket" && one.unit === "month";
  const isOneMonth = (one: Condition) =>
    one.kind === "period" &&
    one.from !== null &&
    one.to !== null &&
    Date.parse(one.to) - Date.parse(one.from) <= LONGEST_MONTH_MS;
  return outputs.flatMap(({ expression }) => {
    const of = expression.kind === "aggregate" ? expression.of : null;
    const table = of?.kind === "column" ? catalog.byName.get(of.table) : undefined;
    if (of?.kind !== "column" || table === undefined || !splitIdentifier(of.column).some((word) => LEVEL.test(word)))
      return [];
    // Those of subscriptions that began in a month are not those of that month.
    const isRunning =
      groups.some(({ kind }) => kind === "bucket") && startDay(table) !== null && endDay(table) !== null;
    const isSummed = !groups.some(isOfMonth) && !where.some(isOneMonth) && table.columns.some(({ isMonth }) => isMonth);
    return isRunning || isSummed ? [of.column] : [];
  });
}

const LEVEL = /^(?:headcount|balance|mrr|arr)$/;
const LONGEST_MONTH_MS = 31 * 86_400_000;

/** How much something was, will be or is liked, which other columns do not tell. */
function amountsLost(form: LogicalForm, context: Context): string[] {
  const { said, superlatives } = context.sketch;
  const isPaid = superlatives.some(({ target }) => target.kind === "measure") && said.has("who does");
  const isRated = /rating|score|stars|points|satisf|feedback|like|prefer|favou?rite/i.test(JSON.stringify(form));
  return [
    ...(said.has("how much is it") && !tellsNumber(form, context) ? ["how much"] : []),
    ...(said.has("how much there was") && form.all_columns ? ["how much"] : []),
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

/** "orders with both a desk and a chair", where nothing is called a chair: those with a desk are not both. */
function oneOfBoth({ where, having, combine }: LogicalForm, context: Context): string[] {
  const isOne = context.sketch.both && where.length + having.length < 2 && combine === null;
  return isOne ? unexplained(context).map(({ text }) => text) : [];
}

/** "days since the last order": days that are added up are no figure. */
const daysSummed = ({ outputs, order }: LogicalForm, { catalog }: Context): string[] =>
  [...outputs.map(({ expression }) => expression), ...order.map(({ by }) => by)].flatMap((one) => {
    const of = one.kind === "aggregate" && one.fn === "sum" && one.of?.kind === "column" ? one.of : null;
    const table = of === null ? undefined : catalog.byName.get(of.table);
    const column = table?.columns.find(({ name }) => name === of?.column);
    return column?.isDate === true && !column.isYear ? [toldAs(column)] : [];
  });

/** "share of shipments with incidents, by kind of incident": of the shipments with one of a kind all have one. */
function isShareOfItself({ subject, outputs, groups }: LogicalForm): boolean {
  const told = new Set(groups.flatMap((one) => (one.kind === "column" ? [one.table] : [])));
  const isOfTold = (one: Condition): boolean => {
    const table = one.kind === "within" ? one.form.subject : one.kind === "related" ? one.table : null;
    return table !== null && table !== subject && told.has(table) && "negated" in one && !one.negated;
  };
  return outputs.some(({ expression }) => {
    const part = expression.kind === "arithmetic" && expression.operator === "/" ? expression.left : null;
    return part?.kind === "aggregate" && part.where?.some(isOfTold) === true;
  });
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
    return (
      table !== undefined && column !== undefined && (isPerson(table) || table.isCustomer || isPersonColumn(column))
    );
  });

/** "how much are red tulips" is not answered with tulips. */
const tellsNumber = (form: LogicalForm, { catalog }: Context): boolean =>
  tellsAmount(form) ||
  form.outputs.some(
    ({ expression: one }) =>
      one.kind === "column" &&
      catalog.byName
        .get(one.table)
        ?.columns.some(
          (column) => column.name === one.column && (column.isNumber || holdsNumbers(column)) && !column.isKey,
        ),
  );

/** Amounts that are kept as texts. */
const holdsNumbers = ({ isText, source: { values } }: CatalogColumn): boolean =>
  isText && values.length > 0 && values.every((value) => /^\s*[$€£]?\s*\d[\d.,]*\s*$/.test(value));

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
  if (sketch.bucket !== null && !/"bucket"|"growth"/.test(JSON.stringify(form)) && !hasTimeAsKept(form, catalog))
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

/** Years that are kept as numbers, and months and weekdays by their names, are units of time as they stand. */
const hasTimeAsKept = (form: LogicalForm, catalog: Context["catalog"]): boolean =>
  [...form.groups, ...form.outputs.map(({ expression }) => expression), ...form.order.map(({ by }) => by)].some(
    (one) =>
      one.kind === "column" &&
      catalog.byName.get(one.table)?.columns.some((column) => column.name === one.column && isTimeAsKept(column)) ===
        true,
  );

/** "which hotel employs the most cooks" is not answered with a cook. */
function tellsWhich(form: LogicalForm, { sketch, named, subject, catalog }: Context): boolean {
  const [asked] = named;
  if (!sketch.said.has("which rows") || asked === undefined || asked.mention.at !== 1 || form.all_columns) return true;
  if (asked.mention.zone !== "focus" || sketch.outputs.length > 0 || asked.table === subject) return true;
  const shown = form.outputs.flatMap(({ expression }) => tablesOf(expression));
  return shown.includes(asked.table.name) || !catalog.byName.has(asked.table.name);
}
