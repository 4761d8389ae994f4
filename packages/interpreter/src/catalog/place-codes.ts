import type { CatalogColumn } from "./catalog.ts";

/** States of the United States and provinces of Canada, each after its postal code. */
const regions = new Map(
  "AL alabama,AK alaska,AZ arizona,AR arkansas,CA california,CO colorado,CT connecticut,DE delaware,DC district of columbia,FL florida,GA georgia,HI hawaii,ID idaho,IL illinois,IN indiana,IA iowa,KS kansas,KY kentucky,LA louisiana,ME maine,MD maryland,MA massachusetts,MI michigan,MN minnesota,MS mississippi,MO missouri,MT montana,NE nebraska,NV nevada,NH new hampshire,NJ new jersey,NM new mexico,NY new york,NC north carolina,ND north dakota,OH ohio,OK oklahoma,OR oregon,PA pennsylvania,RI rhode island,SC south carolina,SD south dakota,TN tennessee,TX texas,UT utah,VT vermont,VA virginia,WA washington,WV west virginia,WI wisconsin,WY wyoming,AB alberta,BC british columbia,MB manitoba,NB new brunswick,NL newfoundland and labrador,NS nova scotia,ON ontario,PE prince edward island,QC quebec,SK saskatchewan"
    .split(",")
    .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
);

/** The state or province that a code of two letters stands for, where columns keep such names in full. */
export const regionOf = (code: string): string | null => regions.get(code) ?? null;

/** True for a column of states or provinces. */
export const holdsRegions = ({ words }: CatalogColumn): boolean =>
  words.some((word) => /^(?:states?|provinces?)$/.test(word));

let countries: Intl.DisplayNames | null = null;

/** The name of a country, a state or a province that a column keeps by its code of two letters: "germany" for DE; null for all else. */
export function placeOf(value: string, column: CatalogColumn): string | null {
  const { words } = column;
  if (!/^[A-Z]{2}$/.test(value)) return null;
  if (holdsRegions(column)) return regionOf(value);
  if (!words.some((word) => /^(?:countr(?:y|ies)|nations?|nationality|market)$/.test(word))) return null;
  countries ??= new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  return countries.of(value)?.toLowerCase() ?? null;
}
