import type { Item } from "../link/item.ts";
import { rowsItems, rowsPhrases } from "./comparisons/rows.ts";
import { withoutNamesCompared } from "./names-compared.ts";
import { apply } from "./part.ts";
import type { Reader } from "./reader.ts";
import { partOf } from "./readers.ts";
import type { Token } from "../language/tokens.ts";
import { sayingsOf } from "./sayings.ts";
import type { Sketch, SketchDraft } from "./sketch.ts";
import { withRoles } from "./unknown-words.ts";

/** Reads the items of a question from left to right and notes what is wished for. */
export function read(items: Item[], tokens: readonly Token[], now: Date): Sketch {
  const sketch: SketchDraft = {
    outputs: [],
    groups: [],
    filters: [],
    orders: [],
    superlatives: [],
    tables: [],
    distinct: false,
    everything: false,
    both: false,
    share: null,
    ratio: null,
    part: null,
    bucket: null,
    growth: false,
    running: false,
    whichBucket: false,
    when: false,
    buying: null,
    negation: null,
    strangeHead: false,
    versus: false,
    limit: null,
    offset: null,
    withLabel: false,
    showOrder: false,
    names: items.flatMap((item) => (item.kind === "schema" ? [item.mention] : [])),
    numbers: items.flatMap((item) => (item.kind === "number" ? [item.value] : [])),
    unknown: [],
    lost: [],
    today: now.toISOString().slice(0, 10),
    said: sayingsOf(tokens),
  };
  const reader: Reader = {
    items,
    tokens,
    at: 0,
    zone: "focus",
    negated: false,
    required: false,
    connector: null,
    pending: null,
    loose: null,
    nested: new Map(
      rowsPhrases(items, tokens).map((phrase) => [
        phrase.start,
        { ...phrase, rows: read(rowsItems(items, phrase), tokens, now) },
      ]),
    ),
    sketch,
  };
  while (reader.at < items.length) {
    const before = reader.at;
    const item = items[before];
    if (item !== undefined) apply(reader, partOf(reader, item));
    if (reader.at === before) reader.at++;
  }
  withoutEmptyLimits(sketch);
  sketch.tables = withoutNamesCompared(sketch);
  const meant = new Map(
    items.flatMap((item) =>
      item.kind === "schema" || item.kind === "value" ? [[item.start, item.kind] as const] : [],
    ),
  );
  sketch.unknown = withRoles(sketch.unknown, tokens, (token) => meant.get(token));
  return sketch;
}

/** "top 0 customers", "top -5": no number of rows that could be listed, which is said instead. */
function withoutEmptyLimits(sketch: SketchDraft): void {
  const { limit, superlatives } = sketch;
  const empty = [limit, ...superlatives.map((one) => one.limit)].filter((count) => count !== null && count < 1);
  if (empty.length === 0) return;
  sketch.lost.push(...empty.map(String));
  sketch.limit = null;
}
