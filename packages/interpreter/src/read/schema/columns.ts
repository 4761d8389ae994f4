import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import { nameInFull } from "../../catalog/columns.ts";
import { isUnique } from "../../catalog/guessed-keys.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import { compared } from "../comparisons/conditions.ts";
import type { FoundFilter, FoundTable, Part } from "../part.ts";
import { together } from "../part.ts";
import type { Reader } from "../reader.ts";
import { bestScore, hasNumericColumn, isCue, isEnd, isTable, schemaOf } from "../reader.ts";
import { figureOfOurs, isQuantity, usualAggregate } from "../figures/implicit.ts";
import type { OutputWish } from "../sketch.ts";
import { endsClause, type Named, ownersOf } from "./named.ts";
import { roleCases } from "./roles.ts";
import { isAbility, isFlag, saysFlag, someOf } from "./flags.ts";
import { done, isState } from "./states.ts";

/** A column that is not compared: shown, or kept until its comparison comes. */
export function readColumn(reader: Reader, mention: Mention): Part {
  const { items, at: start } = reader;
  const named = { reader, mention, start, previous: items[start - 1], next: items[start + 1] };
  const part = firstOf(columnCases, named) ?? waits(named);
  const isTold = part.filters?.some((filter) => filter.kind === "compare" && filter.hint === "flag") === true;
  return together({ tables: isTold ? [] : ownersOf(mention) }, { at: start + 1, ...part });
}

