import {
  type Derivation,
  type Form,
  type Made,
  type Offer,
  offerColumns,
  offerNamed,
  type Spotlight,
} from "./arithmetic.ts";
import { CHANCE_REACH, fits, MOST_BY_CHANCE, type NumberColumn } from "./figures.ts";
import { indexed, type NumberIndex, placesOf } from "./number-index.ts";
import type { Written } from "./written-numbers.ts";

/** A number that may be derived, and what the sentences around it say. */
export interface Derivable {
  written: Written;
  /** Numbers of the same scope may be made of the same figures. */
  scope: number;
  /** True where the sentence is about what is left over. */
  isLeftOver: boolean;
  /** Whole numbers that the sentence, or the one before it, says. */
  counts: ReadonlySet<number>;
}

/** Different figures near a number that what the text names may come to: with more, nearly all numbers would be found. */
const MOST_NAMED_BY_CHANCE = 16;

interface Considered {
  sure: Derivation | null;
  likely: Derivation | null;
  /** Different figures near the number: of what is sure, and of everything. */
  nearSure: number[];
  near: number[];
}

/**
 * How each number follows from cells by arithmetic that people do in a sentence; null where it does not, and where so much can be
 * calculated that nearly any number would be found. `lights`: what is named in each scope. What can be calculated is calculated
 * once, and looked up among the numbers.
 */
export function derive(
  numbers: readonly Derivable[],
  columns: readonly NumberColumn[],
  lights: (scope: number) => Spotlight,
): (Derivation | null)[] {
  if (numbers.length === 0) return [];
  const considered = numbers.map((): Considered => ({ sure: null, likely: null, nearSure: [], near: [] }));
  const consider = (indexes: ReadonlyMap<Form, NumberIndex>): Offer => {
    const offer = (form: Form, value: number, name: Derivation["name"], made: Made) => {
      const index = indexes.get(form);
      if (!index) return;
      for (const place of placesOf(index, Math.abs(value))) {
        const number = numbers[place];
        const of = considered[place];
        // A fraction in words is said of a whole, not of what something grew by.
        if (name === "change" ? number?.written.isSpelled : number?.written.isChange) continue;
        if (number && of && take(value, made, number, of)) of[standingOf(made, number)] = { name, from: made.from() };
      }
    };
    return Object.assign(offer, { forms: new Set(indexes.keys()) });
  };
  offerColumns(columns, consider(indexesOf([...numbers.entries()])));
  const naming = new Set<number>();
  for (const [scope, those] of Map.groupBy(numbers.entries(), ([, each]) => each.scope)) {
    const light = lights(scope);
    if (light.rows.some(({ size }) => size > 0)) naming.add(scope);
    offerNamed(columns, light, consider(indexesOf(those)));
  }
  return considered.map(({ sure, likely, nearSure, near }, place) => {
    const { written, scope = 0 } = numbers[place] ?? {};
    // What is said roughly has much near it: only what nothing comes to is strange, or nothing of what is named.
    if (written?.isCoarse) return sure ?? (naming.has(scope) ? null : likely);
    if (written?.isSpelled) return sure ?? likely;
    if (sure && nearSure.length <= MOST_NAMED_BY_CHANCE) return sure;
    return near.length <= MOST_BY_CHANCE ? likely : null;
  });
}

const standingOf = ({ standing }: Made, { counts }: Derivable): "sure" | "likely" => {
  if (typeof standing === "string") return standing;
  return counts.has(standing) ? "sure" : "likely";
};

/** Counts a figure near a number; true if it is the first of its standing that the number is. */
function take(value: number, made: Made, number: Derivable, of: Considered): boolean {
  if (made.isLeftOver === true && !number.isLeftOver) return false;
  const standing = standingOf(made, number);
  if (standing === "sure") note(of.nearSure, value, MOST_NAMED_BY_CHANCE);
  note(of.near, value, MOST_BY_CHANCE);
  return of[standing] === null && fits(number.written, value);
}

/** Keeps different figures, up to one more than there may be. */
function note(kept: number[], value: number, most: number): void {
  if (kept.length > most) return;
  const isKnown = kept.some((each) => Math.abs(Math.abs(each) - Math.abs(value)) <= Math.abs(value) * 1e-9);
  if (!isKnown) kept.push(value);
}

function indexesOf(numbers: readonly (readonly [number, Derivable])[]): Map<Form, NumberIndex> {
  const sought = numbers.flatMap(([place, { written }]) =>
    formsOf(written).map((form) => ({ form, written, place, scales: [1] })),
  );
  return new Map(
    [...Map.groupBy(sought, ({ form }) => form)].map(([form, those]) => [form, indexed(those, CHANCE_REACH)]),
  );
}

/** How a number is written: a share without a percent sign is an amount by its looks. */
export function formsOf({ isPercent, isPoints, isMultiple, meanings }: Written): Form[] {
  if (isPoints) return ["points"];
  if (isPercent) return ["percent"];
  if (isMultiple) return ["multiple"];
  const isFraction = meanings.some(({ value, tolerance }) => value < 1 && tolerance < 0.05);
  // A quotient that is written without decimals could be nearly anything.
  const isPrecise = meanings.some(({ value, tolerance }) => tolerance <= 0.05 || tolerance <= value * 0.01);
  return ["amount", ...(isFraction ? ["fraction" as const] : []), ...(isPrecise ? ["quotient" as const] : [])];
}
