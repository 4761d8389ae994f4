import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import type { Change, Said } from "./change.ts";
import { LONGEST_CHANGE_CHARACTERS } from "./wording.ts";
import { rowChanges } from "./rows-said.ts";
import { timeChanges } from "./times-said.ts";
import { endChanges } from "./ends-said.ts";
import { totalChanges } from "./totals-said.ts";

/** The answer before, changed; or why it cannot be changed so. */
export type ChangedByText = { form: LogicalForm; assumptions: string[] } | { reason: string };

/** What words alone change, in this order: the first whose words they are, and that can be made of the answer before. */
const changes: readonly Change[] = [...rowChanges, ...timeChanges, ...endChanges, ...totalChanges];

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

/** What is taken for granted where figures of all time are compared. */
function assumedFor(earlier: LogicalForm, form: LogicalForm): string[] {
  const isOfTime = ({ where }: LogicalForm) => JSON.stringify(where).includes('"kind":"period"');
  const figures = ({ outputs }: LogicalForm) => outputs.filter(({ expression }) => isAggregate(expression)).length;
  return isOfTime(form) && !isOfTime(earlier) && (figures(form) > figures(earlier) || form.groups.length > 0)
    ? ["The answer before was of all time; this one compares the two periods."]
    : [];
}
