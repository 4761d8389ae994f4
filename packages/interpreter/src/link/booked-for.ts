import { monthIndex } from "../language/periods.ts";
import { type Rewriter, written } from "./rewriter.ts";

const ARRANGED = /^(?:booked|scheduled|planned|reserved|arranged)$/;
const TIME_BOOKED = /^(?:next|this|the|today|tomorrow|tonight|last|q[1-4]|(?:19|20)\d\d)$/;

/**
 * "visits booked for next week", of which it is kept when they were booked: that is not the time that is meant, but the one at which
 * they are. Only where rows have a day of the deed and another one.
 */
export const bookedFor: Rewriter = (tokens, at, { tables, values }) => {
  const [deed, link, time] = tokens.slice(at, at + 3);
  if (deed === undefined || link?.lower !== "for" || time === undefined || !ARRANGED.test(deed.lower)) return null;
  if (!TIME_BOOKED.test(time.lower) && !monthIndex.has(time.lower)) return null;
  // "scheduled", which rows may be: those that are.
  if (values.has(deed.lower)) return null;
  const isOfDeed = tables.some(({ columns }) => {
    const days = columns.filter(({ isDate }) => isDate);
    return days.length > 1 && days.some(({ stems }) => stems.includes(deed.stem));
  });
  return isOfDeed ? { tokens: written([link], ["in"]), end: at + 2 } : null;
};
