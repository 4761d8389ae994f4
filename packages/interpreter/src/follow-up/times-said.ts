import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import { day as isoDay } from "../language/periods.ts";
import { totalOf } from "./totals.ts";
import { orderedByLabel } from "./changed-orders.ts";
import { atThatTime } from "./at-that-time.ts";
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
import { isOfNow } from "./over-time.ts";
import { atLaterPlace, LATER_PLACE } from "./later-places.ts";
import type { Change } from "./change.ts";

const LAST_YEAR =
  "last year|year before(?: that)?|previous year|same (?:period|month|quarter|week|time) last year|a year (?:ago|earlier)";
const JUST_BEFORE =
  "(?:previous|last) (?:month|quarter|week|period)|(?:month|quarter|week|period|one) before(?: that| it)?|previous one";
const IS_IT_MORE =
  "is (?:that|this|it) (?:any )?(?:more|less|higher|lower|better|worse|up|down)(?: or (?:more|less|higher|lower|better|worse|up|down))?(?: than| from| on)?";

const IS_MORE = new RegExp(`^(?:and )?${IS_IT_MORE}`);

/** What an answer is compared with: another time, or the figure before it. */
export const timeChanges: readonly Change[] = [
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
];

/** The form as a chart of its own kind. */
function withoutChart(form: LogicalForm): LogicalForm {
  const { chart: _, ...rest } = form;
  return rest;
}
