import type { Mention } from "../../link/mention.ts";
import { nameInFull } from "../../catalog/columns.ts";
import { isUnique } from "../../catalog/guessed-keys.ts";
import type { Cases } from "../cases.ts";
import type { Reader } from "../reader.ts";
import { bestScore, isCue, isEnd, isTable, schemaOf } from "../reader.ts";
import type { OutputWish } from "../sketch.ts";
import { endsClause, type Named } from "./named.ts";
import { done } from "./states.ts";

/** A column's name that is a verb here, or stands for the rows: it is not what is shown. */
export const verbAndRowCases: Cases<Named> = [
  {
    name: "verb before “most”",
    recognises: "what the rows that “which” asks for do most, whatever day is called so",
    example: "which shop opens the most boxes",
    read({ reader: { items, sketch, tokens }, mention, start }) {
      const asked = schemaOf(items[1]);
      const isRows = (asked !== null && isTable(asked)) || items[1]?.kind === "value";
      const isWhich = /^(?:which|what)$/i.test(items[0]?.text ?? "") && isRows;
      if (!isWhich || start !== 2 || sketch.outputs.length > 0 || !isCue(items[3], "quantifier")) return null;
      const verb = tokens[mention.start]?.lower ?? "";
      // "which technician completed the most jobs this year": by the day of that name; of all time, those without it would count.
      if (verb.endsWith("ed") && isDayOfCounted(mention, schemaOf(items[4])))
        return items.some((item) => item.kind === "date") ? {} : { lost: [mention.text] };
      // "which grower produced the most fruit", where fruit is a product.
      const isOtherWord =
        verb.endsWith("ed") &&
        mention.end === mention.start + 1 &&
        !mention.columns.some(({ column }) => column.words.includes(verb));
      return isOtherWord || isVerbOfDay(mention, verb) ? {} : null;
    },
  },
  {
    name: "verb of the rows",
    recognises:
      "a verb that is hardly a column's name, after the rows that “which” asks for: it is not what is asked for",
    example: "which gardens pay the highest rent, where staff have pay",
    read({ reader, mention, start }) {
      const { items, sketch, tokens } = reader;
      const asked = schemaOf(items[1]);
      const isWhich = /^(?:which|what)$/i.test(items[0]?.text ?? "") && asked !== null && isTable(asked);
      if (!isWhich || start < 2 || sketch.outputs.length > 0 || bestScore(mention) >= 0.6) return null;
      const [token, before] = [tokens[mention.start], tokens[mention.start - 1]];
      const isVerb =
        before?.lower === "to" ||
        (mention.start === asked.end && /^(?:pays?|earns?|charges?)$/.test(token?.lower ?? ""));
      if (token === undefined || !isVerb || mention.end > mention.start + 1) return null;
      const isRanked = isCue(items[start + 1], "superlative", "quantifier");
      return isRanked ? {} : { unknown: [{ text: token.text, capitalised: false, token: mention.start }] };
    },
  },
  {
    name: "rows by their key",
    recognises: "a key after “of” and what is shown, not called a number or a code: the rows it stands for",
    example: "the names of the host cities, where a fair has a host_city_id",
    read({ reader, mention, start }) {
      const [link] = mention.columns;
      const isCalledKey = /\b(?:ids?|codes?|numbers?|nos?|keys?)\b/i.test(mention.text);
      if (link === undefined || !link.column.isKey || isCalledKey || reader.zone !== "focus") return null;
      const last = reader.sketch.outputs.at(-1);
      if (last?.kind !== "column" || !isShownOf(reader, start, last)) return null;
      return { tables: [{ mention: { ...mention, tables: [{ table: link.column.table, score: 0.9 }], columns: [] } }] };
    },
  },
  {
    name: "verb at the end",
    recognises: "what somebody does to what is asked for, where a day is called so",
    example: "what fee does Mira Holt pay",
    read({ reader, mention, start, next }) {
      const asks = reader.tokens.slice(1, mention.start).some(({ lower }) => /^(?:does|do|did)$/.test(lower));
      const isVerb = mention.end === mention.start + 1 && mention.columns[0]?.column.isDate === true;
      const { outputs, part } = reader.sketch;
      return asks && isVerb && isEnd(next) && start > 2 && outputs.length > 0 && part === null ? {} : null;
    },
  },
  {
    name: "done by somebody",
    recognises:
      "rows and what is done to them, by which a key or a column is called, before “by” and a value: those rows",
    example: "jobs sold by Mira Holt, where a job has a sold_by",
    read({ reader: { items, sketch, tokens }, mention, start, next }) {
      const [link] = mention.columns;
      const said = tokens.slice(mention.start, mention.end);
      const by = items[start + 2];
      if (link === undefined || by?.kind !== "value" || sketch.tables.length > 0 || !isCue(next, "by")) return null;
      const isHeld = by.mention.values.some(({ column }) => column === link.column);
      const isDone = (link.column.isForeign || isHeld) && nameInFull(link.column).endsWith(" by");
      if (!isDone || !said.some((token) => link.column.table.stems.includes(token.stem))) return null;
      return { tables: [{ mention: { ...mention, tables: [{ table: link.column.table, score: 1 }], columns: [] } }] };
    },
  },
  {
    name: "whose it is",
    recognises: "a text after “of” and what is shown, before what restricts the rows: it stands for the rows",
    example: "the motto of the school with the most pupils, where a school is a column",
    read({ reader, mention, start, next }) {
      const last = reader.sketch.outputs.at(-1);
      const [link] = mention.columns;
      const isRows = link !== undefined && link.score >= 0.95 && link.column.isText && mention.values.length === 0;
      if (last?.kind !== "column" || !isRows || reader.zone !== "focus" || !isShownOf(reader, start, last)) return null;
      if (
        !(link.column.table.label.includes(link.column) || isUnique(link.column)) ||
        !isCue(next, "relative", "named")
      )
        return null;
      return { state: { pending: mention } };
    },
  },
  {
    name: "what they are",
    recognises: "a key's noun after “who are”, at the end: those to whom rows refer, which nothing here restricts",
    example: "employees who are managers, where others have a manager_id",
    read({ mention, previous, next }) {
      const isNoun = isCue(previous, "relative") && /\b(?:is|are|was|were)$/i.test(previous?.text ?? "");
      const isKey = mention.columns[0]?.column.isForeign === true && bestScore(mention) < 0.9;
      return isNoun && isKey && endsClause(next) ? { lost: [mention.text] } : null;
    },
  },
  {
    name: "verb before a value",
    recognises: "a verb of a condition, hardly a column's name, right before a value that no such column holds",
    example: "students who are new and play chess, where a team has games_played",
    read({ reader, mention, previous, next }) {
      const isVerb = mention.end === mention.start + 1 && bestScore(mention) < 0.6 && mention.tables.length > 0;
      const isLed = isCue(previous, "and", "relative", "question");
      if (reader.zone !== "modifier" || !isVerb || !isLed || next?.kind !== "value") return null;
      const { values } = next.mention;
      const isHeld =
        values.length === 0 || values.some(({ column }) => mention.columns.some((link) => link.column === column));
      return next.start === mention.end && !isHeld ? {} : null;
    },
  },
  {
    name: "done in a time",
    recognises:
      "a participle that is a day's name, between a kind of rows and a time: the day by which they are placed",
    example: "leak repairs completed in May, where a repair is a kind of job",
    read({ reader: { sketch }, mention, previous, next }) {
      const [link] = mention.columns;
      const isDay = link !== undefined && link.score >= 0.6 && link.column.isDate && done.test(mention.text);
      if (!isDay || sketch.outputs.length > 0 || previous?.kind !== "value" || next?.kind !== "date") return null;
      const tables = [{ mention: { ...mention, tables: [{ table: link.column.table, score: 1 }], columns: [] } }];
      return { tables, state: { pending: mention, zone: "modifier" } };
    },
  },
];

/** True where “of” stands between what is shown and this place: "the names of all the …". */
function isShownOf({ items }: Reader, start: number, last: OutputWish): boolean {
  let before = start - 1;
  while (isCue(items[before], "noise", "everything")) before--;
  return before === last.at + 1 && isCue(items[before], "preposition") && /^of\b/i.test(items[before]?.text ?? "");
}

/** True for the name of a day that the rows which are counted may have. */
const isDayOfCounted = ({ columns, start, end }: Mention, counted: Mention | null): boolean =>
  end === start + 1 &&
  columns.some(
    ({ column, score }) =>
      score >= 0.9 && column.isDate && column.source.nullable && column.table === counted?.tables[0]?.table,
  );

/** "opens", "ships" where a day is called "opened_at", "shipped_on": a verb, as no thing has several such days. */
const isVerbOfDay = ({ columns, start, end }: Mention, said: string): boolean =>
  end === start + 1 && /[^s]s$/.test(said) && columns.some(({ column, score }) => score >= 0.9 && column.isDate);
