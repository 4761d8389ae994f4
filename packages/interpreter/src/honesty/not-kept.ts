import { isBirth, isPerson, isPersonColumn, namesPeople } from "../catalog/persons.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { ColumnExpression, Expression, LogicalForm } from "../form/logical-form.ts";
import { isAggregate, tablesOf, tablesOfCondition, tablesRead } from "../form/visit.ts";
import { splitIdentifier, stem } from "../language/inflection.ts";
import type { Mention } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { Context } from "../resolve/context.ts";

/** What was asked of that no rows keep, although the form tells something that is called alike. */
export function notKept(form: LogicalForm, context: Context): string[] {
  return [
    ...hoursOfDays(form, context),
    ...wordsInNumbers(form, context),
    ...attributesOfOthers(form, context),
    ...attributesBeside(form, context),
    ...kindsCounted(form, context),
    ...columnGroupsLost(form, context),
    ...statesOfOthers(form, context),
    ...doersUnknown(form, context),
    ...waysTaken(form, context),
    ...incomesOfPayers(form, context),
    ...keysCounted(form, context),
    ...peopleInNumbers(context),
    ...birthsOfOthers(form, context),
  ];
}

const columnOf = ({ table, column }: ColumnExpression, { catalog }: Context): CatalogColumn | undefined =>
  catalog.byName.get(table)?.columns.find(({ name }) => name === column);

/** "readings by hour", where only their days are kept: all of them would be of midnight. */
function hoursOfDays(form: LogicalForm, context: Context): string[] {
  if (!JSON.stringify(form).includes('"hour_of_day"')) return [];
  let isLost = false;
  JSON.stringify(form, (_key, part: unknown) => {
    if (isHour(part)) {
      const source = columnOf(part.of, context)?.source;
      isLost ||=
        source?.type === "date" || [source?.min, source?.max].some((one) => typeof one === "string" && isDay.test(one));
    }
    return part;
  });
  return isLost ? ["hour"] : [];
}

const isDay = /^\d{4}-\d\d-\d\d$/;

const isHour = (part: unknown): part is Expression & { kind: "bucket" } =>
  typeof part === "object" &&
  part !== null &&
  "kind" in part &&
  part.kind === "bucket" &&
  "unit" in part &&
  part.unit === "hour_of_day";

/** "price including delivery": no number contains a word. */
const wordsInNumbers = ({ where }: LogicalForm, context: Context): string[] =>
  where.flatMap((one) =>
    one.kind === "like" &&
    one.left.kind === "column" &&
    /^\p{L}/u.test(one.text) &&
    columnOf(one.left, context)?.isNumber === true
      ? [one.text]
      : [],
  );

/** "weight of the carts", where only what they carry is weighed: rows that are named have no such column, and those told do not belong to them. */
function attributesOfOthers(form: LogicalForm, { sketch, catalog }: Context): string[] {
  const [only, ...more] = form.outputs;
  const beside = more.length + form.where.length + form.groups.length + form.order.length;
  if (only?.expression.kind !== "column" || beside > 0 || form.combine !== null) return [];
  const told = catalog.byName.get(form.subject);
  const read = tablesRead(form);
  return sketch.tables.flatMap(({ mention }) => {
    const [first] = mention.tables;
    if (first === undefined || first.score < 0.9 || told === undefined || read.has(first.table.name)) return [];
    return isToOne(catalog, told, first.table) || isToOne(catalog, first.table, told) ? [] : [mention.text];
  });
}

/** Below this likeness a word only stands for a column. */
const LIKE = 0.8;

const isLoose = (mention: Mention): boolean => {
  const [best] = mention.columns;
  return best !== undefined && !isTable(mention) && (best.score < LIKE || isBirth(best.column));
};

