import { aggregateSilently } from "./implicit.ts";
import type { Item } from "../link/item.ts";
import type { Mention, ValueLink } from "../link/mention.ts";
import { readTarget, superlativeTarget } from "./targets.ts";
import type { Reader } from "./reader.ts";
import type { BucketUnit } from "../form/logical-form.ts";
import { hasMeasured, isCue, isTable, noteTable, peek, schemaOf, schemaOrOther } from "./reader.ts";
import { readOrder } from "./order.ts";

export function readGroup(reader: Reader): void {
  const start = reader.at;
  // "the most common country across members": over all of them, not for each.
  const over = schemaOf(peek(reader, 1));
  const isCommon = reader.sketch.superlatives.some((wish) => wish.target.kind === "common");
  if (/^across$/i.test(peek(reader)?.text ?? "") && isCommon && over !== null && isTable(over)) {
    reader.zone = "modifier";
    reader.at++;
    return;
  }
  aggregateSilently(reader);
  reader.at++;
  while (isCue(peek(reader), "distinct", "preposition", "count")) reader.at++;
  const item = peek(reader);
  if (item?.kind === "cue" && item.cue.is === "bucket") {
    placeBucket(reader, item.cue.unit);
    const isMore = groupsFollow(reader);
    reader.at++;
    return isMore ? readGroup(reader) : undefined;
  }
  // "revenue per sales representative": the rows with that title, each for itself.
  const titled = item?.kind === "value" ? item.mention.values[0] : undefined;
  if (item?.kind === "value") reader.readItem();
  let mention = schemaOrOther(peek(reader));
  if (mention === null && titled !== undefined && item?.kind === "value" && isTitle(titled)) {
    const rows: Mention = {
      ...item.mention,
      values: [],
      columns: [],
      tables: [{ table: titled.column.table, score: 1 }],
    };
    reader.sketch.groups.push({ at: start, mention: rows });
    noteTable(reader, rows, start, reader.zone);
    const noted = reader.sketch.tables.at(-1);
    if (noted !== undefined) noted.each = true;
    return;
  }
  if (mention === null) {
    const word = peek(reader);
    if (word?.kind === "word" && /^(month|day|week|quarter|year)s?$/i.test(word.text)) {
      const isMore = groupsFollow(reader);
      setBucket(reader, word.text);
      if (isMore) readGroup(reader);
    } else noteUnknownGroup(reader, 0);
    return;
  }
  // "by product category": of two things side by side, the last is the noun.
  const noun = schemaOf(peek(reader, 1));
  if (noun !== null && isTable(mention) && isTable(noun) && noun.start === mention.end) {
    mention = noun;
    reader.at++;
  }
  for (;;) {
    reader.sketch.groups.push({ at: start, mention });
    if (isTable(mention)) {
      noteTable(reader, mention, start, reader.zone);
      const noted = reader.sketch.tables.at(-1);
      if (noted !== undefined) noted.each = true;
    }
    reader.at++;
    const unit = isCue(peek(reader), "and", "comma") ? peek(reader, 1) : undefined;
    if (unit?.kind === "word" && /^(month|day|week|quarter|year)s?$/i.test(unit.text)) {
      reader.at++;
      setBucket(reader, unit.text);
    }
    const more = isCue(peek(reader), "and") ? schemaOrOther(peek(reader, 1)) : null;
    if (more === null || reader.sketch.outputs.length === 0 || isDescribed(reader, 2)) break;
    mention = more;
    reader.at++;
  }
  reader.required = false;
  if (reader.sketch.outputs.length === 0) reader.zone = "focus";
}

/** True where what stands before that item is told more of ("and orders over 100"), by more than a period. */
function isDescribed(reader: Reader, ahead: number): boolean {
  const [item, next] = [peek(reader, ahead), peek(reader, ahead + 1)];
  const isPeriod = next?.kind === "date" || (next?.kind === "number" && next.year !== null);
  return isCue(item, "compare") || (isCue(item, "preposition") && !isPeriod);
}

/** A role people are stored with ("Sales Representative"), rather than their name. */
export function isTitle({ column, score }: ValueLink): boolean {
  return (
    score >= 0.85 &&
    column.table.label.length > 0 &&
    !column.table.label.includes(column) &&
    /\b(title|role|job|position|type|kind)\b/.test(column.words.join(" "))
  );
}

