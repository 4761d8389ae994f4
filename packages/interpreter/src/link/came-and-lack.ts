import type { Token } from "../language/tokens.ts";
import { type Rewriter, written } from "./rewriter.ts";

const TIME = /^(?:this|last|in|since|before|after|on|between|during|from|until|today|yesterday)$/;
const LACK = /^(?:no|not|never|without|nothing|none)$/;

/**
 * "guests who registered this year but have no booking", of guests with a registered_on: the time belongs to that day, and not to what
 * they lack.
 */
export const cameAndLack: Rewriter = (tokens, at, { tablesByStem }) => {
  const [who, ...after] = tokens.slice(at);
  if (who === undefined || !/^(?:who|that)$/.test(who.lower)) return null;
  const isHelped = /^(?:have|has|had)$/.test(after[0]?.lower ?? "");
  const [deed, time, ...rest] = isHelped ? after.slice(1) : after;
  if (deed === undefined || !/[a-z]{2}ed$/.test(deed.lower) || !TIME.test(time?.lower ?? "")) return null;
  const before = tokens[at - 1];
  const isLacking = ({ lower }: Token) => LACK.test(lower);
  if (before === undefined || !rest.some(isLacking)) return null;
  const isDay = (tablesByStem.get(before.stem) ?? []).some(
    ({ isView, stems, columns }) =>
      !isView &&
      stems.at(-1) === before.stem &&
      columns.some((column) => column.isDate && column.stems[0] === deed.stem),
  );
  return isDay ? { tokens: written([deed], [deed.lower]), end: at + (isHelped ? 3 : 2) } : null;
};
