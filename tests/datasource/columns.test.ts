import { openDatasource } from "@parley/datasource/open";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lines } from "./corpus/lines.ts";
import { openShop, type Shop } from "./shop-server.ts";

const options = { row_limit: 100, timeout_ms: 15_000, signal: new AbortController().signal };

/** A database whose owner keeps secrets behind functions, operators and types of its own. */
const SECRETS = `
  CREATE SCHEMA vault;
  CREATE TABLE vault.secrets (id int, secret text);
  INSERT INTO vault.secrets SELECT i, 'secret ' || i FROM generate_series(1, 60) AS i;
  CREATE FUNCTION secret_of(customers) RETURNS text LANGUAGE sql SECURITY DEFINER STABLE AS
    'SELECT secret FROM vault.secrets WHERE id = $1.id';
  CREATE FUNCTION anything(anyelement) RETURNS text LANGUAGE sql SECURITY DEFINER STABLE AS
    'SELECT min(secret) FROM vault.secrets';
  CREATE FUNCTION of_record(record) RETURNS text LANGUAGE plpgsql SECURITY DEFINER STABLE AS
    'BEGIN RETURN (SELECT min(secret) FROM vault.secrets); END';
  CREATE FUNCTION lower(customers) RETURNS text LANGUAGE sql SECURITY DEFINER STABLE AS
    'SELECT secret FROM vault.secrets WHERE id = $1.id';
  CREATE FUNCTION revealed(customers, int) RETURNS text LANGUAGE sql SECURITY DEFINER STABLE AS
    'SELECT secret FROM vault.secrets WHERE id = $1.id';
  CREATE OPERATOR @@> (LEFTARG = customers, RIGHTARG = int, FUNCTION = revealed);
  CREATE FUNCTION as_status(customers) RETURNS order_status LANGUAGE sql SECURITY DEFINER STABLE AS
    'SELECT ''open''::order_status';
  CREATE TYPE tag AS (label text);
  CREATE FUNCTION as_tag(customers) RETURNS tag LANGUAGE sql SECURITY DEFINER STABLE AS
    'SELECT ROW(secret)::tag FROM vault.secrets WHERE id = $1.id';
  CREATE CAST (customers AS tag) WITH FUNCTION as_tag(customers);
  CREATE FUNCTION initcap(int) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT ''Number '' || $1';
  CREATE FUNCTION round(float8, int) RETURNS text LANGUAGE sql AS 'SELECT ''about '' || $1';
  CREATE TABLE people (id int, secret_of text, count int, name text);
  INSERT INTO people VALUES (1, 'mine', 3, 'Ann');
`;

/** Each would call a function, or use an operator or type, that is not on the guard's lists. */
const REACHING = lines(String.raw`
  SELECT c.secret_of FROM customers c
  SELECT customers.secret_of FROM customers
  SELECT public.customers.secret_of FROM customers
  SELECT c.anything FROM customers c
  SELECT c.of_record FROM (SELECT 1 AS id) c
  SELECT c.lower FROM customers c
  SELECT lower(c) FROM customers c
  SELECT secret_of(c) FROM customers c
  SELECT (c).secret_of FROM customers c
  SELECT (c.*).secret_of FROM customers c
  SELECT c @@> 1 FROM customers c
  SELECT c OPERATOR(public.@@>) 1 FROM customers c
  SELECT c::tag FROM customers c
  SELECT CAST(c AS public.tag) FROM customers c
  SELECT NULL::customers
  SELECT name FROM customers c WHERE c.secret_of LIKE 'secret%'
  SELECT count(*) FROM customers c GROUP BY c.secret_of
  SELECT name FROM customers c ORDER BY c.secret_of
  SELECT max(name) OVER (PARTITION BY c.secret_of) FROM customers c
  SELECT count(*) FILTER (WHERE c.secret_of > '') FROM customers c
  SELECT 1 FROM customers c JOIN orders o ON c.secret_of > ''
  SELECT (SELECT c.secret_of) FROM customers c
  SELECT (SELECT c.secret_of FROM orders o LIMIT 1) FROM customers c
  SELECT x.s FROM customers c, LATERAL (SELECT c.secret_of AS s) x
  SELECT x.s FROM customers c CROSS JOIN LATERAL (VALUES (c.secret_of)) AS x (s)
  SELECT x FROM customers c, unnest(ARRAY[c.secret_of]) AS x
  SELECT x.* FROM customers c, json_table(to_jsonb(c.secret_of), '$' COLUMNS (a text PATH '$')) x
  WITH c AS (SELECT 1 AS secret_of) SELECT d.secret_of FROM customers d
  WITH customers AS (SELECT * FROM customers) SELECT customers.secret_of FROM customers
  WITH c AS (SELECT x.secret_of FROM customers x) SELECT * FROM c
  WITH RECURSIVE r AS (SELECT c.secret_of FROM customers c UNION ALL SELECT 'x' FROM r WHERE false) SELECT * FROM r
  WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT c.secret_of FROM customers c) SELECT * FROM a
  SELECT j.secret_of FROM (customers c JOIN orders o ON true) AS j
  SELECT u.secret_of FROM customers c JOIN people p USING (id) AS u
  SELECT t.secret_of FROM customers AS t (secret_of_id, secret)
  SELECT c.secret_of FROM people p, (SELECT c.* FROM customers c) c
  SELECT c.secret_of FROM customers c WHERE EXISTS (SELECT c.secret_of FROM people c)
  SELECT (SELECT c.secret_of FROM people p) FROM customers c
  SELECT 1 FROM customers c WHERE EXISTS (SELECT 1 FROM (SELECT 1 AS secret_of) c, (SELECT c.secret_of AS s OFFSET 0) x WHERE x.s = 1) AND c.secret_of > ''
  SELECT (SELECT x.s FROM people c, (SELECT c.secret_of AS s) x) FROM customers c
  SELECT (SELECT count(*) FROM people c, (people a JOIN people b ON c.secret_of > '')) FROM customers c
  SELECT 1 UNION ALL SELECT length(c.secret_of) FROM customers c
  SELECT * FROM (SELECT 'x' UNION ALL SELECT c.secret_of FROM customers c) x
  SELECT c.secret_of FROM customers TABLESAMPLE system (100) AS c
  SELECT ARRAY(SELECT c.secret_of FROM customers c)
  SELECT json_array(SELECT c.secret_of FROM customers c)
  SELECT DISTINCT ON (c.secret_of) name FROM customers c
  SELECT c.row_to_json.secret FROM customers c
  VALUES ((SELECT min(c.secret_of) FROM customers c))
`);

