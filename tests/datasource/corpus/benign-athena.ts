import { lines } from "./lines.ts";

/** What analysts ask of Athena. All must pass. */
export const benignAthena: readonly string[] = lines(String.raw`
  SELECT 1
  SELECT * FROM shop.customers c ORDER BY c.id OFFSET 2 LIMIT 5
  SELECT count(*) FROM customers -- all of them
  SELECT /* how many */ count(DISTINCT country) FROM customers
  SELECT country, count(*) AS n FROM customers GROUP BY 1 HAVING count(*) > 1 ORDER BY n DESC NULLS LAST
  SELECT date_trunc('month', ordered_at) AS month, sum(total) FROM orders GROUP BY 1 ORDER BY 1
  SELECT * FROM orders WHERE ordered_at >= TIMESTAMP '2026-01-01 00:00:00' AND dt = DATE '2026-01-01'
  SELECT date_add('month', -1, current_date), date_diff('day', created, now()) FROM customers
  SELECT date_format(ordered_at, '%Y-%m'), format_datetime(ordered_at, 'yyyy-MM') FROM orders
  SELECT year(ordered_at), month(ordered_at), day(ordered_at), quarter(ordered_at), day_of_week(ordered_at) FROM orders
  SELECT EXTRACT(quarter FROM ordered_at), EXTRACT(year FROM ordered_at), hour(ordered_at) FROM orders
  SELECT ordered_at AT TIME ZONE 'Europe/Berlin', at_timezone(ordered_at, 'UTC') FROM orders
  SELECT from_unixtime(seconds), to_unixtime(ordered_at), from_iso8601_timestamp(text) FROM events
  SELECT last_day_of_month(created), date_parse('2026-01-05', '%Y-%m-%d') FROM customers
  SELECT ordered_at + INTERVAL '1' DAY, ordered_at - INTERVAL '2' MONTH, current_timestamp - INTERVAL '7' HOUR FROM orders
  SELECT coalesce(name, 'unknown'), nullif(country, ''), if(country = 'DE', 'Germany', 'other') FROM customers
  SELECT CASE WHEN total > 100 THEN 'big' ELSE 'small' END AS size, count(*) FROM orders GROUP BY 1
  SELECT listagg(name, ', ') WITHIN GROUP (ORDER BY name) FROM customers GROUP BY country
  SELECT approx_percentile(total, 0.5), approx_distinct(customer_id), max_by(id, total), min_by(id, total) FROM orders
  SELECT array_agg(name ORDER BY name), map_agg(id, name), histogram(country) FROM customers
  SELECT count_if(total > 5), bool_or(total > 5), stddev_samp(total), var_pop(total), corr(total, id) FROM orders
  SELECT count(*) FILTER (WHERE total > 50) FROM orders
  SELECT total, sum(total) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM orders
  SELECT ROW_NUMBER() OVER (PARTITION BY country ORDER BY created DESC) AS place, LAG(id) OVER (ORDER BY id) FROM customers
  SELECT rank() OVER w, ntile(4) OVER w FROM orders WINDOW w AS (ORDER BY total)
  WITH big AS (SELECT * FROM orders WHERE total > 50) SELECT count(*) FROM big
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT sum(n) FROM t
  SELECT id FROM customers EXCEPT SELECT customer_id FROM orders
  SELECT id FROM customers INTERSECT SELECT customer_id FROM orders
  SELECT CAST(total AS double) / quantity, CAST(total AS decimal(10, 2)), CAST(id AS varchar), CAST(x AS bigint) FROM orders
  SELECT TRY(CAST(text AS double)), CAST(text AS date), CAST(a AS tinyint), CAST(b AS varbinary) FROM events
  SELECT name FROM customers WHERE lower(name) LIKE '%ann%' AND country IN ('DE', 'FR') AND name NOT LIKE 'x!%%' ESCAPE '!'
  SELECT name FROM customers WHERE regexp_like(name, '^[A-Z]\w+\.$')
  SELECT regexp_extract(name, '[0-9]+'), regexp_replace(name, '[aeiou]', ''), regexp_extract_all(name, '\d+') FROM customers
  SELECT split_part(name, ' ', 1), strpos(name, ' '), substr(name, 1, 2), length(name), reverse(name) FROM customers
  SELECT SUBSTRING(name FROM 1 FOR 3), POSITION('a' IN name), TRIM(BOTH ' ' FROM name), upper(name) FROM customers
  SELECT json_extract_scalar(body, '$.channel'), json_extract(body, '$.tags'), json_array_length(json_parse(body)) FROM letters
  SELECT json_format(CAST(items AS json)) FROM orders
  SELECT o.details.channel, o.details.tags[1] FROM orders o
  SELECT items[1].price, element_at(items, 2) FROM orders
  SELECT cardinality(tags), contains(tags, 'new'), array_join(tags, ','), array_distinct(tags), tags[1] FROM orders
  SELECT o.id, t.tag FROM orders o CROSS JOIN UNNEST(o.tags) AS t (tag)
  SELECT o.id, t.tag, t.n FROM orders o CROSS JOIN UNNEST(o.tags) WITH ORDINALITY AS t (tag, n)
  SELECT day FROM UNNEST(sequence(DATE '2026-01-01', DATE '2026-01-31', INTERVAL '1' DAY)) AS t (day)
  SELECT transform(tags, x -> upper(x)), filter(tags, x -> length(x) > 3), any_match(tags, x -> x = 'new') FROM orders
  SELECT reduce(prices, 0.0, (s, x) -> s + x, s -> s) FROM orders
  SELECT map_keys(labels), labels['color'], map_filter(labels, (k, v) -> v > 1) FROM products
  SELECT ARRAY[1, 2, 3], ROW(1, 'a'), MAP(ARRAY['a'], ARRAY[1])
  SELECT url_extract_host(referrer), url_extract_parameter(referrer, 'q'), from_utf8(from_base64(body)) FROM events
  SELECT to_hex(md5(to_utf8(name))), to_hex(sha256(to_utf8(name))), xxhash64(to_utf8(name)) FROM customers
  SELECT country, sum(total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY ROLLUP (country)
  SELECT GROUPING(country), count(*) FROM customers GROUP BY GROUPING SETS ((country), ())
  SELECT country, city, count(*) FROM customers GROUP BY CUBE (country, city)
  SELECT * FROM customers WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = customers.id)
  SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (n, label)
  VALUES (1, 'a'), (2, 'b')
  SELECT * FROM "Customers" AS "C" WHERE "C"."Name" = 'it''s; -- not a comment'
  SELECT * FROM orders TABLESAMPLE BERNOULLI (10)
  SELECT great_circle_distance(52.5, 13.4, 48.1, 11.6), ST_Distance(ST_Point(1, 2), ST_Point(3, 4))
  SELECT power(2, 3), mod(7, 2), 7 % 2, round(2.5), truncate(2.5), ln(2), sqrt(2), random()
  SELECT a.*, b.total FROM customers a, orders b WHERE a.id = b.customer_id
  SELECT name || ' (' || country || ')' FROM customers WHERE country IS NOT DISTINCT FROM 'DE'
  SELECT * FROM orders FETCH FIRST 10 ROWS ONLY
  (SELECT id FROM customers) UNION ALL (SELECT id FROM orders) ORDER BY 1
`);
