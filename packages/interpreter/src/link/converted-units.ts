import type { Catalog } from "../catalog/catalog.ts";
import { unitNamed, unitOf } from "../language/units.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** Units of one measure, as how many of the smallest of them each is. */
const UNITS_OF_MEASURE: readonly Readonly<Record<string, number>>[] = [
  { g: 1, kg: 1000, t: 1_000_000, lb: 453.592_37 },
  { mm: 1, cm: 10, m: 1000, km: 1_000_000, miles: 1_609_344 },
  { kW: 1, MW: 1000 },
  { kWh: 1, MWh: 1000 },
  { ml: 1, l: 1000 },
  { KB: 1, MB: 1024, GB: 1_048_576 },
  { acres: 4046.856, ha: 10_000, "m²": 1 },
];

/** Digits after the point that a converted number keeps: enough to compare by. */
const KEPT_DIGITS = 6;

/** "over 10 tonnes", where weights are kept in kilograms alone: as many of those. */
export const convertedUnits: Rewriter = (tokens, at, catalog) => {
  const [number, said] = tokens.slice(at, at + 2);
  if (number?.kind !== "number" || number.number === null || said?.kind !== "word") return null;
  const unit = unitNamed(said.lower);
  const measure = unit === undefined ? undefined : UNITS_OF_MEASURE.find((units) => Object.hasOwn(units, unit));
  if (unit === undefined || measure === undefined) return null;
  const kept = unitsKept(catalog);
  const [other, ...more] = Object.keys(measure).filter((one) => kept.has(one));
  const [from, to] = [measure[unit], other === undefined ? undefined : measure[other]];
  if (kept.has(unit) || other === undefined || more.length > 0 || from === undefined || to === undefined) return null;
  const value = Number(((number.number * from) / to).toFixed(KEPT_DIGITS));
  const text = String(value);
  return {
    tokens: [
      { ...number, text, lower: text, stem: text, number: value },
      ...written([said], [IN_LETTERS.get(other) ?? other]),
    ],
    end: at + 2,
  };
};

/** Units that are spelled with other signs than letters. */
const IN_LETTERS = new Map([["m²", "sqm"]]);

/** The units in which numbers are kept, as their names say. */
const unitsKept = ({ tables }: Catalog): ReadonlySet<string> =>
  new Set(
    tables.flatMap(({ columns }) =>
      columns.flatMap(({ isNumber, isKey, name }) => (isNumber && !isKey ? (unitOf(name) ?? []) : [])),
    ),
  );
