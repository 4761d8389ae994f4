import { amountColumn } from "../catalog/amounts.ts";
import type { Catalog, CatalogColumn } from "../catalog/catalog.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

const AUXILIARY = /^(?:has|have|had|is|are|was|were)$/;
const BEFORE_FLAGGED = /^(?:been|yet|still|already|not)$/;

/** "how much has not been reimbursed", of claims that say whether they were: what those come to of which it is so. */
export const amountFlagged: Rewriter = (tokens, at, catalog) => {
  const lead = tokens.slice(at, at + 3).map(({ lower }) => lower);
  if (lead[0] !== "how" || lead[1] !== "much" || !AUXILIARY.test(lead[2] ?? "")) return null;
  const place = tokens.findIndex(({ lower }, i) => i > at + 2 && !BEFORE_FLAGGED.test(lower));
  const [how, said] = [tokens[at], tokens[place]];
  if (how === undefined || said?.kind !== "word") return null;
  const flag = flagCalled(said.stem, catalog);
  const amount = flag && amountColumn(flag.table);
  if (!amount) return null;
  const isNegated = tokens.slice(at, place).some(({ lower }) => lower === "not");
  const rows = plural(amount.table.words.join(" ")).split(" ");
  const words = ["total", ...amount.words, "of", ...rows, "that", "are", ...(isNegated ? ["not"] : [])];
  return { tokens: [...written([how], words), said], end: place + 1 };
};

/** The only column that says yes or no to a deed. */
function flagCalled(stem: string, { columnsByStem }: Catalog): CatalogColumn | null {
  const [only, ...more] = (columnsByStem.get(stem) ?? []).filter(
    ({ isFlag, stems, table }) => isFlag && !table.isView && stems.length === 1,
  );
  return more.length === 0 ? (only ?? null) : null;
}
