import type { Catalog } from "../catalog/catalog.ts";
import { groupsAgainstAverage, onOtherSide } from "../form/average-of-groups.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import { stem } from "../language/inflection.ts";
import { day as isoDay } from "../language/periods.ts";
import {
  asMany,
  asShares,
  averaged,
  averagedPer,
  countedFirst,
  endOfGroups,
  firstOfList,
  firstOfGroups,
  growing,
  nextOfList,
  ofAllTime,
  ofAnyValue,
  overallOf,
  partOfAll,
  partOfOther,
  rateOfEach,
  running,
  shareOfEach,
  totalOf,
  withRank,
} from "./of-groups.ts";
import { orderedByLabel, orderedByShown } from "./changed-orders.ts";
import { atThatTime } from "./at-that-time.ts";
import { columnInstead, OTHER_COLUMN } from "./column-instead.ts";
import { endOf, HIGH, LOW } from "./ends.ts";
import { amountOfRows, countOfGroups, countOfRows, detailed, rowsCalled, totalOfList } from "./rows-behind.ts";
import {
  bothTimes,
  bothTogether,
  bothValues,
  compared,
  differenceOf,
  grown,
  isJustBefore,
  moved,
  withPeriod,
} from "./other-times.ts";
import { amountOfEach, countOfEach, SO_MANY, soMany, withOtherNumber, withSoMany } from "./each-of-those.ts";
import { byOtherDeed, OTHER_DEED } from "./other-deed.ts";
import { notEnded, theOpposite, withoutWhatWasAdded } from "./changed-conditions.ts";
import { firstOfTimes, isOfNow, OVER_TIME, overTime } from "./over-time.ts";
import { ofOtherFunction } from "./figures-beside.ts";
import { FIRST_LEFT_OUT, withoutFirst } from "./first-left-out.ts";
import { changedGroups, WHICH_CHANGED } from "./grown.ts";
import { atLaterPlace, LATER_PLACE } from "./later-places.ts";
import type { Change, Said } from "./change.ts";
import { orderChanges, PUT } from "./orders-said.ts";
import {
  isNarrowed,
  tellsDuration,
  isUnpaid,
  isMoney,
  isOfOthers,
  saysMore,
  isWho,
  isOfPersons,
} from "./told-before.ts";
import { LONGEST_CHANGE_CHARACTERS } from "./wording.ts";

/** The answer before, changed; or why it cannot be changed so. */
export type ChangedByText = { form: LogicalForm; assumptions: string[] } | { reason: string };

const LAST_YEAR =
  "last year|year before(?: that)?|previous year|same (?:period|month|quarter|week|time) last year|a year (?:ago|earlier)";
const JUST_BEFORE =
  "(?:previous|last) (?:month|quarter|week|period)|(?:month|quarter|week|period|one) before(?: that| it)?|previous one";
const IS_IT_MORE =
  "is (?:that|this|it) (?:any )?(?:more|less|higher|lower|better|worse|up|down)(?: or (?:more|less|higher|lower|better|worse|up|down))?(?: than| from| on)?";

const IS_MORE = new RegExp(`^(?:and )?${IS_IT_MORE}`);

