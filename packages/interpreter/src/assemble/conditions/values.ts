import type { CatalogColumn, CatalogTable } from "../../catalog/catalog.ts";
import { holdsKinds } from "../../catalog/columns.ts";
import { severalIn } from "../../catalog/several-values.ts";
import { isToOne } from "../../catalog/joins.ts";
import { columnExpression } from "../../resolve/measures.ts";
import type { Context } from "../../resolve/context.ts";
import { columnOf, valueOf } from "../../resolve/columns.ts";
import { explain, tableOf } from "../../resolve/context.ts";
import { reportsTo } from "../../resolve/self-key.ts";
import type { ColumnExpression, Condition } from "../../form/logical-form.ts";
import type { Place, Placed } from "./place.ts";
import { toward } from "./toward.ts";
import type { Mention } from "../../link/mention.ts";
import { isKindOfNames } from "../../link/values.ts";
import type { FilterWish } from "../../read/sketch.ts";

/** Values by which rows are numbered: "PX100049". */
const isNumbered = ({ source: { values } }: CatalogColumn): boolean =>
  values.length >= LEAST_NUMBERED && values.every((value) => /\d/.test(value));

/** So many values, each with a digit in it, are no chance. */
const LEAST_NUMBERED = 3;

/** Names of rows that the question's own rows belong to, where there are more of them than were looked at. */
function namedElsewhere(context: Context): CatalogColumn | null {
  const { subject, catalog } = context;
  if (subject === null) return null;
  const parents = catalog.tables.filter(
    (table) =>
      table !== subject &&
      table.label.length === 1 &&
      table.label[0]?.source.values_complete === false &&
      isToOne(catalog, subject, table),
  );
  return parents.length === 1 ? (parents[0]?.label[0] ?? null) : null;
}

/** The column that was named, or the name of the rows that were; a text is not the number of a row: "the song 'Blue Train'". */
function targetOf(target: Mention, text: string, context: Context, near: CatalogTable | null): CatalogColumn | null {
  const column = columnOf(target, context, { near, kind: "text" });
  const isKeyOfText = column?.isNumber === true && Number.isNaN(Number(text));
  return isKeyOfText || column === null ? (tableOf(target, context)?.label[0] ?? column) : column;
}

type Found = ReturnType<typeof valueOf>;

/** "price for class B customers", of prices that have a customer class of their own: theirs, rather than that of customers who bought the thing. */
function ownValue(found: Found, wish: FilterWish & { kind: "value" }, { subject, catalog }: Context): Found {
  if (found === null || subject === null || found.column.table === subject || wish.negated) return found;
  if (isToOne(catalog, subject, found.column.table)) return found;
  const own = subject.columns.find(
    ({ name, isText, isKey, isPrimary, source }) =>
      isText &&
      !isKey &&
      !isPrimary &&
      wish.target?.columns.some(({ column }) => column.table === subject && column.name === name) === true &&
      name === found.column.name &&
      found.values.every((value) => source.values.includes(value)),
  );
  return own === undefined ? found : { ...found, column: own };
}

/** "desks": whatever is called so last, as far as no other name ends with the same letters. */
function ofOneKind({ column, values }: NonNullable<Found>, said: Mention, left: ColumnExpression): Condition | null {
  if (!isKindOfNames(said.values)) return null;
  const words = said.text.split(/\s+/).length;
  const text = String(values[0]).toLowerCase().split(/\s+/).slice(-words).join(" ");
  const ending = column.source.values.filter((value) => value.toLowerCase().endsWith(text));
  return ending.length === values.length ? { kind: "like", left, place: "ends", text, negated: false } : null;
}

/** "Ireland", where only “Northern Ireland” is stored: another place may have been meant, so that it is said. */
function tellPart({ text, quoted }: Mention, { column, values }: NonNullable<Found>, { notes }: Context): void {
  const [value, ...more] = values;
  if (value === undefined || more.length > 0 || quoted) return;
  const [said, stored] = [text.toLowerCase(), value.toLowerCase()];
  if (!QUALIFIED.test(stored)) return;
  if (!holdsKinds(column) || !stored.endsWith(` ${said}`)) return;
  notes.assumptions.push(`“${text}” is read as “${value}”, as nothing here is called just “${text}”.`);
}

/** Words that make another place, or another kind, of what follows them. */
const QUALIFIED =
  /^(?:north|south|east|west|northern|southern|eastern|western|new|old|upper|lower|central|inner|outer|non|semi|half|pre|post|anti|great|greater|little)\b/;

export function valueCondition(
  wish: FilterWish & { kind: "value" },
  context: Context,
  { near, same }: Place,
): { condition: Condition; column: CatalogColumn | null } | null {
  const found = ownValue(
    valueOf(wish.mention, context, {
      target: wish.target,
      near,
      same: wish.connector === null ? null : same,
      preposition: wish.preposition,
    }),
    wish,
    context,
  );
  if (found !== null) {
    const role = reportsTo(found.column, context, wish.preposition);
    if (role !== null) explain(context, ({ text }) => /^report(?:s|ing)?$/i.test(text));
    const left: ColumnExpression = { ...columnExpression(found.column), ...(role === null ? {} : { role }) };
    const [only, ...more] = found.values;
    tellPart(wish.mention, found, context);
    // "Phone" is what "Phone, Mail" says, too.
    const isPart = only !== undefined && more.length === 0 && severalIn(found.column) !== null;
    const condition: Condition = isPart
      ? { kind: "like", left, place: "contains", text: only, negated: false }
      : only !== undefined && more.length === 0
        ? { kind: "compare", left, operator: "=", right: { kind: "literal", value: only } }
        : (ofOneKind(found, wish.mention, left) ?? { kind: "among", left, values: found.values, negated: false });
    return { condition: toward(condition, wish.preposition, context) ?? condition, column: found.column };
  }
  // Not among the sampled values: the column named beside it, or the name of the table named beside it.
  const column =
    wish.target !== null
      ? targetOf(wish.target, wish.mention.text, context, near)
      : (near?.label[0] ?? context.subject?.label[0] ?? namedElsewhere(context));
  return column === null ? null : unseenValue(wish, column);
}

/** A value that was not seen among those that were looked at. */
function unseenValue(
  { mention: { text }, target }: FilterWish & { kind: "value" },
  column: CatalogColumn,
): Placed | null {
  // "parcels from Leeds to York", whose only names are numbers of theirs
  if (target === null && isNumbered(column) && !/\d/.test(text)) return null;
  const left = columnExpression(column);
  if (!column.isNumber) return { condition: { kind: "like", left, place: "equals", text, negated: false }, column };
  const value = Number(text);
  if (Number.isNaN(value)) return null;
  return { condition: { kind: "compare", left, operator: "=", right: { kind: "literal", value } }, column };
}