/** "crew birthdays", "wage of the crew", told of others that the crew only has to do with. */
function attributesBeside({ outputs, groups }: LogicalForm, { sketch, catalog }: Context): string[] {
  const [first, ...more] = sketch.outputs;
  if (first?.kind !== "column" || more.length + groups.length > 0 || !isLoose(first.mention)) return [];
  const [told] = outputs.flatMap(({ expression }) => tablesOf(expression).map((name) => catalog.byName.get(name)));
  return sketch.tables.flatMap(({ mention, negated }) => {
    const [best] = mention.tables;
    const isBeside =
      mention.end === first.mention.start ||
      (mention.start > first.mention.end && mention.start <= first.mention.end + 2);
    if (best === undefined || told === undefined || best.score < 0.7 || negated || !isBeside || best.table === told)
      return [];
    const isTheirs = [best.table, told].some((one) => isToOne(catalog, one, best.table) && isToOne(catalog, one, told));
    return isTheirs || first.mention.owners.includes(told) || mention.tables.some(({ table }) => table === told)
      ? []
      : [first.mention.text];
  });
}

/** "which cart is used the most": the kind of which there are most carts is another question. */
function kindsCounted({ groups, order, joins, subject }: LogicalForm, { sketch, catalog }: Context): string[] {
  const [first] = order;
  const isOwnCount =
    first?.by.kind === "aggregate" && first.by.fn === "count" && first.by.of === null && first.by.table === subject;
  if (!isOwnCount || joins.length > 0 || groups.some((one) => one.kind !== "column" || one.table !== subject))
    return [];
  // "the most used colour" of a table of colours that are used
  const words = new Set(groups.flatMap((one) => (one.kind === "column" ? splitIdentifier(one.column).map(stem) : [])));
  return sketch.superlatives.flatMap(({ said = "", target }) => {
    const asked = target.kind === "common" ? splitIdentifier(target.mention?.text ?? "").map(stem) : [];
    const own = catalog.byName.get(subject)?.stems ?? [];
    return own.some((word) => asked.includes(word) && !words.has(word)) &&
      /^(?:most|least) (?!common$|often$)[a-z]+(?:ed|n|ht|ld)$/i.test(said)
      ? [said]
      : [];
  });
}

/** "jobs done per cart", answered with days alone: nothing tells which cart's. */
function columnGroupsLost(form: LogicalForm, { sketch }: Context): string[] {
  if (form.groups.length + sketch.unknown.length > 0 || form.per !== undefined) return [];
  if (form.all_columns || sketch.bucket !== null) return [];
  const written = JSON.stringify(form);
  const isLost = sketch.groups.some(
    ({ mention }) =>
      !isTable(mention) &&
      mention.columns.length > 0 &&
      mention.columns.every(({ column }) => !written.includes(`"${column.name}"`)),
  );
  return isLost ? ["for each"] : [];
}

/** "members who cancelled", where nothing but lectures are cancelled: a state of what they only have to do with is no deed of theirs. */
function statesOfOthers(form: LogicalForm, { sketch, catalog }: Context): string[] {
  const own = catalog.byName.get(form.subject);
  const [, deed] = sketch.said.words("who did so");
  if (own === undefined || deed === undefined || !isPerson(own)) return [];
  const told = new Set(form.where.flatMap(tablesOfCondition));
  return sketch.filters.flatMap((filter) => {
    const mention = filter.kind === "compare" ? filter.target : null;
    if (mention === null || mention.text.toLowerCase() !== deed.toLowerCase()) return [];
    const tables = mention.columns.flatMap(({ column: { table } }) => (told.has(table.name) ? [table] : []));
    return tables.length > 0 && tables.every((table) => table !== own && !isToOne(catalog, table, own)) ? [deed] : [];
  });
}

