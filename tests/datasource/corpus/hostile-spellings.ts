import { lines } from "./lines.ts";

/** What is forbidden, written in a way that a guard might overlook. No guard may let one through. The tables are those of `shop.ts`. */
export const hostileSpellings: Record<string, string[]> = {
  "functions spelled otherwise": lines(String.raw`
    SELECT pg_catalog.pg_sleep(1)
    SELECT "pg_sleep"(1)
    SELECT "pg_catalog"."pg_sleep"(1)
    SELECT U&"pg\005fsleep"(1)
    SELECT U&"!0070g_sleep" UESCAPE '!' (1)
    SELECT PG_SLEEP(1)
    SELECT pg_sleep /* a */ (1)
    SELECT public.refresh_all()
    SELECT refresh_all()
    SELECT shop.lower('x')
    SELECT * FROM ROWS FROM (pg_ls_dir('.'), generate_series(1, 2)) AS x
    SELECT ｐｇ_sleep(1)
    SELECT pg_sleep​(1)
    SELECT lower(pg_read_file('PG_VERSION'))
    SELECT count(*) FILTER (WHERE pg_sleep(1) IS NULL) FROM customers
    SELECT sum(id) OVER (ORDER BY pg_sleep(1)) FROM customers
    SELECT sum(id) OVER w FROM customers WINDOW w AS (PARTITION BY pg_sleep(1))
    SELECT sum(id) OVER (ROWS lastval() PRECEDING) FROM customers
    SELECT string_agg(name, ',' ORDER BY pg_sleep(1)) FROM customers
    SELECT * FROM customers ORDER BY pg_sleep(1)
    SELECT * FROM customers LIMIT lastval()
    SELECT * FROM customers OFFSET lastval()
    SELECT count(*) FROM customers GROUP BY pg_backend_pid()
    SELECT count(*) FROM customers GROUP BY ROLLUP (pg_backend_pid())
    SELECT count(*) FROM customers HAVING lastval() > 0
    SELECT * FROM customers JOIN orders ON lastval() = 1
    VALUES (pg_read_file('PG_VERSION'))
    VALUES (1), (lastval())
    SELECT CASE WHEN true THEN lastval() END
    SELECT CASE lastval() WHEN 1 THEN 2 END
    SELECT COALESCE(lastval(), 1)
    SELECT GREATEST(lastval(), 1)
    SELECT NULLIF(lastval(), 1)
    SELECT ARRAY[lastval()]
    SELECT (ARRAY[1, 2])[lastval()]
    SELECT ROW(lastval())
    SELECT 1 IN (1, lastval())
    SELECT 1 = ANY (ARRAY[lastval()])
    SELECT 1 BETWEEN lastval() AND 2
    SELECT lastval() IS NULL
    SELECT NOT lastval() = 1
    SELECT lastval()::text COLLATE "C"
    SELECT DISTINCT ON (lastval()) id FROM customers
    SELECT * FROM LATERAL pg_ls_dir('.') x
    SELECT * FROM customers TABLESAMPLE system (lastval())
    SELECT * FROM customers TABLESAMPLE bernoulli (1) REPEATABLE (lastval())
    SELECT * FROM customers TABLESAMPLE system_rows (1)
    SELECT make_date(year => lastval()::int, month => 1, day => 1)
    SELECT concat(VARIADIC ARRAY[pg_read_file('PG_VERSION')])
    SELECT json_object('a' : lastval())
    SELECT json_array(lastval())
    SELECT json_arrayagg(lastval())
    SELECT json_value('{}', '$.a' DEFAULT lastval() ON EMPTY)
    SELECT * FROM json_table(pg_read_file('PG_VERSION')::jsonb, '$' COLUMNS (a int PATH '$.a')) t
    SELECT json_query('{}', '$' PASSING lastval() AS x)
    WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT pg_backend_pid() FROM t) SELECT * FROM t
    SELECT 1 UNION ALL (SELECT lastval())
    SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY lastval())
    SELECT EXTRACT(epoch FROM pg_postmaster_start_time())
    SELECT COLLATION FOR ('a')
  `),

  "functions called as fields": lines(`
    SELECT ('PG_VERSION'::text).pg_read_file
    SELECT (name).pg_read_file FROM customers
    SELECT x.pg_read_file FROM unnest(ARRAY['PG_VERSION']) AS x
    SELECT x.pg_ls_dir FROM unnest(ARRAY['.']) AS x
    SELECT unnest.pg_ls_dir FROM unnest(ARRAY['.'])
    SELECT x.current_setting FROM unnest(ARRAY['data_directory']) AS x
    SELECT "x"."current_setting" FROM unnest(ARRAY['data_directory']) AS "x"
    SELECT x.nextval FROM unnest(ARRAY['order_numbers']) AS x
    SELECT x.lo_unlink FROM generate_series(1, 2) AS x
    SELECT x.pg_sleep FROM generate_series(1::float8::numeric, 2) AS x
    SELECT x.dblink FROM unnest(ARRAY['SELECT 1']) AS x
    SELECT x.y FROM unnest(ARRAY['a']) AS x
    SELECT 1 FROM unnest(ARRAY['data_directory']) AS x WHERE x.current_setting > ''
    SELECT 1 FROM unnest(ARRAY['data_directory']) AS x ORDER BY x.current_setting
    SELECT (SELECT x.current_setting) FROM unnest(ARRAY['data_directory']) AS x
    SELECT (x).current_setting FROM unnest(ARRAY['data_directory']) AS x
    SELECT (x.x).current_setting FROM unnest(ARRAY['data_directory']) AS x
    SELECT (unnest(ARRAY['data_directory'])).current_setting
    SELECT (ARRAY['data_directory'])[1].current_setting
    SELECT (lower('DATA_DIRECTORY')).current_setting
    SELECT (jsonb_each_text('{"a": "b"}')).current_setting
    SELECT c.pg_restore_relation_stats FROM customers c
    SELECT f.current_setting FROM customers c, unnest(ARRAY[c.name]) AS f
  `),

  "types, operators, collations": lines(`
    SELECT 'pg_authid'::regclass
    SELECT 'customers'::regclass::oid
    SELECT CAST('pg_sleep' AS regproc)
    SELECT 'pg_sleep(double precision)'::regprocedure
    SELECT regclass 'pg_authid'
    SELECT 'owner'::regrole
    SELECT 'public'::regnamespace
    SELECT '{pg_authid}'::regclass[]
    SELECT 'pg_authid'::pg_catalog.regclass
    SELECT '{1}'::pg_catalog._regclass
    SELECT 1260::regclass
    SELECT 'int'::regtype
    SELECT 1 OPERATOR(public.===) 2
    SELECT * FROM customers ORDER BY name USING OPERATOR(public.<)
    SELECT 'c'::refcursor
    SELECT NULL::pg_catalog.pg_lsn
    SELECT 'a'::"pg_authid"
    SELECT NULL::pg_authid
  `),

  "odd forms": [
    "",
    "   ",
    ";",
    "-- nothing",
    "/* nothing */",
    "SELECT 1\0; DROP TABLE customers",
    "SELECT '\0'; DROP TABLE customers",
    "SELECT 1 \ud800",
    "VALUES (DEFAULT)",
    "SELECT * FROM customers WHERE CURRENT OF c",
    "\\! id",
    "\\copy customers to /tmp/loot",
    "ｓelect 1",
    "SELECT/**/1/**/INTO/**/loot",
    "SELECT 1 -- x\r\n; DROP TABLE customers",
    "/* /* nested */ */ DROP TABLE customers",
    "/* SELECT 1 */ DELETE FROM customers",
    "(DELETE FROM customers)",
    "(((SELECT 1))); DROP TABLE customers",
    `SELECT ${"(".repeat(20_000)}1${")".repeat(20_000)}`,
    `SELECT 1${" + 1".repeat(12_000)}`,
    `SELECT '${"x".repeat(60_000)}'`,
    "SELECT $1; DELETE FROM customers",
    "SELECT * FROM customers AS OF SYSTEM TIME '-1s'",
  ],
};
