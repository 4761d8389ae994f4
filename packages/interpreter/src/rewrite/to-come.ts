import { toldAs } from "../catalog/called.ts";
import { dateColumn, isPlanned } from "../catalog/date-columns.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { mentionOf } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";

const TO_COME = /^(?:upcoming|forthcoming|future)$/i;

/** "upcoming concerts": those from today on, unless it is said in what time to come. */
export function takeToCome(context: Context): Context {
  const { sketch, subject, notes } = context;
  const said = sketch.unknown.find(({ text }) => TO_COME.test(text));
  if (said === undefined || subject === null) return context;
  const { today } = sketch;
  const isTold = sketch.filters.some(
    (one) => one.kind === "period" && one.period.from !== null && one.period.from >= today,
  );
  const day = isTold ? null : dayAhead(subject, today);
  if (!isTold && day === null) return context;
  const read = {
    ...sketch,
    unknown: sketch.unknown.filter((word) => word !== said),
    strangeHead: sketch.strangeHead && said.token !== 0,
  };
  if (day === null) return { ...context, sketch: read };
  notes.assumptions.push(`Upcoming means ${toldAs(day)} from today on.`);
  const target = mentionOf({ start: 0, end: 0, text: day.name, columns: [{ column: day, score: 1 }] });
  const period = { from: today, to: null, label: "from today on", year: null, length: 0, certain: true };
  const placed = { at: 0, connector: null, zone: "modifier", negated: false } as const;
  return { ...context, sketch: { ...read, filters: [...read.filters, { ...placed, kind: "period", period, target }] } };
}

/** The day by which rows are told, where some of them are still to come. */
function dayAhead(rows: CatalogTable, today: string): CatalogColumn | null {
  const own = dateColumn(rows);
  if (own !== null && isPlanned(own, today)) return own;
  const [only, ...more] = rows.columns.filter((column) => isPlanned(column, today));
  return only !== undefined && more.length === 0 ? only : null;
}
