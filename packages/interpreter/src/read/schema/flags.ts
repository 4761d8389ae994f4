import { dayOfCalendar } from "../../catalog/calendar.ts";
import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import { compared } from "../comparisons/conditions.ts";
import type { FoundFilter } from "../part.ts";
import type { Reader } from "../reader.ts";
import { isCue, isTable, schemaOf } from "../reader.ts";

/** "orders with a discount", "customers without a phone": whether the column, named at `start`, says anything. */
export function someOf(reader: Reader, mention: Mention, start: number): FoundFilter | null {
  const rows = reader.sketch.tables.at(-1)?.mention.tables[0]?.table;
  const [first] = mention.columns;
  // "clients without email", of whom others have one as well
  const best = mention.columns.find(({ column, score }) => column.table === rows && score === first?.score) ?? first;
  // "without an email" of a contact_email: what is lacking may be said in part.
  const isOfThese = rows === best?.column.table;
  // "with a discount", of a discount_percent
  const least = !isOfThese ? 0.9 : reader.negated ? 0.5 : 0.65;
  if (best === undefined || best.score < least || best.column.isPrimary || best.column.isForeign || isTable(mention))
    return null;
  let lead = start - 1;
  while (isCue(reader.items[lead], "noise")) lead--;
  const before = reader.items[lead]?.text ?? "";
  if (!/^(with|with an?|having an?|has an?|have an?|without|without any|with no|has no|have no|no)$/i.test(before))
    return null;
  const { column } = best;
  if (column.isFlag)
    return { ...compared(mention, "=", { kind: "number", value: 1, year: null }, { hint: "flag" }), at: start + 1 };
  if (column.isNumber && column.source.min === 0)
    return { ...compared(mention, ">", { kind: "number", value: 0, year: null }), at: start + 1 };
  if (!column.source.nullable) return null;
  return { kind: "missing", target: mention, at: start + 1, negated: !reader.negated };
}

/** A column that only says whether something holds. */
export function isFlag(mention: Mention): boolean {
  const best = mention.columns[0];
  // "discontinued products", of a disc_yn: beside its rows, a flag may be said in part.
  const least = mention.owners.some((table) => table === best?.column.table) ? 0.6 : 0.9;
  return best !== undefined && best.score >= least && best.column.isFlag;
}

/** "how many riders can swim", of whom it is kept whether they have a swimming badge. */
export function isAbility({ tokens, sketch }: Reader, { columns: [best], start }: Mention): boolean {
  const lead = tokens.slice(Math.max(0, start - 2), start).map(({ lower }) => lower);
  if (best?.column.isFlag !== true || !/(?:^| )(?:can|could|may|cannot)(?: not| t)?$/.test(lead.join(" ")))
    return false;
  return sketch.tables.some(({ mention }) => mention.tables[0]?.table === best.column.table);
}

/** "medicines that need cooling", "members who get the letter": the flag at the end of a clause that tells of rows. */
function isHad(reader: Reader, start: number): boolean {
  const { items, sketch } = reader;
  const isCounted = sketch.outputs.some((output) => output.kind === "count");
  const isOfRows = sketch.tables.length > 0 || isCounted || items[start - 2]?.kind === "value";
  if (!isOfRows || sketch.outputs.some((output) => output.kind === "column") || !endsHere(items[start + 1]))
    return false;
  const lead = items[start - 1];
  const told = items[start - 2]?.kind;
  if (isHeld(reader, start)) return true;
  const leads = isCue(lead, "relative", "negation") || /^(?:who|which)$/i.test(lead?.text ?? "");
  return leads && (told === "schema" || told === "value" || told === "date");
}

/** "how many members get the letter": a verb that says nothing else stands between the rows and the flag. */
function isHeld({ items, tokens }: Reader, start: number): boolean {
  const lead = items[start - 1];
  const between = tokens.slice(lead?.end ?? 0, items[start]?.start ?? 0);
  const isVerb = between.some(({ lower }) => !/^(?:the|a|an|all|our|my|this|these)$/.test(lower));
  return isVerb && lead?.kind === "schema" && isTable(lead.mention);
}

const endsHere = (next: Item | undefined): boolean =>
  next === undefined ||
  isCue(next, "end", "and", "or", "comma", "preposition", "relative", "by", "group", "bucket") ||
  next.kind === "date";

