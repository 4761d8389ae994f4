import type { Item } from "../link/item.ts";
import type { Mention } from "../link/mention.ts";
import type { ReadComparison } from "./comparison-at.ts";
import { isTitle } from "./groups.ts";
import { addComparison } from "./comparisons.ts";
import { comparisonAt } from "./comparison-at.ts";
import { sumsMoney, sumsUp } from "./implicit.ts";
import type { Reader } from "./reader.ts";
import { addFilter, cueOf, isCue, isTable, noteTable, peek, schemaOf } from "./reader.ts";
import { hasSome, isFlag, saysFlag } from "./flags.ts";

export function readSchema(reader: Reader, given: Mention): void {
  const start = reader.at;
  const mention = namedBefore(reader, given);
  if (sumsUp(reader, mention.text, mention.start)) return;
  if (listedColumn(reader, mention)) return pushColumn(reader, mention, start);
  if (qualifiesNext(reader, mention)) {
    reader.at = start + 1;
    return;
  }
  if (isTable(mention) && !(mention.columns[0]?.score === 1 && (mention.tables[0]?.score ?? 0) < 1)) {
    // "all the customer information": whole rows.
    const following = reader.tokens[mention.end]?.lower ?? "";
    if (reader.zone === "focus" && reader.sketch.outputs.length === 0 && /^(information|info|data)$/.test(following))
      reader.sketch.everything = true;
    sumsMoney(reader, mention);
    // "product 'X'", "the club named X": the value belongs to this table.
    noteTable(reader, mention, start, reader.zone);
    reader.required = false;
    const next = comparisonAt(reader, start + 1);
    if (
      next !== null &&
      mention.columns.length > 0 &&
      next.explicit &&
      reader.zone === "modifier" &&
      next.operand.kind !== "text"
    ) {
      reader.at = next.next;
      addComparison(reader, mention, next, start);
      return;
    }
    if (mention.columns.length > 0 && mention.columns[0] !== undefined) reader.pending = mention;
    reader.at = start + 1;
    return;
  }
  // "names of studios": the studio column itself.
  const noun =
    isCue(peek(reader, 1), "preposition") && peek(reader, 1)?.text.toLowerCase() === "of"
      ? schemaOf(peek(reader, 2))
      : null;
  if (
    /^names?$/i.test(mention.text) &&
    noun !== null &&
    !isTable(noun) &&
    (noun.columns[0]?.score ?? 0) >= 0.95 &&
    noun.columns[0]?.column.isText === true &&
    !noun.columns[0].column.table.label.includes(noun.columns[0].column)
  ) {
    reader.at = start + 2;
    return;
  }
  if (isDone(reader, mention)) {
    for (const table of mention.owners)
      noteTable(reader, { ...mention, tables: [{ table, score: 1 }], columns: [] }, start, reader.zone);
    reader.pending = { ...mention, owners: [] };
    reader.at = start + 1;
    // "what percentage of subscriptions were cancelled": those with such a date.
    if (reader.sketch.share !== null && (peek(reader) === undefined || isCue(peek(reader), "end"))) {
      const { negated } = reader;
      reader.negated = !negated;
      addFilter(reader, { kind: "missing", target: { ...mention, owners: [] } }, start);
      reader.negated = negated;
    }
    return;
  }
  const next = comparisonAt(reader, start + 1);
  if (next !== null && !next.explicit && foreignValue(mention, next, reader)) {
    pushColumn(reader, mention, start);
    return;
  }
  const adjacent =
    next !== null &&
    next.operand.kind === "number" &&
    (next.next === start + 2 || (next.next === start + 3 && /^either$/i.test(peek(reader, 1)?.text ?? ""))) &&
    mention.columns.some((link) => link.column.isKey || link.column.isNumber);
  if (
    next !== null &&
    !countsTable(reader, next) &&
    (reader.zone === "modifier" || next.explicit || next.operand.kind === "text" || adjacent)
  ) {
    for (const table of mention.owners)
      noteTable(reader, { ...mention, tables: [{ table, score: 1 }], columns: [] }, start, reader.zone);
    reader.at = next.next;
    addComparison(reader, mention, next, start);
    return;
  }
  pushColumn(reader, mention, start);
}

/** "which product category": of two things side by side, the last is the noun. */
function qualifiesNext(reader: Reader, mention: Mention): boolean {
  const noun = schemaOf(peek(reader, 1));
  const isAsked = /^(which|what)$/.test(reader.tokens[mention.start - 1]?.lower ?? "");
  return isAsked && isTable(mention) && noun !== null && isTable(noun) && noun.start === mention.end;
}

/** "invoices issued in May", "the driver who was hired first": a verb whose date restricts or ranks, not one to show. */
function isDone(reader: Reader, mention: Mention): boolean {
  const best = mention.columns[0];
  const previous = peek(reader, -1);
  if (best?.column.isDate !== true || !/ed$/i.test(mention.text) || reader.zone !== "focus") return false;
  if (reader.sketch.when) return false;
  const last = reader.sketch.outputs.at(-1);
  if (last?.kind === "column" && last.mention.columns[0]?.column.isDate === true) return false;
  return (
    mention.owners.length > 0 || (previous?.kind === "schema" && isTable(previous.mention)) || isCue(previous, "copula")
  );
}

