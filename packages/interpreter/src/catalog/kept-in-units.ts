import { unitOf } from "../language/units.ts";
import type { CatalogColumn, CatalogTable } from "./catalog.ts";

/** What is measured in units that the name of a column may leave out: a "fire_size" is told in acres. */
const MEASURED_IN: readonly (readonly [units: ReadonlySet<string>, called: RegExp])[] = [
  [new Set(["acres", "ha", "m²", "sq ft"]), /^(?:size|area|acreage|surface)$/],
  [new Set(["kg", "g", "lb", "t"]), /^(?:weight|mass|tonnage)$/],
  [new Set(["km", "miles"]), /^(?:distance|mileage)$/],
  [new Set(["km/h", "mph"]), /^speed$/],
];

/** The numbers of a table that are kept in a unit, as their names say; else the only one that such a unit measures and whose name says no unit. */
export function keptIn(unit: string, { columns }: CatalogTable): CatalogColumn[] {
  const numbers = columns.filter(({ isNumber, isKey, isFlag }) => isNumber && !isKey && !isFlag);
  const said = numbers.filter(({ name }) => unitOf(name) === unit);
  if (said.length > 0) return said;
  const measured = MEASURED_IN.find(([units]) => units.has(unit))?.[1];
  const unsaid =
    measured === undefined
      ? []
      : numbers.filter(({ name, words }) => unitOf(name) === undefined && measured.test(words.at(-1) ?? ""));
  return unsaid.length === 1 ? unsaid : [];
}