export function setBucket(reader: Reader, word: string): void {
  const unit = word.toLowerCase().replace(/s$/, "");
  if (
    unit === "weekday" ||
    unit === "day" ||
    unit === "week" ||
    unit === "month" ||
    unit === "quarter" ||
    unit === "year"
  ) {
    placeBucket(reader, unit);
    reader.at++;
  }
}

/** "by month and region": true where what stands after the item read now is one more group. */
export function groupsFollow(reader: Reader): boolean {
  const more = isCue(peek(reader, 1), "and", "comma") ? schemaOf(peek(reader, 2)) : null;
  const after = peek(reader, 3);
  const isLast = after === undefined || after.kind === "date" || isCue(after, "end", "and", "comma", "preposition");
  const { outputs, tables } = reader.sketch;
  // "orders by month and status" are counted.
  const isMeasured = outputs.length === 0 ? tables.length > 0 : outputs.some((output) => output.kind !== "column");
  return more !== null && isLast && isMeasured && (isTable(more) || !hasMeasured(more));
}

/** "best day of each month": days are asked for already, and there is no place for both. */
export function placeBucket({ sketch }: Reader, unit: BucketUnit): void {
  if (sketch.whichBucket && sketch.bucket !== null && sketch.bucket !== unit) sketch.lost.push(`each ${unit}`);
  sketch.bucket = unit;
}

/** "requested by all entrepreneurs", "albums by the artist X", "grade 4": who did it or which one, not what to group by. */
function namesAgent(reader: Reader): boolean {
  const start = peek(reader)?.start ?? 0;
  const before = reader.tokens[start - 1]?.lower ?? "";
  const after = reader.tokens[start + 1]?.lower ?? "";
  if (/^(all|any|an?)$/.test(after)) return true;
  const named = peek(reader, 2);
  if (
    schemaOf(peek(reader, 1)) !== null &&
    (named?.kind === "value" || (named?.kind === "number" && named.year === null))
  )
    return true;
  return (
    /(ed|made|written|sung|taught|given|taken|bought|sold|won|held|led|run|built|paid|drawn|known)$/.test(before) &&
    !/^(needed|sorted|ordered|grouped|ranked|divided|split|separated|summed|counted|listed|arranged|organi[sz]ed|sold|made|earned)$/.test(
      before,
    ) &&
    reader.sketch.outputs.some((output) => output.kind !== "column")
  );
}

