import { numberOfOrder } from "../catalog/measures.ts";
import { stem } from "../language/inflection.ts";
import { plural } from "../language/words.ts";
import { type Rewriter, written } from "./rewriter.ts";

/** "how many orders", of lines of sales that are told by an invoice_no and nothing is called an order: the invoices, and not their lines. */
export const ordersByNumber: Rewriter = (tokens, at, catalog) => {
  const said = tokens[at];
  if (!/^(?:orders|purchases|checkouts|baskets)$/.test(said?.lower ?? "") || said === undefined) return null;
  if (!/^(?:many|of|count|number|more|fewer|most|fewest|different|distinct)$/.test(tokens[at - 1]?.lower ?? ""))
    return null;
  if (catalog.vocabulary.has(said.stem)) return null;
  const [rows, ...more] = catalog.tables.filter((table) => !table.isView && numberOfOrder(table) !== null);
  const name = rows === undefined || more.length > 0 ? undefined : numberOfOrder(rows)?.words.at(-2);
  return name === undefined || catalog.tablesByStem.has(stem(name))
    ? null
    : { tokens: written([said], [plural(name)]), end: at + 1 };
};
