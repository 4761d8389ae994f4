import type { Context } from "../resolve/context.ts";
import { buyingTable, peopleWhoSpent } from "../resolve/buying.ts";
import { subjectOf } from "../resolve/subject.ts";
import type { Step } from "./step.ts";
import { beforeSubject } from "./steps-before-subject.ts";
import { ofFigures } from "./steps-of-figures.ts";
import { ofRows } from "./steps-of-rows.ts";

/** The steps in their order: each sees what those before it made. */
export const steps: readonly Step[] = [
  ...beforeSubject,
  {
    name: "subject",
    recognises:
      "the table whose rows are asked for; of a month that is asked for, what was bought in it; who spent so much: the customers",
    example: "names of gardens with a gate",
    rewrite: (context) => ({
      ...context,
      subject:
        context.subject ??
        subjectOf(context) ??
        (context.sketch.whichBucket ? buyingTable(context) : peopleWhoSpent(context)),
    }),
  },
  ...ofRows,
  ...ofFigures,
];

/** What the sketch means in this data. The subject is null where nothing in the question names anything here. */
export function rewritten(context: Context): Context {
  return steps.reduce((known, step) => step.rewrite(known), context);
}
