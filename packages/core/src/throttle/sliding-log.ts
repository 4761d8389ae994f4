import { type Expression, expr, join } from "../store/expression.ts";
import type { Window } from "./policies.ts";

/**
 * An exact sliding log in one conditional write (D37, D38): `t0` is when the newest admission was, `t1` the one before,
 * and so on, `size` of them. A window of n has room when the n-th newest is out of it:
 *
 *     now ─ 10 s ┄┄ t2 ┄┄ t1 ┄┄ t0 ┄┄ now      3 in 10 s: refused until t2 is 10 s old
 */
export function slidingLog(now: number, size: number) {
  const shifts = Array.from({ length: size - 1 }, (_, position) => size - 1 - position).map((position) => ({
    text: `#t${position} = if_not_exists(#t${position - 1}, \u0000)`,
    values: [0],
  }));
  return {
    /** Assignments for a SET clause. */
    set: join([...shifts, expr`#t0 = ${now}`], ", "),
    hasRoom({ count, seconds }: Window): Expression {
      const oldest = `#t${count - 1}`;
      return { text: `(attribute_not_exists(${oldest}) OR ${oldest} <= \u0000)`, values: [now - seconds * 1000] };
    },
    /** Milliseconds until the window of the item has room; 0 if it has. */
    wait({ count, seconds }: Window, item: Record<string, unknown> | undefined): number {
      const oldest = item?.[`t${count - 1}`];
      return typeof oldest === "number" ? Math.max(0, oldest + seconds * 1000 - now) : 0;
    },
  };
}
