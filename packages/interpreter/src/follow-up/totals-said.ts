import { groupsAgainstAverage, onOtherSide } from "../form/average-of-groups.ts";
import { growing, ofAllTime, ofAnyValue, running, withRank } from "./of-groups.ts";
import { inOtherUnit } from "./told-before.ts";
import { averaged, overallOf, totalOf } from "./totals.ts";
import { asShares, partOfAll, partOfBefore, partOfOther, rateOfEach, shareOfEach } from "./shares.ts";
import { columnInstead, OTHER_COLUMN } from "./column-instead.ts";
import { amountOfRows, countOfRows, totalOfList } from "./rows-behind.ts";
import type { Change } from "./change.ts";
import { isOfOthers, saysMore, isKnownWord } from "./told-before.ts";

/** What an answer adds up to, is on average, and is a part of; and its figure over all, or over time. */
export const totalChanges: readonly Change[] = [
  {
    // "in hours", after how many days something takes
    pattern:
      /^(?:and )?(?:(?:show|give|tell)(?: me)? )?(?:(?:it|that|this|them|what is (?:it|that)) )?(?:in|as) (hour|day)s(?: instead)?$/,
    make: (form, { match }) => inOtherUnit(form, match[1] === "hour" ? "hour" : "day"),
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
    make: (form, { longBefore }) =>
      partOfBefore(form, longBefore) ??
      (form.groups.length > 0 && form.limit === null ? asShares(form) : (partOfOther(form) ?? partOfAll(form))),
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
