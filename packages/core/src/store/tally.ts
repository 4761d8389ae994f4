import type { Base } from "../environment/context.ts";
import { type Expression, expr } from "./expression.ts";
import type { Key } from "./table-item.ts";
import type { Refusal, Write } from "./table-transactions.ts";

/** An item with the number of other items, which is written with each that is added or removed. */
export interface Tally {
  key: Key;
  /** How many there may be. */
  most: number;
  /** How many there are, where that was never written. */
  recount: () => Promise<number>;
  /** What has to be so that there is anything to count. */
  guard?: Write[];
  /** What else is assigned with each change, beginning with a comma. */
  also?: Expression;
}

/** `full`: no room for so many more. `refused`: a condition did not hold; `refusals` are those of the guard and the writes. */
export type TallyOutcome = "done" | "full" | { refused: true; refusals: Refusal[] };

/** Makes the writes together with a change of the tally. Their own refusal goes before a lack of room. */
export async function transactTallied(
  ctx: Base,
  writes: readonly Write[],
  { key, most, recount, guard = [], also = expr`` }: Tally,
  change: number,
): Promise<TallyOutcome> {
  const isCounted = expr`attribute_exists(#count)`;
  const tally: Write = {
    update: key,
    set: expr`SET #count = #count + ${change}${also}`,
    when: change > 0 ? expr`${isCounted} AND #count <= ${most - change}` : isCounted,
  };
  for (;;) {
    const outcome = await ctx.table.transact([...guard, ...writes, tally]);
    if (outcome.done) return "done";
    const refusals = outcome.refusals.slice(0, -1);
    if (refusals.some((refusal) => refusal !== null)) return { refused: true, refusals };
    if (outcome.refusals.at(-1)?.item?.["count"] !== undefined) return "full";
    // Nothing is added or removed without a count, so none is missed between counting and writing it.
    const counted: Write = {
      update: key,
      set: expr`SET #count = ${await recount()}`,
      when: expr`attribute_not_exists(#count)`,
    };
    await ctx.table.transact([...guard, counted]);
  }
}
