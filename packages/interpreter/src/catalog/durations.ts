import type { CatalogColumn, CatalogTable } from "./catalog.ts";
import { unitOf } from "../language/units.ts";

/** The column that says how long a row took. */
export const durationOf = (table: CatalogTable): CatalogColumn | null =>
  table.columns.find(
    ({ isNumber, isKey, name }) =>
      isNumber && !isKey && /^(?:ms|seconds|minutes|hours|days|weeks)$/.test(unitOf(name) ?? ""),
  ) ?? null;
