import type { Cell } from "@parley/datasource/types";

/** A cell as tables show it. */
export const cellText = (cell: Cell): string => (cell === null ? "" : String(cell));
