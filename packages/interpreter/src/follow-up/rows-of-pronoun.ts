import type { Catalog } from "../catalog/catalog.ts";
import { isPerson } from "../catalog/persons.ts";
import { endDay } from "../catalog/running-rows.ts";
import { thing, things } from "../explain/column-words.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { isAggregate } from "../form/visit.ts";
import { personSpokenOf } from "./places.ts";
import { rowsCounted, rowsMeant, type RowsMeant } from "./rows-meant.ts";

/** What no thing is called. */
export const OF_A_PERSON = /\b(?:s?he|his|him|her)\b/i;

/** What people do and have, and things do not. */
const DONE_BY_PEOPLE =
  /\btheir (?:(?:last|first|latest|next|previous|most recent|other|total|average) )?(?:orders?|purchases?|visits?|bookings?|spend(?:ing)?|emails?|address|phone)\b|\b(?:did|do|have|had) they (?:(?:last|first|also|usually|ever) )?(?:order|buy|bought|spend|spent|pay|paid|book|visit|rent|sign up|join|ordered|booked)\b/i;

/** "did she pay"; "when was their last order" after what one customer bought, as no product orders anything. Null where nobody is meant. */
function personMeant(
  text: string,
  [shown, counted]: readonly [RowsMeant | null, RowsMeant | null],
  earlier: LogicalForm,
  catalog: Catalog,
): RowsMeant | null {
  const arePeople = (rows: RowsMeant | null) => rows !== null && isPerson(rows.table);
  if (OF_A_PERSON.test(text)) return [shown, counted].find(arePeople) ?? personSpokenOf(earlier, catalog);
  return DONE_BY_PEOPLE.test(text) && !arePeople(shown) ? personSpokenOf(earlier, catalog) : null;
}

/** The rows that a pronoun stands for: those that were shown, or were counted by groups where these are meant. */
export function rowsOf(text: string, earlier: LogicalForm, catalog: Catalog): RowsMeant | null {
  const [shown, counted] = [rowsMeant(earlier, catalog), rowsCounted(earlier, catalog)];
  const person = personMeant(text, [shown, counted], earlier, catalog);
  if (person !== null || OF_A_PERSON.test(text)) return person;
  if (/\bthe (?:most|least|fewest) of (?:them|these|those)\b/i.test(text)) return counted ?? shown;
  const isOfEach =
    /^(?:and )?(?:how many (?:of (?:them|these|those)|are|were|have|had)\b|(?:list|show|give|name|see)(?: me)? (?:them|those|these)$)/i.test(
      text,
    );
  const lasts =
    /^(?:and )?how long (?:did|do|does|have|had) /i.test(text) && counted !== null && endDay(counted.table) !== null;
  const asksWho = /^(?:and )?who (?:are|were) /i.test(text) && counted !== null && isPerson(counted.table);
  // "how many of them are from Oslo" of the best customers by revenue: what they paid by is no one's number of anything.
  const isSummed = /^(?:and )?how many/i.test(text) && figureFn(earlier) !== "count";
  const isCounted =
    (isOfEach && !(isSummed && shown !== null)) || lasts || (asksWho && (shown === null || !isPerson(shown.table)));
  return isCounted ? (counted ?? shown) : (shown ?? counted);
}

/** What rows are called: one of them, many, and each of several. */
export function namesOf(rows: RowsMeant): { one: string; many: string; each: string } {
  const one = thing(rows.table.called);
  return { one, many: things(rows.table.called), each: isOneRow(rows) ? "" : ` by ${one}` };
}

/** True where no more than one row is meant: the first of an order, or one that is called by its name. */
const isOneRow = ({ table, where, keys }: RowsMeant): boolean =>
  keys.limit === 1 ||
  (where ?? []).some(
    (one) =>
      one.kind === "compare" &&
      one.operator === "=" &&
      one.left.kind === "column" &&
      one.left.table === table.name &&
      table.label.some(({ name }) => one.left.kind === "column" && name === one.left.column),
  );

/** What the first figure of an answer does with its rows. */
function figureFn({ outputs }: LogicalForm): string | null {
  const figure = outputs.find(({ expression }) => isAggregate(expression))?.expression;
  return figure?.kind === "aggregate" ? figure.fn : null;
}
