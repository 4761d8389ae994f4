import { lines } from "./lines.ts";

/** Statements that the guard for DuckDB must refuse, by what they try: ways that only DuckDB has. */
export const hostileDuckdb: Record<string, string[]> = {
  "files in FROM": lines(String.raw`
    FROM '/etc/passwd'
    SELECT * FROM 'orders.csv'
    SELECT * FROM "/etc/passwd"
    SELECT * FROM 'orders.parquet'
    SELECT * FROM orders.parquet
    SELECT * FROM "orders"."csv"
    SELECT * FROM 's3://bucket/orders.parquet'
    SELECT * FROM 'https://example.com/orders.csv'
    SELECT * FROM 'data/*.parquet'
    SELECT * FROM 'orders.json'
    SELECT * FROM 'orders.ndjson'
    SELECT * FROM 'orders.csv.gz'
    SELECT * FROM 'other.duckdb'
    SELECT * FROM 'book.xlsx'
    SELECT * FROM customers JOIN 'orders.csv' o ON o.id = customers.id
    SELECT * FROM (FROM 'orders.csv')
    WITH x AS (FROM 'orders.csv') SELECT * FROM x
    SELECT (SELECT count(*) FROM 'orders.csv')
    SELECT * FROM '/proc/self/environ'
    SELECT * FROM 'C:\secrets.csv'
    TABLE 'orders.csv'
  `),

  "functions that read files": lines(String.raw`
    SELECT * FROM read_csv('/etc/passwd')
    SELECT * FROM read_csv_auto('/etc/passwd')
    SELECT * FROM read_parquet('orders.parquet')
    SELECT * FROM parquet_scan('orders.parquet')
    SELECT * FROM parquet_metadata('orders.parquet')
    SELECT * FROM parquet_schema('orders.parquet')
    SELECT * FROM parquet_kv_metadata('orders.parquet')
    SELECT * FROM read_json('a.json')
    SELECT * FROM read_json_auto('a.json')
    SELECT * FROM read_ndjson('a.json')
    SELECT * FROM read_text('/etc/passwd')
    SELECT * FROM read_blob('/etc/passwd')
    SELECT * FROM read_duckdb('other.duckdb')
    SELECT * FROM sniff_csv('/etc/passwd')
    SELECT * FROM glob('/*')
    SELECT * FROM READ_CSV('/etc/passwd')
    SELECT * FROM "read_csv"('/etc/passwd')
    SELECT * FROM main.read_csv('/etc/passwd')
    SELECT * FROM system.main.read_csv('/etc/passwd')
    SELECT * FROM customers, LATERAL (SELECT * FROM read_text(name))
    SELECT * FROM sqlite_scan('a.sqlite', 't')
    SELECT * FROM postgres_scan('', 'public', 't')
    SELECT * FROM iceberg_scan('a')
    SELECT * FROM delta_scan('a')
    SELECT * FROM read_xlsx('a.xlsx')
    SELECT * FROM st_read('a.shp')
  `),

  "SQL in texts": lines(String.raw`
    SELECT * FROM query('SELECT * FROM read_text(''/etc/passwd'')')
    SELECT * FROM query_table('customers')
    SELECT * FROM query_table(['customers', 'orders'])
    SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))
    SELECT json_serialize_sql('SELECT 1')
    SELECT json_serialize_plan('SELECT 1')
    SELECT json_deserialize_sql('{}')
    SELECT * FROM sql_auto_complete('SEL')
    SELECT current_query()
  `),

  "settings, secrets and the engine's own tables": lines(String.raw`
    SELECT * FROM duckdb_settings()
    SELECT * FROM duckdb_secrets()
    SELECT * FROM which_secret('s3://a', 's3')
    SELECT * FROM duckdb_databases()
    SELECT * FROM duckdb_tables()
    SELECT * FROM duckdb_tables
    SELECT * FROM duckdb_columns
    SELECT * FROM duckdb_functions()
    SELECT * FROM duckdb_extensions()
    SELECT * FROM duckdb_temporary_files()
    SELECT * FROM duckdb_memory()
    SELECT * FROM duckdb_logs
    SELECT * FROM duckdb_variables()
    SELECT * FROM sqlite_master
    SELECT * FROM sqlite_schema
    SELECT * FROM pg_catalog.pg_class
    SELECT * FROM pg_tables
    SELECT * FROM information_schema.tables
    SELECT * FROM pragma_table_info('customers')
    SELECT * FROM pragma_storage_info('customers')
    SELECT * FROM pragma_database_size()
    SELECT * FROM pragma_version()
    SELECT * FROM pragma_user_agent()
    SELECT current_setting('memory_limit')
    SELECT getvariable('x')
    SELECT getenv('HOME')
    SELECT version()
    SELECT pg_get_viewdef(1)
    SELECT current_database()
    SELECT current_schema()
    SELECT current_schemas(true)
    SELECT in_search_path('memory', 'main')
    SELECT current_user
    SELECT txid_current()
    SELECT * FROM test_all_types()
    SELECT nextval('order_numbers')
    SELECT currval('order_numbers')
    SELECT pg_sleep(10)
    SELECT write_log('x')
    SELECT vector_type(name) FROM customers
    SELECT stats(name) FROM customers
    SELECT error('x')
  `),

  "other databases and schemas": lines(String.raw`
    SELECT * FROM parley_source.main.customers
    SELECT * FROM parley_source.customers
    SELECT * FROM "PARLEY_SOURCE".customers
    SELECT * FROM parley_whole.main.customers
    SELECT * FROM parley_strict.customers
    SELECT * FROM memory.main.customers
    SELECT * FROM memory.customers
    SELECT * FROM system.main.duckdb_tables
    SELECT * FROM temp.main.customers
    SELECT * FROM other.main.customers
    SELECT * FROM system.information_schema.tables
    SELECT parley_source.main.lower('A')
    SELECT sales.lower('A')
    SELECT * FROM everybody()
    SELECT * FROM customers AT (VERSION => 1)
    SELECT * FROM customers AT (TIMESTAMP => now())
  `),

  "statements that only DuckDB has": lines(String.raw`
    ATTACH 'other.duckdb' AS other
    ATTACH ':memory:' AS other
    DETACH memory
    USE memory
    INSTALL httpfs
    LOAD httpfs
    FORCE INSTALL httpfs
    UPDATE EXTENSIONS
    PRAGMA database_list
    PRAGMA enable_profiling
    PRAGMA import_database('a')
    EXPORT DATABASE 'a'
    IMPORT DATABASE 'a'
    COPY customers TO 'a.csv'
    COPY (FROM customers) TO 'a.parquet' (FORMAT parquet)
    COPY customers FROM 'a.csv'
    COPY FROM DATABASE memory TO other
    CHECKPOINT
    FORCE CHECKPOINT
    SET enable_external_access = true
    SET GLOBAL memory_limit = '10GB'
    SET VARIABLE x = 1
    RESET memory_limit
    CREATE SECRET s (TYPE s3, KEY_ID 'a', SECRET 'b')
    CREATE MACRO f(x) AS x
    CREATE TABLE loot AS FROM customers
    CREATE TEMP TABLE loot AS FROM customers
    CREATE OR REPLACE VIEW customers AS SELECT 1
    CALL pragma_version()
    DESCRIBE customers
    SHOW TABLES
    SHOW ALL TABLES
    SHOW DATABASES
    SUMMARIZE customers
    SELECT * FROM (DESCRIBE customers)
    SELECT * FROM (SHOW ALL TABLES)
    SELECT * FROM (SUMMARIZE customers)
    SELECT * FROM (SHOW TABLES FROM parley_source)
    PIVOT customers ON country USING count(*)
    SELECT * FROM (PIVOT customers ON country USING count(*))
    UNPIVOT customers ON id, name INTO NAME a VALUE b
    VACUUM
    EXECUTE x
    PREPARE x AS SELECT 1
    EXPLAIN SELECT 1
    EXPLAIN ANALYZE SELECT 1
    SELECT 1; FROM read_csv('/etc/passwd')
    FROM customers; DROP TABLE customers
    INSERT INTO customers BY NAME SELECT 1 AS id
    MERGE INTO customers USING orders USING (id) WHEN MATCHED THEN DELETE
    BEGIN TRANSACTION
  `),

  "functions in other clothes": lines(String.raw`
    SELECT name.getenv() FROM customers
    SELECT name.read_text() FROM customers
    SELECT name.upper() FROM customers
    SELECT list_transform(['HOME'], x -> getenv(x))
    SELECT list_transform(['x'], lambda x: current_setting(x))
    SELECT [getenv(x) FOR x IN ['HOME']]
    SELECT list_aggregate([1], 'sum'), getvariable('x')
    SELECT * REPLACE (getenv('HOME') AS name) FROM customers
    SELECT COLUMNS(c -> getenv(c) IS NULL) FROM customers
    SELECT count(*) FILTER (WHERE current_setting('threads') = '2') FROM customers
    SELECT sum(id) OVER (ORDER BY nextval('order_numbers')) FROM customers
    SELECT id FROM customers ORDER BY getenv('HOME')
    SELECT id FROM customers LIMIT (SELECT current_setting('threads')::INT)
    SELECT id FROM customers GROUP BY getenv('HOME')
    SELECT id FROM customers QUALIFY nextval('order_numbers') > 1
    SELECT CASE WHEN true THEN getenv('HOME') END
    SELECT TRY(getenv('HOME'))
    SELECT {'a': getenv('HOME')}
    SELECT MAP {'a': current_setting('threads')}
    VALUES (getenv('HOME'))
    WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n + nextval('order_numbers') FROM r) SELECT * FROM r
    SELECT * FROM customers JOIN orders ON getenv('HOME') = name
    SELECT * FROM unnest([current_setting('threads')])
    SELECT * FROM range((SELECT current_setting('threads')::INT))
    SELECT "getenv"('HOME')
    SELECT /* x */ getenv /* y */ ('HOME')
  `),
};
