import type { MeasureSource } from "../catalog/measures.ts";
import type { Condition } from "../form/logical-form.ts";

/** A metric the organization defines in its own words. */
export interface Metric {
  name: string;
  source: MeasureSource;
  sentence: string;
}

/** A condition that holds unless the question says otherwise. */
export interface DefaultFilter {
  table: string;
  /** Only where money is asked for. */
  ofMoney: boolean;
  condition: Condition;
  sentence: string;
}

/** What the rules could use of the organization's rules and the member's memories. */
export interface Guidance {
  synonyms: { from: string; to: string; sentence: string }[];
  metrics: Metric[];
  filters: DefaultFilter[];
  thousands: boolean;
  /** The month with which the organization's years start, 0 for January; null where no rule says so. */
  fiscalStart: number | null;
}