export function readBy(reader: Reader): void {
  const { sketch } = reader;
  if (namesAgent(reader)) {
    reader.zone = "modifier";
    reader.at++;
    return;
  }
  const groupAhead = schemaOf(peek(reader, 1));
  if (groupAhead !== null && !hasMeasured(groupAhead)) aggregateSilently(reader);
  const isSpan = sketch.said.has("a time by name");
  const measured = sketch.outputs.some((output) => output.kind !== "column") || sketch.share !== null || isSpan;
  // "revenue by sales channel"
  if (
    isCue(peek(reader, 1), "measure") &&
    schemaOf(peek(reader, 2)) !== null &&
    sketch.outputs.some((output) => output.kind === "measure")
  )
    reader.at++;
  const compound = isCue(peek(reader, 1), "measure") ? peek(reader, 2) : undefined;
  if (compound?.kind === "word" && !compound.capitalised) {
    sketch.lost.push(`${peek(reader, 1)?.text ?? ""} ${compound.text}`);
    reader.at += 3;
    return;
  }
  const next = peek(reader, 1);
  const top = sketch.superlatives.find((wish) => wish.target.kind === "hint" && wish.target.hint === "top");
  if (top !== undefined) {
    reader.at++;
    const target = readTarget(reader);
    if (target !== null) {
      top.target = superlativeTarget(target);
      if (top.target.kind === "column") top.target.by = true;
      if (target.kind !== "column") {
        sketch.outputs.push(target);
        sketch.showOrder = true;
      }
    }
    return;
  }
  const ranked = sketch.superlatives.at(-1);
  if (
    ranked !== undefined &&
    ranked.target.kind === "hint" &&
    next?.kind === "schema" &&
    hasMeasured(next.mention) &&
    !isTable(next.mention)
  ) {
    reader.at += 2;
    ranked.target = { kind: "column", mention: next.mention, fn: null };
    return;
  }
  if (ranked !== undefined && ranked.target.kind === "hint" && isCue(next, "measure", "count", "aggregate")) {
    reader.at++;
    const target = readTarget(reader);
    if (target !== null) ranked.target = superlativeTarget(target);
    return;
  }
  if (measured && next?.kind === "schema" && (reader.items[reader.at - 1]?.kind !== "word" || isSpan))
    return readGroup(reader);
  if (
    !measured &&
    next?.kind === "schema" &&
    sketch.tables.length + sketch.outputs.length > 0 &&
    hasMeasured(next.mention)
  )
    return readOrder(reader);
  if (!measured && isCue(next, "count", "aggregate", "measure") && sketch.tables.length > 0) {
    reader.at++;
    const target = readTarget(reader);
    if (target !== null) {
      sketch.outputs.push(target);
      const each = sketch.tables[0];
      if (each !== undefined) sketch.groups.push({ at: each.at, mention: each.mention });
      sketch.orders.push({ target, direction: "descending" });
    }
    return;
  }
  if (next?.kind === "schema" && !measured && countsEach(reader, next.mention)) return readGroup(reader);
  // "by status?", going on from the question before.
  if (sketch.outputs.length + sketch.tables.length + sketch.filters.length === 0 && next?.kind === "schema")
    return readGroup(reader);
  noteUnknownGroup(reader, 1);
  const unplaced = next?.kind === "schema" && sketch.tables.length + sketch.outputs.length > 0 ? next : null;
  const done = /(ed|made|written|sung|given|taken|held|led|run|paid|drawn|known|flown|driven|won|built|born|hit|sold)$/;
  const before = reader.tokens[(reader.items[reader.at]?.start ?? 0) - 1]?.lower ?? "";
  const after = peek(reader, 2);
  const isEnd = after === undefined || isCue(after, "end", "and", "preposition") || after.kind === "date";
  if (unplaced !== null && isEnd && !done.test(before)) sketch.lost.push(unplaced.text);
  reader.zone = "modifier";
  reader.at++;
}

/** "Tickets by channel", "orders in May by status": how many of each. True where it is read so. */
function countsEach(reader: Reader, by: Mention): boolean {
  const { sketch, items, at } = reader;
  const [only, ...more] = sketch.tables;
  if (only === undefined || more.length > 0 || sketch.outputs.length > 0 || hasMeasured(by)) return false;
  // "customers by name" is an order.
  if (by.columns.some((link) => link.score >= 0.9 && link.column.table.label.includes(link.column)) && !isTable(by))
    return false;
  const isRestriction = (item: Item) => item.kind === "value" || item.kind === "date" || item.kind === "number";
  const isLead = items.slice(0, only.at).every((item) => isRestriction(item) || isCue(item, "command", "everything"));
  const isSame = (item: Item) => item.start === items[only.at]?.start;
  const isPlain = items
    .slice(only.at + 1, at)
    .every((item) => isSame(item) || isRestriction(item) || isCue(item, "preposition"));
  if (!isLead || !isPlain) return false;
  sketch.outputs.push({ kind: "count", mention: only.mention, distinct: false, at: only.at });
  return true;
}

/** "revenue by brand" where nothing is called brand: an answer without the groups would be to another question. */
function noteUnknownGroup(reader: Reader, offset: number): void {
  const word = peek(reader, offset);
  const { sketch } = reader;
  if (word?.kind !== "word" || word.capitalised || sketch.orders.length > 0) return;
  if (
    /^(month|day|week|quarter|year|hour|one|them|himself|herself|itself|themselves|name|names|which)s?$/i.test(
      word.text,
    )
  )
    return;
  if (sketch.outputs.length + sketch.tables.length === 0 || /(ing|ed)$/i.test(word.text)) return;
  // "songs performed by the artist X": who did it.
  const by = reader.items[reader.at + offset - 1];
  const before = reader.tokens[(by?.start ?? 0) - 1]?.lower ?? "";
  if (/^(the|a|an)$/.test(reader.tokens[word.start - 1]?.lower ?? "") || /(ed|made|sung|written)$/.test(before)) return;
  sketch.lost.push(word.text);
}
