import type { Day } from "../calendar.ts";
import { type Random, present } from "../random.ts";
import type { Customer } from "./customers.ts";

export type Buyers = { pick(day: Day, random: Random): Customer };

/** Picks among the customers who had signed up by a day, each as often as their appetite. Expects them in the order of signing up. */
export function buyersOf(customers: readonly Customer[]): Buyers {
  const signedUp = customers.map((customer) => customer.signedUp);
  let sum = 0;
  const appetiteUpTo = customers.map((customer) => (sum += customer.appetite));
  return {
    pick(day, random) {
      const known = firstAbove(signedUp, day);
      const total = present(appetiteUpTo[known - 1]);
      return present(customers[firstAbove(appetiteUpTo, random.unit() * total)]);
    },
  };
}

/** The index of the first number greater than `limit` in a rising list. */
function firstAbove(rising: readonly number[], limit: number): number {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (present(rising[middle]) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
