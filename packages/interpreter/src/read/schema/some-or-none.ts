import type { Mention } from "../../link/mention.ts";
import type { Cases } from "../cases.ts";
import type { Reader } from "../reader.ts";
import { isCue } from "../reader.ts";
import { endsClause, type Named } from "./named.ts";
import { someOf } from "./flags.ts";
import { done, isState } from "./states.ts";

/** What a column may be called by, of which a row has the most or the least. */
const EXTREME = /^(highest|largest|biggest|greatest|longest|lowest|smallest|shortest|maximum|max|minimum|min)\b/i;

/** A column that is a condition by itself: filled or empty, done or not, or called after an extreme. */
export const someOrNoneCases: Cases<Named> = [
  {
    name: "reference missing",
    recognises: "“without” before a column that refers to another table and may be empty",
    example: "employees without a manager",
    read({ reader, mention, start, previous, next }) {
      const link = mention.columns[0];
      // An "a" that is a value of the data stands by itself.
      const before = /^an?$/i.test(previous?.text ?? "") ? reader.items[start - 2] : previous;
      const isLacking = /^(without(?: any| an?)?|with no|has no|have no|no)$/i.test(before?.text ?? "");
      if (!reader.negated || !isLacking || !endsClause(next) || link === undefined || link.score < 0.3) return null;
      const { column } = link;
      if (!column.isForeign || !column.source.nullable || column.isPrimary) return null;
      return { filters: [{ kind: "missing", target: mention, negated: false }], state: { negated: false } };
    },
  },
  {
    name: "extreme by name",
    recognises: "a column that is itself called highest or lowest, at the end of a clause",
    example: "the state that has the highest elevation, where each state's highest is stored",
    read({ reader, mention, start, next }) {
      const said = EXTREME.exec(mention.text)?.[1];
      // "the maximum occupancy" alone is what is asked for.
      const isBound = /^m(?:ax|in)/i.test(said ?? "");
      if (isBound && (reader.zone !== "modifier" || !isCue(reader.items[start - 1], "relative", "preposition")))
        return null;
      if (said === undefined || !endsClause(next) || reader.negated) return null;
      if (!mention.columns.some((link) => link.score >= 0.95)) return null;
      const direction = /^(lowest|smallest|shortest|min|minimum)$/i.test(said) ? "least" : "most";
      const target = { kind: "column", mention, fn: null } as const;
      return { superlatives: [{ direction, limit: null, negated: false, target }] };
    },
  },
  {
    name: "not done",
    recognises: "a verb that is the name of a date that may be empty, in a condition that is negated",
    example: "parcels from Oslo that have not been delivered",
    read({ reader, mention, start, next }) {
      // Of the rows that are spoken of, where others have such a day, too.
      const own = mention.columns.find(
        ({ score, column }) =>
          score >= 0.9 && reader.sketch.tables.some((one) => one.mention.tables[0]?.table === column.table),
      );
      const link = own ?? mention.columns[0];
      const isDay = link !== undefined && link.score >= 0.9 && link.column.isDate && link.column.source.nullable;
      const isLacking = /^(?:without|with no|lacking)\b/i.test(reader.sketch.negation ?? "");
      if (!isDay || !reader.negated || isLacking || !done.test(mention.text)) return null;
      // "donors who never gave": without any gift, rather than with one that has no day.
      const isOwn = reader.sketch.tables.some((one) => one.mention.tables[0]?.table === link.column.table);
      if (!isOwn && !/(ed|sent|sold|paid|made|done|shut|closed|seen)$/i.test(mention.text)) return null;
      if (!endsClause(next) && !isCue(next, "preposition", "by", "group")) return null;
      // "who have not signed in this year": before, or never.
      const after = reader.items[start + 2];
      const dated = isCue(after, "preposition") ? reader.items[start + 3] : after;
      if (isCue(next, "preposition") && dated?.kind === "date") return null;
      const columns = own === undefined ? mention.columns.filter(({ column }) => column.isDate) : [own];
      const target = { ...mention, columns, owners: [] };
      return { filters: [{ kind: "missing", target, negated: false }], state: { negated: false, required: false } };
    },
  },
  {
    name: "done at some time",
    recognises: "a verb of a date that may be empty, at the very end",
    example: "members who left",
    read({ reader, mention, start }) {
      if (!isState(reader, mention, start)) return null;
      const target = { ...mention, columns: mention.columns.filter(({ column }) => column.isDate), owners: [] };
      return { filters: [{ kind: "missing", target, negated: true }], state: { required: false } };
    },
  },
  {
    name: "one but another",
    recognises: "“but a” after a column that is empty: this one is not",
    example: "members with no email but a phone number",
    read({ reader, mention, next }) {
      const { tokens, sketch } = reader;
      const [before, article] = [mention.start - 2, mention.start - 1].map((at) => tokens[at]?.lower);
      const last = sketch.filters.at(-1);
      const isOther = last?.kind === "missing" && !last.negated && before === "but" && /^an?$/.test(article ?? "");
      if (!isOther || !endsClause(next) || mention.columns[0]?.column.source.nullable !== true) return null;
      return { filters: [{ kind: "missing", target: mention, negated: true }], state: { required: false } };
    },
  },
  {
    name: "one and another",
    recognises:
      "“and” after a column that is not empty, right before another: nor is this one; of one that never is, nothing is said",
    example: "members with an email and a phone number",
    read({ reader, mention, next }) {
      const { tokens, sketch } = reader;
      const last = sketch.filters.at(-1);
      const isArticle = /^an?$/.test(tokens[mention.start - 1]?.lower ?? "");
      const isOther = last?.kind === "missing" && last.negated && last.target !== mention && !reader.negated;
      const isNext = isOther && last.target.end === mention.start - (isArticle ? 2 : 1);
      if (!isNext || tokens[last.target.end]?.lower !== "and" || !endsClause(next)) return null;
      const [best] = mention.columns;
      if (best?.column.source.nullable !== true) return { lost: [mention.text] };
      return { filters: [{ kind: "missing", target: mention, negated: true }], state: { required: false } };
    },
  },
  {
    name: "some or none",
    recognises: "“with a”, “without” before a column that may be empty or 0, at the end of a clause",
    example: "orders with a discount",
    read({ reader, mention, start, next }) {
      const isTimed = next?.kind === "date" && mention.columns[0]?.column.isDate === false;
      const isWhole =
        isTimed || endsClause(next) || isCue(next, "by", "group", "bucket") || isOtherNext(reader, mention, start);
      const filter = isWhole ? someOf(reader, mention, start) : null;
      // "without a discount last month": the time is none that is denied.
      return filter === null ? null : { filters: [filter], state: isTimed ? { negated: false } : {} };
    },
  },
];

/** "bookings with children in suites": what comes next restricts by something else. */
function isOtherNext({ items }: Reader, { columns: [best] }: Mention, start: number): boolean {
  const value = items[start + 2];
  if (!isCue(items[start + 1], "preposition") || value?.kind !== "value" || best?.column.isNumber !== true)
    return false;
  return value.mention.values.every(({ column }) => column !== best.column);
}
