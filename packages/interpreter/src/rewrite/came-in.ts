import { toldAs } from "../catalog/called.ts";
import type { CatalogColumn, CatalogTable } from "../catalog/catalog.ts";
import { SUCCEEDED } from "../catalog/end-states.ts";
import { plural } from "../language/words.ts";
import { mentionOf } from "../link/mention.ts";
import type { FilterWish, Sketch } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { measureSource } from "../resolve/measures.ts";

const PAYMENTS = /\b(?:payments?|transactions?|charges?)\b/;
const STATE = /^(?:status|state)$/;
const FAILED = /^(?:failed|failure|declined|error)$/i;

/** "revenue by month", of payments of which some failed: the money of those that succeeded. */
export function takeCameIn(context: Context): Context {
  const { sketch, metric } = context;
  if (metric !== null || !asksForMoney(sketch)) return context;
  const table = measureSource(context, "money")?.table;
  const state = table === undefined ? null : stateOf(table);
  if (table === undefined || state === null || isTold(state.column, sketch)) return context;
  const rows = plural(toldAs(table));
  context.notes.assumptions.push(`Of the ${rows} those count whose ${toldAs(state.column)} is “${state.value}”.`);
  const at = sketch.said.length;
  const value = { column: state.column, value: state.value, score: 1 };
  const mention = mentionOf({ start: at, end: at, text: state.value, values: [value] });
  const placed = { at, negated: false, connector: null, zone: "modifier", target: null, preposition: null } as const;
  const filter: FilterWish = { ...placed, kind: "value", mention };
  return { ...context, sketch: { ...sketch, filters: [...sketch.filters, filter] } };
}

const asksForMoney = ({ outputs, superlatives, share }: Sketch): boolean =>
  share === null &&
  (outputs.some((one) => one.kind === "measure" && one.measure === "money") ||
    superlatives.some(({ target }) => target.kind === "measure" && target.measure === "money"));

/** The state of payments that succeeded, where others failed. */
function stateOf({ words, columns, isView }: CatalogTable): { column: CatalogColumn; value: string } | null {
  if (isView || !PAYMENTS.test(words.join(" "))) return null;
  for (const column of columns) {
    const { values, values_complete } = column.source;
    if (!column.isText || !values_complete || !STATE.test(column.words.at(-1) ?? "")) continue;
    const [only, ...more] = values.filter((one) => SUCCEEDED.test(one));
    if (only !== undefined && more.length === 0 && values.some((one) => FAILED.test(one)))
      return { column, value: only };
  }
  return null;
}

/** True where the question says in which state they are. */
const isTold = (state: CatalogColumn, { filters, groups }: Sketch): boolean =>
  filters.some((one) => one.kind === "value" && one.mention.values.some(({ column }) => column === state)) ||
  groups.some(({ mention }) => mention.columns[0]?.column === state);
