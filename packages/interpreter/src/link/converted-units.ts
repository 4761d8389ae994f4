import type { Catalog } from "../catalog/catalog.ts";
import { timesInUnit, unitNamed, unitOf } from "../language/units.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** Times are told by more than one column, and converted where it is known which is meant. */
const UNIT_THAT_IS_TIME = /^(?:ms|(?:millisecond|second|minute|hour|day|week)s?)$/;
/** Digits after the point that a converted number keeps: enough to compare by. */
const KEPT_DIGITS = 6;

/** "over 10 tonnes", where weights are kept in kilograms alone: as many of those. */
export const convertedUnits: Rewriter = (tokens, at, catalog) => {
  const [number, said] = tokens.slice(at, at + 2);
  if (number?.kind !== "number" || number.number === null || said?.kind !== "word") return null;
  const unit = unitNamed(said.lower);
  const kept = unitsKept(catalog);
  if (unit === undefined || kept.has(unit) || UNIT_THAT_IS_TIME.test(unit)) return null;
  const [other, ...more] = [...kept].filter((one) => timesInUnit(unit, one) !== null);
  const times = other === undefined ? null : timesInUnit(unit, other);
  if (other === undefined || times === null || more.length > 0) return null;
  const value = Number((number.number * times).toFixed(KEPT_DIGITS));
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
