import type { LogicalForm } from "../form/logical-form.ts";

const LATER_PLACES = new Map([
  ["second", 1],
  ["2nd", 1],
  ["third", 2],
  ["3rd", 2],
  ["fourth", 3],
]);

/** "and who comes second", "and the next one": a later place of the order by which the answer before found the first. */
export function atLaterPlace(form: LogicalForm, said: string): LogicalForm | null {
  if (form.order.length === 0 || form.per !== undefined || form.combine !== null) return null;
  const before = form.offset ?? 0;
  const place = LATER_PLACES.get(said);
  if (form.limit !== 1)
    return place === undefined || form.order.every(({ by }) => by.kind === "bucket")
      ? null
      : { ...form, limit: 1, offset: before + place };
  const offset = said === "next" ? before + 1 : place;
  return offset === undefined ? null : { ...form, offset };
}

/** "who comes second", "the runner-up", "and the second most common": what captures the place. */
export const LATER_PLACE =
  /^(?:and )?(?:(?:who|which|what)(?: one)? (?:comes|came|is|was|are|were)(?: in)? |what about |how about )?(?:the )?(second|third|fourth|2nd|3rd|next)(?: (?:most|least|highest|lowest|best|biggest|largest) ?(?:common|frequent|popular|often)?| after (?:that|him|her|it|them))?(?: one| place)?$/;

/** "how many orders did the first one place": the one at that place of a list that has an order, alone. */
export function placeMeant(text: string, form: LogicalForm): { said: string; form: LogicalForm } | null {
  const [said, which] = /\bthe (first|top|second|2nd|third|3rd) one\b/i.exec(text) ?? [];
  if (said === undefined || which === undefined || form.order.length === 0 || form.limit === 1) return null;
  if (form.per !== undefined || form.combine !== null || LATER_PLACE.test(text)) return null;
  const offset = (form.offset ?? 0) + (LATER_PLACES.get(which.toLowerCase()) ?? 0);
  return { said, form: { ...form, limit: 1, ...(offset > 0 && { offset }) } };
}
