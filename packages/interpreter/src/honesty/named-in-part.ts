import { toldAs } from "../catalog/called.ts";
import type { Catalog, CatalogTable } from "../catalog/catalog.ts";
import { isToOne } from "../catalog/joins.ts";
import type { LogicalForm } from "../form/logical-form.ts";
import { tablesOfCondition } from "../form/visit.ts";
import { stemsOf, type Mention } from "../link/mention.ts";
import type { Context } from "../resolve/context.ts";
import { type Ambiguous, NAMED_IN_FULL } from "./choices.ts";

/**
 * "gyms with a pool", of gym_classes at sites that have a pool: the word tells what kind of classes they are, and may as well be
 * what people call the sites. Null where the rows are named in full, or nothing else can be meant.
 */
export function namedInPart(asked: string, { sketch, catalog }: Context, form: LogicalForm): Ambiguous | null {
  const subject = catalog.byName.get(form.subject);
  if (subject === undefined || subject.stems.length < 2) return null;
  const counted = sketch.outputs.flatMap((one) => (one.kind === "count" ? (one.mention ?? []) : []));
  const said = [...counted, ...sketch.tables.map(({ mention }) => mention)].find((one) => isByModifier(one, subject));
  if (said === undefined || !asked.includes(said.text)) return null;
  const things = restricted(form, subject, catalog);
  if (things === null || things.stems.some(sketch.said.stem)) return null;
  const choices = [subject, things].map((table) => {
    const label = toldAs(table);
    return { label, message: asked.replace(said.text, label) };
  });
  return { word: said.text, choices };
}

/** "inns with a bar", of inns that have bar_shifts: a bar is no shift, and whether they have one is not told by these. */
export const hadInPart = ({ tables, filters, said }: Context["sketch"]): string[] =>
  tables.flatMap(({ mention, required }) => {
    const [best] = mention.tables;
    const isOne = said.words("one that is had")[1] === mention.text;
    const isNothingElse = mention.columns.length === 0 && filters.length === 0;
    return required && best !== undefined && isOne && isNothingElse && isModifierOf(best.table, mention)
      ? [mention.text]
      : [];
  });

/** "gyms" for gym_classes, whose noun is another. */
function isByModifier(mention: Mention, table: CatalogTable): boolean {
  const { tables, text } = mention;
  const isBest = tables.some((one) => one.table === table && one.score === tables[0]?.score);
  return isBest && /^[a-z-]+s$/i.test(text) && isModifierOf(table, mention);
}

function isModifierOf({ stems }: CatalogTable, mention: Mention): boolean {
  const words = stemsOf(mention);
  const isPart = stems.length > 1 && (mention.tables[0]?.score ?? 0) < NAMED_IN_FULL;
  return isPart && words.has(stems[0] ?? "") && !words.has(stems.at(-1) ?? "");
}

/** The only things that the conditions speak of, where each row belongs to one of them. */
function restricted({ where }: LogicalForm, subject: CatalogTable, catalog: Catalog): CatalogTable | null {
  const [only, ...more] = new Set(where.flatMap((one) => [...tablesOfCondition(one)]));
  const things = only === undefined || more.length > 0 ? undefined : catalog.byName.get(only);
  if (things === undefined || things === subject || things.label.length === 0) return null;
  return isToOne(catalog, subject, things) ? things : null;
}
