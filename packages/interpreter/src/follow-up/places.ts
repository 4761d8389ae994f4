import { isPerson } from "../catalog/persons.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Condition, LogicalForm } from "../form/logical-form.ts";
import { emptyForm } from "../form/visit.ts";
import { thing } from "../explain/column-words.ts";
import { columnExpression } from "../resolve/measures.ts";
import { placeMeant } from "./later-places.ts";
import type { Referring } from "./referring.ts";
import { rowsMeant, type RowsMeant } from "./rows-meant.ts";

/** The longest question in which nothing else is named that "it" may stand for. */
export const MOST_WORDS_OF_ONE = 7;

/** "how many people work there", "parcels sent from there" */
const AT_A_PLACE =
  /^(?:and )?((?:.+? )?(?!(?:is|are|was|were|be|been|get|got|go|went|come|came|out|over|up|any|in|from|at|to)\b)[\w-]+?)(?: works?| worked| lives?)?(?: (?:in|from|at|to))? there((?: (?:in|on|this|last|since|during|by|per|today|yesterday|so far)\b.*)?)$/i;

/** "what canoes are there", of the one pier that was shown */
const WHAT_IS_THERE = /^(?:and )?((?:what|which) [\w-]+(?: [\w-]+)?) (?:are|were) there$/i;

/** "how much does it bring in", "which customer is it from" */
const MEANS_IT =
  /\b(?:does|did|has) it (?:bring in|brought in|make|made|earn|earned|generated?|sell|sold|cost)\b|(?<=^(?:which|what) \w+(?: \w+)?) (?:is|was|does|did) it (?:from|on|in|for|by|with|belong to|come from)$/i;

/** "spend for the same time", "clicks in the same months" */
export const AT_THE_SAME_TIME =
  / (?:for|in|over|during|at) (?:the|that|this|those|these) same (?:time|period|dates?|days?|weeks?|months?|quarters?|years?|range|span|time ?(?:frame|span|range)|time period)(?=[?.!\s]*$)/i;

/** "orders from them", "how many people work there", where nothing was said before that it may stand for. Null for any other question. */
export function speaksOfBefore(text: string, { tables }: Catalog): string | null {
  const plain = text
    .trim()
    .replace(/[?.!\s]+$/, "")
    .replace(TIME_AT_END, "");
  const [time] = AT_THE_SAME_TIME.exec(plain) ?? [];
  if (time !== undefined) return time.trim();
  if (plain.split(/\s+/).length > MOST_WORDS_OF_ONE) return null;
  const [, subject] = SUBJECT_UNSAID.exec(plain) ?? [];
  if (subject !== undefined) return subject;
  // Of one table, they are its rows.
  const [, person] = tables.length > 1 ? (WHO_IS_MEANT.exec(plain) ?? []) : [];
  if (person !== undefined) return person;
  const [, whose] = tables.length > 1 ? (WHOSE_IS_MEANT.exec(plain) ?? []) : [];
  if (whose !== undefined) return whose;
  const [made] = MEANS_IT.exec(plain) ?? [];
  if (made !== undefined) return made;
  const isLonger = (words: string) => /\b(?:and|or|with|who|which|that|where)\b.* |,/i.test(words);
  // "who is the contact there"
  const isPlace = /\bthere\b/i.test(plain) && !isLonger(plain.replace(/^(?:and )?(?:who|which)\b/i, ""));
  if (isPlace && AT_A_PLACE.test(plain)) return "there";
  return isLonger(plain) ? null : ofThem(plain, tables.length > 1);
}

/** "how many of them", where there are several kinds of rows, "from them" at the end. */
function ofThem(plain: string, isOfSeveral: boolean): string | null {
  const [, some] = isOfSeveral ? (SOME_OF_THEM.exec(plain) ?? []) : [];
  return some ?? OF_THEM_AT_END.exec(plain)?.[0] ?? null;
}

/** "how many of them are in Germany" */
const SOME_OF_THEM = /^(?:and )?(?:how many|which|what share|what percentage) of (them|those|these)(?! [a-z]+s\b)/i;

const OF_THEM_AT_END = /\b(?:from|of|for|by|to) (?:it|them|those|these)$/i;

/** "how much did we sell of them last year" */
const TIME_AT_END =
  / (?:(?:this|last) (?:year|quarter|month|week)|in (?:(?:19|20)\d\d|[A-Z][a-z]+)|so far|today|yesterday|overall|in total)$/;

