import { isAggregate } from "../form/visit.ts";
import { asMany, endOfGroups, firstOfList, firstOfGroups } from "./of-groups.ts";
import { averagedPer } from "./totals.ts";
import { orderedByShown } from "./changed-orders.ts";
import { endOf, HIGH, LOW } from "./ends.ts";
import { countOfRows, detailed, rowsCalled } from "./rows-behind.ts";
import { theOpposite, withoutWhatWasAdded } from "./changed-conditions.ts";
import { firstOfTimes, OVER_TIME, overTime } from "./over-time.ts";
import type { Change } from "./change.ts";
import { PUT } from "./orders-said.ts";
import { isUnpaid, isWho, isOfPersons } from "./told-before.ts";

/** Which of an answer come first or last, why it is so, and what stands behind it. */
export const endChanges: readonly Change[] = [
  {
    // "who owes us the most" of what is not paid, by customer
    pattern: /^(?:and )?(?:who|which(?: one)?|which (\w+)) owes(?: us)? (?:the )?(most|least)$/,
    make: (form, { match }) => (isUnpaid(form) ? firstOfGroups(form, match[1] ?? "", endOf(match[2])) : null),
  },
  {
    pattern:
      /^why(?: (?:is|was|are|were|did|does|has))?(?: (?:that|it|this|they|there))?(?: (?:so|that|too) (?:many|much|few|little|high|low|big|small))?(?: (?:in|on|at|for|during|last|this) .{1,40})?$/,
    make: () => null,
    otherwise: "I could not tell why it is so: the data only says what happened, and when and where.",
  },
  {
    pattern:
      /^(?:and )?is (?:that|this|it) (?:(?:a lot|much|many|few|good|bad|normal|high|low|usual|unusual|ok(?:ay)?)|too (?:much|many|few|high|low))$/,
    make: () => null,
    otherwise: "I could not tell whether that is a lot: ask how it compares to the month or the year before.",
  },
  {
    pattern:
      /^(?:and )?(?:which|who|what|how many)(?: ones| of (?:them|those|these))? (?:are|were|is|was|have|has|did|do)(?: not|n't)$/,
    make: (form, { match, longBefore, catalog }) => {
      const others = (longBefore === null ? null : withoutWhatWasAdded(form, longBefore)) ?? theOpposite(form);
      return others !== null && match[0].includes("how many") ? (countOfRows(others, catalog) ?? others) : others;
    },
    otherwise: "I could not tell which others are meant: please say what they have in common.",
  },
  {
    pattern: OVER_TIME,
    make: (form, { match, catalog, today }) => overTime(form, match, catalog, today),
    otherwise:
      "I could not tell how that changed: one figure can be told by month, where its rows have a day and it does not count what is so today.",
  },
  {
    pattern:
      /^(?:and )?(?:the |what is the |what was the )?average (?:per|for each|of each|for every|of every) (\w+(?: \w+)?)$/,
    make: (form, { match, isBeside }) => averagedPer(form, match[1] ?? "", isBeside),
  },
  {
    pattern:
      /^(?:show|list|give|see)(?: me)? (?:all )?(?:the |those |these )(?!(?:rows|records|details?|list|data)\b)(\w+(?: \w+)?)(?: (?:behind|under|underneath|in) (?:that|this|it|them|these|those)(?: number| figure| total)?)?$/,
    make: (form, { match }) => rowsCalled(form, match[1] ?? ""),
  },
  {
    pattern: new RegExp(
      `^${PUT}by (?:the )?(?:number of |total )?([a-z]+(?: [a-z]+)?)(?:,? (?:in )?(asc\\w*|desc\\w*|increasing|decreasing|${LOW}|${HIGH})(?: order| first)?)?$`,
    ),
    make: (form, { match }) => (/^(?:by|per)\b/.test(match[0]) ? null : orderedByShown(form, match[1] ?? "", match[2])),
  },
  {
    pattern:
      /^(?:show|give|list|see)?(?: me)? ?(?:the |all (?:the )?|(?:some )?more |in (?:more )?)?(?:details?|rows|records|list|underlying (?:rows|data|records)|single (?:rows|orders)|raw data)(?: (?:behind|under|underneath|of|for) (?:that|this|it|them|these|those)(?: number| figure| total)?)?$/,
    make: detailed,
  },
  {
    pattern: new RegExp(
      `^(?:and )?(?:which|what|who)(?:'s| (?!(?:is|was|are|were|has|have|had|did|do|does|made|got|sold|sent|took|spent|brought|paid)\\b)(\\w+))?(?: (?:is|was|are|were|has|have|had|performed|did|does|do))? (?:the )?(${HIGH}|${LOW})$`,
    ),
    make: (form, { match, catalog }) =>
      firstOfGroups(form, isWho(match[0]) && isOfPersons(form, catalog) ? "" : (match[1] ?? ""), endOf(match[2])) ??
      firstOfTimes(form, match[1] ?? "", endOf(match[2]), catalog),
  },
  {
    pattern: new RegExp(`^(?:and )?(?:(?:what|which) (?:is|was|are|were) )?(?:the )?(${HIGH}|${LOW}) (\\w+)$`),
    make: (form, { match }) => firstOfGroups(form, match[2] ?? "", endOf(match[1])),
  },
  {
    // "the first" of groups in an order
    pattern: /^(?:only |just )?the first(?: one)?$/,
    make: (form) => (form.limit === 1 ? null : endOfGroups(form, 1, endOf("top"))),
  },
  {
    pattern: new RegExp(
      `^(?:(?:what|how) about |and |show |give |me |only |just )*(?:the )?(${HIGH}|bottom|${LOW})(?: (\\d{1,3}))?(?: ones?)?$`,
    ),
    make: (form, { match }) => {
      const count = match[2] === undefined ? null : Number(match[2]);
      return endOfGroups(form, count, endOf(match[1])) ?? (match[1] === "top" ? firstOfList(form, count) : null);
    },
  },
  {
    pattern: new RegExp(
      `^(?:and |show |give |list )*(?:me )?(?:the )?(first|bottom|last|${HIGH}|${LOW}) (\\d{1,3})(?: of (?:them|those|these))?$`,
    ),
    // After how many rows those groups have that came first, the others of these.
    make: (_, { match: [, end, count], longBefore }) =>
      longBefore === null || longBefore.limit === null ? null : endOfGroups(longBefore, Number(count), endOf(end)),
    unless: ({ form: { groups, outputs } }) =>
      groups.length > 0 || outputs.length === 0 || !outputs.every(({ expression }) => isAggregate(expression)),
    otherwise:
      "There is one figure alone in the answer before, and no list of which some come first: say by what to tell it.",
  },
  {
    // "and which sells worst"
    pattern: new RegExp(
      `^(?:and )?(?:which|what)(?: one)? (?:sells?|sold|performs?|performed|does|did|is doing|is selling) (?:the )?(${HIGH}|${LOW})$`,
    ),
    make: (form, { match }) => endOfGroups(form, 1, endOf(match[1])),
  },
  {
    pattern:
      /^(?:show|list|give|see)(?: me)? (?:only |just )?(?:the )?(?:first )?(\d{1,3}|all)(?: of (?:them|those|these))?$|^all(?: of them)?$/,
    make: (form, { match: [, count] }) => asMany(form, count === undefined || count === "all" ? null : Number(count)),
  },
];
