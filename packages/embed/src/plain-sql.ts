import type { ColouredText } from "@parley/console/parts/sql/colours.ts";

/** A statement as it is, in one piece and without a colour. */
export const colourSql = (statement: string): readonly ColouredText[] => [{ text: statement, kind: null }];
