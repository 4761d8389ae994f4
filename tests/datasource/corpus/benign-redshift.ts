import { lines } from "./lines.ts";

/** What analysts ask of Redshift. All must pass. */
export const benignRedshift: readonly string[] = lines(String.raw`
  SELECT 1
  SELECT * FROM public.customers c ORDER BY c.id LIMIT 5 OFFSET 2
  SELECT count(*) FROM customers -- all of them
  SELECT /* how many */ count(DISTINCT country) FROM customers
  SELECT country, count(*) AS n FROM customers GROUP BY 1 HAVING count(*) > 1 ORDER BY n DESC NULLS LAST
  SELECT date_trunc('month', ordered_at) AS month, sum(total) FROM orders GROUP BY 1 ORDER BY 1
  SELECT DATEADD(month, -1, GETDATE()), DATEDIFF(day, created, SYSDATE) FROM customers
  SELECT DATE_PART(dow, ordered_at), EXTRACT(quarter FROM ordered_at) FROM orders
  SELECT ADD_MONTHS(created, 3), LAST_DAY(created), MONTHS_BETWEEN(CURRENT_DATE, created), NEXT_DAY(created, 'Monday') FROM customers
  SELECT CONVERT_TIMEZONE('UTC', 'Europe/Berlin', ordered_at) FROM orders
  SELECT ordered_at AT TIME ZONE 'Europe/Berlin' FROM orders WHERE ordered_at >= '2026-01-01 00:00:00'
  SELECT TO_CHAR(ordered_at, 'YYYY-MM-DD HH24:MI') FROM orders
  SELECT NVL(name, 'unknown'), NVL2(name, 1, 0), DECODE(country, 'DE', 'Germany', 'other') FROM customers
  SELECT LISTAGG(name, ', ') WITHIN GROUP (ORDER BY name) FROM customers GROUP BY country
  SELECT MEDIAN(total), PERCENTILE_CONT(0.9) WITHIN GROUP (ORDER BY total) FROM orders
  SELECT RATIO_TO_REPORT(total) OVER (PARTITION BY customer_id) FROM orders
  SELECT total, sum(total) OVER (ORDER BY id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM orders
  SELECT ROW_NUMBER() OVER (PARTITION BY country ORDER BY created DESC) AS place, LAG(id) OVER (ORDER BY id) FROM customers
  WITH big AS (SELECT * FROM orders WHERE total > 50) SELECT count(*) FROM big
  WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 10) SELECT sum(n) FROM t
  SELECT id FROM customers EXCEPT SELECT customer_id FROM orders
  SELECT CASE WHEN total > 100 THEN 'big' ELSE 'small' END AS size, count(*) FROM orders GROUP BY 1
  SELECT total::float / NULLIF(quantity, 0), CAST(total AS decimal(10, 2)), total::int FROM orders
  SELECT name FROM customers WHERE name ILIKE '%ann%' AND country IN ('DE', 'FR') AND name NOT LIKE 'x!%%' ESCAPE '!'
  SELECT name FROM customers WHERE name ~ '^[A-Z]' AND name SIMILAR TO '(Ann|Ben)%'
  SELECT REGEXP_SUBSTR(name, '[0-9]+'), REGEXP_REPLACE(name, '[aeiou]', ''), REGEXP_COUNT(name, 'n') FROM customers
  SELECT SPLIT_PART(name, ' ', 1), STRPOS(name, ' '), CHARINDEX('a', name), LEFT(name, 2), LEN(name), INITCAP(name) FROM customers
  SELECT JSON_EXTRACT_PATH_TEXT(body, 'channel'), IS_VALID_JSON(body), JSON_EXTRACT_ARRAY_ELEMENT_TEXT(body, 0) FROM letters
  SELECT JSON_PARSE(body), JSON_SERIALIZE(details), JSON_TYPEOF(details), details.channel FROM letters
  SELECT o.details.items[0] FROM orders o
  SELECT GET_ARRAY_LENGTH(details), ARRAY_TO_STRING(details, ','), SPLIT_TO_ARRAY(name, ' ') FROM orders
  SELECT MD5(name), SHA2(name, 256), FNV_HASH(name), CHECKSUM(name) FROM customers
  SELECT HLL(customer_id), BOOL_OR(total > 5), STDDEV_SAMP(total), VAR_POP(total) FROM orders
  SELECT country, sum(total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY ROLLUP (country)
  SELECT GROUPING(country), count(*) FROM customers GROUP BY GROUPING SETS ((country), ())
  SELECT * FROM customers WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = customers.id)
  SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (n, label)
  SELECT * FROM "Customers" AS "C" WHERE "C"."Name" = 'it''s'
  SELECT shop.sys_events.name FROM shop.sys_events
  SELECT INTERVAL '1 day' + ordered_at, ordered_at - INTERVAL '2 months' FROM orders
  SELECT ST_Distance(ST_Point(1, 2), ST_GeomFromText('POINT(3 4)')), ST_AsText(place) FROM shops
  SELECT POWER(2, 3), MOD(7, 2), 7 % 2, ROUND(2.5), TRUNC(2.5), LN(2), SQRT(2), RANDOM()
  SELECT a.*, b.total FROM customers a, orders b WHERE a.id = b.customer_id
  SELECT name || ' (' || country || ')' FROM customers
`);
