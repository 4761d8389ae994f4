import type { Change } from "./change.ts";
import { ordered, orderedByDay, reversed } from "./changed-orders.ts";
import { endOf, HIGH, LOW } from "./ends.ts";

/** "sort them", in front of how. */
export const PUT = String.raw`(?:(?:sort|order|rank|list|show|put) (?:it|them|that|this|these|those|the results?)? ?)?`;
const THE_ANSWER = "(?: (?:it|them|that|this|these|those|the (?:list|results?)))?";

/** The answer before in another order. */
export const orderChanges: readonly Change[] = [
  {
    pattern: new RegExp(`^(?:sort|order|rank)(?:ed)?${THE_ANSWER} by (?:the )?(${HIGH}|${LOW})$`),
    make: (form, { match }) => ordered(form, endOf(match[1]).direction),
  },
  {
    pattern: new RegExp(
      `^${PUT}(?:by (?:value|amount|size|the number) )?(?:in )?(?:descending|decreasing)(?: order)?$|^${PUT}(?:with )?(?:the )?(?:${HIGH}) (?:ones? )?(?:first|at the top|on top)$|^${PUT}(?:from )?(?:high|large|big|most|best|highest|largest) to (?:low|small|least|worst|lowest|smallest)$`,
    ),
    make: (form) => ordered(form, "descending"),
  },
  {
    pattern: new RegExp(
      `^${PUT}(?:by (?:value|amount|size|the number) )?(?:in )?(?:ascending|increasing)(?: order)?$|^${PUT}(?:with )?(?:the )?(?:${LOW}) (?:ones? )?(?:first|at the top|on top)$|^${PUT}(?:from )?(?:low|small|least|worst|lowest|smallest) to (?:high|large|big|most|best|highest|largest)$`,
    ),
    make: (form) => ordered(form, "ascending"),
  },
  {
    pattern: new RegExp(
      `^${PUT}(?:the )?(?:(?:in )?(?:the )?(?:other|opposite) (?:way (?:a?round)?|order|direction)|(?:in )?(?:the )?reversed?(?: order)?|upside down)$|^(?:reverse|flip|turn|invert) (?:it|them|that|this|the (?:order|list))(?: a?round)?$`,
    ),
    make: reversed,
    otherwise: "There is no order in the answer before that could be turned around.",
  },
  {
    pattern: new RegExp(
      `^${PUT}(?:by (?:the )?(?:date|day|time)(?:,? (?:in )?(?:asc\\w*|increasing)(?: order)?)?|(?:by (?:the )?(?:date|day|time),? ?)?(?:with )?(?:the )?(?:oldest|earliest)(?: ones?)?(?: first| to (?:newest|latest)))$`,
    ),
    make: (form, { catalog }) => orderedByDay(form, false, catalog),
  },
  {
    pattern: new RegExp(
      `^${PUT}(?:by (?:the )?(?:date|day|time),? ?(?:in )?)?(?:desc\\w*(?: order)?|(?:with )?(?:the )?(?:newest|latest|most recent)(?: ones?)?(?: first| to (?:oldest|earliest)))$`,
    ),
    make: (form, { catalog }) => orderedByDay(form, true, catalog),
  },
];
