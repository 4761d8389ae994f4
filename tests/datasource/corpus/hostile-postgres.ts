/** Statements no guard may let through, by what they try. The tables are those of `shop.ts`. */

import { lines } from "./lines.ts";

export const hostilePostgres: Record<string, string[]> = {
  "other statements": lines(String.raw`
    INSERT INTO customers (id, name) VALUES (999, 'x')
    UPDATE customers SET name = 'x'
    DELETE FROM customers
    MERGE INTO customers c USING orders o ON c.id = o.customer_id WHEN MATCHED THEN DELETE
    TRUNCATE customers
    DROP TABLE customers
    CREATE TABLE loot (a int)
    CREATE TABLE loot AS SELECT * FROM customers
    CREATE VIEW loot AS SELECT 1
    CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'
    CREATE EXTENSION dblink
    CREATE ROLE intruder SUPERUSER
    ALTER TABLE customers ADD COLUMN loot int
    ALTER ROLE owner PASSWORD 'x'
    ALTER SYSTEM SET log_statement = 'all'
    GRANT ALL ON customers TO PUBLIC
    REVOKE ALL ON customers FROM PUBLIC
    COMMENT ON TABLE customers IS 'x'
    COPY customers TO '/tmp/loot'
    COPY customers TO PROGRAM 'cat > /tmp/loot'
    COPY (SELECT * FROM customers) TO STDOUT
    COPY customers FROM PROGRAM 'id'
    DO $$ BEGIN PERFORM 1; END $$
    CALL refresh_all()
    EXECUTE stolen
    PREPARE stolen AS SELECT 1
    DEALLOCATE ALL
    EXPLAIN SELECT 1
    EXPLAIN ANALYZE DELETE FROM customers
    EXPLAIN (ANALYZE, FORMAT JSON) SELECT * FROM customers
    SET statement_timeout = 0
    SET LOCAL transaction_read_only = off
    SET SESSION AUTHORIZATION postgres
    SET ROLE postgres
    RESET ALL
    SHOW ALL
    SHOW server_version
    BEGIN
    COMMIT
    ROLLBACK
    SAVEPOINT a
    START TRANSACTION READ WRITE
    LOCK TABLE customers
    LISTEN channel
    NOTIFY channel, 'x'
    UNLISTEN *
    DECLARE c CURSOR FOR SELECT 1
    FETCH ALL FROM c
    VACUUM customers
    ANALYZE customers
    CLUSTER customers
    REINDEX TABLE customers
    REFRESH MATERIALIZED VIEW sales
    CHECKPOINT
    DISCARD ALL
    LOAD 'auto_explain'
    IMPORT FOREIGN SCHEMA s FROM SERVER x INTO public
    CREATE SERVER x FOREIGN DATA WRAPPER file_fdw
    SECURITY LABEL ON TABLE customers IS 'x'
    REASSIGN OWNED BY owner TO intruder
  `),

  "stacked statements": lines(String.raw`
    SELECT 1; DROP TABLE customers
    SELECT 1; SELECT 2
    SELECT 1;; DELETE FROM customers
    SELECT 1; -- harmless
    SELECT 1 /* a */ ; /* b */ UPDATE customers SET name = 'x'
    SELECT ';' ; TRUNCATE customers
    SELECT $$;$$; TRUNCATE customers
    SELECT 1; COMMIT; DELETE FROM customers
    SELECT E'\''; DROP TABLE customers; --'
    SELECT '\'; DROP TABLE customers; --'
    SELECT 'a' "b;c"; DROP TABLE customers
    ; DELETE FROM customers
  `).map((sql) => (sql.endsWith("-- harmless") ? "SELECT 1; -- harmless\nDROP TABLE customers" : sql)),

  "data-modifying WITH": lines(`
    WITH gone AS (DELETE FROM customers RETURNING *) SELECT * FROM gone
    WITH n AS (INSERT INTO customers (id, name) VALUES (999, 'x') RETURNING id) SELECT id FROM n
    WITH u AS (UPDATE orders SET total = 0 RETURNING *) SELECT count(*) FROM u
    WITH m AS (MERGE INTO customers c USING orders o ON c.id = o.customer_id WHEN MATCHED THEN DELETE RETURNING c.id) SELECT * FROM m
    WITH a AS (SELECT 1), b AS (DELETE FROM orders) SELECT * FROM a
    WITH RECURSIVE a AS (DELETE FROM orders RETURNING id) SELECT * FROM a
    SELECT * FROM (WITH gone AS (DELETE FROM customers RETURNING *) SELECT * FROM gone) x
    WITH outer_one AS (WITH gone AS (DELETE FROM customers RETURNING id) SELECT id FROM gone) SELECT * FROM outer_one
    WITH a AS (SELECT 1) DELETE FROM customers
    WITH a AS (SELECT 1) INSERT INTO customers (id) SELECT * FROM a
    SELECT EXISTS (WITH g AS (DELETE FROM orders RETURNING 1) SELECT * FROM g)
  `),

  "SELECT INTO": lines(`
    SELECT * INTO loot FROM customers
    SELECT * INTO TEMP loot FROM customers
    SELECT * INTO TEMPORARY TABLE loot FROM customers
    SELECT * INTO UNLOGGED loot FROM customers
    SELECT 1 INTO loot
    SELECT 1 AS a INTO loot UNION SELECT 2
    WITH a AS (SELECT 1 AS n) SELECT n INTO loot FROM a
    SELECT /* x */ 1 AS a /* y */ INTO /* z */ loot
  `),

  "row locks": lines(`
    SELECT * FROM customers FOR UPDATE
    SELECT * FROM customers FOR SHARE
    SELECT * FROM customers FOR NO KEY UPDATE
    SELECT * FROM customers FOR KEY SHARE
    SELECT * FROM customers FOR UPDATE NOWAIT
    SELECT * FROM customers FOR UPDATE SKIP LOCKED
    SELECT * FROM customers c JOIN orders o ON o.customer_id = c.id FOR UPDATE OF o
    SELECT * FROM (SELECT * FROM customers FOR UPDATE) x
    WITH a AS (SELECT * FROM customers FOR SHARE) SELECT * FROM a
    SELECT (SELECT name FROM customers LIMIT 1 FOR UPDATE)
    SELECT * FROM customers LIMIT 1 FOR UPDATE
  `),

  "files, programs, large objects": lines(`
    SELECT pg_read_file('/etc/passwd')
    SELECT pg_read_file('PG_VERSION', 0, 10)
    SELECT pg_read_binary_file('PG_VERSION')
    SELECT * FROM pg_ls_dir('.')
    SELECT * FROM pg_ls_dir('.') AS d (name)
    SELECT pg_ls_dir('/')
    SELECT * FROM pg_stat_file('PG_VERSION')
    SELECT * FROM pg_ls_logdir()
    SELECT * FROM pg_ls_waldir()
    SELECT * FROM pg_ls_tmpdir()
    SELECT pg_current_logfile()
    SELECT pg_file_write('x', 'y', false)
    SELECT lo_import('/etc/passwd')
    SELECT lo_export(1, '/tmp/loot')
    SELECT lo_get(1)
    SELECT lo_put(1, 0, 'x')
    SELECT lo_create(0)
    SELECT lo_creat(-1)
    SELECT lo_from_bytea(0, 'x')
    SELECT lo_unlink(1)
    SELECT lo_open(1, 131072)
    SELECT loread(0, 10)
    SELECT lowrite(0, 'x')
    SELECT pg_relation_filepath('customers')
    SELECT pg_tablespace_location(1663)
    SELECT pg_config()
    SELECT * FROM pg_config()
  `),

  "other databases and SQL as text": lines(`
    SELECT * FROM dblink('host=10.0.0.1', 'SELECT 1') AS t (a int)
    SELECT dblink_connect('host=10.0.0.1')
    SELECT dblink_exec('DROP TABLE customers')
    SELECT * FROM postgres_fdw_get_connections()
    SELECT query_to_xml('DELETE FROM customers', true, false, '')
    SELECT query_to_xmlschema('SELECT 1', true, false, '')
    SELECT query_to_xml_and_xmlschema('SELECT 1', true, false, '')
    SELECT table_to_xml('customers', true, false, '')
    SELECT schema_to_xml('public', true, false, '')
    SELECT database_to_xml(true, false, '')
    SELECT cursor_to_xml('c', 1, true, false, '')
    SELECT * FROM crosstab('SELECT 1, 2, 3') AS t (a int, b int)
    SELECT * FROM connectby('customers', 'id', 'id', '1', 0) AS t (a int, b int, c int)
    SELECT * FROM xpath_table('id', 'name', 'customers', '/', 'true') AS t (a int)
    SELECT * FROM ts_stat('SELECT to_tsvector(name) FROM customers')
    SELECT ts_rewrite('a'::tsquery, 'SELECT 1, 2')
    SELECT xmlelement(name foo, 1)
    SELECT xmlparse(document '<a/>')
    SELECT * FROM xmltable('/a' PASSING '<a/>'::xml COLUMNS b text)
    SELECT * FROM other.public.customers
    SELECT * FROM http_get('http://169.254.169.254/')
  `),

  "settings and session": lines(`
    SELECT set_config('transaction_read_only', 'off', true)
    SELECT set_config('statement_timeout', '0', false)
    SELECT current_setting('data_directory')
    SELECT current_setting('is_superuser', true)
    SELECT * FROM pg_show_all_settings()
    SELECT version()
    SELECT current_user
    SELECT session_user
    SELECT user
    SELECT current_role
    SELECT system_user
    SELECT current_catalog
    SELECT current_schema
    SELECT current_database()
    SELECT current_schemas(true)
    SELECT inet_server_addr()
    SELECT inet_server_port()
    SELECT inet_client_addr()
    SELECT pg_backend_pid()
    SELECT pg_postmaster_start_time()
    SELECT setseed(0.5)
    SELECT pg_client_encoding()
    SELECT has_table_privilege('customers', 'DELETE')
    SELECT row_security_active('customers')
  `),

  "waiting, locking, signalling": lines(`
    SELECT pg_sleep(10)
    SELECT pg_sleep_for('1 hour')
    SELECT pg_sleep_until('tomorrow')
    SELECT 1 FROM customers WHERE pg_sleep(1) IS NULL
    SELECT pg_advisory_lock(1)
    SELECT pg_advisory_xact_lock(1)
    SELECT pg_try_advisory_lock(1)
    SELECT pg_advisory_unlock_all()
    SELECT pg_cancel_backend(1)
    SELECT pg_terminate_backend(1)
    SELECT pg_notify('channel', 'x')
    SELECT pg_listening_channels()
    SELECT pg_reload_conf()
    SELECT pg_rotate_logfile()
    SELECT pg_log_backend_memory_contexts(1)
  `),

  "state of the server": lines(`
    SELECT nextval('order_numbers')
    SELECT setval('order_numbers', 1)
    SELECT currval('order_numbers')
    SELECT lastval()
    SELECT txid_current()
    SELECT pg_current_xact_id()
    SELECT pg_export_snapshot()
    SELECT pg_switch_wal()
    SELECT pg_create_restore_point('x')
    SELECT pg_backup_start('x')
    SELECT pg_promote()
    SELECT pg_wal_replay_pause()
    SELECT pg_create_physical_replication_slot('x')
    SELECT pg_drop_replication_slot('x')
    SELECT pg_logical_emit_message(true, 'a', 'b')
    SELECT pg_replication_origin_create('x')
    SELECT pg_stat_reset()
    SELECT pg_stat_statements_reset()
    SELECT brin_summarize_new_values('x')
    SELECT gin_clean_pending_list('x')
    SELECT pg_prewarm('customers')
    SELECT pg_import_system_collations('public')
    SELECT binary_upgrade_set_next_pg_type_oid(1)
    SELECT pg_restore_relation_stats()
    SELECT pg_sync_replication_slots()
  `),

  catalogs: lines(String.raw`
    SELECT * FROM pg_authid
    SELECT * FROM pg_shadow
    SELECT * FROM pg_catalog.pg_user
    SELECT * FROM "pg_catalog"."pg_roles"
    SELECT * FROM PG_STAT_ACTIVITY
    SELECT * FROM pg_settings
    SELECT * FROM pg_file_settings
    SELECT * FROM pg_hba_file_rules
    SELECT * FROM pg_class
    SELECT * FROM ONLY pg_class
    SELECT * FROM pg_class *
    TABLE pg_authid
    SELECT * FROM information_schema.tables
    SELECT * FROM "information_schema"."columns"
    SELECT * FROM INFORMATION_SCHEMA.role_table_grants
    SELECT * FROM pg_toast.pg_toast_1255
    SELECT * FROM pg_temp.loot
    SELECT * FROM pg_temp_3.loot
    SELECT * FROM pg_largeobject
    SELECT * FROM pg_statistic
    SELECT * FROM pg_stats
    SELECT * FROM pg_proc p, customers c
    SELECT * FROM customers c LEFT JOIN pg_database d ON true
    SELECT (SELECT rolpassword FROM pg_authid LIMIT 1)
    SELECT * FROM customers WHERE EXISTS (SELECT 1 FROM pg_user)
    WITH a AS (SELECT * FROM pg_shadow) SELECT * FROM a
    SELECT * FROM customers UNION SELECT 1, rolname, rolpassword, now()::date FROM pg_authid
    SELECT * FROM LATERAL (SELECT * FROM pg_extension) x
    SELECT * FROM U&"pg\005fauthid"
    SELECT * FROM U&"\0070g_shadow"
    SELECT * FROM pg_catalog . pg_authid
    SELECT * FROM pg_catalog/**/./**/pg_authid
    SELECT pg_authid.rolname FROM pg_authid
  `),

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
