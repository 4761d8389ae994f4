/** Ordinary questions of analysts, by dialect: all must pass, and those for PostgreSQL and SQLite run on the shop. */

import { lines } from "./lines.ts";

export const analyticsPostgres: string[] = lines(String.raw`
  SELECT c.country, sum(o.total) AS revenue, rank() OVER (ORDER BY sum(o.total) DESC) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.country
  SELECT o.status, count(*) FILTER (WHERE o.total > 100) AS large, avg(o.total) FILTER (WHERE o.total <= 100) AS small FROM orders o GROUP BY o.status
  SELECT c.country, o.status, sum(o.total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY GROUPING SETS ((c.country, o.status), (c.country), ())
  SELECT date_trunc('week', o.ordered_at)::date AS week, sum(o.total) AS total, sum(sum(o.total)) OVER (ORDER BY date_trunc('week', o.ordered_at)) AS running FROM orders o GROUP BY 1, date_trunc('week', o.ordered_at) ORDER BY 1
  SELECT o.status, percentile_cont(0.9) WITHIN GROUP (ORDER BY o.total) AS p90, percentile_disc(0.5) WITHIN GROUP (ORDER BY o.total) FROM orders o GROUP BY o.status
  SELECT c.name, latest.total, latest.ordered_at FROM customers c CROSS JOIN LATERAL (SELECT o.total, o.ordered_at FROM orders o WHERE o.customer_id = c.id ORDER BY o.ordered_at DESC LIMIT 3) latest
  WITH monthly AS (SELECT date_trunc('month', ordered_at) AS month, sum(total) AS total FROM orders GROUP BY 1), compared AS (SELECT m.month, m.total, lag(m.total) OVER (ORDER BY m.month) AS before FROM monthly m) SELECT c.month, c.total, round(100 * (c.total - c.before) / nullif(c.before, 0), 1) AS growth FROM compared c
  SELECT m.month::date, coalesce(sum(o.total), 0) AS total FROM generate_series('2024-01-01'::date, '2024-12-01'::date, interval '1 month') AS m (month) LEFT JOIN orders o ON date_trunc('month', o.ordered_at) = m.month GROUP BY 1 ORDER BY 1
  SELECT d.day::date, count(o.id) FROM generate_series((SELECT min(ordered_at)::date FROM orders), (SELECT max(ordered_at)::date FROM orders), interval '1 day') AS d (day) LEFT JOIN orders o ON o.ordered_at::date = d.day GROUP BY 1
  SELECT h.hour, count(o.id) FROM generate_series(0, 23) AS h (hour) LEFT JOIN orders o ON extract(hour FROM o.ordered_at) = h.hour GROUP BY h.hour ORDER BY h.hour
  SELECT o.details ->> 'channel' AS channel, jsonb_array_length(o.details -> 'tags') AS tags, sum(o.total) FROM orders o WHERE o.details @> '{"channel": "web"}' GROUP BY 1, 2
  SELECT c.name, string_agg(DISTINCT o.status::text, ', ' ORDER BY o.status::text) AS statuses, count(*) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name HAVING count(*) > 1
  SELECT c.country, array_agg(c.name ORDER BY c.name) AS names, json_agg(json_build_object('id', c.id, 'name', c.name)) FROM customers c GROUP BY c.country
  SELECT lpad(c.id::text, 6, '0') || '-' || upper(left(c.name, 3)) AS code, rpad(c.name, 20), repeat('*', least(c.id, 10)) AS bar, replace(c.name, 'Ann', 'Anna'), format('%5s: %-10s', c.id, c.name) FROM customers c
  SELECT ntile(4) OVER (ORDER BY t.total) AS quartile, t.name, t.total FROM (SELECT c.name, sum(o.total) AS total FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name) t
  SELECT count(DISTINCT o.customer_id)::numeric / nullif((SELECT count(*) FROM customers), 0) AS share FROM orders o WHERE o.ordered_at >= now() - interval '30 years'
  SELECT first.cohort, count(*) FROM (SELECT o.customer_id, min(date_trunc('month', o.ordered_at)) AS cohort FROM orders o GROUP BY o.customer_id) first GROUP BY first.cohort ORDER BY first.cohort
  SELECT o.id, o.total, avg(o.total) OVER (ORDER BY o.ordered_at ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) AS week FROM orders o ORDER BY o.id LIMIT 50
  WITH RECURSIVE steps AS (SELECT c.id, ARRAY[c.id] AS path, c.name AS trail, 1 AS depth, false AS seen FROM customers c WHERE c.id = 1 UNION ALL SELECT c.id, s.path || c.id, repeat('  ', 2) || s.depth || '. ' || s.trail || ' > ' || c.name, s.depth + 1, c.id = ANY (s.path) FROM steps s JOIN customers c ON c.id = s.id * 2 WHERE NOT s.seen) SELECT s.trail, s.path, s.depth FROM steps s
  WITH RECURSIVE chain AS (SELECT c.id, c.name, c.name AS path, 1 AS depth FROM customers c WHERE c.id = 1 UNION ALL SELECT c.id, c.name, chain.path || ' > ' || c.name, chain.depth + 1 FROM chain JOIN customers c ON c.id = chain.id + 1 WHERE chain.depth < 5) SELECT chain.path, chain.depth FROM chain
  SELECT CASE WHEN o.total < 50 THEN 'small' WHEN o.total < 200 THEN 'medium' ELSE 'large' END AS size, count(*), round(sum(o.total), 2) FROM orders o GROUP BY 1 ORDER BY min(o.total)
  SELECT c.name, count(o.id), max(o.ordered_at) - min(o.ordered_at) AS span FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.status IN ('paid', 'sent') GROUP BY c.id, c.name ORDER BY 2 DESC NULLS LAST
  SELECT a.country, a.n AS customers, b.n AS orders FROM (SELECT country, count(*) AS n FROM customers GROUP BY country) a FULL JOIN (SELECT c.country, count(*) AS n FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.country) b USING (country)
`);

