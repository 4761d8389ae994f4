import { stem } from "../language/inflection.ts";
import type { ColumnLink } from "../link/mention.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import type { Sketch } from "../read/sketch.ts";

/** From here on words are a column's name, and hardly anything else. */
const NAMED_SCORE = 0.9;
/** Columns that fit the words so much worse than the best are not what was meant. */
const NEAR_SCORE = 0.35;

/**
 * Numbers, and the last word of what rows came from, that a question calls by their names and that its form uses nowhere: "revenue vs quantity" answered by the revenue alone. Only
 * one in five such answers was right. Days are called like what was done, and may be another word for what the form says.
 */
export function columnsWithoutPlace({ names, said, groups }: Sketch, form: LogicalForm): string[] {
  const isIn = (part: unknown) => {
    const written = JSON.stringify(part);
    return (links: readonly ColumnLink[]) =>
      links.some(({ column }) => written.includes(`"column":${JSON.stringify(column.name)}`));
  };
  const [isWritten, isCondition] = [isIn(form), isIn([form.where, form.having])];
  // "older than 60 days", where something else is kept in days
  const told = names.filter(({ text }) => !(isUnit(text) && isTimed(said, form)));
  return told.flatMap(({ text, end, columns, tables, owners }) => {
    const best = columns[0];
    // "on the enterprise plan", where no plan is called so: whatever else the word may stand for says nothing of it.
    if (said.words("on a plan")[1] === text && tables.length === 0 && !isCondition(columns)) return [text];
    // "jobs that ended" of an ended_early_on, where nothing restricts the jobs
    const isDropped = best !== undefined && tables.length === 0 && !isWritten(columns) && !isReadBy(best, form);
    const isState = owners.length === 0 && end === said.length && groups.length === 0;
    if (isDropped && (restricts(best, text, form) || (isState && isOfAllRows(best, form)))) return [text];
    if (best === undefined || best.score < NAMED_SCORE || tables.length + owners.length > 0) return [];
    const near = columns.filter(({ score }) => score >= best.score - NEAR_SCORE);
    // "how many customers came from email": that they have an address says nothing of it.
    const isOrigin = best.column.isText && said.words("where from")[1] === text;
    return (isFigure(best) || isOrigin) && !isWritten(near) ? [text] : [];
  });
}

/** "employees and their managers": rows that are read by way of that key. */
const isReadBy = ({ column }: ColumnLink, form: LogicalForm): boolean =>
  column.isForeign && JSON.stringify(form).includes(`"${column.name}"`);

/** "lessons that substitutes gave", of which an empty key says who they are: that is not all lessons. */
const isRole = ({ column }: ColumnLink, text: string): boolean =>
  column.isForeign &&
  column.source.nullable &&
  stem(text) === column.stems[0] &&
  column.stems.slice(1).every((word) => word === "id");

const isUnit = (text: string): boolean => /^(?:hour|day|week|month)s?$/i.test(text);

/** True where the form has the time that is counted in such units. */
const isTimed = (said: Sketch["said"], { where }: LogicalForm): boolean =>
  (said.has("an age in days") && where.some(({ kind }) => kind === "period")) ||
  (said.has("a limit of time") && JSON.stringify(where).includes('"elapsed"'));

/** A verb that is the name of a day which not all rows have, or which others have: "how many patients are admitted", of visits. */
const isDeed = ({ column }: ColumnLink, text: string, { subject }: LogicalForm): boolean =>
  column.isDate &&
  (column.source.nullable || column.table.name !== subject) &&
  /^(?!.*\b(?:date|day|time)\b).*(?:ed|sent|sold|paid|left|done)$/i.test(text);

/** Also what holds or does not: nobody asks for it, it says of which rows. */
const restricts = (best: ColumnLink, text: string, form: LogicalForm): boolean =>
  best.column.isFlag || ((isDeed(best, text, form) || isRole(best, text)) && isAllRows(form));

const isAllRows = ({ where, having, order, groups, joins, combine }: LogicalForm): boolean =>
  where.length + having.length + order.length + groups.length + joins.length === 0 && combine === null;

/** All rows of one kind: "classes that are full", of which nothing is kept, are not all classes, whatever else is called full. */
const isOfAllRows = ({ column }: ColumnLink, form: LogicalForm): boolean =>
  !column.isForeign &&
  isAllRows(form) &&
  form.outputs.every(({ expression }) => expression.kind === "column" && expression.table === form.subject);

const isFigure = ({ column: { isNumber, isDate, isKey, isForeign } }: ColumnLink): boolean =>
  isNumber && !isDate && !isKey && !isForeign;
