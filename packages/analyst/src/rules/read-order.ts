import { aggregateSilently } from "./implicit.ts";
import type { Mention, ValueLink } from "./links.ts";
import type { Reader } from "./reader.ts";
import {
  bestScore,
  cueOf,
  hasMeasured,
  isCue,
  isTable,
  noteTable,
  peek,
  schemaAhead,
  schemaOf,
  schemaOrOther,
} from "./reader.ts";
import type { OutputWish, SuperlativeWish } from "./wishes.ts";

export function readGroup(reader: Reader): void {
  const start = reader.at;
  // "the most common country across members": over all of them, not for each.
  const over = schemaOf(peek(reader, 1));
  const isCommon = reader.wishes.superlatives.some((wish) => wish.target.kind === "common");
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
    reader.wishes.bucket = item.cue.unit;
    reader.at++;
    return;
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
    reader.wishes.groups.push({ at: start, mention: rows });
    noteTable(reader, rows, start, reader.zone);
    const noted = reader.wishes.tables.at(-1);
    if (noted !== undefined) noted.each = true;
    return;
  }
  if (mention === null) {
    const word = peek(reader);
    if (word?.kind === "word" && /^(month|day|week|quarter|year)s?$/i.test(word.text)) setBucket(reader, word.text);
    else noteUnknownGroup(reader, 0);
    return;
  }
  for (;;) {
    reader.wishes.groups.push({ at: start, mention });
    if (isTable(mention)) {
      noteTable(reader, mention, start, reader.zone);
      const noted = reader.wishes.tables.at(-1);
      if (noted !== undefined) noted.each = true;
    }
    reader.at++;
    const unit = isCue(peek(reader), "and", "comma") ? peek(reader, 1) : undefined;
    if (unit?.kind === "word" && /^(month|day|week|quarter|year)s?$/i.test(unit.text)) {
      reader.at++;
      setBucket(reader, unit.text);
    }
    const more = isCue(peek(reader), "and") ? schemaOrOther(peek(reader, 1)) : null;
    const followed = peek(reader, 2);
    if (more === null || reader.wishes.outputs.length === 0 || isCue(followed, "preposition", "compare")) break;
    mention = more;
    reader.at++;
  }
  reader.required = false;
  if (reader.wishes.outputs.length === 0) reader.zone = "focus";
}

/** A role people are stored with ("Sales Representative"), rather than their name. */
function isTitle({ column, score }: ValueLink): boolean {
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
    reader.wishes.bucket = unit;
    reader.at++;
  }
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
    reader.wishes.outputs.some((output) => output.kind !== "column")
  );
}

