import { holdsNumbers } from "../../catalog/columns.ts";
import type { Mention } from "../../link/mention.ts";

/** True for columns of which none is more or less than a number: texts without figures, keys to other rows. */
export const holdsOnlyTexts = ({ columns }: Mention): boolean =>
  columns.length > 0 &&
  columns.every(
    ({ column }) =>
      column.isForeign ||
      (column.isText && !column.isYear && (column.source.values.length === 0 || !holdsNumbers(column))),
  );

/** "towns that hosted more than one fair", where fairs have hosts: what was done. */
export const isDeed = ({ text }: Mention): boolean => /(?:ed|wn|ne|ung|ade|old|ought|eld)$/i.test(text);