/** Before a column waits for its comparison, it is tried whether it is shown or is a condition by itself. */
const columnCases: Cases<Named> = [
  {
    name: "beside the rows",
    recognises: "“and their” before a column, after a table or a kind of rows of which nothing is shown yet",
    example: "customers and their email",
    read({ reader, mention, start, previous }) {
      const { outputs, tables } = reader.sketch;
      const isAdded =
        /^(and|with) (their|its|his|her)$/i.test(previous?.text ?? "") ||
        (isCue(previous, "possessive") && isCue(reader.items[start - 2], "and", "relative"));
      const isKind = reader.items[start - (isCue(previous, "possessive") ? 3 : 2)]?.kind === "value";
      const isOfRows = tables.length + mention.owners.length > 0 || isKind;
      if (outputs.length > 0 || !isOfRows || !isAdded) return null;
      return { set: { withLabel: true }, outputs: [{ kind: "column", mention, at: start }] };
    },
  },
  {
    name: "flag",
    recognises: "a column of yes and no, said as an adjective",
    example: "customers who are active",
    read({ reader, mention, start }) {
      if (!isAbility(reader, mention) && (!isFlag(mention) || !saysFlag(reader, mention, start))) return null;
      const holds = compared(mention, "=", { kind: "number", value: 1, year: null }, { hint: "flag" });
      // "members we may not call", of a do_not_call: the flag denies what is said of them.
      const isDenial = /(?:^|_)not_|[a-z]Not[A-Z]/.test(mention.columns[0]?.column.name ?? "");
      return { filters: [isDenial && !/\bnot\b/i.test(mention.text) ? { ...holds, negated: !reader.negated } : holds] };
    },
  },
  {
    name: "done by somebody",
    recognises: "a participle before “by” and a name: who did it restricts the rows",
    example: "films directed by Mira Holt",
    read({ reader, mention, start, previous, next }) {
      const isDone = /\b[a-z]+ed$/.test(mention.text) && isCue(next, "by");
      const by = reader.items[start + 2];
      // "buildings managed by Kim": the manager is Kim, whatever else is called a building.
      const isOwn =
        by?.kind === "value" && by.mention.values.some(({ column }) => column === mention.columns[0]?.column);
      const isOfRows = previous?.kind === "schema" || mention.owners.length > 0 || isOwn;
      return isDone && isOfRows && by?.kind === "value" ? { state: { pending: mention, zone: "modifier" } } : null;
    },
  },
  {
    name: "reference there",
    recognises: "a key that may be empty, and that it is somebody's: “by another”, “by a”",
    example: "members invited by another member",
    read({ reader, mention, start, previous, next }) {
      const [link] = mention.columns;
      if (link === undefined || !link.column.isForeign || !link.column.source.nullable) return null;
      const by = isCue(next, "by") ? next : isCue(previous, "by") ? previous : undefined;
      const isAny = /^(another|an?|someone|somebody|anyone|anybody)$/.test(reader.tokens[by?.end ?? -1]?.lower ?? "");
      if (by === undefined || !isAny || reader.items.slice(start + 1).some((item) => item.kind === "value"))
        return null;
      const filter: FoundFilter = { kind: "missing", target: { ...mention, owners: [] }, negated: !reader.negated };
      const isLed = next === by && reader.items[start + 2]?.kind === "word";
      return { at: isLed ? start + 3 : start + 1, filters: [filter], state: { negated: false, zone: "modifier" } };
    },
  },
  ...roleCases,
  {
    name: "given to somebody",
    recognises: "what was done with rows, where an empty key says to whom or by whom: those that have one",
    example: "how many lutes are rented out, where lutes have a rented_to_id",
    read({ reader, mention, previous, next }) {
      const [link] = mention.columns;
      if (link === undefined || !link.column.isForeign || !link.column.source.nullable) return null;
      // "rented lutes"
      const isWithRows = mention.owners.includes(link.column.table);
      if (!isEnd(next)) return null;
      const [deed, preposition] = nameInFull(link.column).split(" ");
      const said = mention.text.toLowerCase();
      const isDone =
        (isWithRows ? said.startsWith(`${deed} `) : said === deed) && /^(?:to|by)$/.test(preposition ?? "");
      const isSaid =
        isCue(previous, "copula", "negation", "relative") || (previous?.kind === "schema" && isTable(previous.mention));
      if (!isDone || !(isSaid || isWithRows) || !/(?:ed|ent|[ae]n|t)$/.test(deed ?? "")) return null;
      return {
        tables: ownersOf(mention),
        filters: [{ kind: "missing", target: { ...mention, owners: [] }, negated: !reader.negated }],
        state: { negated: false },
      };
    },
  },
  {
    name: "reporting to",
    recognises: "a key that is the verb of “who”, before “to” and a name: who is above restricts, and is not asked for",
    example: "who reports to Mira Holt, where staff have a reports_to",
    read({ reader, mention, start, next }) {
      const [link] = mention.columns;
      const isVerb = link?.column.isForeign === true && /^reports?$/i.test(mention.text);
      if (!isVerb || !isCue(next, "preposition") || !/^(?:to|under)$/i.test(next?.text ?? "")) return null;
      return isCue(reader.items[start - 1], "question") ? { state: { pending: mention, zone: "modifier" } } : null;
    },
  },
  {
    name: "list after “with”",
    recognises: "nothing but columns after “with”",
    example: "customers with name and city",
    read(named) {
      if (!listsColumns(named)) return null;
      return together(shown(named), { set: { withLabel: true }, state: { zone: "focus", required: false } });
    },
  },
  {
    name: "verb before “most”",
    recognises: "what the rows that “which” asks for do most, whatever day is called so",
    example: "which shop opens the most boxes",
    read({ reader: { items, sketch, tokens }, mention, start }) {
      const asked = schemaOf(items[1]);
      const isRows = (asked !== null && isTable(asked)) || items[1]?.kind === "value";
      const isWhich = /^(?:which|what)$/i.test(items[0]?.text ?? "") && isRows;
      if (!isWhich || start !== 2 || sketch.outputs.length > 0 || !isCue(items[3], "quantifier")) return null;
      const verb = tokens[mention.start]?.lower ?? "";
      // "which technician completed the most jobs this year": by the day of that name; of all time, those without it would count.
      if (verb.endsWith("ed") && isDayOfCounted(mention, schemaOf(items[4])))
        return items.some((item) => item.kind === "date") ? {} : { lost: [mention.text] };
      // "which grower produced the most fruit", where fruit is a product.
      const isOtherWord =
        verb.endsWith("ed") &&
        mention.end === mention.start + 1 &&
        !mention.columns.some(({ column }) => column.words.includes(verb));
      return isOtherWord || isVerbOfDay(mention, verb) ? {} : null;
    },
  },
  {
    name: "verb of the rows",
    recognises:
      "a verb that is hardly a column's name, after the rows that “which” asks for: it is not what is asked for",
    example: "which gardens pay the highest rent, where staff have pay",
    read({ reader, mention, start }) {
      const { items, sketch, tokens } = reader;
      const asked = schemaOf(items[1]);
      const isWhich = /^(?:which|what)$/i.test(items[0]?.text ?? "") && asked !== null && isTable(asked);
      if (!isWhich || start < 2 || sketch.outputs.length > 0 || bestScore(mention) >= 0.6) return null;
      const [token, before] = [tokens[mention.start], tokens[mention.start - 1]];
      const isVerb =
        before?.lower === "to" ||
        (mention.start === asked.end && /^(?:pays?|earns?|charges?)$/.test(token?.lower ?? ""));
      if (token === undefined || !isVerb || mention.end > mention.start + 1) return null;
      const isRanked = isCue(items[start + 1], "superlative", "quantifier");
      return isRanked ? {} : { unknown: [{ text: token.text, capitalised: false, token: mention.start }] };
    },
  },
  {
    name: "rows by their key",
    recognises: "a key after “of” and what is shown, not called a number or a code: the rows it stands for",
    example: "the names of the host cities, where a fair has a host_city_id",
    read({ reader, mention, start }) {
      const [link] = mention.columns;
      const isCalledKey = /\b(?:ids?|codes?|numbers?|nos?|keys?)\b/i.test(mention.text);
      if (link === undefined || !link.column.isKey || isCalledKey || reader.zone !== "focus") return null;
      const last = reader.sketch.outputs.at(-1);
      if (last?.kind !== "column" || !isShownOf(reader, start, last)) return null;
      return { tables: [{ mention: { ...mention, tables: [{ table: link.column.table, score: 0.9 }], columns: [] } }] };
    },
  },
  {
    name: "verb at the end",
    recognises: "what somebody does to what is asked for, where a day is called so",
    example: "what fee does Mira Holt pay",
    read({ reader, mention, start, next }) {
      const asks = reader.tokens.slice(1, mention.start).some(({ lower }) => /^(?:does|do|did)$/.test(lower));
      const isVerb = mention.end === mention.start + 1 && mention.columns[0]?.column.isDate === true;
      const { outputs, part } = reader.sketch;
      return asks && isVerb && isEnd(next) && start > 2 && outputs.length > 0 && part === null ? {} : null;
    },
  },
  {
    name: "whose it is",
    recognises: "a text after “of” and what is shown, before what restricts the rows: it stands for the rows",
    example: "the motto of the school with the most pupils, where a school is a column",
    read({ reader, mention, start, next }) {
      const last = reader.sketch.outputs.at(-1);
      const [link] = mention.columns;
      const isRows = link !== undefined && link.score >= 0.95 && link.column.isText && mention.values.length === 0;
      if (last?.kind !== "column" || !isRows || reader.zone !== "focus" || !isShownOf(reader, start, last)) return null;
      if (
        !(link.column.table.label.includes(link.column) || isUnique(link.column)) ||
        !isCue(next, "relative", "named")
      )
        return null;
      return { state: { pending: mention } };
    },
  },
  {
    name: "what they are",
    recognises: "a key's noun after “who are”, at the end: those to whom rows refer, which nothing here restricts",
    example: "employees who are managers, where others have a manager_id",
    read({ mention, previous, next }) {
      const isNoun = isCue(previous, "relative") && /\b(?:is|are|was|were)$/i.test(previous?.text ?? "");
      const isKey = mention.columns[0]?.column.isForeign === true && bestScore(mention) < 0.9;
      return isNoun && isKey && endsClause(next) ? { lost: [mention.text] } : null;
    },
  },
  {
    name: "verb before a value",
    recognises: "a verb of a condition, hardly a column's name, right before a value that no such column holds",
    example: "students who are new and play chess, where a team has games_played",
    read({ reader, mention, previous, next }) {
      const isVerb = mention.end === mention.start + 1 && bestScore(mention) < 0.6 && mention.tables.length > 0;
      const isLed = isCue(previous, "and", "relative", "question");
      if (reader.zone !== "modifier" || !isVerb || !isLed || next?.kind !== "value") return null;
      const { values } = next.mention;
      const isHeld =
        values.length === 0 || values.some(({ column }) => mention.columns.some((link) => link.column === column));
      return next.start === mention.end && !isHeld ? {} : null;
    },
  },
  {
    name: "done in a time",
    recognises:
      "a participle that is a day's name, between a kind of rows and a time: the day by which they are placed",
    example: "leak repairs completed in May, where a repair is a kind of job",
    read({ reader: { sketch }, mention, previous, next }) {
      const [link] = mention.columns;
      const isDay = link !== undefined && link.score >= 0.6 && link.column.isDate && done.test(mention.text);
      if (!isDay || sketch.outputs.length > 0 || previous?.kind !== "value" || next?.kind !== "date") return null;
      const tables = [{ mention: { ...mention, tables: [{ table: link.column.table, score: 1 }], columns: [] } }];
      return { tables, state: { pending: mention, zone: "modifier" } };
    },
  },
  {
    name: "shown",
    recognises: "a column where it is asked for something, or one more of those shown",
    example: "the name and the city of each customer",
    read(named) {
      const { reader, mention, start, previous } = named;
      const isMore = isCue(previous, "possessive") || (isBeside(previous) && reader.sketch.outputs.length > 0);
      if (restrictsCount(named) || (reader.zone !== "focus" && !isMore)) return null;
      const ours = figureOfOurs(reader, mention);
      if (ours !== null) return { outputs: [ours] };
      const summed = sumBeside(named);
      if (summed !== null) return { outputs: [summed] };
      return countsOn(named) ? { outputs: [{ kind: "count", mention, distinct: false, at: start }] } : shown(named);
    },
  },
  {
    name: "reference missing",
    recognises: "“without” before a column that refers to another table and may be empty",
    example: "employees without a manager",
    read({ reader, mention, start, previous, next }) {
      const link = mention.columns[0];
      // An "a" that is a value of the data stands by itself.
      const before = /^an?$/i.test(previous?.text ?? "") ? reader.items[start - 2] : previous;
      const isLacking = /^(without(?: any| an?)?|with no|has no|have no|no)$/i.test(before?.text ?? "");
      if (!reader.negated || !isLacking || !endsClause(next) || link === undefined || link.score < 0.3) return null;
      const { column } = link;
      if (!column.isForeign || !column.source.nullable || column.isPrimary) return null;
      return { filters: [{ kind: "missing", target: mention, negated: false }], state: { negated: false } };
    },
  },
  {
    name: "extreme by name",
    recognises: "a column that is itself called highest or lowest, at the end of a clause",
    example: "the state that has the highest elevation, where each state's highest is stored",
    read({ reader, mention, next }) {
      const said = /^(highest|largest|biggest|greatest|longest|lowest|smallest|shortest)\b/i.exec(mention.text)?.[1];
      if (said === undefined || !endsClause(next) || reader.negated) return null;
      if (!mention.columns.some((link) => link.score >= 0.95)) return null;
      const direction = /^(lowest|smallest|shortest)$/i.test(said) ? "least" : "most";
      const target = { kind: "column", mention, fn: null } as const;
      return { superlatives: [{ direction, limit: null, negated: false, target }] };
    },
  },
  {
    name: "not done",
    recognises: "a verb that is the name of a date that may be empty, in a condition that is negated",
    example: "parcels from Oslo that have not been delivered",
    read({ reader, mention, start, next }) {
      const [link] = mention.columns;
      const isDay = link !== undefined && link.score >= 0.9 && link.column.isDate && link.column.source.nullable;
      const isLacking = /^(?:without|with no|lacking)\b/i.test(reader.sketch.negation ?? "");
      if (!isDay || !reader.negated || isLacking || !done.test(mention.text)) return null;
      // "donors who never gave": without any gift, rather than with one that has no day.
      const isOwn = reader.sketch.tables.some((one) => one.mention.tables[0]?.table === link.column.table);
      if (!isOwn && !/(ed|sent|sold|paid|made|done|shut|closed|seen)$/i.test(mention.text)) return null;
      if (!endsClause(next) && !isCue(next, "preposition", "by", "group")) return null;
      // "who have not signed in this year": before, or never.
      const after = reader.items[start + 2];
      const dated = isCue(after, "preposition") ? reader.items[start + 3] : after;
      if (isCue(next, "preposition") && dated?.kind === "date") return null;
      const target = { ...mention, columns: mention.columns.filter(({ column }) => column.isDate), owners: [] };
      return { filters: [{ kind: "missing", target, negated: false }], state: { negated: false, required: false } };
    },
  },
  {
    name: "done at some time",
    recognises: "a verb of a date that may be empty, at the very end",
    example: "members who left",
    read({ reader, mention, start }) {
      if (!isState(reader, mention, start)) return null;
      const target = { ...mention, columns: mention.columns.filter(({ column }) => column.isDate), owners: [] };
      return { filters: [{ kind: "missing", target, negated: true }], state: { required: false } };
    },
  },
  {
    name: "one but another",
    recognises: "“but a” after a column that is empty: this one is not",
    example: "members with no email but a phone number",
    read({ reader, mention, next }) {
      const { tokens, sketch } = reader;
      const [before, article] = [mention.start - 2, mention.start - 1].map((at) => tokens[at]?.lower);
      const last = sketch.filters.at(-1);
      const isOther = last?.kind === "missing" && !last.negated && before === "but" && /^an?$/.test(article ?? "");
      if (!isOther || !endsClause(next) || mention.columns[0]?.column.source.nullable !== true) return null;
      return { filters: [{ kind: "missing", target: mention, negated: true }], state: { required: false } };
    },
  },
  {
    name: "some or none",
    recognises: "“with a”, “without” before a column that may be empty or 0, at the end of a clause",
    example: "orders with a discount",
    read({ reader, mention, start, next }) {
      const isTimed = next?.kind === "date" && mention.columns[0]?.column.isDate === false;
      const isWhole =
        isTimed || endsClause(next) || isCue(next, "by", "group", "bucket") || isOtherNext(reader, mention, start);
      const filter = isWhole ? someOf(reader, mention, start) : null;
      // "without a discount last month": the time is none that is denied.
      return filter === null ? null : { filters: [filter], state: isTimed ? { negated: false } : {} };
    },
  },
];