/** "a studio whose name contains …": the name is the studio's, and the studio is a column. */
function namedBefore(reader: Reader, mention: Mention): Mention {
  const owner = schemaOf(peek(reader, -2));
  if (!/^names?$/i.test(mention.text) || owner === null || peek(reader, -1)?.text.toLowerCase() !== "whose")
    return mention;
  const column = owner.columns[0];
  if (owner.owners.length > 0 || owner.text.includes(" of ")) return mention;
  return !isTable(owner) && column !== undefined && column.score >= 0.95 && column.column.isText ? owner : mention;
}

/** "the season, the player and the score": a word that names a table and a column, among columns. */
function listedColumn(reader: Reader, mention: Mention): boolean {
  if (reader.zone !== "focus" || !isTable(mention) || (mention.columns[0]?.score ?? 0) < 0.95) return false;
  if (!mention.columns.some((link) => link.score >= 0.95 && link.column.table !== mention.tables[0]?.table))
    return false;
  const isColumn = (item: Item | undefined) => item?.kind === "schema" && !isTable(item.mention);
  const after = isCue(peek(reader, 1), "and", "comma") && isColumn(peek(reader, isCue(peek(reader, 2), "and") ? 3 : 2));
  const before =
    isCue(peek(reader, -1), "and", "comma") &&
    isColumn(peek(reader, isCue(peek(reader, -2), "comma") ? -3 : -2)) &&
    reader.sketch.outputs.at(-1)?.kind === "column";
  return after || before;
}

/** "the majors of female students": the value does not belong to the column before it. */
function foreignValue(mention: Mention, found: ReadComparison, reader: Reader): boolean {
  if (found.operand.kind !== "text" || found.missing || found.pattern !== null) return false;
  const value = found.operand.mention;
  const named = mention.columns[0]?.column;
  // "the email of Leo Brown": a name that was not seen yet is not an e-mail address.
  if (value !== null && value.values.length === 0 && named !== undefined && !named.table.label.includes(named))
    return (
      /^(of|for)$/.test(reader.tokens[value.start - 1]?.lower ?? "") && reader.tokens[value.start]?.kind !== "quoted"
    );
  if (value === null || value.values.length === 0) return reader.zone === "focus" && value === null;
  return !value.values.some((link) =>
    mention.columns.some((column) => column.column === link.column && column.score >= 0.4),
  );
}

/** A column that is not compared: shown, or kept until its comparison comes. */
function pushColumn(reader: Reader, mention: Mention, start: number): void {
  reader.at = start + 1;
  for (const table of mention.owners) {
    noteTable(reader, { ...mention, tables: [{ table, score: 1 }], columns: [] }, start, reader.zone);
  }
  const previous = peek(reader, -2);
  const added =
    /^(and|with) (their|its|his|her)$/i.test(previous?.text ?? "") ||
    (isCue(previous, "possessive") && isCue(peek(reader, -3), "and", "relative"));
  if (reader.sketch.outputs.length === 0 && reader.sketch.tables.length > 0 && added) {
    reader.sketch.withLabel = true;
    reader.sketch.outputs.push({ kind: "column", mention, at: start });
    return;
  }
  if (isFlag(mention) && saysFlag(reader, mention)) {
    addFilter(
      reader,
      {
        kind: "compare",
        target: mention,
        fn: null,
        measure: null,
        operator: "=",
        operand: { kind: "number", value: 1, year: null },
        hint: "flag",
      },
      start,
    );
    return;
  }
  if (listsColumns(reader, previous)) {
    reader.zone = "focus";
    reader.required = false;
  }
  const again = isCue(previous, "possessive") || (isCue(previous, "and", "comma") && reader.sketch.outputs.length > 0);
  const last = reader.sketch.outputs.at(-1);
  // "how many students enrolled in class …": what follows a count restricts it.
  const trailing =
    reader.zone === "focus" &&
    last !== undefined &&
    last.kind !== "column" &&
    !isCue(previous, "and", "comma", "possessive", "command", "question", "distinct", "everything") &&
    !isCue(peek(reader, -3), "command");
  if (!trailing && (reader.zone === "focus" || again)) {
    if (isCue(peek(reader), "copula") && isCue(peek(reader, 1), "superlative", "quantifier")) reader.pending = mention;
    // "population density": of two columns side by side, the last is the noun.
    if (last?.kind === "column" && last.at === start - 1 && last.mention.end === mention.start) {
      reader.sketch.outputs.pop();
      // "shipping cost": what only one of two columns is called is not a name of the other.
      if (!mention.columns.some((link) => link.column.table === last.mention.columns[0]?.column.table))
        reader.sketch.lost.push(`${last.mention.text} ${mention.text}`);
    }
    reader.sketch.outputs.push({ kind: "column", mention, at: start });
    return;
  }
  // "employees without a manager"
  const empty = mention.columns[0];
  const ends = peek(reader) === undefined || isCue(peek(reader), "end", "and", "comma");
  const lacking =
    /^(without|with no|has no|have no|no)$/i.test(previous?.text ?? "") && empty?.column.isForeign === true;
  if (
    reader.negated &&
    lacking &&
    ends &&
    empty !== undefined &&
    empty.score >= 0.3 &&
    empty.column.source.nullable &&
    !empty.column.isPrimary
  ) {
    reader.negated = false;
    addFilter(reader, { kind: "missing", target: mention }, start);
    return;
  }
  // "the state that has the highest elevation", where a column holds each state's highest.
  const extreme = /^(highest|largest|biggest|greatest|longest|lowest|smallest|shortest)\b/i.exec(mention.text)?.[1];
  if (extreme !== undefined && ends && !reader.negated && mention.columns.some((link) => link.score >= 0.95)) {
    reader.sketch.superlatives.push({
      at: start,
      direction: /^(lowest|smallest|shortest)$/i.test(extreme) ? "least" : "most",
      limit: null,
      zone: reader.zone,
      negated: false,
      target: { kind: "column", mention, fn: null },
    });
    return;
  }
  if ((ends || isCue(peek(reader), "by", "group", "bucket")) && hasSome(reader, mention, previous)) return;
  reader.pending = mention;
  const holder = mention.columns[0];
  if (reader.required && holder !== undefined && holder.score >= 0.95 && (mention.columns[1]?.score ?? 0) < 0.95) {
    noteTable(
      reader,
      { ...mention, tables: [{ table: holder.column.table, score: 0.9 }], columns: [] },
      start,
      reader.zone,
    );
  }
  const link = mention.tables[0];
  if (link !== undefined) noteTable(reader, mention, start, reader.zone);
}

