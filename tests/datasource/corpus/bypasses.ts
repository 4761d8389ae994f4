/** More statements no guard may let through: ways around it that somebody thought of. The tables are those of `shop.ts`. */

import { lines } from "./lines.ts";

export const bypassesPostgres: Record<string, string[]> = {
  "functions called through aliases": lines(String.raw`
    SELECT x.current_setting FROM unnest(ARRAY['data_directory']) AS x WHERE EXISTS (SELECT 1 FROM unnest(ARRAY[1]) AS x (current_setting))
    SELECT x.pg_read_file FROM unnest(ARRAY['PG_VERSION']) AS x, (SELECT 1 FROM unnest(ARRAY[1]) AS x (pg_read_file)) y
    WITH x AS (SELECT 1 AS current_setting) SELECT x.current_setting FROM unnest(ARRAY['data_directory']) AS x
    SELECT x.to_regclass FROM unnest(ARRAY['a']) AS x
    SELECT * FROM unnest(ARRAY['data_directory']) AS current_setting WHERE current_setting.current_setting > '' AND current_setting.pg_read_file > ''
    SELECT ordinality.pg_read_file FROM unnest(ARRAY['PG_VERSION']) AS ordinality
    SELECT (SELECT y.current_setting FROM (SELECT 1) z) FROM unnest(ARRAY['data_directory']) AS y
    SELECT lower.current_setting FROM lower('DATA_DIRECTORY')
    SELECT lower.current_setting FROM ROWS FROM (lower('DATA_DIRECTORY'))
    SELECT coalesce.current_setting FROM coalesce('data_directory', 'b')
    SELECT x.current_setting FROM coalesce('data_directory') AS x
    SELECT x.current_setting FROM CAST('data_directory' AS text) AS x
    SELECT x.current_setting FROM current_date AS x
    SELECT greatest.current_setting FROM greatest('data_directory', 'a')
    SELECT x.current_setting FROM json_scalar('a') AS x
    SELECT x.lo_unlink FROM (unnest(ARRAY[1]) AS x JOIN customers c ON true)
    SELECT x.pg_sleep FROM xmlconcat(NULL) AS x
  `),

  "other ways to what is refused": lines(String.raw`
    SELECT to_regclass('pg_authid')
    SELECT obj_description(1259, 'pg_class')
    SELECT col_description(1259, 1)
    SELECT pg_get_viewdef('sales.daily')
    SELECT pg_get_functiondef(1)
    SELECT format_type(23, 1)
    SELECT * FROM current_user
    SELECT * FROM CURRENT_CATALOG
    SELECT query FROM public.pg_stat_statements
    SELECT * FROM customers WHERE name = ANY (SELECT pg_ls_dir('.'))
    SELECT ARRAY(SELECT rolname FROM pg_roles)
    SELECT $$pg_sleep$$::regproc
    SELECT * FROM ONLY (pg_class)
    WITH t AS (TABLE pg_authid) TABLE t
    SELECT * FROM pg_authid TABLESAMPLE system (100)
    SELECT xmlforest(name) FROM customers
    SELECT xmlagg(NULL)
    SELECT xpath('/a', NULL)
    SELECT merge_action()
    WITH a AS MATERIALIZED (UPDATE customers SET name = 'x' RETURNING old.name, new.name) SELECT * FROM a
    SELECT pg_catalog.set_config('search_path', 'x', false)
    SELECT "PG_SLEEP"(1)
    SELECT * FROM customers WHERE id = (SELECT nextval('order_numbers'))
    SELECT plpgsql_call_handler()
    SELECT * FROM pg_stat_get_activity(NULL)
    SELECT * FROM pg_lock_status()
    SELECT * FROM generate_series(1, 10) x, pg_ls_dir('.') y
    SELECT * FROM json_table('{}'::jsonb, '$' COLUMNS (a int PATH '$.a' DEFAULT lastval() ON EMPTY)) t
    SELECT json_query('{}', '$' PASSING current_setting('x') AS x)
    SELECT json_serialize(current_setting('x'))
    SELECT json_objectagg(name : lastval()) FROM customers
    (TABLE pg_shadow) UNION ALL TABLE pg_authid
    SELECT ROW(pg_authid.*) FROM pg_authid
    SELECT * FROM customers JOIN LATERAL pg_stat_file('PG_VERSION') f ON true
    SELECT count(*) FILTER (WHERE set_config('a.b', 'c', false) IS NOT NULL) FROM customers
    SELECT sum(id) OVER (ROWS BETWEEN pg_backend_pid() PRECEDING AND CURRENT ROW) FROM customers
    SELECT session_user || ''
    TABLE customers FOR UPDATE
    SELECT * FROM (VALUES (pg_sleep(1))) v
    SELECT dblink_get_connections()
    SELECT lo_truncate(1, 0)
    SELECT 1 \gexec
    BEGIN; SELECT 1
    SELECT 1 UNION SELECT 2 INTO loot
    SELECT * FROM customers NATURAL JOIN pg_user
    SELECT pg_typeof(1)
    SELECT pg_catalog."current_user"()
    SELECT 'x'::pg_catalog."regclass"
    SELECT CAST(ARRAY['customers'] AS regclass[])
  `),
};