/** "bookings with children in suites": what comes next restricts by something else. */
function isOtherNext({ items }: Reader, { columns: [best] }: Mention, start: number): boolean {
  const value = items[start + 2];
  if (!isCue(items[start + 1], "preposition") || value?.kind !== "value" || best?.column.isNumber !== true)
    return false;
  return value.mention.values.every(({ column }) => column !== best.column);
}

/** True where “of” stands between what is shown and this place: "the names of all the …". */
function isShownOf({ items }: Reader, start: number, last: OutputWish): boolean {
  let before = start - 1;
  while (isCue(items[before], "noise", "everything")) before--;
  return before === last.at + 1 && isCue(items[before], "preposition") && /^of\b/i.test(items[before]?.text ?? "");
}

/** The column waits for its comparison; what holds it must have rows where it was required. */
function waits({ reader, mention }: Named): Part {
  const [holder, second] = mention.columns;
  const tables: FoundTable[] = [];
  if (reader.required && holder !== undefined && holder.score >= 0.95 && (second?.score ?? 0) < 0.95)
    tables.push({ mention: { ...mention, tables: [{ table: holder.column.table, score: 0.9 }], columns: [] } });
  if (mention.tables[0] !== undefined) tables.push({ mention });
  return { tables, state: { pending: mention } };
}