/** "how much did they spend last year", "where is she from" */
const WHO_IS_MEANT =
  /^(?:and )?(?:how (?:much|many|often|long|old)(?: \w+)?|what|when|where|why|which \w+) (?:did|do|does|have|has|had|are|were|is|was) (they|he|she)\b/i;

/** "their total revenue", "show me his orders" */
const WHOSE_IS_MEANT =
  /^(?:and )?(?:(?:what|which|how (?:much|many)|show|list|give|tell)(?: me)?(?:'s| is| are| was| were)? )?(their|his|her) (?!.*\b(?:and|or|who|which|that|where|than)\b)/i;

/** "was it full", "does that include returns" */
const SUBJECT_UNSAID =
  /^(?:is|was|are|were|does|do|did|has|have|had|can|will) (it|they|he|she|(?:this|that|these|those)(?= (?:includ|cover|contain|mean|count|also|still)\w*\b))\b(?!.*(?:,| and ))/i;

/** "what is the email of the second one", "how many people work there": of one row alone. Null for any other question. */
export function atOnePlace(text: string, earlier: LogicalForm, catalog: Catalog): Referring | null {
  const place = placeMeant(text, earlier);
  if (place !== null) {
    const rows = rowsMeant(place.form, catalog);
    const name = rows === null ? place.said : `the ${thing(rows.table.called)}`;
    return { text: text.replace(place.said, name), rows, pronoun: place.said, at: place.form, asksForOthers: false };
  }
  const [, what, when = ""] =
    (/\bthere\b/i.test(text) && ((earlier.limit === 1 ? WHAT_IS_THERE.exec(text) : null) ?? AT_A_PLACE.exec(text))) ||
    [];
  if (what === undefined) return columnOfOne(text, earlier, catalog);
  const rows = placeSpokenOf(earlier, catalog);
  return { text: what + when, rows, pronoun: "there", isPlace: true, asksForOthers: false };
}

/** "what instrument" after the one teacher who was shown: hers, whatever else is called so. */
function columnOfOne(text: string, earlier: LogicalForm, catalog: Catalog): Referring | null {
  const [, said] = /^(?:and )?(?:what|which) (\w+(?: \w+)?)$/i.exec(text) ?? [];
  const rows = said === undefined || earlier.limit !== 1 ? null : rowsMeant(earlier, catalog);
  const name = said?.toLowerCase();
  if (name === undefined || rows?.table.columns.some(({ words }) => words.join(" ") === name) !== true) return null;
  return { text: `${name} of the ${thing(rows.table.called)}`, rows, pronoun: text, asksForOthers: false };
}

/** What "there" stands for: the one that was shown, or the one that the rows spoken of are restricted to. Null where it is none. */
function placeSpokenOf(form: LogicalForm, catalog: Catalog): RowsMeant | null {
  if (form.limit === 1) return rowsMeant(form, catalog);
  const places = form.where.flatMap((one) => placeIn(one, catalog) ?? []);
  return places.length === 1 ? (places[0] ?? null) : null;
}

/** "did he leave a review" after the rentals of one renter: the person to whom an answer is restricted. Null where it is none. */
export function personSpokenOf(form: LogicalForm, catalog: Catalog): RowsMeant | null {
  const people = form.where.flatMap((one) => placeIn(one, catalog) ?? []).filter(({ table }) => isPerson(table));
  return people.length === 1 ? (people[0] ?? null) : null;
}

/** "of the depot with the most parcels", "in Germany" */
function placeIn(condition: Condition, { byName }: Catalog): RowsMeant | null {
  if (condition.kind !== "within" && condition.kind !== "compare") return null;
  const { left } = condition;
  const table = left.kind === "column" ? byName.get(left.table) : undefined;
  const [key, ...more] = table?.primaryKey ?? [];
  if (left.kind !== "column" || table === undefined || key === undefined || more.length > 0) return null;
  if (condition.kind === "within")
    return condition.form.limit === 1 && left.column === key.name && !condition.negated
      ? { table, where: null, keys: condition.form }
      : null;
  const isValue = condition.operator === "=" && condition.right.kind === "literal";
  if (!isValue || table.columns.find(({ name }) => name === left.column)?.isText !== true) return null;
  const keys = { ...emptyForm(table.name), outputs: [{ expression: columnExpression(key), name: key.name }] };
  return { table, where: [condition], keys: { ...keys, where: [condition] } };
}