export const bypassesMysql: string[] = lines(String.raw`
  SELECT LOAD_FILE('/etc/passwd') AS materialized
  SELECT SLEEP(10) AS materialized
  SELECT USER() AS materialized
  SELECT SLEEP(a) AS materialized FROM t
  SELECT SLEEP(1) AS not
  SELECT VERSION() AS (x)
  SELECT 1 FROM t WHERE (1) SLEEP(1)
  SELECT (SELECT 1) steal(1)
  SELECT 1, SLEEP(a) AS MATERIALIZED, (1)
  WITH a AS (SELECT 1), b (y) AS (SELECT STEAL(2)) SELECT * FROM a
  SELECT * FROM t LIMIT 1 INTO @x
  SELECT IF(1 = 1, SLEEP(5), 0)
  SELECT * FROM t WHERE id = 1 AND SLEEP(5)
  SELECT WAIT_FOR_EXECUTED_GTID_SET('x', 1)
  SELECT LAST_INSERT_ID(5)
  SELECT CONNECTION_ID()
  SELECT SCHEMA()
  SELECT SESSION_USER()
  SELECT CURRENT_ROLE()
  SELECT UUID_SHORT()
  TABLE mysql.user
  TABLE mysql . user
  SELECT LOAD_FILE/**/('/etc/passwd')
  PREPARE s FROM 'DELETE FROM t'
  EXECUTE IMMEDIATE 'DELETE FROM t'
  BEGIN NOT ATOMIC SELECT 1; END
  XA START 'x'
  FLUSH TABLES
  INSTALL PLUGIN x SONAME 'x.so'
  SELECT a FROM t UNION SELECT authentication_string FROM mysql.user
  SELECT * FROM mysql/**/.user
  SELECT * FROM t WHERE a = 1 FOR/**/UPDATE
  SELECT * FROM t FOR UPDATE SKIP LOCKED
  SELECT a FROM INFORMATION_SCHEMA/*x*/.PROCESSLIST
  SELECT '\\' INTO OUTFILE '/tmp/x'
  SELECT "a" "b" INTO DUMPFILE '/tmp/x'
  SELECT MASTER_GTID_WAIT('x')
  SELECT SETVAL(s, 1)
  SELECT LASTVAL(s)
  SELECT PREVIOUS VALUE FOR s
  SELECT * FROM t WHERE a = (SELECT b FROM sys.schema_object_overview)
  HELP 'contents'
  WITH x AS (SELECT 1) SELECT * FROM x INTO OUTFILE '/tmp/x'
  SELECT (SELECT SLEEP(1))
  SELECT PASSWORD('x')
  SELECT ICU_VERSION()
  VALUES ROW(SLEEP(1))
  SELECT * FROM t ORDER BY SLEEP(1)
  SELECT _utf8mb4'x' INTO OUTFILE '/tmp/x'
`);

export const bypassesSqlite: string[] = lines(String.raw`
  SELECT load_extension('x') AS materialized
  SELECT readfile(name) AS materialized FROM customers
  SELECT * FROM pragma_function_list
  SELECT hex(zeroblob(1000000000))
  SELECT load_extension ( 'x' )
  SELECT sqlite_source_id()
  SELECT sqlite_compileoption_get(0)
  SELECT last_insert_rowid()
  SELECT changes()
  SELECT sqlite_log(1, 'x')
  SELECT * FROM fsdir('/')
  SELECT * FROM zipfile('/tmp/x')
  SELECT name FROM temp.sqlite_temp_master
  WITH x AS (SELECT 1) REPLACE INTO t SELECT 1
  SELECT 1 RETURNING 2
  EXPLAIN QUERY PLAN SELECT 1
  SAVEPOINT x
  SELECT * FROM "pragma_table_list"
  SELECT * FROM sqlite_sequence
  SELECT * FROM sqlite_stat1
  SELECT * FROM json_tree(readfile('x'))
  SELECT * FROM (SELECT * FROM sqlite_master)
  VALUES (readfile('/etc/passwd'))
  SELECT count(*) FILTER (WHERE load_extension('x')) FROM customers
  SELECT sum(id) OVER (ORDER BY load_extension('x')) FROM customers
  ALTER TABLE t RENAME TO u
`);