export function readBy(reader: Reader): void {
  const { wishes } = reader;
  if (namesAgent(reader)) {
    reader.zone = "modifier";
    reader.at++;
    return;
  }
  const groupAhead = schemaOf(peek(reader, 1));
  if (groupAhead !== null && !hasMeasured(groupAhead)) aggregateSilently(reader);
  const isSpan =
    /\b(how long|(delivery|lead|turnaround|resolution|response|shipping|processing|handling|closing|payment|waiting) times?)\b/i;
  const measured =
    wishes.outputs.some((output) => output.kind !== "column") || wishes.share !== null || isSpan.test(wishes.text);
  // "revenue by sales channel"
  if (
    isCue(peek(reader, 1), "measure") &&
    schemaOf(peek(reader, 2)) !== null &&
    wishes.outputs.some((output) => output.kind === "measure")
  )
    reader.at++;
  const compound = isCue(peek(reader, 1), "measure") ? peek(reader, 2) : undefined;
  if (compound?.kind === "word" && !compound.capitalised) {
    wishes.lost.push(`by ${peek(reader, 1)?.text ?? ""} ${compound.text}`);
    reader.at += 3;
    return;
  }
  const next = peek(reader, 1);
  const top = wishes.superlatives.find((wish) => wish.target.kind === "hint" && wish.target.hint === "top");
  if (top !== undefined) {
    reader.at++;
    const target = readTarget(reader);
    if (target !== null) {
      top.target = superlativeTarget(target);
      if (top.target.kind === "column") top.target.by = true;
      if (target.kind !== "column") {
        wishes.outputs.push(target);
        wishes.showOrder = true;
      }
    }
    return;
  }
  const ranked = wishes.superlatives.at(-1);
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
  if (measured && next?.kind === "schema" && (reader.items[reader.at - 1]?.kind !== "word" || isSpan.test(wishes.text)))
    return readGroup(reader);
  if (
    !measured &&
    next?.kind === "schema" &&
    wishes.tables.length + wishes.outputs.length > 0 &&
    hasMeasured(next.mention)
  )
    return readOrder(reader);
  if (!measured && isCue(next, "count", "aggregate", "measure") && wishes.tables.length > 0) {
    reader.at++;
    const target = readTarget(reader);
    if (target !== null) {
      wishes.outputs.push(target);
      const each = wishes.tables[0];
      if (each !== undefined) wishes.groups.push({ at: each.at, mention: each.mention });
      wishes.orders.push({ target, direction: "descending" });
    }
    return;
  }
  // "Tickets by channel": how many of each.
  const only = wishes.tables[0];
  if (
    !measured &&
    only !== undefined &&
    wishes.tables.length === 1 &&
    wishes.outputs.length === 0 &&
    only.at === reader.at - 1 &&
    reader.items
      .slice(0, only.at)
      .every((before) => before.kind === "value" || isCue(before, "command", "everything")) &&
    next?.kind === "schema" &&
    !hasMeasured(next.mention)
  ) {
    wishes.outputs.push({ kind: "count", mention: only.mention, distinct: false, at: only.at });
    return readGroup(reader);
  }
  // "by status?", going on from the question before.
  if (wishes.outputs.length + wishes.tables.length + wishes.filters.length === 0 && next?.kind === "schema")
    return readGroup(reader);
  noteUnknownGroup(reader, 1);
  reader.zone = "modifier";
  reader.at++;
}

/** "revenue by brand" where nothing is called brand: an answer without the groups would be to another question. */
function noteUnknownGroup(reader: Reader, offset: number): void {
  const word = peek(reader, offset);
  const { wishes } = reader;
  if (word?.kind !== "word" || word.capitalised || wishes.orders.length > 0) return;
  if (
    /^(month|day|week|quarter|year|hour|one|them|himself|herself|itself|themselves|name|names|which)s?$/i.test(
      word.text,
    )
  )
    return;
  if (wishes.outputs.length + wishes.tables.length === 0 || /(ing|ed)$/i.test(word.text)) return;
  // "songs performed by the artist X": who did it.
  const by = reader.items[reader.at + offset - 1];
  const before = reader.tokens[(by?.start ?? 0) - 1]?.lower ?? "";
  if (/^(the|a|an)$/.test(reader.tokens[word.start - 1]?.lower ?? "") || /(ed|made|sung|written)$/.test(before)) return;
  wishes.lost.push(`by ${word.text}`);
}

export function superlativeTarget(target: OutputWish): SuperlativeWish["target"] {
  switch (target.kind) {
    case "column":
      return { kind: "column", mention: target.mention, fn: null };
    case "aggregate":
      return target.mention === null
        ? { kind: "count", mention: null }
        : { kind: "column", mention: target.mention, fn: target.fn };
    case "count":
      return { kind: "count", mention: target.mention };
    case "measure":
      return { kind: "measure", measure: target.measure };
    case "hint":
      return { kind: "hint", hint: target.hint };
  }
}

