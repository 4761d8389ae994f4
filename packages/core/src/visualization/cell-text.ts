import type { Cell } from "@parley/datasource/types";

/** A cell as tables and charts write it: numbers as they are, nothing for null. */
export const cellText = (cell: Cell): string => (cell === null ? "" : String(cell));
