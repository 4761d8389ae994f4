import type { Item } from "../link/item.ts";
import { asksSeveral, readTarget, superlativeTarget } from "./targets.ts";
import type { Reader } from "./reader.ts";
import {
  bestScore,
  cueOf,
  hasMeasured,
  hasNumericColumn,
  isCue,
  isTable,
  lastColumn,
  noteTable,
  peek,
  schemaAhead,
  schemaOf,
  schemaOrOther,
} from "./reader.ts";
import type { AggregateFunction } from "../form/logical-form.ts";
import type { SuperlativeWish } from "./sketch.ts";
import { plural } from "../language/words.ts";

export function readSuperlative(reader: Reader, item: Item & { kind: "cue" }): void {
  const start = reader.at;
  const { cue } = item;
  if (cue.is !== "superlative" && cue.is !== "quantifier" && cue.is !== "common" && cue.is !== "top") return;
  reader.at++;
  const before = peek(reader, -2);
  let limit = before?.kind === "number" && before.year === null ? before.value : null;
  if (limit !== null) reader.sketch.limit = limit;
  const after = peek(reader);
  if (limit === null && after?.kind === "number" && after.year === null && after.value < 1000 && cue.is !== "common") {
    limit = after.value;
    reader.at++;
  }
  const wish = (target: SuperlativeWish["target"], direction = cue.direction): void => {
    if (target.kind === "count" && target.mention !== null && isTable(target.mention))
      noteTable(reader, target.mention, start, "modifier", false);
    reader.sketch.superlatives.push({
      at: start,
      said: item.text,
      direction,
      limit,
      ...(limit === null && reader.sketch.limit === null && asksSeveral(reader, start, target)
        ? { several: true }
        : {}),
      zone: reader.zone,
      negated: reader.negated,
      target,
    });
    reader.required = false;
  };
  if (cue.is === "top") {
    const adjective = cueOf(peek(reader));
    if (limit !== null && adjective?.is === "adjective") {
      reader.at++;
      reader.sketch.superlatives.push({
        at: start,
        direction: cue.direction,
        limit,
        zone: reader.zone,
        negated: false,
        target: { kind: "hint", hint: adjective.hint },
      });
      return;
    }
    const ranked = schemaOf(peek(reader));
    if (limit !== null && ranked !== null && !isTable(ranked) && hasMeasured(ranked)) {
      reader.at++;
      if (reader.sketch.outputs.length === 0)
        reader.sketch.outputs.push({ kind: "column", mention: ranked, at: start });
      reader.sketch.superlatives.push({
        at: start,
        direction: cue.direction,
        limit,
        zone: reader.zone,
        negated: false,
        target: { kind: "column", mention: ranked, fn: null },
      });
      return;
    }
    if (limit !== null && isCue(peek(reader), "aggregate", "count") && reader.sketch.outputs.length > 0) {
      const target = readTarget(reader);
      if (target !== null)
        reader.sketch.superlatives.push({
          at: start,
          direction: cue.direction,
          limit,
          zone: reader.zone,
          negated: false,
          target: superlativeTarget(target),
        });
      return;
    }
    if (limit === null && isCue(peek(reader), "superlative", "quantifier", "common")) return;
    const dated = reader.pending?.columns[0]?.column.isDate === true ? reader.pending : null;
    if (limit === null && dated !== null && (peek(reader) === undefined || isCue(peek(reader), "end"))) {
      reader.sketch.superlatives.push({
        at: start,
        direction: "least",
        limit: null,
        zone: reader.zone,
        negated: false,
        target: { kind: "column", mention: dated, fn: null },
      });
      return;
    }
    if (limit === null && item.other !== null) return reader.readSchema(item.other);
    reader.sketch.limit = limit ?? reader.sketch.limit;
    if (isCue(peek(reader), "superlative", "quantifier", "common")) return;
    const rows = schemaOf(peek(reader));
    const isRanked = item.text.toLowerCase() !== "first" && rows !== null && isTable(rows);
    if (limit === null && isRanked) limit = plural(rows.text) === rows.text ? 10 : 1;
    if (limit !== null)
      reader.sketch.superlatives.push({
        at: start,
        direction: cue.direction,
        limit,
        zone: reader.zone,
        negated: false,
        target: { kind: "hint", hint: "top" },
      });
    return;
  }
  // "the highest, lowest and average cost"
  if (
    cue.is === "superlative" &&
    reader.zone === "focus" &&
    isCue(peek(reader), "and", "comma") &&
    isCue(peek(reader, 1), "superlative", "aggregate")
  ) {
    return readExtremes(reader, start);
  }
  while (isCue(peek(reader), "preposition", "possessive")) reader.at++;
  // "the most urgent tickets", "the most sick days": the value says which of them.
  if (cue.is === "quantifier" && peek(reader)?.kind === "value" && schemaOf(peek(reader, 1)) !== null) {
    const { pending } = reader;
    const noun = reader.at + 1;
    reader.readItem();
    reader.at = noun;
    reader.pending = pending;
  }
  const inner = cueOf(peek(reader));
  let fn: AggregateFunction | null = null;
  if (inner?.is === "aggregate" && (schemaOrOther(peek(reader)) === null || schemaAhead(reader, 1))) {
    fn = inner.fn;
    reader.at++;
    if (isCue(peek(reader), "preposition")) reader.at++;
  }
  if (isCue(peek(reader), "count")) {
    reader.at++;
    if (isCue(peek(reader), "distinct")) reader.at++;
    const counted = schemaOrOther(peek(reader));
    if (counted !== null) reader.at++;
    return wish({ kind: "count", mention: counted });
  }
  const measure = peek(reader);
  if (
    measure?.kind === "cue" &&
    measure.cue.is === "measure" &&
    (measure.other === null || bestScore(measure.other) < 0.95 || isTable(measure.other))
  ) {
    reader.at++;
    return wish({ kind: "measure", measure: measure.cue.measure });
  }
  let mention = schemaOrOther(peek(reader));
  // "the highest population density": of two columns side by side, the last is the noun.
  const noun = schemaOf(peek(reader, 1));
  if (
    cue.is === "superlative" &&
    mention !== null &&
    !isTable(mention) &&
    noun !== null &&
    !isTable(noun) &&
    noun.start === mention.end &&
    hasMeasured(noun)
  ) {
    mention = noun;
    reader.at++;
  }
  if (cue.is === "common") {
    if (mention !== null) reader.at++;
    if (mention !== null && reader.zone === "focus" && !isTable(mention))
      reader.sketch.outputs.push({ kind: "column", mention, at: start });
    if (mention !== null && isTable(mention)) noteTable(reader, mention, start, reader.zone);
    return wish({ kind: "common", mention: mention ?? lastColumn(reader) });
  }
  if (cue.is === "quantifier") {
    const measured = reader.sketch.outputs.at(-1);
    // "which product was sold the most"
    if (mention === null && measured?.kind === "measure" && measured.fn === null && reader.sketch.tables.length > 0) {
      reader.sketch.outputs.pop();
      return wish({ kind: "measure", measure: measured.measure });
    }
    // "who earns the most": what is done most is the column just named.
    if (
      measured?.kind === "column" &&
      mention === null &&
      item.start - measured.mention.end <= 1 &&
      hasNumericColumn(measured.mention) &&
      !isTable(measured.mention)
    ) {
      const who = reader.sketch.outputs.length === 1;
      reader.sketch.outputs.pop();
      const holder = measured.mention.columns[0]?.column.table;
      if (who && holder !== undefined && reader.sketch.tables.length === 0)
        noteTable(
          reader,
          { ...measured.mention, columns: [], tables: [{ table: holder, score: 0.9 }] },
          start,
          "focus",
        );
      return wish({ kind: "column", mention: measured.mention, fn: null });
    }
    if (mention === null) return wish({ kind: "count", mention: null });
    reader.at++;
    if (/^(maximum|minimum)/i.test(item.text) && reader.zone === "focus" && hasNumericColumn(mention)) {
      reader.sketch.outputs.push({
        kind: "aggregate",
        fn: cue.direction === "most" ? "max" : "min",
        mention,
        distinct: false,
        at: start,
      });
      return;
    }
    if (
      isTable(mention) &&
      !(hasNumericColumn(mention) && mention.columns[0]?.score === 1 && (mention.tables[0]?.score ?? 0) < 1)
    )
      return wish({ kind: "count", mention });
    if (hasNumericColumn(mention)) return wish({ kind: "column", mention, fn });
    return wish({ kind: "count", mention });
  }
  const hint = cue.hint ?? "size";
  if (mention === null) {
    // "who scored highest": by the column just named.
    const named = reader.sketch.outputs.at(-1);
    if (
      named?.kind === "column" &&
      item.start - named.mention.end <= 1 &&
      hasNumericColumn(named.mention) &&
      !isTable(named.mention)
    ) {
      reader.sketch.outputs.pop();
      return wish({ kind: "column", mention: named.mention, fn });
    }
    const isNamed = reader.pending !== null && isTable(reader.pending) && (reader.pending.tables[0]?.score ?? 0) >= 0.9;
    if (hint === "profit" || isNamed) return wish({ kind: "hint", hint });
    if (reader.pending !== null) return wish({ kind: "column", mention: reader.pending, fn });
    const last = lastColumn(reader);
    if (last !== null && hasMeasured(last) && reader.zone === "modifier")
      return wish({ kind: "column", mention: last, fn });
    return wish({ kind: "hint", hint });
  }
  reader.at++;
  if (
    isTable(mention) &&
    !(
      mention.columns.some((link) => link.score >= 0.95 && link.column.isNumber && !link.column.isKey) &&
      (mention.tables[0]?.score ?? 0) < 0.95
    )
  ) {
    noteTable(reader, mention, start, reader.zone);
    if (reader.zone === "focus" && !isCue(peek(reader), "preposition")) reader.required = false;
    return wish({ kind: "hint", hint });
  }
  const listedBefore =
    reader.sketch.outputs.some((output) => output.kind === "column") && !isCue(before, "and", "comma");
  if (
    reader.zone === "focus" &&
    !listedBefore &&
    !reader.sketch.said.has("who") &&
    fn === null &&
    hasMeasured(mention) &&
    reader.sketch.tables.length === 0 &&
    limit === null &&
    reader.sketch.limit === null
  ) {
    // "the second highest salary": the values in their order, rather than an extreme.
    if (reader.sketch.offset !== null) {
      reader.sketch.outputs.push({ kind: "column", mention, at: start });
      reader.sketch.distinct = true;
      return wish({ kind: "column", mention, fn: null });
    }
    reader.sketch.outputs.push({
      kind: "aggregate",
      fn: cue.direction === "most" ? "max" : "min",
      mention,
      distinct: false,
      at: start,
    });
    return;
  }
  if (reader.zone === "focus" && !hasMeasured(mention)) {
    reader.sketch.outputs.push({ kind: "column", mention, at: start });
    return wish({ kind: "hint", hint });
  }
  // "the 3 highest prices"
  const { outputs, tables } = reader.sketch;
  const asksWho = reader.sketch.said.has("who");
  if (
    reader.zone === "focus" &&
    outputs.length + tables.length === 0 &&
    mention.owners.length === 0 &&
    fn === null &&
    !asksWho
  )
    outputs.push({ kind: "column", mention, at: start });
  return wish({ kind: "column", mention, fn });
}

function readExtremes(reader: Reader, start: number): void {
  const functions: AggregateFunction[] = [];
  reader.at = start;
  for (;;) {
    const cue = cueOf(peek(reader));
    if (cue?.is === "superlative") functions.push(cue.direction === "most" ? "max" : "min");
    else if (cue?.is === "aggregate") functions.push(cue.fn);
    else if (cue?.is !== "and" && cue?.is !== "comma") break;
    reader.at++;
  }
  if (isCue(peek(reader), "preposition")) reader.at++;
  const mention = schemaOrOther(peek(reader));
  if (mention === null) return;
  reader.at++;
  for (const fn of functions)
    reader.sketch.outputs.push({ kind: "aggregate", fn, mention, distinct: false, at: start });
}
