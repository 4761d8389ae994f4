import type { ColumnType, Dialect } from "@parley/datasource/types";
import type { BucketUnit } from "../form/logical-form.ts";

const reserved = new Set(
  "all analyse analyze and any array as asc both by case cast check collate column constraint create cross current database default delete desc distinct do drop else end except exists false fetch for foreign from full function grant group groups having if in index inner insert intersect interval into is join key keys lag left like limit match natural not null of offset on only option or order outer over partition primary range rank read references release rename replace right row rows schema select session set show some system table then to trigger true union unique update usage user using values view when where window with year month day date time timestamp position condition character leading lead lateral".split(
    " ",
  ),
);

/** What statements that write begin with, and what the guard takes for one where it stands alone. */
const refusedByGuard = new Set(
  "alter attach call current_role current_user detach dumpfile load lock merge outfile pragma procedure returning revoke truncate unlock vacuum".split(
    " ",
  ),
);

/** What DuckDB alone takes for no name. */
const reservedByDuckdb = new Set(
  "anti asof asymmetric at authorization binary collation concurrently deferrable describe freeze glob ilike initially isnull lambda notnull overlaps pivot pivot_longer pivot_wider placing positional qualify returning semi similar summarize symmetric tablesample trailing unpack unpivot variadic verbose".split(
    " ",
  ),
);

/** What Redshift alone takes for no name. */
const reservedByRedshift = new Set(
  "authorization backup binary credentials current_user deferrable delta disable do enable encode encrypt encryption explicit freeze identity ignore ilike initially isnull language minus new notnull nulls off offline oid old open overlaps parallel percent permissions pivot placing raw recover resort respect restore similar snapshot sysdate tag top unpivot verbose wallet without".split(
    " ",
  ),
);

/** What Athena alone takes for no name. */
const reservedByAthena = new Set(
  "alter cube current_catalog current_date current_path current_role current_schema current_time current_timestamp current_user deallocate describe escape execute extract grouping json_array json_exists json_object json_query json_table json_value listagg localtime localtimestamp normalize prepare recursive rollup skip trim uescape unnest".split(
    " ",
  ),
);

const reservedBy: Partial<Record<Dialect, ReadonlySet<string>>> = {
  duckdb: reservedByDuckdb,
  redshift: reservedByRedshift,
  athena: reservedByAthena,
};

/** Whether what is missing comes first where the largest does. */
export const isNullLargest = (dialect: Dialect): boolean => dialect === "postgres" || dialect === "redshift";

/** An identifier, quoted where the dialect needs it. */
export function identifier(dialect: Dialect, name: string): string {
  const isReserved = reserved.has(name) || refusedByGuard.has(name) || reservedBy[dialect]?.has(name) === true;
  if (/^[a-z_][a-z0-9_]*$/.test(name) && !isReserved) return name;
  return dialect === "mysql" ? `\`${name.replaceAll("`", "``")}\`` : `"${name.replaceAll('"', '""')}"`;
}

export function literal(dialect: Dialect, value: string | number | boolean): string {
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return dialect === "sqlite" ? (value ? "1" : "0") : value ? "TRUE" : "FALSE";
  const escaped = value.replaceAll("'", "''");
  return `'${dialect === "mysql" ? escaped.replaceAll("\\", "\\\\") : escaped}'`;
}

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/** SQL for the time bucket of a date expression: text that sorts by time ("2024-03", "2024-Q1"). */
export function bucket(dialect: Dialect, unit: BucketUnit, date: string): string {
  if (unit === "month_by_name") return placeByName(months, date);
  if (unit === "part_of_week")
    return `CASE WHEN ${bucket(dialect, "weekday", date)} IN ('Saturday', 'Sunday') THEN 'Weekend' ELSE 'Weekday' END`;
  if (unit === "weekday_by_name") return placeByName(weekdays.slice(1).concat(weekdays.slice(0, 1)), date);
  switch (dialect) {
    case "sqlite":
      return sqliteBucket(unit, date);
    case "postgres":
      return postgresBucket(unit, date);
    case "mysql":
      return mysqlBucket(unit, date);
    case "duckdb":
      return duckdbBucket(unit, date);
    case "redshift":
      return redshiftBucket(unit, date);
    case "athena":
      return athenaBucket(unit, date);
  }
}

