import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import { nameInFull } from "../../catalog/columns.ts";
import type { Cases } from "../cases.ts";
import { isPersonColumn } from "../../catalog/persons.ts";
import { firstOf } from "../cases.ts";
import { compared } from "../comparisons/conditions.ts";
import type { FoundFilter, FoundTable, Part } from "../part.ts";
import { together } from "../part.ts";
import type { Reader } from "../reader.ts";
import { bestScore, hasNumericColumn, isCue, isEnd, isTable, schemaOf } from "../reader.ts";
import { figureOfOurs, isQuantity, usualAggregate } from "../figures/implicit.ts";
import type { OutputWish } from "../sketch.ts";
import { type Named, ownersOf } from "./named.ts";
import { roleCases } from "./roles.ts";
import { isAbility, isFlag, saysFlag } from "./flags.ts";
import { someOrNoneCases } from "./some-or-none.ts";
import { verbAndRowCases } from "./verbs-and-rows.ts";

/** A column that is not compared: shown, or kept until its comparison comes. */
export function readColumn(reader: Reader, mention: Mention): Part {
  const { items, at: start } = reader;
  const named = { reader, mention, start, previous: items[start - 1], next: items[start + 1] };
  const part = firstOf(columnCases, named) ?? waits(named);
  const isTold = part.filters?.some((filter) => filter.kind === "compare" && filter.hint === "flag") === true;
  return together({ tables: isTold ? [] : ownersOf(mention) }, { at: start + 1, ...part });
}

/** What each occasion is told of by itself: to have missed one is not to have missed all. */
const MISSED = /^(?:show(?:ed|s)?(?: up)?|turn(?:ed)? up|attend(?:ed)?|present|appear(?:ed)?|pass(?:ed)?)$/i;