const changes: readonly Change[] = [
  {
    pattern:
      /^(?:go |going )?back(?: one(?: step)?| again)?$|^undo(?: that| it| this)?$|^(?:go |back |return |show )+(?:me )?(?:to )?(?:the )?(?:previous|earlier|last) (?:one|answer|result|table|chart)(?: again)?$/,
    make: (_, { longBefore }) => structuredClone(longBefore),
    otherwise: "There is no answer before that one to go back to.",
  },
  {
    pattern:
      /^(?:(?:go|going|switch) )?(?:back|return) to (?:the )?(?:first|original|very first|initial|start|beginning)(?: (?:one|question|answer|result|table|chart))?(?: again)?$|^start (?:over|again)$/,
    make: (_, { first }) => structuredClone(first),
    otherwise: "There is no answer before that one to go back to.",
  },
  {
    pattern:
      /^(?:and )?(?:how many|what is the (?:number|count))(?: of (?:them|those|these|that))?(?: (?:are|were|is) (?:there|that|those|these|they|it|left|remaining|these in total))?(?: (?:left|remaining|in total|altogether))?$/,
    // "and how many left" of members, some of whom did
    unless: ({ match: [said], catalog }) => said.endsWith(" left") && isKnownWord("left", catalog),
    make: (form, { catalog }) =>
      countOfRows(form, catalog) ?? countOfGroups(form, catalog) ?? (isMoney(form) ? null : totalOf(form)),
  },
  ...orderChanges,
  {
    // "show the maximum instead", after an average by topic
    pattern:
      /^(?:and |now |but )*(?:show |give |use |take |make it )?(?:me )?(?:the )?(total|sum|average|mean|avg|median|maximum|max|highest|minimum|min|lowest)(?: (?:value|figure|amount|one))?s?(?: instead of (?:the )?\w+)?$/,
    make: (form, { match: [, said], isInstead }) => (isInstead ? ofOtherFunction(form, said ?? "") : null),
  },
  {
    // "how many each" after the customers with overdue invoices
    pattern:
      /^(?:and )?how many(?: is (?:that|it)| are (?:there|they))?(?: for)? each(?: one| of (?:them|those|these))?$/,
    make: (form, { catalog }) => countOfEach(form, catalog),
    otherwise: "I could not tell what to count for each of them: please name it.",
  },
  {
    // "how much each" after who owes something
    pattern:
      /^(?:and )?how much(?: (?:is|was|do|did|does) (?:that|it|they|he|she)(?: owe| pay| spend)?)?(?: for)? each(?: one| of (?:them|those|these))?$/,
    make: (form, { catalog }) => amountOfEach(form, catalog),
    otherwise: "I could not tell which amount of each of them is meant: please name it.",
  },
  {
    // "who had more than one"
    pattern: new RegExp(
      `^(?:and )?(?:who|which(?: ones?| of (?:them|those|these))?|(?:those|ones) (?:who|that))(?: (?:has|have|had|got|did|does|do))+ ${SO_MANY}(?: of (?:them|those|these))?$`,
    ),
    make: (form, { match: [said, operator, number], catalog }) => {
      const so = soMany(operator, number);
      const some = so === null ? null : withSoMany(form, so, catalog);
      // Of statuses, nobody has any.
      return some !== null && /^(?:and )?who\b/.test(said) && !isOfPersons(some, catalog) ? null : some;
    },
    otherwise: "I could not tell of what there are so many: please name it.",
  },
  {
    // "and led the most", after who sold the most
    pattern: OTHER_DEED,
    make: (form, { match, catalog }) => byOtherDeed(form, match, catalog),
  },
  {
    // "what about those with exactly 5"
    pattern: new RegExp(
      `^(?:and |but )?(?:what|how) about (?:(?:those|these|the ones|ones) )?(?:(?:with|having|that have|who have) )?${SO_MANY}$`,
    ),
    make: (form, { match: [, operator, number] }) => {
      const so = soMany(operator, number);
      return so === null ? null : withOtherNumber(form, so);
    },
  },
  {
    pattern:
      /^(?:and |what are |show |list |give )*(?:me )?(?:the )?next (?!month|year|week|quarter|day|hour|one$)(?:(\d{1,3})|ones?|\w+)(?: ones?| \w+s)?$/,
    make: (form, { match }) => nextOfList(form, match[1] === undefined ? null : Number(match[1])),
    otherwise: "The answer before is not the first of a longer list.",
  },
  {
    pattern:
      /^(?:(?:what|how) about |and |show |list |only |give )*(?:me )?(?:all )?(?:of )?(?:the )?(?:other(?: ones|s)|rest|remaining(?: ones)?)(?: of (?:them|those|these))?$/,
    make: (form, { longBefore }) => (isNarrowed(form, longBefore) ? null : nextOfList(form, MOST_OTHERS)),
    otherwise: "I could not tell which others are meant: please say what they have in common.",
  },
  {
    pattern: FIRST_LEFT_OUT,
    make: (form, { match, catalog }) => withoutFirst(form, match, catalog),
    otherwise: "I could not tell which comes first in the answer before: please name what is to be left out.",
  },
  {
    // "who is still here" after those who left
    pattern:
      /^(?:and )?(?:who|which(?: ones?| of (?:them|those|these))?)(?:'s| is| are) still (?:here|around|there|with us|employed|working(?: here)?|active)$/,
    make: (form, { catalog }) => notEnded(form, catalog),
  },
  {
    pattern:
      /^(?:and )?(?:(?:which|what|who)(?: (\w+))?(?:'s| is| was| takes| took)? )?(?:the )?(slowest|longest|fastest|quickest|shortest)(?: one)?$/,
    make: (form, { match: [, said = "", word = ""] }) => {
      const end = { word, direction: /^(?:slow|long)/.test(word) ? ("descending" as const) : ("ascending" as const) };
      if (!tellsDuration(form)) return null;
      return firstOfGroups(form, said, end) ?? (said === "" || said === "one" ? endOfGroups(form, 1, end) : null);
    },
  },
  {
    // "how many did she handle" of the one with the most repairs
    pattern:
      /^(?:and )?how many (?:did|do|does|has|have) (?:he|she|they|it|that(?: one)?) (?:do|done|handle[ds]?|have|had|get|got|made|make|take|taken|process(?:ed)?|manage[ds]?|see|serve[ds]?|deal with)$/,
    make: (form) => countedFirst(form),
  },
  {
    pattern: WHICH_CHANGED,
    make: (form, { match, catalog, today }) => changedGroups(form, match, { catalog, today }),
    otherwise: "I could not tell which two times to compare: ask for the figure of two years first.",
    unless: ({ match }) => match[1] !== undefined,
  },
  {
    // "which plan grew the most" may be a question of its own.
    pattern: WHICH_CHANGED,
    make: (form, { match, catalog, today }) => changedGroups(form, match, { catalog, today }),
  },
  {
    pattern:
      /^(?:(?:(?:and )?what(?: is|'s| was)|show(?: me)?|give me|tell me) )?(?:the )?difference(?: (?:between (?:them|the two|those(?: two)?|these(?: two)?|both)|in (?:percent|%|numbers)))?$|^(?:by )?how much (?:more|less|higher|lower)(?: (?:is|was) (?:it|that))?$/,
    make: (form, { longBefore }) => (longBefore === null ? null : differenceOf(form, longBefore)),
    otherwise: "I could not tell which two figures to compare: please name both.",
  },
  {
    pattern:
      /^(?:(?:show|draw|plot|make|give|display|visuali[sz]e|turn|put)(?: me)? )?(?:(?:it|that|this|them|these|those|the results?) )?(?:(?:as|in|into|on|with) )?(?:an? )?(?:chart|graph|plot|diagram)$|^(?:chart|plot|graph|draw|visuali[sz]e) (?:it|that|this|them|these|those)$/,
    make: (form) => (form.outputs.some(({ expression }) => isAggregate(expression)) ? withoutChart(form) : null),
    otherwise: "There is no figure in the answer before that a chart could show.",
  },
  {
    pattern: LATER_PLACE,
    make: (form, { match }) => atLaterPlace(form, match[1] ?? ""),
  },
  {
    pattern:
      /^(?:(?:sort|order|rank|list) (?:it |them |that |this |these |those |the results? )?)?(?:alphabetically|in alphabetical order|by (?:the )?(?:name|names|label|title)s?|a to z)$/,
    make: orderedByLabel,
  },
  {
    pattern:
      /^(?:what about |how about |(?:and )?in |for )?(?:the )?(?:(?:month|year|quarter|week|day|period|one) before(?: that)?|previous (?:month|year|quarter|week|day|period|one)|year earlier)$/,
    make: (form, { match }) => moved(form, /\byear\b/.test(match[0])),
  },
  {
    // "and this time last year", after how many there are now
    pattern:
      /^(?:and )?(?:(?:what|how) about |how many (?:were there |did we have )?)?(?:(?:at )?(?:this|the same) time last (?:year|month)|last (?:year|month) (?:at|by) (?:this|the same) time|(?:a|one|1) (?:year|month) ago)$/,
    make: (form, { match, catalog, today }) => {
      const table = catalog.byName.get(form.subject);
      const unit = match[0].includes("year") ? "year" : "month";
      if (table === undefined || !isOfNow(form, table)) return moved(form, unit === "year");
      return atThatTime(form, catalog, today, { count: 1, unit });
    },
    otherwise: "I could not tell how many there were at that time: what was counted is what is so today.",
  },
  {
    pattern: new RegExp(
      `^(?:(?:and )?how (?:does|did|do) (?:that|this|it|they) compare|${IS_IT_MORE}|compare(?: (?:that|this|it|them))?|compared|versus|vs\\.?|(?:what|how) about compared) ?(?:to|with|against)? ?(?:the )?(?:${LAST_YEAR}|${JUST_BEFORE})$`,
    ),
    make: (form, { match: [said], catalog, today }) => {
      const timed = withPeriod(form, { catalog, today, said });
      return (
        (IS_MORE.test(said) ? grown(timed, isJustBefore(said)) : null) ??
        compared(timed, isJustBefore(said), isoDay(today))
      );
    },
    otherwise: "I could not tell which periods of the answer before to compare.",
  },
  {
    pattern:
      /^(?:compare (?:them|both|(?:the|those|these)(?: two)?|the two of them)|both(?: of (?:them|those|these))?|the two of them)(?: (?:side by side|with each other|directly))?$/,
    make: (form, { longBefore, today }) =>
      longBefore === null ? null : (bothTimes(form, longBefore, isoDay(today)) ?? bothValues(form, longBefore)),
    otherwise: "I could not tell which two figures to compare: please name both.",
  },
  {
    pattern:
      /^(?:and )?(?:(?:both|the two|all)(?: of (?:them|those))? (?:together|combined|in total|summed up|added up)|(?:together|combined)|add (?:them|both|the two)(?: up| together)?)$/,
    make: (form, { longBefore }) => (longBefore === null ? null : bothTogether(form, longBefore)) ?? totalOf(form),
    otherwise: "I could not tell which figures to add up: please name them.",
  },
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
      `^(?:(?:what|how) about |and |show |only |just )*(?:the )?(${HIGH}|bottom|${LOW})(?: (\\d{1,3}))?(?: ones?)?$`,
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
  {
    // "and overall", after a rate of each
    pattern:
      /^(?:and )?(?:what (?:is|was) (?:it|that) )?(?:overall|(?:across|for|over) (?:all|everything|everybody|all of (?:them|those|these)))$/,
    make: (form) => overallOf(form),
  },
  {
    pattern:
      /^(?:and )?(?:(?:what is|what was|what's|give me|show(?: me)?) )?(?:the |it |that )?(?:(?:grand |overall )?total|sum|(?:how much |and |is that )*(?:in total|altogether|all together|overall))(?: of (?:that|those|these|all|them))?$|^how much is (?:that|it) (?:in total|altogether)$|^sum (?:it|them|that) up$/,
    make: (form, { catalog }) =>
      totalOf(form) ?? (form.groups.length === 0 ? ofAllTime(form) : null) ?? totalOfList(form, catalog),
    otherwise: "There is nothing in the answer before that adds up to a total.",
  },
  {
    pattern:
      /^(?:plus |also |with )?(?:(?:what is|what was|what's|show(?: me)?) )?(?:the |it |that )?(?:(?:average|mean)(?: of (?:that|those|these|them|it))?|on average)$/,
    make: (form, { isBeside }) => averaged(form, isBeside),
    otherwise:
      "There is no amount in the answer before of which there is an average: please say what the average is of.",
  },
  {
    pattern:
      /^(?:and |show |only |just )*(?:(?:which|what|who|how about|what about|the|those|only|list|show me)(?: of (?:them|those|these))?(?: \w+)? )?(?:(?:are|is|was|were|lie|do) )?(above|below|over|under|better than|worse than) (?:the |their )?(?:overall )?average$/,
    make: (form, { match }) =>
      groupsAgainstAverage({ ...form, having: [] }, /^(?:above|over|better)/.test(match[1] ?? "") ? ">" : "<"),
  },
  {
    // "and below", after those above
    pattern: /^(?:and |which |what |those |the |who |ones |is |are |about )*(above|below)(?: it| that| average)?$/,
    make: (form, { match }) => onOtherSide(form, match[1] === "above" ? ">" : "<"),
  },
  {
    pattern:
      /^(?:and )?(?:what (?:amount|sum|value) (?:is|was|are|were) (?:that|this|those|these|they|it)|what(?:'s| is| was| are| were) (?:that|this|it|those|these|they) in (?:dollars|euros?|pounds|money|cash|revenue)|how much (?:is|was|are|were) (?:that|this|those|these|they|it)(?: worth| in money)?|how much money (?:is|was|are|were) (?:that|this|those|these|they|it)|what (?:are|were|is|was) (?:they|those|these|it|that) worth|what (?:do|does|did) (?:they|that|those|these) (?:come|add up|amount) to)(?: in total| altogether)?$|^(?:and )?(?:(?:what is|what was|what's|give me|show(?: me)?) )?(?:the |their |its )?total (?:value|amount|worth|sum)(?: of (?:that|those|these|all|them))?$/,
    make: (form, { catalog }) => amountOfRows(form, catalog),
    otherwise: "I could not tell which amount of the answer before is meant: please name it.",
  },
  {
    pattern:
      /^(?:and )?(?:what|which) (?:share|percentage|percent|proportion|part|fraction) of (?:all |the |our |total |overall |whole )*((?:\w+ ){0,2})(?:is|was|are|were|does|do|did) (?:that|this|it|those|these|they)(?: make(?: up)?)?$/,
    make: (form, { match, catalog }) =>
      isOfOthers(form, match[1] ?? "", catalog) || saysMore(form, match[1] ?? "", catalog)
        ? null
        : partOfAll(countOfRows(form, catalog) ?? form),
    otherwise: "I could not tell of what whole the answer before is a part.",
  },
  {
    pattern:
      /^(?:and )?(?:what|which) (?:share|percentage|percent|proportion|part|fraction) of (?:all|the total|total|overall)(?: (?:the|our))?((?: \w+){0,2})$/,
    make: (form, { match, catalog }) =>
      saysMore(form, match[1] ?? "", catalog) ? null : partOfAll(countOfRows(form, catalog) ?? form),
    otherwise: "I could not tell of what whole the answer before is a part.",
  },
  {
    pattern:
      /^(?:and )?(?:(?:what|which) (?:share|percentage|percent|proportion|fraction) (?:is|was|are|were) (?:that|this|it|those|these|they)|(?:what|how much|how many) (?:is|was|are|were) (?:that|this|it|those|these|they) (?:in (?:percent|%)|as a (?:percentage|share|proportion)))$/,
    make: (form) =>
      form.groups.length > 0 && form.limit === null ? asShares(form) : (partOfOther(form) ?? partOfAll(form)),
    otherwise: "I could not tell of what whole the answer before is a part.",
  },
  {
    // "how much is that in percent" of the one that came first
    pattern:
      /^(?:and )?(?:(?:what|how much|how many) (?:is|was|are|were) (?:that|this|it|those|these|they) |(?:and )?(?:as|in) )(?:in |as )?(?:a |an )?(?:percent(?:age)?|share|proportion|%)(?: of (?:the )?(?:total|whole|all))?$/,
    make: (form) => (form.groups.length > 0 && form.limit !== null ? asShares(withRank(form)) : null),
  },
  {
    pattern: /^(?:and )?(?:(?:as|in) (?:a |an )?rates?|(?:(?:what is |what's )?the )?rate)$/,
    make: (form) => rateOfEach(form),
    otherwise: "I could not tell of what whole the answer before is a part.",
  },
  {
    pattern:
      /^(?:as|in) (?:a |an )?(?:share|percentage|proportion|percent|%) of (?:all|the total number of) (?:the |our )?(\w+)$/,
    make: (form, { match }) => shareOfEach(form, match[1] ?? ""),
    otherwise: "I could not tell of what whole the answer before is a part.",
  },
  {
    pattern:
      /^(?:show (?:it |that |this |them )?)?(?:(?:as|in) )?(?:a |an |the )?(?:percent(?:age)?s?|shares?|proportions?|%)(?: of (?:the )?(?:total|whole|all))?$|^(?:(?:as a )?(?:share|percentage) of (?:the )?total)$/,
    make: asShares,
    otherwise: "There is nothing in the answer before of which parts could be told in percent.",
  },
  {
    pattern:
      /^(?:(?:and|just|only|show|give|list|keep|what about|how about) )+(?:me )?(?:just |only )?(?:the )?(?:really |very )?(big|bigger|large|larger|small|smaller|high|low|expensive|cheap|major|minor|long|short|heavy|light)(?: ones?)(?: of (?:them|those|these))?$/,
    make: () => null,
    unless: ({ match: [, word = ""], catalog }) => isKnownWord(word, catalog),
    otherwise: "How much is that? Please say from which figure on: “only those over 1,000”, for instance.",
  },
  {
    pattern:
      /^(?:(?:what about |for |over |in |of )?(?:all time|all years|any time|the whole time|ever)|(?:since|from) (?:the )?(?:beginning|start)|without (?:the )?(?:dates?|period|date filter|time))$/,
    make: ofAllTime,
  },
  {
    pattern: /^(?:and |now |show |what about |how about )*(?:for |in |across |from )?(?:all|any|every|all the) (\w+)$/,
    make: (form, { match }) => ofAnyValue(form, match[1] ?? ""),
  },
  {
    pattern: /^(?:show (?:it |that )?)?(?:as (?:a )?)?(?:cumulative(?:ly)?|running total|cumulated)$/,
    make: running,
    otherwise: "Only one figure by day, week, month, quarter or year can be added up over time.",
  },
  {
    pattern:
      /^(?:(?:and |show |what is |with )?(?:the )?(?:growth|growth rate|change|month[- ]over[- ]month|year[- ]over[- ]year|mom|yoy)(?: (?:growth|change|rate))?)$/,
    make: growing,
    otherwise: "Only one figure by day, week, month, quarter or year has a growth: ask for it by month first.",
  },
  {
    // "and feb" of a column for January, "and type?" of bikes by brand
    pattern: OTHER_COLUMN,
    make: (form, { match: [all, said = ""], catalog, isBeside }) =>
      columnInstead(form, said, { catalog, isSaid: isBeside || all !== said }),
  },
];

const isKnownWord = (word: string, { values, vocabulary }: Catalog): boolean =>
  values.has(word) || vocabulary.has(stem(word));

/** A change to the answer before that its words alone say, whatever the schema: how it is ordered, counted, shown, moved in time. */
export function continueByText(
  earlier: LogicalForm,
  text: string,
  { catalog, today, longBefore, first }: Pick<Said, "catalog" | "today" | "longBefore" | "first">,
): ChangedByText | null {
  if (text.length > LONGEST_CHANGE_CHARACTERS) return null;
  const plain = text
    .trim()
    .replace(/[?.!]+$/, "")
    .replace(/^(?:ok(?:ay)?|now|then|and|please|so)[, ]+/i, "")
    .replace(/[, ]+(?:instead|please|then)$/i, "")
    .toLowerCase();
  const isBeside = /^\s*(?:and|plus|also|with)\b/i.test(text);
  const isInstead = /\binstead\b/i.test(text);
  let reason: string | null = null;
  for (const { pattern, make, otherwise, unless } of changes) {
    const match = pattern.exec(plain);
    if (match === null || unless?.({ match, catalog, form: earlier }) === true) continue;
    const form = make(structuredClone(earlier), { match, catalog, today, isBeside, isInstead, longBefore, first });
    if (form !== null) return { form, assumptions: assumedFor(earlier, form) };
    reason ??= otherwise ?? null;
  }
  return reason === null ? null : { reason };
}

/** As many of the others as are told at once. */
const MOST_OTHERS = 100;

/** The form as a chart of its own kind. */
function withoutChart(form: LogicalForm): LogicalForm {
  const { chart: _, ...rest } = form;
  return rest;
}

/** What is taken for granted where figures of all time are compared. */
function assumedFor(earlier: LogicalForm, form: LogicalForm): string[] {
  const isOfTime = ({ where }: LogicalForm) => JSON.stringify(where).includes('"kind":"period"');
  const figures = ({ outputs }: LogicalForm) => outputs.filter(({ expression }) => isAggregate(expression)).length;
  return isOfTime(form) && !isOfTime(earlier) && (figures(form) > figures(earlier) || form.groups.length > 0)
    ? ["The answer before was of all time; this one compares the two periods."]
    : [];
}
