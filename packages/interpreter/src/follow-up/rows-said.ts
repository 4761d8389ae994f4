import { countedFirst, endOfGroups, firstOfGroups, nextOfList } from "./of-groups.ts";
import { totalOf } from "./totals.ts";
import { countOfGroups, countOfRows } from "./rows-behind.ts";
import { amountOfEach, countOfEach, SO_MANY, soMany, withOtherNumber, withSoMany } from "./each-of-those.ts";
import { byOtherDeed, OTHER_DEED } from "./other-deed.ts";
import { notEnded } from "./changed-conditions.ts";
import { ofOtherFunction } from "./figures-beside.ts";
import { FIRST_LEFT_OUT, withoutFirst } from "./first-left-out.ts";
import { changedGroups, WHICH_CHANGED } from "./grown.ts";
import type { Change } from "./change.ts";
import { orderChanges } from "./orders-said.ts";
import { isNarrowed, tellsDuration, isMoney, isOfPersons, isKnownWord } from "./told-before.ts";

/** As many of the others as are told at once. */
const MOST_OTHERS = 100;

/** Which rows an answer is of, and how many they are: going back, counting, those beside the ones that were shown. */
export const rowChanges: readonly Change[] = [
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
      /^(?:and )?(?:(?:which|what|who)(?: (?!(?:is|was|takes|took)\b)(\w+))?(?:'s| is| was| takes| took)? )?(?:the )?(slowest|longest|fastest|quickest|shortest)(?: one)?$/,
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
];
