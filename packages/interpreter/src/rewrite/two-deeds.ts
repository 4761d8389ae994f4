import type { CatalogTable } from "../catalog/catalog.ts";
import type { FilterWish, Sketch } from "../read/sketch.ts";
import { type Context, contextOf } from "../resolve/context.ts";

type Value = FilterWish & { kind: "value" };

/** A deed is said by the name of those who do it from this likeness on. */
const LEAST_LIKE_DOERS = 0.55;

/** "plays written and directed by Ada Holt", who is among the writers and the directors: both are said of her. */
export function takeTwoDeeds(context: Context): Context {
  const { sketch, catalog, metric, formOf, happened } = context;
  for (const value of sketch.filters) {
    if (value.kind !== "value" || value.negated) continue;
    const deeds = deedsBefore(value, sketch);
    const [one, other] = deeds.map((deed) => doersOf(deed, value));
    if (one === undefined || other === undefined || one === null || other === null || one === other) continue;
    const of = (table: CatalogTable): Value => ({
      ...value,
      target: null,
      mention: { ...value.mention, values: value.mention.values.filter(({ column }) => column.table === table) },
    });
    const filters = sketch.filters.flatMap((filter): FilterWish[] =>
      filter === value ? [of(one), { ...of(other), connector: "and" }] : [filter],
    );
    const tables = sketch.tables.filter((table) => !deeds.includes(table));
    return contextOf({ ...sketch, filters, tables }, catalog, { metric, formOf, happened });
  }
  return context;
}

/** "written and directed", right before "by" and a name. */
function deedsBefore({ mention: { start } }: Value, { tables }: Sketch): readonly Sketch["tables"][number][] {
  const endsAt = (end: number) => tables.find(({ mention }) => mention.end === end && DEED_OF_WORKS.test(mention.text));
  // A verb and its "by" may be read as one word.
  const other = endsAt(start - 1) ?? endsAt(start);
  const one = other === undefined ? undefined : endsAt(other.mention.start - 1);
  return one === undefined || other === undefined ? [] : [one, other];
}

const DEED_OF_WORKS = /(?:ed|en|ung|ade|[eo]r)$/i;

/** Those who do it, where somebody is called so. */
const doersOf = ({ mention }: Sketch["tables"][number], { mention: { values } }: Value): CatalogTable | null =>
  mention.tables.find(
    ({ table, score }) =>
      score >= LEAST_LIKE_DOERS && values.some(({ column }) => column.table === table && table.label.includes(column)),
  )?.table ?? null;
