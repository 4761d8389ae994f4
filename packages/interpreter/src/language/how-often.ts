import type { BucketUnit } from "../form/logical-form.ts";

/** The unit of time that an adjective of how often speaks of: "monthly". */
export const UNITS_BY_ADJECTIVE: ReadonlyMap<string, BucketUnit> = new Map([
  ["daily", "day"],
  ["weekly", "week"],
  ["monthly", "month"],
  ["quarterly", "quarter"],
  ["yearly", "year"],
  ["annual", "year"],
]);
