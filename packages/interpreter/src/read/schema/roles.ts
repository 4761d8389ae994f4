import type { CatalogColumn } from "../../catalog/catalog.ts";
import type { Item } from "../../link/item.ts";
import { singular } from "../../language/words.ts";
import type { Cases } from "../cases.ts";
import { isCue, isEnd, type Reader } from "../reader.ts";
import { endsClause, type Named, ownersOf } from "./named.ts";

/** "mentor", where the key is a mentor_id; "parent" of a firm's parent_firm_no. */
function isKeyCalled({ isForeign, words, table }: CatalogColumn, said: string): boolean {
  const whole = words.filter((word) => !/^(?:id|number|no|code)$/.test(word));
  const role = whole.filter((word) => !table.words.includes(word));
  const name = singular(said.toLowerCase());
  return isForeign && (whole.join(" ") === name || role.join(" ") === name);
}

const isOfRows = ({ sketch }: Reader, { table }: CatalogColumn): boolean =>
  sketch.tables.some(({ mention }) => mention.tables[0]?.table === table);

/** "with a substitute in 2025" */
function isBeforeTime(items: readonly Item[], next: Item | undefined): boolean {
  const then = next !== undefined && isCue(next, "preposition") ? items[items.indexOf(next) + 1] : next;
  return then?.kind === "date" || (then?.kind === "number" && then.year !== null);
}

/** "who have a mentor", "with mentors": of what only a key says, it is enough that it stands after "with". */
function isHad({ tokens, at, items }: Reader, previous: Item | undefined, isKey: boolean): boolean {
  const words = previous?.text.toLowerCase() ?? "";
  const article = tokens[(items[at]?.start ?? 0) - 1]?.lower ?? "";
  const isAny = /^(?:an?|any|some)$/.test(article);
  if (/^(?:(?:who|that|which) )?(?:have|has|had|having)(?: an?| any| some)?$/.test(words)) return isAny;
  return isKey && /^(?:with|belongs? to|belonging to)(?: an?| any| some)?$/.test(words);
}

/** Keys that say who has a part in a row, as what a row may have. */
export const roleCases: Cases<Named> = [
  {
    name: "has one",
    recognises: "a column that may be empty, after “have a” at the end: those of whom it is kept",
    example: "which gardeners have a mentor, where a mentor is another gardener's number",
    read({ reader, mention, previous, next }) {
      const [link, ...others] = mention.columns;
      if (link === undefined || !link.column.source.nullable || link.column.isFlag) return null;
      const isKey = isKeyCalled(link.column, mention.text) && isOfRows(reader, link.column);
      if (link.score < 0.95 && !isKey) return null;
      const isEnding =
        isEnd(next) ||
        (isKey && (endsClause(next) || isCue(next, "by", "group", "bucket") || isBeforeTime(reader.items, next)));
      if (!isHad(reader, previous, isKey) || !isEnding || others.some(({ score }) => score >= link.score)) return null;
      if (mention.tables.some(({ score }) => score >= 0.95)) return null;
      return {
        tables: ownersOf(mention),
        filters: [{ kind: "missing", target: { ...mention, owners: [] }, negated: !reader.negated }],
        state: { negated: false, zone: "modifier" },
      };
    },
  },
  {
    name: "those of one role",
    recognises: "several of whoever an empty key says, after what is counted: the rows that have one",
    example: "how many shifts did substitutes work, where shifts have a substitute_id",
    read({ reader, mention, previous, next }) {
      const [link, ...others] = mention.columns;
      if (link === undefined || others.length + mention.tables.length > 0 || !link.column.source.nullable) return null;
      const { items, sketch, tokens, at } = reader;
      const isSeveral = singular(mention.text.toLowerCase()) !== mention.text.toLowerCase();
      const isDoing = /^(?:did|do|have)$/.test(tokens[mention.start - 1]?.lower ?? "") || isCue(previous, "by");
      const isLast = items.slice(at + 1).every((one) => isCue(one, "command", "end") || one.kind === "word");
      const isAlone = sketch.outputs.every(({ kind }) => kind === "count") && sketch.filters.length === 0;
      if (!isSeveral || !isOfRows(reader, link.column) || !isDoing || !(isEnd(next) || isLast) || !isAlone) return null;
      if (!isKeyCalled(link.column, mention.text)) return null;
      return { filters: [{ kind: "missing", target: { ...mention, owners: [] }, negated: !reader.negated }] };
    },
  },
];
