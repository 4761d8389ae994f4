import type { CatalogColumn } from "./catalog.ts";

/** What is written where there is nothing to write. */
const SAYS_NOTHING =
  /^(?:n\/?a|none|nil|null|unknown|not (?:known|available|applicable|given|set|specified)|unspecified|tbd|tba|missing|-+|[–—?]|\(?blank\)?|)$/i;

/** The values of a column of texts that say that it has none: "n/a", "unknown", and the empty text. */
export const saidMissing = ({ isText, isKey, source }: CatalogColumn): string[] =>
  isText && !isKey ? source.values.filter((value) => SAYS_NOTHING.test(value.trim())) : [];
