import type { Dialect } from "@parley/datasource/types";

/**
 * True if a table is meant by its name alone: it has no schema, or PostgreSQL's usual one. In Redshift the user's search path says what
 * a name without a schema means, and Athena's databases are schemas.
 */
export const isMeantByName = (schema: string | null, dialect: Dialect): boolean =>
  schema === null || (schema === "public" && dialect !== "redshift" && dialect !== "athena");
