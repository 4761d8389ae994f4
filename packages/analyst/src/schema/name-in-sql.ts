import type { Dialect } from "@parley/datasource/types";

/** Words that no dialect takes for a name without quotes, of those that people call tables and columns. */
const RESERVED = new Set(
  `all and any as asc between both by case check collate column constraint create cross current_date default desc distinct
   else end except exists false fetch for foreign from full grant group having in index inner intersect into is join key
   keys leading left like limit natural not null offset on or order outer primary rank references right row rows select
   set system table then to trailing true union unique update user using values when where window with`.split(/\s+/),
);

/** A name that needs no quotes: PostgreSQL folds capitals, the others do not mind them. */
const PLAIN: Record<Dialect, RegExp> = {
  postgres: /^[a-z_][a-z0-9_$]*$/,
  mysql: /^[A-Za-z_$][A-Za-z0-9_$]*$/,
  sqlite: /^[A-Za-z_][A-Za-z0-9_$]*$/,
};

/** Returns a name as a statement must write it: in the dialect's quotes where it needs them. */
export function nameInSql(name: string, dialect: Dialect): string {
  if (PLAIN[dialect].test(name) && !RESERVED.has(name.toLowerCase())) return name;
  return dialect === "mysql" ? `\`${name.replaceAll("`", "``")}\`` : `"${name.replaceAll('"', '""')}"`;
}
