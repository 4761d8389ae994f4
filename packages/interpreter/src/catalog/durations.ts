import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { unitOf } from "../language/units.ts";

/** A number of units of time. */
export const isDuration = ({ isNumber, isKey, name }: CatalogColumn): boolean =>
  isNumber && !isKey && /^(?:ms|seconds|minutes|hours|days|weeks)$/.test(unitOf(name) ?? "");

/** The column that says how long a row took. */
export const durationOf = (table: CatalogTable): CatalogColumn | null => table.columns.find(isDuration) ?? null;
