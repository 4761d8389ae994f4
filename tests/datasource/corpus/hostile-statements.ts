import { lines } from "./lines.ts";

/** Statements that are no plain question, or more than one. No guard may let one through. The tables are those of `shop.ts`. */
export const hostileStatements: Record<string, string[]> = {
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
};