/** Units of what is a date. */
type DateUnit = Exclude<BucketUnit, "month_by_name" | "weekday_by_name" | "part_of_week">;

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The place of a name among these, which its first three letters tell. */
function placeByName(names: readonly string[], name: string): string {
  const places = names.map((one, i) => `WHEN '${one.slice(0, 3).toLowerCase()}' THEN ${i + 1}`);
  return `CASE LOWER(SUBSTR(${name}, 1, 3)) ${places.join(" ")} END`;
}

function sqliteBucket(unit: DateUnit, date: string): string {
  switch (unit) {
    case "day":
      return `date(${date})`;
    case "week":
      return `date(${date}, '-6 days', 'weekday 1')`;
    case "month":
      return `strftime('%Y-%m', ${date})`;
    case "quarter":
      return `strftime('%Y', ${date}) || '-Q' || ((strftime('%m', ${date}) + 2) / 3)`;
    case "year":
      return `strftime('%Y', ${date})`;
    case "month_of_year":
      return `strftime('%m', ${date})`;
    case "day_of_year":
      return `strftime('%m-%d', ${date})`;
    case "weekday":
      return `CASE strftime('%w', ${date}) ${weekdays.map((name, i) => `WHEN '${i}' THEN '${name}'`).join(" ")} END`;
    case "weekday_number":
      return `(CAST(strftime('%w', ${date}) AS INTEGER) + 6) % 7`;
    case "hour_of_day":
      return `strftime('%H', ${date})`;
  }
}

function postgresBucket(unit: DateUnit, date: string): string {
  const stamp = `CAST(${date} AS timestamp)`;
  switch (unit) {
    case "day":
      return `to_char(${stamp}, 'YYYY-MM-DD')`;
    case "week":
      return `to_char(date_trunc('week', ${stamp}), 'YYYY-MM-DD')`;
    case "month":
      return `to_char(${stamp}, 'YYYY-MM')`;
    case "quarter":
      return `to_char(${stamp}, 'YYYY"-Q"Q')`;
    case "year":
      return `to_char(${stamp}, 'YYYY')`;
    case "month_of_year":
      return `to_char(${stamp}, 'MM')`;
    case "day_of_year":
      return `to_char(${stamp}, 'MM-DD')`;
    case "weekday":
      return `to_char(${stamp}, 'FMDay')`;
    case "weekday_number":
      return `to_char(${stamp}, 'ID')`;
    case "hour_of_day":
      return `to_char(${stamp}, 'HH24')`;
  }
}

function mysqlBucket(unit: DateUnit, date: string): string {
  switch (unit) {
    case "day":
      return `DATE_FORMAT(${date}, '%Y-%m-%d')`;
    case "week":
      return `DATE_FORMAT(DATE_SUB(${date}, INTERVAL WEEKDAY(${date}) DAY), '%Y-%m-%d')`;
    case "month":
      return `DATE_FORMAT(${date}, '%Y-%m')`;
    case "quarter":
      return `CONCAT(YEAR(${date}), '-Q', QUARTER(${date}))`;
    case "year":
      return `DATE_FORMAT(${date}, '%Y')`;
    case "month_of_year":
      return `DATE_FORMAT(${date}, '%m')`;
    case "day_of_year":
      return `DATE_FORMAT(${date}, '%m-%d')`;
    case "weekday":
      return `DAYNAME(${date})`;
    case "weekday_number":
      return `WEEKDAY(${date})`;
    case "hour_of_day":
      return `DATE_FORMAT(${date}, '%H')`;
  }
}

function duckdbBucket(unit: DateUnit, date: string): string {
  const stamp = `CAST(${date} AS timestamp)`;
  switch (unit) {
    case "day":
      return `strftime(${stamp}, '%Y-%m-%d')`;
    case "week":
      return `strftime(date_trunc('week', ${stamp}), '%Y-%m-%d')`;
    case "month":
      return `strftime(${stamp}, '%Y-%m')`;
    case "quarter":
      return `strftime(${stamp}, '%Y') || '-Q' || quarter(${stamp})`;
    case "year":
      return `strftime(${stamp}, '%Y')`;
    case "month_of_year":
      return `strftime(${stamp}, '%m')`;
    case "day_of_year":
      return `strftime(${stamp}, '%m-%d')`;
    case "weekday":
      return `dayname(${stamp})`;
    case "weekday_number":
      return `isodow(${stamp})`;
    case "hour_of_day":
      return `strftime(${stamp}, '%H')`;
  }
}

