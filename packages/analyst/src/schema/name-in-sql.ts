import type { Dialect } from "@parley/datasource/types";

/** Words that no dialect takes for a name without quotes, of those that people call tables and columns. */
const RESERVED = new Set(
  `all and any as asc between both by case check collate column constraint create cross current_date default desc distinct
   else end except exists false fetch for foreign from full grant group having in index inner intersect into is join key
   keys leading left like limit natural not null offset on or order outer primary rank references right row rows select
   set system table then to trailing true union unique update user using values when where window with`.split(/\s+/),
);

/** What DuckDB alone takes for no name. */
const RESERVED_BY_DUCKDB = new Set(
  `analyse analyze anti array asof asymmetric at authorization binary cast collation concurrently deferrable describe do freeze glob ilike initially isnull lambda lateral notnull only overlaps pivot pivot_longer pivot_wider placing positional qualify returning semi show similar some summarize symmetric tablesample unpack unpivot variadic verbose`.split(
    /\s+/,
  ),
);

/** What Redshift alone takes for no name. */
const RESERVED_BY_REDSHIFT = new Set(
  `aes128 aes256 allowoverwrite analyse analyze array authorization backup binary blanksasnull bytedict bzip2 cast credentials current_time current_timestamp current_user current_user_id deferrable deflate defrag delta delta32k disable do emptyasnull enable encode encrypt encryption explicit freeze globaldict256 globaldict64k gzip identity ignore ilike initially interval isnull language localtime localtimestamp lun luns lzo lzop minus mostly16 mostly32 mostly8 new notnull nulls off offline oid old only open overlaps parallel partition percent permissions pivot placing raw readratio recover rejectlog resort respect restore session_user similar snapshot some sysdate tag tdes text255 text32k timestamp top truncatecolumns unpivot verbose wallet without`.split(
    /\s+/,
  ),
);

/** What Athena alone takes for no name. */
const RESERVED_BY_ATHENA = new Set(
  `alter cast cube current_catalog current_path current_role current_schema current_time current_timestamp current_user deallocate delete
   describe drop escape execute extract grouping insert json_array json_exists json_object json_query json_table json_value listagg
   localtime localtimestamp normalize prepare recursive rollup skip trim uescape unnest`.split(/\s+/),
);

/** A name that needs no quotes: PostgreSQL folds capitals, the others do not mind them. */
const PLAIN: Record<Dialect, RegExp> = {
  postgres: /^[a-z_][a-z0-9_$]*$/,
  mysql: /^[A-Za-z_$][A-Za-z0-9_$]*$/,
  duckdb: /^[A-Za-z_][A-Za-z0-9_]*$/,
  redshift: /^[a-z_][a-z0-9_]*$/,
  athena: /^[a-z_][a-z0-9_]*$/,
  sqlite: /^[A-Za-z_][A-Za-z0-9_$]*$/,
};

/** Returns a name as a statement must write it: in the dialect's quotes where it needs them. */
export function nameInSql(name: string, dialect: Dialect): string {
  const word = name.toLowerCase();
  const isReserved =
    RESERVED.has(word) ||
    (dialect === "duckdb" && RESERVED_BY_DUCKDB.has(word)) ||
    (dialect === "redshift" && RESERVED_BY_REDSHIFT.has(word)) ||
    (dialect === "athena" && RESERVED_BY_ATHENA.has(word));
  if (PLAIN[dialect].test(name) && !isReserved) return name;
  return dialect === "mysql" ? `\`${name.replaceAll("`", "``")}\`` : `"${name.replaceAll('"', '""')}"`;
}