/** "available nurses", where nurse is a value of the rows that are available; "overtime hours", which are a number of them. */
function isBeforeRows({ items, tokens }: Reader, mention: Mention, start: number): boolean {
  const next = items[start + 1];
  const [flag] = mention.columns;
  if (isBeforeNumber(mention, schemaOf(next)) || isWithRows(mention, tokens)) return true;
  const before = items[start - 1];
  // "cancelled spin classes", where the kind of a class is kept apart
  const noun = next?.kind === "value" ? schemaOf(items[start + 2]) : null;
  const isOfRows = noun !== null && isTable(noun) && noun.tables[0]?.table === flag?.column.table;
  if (isOfRows && noun.start === next?.end && next.start === mention.end) return true;
  if (next?.kind !== "value" || (before !== undefined && !isCue(before, "command", "question", "count"))) return false;
  return next.mention.values.some(({ column }) => column.table === flag?.column.table && column !== flag.column);
}

/** "overtime hours": the hours of those rows alone. */
function isBeforeNumber({ columns: [flag], end }: Mention, next: Mention | null): boolean {
  const number = next === null || isTable(next) ? undefined : next.columns[0]?.column;
  return number?.isNumber === true && !number.isKey && number.table === flag?.column.table && next?.start === end;
}

/** "average size of smart meters": the flag and the rows of which it holds. */
const isWithRows = ({ owners, columns: [flag], start, end }: Mention, tokens: Reader["tokens"]): boolean =>
  flag !== undefined &&
  owners.includes(flag.column.table) &&
  end - start > 1 &&
  tokens[start - 1]?.lower === "of" &&
  flag.column.table.stems.at(-1) === tokens[end - 1]?.stem;

/** "flats with 3 rooms and a balcony", "with a lift or a ramp": one more of what they must have. */
function isAdded({ items, zone, sketch }: Reader, { columns: [best] }: Mention, start: number): boolean {
  let lead = start - 1;
  while (isCue(items[lead], "noise")) lead--;
  const before = sketch.filters.at(-1);
  const isFlagBefore = before?.kind === "compare" && before.hint === "flag";
  return (
    zone === "modifier" &&
    isCue(items[lead], "and", "or", "comma") &&
    (best?.column.words[0] === "has" || isFlagBefore) &&
    before !== undefined &&
    before.kind !== "period" &&
    endsHere(items[start + 1])
  );
}

/** What the rows that are told have, whatever article stands before it. */
const isOfThem = (reader: Reader, mention: Mention, start: number): boolean =>
  isHad(reader, start) ||
  isAdded(reader, mention, start) ||
  isAlone(reader, mention) ||
  reader.items[start - 1]?.start === mention.start;

/** "total seats, heated only": of those of which it holds, and no others. */
const isAlone = ({ tokens, sketch }: Reader, { start, end }: Mention): boolean =>
  sketch.outputs.length > 0 &&
  [tokens[start - 1], tokens[end]].some((token) => /^(?:only|just)$/.test(token?.lower ?? ""));

/** "sales on weekends", "visits during holidays", where a calendar says of which days that is true. */
const isOnSuchDays = ({ items }: Reader, { columns: [flag], text }: Mention, start: number): boolean =>
  flag !== undefined &&
  dayOfCalendar(flag.column.table) !== null &&
  /s$/i.test(text) &&
  /^(?:on|at|during|over)(?: the)?$/i.test(items[start - 1]?.text ?? "") &&
  endsHere(items[start + 1]);

/** "customers who are active", "discontinued products": the flag's own word, as an adjective. */
export function saysFlag(reader: Reader, mention: Mention, start: number): boolean {
  const next = reader.items[start + 1];
  const before = reader.items[start - 1];
  if (isOfThem(reader, mention, start) || isOnSuchDays(reader, mention, start)) return true;
  if (/^(the|their|its|a|an)$/.test(reader.tokens[mention.start - 1]?.lower ?? "")) return false;
  const table = schemaOf(next);
  if (isBeforeRows(reader, mention, start)) return true;
  if (table !== null && isTable(table)) return table.tables[0]?.table === mention.columns[0]?.column.table;
  const said =
    isCue(before, "copula", "negation", "question", "except") ||
    (isCue(before, "relative") && /\b(is|are|was|were|been|being)$/i.test(before?.text ?? "")) ||
    (before?.kind === "schema" && isTable(before.mention)) ||
    isState(reader, start);
  return endsHere(next) && said;
}

/** "players on scholarship", "staff who are under notice": the state that rows are in. */
function isState({ items }: Reader, start: number): boolean {
  const who = items[start - 2];
  const isLed = isCue(items[start - 1], "preposition") && /^(?:on|under)$/i.test(items[start - 1]?.text ?? "");
  return isLed && ((who?.kind === "schema" && isTable(who.mention)) || isCue(who, "copula", "relative", "negation"));
}