/** The column as an output; of two columns side by side ("population density"), the last is the noun. */
function shown({ reader, mention, start, next }: Named): Part {
  const { outputs } = reader.sketch;
  const last = outputs.at(-1);
  const output: OutputWish = { kind: "column", mention, at: start };
  const isRanked = isCue(next, "copula") && isCue(reader.items[start + 2], "superlative", "quantifier");
  const state = isRanked ? { pending: mention } : {};
  if (last?.kind !== "column" || last.at !== start - 1 || last.mention.end !== mention.start)
    return { outputs: [output], state };
  // "shipping cost": what only one of two columns is called is not a name of the other.
  if (areNames(last.mention, mention)) return { outputs: [output], state };
  const isSameTable = mention.columns.some((link) => link.column.table === last.mention.columns[0]?.column.table);
  return {
    set: { outputs: outputs.slice(0, -1) },
    outputs: [output],
    lost: isSameTable ? [] : [`${last.mention.text} ${mention.text}`],
    state,
  };
}

/** "first name last name": two whole names of one kind, with no comma between them. */
const areNames = (one: Mention, other: Mention): boolean =>
  bestScore(one) >= 0.95 &&
  bestScore(other) >= 0.95 &&
  one.columns[0]?.column.table === other.columns[0]?.column.table &&
  /\s(\S+)$/.exec(one.text)?.[1]?.toLowerCase() === /\s(\S+)$/.exec(other.text)?.[1]?.toLowerCase();