/** What is ordered by: a column, an aggregate of one, a count, a measure. */
export function readTarget(reader: Reader): OutputWish | null {
  const start = reader.at;
  while (isCue(peek(reader), "possessive", "preposition", "distinct")) reader.at++;
  if (
    peek(reader)?.kind === "word" &&
    (schemaOf(peek(reader, 1)) !== null ||
      (isCue(peek(reader, 1), "preposition") && schemaOf(peek(reader, 2)) !== null))
  ) {
    reader.at++;
    return readTarget(reader);
  }
  const item = peek(reader);
  const cue = cueOf(item);
  if (cue?.is === "count" || cue?.is === "quantifier") {
    reader.at++;
    while (isCue(peek(reader), "distinct", "preposition")) reader.at++;
    const mention = schemaOrOther(peek(reader));
    if (mention !== null) reader.at++;
    return { kind: "count", mention, distinct: false, at: start };
  }
  if (
    cue?.is === "aggregate" &&
    (schemaOrOther(item) === null || schemaAhead(reader, 1) || isCue(peek(reader, 1), "measure", "count"))
  ) {
    reader.at++;
    while (isCue(peek(reader), "preposition")) reader.at++;
    if (isCue(peek(reader), "count")) return readTarget(reader);
    const measure = cueOf(peek(reader));
    if (measure?.is === "measure") {
      reader.at++;
      return { kind: "measure", measure: measure.measure, fn: cue.fn, at: start };
    }
    const mention = schemaOrOther(peek(reader));
    if (mention === null) return null;
    reader.at++;
    return { kind: "aggregate", fn: cue.fn, mention, distinct: false, at: start };
  }
  if (cue?.is === "measure" && (item?.kind !== "cue" || item.other === null || bestScore(item.other) < 0.95)) {
    reader.at++;
    return { kind: "measure", measure: cue.measure, fn: null, at: start };
  }
  const mention = schemaOrOther(item);
  if (mention === null) return null;
  reader.at++;
  return { kind: "column", mention, at: start };
}

function directionOf(words: string, otherwise: "ascending" | "descending"): "ascending" | "descending" {
  return /descending|decreasing|reverse/i.test(words) ? "descending" : otherwise;
}

export function readOrder(reader: Reader): void {
  let direction = directionOf(reader.items[reader.at]?.text ?? "", "ascending");
  reader.at++;
  const orders: { target: OutputWish; direction: "ascending" | "descending" }[] = [];
  for (;;) {
    const ahead = cueOf(peek(reader));
    if (ahead?.is === "direction") {
      direction = ahead.direction;
      reader.at++;
      if (isCue(peek(reader), "preposition", "by", "order")) reader.at++;
      continue;
    }
    if (isCue(peek(reader), "by", "preposition", "possessive", "order")) {
      // "sort them in the descending order of …"
      if (ahead?.is === "order") direction = directionOf(peek(reader)?.text ?? "", direction);
      reader.at++;
      continue;
    }
    const target = readTarget(reader);
    if (target === null) break;
    const after = cueOf(peek(reader));
    if (after?.is === "direction") {
      direction = after.direction;
      reader.at++;
    } else if (isCue(peek(reader), "preposition") && cueOf(peek(reader, 1))?.is === "direction") {
      const later = cueOf(peek(reader, 1));
      if (later?.is === "direction") direction = later.direction;
      reader.at += 2;
    }
    orders.push({ target, direction });
    if (isCue(peek(reader), "and", "comma") && schemaOf(peek(reader, 1)) !== null) reader.at++;
    else if (orders.length > 0) break;
  }
  if (orders.length === 0) {
    const last = reader.wishes.outputs.at(-1);
    if (last !== undefined) reader.wishes.orders.push({ target: last, direction });
    return;
  }
  for (const order of orders)
    reader.wishes.orders.push({ ...order, direction: orders.length === 1 ? direction : order.direction });
}

export function readDirection(reader: Reader, direction: "ascending" | "descending"): void {
  reader.at++;
  if (
    isCue(peek(reader), "preposition", "by", "order") &&
    (schemaOf(peek(reader, 1)) !== null || isCue(peek(reader, 1), "count", "aggregate", "measure"))
  ) {
    reader.at++;
    const target = readTarget(reader);
    if (target !== null) reader.wishes.orders.push({ target, direction });
    return;
  }
  const given = reader.wishes.orders.at(-1);
  if (given !== undefined) {
    given.direction = direction;
    return;
  }
  const outputs = reader.wishes.outputs;
  const measured = outputs.findLast((output) => output.kind !== "column");
  const target = measured ?? outputs[0];
  if (target !== undefined) reader.wishes.orders.push({ target, direction });
}