/** Columns that have the name of a function, of all kinds of relations. */
const COLUMNS = lines(`
  SELECT p.secret_of, p.count, p.name FROM people p
  SELECT people.secret_of FROM people
  SELECT public.people.secret_of FROM public.people
  SELECT t.count, t.max FROM (SELECT count(*), max(total) FROM orders) t
  SELECT c.name, (SELECT p.secret_of FROM people p WHERE p.id = c.id) FROM customers c
  SELECT c.name, (SELECT max(c.secret_of) FROM people c) FROM customers c
  WITH c AS (SELECT country, count(*) FROM customers GROUP BY 1) SELECT c.count, c.country FROM c
  WITH customers AS (SELECT secret_of, count FROM people) SELECT customers.secret_of, customers.count FROM customers
  WITH a (count, length) AS (SELECT 1, 2), b AS (SELECT a.* FROM a) SELECT b.count, b.length FROM b
  WITH RECURSIVE r (count, name) AS (SELECT 1, 'a' UNION ALL SELECT r.count + 1, r.name FROM r WHERE r.count < 3) SELECT r.count, r.name FROM r
  WITH RECURSIVE a AS (SELECT b.length FROM b), b AS (SELECT 1 AS length) SELECT a.length FROM a
  WITH RECURSIVE t AS (SELECT id FROM people UNION ALL SELECT t.id + 1 FROM t WHERE t.id < 3) SEARCH BREADTH FIRST BY id SET position CYCLE id SET date USING path SELECT t.position, t.date, t.path FROM t
  SELECT x.secret_of FROM customers c CROSS JOIN LATERAL (SELECT p.secret_of FROM people p WHERE p.id = c.id) x
  SELECT j.secret_of, j.country FROM (customers c JOIN people p USING (id)) AS j
  SELECT u.id, p.secret_of FROM customers c JOIN people p USING (id) AS u
  SELECT t.length FROM people AS t (id, length)
  SELECT d.date, d.count FROM (VALUES (1, 2)) AS d (date, count)
  SELECT v.column1 FROM (VALUES (1)) AS v
  SELECT s.coalesce, s.case, s.array, s.upper, s.extract, s.current_date, s.int4, s.nullif, s.greatest, s.exists FROM (SELECT coalesce(1, 2), CASE WHEN true THEN 1 END, ARRAY[1], upper('a'), extract(year FROM now()), current_date, 1::int4, nullif(1, 2), greatest(1, 2), EXISTS (SELECT 1)) s
  SELECT s.count FROM (SELECT (SELECT count(*) FROM people)) s
  SELECT g.n, g.ordinality FROM generate_series(1, 3) WITH ORDINALITY AS g (n, ordinality)
  SELECT jt.name FROM orders, json_table(details, '$.tags[*]' COLUMNS (name text PATH '$')) AS jt
  SELECT initcap(p.id), initcap(p.name), round(p.id::float8, 2), round(1.234, 2) FROM people p
  SELECT 'paid'::order_status, o.status::order_status, o.status::public.order_status FROM orders o
  SELECT o.total FROM orders o JOIN people p ON p.id = o.id AND p.count > 1 ORDER BY p.name, p.count
  SELECT a.name FROM people a NATURAL JOIN customers b WHERE b.name = a.name
  SELECT film.pg_rating FROM (SELECT 13 AS pg_rating) AS film
`);

