import { isAggregate } from "../form/visit.ts";
import type { Condition, Expression, LogicalForm } from "../form/logical-form.ts";
import { stem } from "../language/inflection.ts";
import { joined } from "../language/words.ts";
import type { Said } from "../read/sayings.ts";
import type { FilterWish } from "../read/sketch.ts";
import type { Context } from "../resolve/context.ts";
import { conditionsOf } from "./conditions/conditions.ts";
import { nameOf } from "./output-names.ts";

/** A question without its second figure, and the conditions of that. */
interface Parted {
  context: Context;
  /** Null where there is no second figure. */
  part: { conditions: readonly Condition[]; said: string } | null;
}

/** "orders by town and how many of them are open": what is asked of all rows, and what is true of the part. */
export function withoutPart(context: Context): Parted {
  const { sketch } = context;
  const { part } = sketch;
  if (part === null) return { context, part: null };
  const isOfPart = ({ at }: { readonly at: number }) => at > part.at;
  const [filters, rest] = [sketch.filters.filter(isOfPart), sketch.filters.filter((one) => !isOfPart(one))];
  const { where } = conditionsOf({ ...context, sketch: { ...sketch, filters } });
  const names = filters.flatMap(nameIn);
  const stems = new Set(names.flatMap((name) => name.toLowerCase().split(" ").map(stem)));
  // "… invoiced in May and how much of it is paid": what is said of the part tells no day of the whole.
  const whole: Said = { ...sketch.said, stem: (word) => !stems.has(word) && sketch.said.stem(word) };
  return {
    context: {
      ...context,
      named: context.named.filter(({ mention }) => !isOfPart(mention)),
      sketch: { ...sketch, said: whole, filters: rest, tables: sketch.tables.filter((one) => !isOfPart(one)) },
    },
    part: { conditions: where, said: joined(names) },
  };
}

/** What a condition calls the rows: "open", "paid". */
function nameIn(filter: FilterWish): string[] {
  if (filter.kind === "value") return [filter.mention.text];
  return filter.kind === "missing" ? [filter.target.text] : [];
}

/** Adds the second figure: the first again, of the part alone. Nothing where there is nothing to take a part of. */
export function addPart(form: LogicalForm, part: NonNullable<Parted["part"]>, context: Context): void {
  const whole = form.outputs.find(({ expression }) => isAggregate(expression));
  if (whole?.expression.kind !== "aggregate" || part.conditions.length === 0) return;
  const { expression: first } = whole;
  const isCounted = /many/i.test(context.sketch.said.words("a part of it")[0] ?? "");
  // "… and how many of them": so many rows, whatever the first figure is. A part of an average is none of it.
  if (!isCounted && first.fn !== "sum") return;
  const rows = { kind: "aggregate", fn: "count", of: null, distinct: false, table: first.table } as const;
  const expression: Expression = isCounted && first.fn !== "count" ? rows : first;
  const named = expression === first ? whole : { name: nameOf(expression) };
  const suffix = part.said === "" ? "of_which" : part.said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_");
  const where = [...part.conditions];
  form.outputs.push({ ...named, name: `${named.name}_${suffix}`, expression: { ...expression, where } });
}
