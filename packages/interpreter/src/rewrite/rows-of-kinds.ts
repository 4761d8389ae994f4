import { kindsOfRows } from "../catalog/rows-of-kinds.ts";
import { mentionOf } from "../link/mention.ts";
import type { FilterWish, TableMention } from "../read/sketch.ts";
import { type Context, contextOf } from "../resolve/context.ts";

/**
 * "notes on projects", where a notable_type says of what a note is: those with that kind. No key leads from a note to its
 * project, so that nothing else of the projects can be told of it.
 */
export function takeRowsOfKinds(context: Context): Context {
  const { sketch, catalog, named, subject, happened, metric, formOf } = context;
  const [only, ...others] = sketch.tables.filter(({ zone, negated, each }) => zone === "modifier" && !negated && !each);
  const rows = named.find(({ mention }) => mention !== only && mention.zone === "focus" && !mention.each)?.table;
  if (only === undefined || others.length > 0 || rows === undefined || sketch.groups.length > 0) return context;
  const said = only.mention.tables.filter(({ score }) => score >= 0.9);
  const kind = kindsOfRows(rows, catalog).find(({ table }) => said.some((link) => link.table === table));
  if (kind === undefined) return context;
  const tables = sketch.tables.filter((one) => one !== only);
  const names = sketch.names.filter((name) => name !== only.mention);
  const changed = { ...sketch, names, tables, filters: [...sketch.filters, ofKind(only, kind)] };
  return contextOf(changed, catalog, { subject: subject ?? rows, happened, metric, formOf });
}

function ofKind(said: TableMention, kind: ReturnType<typeof kindsOfRows>[number]): FilterWish {
  const { start, end, text } = said.mention;
  const mention = mentionOf({ start, end, text, values: [{ column: kind.column, value: kind.value, score: 1 }] });
  const { at, zone } = said;
  return { kind: "value", target: null, mention, preposition: "of", at, negated: false, connector: null, zone };
}
