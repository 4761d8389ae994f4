/** Whoever does something here, where nobody in particular is named, as the source of a pattern. */
export const everybody =
  "(?:(?:all|the|our|my|most|your|many) )*(?:people|they|customers|clients|guests|members|users|visitors|buyers|shoppers|patients|students|pupils|tenants|subscribers|accounts|companies)";
