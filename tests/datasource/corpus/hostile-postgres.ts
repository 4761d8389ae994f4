import { hostileServer } from "./hostile-server.ts";
import { hostileSpellings } from "./hostile-spellings.ts";
import { hostileStatements } from "./hostile-statements.ts";

/** Statements no guard may let through, by what they try. The tables are those of `shop.ts`. */
export const hostilePostgres: Record<string, string[]> = {
  ...hostileStatements,
  ...hostileServer,
  ...hostileSpellings,
};