function redshiftBucket(unit: DateUnit, date: string): string {
  const stamp = `CAST(${date} AS timestamp)`;
  switch (unit) {
    // Its formats have neither quoted text nor days of the week that begin on Monday.
    case "quarter":
      return `to_char(${stamp}, 'YYYY') || '-Q' || to_char(${stamp}, 'Q')`;
    case "weekday":
      return `TRIM(to_char(${stamp}, 'Day'))`;
    case "weekday_number":
      return `(date_part(dow, ${stamp})::int + 6) % 7`;
    default:
      return postgresBucket(unit, date);
  }
}

function athenaBucket(unit: DateUnit, date: string): string {
  const stamp = `CAST(${date} AS timestamp)`;
  switch (unit) {
    case "day":
      return `date_format(${stamp}, '%Y-%m-%d')`;
    case "week":
      return `date_format(date_trunc('week', ${stamp}), '%Y-%m-%d')`;
    case "month":
      return `date_format(${stamp}, '%Y-%m')`;
    case "quarter":
      return `date_format(${stamp}, '%Y') || '-Q' || CAST(quarter(${stamp}) AS varchar)`;
    case "year":
      return `date_format(${stamp}, '%Y')`;
    case "month_of_year":
      return `date_format(${stamp}, '%m')`;
    case "day_of_year":
      return `date_format(${stamp}, '%m-%d')`;
    case "weekday":
      return `date_format(${stamp}, '%W')`;
    case "weekday_number":
      return `day_of_week(${stamp})`;
    case "hour_of_day":
      return `date_format(${stamp}, '%H')`;
  }
}

/** SQL for the average of numbers; whole numbers, and those of a fixed scale, keep theirs in some dialects. */
export const average = (dialect: Dialect, of: string, distinct: boolean): string =>
  `AVG(${distinct ? "DISTINCT " : ""}${keepsScale.has(dialect) ? `CAST(${of} AS double precision)` : of})`;

const keepsScale: ReadonlySet<Dialect> = new Set(["redshift", "athena"]);

/** A number as SQL in whose quotients fractions are kept: in Athena a decimal's have no more digits than it has. */
export const fractional = (dialect: Dialect, number: string): string =>
  dialect === "athena" ? `${number}e0` : number.includes(".") ? number : `${number}.0`;

/** A day or moment as it is compared with a column of a type. Athena compares no date with a text. */
export function momentLiteral(dialect: Dialect, type: ColumnType | undefined, value: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?))?$/.exec(value) ?? [];
  if (dialect !== "athena" || day === undefined || (type !== "date" && type !== "timestamp"))
    return literal(dialect, value);
  return type === "date" && time === undefined ? `DATE '${day}'` : `TIMESTAMP '${day} ${time ?? "00:00:00"}'`;
}

/** How many seconds each unit of elapsed time has; a year has as many as years have on average. */
const SECONDS_OF = { hour: 3600, day: 86_400, year: 31_556_952 } as const;

/** SQL for the time between two moments, in days, hours or years, with fractions. */
export function elapsed(dialect: Dialect, from: string, to: string, unit: keyof typeof SECONDS_OF): string {
  switch (dialect) {
    case "sqlite": {
      const days = `(julianday(${to}) - julianday(${from}))`;
      return unit === "day"
        ? days
        : unit === "hour"
          ? `(${days} * 24)`
          : `(${days} / ${SECONDS_OF.year / SECONDS_OF.day})`;
    }
    case "duckdb":
    case "postgres": {
      const seconds = `EXTRACT(EPOCH FROM (CAST(${to} AS timestamp) - CAST(${from} AS timestamp)))`;
      return `(${seconds} / ${SECONDS_OF[unit]})`;
    }
    case "redshift":
      return `(DATEDIFF(second, CAST(${from} AS timestamp), CAST(${to} AS timestamp)) / ${SECONDS_OF[unit]}.0)`;
    case "athena":
      return `(CAST(date_diff('second', CAST(${from} AS timestamp), CAST(${to} AS timestamp)) AS double) / ${SECONDS_OF[unit]})`;
    case "mysql":
      return `(TIMESTAMPDIFF(SECOND, ${from}, ${to}) / ${SECONDS_OF[unit]})`;
  }
}