describe("a name behind a dot", () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop();
    await shop.server.query(SECRETS, [], "shop");
  });
  afterAll(() => shop.stop());

  test("that is a function of the database is not called, nor is one reached by operator, cast or overload", async () => {
    const passed: string[] = [];
    for (const sql of REACHING) {
      const outcome = await shop.datasource.run(sql, options).then(
        ({ rows }) => `gave ${JSON.stringify(rows[0])}`,
        (error: { code?: string }) => error.code,
      );
      if (outcome !== "SQL_REJECTED" && outcome !== "SQL_FAILED") passed.push(`${outcome}: ${sql}`);
    }
    expect(passed).toEqual([]);
  });

  test("that is a column is read, whatever functions have its name", async () => {
    const refused: string[] = [];
    for (const sql of COLUMNS) {
      await shop.datasource.run(sql, options).catch((error: unknown) => refused.push(`${String(error)}: ${sql}`));
    }
    expect(refused).toEqual([]);
  });

  test("is refused in PostgreSQL's own words, and leaves the session as good as before", async () => {
    await expect(shop.datasource.run("SELECT c.secret_of FROM customers c", options)).rejects.toMatchObject({
      code: "SQL_FAILED",
      message: "column c.secret_of does not exist",
    });
    await expect(shop.datasource.run("SELECT lower(c.name) FROM customers c", options)).rejects.toMatchObject({
      code: "SQL_REJECTED",
      message: 'The database\'s own function "lower" is not allowed.',
    });
    const pids = async () =>
      (
        await shop.server.query(
          "SELECT pid FROM pg_stat_activity WHERE application_name = 'parley' AND datname = current_database()",
          [],
          "shop",
        )
      ).map(({ pid }) => pid);
    const before = await pids();
    await expect(shop.datasource.run("SELECT c.anything FROM customers c", options)).rejects.toThrow();
    expect(before).toHaveLength(1);
    expect(await pids()).toEqual(before);
  });

  test("of a table that came after the schema was described is read", async () => {
    await shop.server.query("CREATE TABLE later (count int, secret_of text)", [], "shop");
    await shop.datasource.run("SELECT l.count, l.secret_of FROM later l", options);
  });

  test("is judged by the schemas the integration has", async () => {
    const narrow = openDatasource({ ...shop.server.config("shop"), schemas: ["vault", "public"] });
    await narrow.run("SELECT s.secret FROM secrets s", options);
    await expect(narrow.run("SELECT c.secret_of FROM customers c", options)).rejects.toMatchObject({
      code: "SQL_FAILED",
    });
    await narrow.close();
  });
});

describe("probing of roles and catalogs", () => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await openShop();
  });
  afterAll(() => shop.stop());

  test.each(
    "aclitem aclitem[] _aclitem pg_catalog.aclitem regrole regclass regproc regprocedure regoper regoperator regtype regnamespace regconfig regdictionary regcollation oid pg_lsn xid xid8 cid tid pg_snapshot txid_snapshot pg_node_tree pg_ndistinct refcursor int2vector oidvector xml record anyelement cstring unknown".split(
      " ",
    ),
  )("through %s is refused", async (type) => {
    for (const sql of [
      `SELECT 'owner=r/owner'::${type}`,
      `SELECT CAST('owner' AS ${type})`,
      `SELECT * FROM jsonb_to_record('{"a": "owner"}') AS x (a ${type})`,
      `SELECT * FROM json_table('{"a": "owner"}'::jsonb, '$' COLUMNS (a ${type} PATH '$.a')) x`,
    ]) {
      await expect(shop.datasource.run(sql, options), sql).rejects.toMatchObject({
        code: expect.stringMatching(/^SQL_/),
      });
    }
  });

  test("does not learn which roles exist", async () => {
    const told = async (role: string) =>
      shop.datasource.run(`SELECT '${role}=r/${role}'::aclitem`, options).catch((error: Error) => error.message);
    expect(await told("owner")).toBe(await told("nobody"));
  });
});
