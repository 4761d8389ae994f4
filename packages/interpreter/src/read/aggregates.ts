import type { Item } from "../link/item.ts";
import type { Mention } from "../link/mention.ts";
import { comparisonAt } from "./comparison-at.ts";
import type { Reader } from "./reader.ts";
import {
  addFilter,
  bestScore,
  cueOf,
  hasMeasured,
  hasNumericColumn,
  isCue,
  isTable,
  noteTable,
  peek,
  schemaAhead,
  schemaOf,
  schemaOrOther,
} from "./reader.ts";
import { figureOfEach, takesAmount } from "./implicit.ts";
import type { AggregateFunction } from "../form/logical-form.ts";
import type { OutputWish } from "./sketch.ts";

export function readCount(reader: Reader): void {
  const start = reader.at;
  figureOfEach(reader, start);
  reader.at++;
  let distinct = false;
  while (
    isCue(peek(reader), "distinct", "copula", "aggregate", "preposition") &&
    !(isCue(peek(reader), "aggregate") && schemaOrOther(peek(reader)) !== null)
  ) {
    if (isCue(peek(reader), "distinct")) distinct = true;
    reader.at++;
  }
  const before = cueOf(reader.items[start - 1]);
  const item = peek(reader);
  // "How many sales" counts the rows of a table that is called so.
  const named = item?.kind === "cue" && item.other !== null && isTable(item.other) && bestScore(item.other) >= 0.95;
  if (!named && isCue(item, "measure") && item?.kind === "cue" && item.cue.is === "measure") {
    reader.at++;
    reader.sketch.outputs.push({ kind: "measure", measure: "quantity", fn: null, at: start });
    return;
  }
  // "how many customers signed up": the date column belongs to the customers counted.
  const dated =
    item?.kind === "schema" && item.mention.columns[0]?.column.isDate === true ? item.mention.owners[0] : undefined;
  if (dated !== undefined && item?.kind === "schema") {
    reader.at++;
    const table: Mention = { ...item.mention, tables: [{ table: dated, score: 1 }], columns: [] };
    reader.sketch.outputs.push({ kind: "count", mention: table, distinct, at: start });
    noteTable(reader, table, start, "focus");
    reader.pending = { ...item.mention, owners: [] };
    return;
  }
  // "how many German customers": the value before the noun is a filter.
  const skipped = item?.kind === "value" || item?.kind === "word" ? 1 : 0;
  const mention = schemaOrOther(peek(reader, skipped));
  if (mention === null) {
    reader.sketch.outputs.push({ kind: "count", mention: null, distinct, at: start });
    return;
  }
  if (skipped === 1) reader.readItem();
  reader.at++;
  const comparison = comparisonAt(reader, reader.at);
  if (
    reader.zone === "modifier" &&
    comparison !== null &&
    comparison.operand.kind === "number" &&
    before?.is !== "and"
  ) {
    reader.at = comparison.next;
    addFilter(
      reader,
      { kind: "count", mention, operator: comparison.operator, number: comparison.operand.value },
      start,
    );
    return;
  }
  reader.sketch.outputs.push({ kind: "count", mention, distinct, at: start });
  if (isTable(mention)) noteTable(reader, mention, start, "focus");
  reader.required = false;
}

