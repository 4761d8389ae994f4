import type { ReadComparison } from "./comparison-at.ts";
import { comparisonAt, operandAt } from "./comparison-at.ts";
import type { Item } from "../link/item.ts";
import type { Mention } from "../link/mention.ts";
import type { Reader } from "./reader.ts";
import {
  addFilter,
  bestScore,
  hasMeasured,
  hasNumericColumn,
  isCue,
  isTable,
  peek,
  schemaOf,
  schemaOrOther,
} from "./reader.ts";
import type { Comparison } from "../form/logical-form.ts";

export function addComparison(reader: Reader, named: Mention | null, found: ReadComparison, at: number): void {
  // "younger than the average age": the average says which column.
  const target =
    named === null &&
    found.operand.kind === "aggregate" &&
    found.operand.mention !== null &&
    !isTable(found.operand.mention)
      ? found.operand.mention
      : named;
  const before = reader.negated;
  reader.negated = reader.negated || found.negated;
  if (found.missing && target !== null) addFilter(reader, { kind: "missing", target }, at);
  else if (found.pattern !== null && found.operand.kind === "text")
    addFilter(reader, { kind: "like", target, place: found.pattern, text: found.operand.text }, at);
  else if (found.high !== null)
    addFilter(reader, { kind: "between", target, low: found.operand, high: found.high }, at);
  else if (
    found.operand.kind === "text" &&
    found.operand.mention !== null &&
    (found.operator === "=" || found.operator === "!=")
  ) {
    if (found.operator === "!=") reader.negated = true;
    addFilter(reader, { kind: "value", target, mention: found.operand.mention, preposition: null }, at);
  } else {
    addFilter(
      reader,
      {
        kind: "compare",
        target,
        fn: null,
        measure: null,
        operator: found.operator,
        operand: found.operand,
        hint: found.hint,
      },
      at,
    );
  }
  reader.negated = before;
  reader.zone = "modifier";
}

