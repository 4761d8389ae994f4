import { weekdaysOf } from "../language/dates.ts";
import { sumsUp } from "./implicit.ts";
import type { Item } from "../link/item.ts";
import { setBucket } from "./groups.ts";
import { readSuperlative } from "./superlatives.ts";
import type { Reader } from "./reader.ts";
import { addFilter, isCue, isTable, peek, schemaOf } from "./reader.ts";

export function readWord(reader: Reader, item: Item & { kind: "word" }): void {
  const next = peek(reader, 1);
  if (sumsUp(reader, item.text, item.start)) return;
  reader.at++;
  // "…, the date and the number."
  if (
    /^(number|numbers|frequency|total)$/i.test(item.text) &&
    (next === undefined || isCue(next, "end")) &&
    reader.sketch.outputs.length > 0
  ) {
    reader.sketch.outputs.push({ kind: "count", mention: null, distinct: false, at: reader.at - 1 });
    return;
  }
  const { sketch } = reader;
  // "our last order", "the last 5 invoices"
  const rows = schemaOf(next?.kind === "number" ? peek(reader, 1) : next);
  if (/^(last|latest)$/i.test(item.text) && rows !== null && isTable(rows)) {
    reader.at--;
    return readSuperlative(reader, {
      ...item,
      kind: "cue",
      cue: { is: "superlative", direction: "most", hint: "date" },
      other: null,
    });
  }
  const days = weekdaysOf(item.text);
  if (days !== null) {
    addFilter(reader, { kind: "weekday", days });
    reader.zone = "modifier";
    return;
  }
  const unit = /^(month|quarter|week|day|year|weekday)s?$/i.exec(item.text)?.[1]?.toLowerCase();
  if (
    unit !== undefined &&
    (isCue(peek(reader, -2), "question", "preposition") || reader.at === 1) &&
    sketch.outputs.length + sketch.tables.length === 0
  ) {
    reader.at--;
    setBucket(reader, unit);
    sketch.whichBucket = true;
    return;
  }
  if (
    sketch.outputs.length + sketch.tables.length + sketch.filters.length + sketch.groups.length === 0 &&
    !item.capitalised &&
    !harmless.test(item.text) &&
    reader.tokens[item.start - 1]?.lower !== "who"
  )
    sketch.strangeHead = true;
  sketch.unknown.push({ text: item.text, capitalised: item.capitalised, token: item.start });
}

/** Words that ask rather than name: they may stand first without harm. */
export const harmless =
  /^(new|active|current|repeat|returning|recurring|compare|describe|identify|determine|print|output|among|amongst|provide|extract|pull|check|present|people|person|who|kind|sort|types?|names?|different|breakdown|overview|summary|summarize|summarise|trend|trends|best|worst|top|title|titles|ids?|amounts?|values?|dates?|places?|full|complete|rank|order|return|look|see|think|answer|wat|whats|whose|help)$/i;