export function readAggregate(reader: Reader, item: Item & { kind: "cue" }): void {
  const start = reader.at;
  figureOfEach(reader, start);
  const functions: AggregateFunction[] = [];
  for (;;) {
    const cue = cueOf(peek(reader));
    const next = peek(reader);
    if (
      cue?.is === "aggregate" &&
      !(
        next?.kind === "cue" &&
        next.other !== null &&
        functions.length > 0 &&
        bestScore(next.other) >= 0.95 &&
        !schemaAhead(reader, 1)
      )
    ) {
      functions.push(cue.fn);
    } else if (cue?.is === "superlative" && functions.length > 0 && (cue.hint === "size" || cue.hint === "length"))
      functions.push(cue.direction === "most" ? "max" : "min");
    else if (cue?.is === "quantifier" && functions.length > 0) functions.push(cue.direction === "most" ? "max" : "min");
    else {
      let offset = 0;
      while (isCue(peek(reader, offset), "and", "comma")) offset++;
      if (
        functions.length === 0 ||
        offset === 0 ||
        !isCue(peek(reader, offset), "aggregate", "superlative", "quantifier")
      )
        break;
      reader.at += offset - 1;
    }
    reader.at++;
  }
  while (isCue(peek(reader), "preposition", "distinct", "copula", "possessive", "count")) reader.at++;
  const argument = peek(reader);
  if (
    argument?.kind === "cue" &&
    argument.cue.is === "measure" &&
    (argument.other === null || bestScore(argument.other) < 0.95)
  ) {
    reader.at++;
    for (const fn of functions)
      reader.sketch.outputs.push({ kind: "measure", measure: argument.cue.measure, fn, at: start });
    return;
  }
  // "total sick days": the value restricts what is summed up.
  if (argument?.kind === "value" && schemaOf(peek(reader, 1)) !== null && item.other === null) {
    const before = reader.pending;
    reader.readItem();
    reader.pending = before;
  }
  let mention = schemaOrOther(peek(reader));
  if (argument?.kind === "word" && schemaOf(peek(reader, 1)) !== null) {
    reader.sketch.unknown.push({ text: argument.text, capitalised: argument.capitalised, token: argument.start });
    reader.at++;
    mention = schemaOf(peek(reader));
  }
  if (mention === null) {
    reader.at = Math.max(reader.at, start + 1);
    if (item.other !== null && bestScore(item.other) >= 0.9) {
      reader.at = start;
      return reader.readSchema(item.other);
    }
    // "orders with a total between 100 and 200": the comparison finds the amount itself.
    if (
      isCue(reader.items[start - 1], "relative") &&
      reader.sketch.tables.length > 0 &&
      functions[0] === "sum" &&
      comparisonAt(reader, reader.at)?.explicit === true
    )
      return;
    // "… in total", "the average": belongs to the column just named.
    const last = reader.sketch.outputs.at(-1);
    const fn = functions[0] ?? "sum";
    if (last !== undefined && last.kind !== "column" && fn !== "sum") reader.sketch.lost.push(item.text);
    if (last?.kind === "column" && last.at >= start - 2) {
      reader.sketch.outputs[reader.sketch.outputs.length - 1] = {
        kind: "aggregate",
        fn,
        mention: last.mention,
        distinct: false,
        at: last.at,
      };
    } else if (last === undefined && fn === "sum")
      reader.sketch.outputs.push({ kind: "measure", measure: "money", fn, at: start });
    return;
  }
  reader.at++;
  const ofRows = takesAmount(reader, mention);
  if (ofRows) noteTable(reader, mention, start, "focus");
  const mentions = [mention, ...listed(reader)];
  const comparison = reader.zone === "modifier" ? comparisonAt(reader, reader.at) : null;
  if (comparison !== null) {
    reader.at = comparison.next;
    addFilter(
      reader,
      {
        kind: "compare",
        target: mention,
        fn: functions[0] ?? "sum",
        measure: null,
        operator: comparison.operator,
        operand: comparison.operand,
        hint: null,
      },
      start,
    );
    return;
  }
  if (
    reader.zone === "modifier" &&
    isCue(peek(reader), "copula") &&
    isCue(peek(reader, 1), "superlative", "quantifier")
  ) {
    reader.pending = mention;
  }
  const previous = reader.items[start - 1];
  const extreme = functions[0] === "max" ? ("most" as const) : functions[0] === "min" ? ("least" as const) : null;
  // "the stadium that has the maximum capacity"
  if (
    reader.zone === "modifier" &&
    isCue(previous, "relative") &&
    functions.length === 1 &&
    extreme !== null &&
    hasMeasured(mention) &&
    mentions.length === 1
  ) {
    reader.sketch.superlatives.push({
      at: start,
      direction: extreme,
      limit: null,
      zone: reader.zone,
      negated: reader.negated,
      target: { kind: "column", mention, fn: null },
    });
    return;
  }
  for (const one of mentions) {
    for (const fn of functions) {
      const measured = hasNumericColumn(one) || one.columns.some((link) => link.column.isDate || link.column.isYear);
      const isPaid = /^(payments?|refunds?|expenses?|donations?|costs?|spendings?|sales)$/i.test(one.text);
      if (
        fn === "sum" &&
        isTable(one) &&
        !hasNumericColumn(one) &&
        (ofRows || /amount|value/i.test(item.text) || isPaid)
      )
        reader.sketch.outputs.push({ kind: "aggregate", fn, mention: one, distinct: false, at: start });
      else if (fn === "sum" && isTable(one) && !hasNumericColumn(one))
        reader.sketch.outputs.push({ kind: "count", mention: one, distinct: false, at: start });
      else if (measured || fn !== "sum") {
        const wish: OutputWish & { kind: "aggregate" } = {
          kind: "aggregate",
          fn,
          mention: one,
          distinct: false,
          at: start,
        };
        reader.sketch.outputs.push(wish);
        if (reader.zone === "modifier" && isCue(previous, "relative")) reader.loose = wish;
      } else reader.sketch.outputs.push({ kind: "count", mention: one, distinct: false, at: start });
    }
  }
}

/** More columns of the same kind: "average age and weight". */
function listed(reader: Reader): Mention[] {
  const mentions: Mention[] = [];
  while (isCue(peek(reader), "and", "comma")) {
    let offset = 1;
    while (isCue(peek(reader, offset), "and", "comma", "possessive")) offset++;
    const next = schemaOf(peek(reader, offset));
    if (next === null || !hasNumericColumn(next) || isTable(next)) break;
    mentions.push(next);
    reader.at += offset + 1;
  }
  return mentions;
}
