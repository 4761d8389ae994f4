import { lines } from "./lines.ts";

/** Statements that run, on the shop of `engines/duckdb-file.ts`. */
export const benignDuckdb: string[] = lines(String.raw`
  SELECT 1
  SELECT count(*) FROM customers
  FROM customers
  FROM customers SELECT name LIMIT 3
  TABLE customers
  VALUES (1, 'a'), (2, 'b')
  SELECT * FROM main.customers
  SELECT * FROM sales.daily ORDER BY day DESC LIMIT 5
  SELECT c.country, sum(o.total) AS revenue FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.country ORDER BY revenue DESC
  SELECT country, count(*) FROM customers GROUP BY ALL ORDER BY ALL
  SELECT date_trunc('month', ordered_at) AS month, sum(total) FROM orders GROUP BY 1 ORDER BY 1
  SELECT strftime(ordered_at, '%Y-%m') AS month, count(*) FROM orders GROUP BY month
  SELECT extract(year FROM ordered_at), quarter(ordered_at), dayname(ordered_at), isodow(ordered_at) FROM orders LIMIT 1
  SELECT ordered_at + INTERVAL 1 MONTH, ordered_at - INTERVAL '3 days', ordered_at::DATE FROM orders LIMIT 1
  SELECT date_diff('day', created, DATE '2025-01-01'), age(created), last_day(created) FROM customers LIMIT 1
  SELECT time_bucket(INTERVAL '1 week', ordered_at) AS week, avg(total) FROM orders GROUP BY week
  SELECT median(total), quantile_cont(total, [0.25, 0.75]), mode(status), stddev(total), approx_count_distinct(customer_id) FROM orders
  SELECT percentile_cont(0.9) WITHIN GROUP (ORDER BY total) FROM orders
  SELECT arg_max(id, total), max_by(id, total), min_by(id, total), any_value(status), first(id ORDER BY total) FROM orders
  SELECT count(*) FILTER (WHERE status = 'paid'), count(DISTINCT customer_id), countif(total > 100) FROM orders
  SELECT string_agg(DISTINCT country, ', ' ORDER BY country), list(name ORDER BY name)[1:3], histogram(country) FROM customers
  SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY total DESC) AS place FROM orders QUALIFY place = 1 ORDER BY id LIMIT 5
  SELECT id, lag(total) OVER w, sum(total) OVER w FROM orders WINDOW w AS (ORDER BY ordered_at ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) LIMIT 5
  SELECT * EXCLUDE (created) FROM customers LIMIT 1
  SELECT * REPLACE (upper(name) AS name) FROM customers LIMIT 1
  SELECT * RENAME (name AS called) FROM customers LIMIT 1
  SELECT COLUMNS('n.*') FROM customers LIMIT 1
  SELECT COLUMNS(c -> c LIKE 'c%') FROM customers LIMIT 1
  SELECT max(COLUMNS(*)) FROM customers
  SELECT details.channel, details['channel'], details.tags[1], len(details.tags) FROM orders LIMIT 1
  SELECT tag, count(*) FROM orders, unnest(details.tags) AS t (tag) GROUP BY tag
  SELECT unnest(details.tags) AS tag FROM orders LIMIT 3
  SELECT list_transform([1, 2], x -> x + 1), list_filter([1, 2], lambda x: x > 1), list_sum([1, 2]), [x * 2 FOR x IN [1, 2] IF x > 1]
  SELECT {'a': 1, 'b': 'x'}, MAP {'k': 1}['k'], [1, 2] || [3], struct_pack(a := 1), list_contains([1], 1)
  SELECT json_extract_string('{"a": {"b": 1}}', '$.a.b'), '{"a": 1}'::JSON ->> 'a', to_json(name) FROM customers LIMIT 1
  SELECT j.key, j.value FROM json_each('{"a": 1, "b": 2}') j
  SELECT i FROM range(5) t (i)
  SELECT d::DATE AS day, count(o.id) FROM generate_series(DATE '2024-01-01', DATE '2024-01-07', INTERVAL 1 DAY) g (d) LEFT JOIN orders o ON o.ordered_at::DATE = d GROUP BY day ORDER BY day
  SELECT name FROM customers WHERE name ILIKE 'ann 1%' AND country IN ('DE', 'FR') AND created BETWEEN '2024-01-01' AND '2024-12-31'
  SELECT name FROM customers WHERE regexp_matches(name, '\d$') AND name ~ 'Ann.*' AND name SIMILAR TO 'Ann.*' AND name NOT LIKE '%x%'
  SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id AND o.total > 400)
  SELECT name FROM customers WHERE id NOT IN (SELECT customer_id FROM orders)
  SELECT name FROM customers WHERE id = ANY (SELECT customer_id FROM orders WHERE total > 400)
  SELECT name FROM customers SEMI JOIN orders ON orders.customer_id = customers.id
  SELECT name FROM customers ANTI JOIN orders ON orders.customer_id = customers.id
  SELECT a.id, b.id FROM orders a ASOF JOIN orders b ON a.ordered_at >= b.ordered_at LIMIT 3
  SELECT c.name, t.total FROM customers c, LATERAL (SELECT total FROM orders o WHERE o.customer_id = c.id ORDER BY total DESC LIMIT 1) t LIMIT 3
  SELECT c.name FROM customers c NATURAL JOIN (SELECT id FROM orders) o LIMIT 1
  SELECT * FROM customers FULL JOIN orders USING (id) LIMIT 1
  WITH m AS (SELECT date_trunc('month', ordered_at) AS month, sum(total) AS revenue FROM orders GROUP BY 1) SELECT month, revenue, revenue - lag(revenue) OVER (ORDER BY month) FROM m
  WITH big AS MATERIALIZED (SELECT * FROM orders WHERE total > 100) SELECT count(*) FROM big
  WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SELECT sum(n) FROM r
  SELECT country FROM customers UNION SELECT status::VARCHAR FROM orders EXCEPT SELECT 'DE'
  SELECT 1 AS a UNION ALL BY NAME SELECT 2 AS b
  (SELECT 1) INTERSECT (SELECT 1) ORDER BY 1
  SELECT DISTINCT ON (country) country, name FROM customers ORDER BY country, name
  SELECT country, status, sum(total) FROM orders JOIN customers ON customers.id = customer_id GROUP BY ROLLUP (country, status)
  SELECT country, grouping(country), count(*) FROM customers GROUP BY GROUPING SETS ((country), ())
  SELECT CASE WHEN total > 100 THEN 'large' WHEN total > 50 THEN 'middle' ELSE 'small' END AS size, count(*) FROM orders GROUP BY size HAVING count(*) > 1
  SELECT TRY_CAST('x' AS INTEGER), CAST('1.5' AS DECIMAL(5, 2)), '2024-01-01'::DATE, 1::VARCHAR, TRY(1 // 0)
  SELECT coalesce(country, 'none'), nullif(country, 'DE'), ifnull(country, ''), greatest(1, 2), if(id > 1, 'a', 'b') FROM customers LIMIT 1
  SELECT 7 / 2, 7 // 2, 7 % 2, 2 ** 3, -1, abs(-1), round(1.234, 2), 'a' || 'b', 1 & 3, xor(1, 2)
  SELECT lower(name), length(name), name[1:3], substring(name FROM 1 FOR 2), trim('  x '), position('n' IN name), split_part(name, ' ', 2) FROM customers LIMIT 1
  SELECT printf('%05d', id), format('{} is {}', name, id), lpad(id::VARCHAR, 5, '0'), md5(name), strip_accents('é') FROM customers LIMIT 1
  SELECT CURRENT_DATE, now() > TIMESTAMP '2024-01-01', today()
  SELECT total FROM orders ORDER BY total DESC NULLS LAST LIMIT 10 OFFSET 5
  SELECT count(*) FROM (SELECT * FROM orders USING SAMPLE 10 ROWS)
  SELECT count(*) FROM orders TABLESAMPLE reservoir(10%)
  SELECT total FROM orders LIMIT 10%
  SELECT name COLLATE NOCASE FROM customers ORDER BY name COLLATE NOCASE LIMIT 1
  SELECT 'it''s; DROP TABLE customers -- not', $$a ; b$$, E'a\'b' /* a; comment */ -- and one; more
  SELECT "name" AS "read_csv", 'read_csv(''x'')' AS "getenv" FROM customers LIMIT 1
  SELECT user_name: name, n: 1 FROM customers LIMIT 1
`);