/** Before a column waits for its comparison, it is tried whether it is shown or is a condition by itself. */
const columnCases: Cases<Named> = [
  {
    name: "beside the rows",
    recognises: "“and their” before a column, after a table or a kind of rows of which nothing is shown yet",
    example: "customers and their email",
    read({ reader, mention, start, previous }) {
      const { outputs, tables } = reader.sketch;
      const isAdded =
        isBehindRows(reader, mention, start) ||
        /^(and|with) (their|its|his|her)$/i.test(previous?.text ?? "") ||
        (isCue(previous, "possessive") && isCue(reader.items[start - 2], "and", "relative")) ||
        isAskedNext(reader, start);
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
      // "who did not show up": those who missed it, whatever else they came to.
      const isMissed =
        reader.negated &&
        MISSED.test(mention.text) &&
        /^(?:did|do|does|was|were|is|are)\b/i.test(reader.sketch.negation ?? "");
      const told = isMissed ? { ...holds, others: true as const } : holds;
      const isDenial = /(?:^|_)not_|[a-z]Not[A-Z]/.test(mention.columns[0]?.column.name ?? "");
      return { filters: [isDenial && !/\bnot\b/i.test(mention.text) ? { ...told, negated: !reader.negated } : told] };
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
  ...verbAndRowCases,
  {
    name: "shown",
    recognises: "a column where it is asked for something, or one more of those shown",
    example: "the name and the city of each customer",
    read(named) {
      const { reader, mention, start, previous } = named;
      const isMore = isCue(previous, "possessive") || (isBeside(previous) && reader.sketch.outputs.length > 0);
      if (restrictsCount(named) || (reader.zone !== "focus" && !isMore) || isSaidOfBoth(named)) return null;
      if (isOfCommon(named)) return {};
      const ours = figureOfOurs(reader, mention);
      if (ours !== null) return { outputs: [ours] };
      const summed = sumBeside(named);
      if (summed !== null) return { outputs: [summed] };
      return countsOn(named) ? { outputs: [{ kind: "count", mention, distinct: false, at: start }] } : shown(named);
    },
  },
  ...someOrNoneCases,
];

/** The column waits for its comparison; what holds it must have rows where it was required. */
function waits({ reader, mention, previous, next }: Named): Part {
  const [holder, second] = mention.columns;
  // "how much is outstanding", "how many orders are open": what is said of them at the end is no column that is hardly called so.
  if (isCue(previous, "copula") && isEnd(next) && bestScore(mention) < LIKE_A_NAME && reader.sketch.outputs.length > 0)
    return { unknown: [{ text: mention.text, capitalised: false, token: mention.start, role: "other" }] };
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
  // "the most common drying method", where a column is called drying: no other that is hardly called a method.
  if (isRightBehindCommon(reader, mention, start) && bestScore(mention) < 0.95)
    return { unknown: [{ text: mention.text, capitalised: false, token: mention.start }] };
  const isRanked = isCue(next, "copula") && isCue(reader.items[start + 2], "superlative", "quantifier");
  const state = isRanked ? { pending: mention } : {};
  if (last?.kind !== "column" || last.at !== start - 1 || last.mention.end !== mention.start)
    return { outputs: [output], state };
  // "shipping cost": what only one of two columns is called is not a name of the other.
  if (areNames(last.mention, mention)) return { outputs: [output], state };
  // "which kind of repair costs the most": a verb, and no noun after the kind
  if (isCue(next, "quantifier") && isAskedFor(reader, last.mention)) return { outputs: [output], state };
  const isSameTable = mention.columns.some((link) => link.column.table === last.mention.columns[0]?.column.table);
  return {
    set: { outputs: outputs.slice(0, -1) },
    outputs: [output],
    lost: isSameTable ? [] : [`${last.mention.text} ${mention.text}`],
    state,
  };
}

/** "which category" */
const isAskedFor = ({ tokens }: Reader, { start }: Mention): boolean =>
  /^(?:which|what)$/.test(tokens[start - 1]?.lower ?? "");

/** True for a word right behind what is most common, with no "and" between them. */
function isRightBehindCommon({ sketch, items }: Reader, mention: Mention, at: number): boolean {
  const target = sketch.superlatives.at(-1)?.target;
  const before = items[at - 1];
  if (target?.kind !== "common" || before?.kind !== "schema" || target.mention !== before.mention) return false;
  return sketch.outputs.at(-1)?.kind === "column" && mention.start - before.end <= 1;
}

/** "first name last name": two whole names of one kind, with no comma between them. */
const areNames = (one: Mention, other: Mention): boolean =>
  bestScore(one) >= 0.95 &&
  bestScore(other) >= 0.95 &&
  one.columns[0]?.column.table === other.columns[0]?.column.table &&
  /\s(\S+)$/.exec(one.text)?.[1]?.toLowerCase() === /\s(\S+)$/.exec(other.text)?.[1]?.toLowerCase();

/** "which clubs closed in May and what were their names": one more question of the same rows. */
const isAskedNext = ({ items }: Reader, start: number): boolean =>
  isCue(items[start - 1], "possessive") &&
  isCue(items[start - 2], "copula") &&
  /^and what$/i.test(items[start - 3]?.text ?? "");

/** "towns that have both bakers under 30 and bakers over 60": the bakers again, of whom something else is said. */
const isSaidOfBoth = ({ reader: { sketch, zone }, mention }: Named): boolean =>
  sketch.both &&
  zone === "modifier" &&
  sketch.tables.some(
    ({ mention: { text }, required }) => required && text.toLowerCase() === mention.text.toLowerCase(),
  );

/** "the most common town of the bakers", of shops with a town and a baker: how often it is the town of one. */
function isOfCommon({ reader: { sketch }, mention: { columns }, previous }: Named): boolean {
  const [{ target } = { target: null }] = sketch.superlatives.slice(-1);
  const [own] = columns;
  if (target?.kind !== "common" || target.mention === null || own === undefined) return false;
  const isOf = isCue(previous, "preposition") && /^of\b/i.test(previous?.text ?? "");
  const isOfSame = target.mention.columns.some(({ column }) => column.table === own.column.table);
  return isOf && isOfSame && isPersonColumn(own.column);
}

/** "rooms, floor, seats": what is told of rows that are named first. */
function isBehindRows({ items, sketch, zone, tokens }: Reader, { columns }: Mention, start: number): boolean {
  const rows = schemaOf(items[start - 2]);
  const isFirst = items.slice(0, start - 2).every((item) => isCue(item, "command", "noise", "everything"));
  const isRows = rows !== null && isTable(rows) && sketch.tables.length === 1;
  const isMany = /s$/i.test(rows?.text ?? "") && !/^(?:which|what)$/.test(tokens[(rows?.start ?? 0) - 1]?.lower ?? "");
  const isTheirs = columns.some(
    ({ column, score }) => column.table === rows?.tables[0]?.table && score >= (columns[0]?.score ?? 0),
  );
  return zone === "focus" && isFirst && isRows && isMany && isTheirs && isCue(items[start - 1], "comma");
}

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
function listsColumns({ reader, mention, start, previous }: Named): boolean {
  if (!/^with( the)?$/i.test(previous?.text ?? "") || reader.sketch.outputs.length > 0 || reader.negated) return false;
  const rest = reader.items.slice(start + 1);
  const end = rest.findIndex((item) => isCue(item, "end"));
  const whole = end < 0 ? rest : rest.slice(0, end);
  // "with the opening date, oldest first"
  const order = isCue(whole.at(-1), "direction") ? (isCue(whole.at(-2), "comma") ? 2 : 1) : 0;
  const listed = whole.slice(0, whole.length - order);
  const isColumn = (item: Item) => item.kind === "schema" && !isTable(item.mention);
  if (listed.length === 0) return isHeldByAll(reader, mention);
  return listed.length >= 2 && listed.every((item) => isColumn(item) || isCue(item, "and", "comma"));
}

/** "campaigns with budget", where each has one: it is shown, as to have it restricts nothing. */
function isHeldByAll({ sketch, tokens }: Reader, { columns: [best, second], tables, start }: Mention): boolean {
  // "with the phone": what is theirs is shown, whether each has one or not.
  const isTheirs = isAfterWords(tokens, start, "with", "the");
  if (best === undefined || best.score < (isTheirs ? NEARLY_SO : WHOLLY_SO)) return false;
  if (tables.length > 0 || sketch.superlatives.length > 0) return false;
  const { source, isKey, table } = best.column;
  const isOwn = sketch.tables.length === 1 && sketch.tables[0]?.mention.tables[0]?.table === table;
  const isOnly = (second?.score ?? 0) < best.score || second?.column.table !== table;
  const isFigure = !best.column.isFlag && !isKey;
  return isOwn && isOnly && isFigure && (isTheirs || (!source.nullable && isAfterWords(tokens, start, "with")));
}

const isAfterWords = (tokens: Reader["tokens"], start: number, ...words: readonly string[]): boolean =>
  words.every((word, i) => tokens[start - words.length + i]?.lower === word);

/** Below this likeness words only stand for a column. */
const LIKE_A_NAME = 0.8;

/** A column is called so from this likeness on. */
const WHOLLY_SO = 0.95;

/** After "with the", a name that is said another way is meant, too. */
const NEARLY_SO = 0.85;
