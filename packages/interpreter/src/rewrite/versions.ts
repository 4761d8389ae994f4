import type { CatalogTable } from "../catalog/catalog.ts";
import { nameInFull } from "../catalog/columns.ts";
import { heldUntil } from "../catalog/running-rows.ts";
import { mentionOf } from "../link/mention.ts";
import { isTable } from "../read/reader.ts";
import type { FilterWish } from "../read/sketch.ts";
import { columnMentions, type Context } from "../resolve/context.ts";
import { hinted } from "../resolve/hinted.ts";

/** "average salary by team", of salaries from a day to a day: those that hold now, where no other time is spoken of. */
export function takeVersions(context: Context): Context {
  const { sketch, catalog, subject, notes } = context;
  const { filters, outputs, superlatives } = sketch;
  const isOfTime = sketch.bucket !== null || sketch.when || sketch.said.has("a history");
  // "the rate we charge today": no rate that begins today.
  const isToday = (one: FilterWish) =>
    one.kind === "period" && one.period.label === "today" && (one.target === null || isTable(one.target));
  const others = filters.filter((one) => !isToday(one));
  const isRestricted = others.some(({ kind }) => kind === "period" || kind === "count" || kind === "missing");
  if (isOfTime || isRestricted || outputs.some(({ kind }) => kind === "count")) return context;
  // A key says of whom the rows are, and no more.
  const spoken = new Set(
    columnMentions(sketch).flatMap(({ columns: [best] }) =>
      best === undefined || best.column.isForeign || best.column.isPrimary ? [] : best.column.table,
    ),
  );
  const hints = superlatives.flatMap(({ target }) => (target.kind === "hint" ? [target.hint] : []));
  const isSpokenOf = (table: CatalogTable) =>
    table === subject || spoken.has(table) || hints.some((hint) => hint === "salary" && hinted(table, hint) !== null);
  const [until, ...more] = catalog.tables.flatMap((table) => (isSpokenOf(table) ? (heldUntil(table) ?? []) : []));
  if (until === undefined || more.length > 0) return context;
  notes.assumptions.push(`Of ${until.table.name}, those that hold now are meant: without ${nameInFull(until)}.`);
  const target = mentionOf({ start: 0, end: 0, text: until.name, columns: [{ column: until, score: 1 }] });
  const now = {
    kind: "missing",
    target,
    negated: false,
    at: 0,
    connector: null,
    zone: "modifier",
    orAhead: true,
  } as const;
  const unknown = sketch.unknown.filter(({ text }) => !/^(?:current|currently|present|valid|today)$/i.test(text));
  return { ...context, sketch: { ...sketch, unknown, filters: [...others, now] } };
}
