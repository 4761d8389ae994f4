import type { CatalogTable } from "../../catalog/catalog.ts";
import { stem } from "../../language/inflection.ts";
import type { Item } from "../../link/item.ts";
import type { Mention } from "../../link/mention.ts";
import { singular } from "../../language/words.ts";
import type { Cases } from "../cases.ts";
import { firstOf } from "../cases.ts";
import type { FoundFilter, Part } from "../part.ts";
import type { Reader } from "../reader.ts";
import { isDeedWithDay } from "./values.ts";
import { isCue, isEnd, isTable, schemaOf } from "../reader.ts";

/** A key's name, and the rows that are spoken of before it. */
interface Holder {
  items: readonly Item[];
  mention: Mention;
  start: number;
  rows: CatalogTable;
  /** The words right before. */
  lead: string;
  next: Item | undefined;
}

/**
 * "employees who are managers", "who manage others", where employees have a manager_id: those to whom others refer by that key;
 * null where the words say something else.
 */
export function readHolders({ items, sketch }: Reader, mention: Mention, start: number): Part | null {
  const rows = sketch.tables[0]?.mention.tables[0]?.table;
  const [best] = mention.columns;
  // The key itself is asked for by its whole name: "the manager ids".
  if (rows === undefined || best === undefined || isTable(mention) || !best.column.isForeign || best.score >= 0.9)
    return null;
  const lead = items[start - 1]?.text ?? "";
  return firstOf(holderCases, { items, mention, start, rows, lead, next: items[start + 1] });
}

const holder = (target: Mention): Pick<Part, "filters" | "state"> => {
  const filter: FoundFilter = { kind: "holder", target };
  return { filters: [filter], state: { negated: false, zone: "modifier" } };
};

