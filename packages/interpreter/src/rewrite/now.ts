import { toldAs } from "../catalog/called.ts";
import { mentionOf } from "../link/mention.ts";
import type { CatalogColumn } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import { endDays } from "../catalog/running-rows.ts";
import type { Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";

const GOING_ON = /^(?:open|active|current|ongoing|running|live)$/i;

/** Rows whose end is not there yet. */
function runningUntil(end: CatalogColumn): Sketch["filters"][number] {
  const target = mentionOf({ start: 0, end: 0, text: end.name, columns: [{ column: end, score: 1 }] });
  return { at: 0, connector: null, zone: "modifier", kind: "missing", target, negated: false, orAhead: true };
}

/** "patrons we have right now": what rows are, and not the state they are in. */
const isKind = (filter: Sketch["filters"][number]): boolean =>
  filter.kind === "value" &&
  !filter.negated &&
  filter.mention.values.every(
    ({ column }) => !/\b(?:status|state|stage|active|current)\b/.test(column.words.join(" ")),
  );

/** "who is staying right now": people of whose stays one has not come to its end. */
function nowOfOthers(context: Context): Context {
  const { sketch, named, subject, notes, catalog } = context;
  const ends = named.flatMap(({ table }) => (table === subject || table.isView ? [] : endDays(table).slice(0, 1)));
  const [end, ...more] = new Set(ends);
  if (end === undefined || more.length > 0 || subject === null || !isToOne(catalog, end.table, subject)) return context;
  notes.assumptions.push(`Now means without ${toldAs(end)} before today.`);
  return { ...context, sketch: { ...sketch, filters: [runningUntil(end)] } };
}

/** "the best paid job right now", of jobs some of which are open: those; where nothing else says which rows are meant. */
export function takeNow(context: Context): Context {
  const { sketch, subject, notes } = context;
  // "longest serving driver": of those who are still there
  const isServing = sketch.superlatives.some(({ target }) => target.kind === "hint" && target.hint === "service");
  const isNow = isServing || sketch.said.has("now");
  if (subject === null || subject.isView || !isNow || !sketch.filters.every(isKind)) return context;
  const states = subject.columns.flatMap((column) => {
    const { values, values_complete } = column.source;
    const going = values.filter((value) => GOING_ON.test(value));
    const isState = column.isText && values_complete && /^(?:status|state|stage)$/.test(column.words.at(-1) ?? "");
    return isState && going.length === 1 && values.length > 1
      ? going.map((value) => ({ column, value, score: 1 }))
      : [];
  });
  const [only, ...more] = states;
  const ends = states.length === 0 ? endDays(subject) : [];
  if (ends.length > 0) {
    notes.assumptions.push(`Now means without ${ends.map(({ words }) => words.join(" ")).join(" or ")} before today.`);
    return { ...context, sketch: { ...sketch, filters: [...sketch.filters, ...ends.slice(0, 1).map(runningUntil)] } };
  }
  if (sketch.filters.length > 0) return context;
  if (states.length === 0) return nowOfOthers(context);
  if (only === undefined || more.length > 0) return context;
  notes.assumptions.push(`Now means ${toldAs(only.column)} “${only.value}”.`);
  const mention = mentionOf({ start: 0, end: 0, text: only.value, values: [only] });
  const placed = { at: 0, connector: null, zone: "modifier", negated: false } as const;
  const now = { ...placed, kind: "value", target: null, mention, preposition: null } as const;
  return { ...context, sketch: { ...sketch, filters: [now] } };
}