/** "fees and hours", "fees against target" */
const isBeside = (previous: Item | undefined): boolean =>
  isCue(previous, "and", "comma", "versus") || /^against$/i.test(previous?.text ?? "");

/** "number of shows and visitors per host", "revenue vs quantity by product": beside a figure, a number of each row is one, too. */
function sumBeside({ reader, mention, previous, start }: Named): OutputWish | null {
  const last = reader.sketch.outputs.at(-1);
  if (last === undefined || last.kind === "column" || !isBeside(previous)) return null;
  const isCount = last.kind === "count";
  if (isCount && (last.mention === null || !isTable(last.mention))) return null;
  const table = mention.columns[0]?.column.table;
  const group = reader.items.slice(start + 1).findIndex((item) => isCue(item, "group", "by", "bucket"));
  const isOwn = !isCount || table === last.mention?.tables[0]?.table;
  // "revenue and price by product": each product has its own.
  const isOfGroup = schemaOf(reader.items[start + group + 2])?.tables[0]?.table === table;
  if (group < 0 || !isOwn || isOfGroup || !isQuantity(mention)) return null;
  return { kind: "aggregate", fn: usualAggregate(mention), mention, distinct: false, at: start };
}

/** "the total number of platforms and passengers", both of which are numbers in the data: both are summed up. */
function countsOn({ reader, mention, previous }: Named): boolean {
  const last = reader.sketch.outputs.at(-1);
  if (last?.kind !== "count" || last.mention === null || !isCue(previous, "and")) return false;
  const isHeld = (one: Mention) => !isTable(one) && hasNumericColumn(one);
  return (
    isHeld(last.mention) &&
    isHeld(mention) &&
    last.mention.columns[0]?.column.table === mention.columns[0]?.column.table
  );
}

