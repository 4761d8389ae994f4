import { lines } from "./lines.ts";

/** Questions to the server itself: its files, its settings, its state, its catalogs. No guard may let one through. The tables are those of `shop.ts`. */
export const hostileServer: Record<string, string[]> = {
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
};