/** "who oiled the carts": neither carts nor those whom they belong to did. */
function doersUnknown({ outputs, all_columns, subject }: LogicalForm, context: Context): string[] {
  const { sketch, catalog } = context;
  const deed = sketch.unknown.find(({ token, text }) => token === 1 && /ed$/i.test(text));
  // "who handled the most tickets" is told by their tickets.
  if (
    !sketch.said.has("who does") ||
    sketch.superlatives.length > 0 ||
    outputs.some(({ expression }) => isAggregate(expression))
  )
    return [];
  // "who packed order 12", of customers and of clerks: which of them did is not known.
  if (deed !== undefined && catalog.tables.filter((table) => isPerson(table) && !table.isView).length > 1)
    return ["who"];
  const isDeed = deed !== undefined || sketch.names.some(({ start, text }) => start === 1 && /^[a-z]+ed\b/i.test(text));
  if (!isDeed) return [];
  const isPeople = (name: string) => {
    const table = catalog.byName.get(name);
    return table !== undefined && isPerson(table);
  };
  const isTold = all_columns
    ? isPeople(subject)
    : outputs.some(({ expression: one }) => {
        const column = one.kind === "column" ? columnOf(one, context) : undefined;
        return (
          tablesOf(one).some(isPeople) ||
          (column !== undefined && isPersonColumn(column) && column.words.join(" ") !== "name")
        );
      });
  return isTold ? [] : ["who"];
}

/** "offers made by phone": a way of doing it, rather than the numbers of people. */
const waysTaken = ({ groups }: LogicalForm, { sketch }: Context): string[] => {
  const [, way] = sketch.said.words("done by such means");
  const isGroup =
    way !== undefined &&
    groups.some((one) => one.kind === "column" && one.column.toLowerCase().includes(way.toLowerCase()));
  return isGroup ? [`by ${way}`] : [];
};

/** "income of the tenants" is what they earn, and none of what they pay. */
function incomesOfPayers({ outputs }: LogicalForm, { sketch }: Context): string[] {
  const [, earned] = sketch.said.words("what comes in for people");
  const isOfPeople = sketch.tables.some(
    ({ mention }) =>
      mention.tables.some(({ table }) => isPerson(table) || table.isCustomer) ||
      mention.columns.some(({ column }) => isPersonColumn(column)),
  );
  const isRevenue = outputs.some(({ name }) => name === "revenue");
  return earned !== undefined && isRevenue && (isOfPeople || /^household/i.test(earned)) ? [earned] : [];
}

/** "how many keys are missing": rows have numbers, and nobody counts those of whatever rows there are. */
const keysCounted = (_form: LogicalForm, { sketch, named }: Context): string[] =>
  sketch.outputs.flatMap((output) => {
    const mention = output.kind === "count" ? output.mention : null;
    const isKey =
      mention !== null &&
      mention.tables.length === 0 &&
      mention.columns.length > 1 &&
      mention.columns.every(({ column }) => column.isKey);
    return isKey && named.length === 0 && new Set(mention.columns.map(({ column }) => column.table)).size > 1
      ? [mention.text]
      : [];
  });

/** "actors in Stalker", where only stars are given to films: people are no numbers, but for how many there are. */
const peopleInNumbers = ({ sketch }: Context): string[] =>
  sketch.outputs.flatMap((output) => {
    const [best] = output.kind === "column" ? output.mention.columns : [];
    const isNumber = best !== undefined && best.column.isNumber && !best.column.isKey && !best.column.isForeign;
    const said = output.kind === "column" ? output.mention.text.toLowerCase() : "";
    return isNumber &&
      namesPeople(said) &&
      !best.column.words.some(namesPeople) &&
      !best.column.stems.includes(stem(said))
      ? [said]
      : [];
  });

/** "clients born in May", of whom nobody knows it: the birthdays of those who serve them are others. */
const birthsOfOthers = ({ subject, where }: LogicalForm, context: Context): string[] => {
  const { catalog, named } = context;
  const own = catalog.byName.get(subject);
  if (own === undefined || !isPerson(own)) return [];
  return where.flatMap((one) => {
    const day = one.kind === "period" || one.kind === "compare" ? dayOf(one.left) : null;
    const column = day === null ? undefined : columnOf(day, context);
    const isOthers =
      column !== undefined &&
      isBirth(column) &&
      column.table !== own &&
      !named.some(({ table }) => table === column.table);
    return isOthers ? ["born"] : [];
  });
};

/** The day that is compared, or whose month is. */
const dayOf = (left: Expression): ColumnExpression | null =>
  left.kind === "column" ? left : left.kind === "bucket" ? left.of : null;
