import type { Mention } from "../../link/mention.ts";
import type { Reader } from "../reader.ts";
import { isCue, isEnd, isTable, schemaOf } from "../reader.ts";

/** Rows of another kind that are named beside those asked for, and shown with them. */
export const isShownBeside = (reader: Reader, mention: Mention, start: number): boolean =>
  isBeside(reader, start) || isOneOfEach(reader, mention, start);

/** "guests and hosts" after what is shown of them. */
export function isListedBeside({ items, zone, sketch }: Reader, start: number): boolean {
  const before = schemaOf(items[start - 2]);
  const isNamed = before !== null && (isTable(before) || before.owners.length > 0);
  const isPair = /^and(?: also)?$/i.test(items[start - 1]?.text ?? "") && isNamed;
  return (
    isPair && zone === "focus" && sketch.outputs.length > 0 && sketch.outputs.every(({ kind }) => kind === "column")
  );
}

/** "nurses and the wards they work in": rows listed beside those asked for, rather than counted, ranked or compared. */
function isBeside(reader: Reader, start: number): boolean {
  const { items, zone, sketch, negated } = reader;
  const joint = items[start - 1];
  const led = isCue(joint, "possessive") ? items[start - 2] : undefined;
  if (joint === undefined || !isCue(led ?? joint, "and", "relative", "comma") || negated) return false;
  const words = `${led?.text ?? ""} ${joint.text}`.trim();
  const isOwned = /^(?:and|with|along with|together with|as well as) (?:their|its|his|her)$/i.test(words);
  const isAfter = isOfRole(reader, words, start) || isAfterShown(sketch, words, led === undefined ? start - 2 : -1);
  const isNext = zone === "focus" && isAfter;
  const isPlain = sketch.superlatives.length === 0 && sketch.outputs.every(({ kind }) => kind === "column");
  const isMore = isOneMore(reader, start);
  return isPlain && (isNext || ((isOwned || isMore) && (isOfKind(reader, start) || sketch.tables.length > 0)));
}

/** "parrots with their owners": of a kind that is stored. */
const isOfKind = ({ items }: Reader, start: number): boolean =>
  isCue(items[start - 1], "possessive") && items[start - 3]?.kind === "value";

/** "items with their brand and supplier": one more of them. */
function isOneMore({ items, sketch }: Reader, start: number): boolean {
  const before = sketch.tables.at(-1);
  return isCue(items[start - 1], "and", "comma") && before?.beside === true && before.at === start - 2;
}

/** "the vets and the practice where they work", where vets are the staff of a role, and "owners and the boats that are theirs" */
function isOfRole({ items, sketch }: Reader, words: string, start: number): boolean {
  const [rows, ...more] = sketch.tables;
  if (words !== "and the" || rows === undefined || more.length > 0) return false;
  return items[start - 2]?.kind === "value" || (sketch.outputs.length === 0 && rows.at === start - 2);
}

/** "courses with teacher", where each has one: it is shown beside them, as to have it restricts nothing. */
function isOneOfEach({ items, zone, sketch, negated, tokens }: Reader, mention: Mention, start: number): boolean {
  const [rows, ...more] = sketch.tables;
  const [held, of] = [rows?.mention.tables[0]?.table, mention.tables[0]?.table];
  if (held === undefined || of === undefined || held === of || more.length > 0 || negated || zone !== "modifier")
    return false;
  const isPlain = sketch.superlatives.length + sketch.outputs.length === 0;
  const isLed = isCue(items[start - 1], "relative") && tokens[mention.start - 1]?.lower === "with";
  if (!isPlain || !isLed || !isEnd(items[start + 1]) || of.label.length === 0) return false;
  const keys = held.source.foreign_keys.filter(({ table }) => table === of.source.name);
  const isAlways = ({ columns }: (typeof keys)[number]) =>
    columns.every((name) => held.source.columns.some((one) => one.name === name && !one.nullable));
  return keys.length === 1 && keys.every(isAlways);
}

/** "and the wards", or right after a column that is shown. */
function isAfterShown({ outputs }: Reader["sketch"], words: string, before: number): boolean {
  const shown = outputs.at(-1);
  return shown !== undefined && (/^and the$/i.test(words) || shown.at === before);
}
