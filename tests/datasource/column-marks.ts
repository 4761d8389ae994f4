import type { ColumnMark } from "@parley/datasource/marks/marks";
import type { Cell, Datasource, Dialect } from "@parley/datasource/types";

/** Values that no question may get to see. */
export const SECRETS = ["zebra77@hush.example", "quagga31@hush.example", "741852", "963258"];

/** People with columns of each mark, and views and generated columns that are made of these. */
export const PEOPLE: Record<Dialect, string> = {
  postgres: `
    CREATE TABLE people (id int PRIMARY KEY, name text NOT NULL, email text, salary int, city text, nick text,
      upper_email text GENERATED ALWAYS AS (upper(email)) STORED);
    CREATE TABLE letters (id int PRIMARY KEY, email text, body text);
    CREATE TABLE visits (id int, person text, secret text, day date) PARTITION BY RANGE (day);
    CREATE TABLE visits_2026 PARTITION OF visits FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
    CREATE VIEW all_people AS SELECT * FROM people;
    CREATE VIEW addresses AS SELECT name, email AS contact FROM people;
    CREATE VIEW addresses_again AS SELECT contact FROM addresses;
    CREATE VIEW rows_of_people AS SELECT id, to_jsonb(p) AS everything FROM people p;
    CREATE VIEW rich AS SELECT name FROM people WHERE salary > 800000;
    CREATE VIEW names AS SELECT id, name, city FROM people;
    CREATE VIEW nicks AS SELECT id, nick AS called FROM people;
    CREATE MATERIALIZED VIEW kept AS SELECT name, email FROM people;
    CREATE FUNCTION everybody() RETURNS SETOF people LANGUAGE sql STABLE AS 'SELECT * FROM people';
    CREATE VIEW through_function AS SELECT * FROM everybody();`,
  duckdb: `
    CREATE TABLE people (id INTEGER PRIMARY KEY, name VARCHAR NOT NULL, email VARCHAR, salary INTEGER, city VARCHAR, nick VARCHAR,
      upper_email VARCHAR GENERATED ALWAYS AS (upper(email)));
    CREATE TABLE letters (id INTEGER PRIMARY KEY, email VARCHAR, body VARCHAR);
    CREATE VIEW all_people AS SELECT * FROM people;
    CREATE VIEW addresses AS SELECT name, email AS contact FROM people;
    CREATE VIEW addresses_again AS SELECT contact FROM addresses;
    CREATE VIEW rich AS SELECT name FROM people WHERE salary > 800000;
    CREATE VIEW names AS SELECT id, name, city FROM people;
    CREATE VIEW nicks AS SELECT id, nick AS called FROM people;`,
  athena: `
    CREATE TABLE people (id INTEGER, name VARCHAR, email VARCHAR, salary INTEGER, city VARCHAR, nick VARCHAR);
    CREATE TABLE letters (id INTEGER, email VARCHAR, body VARCHAR);
    CREATE VIEW all_people AS SELECT * FROM people;
    CREATE VIEW addresses AS SELECT name, email AS contact FROM people;
    CREATE VIEW addresses_again AS SELECT contact FROM addresses;
    CREATE VIEW rich AS SELECT name FROM people WHERE salary > 800000;
    CREATE VIEW bodies AS SELECT id, body FROM letters;`,
  redshift: `
    CREATE TABLE people (id int PRIMARY KEY, name varchar(40) NOT NULL, email varchar(80), salary int, city varchar(40), nick varchar(40));
    CREATE TABLE letters (id int PRIMARY KEY, email varchar(80), body varchar(400));
    CREATE TABLE mv_tbl__kept__0 (name varchar(40), contact varchar(80));
    CREATE VIEW all_people AS SELECT * FROM people;
    CREATE VIEW addresses AS SELECT name, email AS contact FROM people;
    CREATE VIEW addresses_again AS SELECT contact FROM addresses;
    CREATE VIEW rich AS SELECT name FROM people WHERE salary > 800000;
    CREATE VIEW bodies AS SELECT id, body FROM letters;`,
  mysql: `
    CREATE TABLE people (id int PRIMARY KEY, name varchar(40) NOT NULL, email varchar(80), salary int, city varchar(40), nick varchar(40),
      upper_email varchar(80) AS (upper(email)) STORED);
    CREATE TABLE letters (id int PRIMARY KEY, email varchar(80), body text);
    CREATE VIEW all_people AS SELECT * FROM people;
    CREATE VIEW addresses AS SELECT name, email AS contact FROM people;
    CREATE VIEW addresses_again AS SELECT contact FROM addresses;
    CREATE VIEW rich AS SELECT name FROM people WHERE salary > 800000;
    CREATE VIEW names AS SELECT id, name, city FROM people;
    CREATE VIEW nicks AS SELECT id, nick AS called FROM people;`,
  sqlite: `
    CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT, salary INTEGER, city TEXT, nick TEXT,
      upper_email TEXT GENERATED ALWAYS AS (upper(email)) VIRTUAL);
    CREATE TABLE letters (id INTEGER PRIMARY KEY, email TEXT, body TEXT);
    CREATE VIEW all_people AS SELECT * FROM people;
    CREATE VIEW addresses AS SELECT name, email AS contact FROM people;
    CREATE VIEW addresses_again AS SELECT contact FROM addresses;
    CREATE VIEW rich AS SELECT name FROM people WHERE salary > 800000;
    CREATE VIEW names AS SELECT id, name, city FROM people;
    CREATE VIEW nicks AS SELECT id, nick AS called FROM people;
    CREATE VIRTUAL TABLE notes USING fts5(title, email);`,
};