export const analyticsMysql: string[] = lines(String.raw`
  SELECT c.country, SUM(o.total) AS revenue, RANK() OVER (ORDER BY SUM(o.total) DESC) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.country
  SELECT shop.orders.total FROM shop.orders JOIN shop.customers ON shop.customers.id = shop.orders.customer_id
  SELECT o.total FROM shop.orders AS o, shop.customers AS c WHERE o.customer_id = c.id
  SELECT LPAD(o.id, 8, '0'), RPAD(c.name, 20, ' '), REPEAT('*', LEAST(o.total / 10, 50)), SPACE(3) FROM orders o JOIN customers c USING (id)
  SELECT EXTRACT(YEAR FROM o.at), TRIM(BOTH ' ' FROM c.name), SUBSTRING(c.name FROM 2) FROM orders o, customers c
  SELECT t.n FROM (SELECT o.status, COUNT(*) AS n FROM orders o GROUP BY o.status) t, (SELECT 1 AS one) u WHERE t.n > u.one
  WITH m AS (SELECT o.id FROM orders o) SELECT m.id, (SELECT MAX(c.name) FROM customers c WHERE c.id = m.id) FROM m
  SELECT o.id FROM (orders o JOIN customers c ON c.id = o.customer_id) WHERE o.total IN (SELECT p.total FROM orders p)
`);

export const analyticsSqlite: string[] = lines(String.raw`
  SELECT c.country, count(*) AS n, rank() OVER (ORDER BY count(*) DESC) FROM customers c GROUP BY c.country
  SELECT c.name, count(o.id), coalesce(sum(o.total), 0) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.id
  WITH RECURSIVE months (month) AS (SELECT date('2024-01-01') UNION ALL SELECT date(month, '+1 month') FROM months WHERE month < '2024-12-01') SELECT m.month, count(o.id) FROM months m LEFT JOIN orders o ON strftime('%Y-%m-01', o.at) = m.month GROUP BY m.month
  SELECT printf('%05d', c.id), printf('%.2f', 1.5), substr(c.name, 1, 3) || '…', replace(c.name, 'A', 'a') FROM customers c
  SELECT group_concat(c.name, ', '), json_group_array(json_object('id', c.id)) FROM customers c
`);

/** Tables of other databases, wherever MySQL lets a table stand; the integration's is \`shop\`. */
export const otherDatabasesMysql: string[] = lines(
  [
    "SELECT * FROM other.secrets",
    "SELECT * FROM `other`.`secrets`",
    "SELECT * FROM other . secrets",
    "SELECT * FROM other/**/./**/secrets",
    "SELECT * FROM other.`secrets` s",
    "SELECT * FROM other.1secrets",
    "SELECT * FROM Shop.customers",
    "SELECT * FROM customers, other.secrets",
    "SELECT * FROM customers c, other.secrets s",
    "SELECT * FROM customers JOIN other.secrets",
    "SELECT * FROM customers c LEFT JOIN other.secrets s ON s.id = c.id",
    "SELECT * FROM customers NATURAL JOIN other.secrets",
    "SELECT * FROM customers STRAIGHT_JOIN other.secrets",
    "SELECT * FROM (other.secrets)",
    "SELECT * FROM ((customers), other.secrets)",
    "SELECT * FROM (customers JOIN other.secrets)",
    "SELECT * FROM customers c USE INDEX (a, b), other.secrets",
    "SELECT * FROM customers c USE INDEX FOR ORDER BY (a), other.secrets",
    "SELECT * FROM customers c IGNORE INDEX FOR GROUP BY (a), other.secrets",
    "SELECT * FROM customers c FORCE INDEX FOR JOIN (a), other.secrets",
    "SELECT * FROM customers PARTITION (p0, p1), other.secrets",
    "SELECT * FROM customers a JOIN customers b ON a.id = b.id, other.secrets",
    "SELECT * FROM customers a JOIN customers b USING (id), other.secrets",
    "SELECT * FROM (SELECT 1) x, other.secrets",
    "SELECT * FROM JSON_TABLE('[]', '$[*]' COLUMNS (a INT PATH '$')) j, other.secrets",
    "SELECT * FROM customers, LATERAL (SELECT * FROM other.secrets) x",
    "SELECT (SELECT secret FROM other.secrets LIMIT 1)",
    "SELECT 1 FROM customers WHERE id IN (SELECT id FROM other.secrets)",
    "SELECT 1 FROM customers WHERE EXISTS (TABLE other.secrets)",
    "SELECT 1 UNION SELECT secret FROM other.secrets",
    "SELECT 1 UNION TABLE other.secrets",
    "TABLE other.secrets",
    "(SELECT * FROM other.secrets)",
    "WITH x AS (SELECT * FROM other.secrets) SELECT * FROM x",
    "WITH other AS (SELECT 1) SELECT * FROM other.secrets",
    "SELECT other.secrets.secret FROM customers",
    "SELECT EXTRACT(DAY FROM other.secrets.at) FROM customers",
    "SELECT * FROM customers ORDER BY (SELECT MAX(id) FROM other.secrets)",
    "SELECT TRIM(BOTH ' ' FROM name) FROM customers, other.secrets",
    "SELECT DISTINCT STRAIGHT_JOIN a.id FROM customers a, other.secrets b",
    "SELECT 1 AS `from` FROM other.secrets",
  ].join("\n"),
);