/** "advisors advising more than 2 students": the number counts what follows it. */
function countsTable(reader: Reader, found: ReadComparison): boolean {
  const after = schemaOf(reader.items[found.next]);
  return found.operand.kind === "number" && after !== null && isTable(after) && (after.tables[0]?.score ?? 0) >= 0.9;
}

/** "customers with name and city": columns to show, rather than something to have. */
function listsColumns(reader: Reader, previous: Item | undefined): boolean {
  if (!/^with( the)?$/i.test(previous?.text ?? "") || reader.sketch.outputs.length > 0 || reader.negated) return false;
  const rest = reader.items.slice(reader.at);
  const end = rest.findIndex((item) => isCue(item, "end"));
  const listed = end < 0 ? rest : rest.slice(0, end);
  const isColumn = (item: Item) => item.kind === "schema" && !isTable(item.mention);
  return (
    listed.length >= 2 && listed.every((item) => isColumn(item) || isCue(item, "and", "comma")) && listed.some(isColumn)
  );
}

/** "which sales representative sold most": rows that are told by their title. */
function noteTitled(reader: Reader, mention: Mention): void {
  const [titled] = mention.values;
  const before = peek(reader, -1);
  if (titled === undefined || !isTitle(titled) || reader.zone !== "focus" || reader.sketch.tables.length > 0) return;
  if (!isCue(before, "question", "command") || schemaOf(peek(reader, 1)) !== null) return;
  const rows: Mention = { ...mention, values: [], columns: [], tables: [{ table: titled.column.table, score: 1 }] };
  noteTable(reader, rows, reader.at, "focus");
}

export function readValue(reader: Reader, mention: Mention): void {
  const start = reader.at;
  noteTitled(reader, mention);
  reader.at++;
  // "the Democratic party", "friendly type competitions": the noun after the value names its column.
  const after = schemaOf(peek(reader));
  let target = reader.pending;
  if ((target === null || isTable(target)) && after !== null) {
    const columns = new Set(mention.values.map((link) => link.column));
    const named =
      isTable(after) &&
      mention.values.some(
        (link) => link.column.table === after.tables[0]?.table && link.column.table.label.includes(link.column),
      );
    if (named || after.columns.some((link) => columns.has(link.column))) target = after;
    if (target === after && !isTable(after)) reader.at++;
  }
  if (mention.quoted && reader.sketch.said.has("part of a text")) {
    addFilter(reader, { kind: "like", target, place: "contains", text: mention.text }, start);
    return;
  }
  const had = reader.pending;
  const lead = cueOf(peek(reader, -2));
  addFilter(
    reader,
    { kind: "value", target, mention, preposition: lead?.is === "preposition" ? lead.word : null },
    start,
  );
  const led = reader.items[start - 1];
  // "outside Germany": no more than the place is negated.
  if (
    isCue(led, "negation") &&
    /^(outside|not in|not from|outside of)$/i.test(led?.text ?? "") &&
    !isCue(peek(reader), "and", "or", "comma")
  )
    reader.negated = false;
  // "country France and Spain": the column goes on for the next value.
  const follow = isCue(peek(reader), "and", "or", "comma") && peek(reader, 1)?.kind === "value";
  if (follow) reader.pending = had;
}
