import type { CatalogTable } from "../catalog/catalog.ts";
import { boughtOf, purchasesOf } from "../catalog/measures.ts";
import type { Context } from "./context.ts";

/** The table whose rows are made when somebody buys: orders where there are some. */
export const buyingTable = ({ catalog }: Context): CatalogTable | null => purchasesOf(catalog);

/** The table of what is bought. */
export const boughtTable = ({ catalog }: Context): CatalogTable | null => boughtOf(catalog);
