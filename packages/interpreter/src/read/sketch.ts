import type { Period } from "../language/periods.ts";
import type { Mention } from "../link/mention.ts";
import type { AggregateFunction, BucketUnit, Comparison } from "../form/logical-form.ts";
import type { Said } from "./sayings.ts";
import type { Measure } from "../language/cues.ts";

/** What a word that means nothing here does in its question. */
export type Role =
  /** "in this inn", "in our company": the place the data is of. */
  | "here"
  /** "number of sick days", "how many unicorns": what is counted. */
  | "counted"
  /** "the address of Stella": what is asked for. */
  | "asked"
  /** "orders for copperlane", "with dr kaldor": which rows are meant. */
  | "names"
  /** "which nurse trained him": what somebody does. */
  | "doing"
  | "other";

/** A word that meant nothing. */
export interface UnknownWord {
  text: string;
  capitalised: boolean;
  /** Its place among the tokens, where it stood in the question itself. */
  token?: number;
  /** What it does in the question, told by the words around it. */
  role?: Role;
}

/** What the reader found in the question, before it is known which columns are meant, while it is being read. */
export interface SketchDraft {
  outputs: OutputWish[];
  groups: GroupWish[];
  filters: FilterWish[];
  orders: { target: OutputWish; direction: "ascending" | "descending" }[];
  superlatives: SuperlativeWish[];
  tables: TableMention[];
  distinct: boolean;
  everything: boolean;
  both: boolean;
  /** "top … by revenue" shows the revenue too. */
  showOrder: boolean;
  /** `predicate` is where it is said which part is meant; null where nothing tells the part from the whole. */
  share: { percent: boolean; at: number; predicate: number | null } | null;
  /** "and how many of them are open": where a second figure begins, of a part of the rows. */
  part: { at: number; token: number } | null;
  /**
   * "revenue per order": what a figure is divided by. `only`: the value that its rows have, "per won lead"; `all`: those
   * without any of what is divided, too, "the average number of orders per customer by country".
   */
  ratio: { at: number; over: Mention; only?: Mention; all?: true } | null;
  bucket: BucketUnit | null;
  growth: boolean;
  /** "cumulative revenue": each row with all before it. */
  running: boolean;
  /** "when …": a date is asked for. */
  when: boolean;
  /** "which month …": the bucket itself is asked for. */
  whichBucket: boolean;
  /** "bought", "never ordered": where it stood. */
  buying: { at: number; negated: boolean; sold: boolean } | null;
  /** The words of a negation, where one was read. */
  negation: string | null;
  /** Something asked for, before anything else, that means nothing here: "the weather". */
  strangeHead: boolean;
  versus: boolean;
  /** "… and their email": the rows' own names as well. */
  withLabel: boolean;
  /** Rows before the one that is meant: 1 for "the second highest". */
  offset: number | null;
  /** "top 5" */
  limit: number | null;
  /** Every name of the schema that was read, and every number, wherever it went. */
  names: Mention[];
  numbers: number[];
  /** Words that meant nothing. */
  unknown: UnknownWord[];
  /** What was read but has no place in the sketch: an answer would leave it out. */
  lost: string[];
  /** The day of the question, as an ISO date. */
  today: string;
  /** The turns of phrase that matter to later stages. */
  said: Said;
}

/** Nothing of it is written to. What a mention leads to is the linker's and the catalog's. */
type Frozen<T> = T extends Mention | Said
  ? T
  : T extends readonly (infer Each)[]
    ? readonly Frozen<Each>[]
    : T extends object
      ? { readonly [Key in keyof T]: Frozen<T[Key]> }
      : T;

/** What was found in the question. Whoever knows better makes another of it. */
export type Sketch = Frozen<SketchDraft>;

/** Where in the question something stood: what is asked for, or what restricts it. */
export type Zone = "focus" | "modifier";

export type OutputWish = { at: number } & (
  | { kind: "column"; mention: Mention }
  | { kind: "aggregate"; fn: AggregateFunction; mention: Mention | null; distinct: boolean }
  /** `only`: the value that the rows counted have, and other figures need not: "revenue and open tickets". */
  | { kind: "count"; mention: Mention | null; distinct: boolean; only?: Mention }
  | { kind: "measure"; measure: Measure; fn: AggregateFunction | null }
  | { kind: "hint"; hint: string; fn: AggregateFunction | null }
);