export function readComparison(reader: Reader, item: Item & { kind: "cue" }): void {
  const start = reader.at;
  const found = comparisonAt(reader, start);
  if (found === null) {
    if (item.other !== null && bestScore(item.other) >= 0.9) return reader.readSchema(item.other);
    const times = peek(reader, 1);
    if (item.cue.is === "compare" && times?.kind === "cue" && times.cue.is === "times" && times.cue.count > 0) {
      reader.at += 2;
      addFilter(reader, { kind: "count", mention: null, operator: item.cue.operator, number: times.cue.count }, start);
      return;
    }
    reader.at++;
    return;
  }
  reader.at = found.next;
  // "more than 5 orders", "at least 3 times"
  if (found.operand.kind === "number" && found.high === null && found.hint === null) {
    const next = peek(reader);
    let offset = 0;
    while (
      isCue(peek(reader, offset), "distinct", "possessive", "preposition") ||
      (peek(reader, offset)?.kind === "word" && schemaOf(peek(reader, offset + 1)) !== null)
    )
      offset++;
    // "at least one English song": the value restricts what is counted.
    if (peek(reader, offset)?.kind === "value" && schemaOf(peek(reader, offset + 1)) !== null) {
      reader.at += offset;
      offset = 0;
      reader.readItem();
    }
    // "buildings that have at least 10 professors": rows with that value are counted.
    if (
      peek(reader)?.kind === "value" &&
      (reader.pending === null || isTable(reader.pending)) &&
      reader.zone === "modifier"
    ) {
      addFilter(reader, { kind: "count", mention: null, operator: found.operator, number: found.operand.value }, start);
      return;
    }
    let mention = schemaOrOther(peek(reader, offset));
    // "at least two institutions founded after 1880": the date belongs to what is counted.
    const owner =
      mention?.columns[0]?.column.isDate === true || mention?.columns[0]?.column.isYear === true
        ? mention.owners[0]
        : undefined;
    if (mention !== null && owner !== undefined) {
      const dated: Mention = { ...mention, owners: [] };
      mention = { ...mention, tables: [{ table: owner, score: 1 }], columns: [] };
      reader.at += offset + 1;
      addFilter(reader, { kind: "count", mention, operator: found.operator, number: found.operand.value }, start);
      reader.zone = "modifier";
      reader.pending = dated;
      return;
    }
    const counted0 = reader.tokens[reader.items[reader.at - 1]?.end ?? -1]?.lower ?? "";
    if (isCue(next, "times") || (mention === null && /^(records?|entries|rows|occurrences|times)$/.test(counted0))) {
      if (isCue(next, "times")) reader.at++;
      addFilter(reader, { kind: "count", mention: null, operator: found.operator, number: found.operand.value }, start);
      return;
    }
    const counted = mention !== null && isTable(mention) && (mention.tables[0]?.score ?? 0) >= 0.9;
    const waiting = reader.pending !== null && !(isTable(reader.pending) && !hasMeasured(reader.pending));
    if (mention !== null && (!waiting || counted) && !isCue(next, "preposition")) {
      reader.at += offset + 1;
      const numeric = hasNumericColumn(mention) && (mention.columns[0]?.score ?? 0) >= (mention.tables[0]?.score ?? 0);
      if (numeric) addComparison(reader, mention, found, start);
      else addFilter(reader, { kind: "count", mention, operator: found.operator, number: found.operand.value }, start);
      reader.zone = "modifier";
      return;
    }
  }
  if (found.pattern !== null && isCue(peek(reader), "preposition")) {
    const named = isCue(peek(reader, 1), "possessive") ? 2 : 1;
    const column = schemaOf(peek(reader, named));
    if (column !== null && !isTable(column)) {
      reader.at += named + 1;
      addComparison(reader, column, found, start);
      return;
    }
  }
  const { loose } = reader;
  if (loose !== null && found.high === null && found.hint === null && found.pattern === null) {
    reader.loose = null;
    reader.sketch.outputs = reader.sketch.outputs.filter((output) => output !== loose);
    addFilter(
      reader,
      {
        kind: "compare",
        target: loose.mention,
        fn: loose.fn,
        measure: null,
        operator: found.operator,
        operand: found.operand,
        hint: null,
      },
      start,
    );
    return;
  }
  const otherKind = found.hint !== null && found.hint !== "date" && reader.pending?.columns[0]?.column.isDate === true;
  let target = otherKind
    ? null
    : reader.pending !== null && isTable(reader.pending) && !hasMeasured(reader.pending)
      ? null
      : reader.pending;
  const last = reader.sketch.outputs.at(-1);
  if (target === null && found.pattern !== null && last?.kind === "column") target = last.mention;
  addComparison(reader, target, found, start);
}

/** "a higher resolution than 500", "more points than the average". */
export function readComparative(
  reader: Reader,
  item: Item & { kind: "cue" },
  operator: Comparison,
  hint: string | null,
): void {
  const start = reader.at;
  const mention = schemaOrOther(peek(reader, 1));
  const bare = peek(reader, 1);
  if (bare?.kind === "number" && (reader.pending !== null || hint !== null)) {
    reader.at += 2;
    addComparison(
      reader,
      reader.pending,
      {
        operator,
        operand: { kind: "number", value: bare.value, year: bare.year },
        high: null,
        pattern: null,
        missing: false,
        negated: false,
        hint,
        next: start + 2,
        explicit: true,
      },
      start,
    );
    return;
  }
  const operand = mention === null ? null : operandAt(reader.items, start + 2);
  if (mention === null || operand === null || operand.operand.kind === "column" || operand.operand.kind === "text") {
    if (item.other !== null && bestScore(item.other) >= 0.95) return reader.readSchema(item.other);
    reader.at++;
    return;
  }
  reader.at = operand.next;
  const comparison: ReadComparison = {
    operator,
    operand: operand.operand,
    high: null,
    pattern: null,
    missing: false,
    negated: false,
    hint,
    next: operand.next,
    explicit: true,
  };
  if (isTable(mention) && operand.operand.kind === "aggregate" && operand.operand.fn === "avg")
    addFilter(reader, { kind: "count", mention, operator, number: 0, average: true }, start);
  else if (isTable(mention) && operand.operand.kind === "number")
    addFilter(reader, { kind: "count", mention, operator, number: operand.operand.value }, start);
  else addComparison(reader, mention, comparison, start);
}
