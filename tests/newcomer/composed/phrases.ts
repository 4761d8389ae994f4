import type { Phrase } from "./phrase.ts";
import { COMBINED } from "./phrases/combined.ts";
import { FOLLOWED } from "./phrases/followed.ts";
import { IN_TIME } from "./phrases/in-time.ts";
import { JOINED } from "./phrases/joined.ts";
import { MONEY_TYPED } from "./phrases/money.ts";
import { OF_OTHERS } from "./phrases/of-others.ts";
import { OF_ROWS } from "./phrases/of-rows.ts";
import { SEVERAL } from "./phrases/several.ts";
import { TOLD } from "./phrases/told.ts";
import { WHEN } from "./phrases/when.ts";
import { YES_OR_NO } from "./phrases/yes-or-no.ts";

/** The turns of phrase that the interpreter has been mended for. */
export const MENDED_FOR: readonly Phrase[] = [...OF_ROWS, ...COMBINED, ...IN_TIME, ...OF_OTHERS];

/** Those of which a third is kept apart. */
export const LATER: readonly Phrase[] = [
  ...JOINED,
  ...SEVERAL,
  ...TOLD,
  ...WHEN,
  ...YES_OR_NO,
  ...MONEY_TYPED,
  ...FOLLOWED,
];
