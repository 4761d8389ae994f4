import type { Assembled } from "./assemble.ts";
import { isAggregate } from "./form.ts";
import type { Wishes } from "./wishes.ts";

/** Words that were read but have no place in the form: an answer would leave them out. */
export function lostWords(text: string, wishes: Wishes, { form, context }: Assembled): string[] {
  const lost = [...context.lost];
  const ranked =
    /\b(second|third|fourth|fifth|2nd|3rd|4th|5th)[ -](most|least|highest|lowest|largest|smallest|biggest|oldest|youngest|best|longest|shortest|cheapest|latest|newest)\b/i.exec(
      text,
    );
  if (ranked !== null && form.offset === undefined) lost.push(ranked[0]);
  if (/\btop\b/i.test(text) && wishes.superlatives.length === 0 && form.limit === null) lost.push("top");
  const isGrouped = form.per !== undefined || form.groups.length > 0;
  if (wishes.groups.length > 0 && wishes.superlatives.length > 0 && form.limit === 1 && !isGrouped)
    lost.push("for each");
  // "what is the order" of nothing: rows in no order, cut off somewhere, are no answer.
  const figures = form.outputs.length > 0 && form.outputs.every((output) => isAggregate(output.expression));
  if (/\btop \d+\b/i.test(text) && form.limit !== null && form.order.length === 0 && !figures) lost.push("top");
  return [...new Set(lost)];
}