/** Their rows, in every dialect. */
export const ROWS = `
  INSERT INTO people (id, name, email, salary, city, nick) VALUES
    (1, 'Ada', 'zebra77@hush.example', 741852, 'Bath', 'Addie'), (2, 'Ben', 'quagga31@hush.example', 963258, 'York', 'Benno');
  INSERT INTO letters VALUES (1, 'public@example.org', 'Hello');`;

const mark = (table: string, column: string, kind: ColumnMark["mark"]): ColumnMark => ({
  schema: null,
  table,
  column,
  mark: kind,
});

export const PEOPLE_MARKS: readonly ColumnMark[] = [
  mark("people", "email", "hidden"),
  mark("people", "salary", "masked"),
  mark("people", "nick", "sensitive"),
  mark("visits", "secret", "hidden"),
  mark("notes", "email", "hidden"),
];

/** Ways to a closed value that each end in an error, whatever the dialect: a hidden column has no name, a masked one no order. */
export const REFUSED = [
  "SELECT email FROM people",
  "SELECT p.email FROM people p",
  "SELECT people.email FROM people",
  'SELECT p."email" FROM people AS p',
  "SELECT EMAIL FROM PEOPLE",
  "SELECT upper_email FROM people",
  "SELECT name FROM people WHERE email LIKE 'z%'",
  "SELECT name FROM people ORDER BY email",
  "SELECT count(*) FROM people GROUP BY email",
  "SELECT name FROM people GROUP BY name HAVING max(email) > 'm'",
  "SELECT max(email) FROM people",
  "SELECT count(DISTINCT email) FROM people",
  "SELECT (SELECT email FROM people LIMIT 1)",
  "SELECT * FROM (SELECT email FROM people) x",
  "SELECT x.email FROM (SELECT * FROM people) x",
  "WITH x AS (SELECT email FROM people) SELECT * FROM x",
  "WITH x AS (SELECT * FROM people) SELECT email FROM x",
  "SELECT 1 FROM people WHERE EXISTS (SELECT 1 FROM people q WHERE q.email = 'zebra77@hush.example')",
  "SELECT name FROM people WHERE (SELECT count(*) FROM people q WHERE q.email < 'm') > 0",
  "SELECT l.body FROM letters l JOIN people p ON p.email > l.email",
  "SELECT l.id FROM letters l JOIN people p USING (email)",
  "SELECT CASE WHEN email LIKE 'z%' THEN 1 ELSE 0 END FROM people",
  "SELECT name, row_number() OVER (ORDER BY email) FROM people",
  "SELECT first_value(email) OVER (ORDER BY id) FROM people",
  "SELECT name FROM people UNION SELECT email FROM people",
  "SELECT coalesce(email, '') FROM people",
  "SELECT id FROM letters UNION ALL SELECT length(email) FROM people",
  "SELECT * FROM all_people",
  "SELECT email FROM all_people",
  "SELECT contact FROM addresses",
  "SELECT contact FROM addresses_again",
  "SELECT count(*) FROM rich",
  "SELECT name FROM people WHERE salary > 800000",
  "SELECT name FROM people p WHERE p.salary BETWEEN 1 AND 800000",
  "SELECT name FROM people ORDER BY salary",
  "SELECT sum(salary) FROM people",
  "SELECT salary + 1 FROM people",
  "SELECT name FROM people GROUP BY name, salary",
  "SELECT name, rank() OVER (ORDER BY salary) FROM people",
  "SELECT CASE WHEN salary > 800000 THEN 'rich' END FROM people",
  "SELECT a.name FROM people a JOIN people b ON a.salary < b.salary",
];

/** Ways that may succeed, and never with a closed value. */
export const SILENT = [
  "SELECT * FROM people",
  "SELECT p.* FROM people p",
  "SELECT * FROM people a JOIN people b ON a.id = b.id",
  "SELECT * FROM people, letters",
  "SELECT * FROM (people)",
  "SELECT salary FROM people",
  "SELECT salary AS pay, name FROM people",
  "SELECT DISTINCT salary FROM people",
  "SELECT * FROM people /* hidden */ -- email\n",
  "SELECT * FROM letters NATURAL JOIN people",
  "WITH x AS (SELECT * FROM people) SELECT * FROM x",
  "WITH people AS (SELECT * FROM letters) SELECT * FROM people",
  "SELECT * FROM people UNION ALL SELECT * FROM people",
  "SELECT (SELECT salary FROM people LIMIT 1) FROM people",
  "SELECT max(pay) FROM (SELECT salary AS pay FROM people) x",
  "VALUES ((SELECT salary FROM people LIMIT 1))",
];

const options = { row_limit: 100, timeout_ms: 10_000, signal: new AbortController().signal };

/** What a statement came to: its rows and names as text, or how it failed. */
export async function outcomeOf(
  datasource: Datasource,
  sql: string,
  parameters: readonly Cell[] = [],
): Promise<{ failed: boolean; text: string }> {
  try {
    const { columns, rows } = await datasource.run(sql, { ...options, parameters });
    return { failed: false, text: JSON.stringify([columns, rows]) };
  } catch (error) {
    return { failed: true, text: error instanceof Error ? error.message : String(error) };
  }
}