/** `divides`: right behind what is ranked, which it may divide: "the highest revenue per order". */
export type GroupWish = { at: number; mention: Mention; divides?: true };

export interface TableMention {
  mention: Mention;
  at: number;
  zone: Zone;
  negated: boolean;
  /** Introduced by "with", "who have": rows there must exist. */
  required: boolean;
  /** Stands after "each" or "per". */
  each: boolean;
  /** "without a current permit": rows that hold today. */
  now?: boolean;
  /** One more of what is shown: "names of nurses and the wards they work in". */
  beside?: true;
  /** "the phones of guests and hosts": rows of two kinds, of both of which it is asked for. */
  listed?: true;
}

export type Operand =
  /** `percent`: so many of a hundred. */
  | { kind: "number"; value: number; year: Period | null; percent?: true }
  | { kind: "period"; period: Period }
  | { kind: "text"; text: string; mention: Mention | null }
  /** "the average", "the average price", "any wine from …". */
  | { kind: "aggregate"; fn: AggregateFunction; mention: Mention | null }
  | { kind: "column"; mention: Mention }
  /** Other rows, of every or some of which the same column is passed, or a figure of them. */
  | {
      kind: "rows";
      quantifier: "every" | "some";
      fn: AggregateFunction | null;
      column: Mention | null;
      rows: Sketch;
    };

export type FilterWish = { at: number; negated: boolean; connector: "and" | "or" | null; zone: Zone } &
  /** `fn` set: the group's aggregate is compared. `target` null: the hint or the subject's measure decides. */
  (
    | {
        kind: "compare";
        target: Mention | null;
        fn: AggregateFunction | null;
        measure: Measure | null;
        operator: Comparison;
        operand: Operand;
        hint: string | null;
        /** Where negated: rows of which it does not hold, and not none of which it does. */
        others?: true;
      }
    | { kind: "between"; target: Mention | null; low: Operand; high: Operand; hint?: string | null }
    /** `preposition` before the value: "from Chennai to Guruvayur". `others`, where negated: rows with another value, and not none with it. */
    | { kind: "value"; target: Mention | null; mention: Mention; preposition: string | null; others?: true }
    | { kind: "like"; target: Mention | null; place: "contains" | "starts" | "ends"; text: string }
    /** `orAhead`: or a day that is still to come. */
    | { kind: "missing"; target: Mention; orAhead?: boolean }
    /** "in the same town as Mira Holt": `mention` tells the row whose `target` is meant. */
    | { kind: "same"; target: Mention; mention: Mention }
    /** "who are managers": those to whom others refer by the key that `target` names. */
    | { kind: "holder"; target: Mention }
    | { kind: "period"; period: Period; target: Mention | null }
    /** "on Mondays", "at weekends" */
    | { kind: "weekday"; days: readonly string[] }
    /** "before 8 am": as "00" to "23". */
    | { kind: "hours"; hours: readonly string[] }
    /** `mention` null: rows of whatever the clause speaks of ("more than once"). */
    | {
        kind: "count";
        mention: Mention | null;
        operator: Comparison;
        number: number;
        /** "more orders than average" */ average?: boolean;
      }
  );

export interface SuperlativeWish {
  at: number;
  /** The word itself, to name it where nothing is compared by it. */
  said?: string;
  direction: "most" | "least";
  /** How many; null for "the". */
  limit: number | null;
  /** "best selling products": several are asked for, though no number is said. */
  several?: boolean;
  zone: Zone;
  negated: boolean;
  /** What is compared. */
  target:
    /** `by` where it followed that word: "top 5 customers by amount". */
    /** `hint` is what the superlative's own word compares: "the cheapest plan", where a plan is a key. */
    | { kind: "column"; mention: Mention; fn: AggregateFunction | null; by?: boolean; times?: boolean; hint?: string }
    | { kind: "count"; mention: Mention | null }
    /** The value that occurs most often in a column. */
    | { kind: "common"; mention: Mention | null }
    | { kind: "hint"; hint: string }
    | { kind: "measure"; measure: Measure };
}