const holderCases: Cases<Holder> = [
  {
    name: "what they are",
    recognises: "the key's name in the plural after “are”",
    example: "employees who are managers",
    read({ items, mention, start, lead, next }) {
      const isSaid = /(?:^| )(?:is|are|was|were)(?: also| not)?$|aren't$/i.test(lead) && !/^what/i.test(lead);
      const isPlural = singular(mention.text) !== mention.text;
      return isSaid && isPlural && (endsClause(next) || isDeedWithDay(items, start + 1))
        ? { at: start + 1, ...holder(mention) }
        : null;
    },
  },
  {
    name: "verb before what is counted",
    recognises: "what they do, before a superlative and other rows",
    example: "which clerk manages the most accounts",
    read({ items, start, next, rows, ...said }) {
      const ranked = isCue(next, "superlative", "quantifier")
        ? schemaOf(items[start + 2])?.tables[0]?.table
        : undefined;
      return isVerb({ items, start, next, rows, ...said }) && ranked !== undefined && ranked !== rows
        ? { at: start + 1 }
        : null;
    },
  },
  {
    name: "verb and its rows as one name",
    recognises: "what they do and to what, read as one key",
    example: "clerks who manage accounts, of an account_manager_id",
    read({ mention, start, lead, next, rows, ...said }) {
      const isWhole = / /.test(mention.text) && mention.columns.every(({ column }) => column.table !== rows);
      const isLed = /^(?:who|that)(?: do(?:es)? not| don't)?$/i.test(lead);
      if (!isWhole || !isLed || !isVerb({ mention, start, lead, next, rows, ...said }) || !endsClause(next))
        return null;
      return { at: start + 1, ...holder(mention) };
    },
  },
  {
    name: "verb before somebody",
    recognises: "what they do, and that it is to others of them, or to rows that say so",
    example: "employees who manage others",
    read({ items, mention, start, rows, lead, next }) {
      const others = schemaOf(next);
      const whose = others !== null && isTable(others) ? others.tables[0]?.table : undefined;
      const isTo = whose !== undefined || (next?.kind === "word" && somebody.test(next.text));
      if (!isTo || !isVerb({ items, mention, start, rows, lead, next }) || !endsClause(items[start + 2])) return null;
      const columns = mention.columns.filter(({ column }) => column.isForeign && column.table === (whose ?? rows));
      if (columns.length > 0) return { at: start + 2, ...holder({ ...mention, columns }) };
      if (others === null || whose === rows) return null;
      return {
        at: start + 2,
        tables: [{ mention: others, required: true, zone: "modifier" }],
        state: { zone: "modifier" },
      };
    },
  },
  {
    name: "verb of nobody",
    recognises: "what they do, and that it is to nobody",
    example: "employees who supervise nobody",
    read(said) {
      if (!/^(?:nobody|no one|none|noone)$/i.test(said.next?.text ?? "") || !isVerb(said)) return null;
      const { filters = [], state } = holder(said.mention);
      return { at: said.start + 2, filters: filters.map((one) => ({ ...one, negated: true })), state };
    },
  },
  {
    name: "done by others",
    recognises: "what was done to them by others of them",
    example: "guests who were referred by others, of a referred_by_id",
    read({ items, mention, start, rows, lead, next }) {
      const isSaid = /(?:^| )(?:is|are|was|were|been)$/i.test(lead) && /ed$/i.test(mention.text) && isCue(next, "by");
      const others = items[start + 2];
      const isSomebody = others !== undefined && somebody.test(others.text);
      const isOther = schemaOf(others)?.tables[0]?.table === rows;
      if (!isSaid || !(isSomebody || isOther) || !endsClause(items[start + 3])) return null;
      const columns = mention.columns.filter(({ column }) => column.isForeign && column.table === rows);
      if (columns.length !== 1) return null;
      const target = { ...mention, columns };
      return { at: start + 3, filters: [{ kind: "missing", target, negated: true }], state: { zone: "modifier" } };
    },
  },
  {
    name: "done by somebody",
    recognises: "what was done to them, and nothing more, where a key of theirs says who did it",
    example: "how many guests were referred, of a referrer_id",
    read({ mention, start, rows, lead, next }) {
      const [best, ...more] = mention.columns;
      const isDone = /(?:^| )(?:is|are|was|were|been)$/i.test(lead) && /ed$/i.test(mention.text) && endsClause(next);
      const isKey = best !== undefined && more.length === 0 && best.column.isForeign && best.column.table === rows;
      if (!isDone || !isKey || !best.column.words.some((word) => /(?:er|or)$/.test(word))) return null;
      return {
        at: start + 1,
        filters: [{ kind: "missing", target: mention, negated: true }],
        state: { zone: "modifier" },
      };
    },
  },
  {
    name: "done by nobody",
    recognises: "“nobody” before what a key of the rows says of somebody",
    example: "animals that nobody owns, of an owner_id",
    read({ items, mention, start, rows, next }) {
      const [verb = ""] = mention.text.toLowerCase().split(" ");
      const columns = mention.columns.filter(
        ({ column }) => column.isForeign && column.table === rows && column.stems.includes(stem(verb)),
      );
      const isNobody = /(?:^| )(?:nobody|no one|noone)$/i.test(items[start - 1]?.text ?? "");
      if (!isNobody || columns.length !== 1 || !endsClause(next)) return null;
      const target = { ...mention, columns };
      const filter: FoundFilter = { kind: "missing", target, negated: false };
      return { at: start + 1, filters: [filter], state: { negated: false, zone: "modifier" } };
    },
  },
  {
    name: "verb denied",
    recognises: "what they do not do, and nothing more",
    example: "employees who do not manage anyone",
    read: (said) =>
      /(?: not|n't|n t)$/i.test(said.lead) && isVerb(said) && isEnd(said.next)
        ? { at: said.start + 1, ...holder(said.mention) }
        : null,
  },
];

const somebody = /^(?:others?|(?:an|each )?other|someone|somebody|anyone|anybody|people)$/i;

/** "manage" of a manager_id, after the rows or "who". */
function isVerb({ items, mention, start, lead }: Holder): boolean {
  const [verb = ""] = mention.text.toLowerCase().split(" ");
  const isOfKey = mention.columns[0]?.column.stems.includes(stem(verb)) === true;
  const isWho = /^(?:who|that|which|(?:who |that )?(?:don't|don t|do not|doesn't|does not))$/i.test(lead);
  const isRows = (schemaOf(items[start - 1])?.tables.length ?? 0) > 0;
  return isOfKey && (isWho || isRows);
}

const endsClause = (next: Item | undefined): boolean => isEnd(next) || isCue(next, "and", "or", "comma", "preposition");
