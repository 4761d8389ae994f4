import type { Phrase } from "./phrase.ts";
import { COMBINED } from "./phrases/combined.ts";
import { IN_TIME } from "./phrases/in-time.ts";
import { OF_OTHERS } from "./phrases/of-others.ts";
import { OF_ROWS } from "./phrases/of-rows.ts";

/** The turns of phrase that the interpreter has been mended for. */
export const MENDED_FOR: readonly Phrase[] = [...OF_ROWS, ...COMBINED, ...IN_TIME, ...OF_OTHERS];

/** Those of which a third is kept apart. */
export const LATER: readonly Phrase[] = [];
