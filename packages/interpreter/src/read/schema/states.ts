import type { Mention } from "../../link/mention.ts";
import type { Reader } from "../reader.ts";
import { isCue, isEnd } from "../reader.ts";

/** What was done: participles, regular or not. */
export const done =
  /(ed|sent|sold|paid|bought|made|built|held|taken|given|gave|took|written|left|begun|began|done|shut|seen|due|born)$/i;

/** "ended", "ended early": what was done, and how. */
export const isDoneSomehow = (text: string): boolean =>
  done.test(text) ||
  /\b(?:\w+ed|sent|sold|paid|made|built|held|taken|left|begun|shut) (?:early|late|again|over|up|out|off|down|away|back|\w+ly)$/i.test(
    text,
  );

/** "refunded bookings": rows after what was done to them. */
export const isDoneBefore = ({ owners, text }: Mention): boolean =>
  owners.length > 0 && /^\w+ed \w+$/i.test(text) && !/ (?:date|day|time|at|on)$/i.test(text);

/** "who left by team", "members left per team", "have been cancelled per team" */
const isOfGroups = ({ items, tokens }: Reader, { owners, start: token }: Mention, start: number): boolean =>
  (owners.length > 0 || /^(?:who|that|which|been|we)$/i.test(tokens[token - 1]?.text ?? "")) &&
  isCue(items[start + 1], "group", "by") &&
  items[start + 2]?.kind === "schema";

/** "members who left": those named have such a day, where nothing else is said of it. */
export function isState(reader: Reader, mention: Mention, start: number): boolean {
  const [best] = mention.columns;
  if (best === undefined || best.score < 0.9 || !best.column.isDate || !best.column.source.nullable) return false;
  const { items, tokens, sketch, negated } = reader;
  const said = `${tokens[mention.start - 1]?.lower ?? ""} ${mention.text}`;
  const isVerb =
    (done.test(said) || isDoneSomehow(mention.text)) && !/\b(?:date|day|time|whether|if|by|per|at|on)\b/i.test(said);
  if (!isVerb || negated || sketch.when || !(isEnd(items[start + 1]) || isOfGroups(reader, mention, start)))
    return false;
  // "and how much of it is paid": what is said of the part.
  if (sketch.part !== null) return true;
  const { outputs, superlatives, orders, groups, tables } = sketch;
  const { table } = best.column;
  const named = [...mention.owners, ...tables.map((one) => one.mention.tables[0]?.table)];
  return (
    outputs.every(({ kind }) => kind === "count") &&
    superlatives.length + orders.length + groups.length === 0 &&
    named.length > 0 &&
    // "customers whose orders were delivered" are told by other rows than their own.
    named.every((one) => one === table)
  );
}