/** "how many students enrolled in class …": what follows a count restricts it. */
function restrictsCount({ reader, start, previous }: Named): boolean {
  const last = reader.sketch.outputs.at(-1);
  return (
    reader.zone === "focus" &&
    last !== undefined &&
    last.kind !== "column" &&
    !isBeside(previous) &&
    !isCue(previous, "possessive", "command", "question", "distinct", "everything") &&
    !isCue(reader.items[start - 2], "command")
  );
}

/** "customers with name and city": columns to show, rather than something to have. */
function listsColumns({ reader, start, previous }: Named): boolean {
  if (!/^with( the)?$/i.test(previous?.text ?? "") || reader.sketch.outputs.length > 0 || reader.negated) return false;
  const rest = reader.items.slice(start + 1);
  const end = rest.findIndex((item) => isCue(item, "end"));
  const listed = end < 0 ? rest : rest.slice(0, end);
  const isColumn = (item: Item) => item.kind === "schema" && !isTable(item.mention);
  return (
    listed.length >= 2 && listed.every((item) => isColumn(item) || isCue(item, "and", "comma")) && listed.some(isColumn)
  );
}

/** True for the name of a day that the rows which are counted may have. */
const isDayOfCounted = ({ columns, start, end }: Mention, counted: Mention | null): boolean =>
  end === start + 1 &&
  columns.some(
    ({ column, score }) =>
      score >= 0.9 && column.isDate && column.source.nullable && column.table === counted?.tables[0]?.table,
  );

/** "opens", "ships" where a day is called "opened_at", "shipped_on": a verb, as no thing has several such days. */
const isVerbOfDay = ({ columns, start, end }: Mention, said: string): boolean =>
  end === start + 1 && /[^s]s$/.test(said) && columns.some(({ column, score }) => score >= 0.9 && column.isDate);
