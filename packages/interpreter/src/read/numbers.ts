import type { Item } from "../link/item.ts";
import type { Reader } from "./reader.ts";
import { addFilter, cueOf, hasNumericColumn, isCue, isTable, peek, schemaOf, schemaOrOther } from "./reader.ts";
import type { Operand } from "./sketch.ts";

export function readNumber(reader: Reader, item: Item & { kind: "number" }): void {
  const start = reader.at;
  const suffix = cueOf(peek(reader, 1));
  const next = peek(reader, 1);
  if (isCue(next, "superlative", "quantifier", "common")) {
    reader.at++;
    return;
  }
  const previous = peek(reader, -1);
  if (suffix?.is === "or_more" || suffix?.is === "or_less") {
    reader.at += 2;
    if (isCue(peek(reader), "times")) {
      reader.at++;
      addFilter(
        reader,
        { kind: "count", mention: null, operator: suffix.is === "or_more" ? ">=" : "<=", number: item.value },
        start,
      );
      return;
    }
    const operator = suffix.is === "or_more" ? ">=" : "<=";
    const mention = schemaOrOther(peek(reader));
    if (mention !== null) {
      reader.at++;
      if (hasNumericColumn(mention) && !isTable(mention)) {
        addFilter(
          reader,
          {
            kind: "compare",
            target: mention,
            fn: null,
            measure: null,
            operator,
            operand: { kind: "number", value: item.value, year: null },
            hint: null,
          },
          start,
        );
      } else addFilter(reader, { kind: "count", mention, operator, number: item.value }, start);
      return;
    }
    addFilter(
      reader,
      {
        kind: "compare",
        target: reader.pending,
        fn: null,
        measure: null,
        operator,
        operand: { kind: "number", value: item.value, year: item.year },
        hint: null,
      },
      start,
    );
    return;
  }
  if (suffix?.is === "times") {
    reader.at += 2;
    addFilter(reader, { kind: "count", mention: null, operator: "=", number: item.value }, start);
    return;
  }
  if (
    item.year !== null &&
    (isCue(previous, "preposition", "comma", "and", "or", "relative", "possessive") ||
      start === 0 ||
      reader.zone === "modifier" ||
      next === undefined ||
      isCue(next, "end"))
  ) {
    addFilter(reader, { kind: "period", period: item.year, target: reader.pending }, start);
    reader.zone = "modifier";
    reader.at++;
    return;
  }
  const mention = schemaOf(next);
  const superlative = reader.items.slice(start).some((later) => isCue(later, "superlative", "quantifier", "common"));
  if (mention !== null && superlative && item.year === null && item.value < 1000) {
    reader.sketch.limit = item.value;
    reader.at++;
    return;
  }
  if (
    mention !== null &&
    reader.zone === "focus" &&
    reader.sketch.outputs.length + reader.sketch.tables.length === 0 &&
    isTable(mention)
  ) {
    reader.sketch.limit = item.value;
    reader.at++;
    return;
  }
  if (mention !== null && reader.zone === "modifier" && reader.pending === null) {
    reader.at += 2;
    if (isTable(mention)) addFilter(reader, { kind: "count", mention, operator: "=", number: item.value }, start);
    else
      addFilter(
        reader,
        {
          kind: "compare",
          target: mention,
          fn: null,
          measure: null,
          operator: "=",
          operand: { kind: "number", value: item.value, year: null },
          hint: null,
        },
        start,
      );
    return;
  }
  reader.at++;
  if (reader.pending !== null) {
    addFilter(
      reader,
      {
        kind: "compare",
        target: reader.pending,
        fn: null,
        measure: null,
        operator: "=",
        operand: { kind: "number", value: item.value, year: item.year },
        hint: null,
      },
      start,
    );
    return;
  }
  // "aged 36 or 37": the column goes on.
  const last = reader.sketch.filters.at(-1);
  if (
    reader.connector === "or" &&
    last?.kind === "compare" &&
    last.operator === "=" &&
    last.operand.kind === "number"
  ) {
    const operand: Operand = { kind: "number", value: item.value, year: item.year };
    addFilter(
      reader,
      {
        kind: "compare",
        target: last.target,
        fn: last.fn,
        measure: last.measure,
        operator: "=",
        operand,
        hint: last.hint,
      },
      start,
    );
    return;
  }
  reader.sketch.unknown.push({ text: item.text, capitalised: false });
}
