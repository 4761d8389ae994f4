/** What analysts write in earnest: long queries with what a dialect has to offer. All must pass, and run on the shop. */

import { lines } from "./lines.ts";

export const reportsPostgres: string[] = lines(String.raw`
  SELECT country, date_trunc('month', created)::date AS month, count(*) FROM customers GROUP BY GROUPING SETS ((country, 2), (country), ()) ORDER BY 1, 2
  SELECT country, status, sum(total) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY CUBE (country, status)
  WITH per_day AS (SELECT ordered_at::date AS day, sum(total) AS total FROM orders GROUP BY 1) SELECT day, total, avg(total) OVER (ORDER BY day RANGE BETWEEN INTERVAL '6 days' PRECEDING AND CURRENT ROW) AS week FROM per_day
  WITH RECURSIVE days (day) AS (SELECT date '2024-01-01' UNION ALL SELECT day + 1 FROM days WHERE day < date '2024-01-31') SELECT day, count(o.id) FROM days LEFT JOIN orders o ON o.ordered_at::date = day GROUP BY day
  WITH RECURSIVE tree AS (SELECT id, 0 AS depth FROM customers WHERE id = 1 UNION ALL SELECT c.id, depth + 1 FROM customers c JOIN tree t ON c.id = t.id * 2) SEARCH BREADTH FIRST BY id SET ordering CYCLE id SET looped USING path SELECT * FROM tree ORDER BY ordering
  WITH ranked AS (SELECT *, row_number() OVER (PARTITION BY customer_id ORDER BY total DESC) AS place FROM orders) SELECT customer_id, total FROM ranked WHERE place <= 3
  SELECT customer_id, total, sum(total) OVER (PARTITION BY customer_id ORDER BY id ROWS UNBOUNDED PRECEDING EXCLUDE TIES) FROM orders
  SELECT date_trunc('quarter', ordered_at AT TIME ZONE 'Europe/Berlin') AS quarter, sum(total) FILTER (WHERE status = 'paid') AS paid, sum(total) FILTER (WHERE status <> 'paid') AS rest FROM orders GROUP BY 1
  SELECT status, percentile_cont(ARRAY[0.25, 0.5, 0.75]) WITHIN GROUP (ORDER BY total) FROM orders GROUP BY status
  SELECT rank(100) WITHIN GROUP (ORDER BY total DESC) FROM orders
  SELECT month::date, coalesce(sum(o.total), 0) FROM generate_series(date_trunc('month', now() - interval '1 year'), now(), interval '1 month') AS month LEFT JOIN orders o ON date_trunc('month', o.ordered_at) = month GROUP BY 1 ORDER BY 1
  SELECT g.n, g.place FROM generate_series(10, 30, 10) WITH ORDINALITY AS g (n, place)
  SELECT name FROM customers WHERE (country, id % 2) IN (('DE', 0), ('FR', 1)) OR name ILIKE ANY (ARRAY['ann 1%', '%7'])
  SELECT name FROM customers WHERE id = ANY (string_to_array('1,2,3', ',')::int[]) AND name !~* 'x$'
  SELECT (array_agg(name ORDER BY created DESC))[1] AS newest, count(*) OVER () FROM customers GROUP BY country
  SELECT DISTINCT ON (customer_id) customer_id, total, ordered_at FROM orders ORDER BY customer_id, ordered_at DESC
  SELECT c.country, string_agg(DISTINCT o.status::text, ', ' ORDER BY o.status::text) FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.country
  SELECT * FROM customers ORDER BY created DESC OFFSET 5 ROWS FETCH NEXT 10 ROWS ONLY
  SELECT v.label, count(o.id) FROM (VALUES ('small', 0, 100), ('large', 100, 1000)) AS v (label, low, high) LEFT JOIN orders o ON o.total >= v.low AND o.total < v.high GROUP BY v.label
  SELECT c.name, o.total FROM customers c LEFT JOIN LATERAL (SELECT total FROM orders WHERE customer_id = c.id ORDER BY ordered_at DESC FETCH FIRST ROW ONLY) o ON true
  SELECT EXTRACT(isodow FROM ordered_at) AS weekday, to_char(ordered_at, 'FMDay'), count(*) FROM orders GROUP BY 1, 2
  SELECT count(*) FROM orders WHERE (ordered_at, ordered_at + interval '1 day') OVERLAPS (timestamp '2024-01-05', make_interval(days => 2))
  SELECT CURRENT_DATE - created AS days, age(created), created + 30, created + make_interval(months => 1), date_part('year', age(created)) FROM customers
  SELECT ts_headline('english', name, websearch_to_tsquery('ann')), ts_rank(to_tsvector(name), to_tsquery('ann & 1')) FROM customers WHERE to_tsvector('simple', name) @@ phraseto_tsquery('ann 1')
  SELECT jt.* FROM orders, JSON_TABLE(details, '$' COLUMNS (row_number FOR ORDINALITY, channel text PATH '$.channel' DEFAULT 'none' ON EMPTY, NESTED PATH '$.tags[*]' COLUMNS (tag text PATH '$'))) AS jt
  SELECT jsonb_path_query_array(details, '$.tags[*] ? (@ like_regex "^n")'), details @> '{"channel": "web"}', details ? 'tags', details #> '{tags,0}' FROM orders
  SELECT regexp_matches(name, '(\d+)', 'g'), (regexp_match(name, '\d+'))[1]::int, regexp_count(name, 'n'), part FROM customers, regexp_split_to_table(name, '\s+') AS part
  SELECT 100.0 * sum(total) / sum(sum(total)) OVER () AS share, lag(sum(total)) OVER (ORDER BY date_trunc('month', ordered_at)) AS before FROM orders GROUP BY date_trunc('month', ordered_at)
  SELECT country FROM customers EXCEPT ALL SELECT 'DE' UNION ALL (SELECT 'IT' INTERSECT ALL SELECT 'IT')
  SELECT a.id FROM customers a FULL OUTER JOIN orders o USING (id) CROSS JOIN (VALUES (1)) one (n) WHERE a.country IS NOT DISTINCT FROM NULL OR a.id BETWEEN SYMMETRIC 9 AND 3
  SELECT width_bucket(total, ARRAY[0, 50, 100]::numeric[]) AS bucket, min(total), max(total), any_value(status) FROM orders GROUP BY 1
  SELECT to_jsonb(c) ->> 'name', row_to_json(c), json_agg(c.*) OVER () FROM customers c
  SELECT cardinality(ARRAY[1, 2] || 3), ARRAY[1, 2] && ARRAY[2], ARRAY[1, 2] @> ARRAY[1], array_position(ARRAY['a', 'b'], 'b'), (ARRAY[[1, 2], [3, 4]])[2][1]
  SELECT int4range(1, 5) @> 3, '[2024-01-01,2024-02-01)'::daterange * daterange(current_date, NULL), upper(tsrange('2024-01-01', '2024-01-02'))
  SELECT INTERVAL '1' MONTH, interval '3 days' * 2, TIMESTAMP WITH TIME ZONE '2024-01-01 00:00+00' AT TIME ZONE 'UTC', '1 day'::interval / 2, DATE '2024-01-01' - DATE '2023-01-01'
  SELECT corr(total, id), regr_r2(total, id), stddev_samp(total), mode() WITHIN GROUP (ORDER BY status), bool_or(total > 1), bit_or(id::int) FROM orders
  SELECT first_value(total) OVER w, last_value(total) OVER w, nth_value(total, 2) OVER w, cume_dist() OVER w, percent_rank() OVER w FROM orders WINDOW base AS (PARTITION BY status), w AS (base ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
  SELECT grouping(country, created), country, created, count(*) FROM customers GROUP BY DISTINCT ROLLUP (country, created), country
  SELECT t.tag, t.place FROM orders o CROSS JOIN LATERAL jsonb_array_elements_text(o.details -> 'tags') WITH ORDINALITY AS t (tag, place) WHERE o.id IN (SELECT id FROM customers)
  SELECT CASE WHEN EXISTS (SELECT FROM orders WHERE total > 100) THEN 'yes' ELSE 'no' END, NOT EXISTS (SELECT 1), ARRAY(SELECT id FROM customers LIMIT 2)
  SELECT sum(total)::money, round(avg(total), 2)::text || ' EUR', to_char(sum(total), 'FM999G999D00'), format('%s (%s)', count(*), max(total)), total::float8 FROM orders GROUP BY total
`);

export const reportsMysql: string[] = lines(String.raw`
  WITH RECURSIVE a (x, y) AS (SELECT 1, 2), b (z) AS (SELECT x FROM a) SELECT d.p, CAST(z AS DECIMAL(10, 2)) FROM b JOIN (SELECT 1) d (p)
  SELECT country, SUM(total) OVER (PARTITION BY country ORDER BY at ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM orders
  SELECT a, b, GROUPING(a), COUNT(*) FROM t GROUP BY a, b WITH ROLLUP
  SELECT * FROM t USE INDEX (i) FORCE INDEX FOR JOIN (j) WHERE a REGEXP '^x' AND b NOT LIKE '%y' ESCAPE '|'
  SELECT DATE_FORMAT(at, '%x-%v') AS week, SUM(IF(status = 'paid', total, 0)) AS paid, COUNT(DISTINCT IF(total > 10, id, NULL)) FROM orders GROUP BY 1
  SELECT c.name, (SELECT MAX(o.at) FROM orders o WHERE o.customer_id = c.id) AS latest FROM customers c STRAIGHT_JOIN t ON (t.id = c.id)
  SELECT * FROM orders WHERE at BETWEEN '2024-01-01' AND LAST_DAY('2024-02-01') + INTERVAL 1 DAY - INTERVAL 1 SECOND
  SELECT STR_TO_DATE('31.01.2024', '%d.%m.%Y'), TIMESTAMPADD(MONTH, 1, NOW()), QUARTER(NOW()), WEEKDAY(NOW()), DAYNAME(NOW()), CONVERT_TZ(NOW(), 'UTC', 'Europe/Berlin')
  SELECT SUBSTRING_INDEX(email, '@', -1) AS domain, COUNT(*) AS n FROM customers GROUP BY domain HAVING n > 1 ORDER BY n DESC, domain LIMIT 5, 10
  SELECT name, LAG(total, 1, 0) OVER w AS before_it, total - LAG(total) OVER w FROM orders WINDOW w AS (PARTITION BY name ORDER BY at)
  SELECT JSON_OBJECTAGG(name, total), JSON_ARRAYAGG(name), JSON_CONTAINS(j, '"a"', '$.x'), JSON_LENGTH(j) FROM orders
  SELECT * FROM a LEFT JOIN b ON a.id <=> b.id WHERE (a.x, a.y) IN ((1, 2), (3, 4)) AND a.z IS NOT TRUE AND b.id IS NULL
  SELECT CAST(SUM(total) AS CHAR) COLLATE utf8mb4_bin, BINARY name = 'x', total DIV 3, total MOD 2, total XOR 1, ~total & 7 | 1 << 2 FROM t
  SELECT * FROM (VALUES ROW(1, 'a'), ROW(2, 'b')) AS v (id, label) JOIN t USING (id)
  WITH m AS (SELECT DATE_FORMAT(at, '%Y-%m-01') AS m, SUM(total) AS s FROM orders GROUP BY 1) SELECT m, s, s / SUM(s) OVER () * 100 AS share FROM m
  SELECT o.date, o.rank, o.key FROM orders o, LATERAL (SELECT MAX(total) AS top FROM orders) m
  SELECT MEDIAN(total) OVER (PARTITION BY name) FROM orders
  SELECT REGEXP_REPLACE(name, '[0-9]+', ''), REGEXP_SUBSTR(name, '[a-z]+'), SOUNDEX(name), LPAD(id, 5, '0'), FORMAT(total, 2), CHAR(65 USING utf8mb4) FROM t
  SELECT 1 AS value, 2 AS procedure_count FROM t WHERE update_at > NOW() AND t.lock = 1
  SELECT a FROM t UNION ALL (SELECT b FROM u ORDER BY b LIMIT 1) EXCEPT SELECT c FROM v INTERSECT SELECT d FROM w
`);

export const reportsSqlite: string[] = lines(String.raw`
  WITH a (x, "y z") AS NOT MATERIALIZED (SELECT 1, 2), b (z) AS MATERIALIZED (SELECT x FROM a) SELECT CAST(z AS NVARCHAR(5)) FROM b
  SELECT country, sum(id) OVER (PARTITION BY country ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW EXCLUDE NO OTHERS) FROM customers
  SELECT strftime('%Y-W%W', joined) AS week, count(*) FILTER (WHERE country = 'DE') FROM customers GROUP BY 1 HAVING count(*) > 0 ORDER BY 1 NULLS LAST
  WITH RECURSIVE d (day) AS (SELECT date('2024-01-01') UNION ALL SELECT date(day, '+1 day') FROM d WHERE day < '2024-01-10') SELECT d.day, count(o.id) FROM d LEFT JOIN orders o ON date(o.at) = d.day GROUP BY d.day
  SELECT name, json_extract('{"a":[1]}', '$.a[0]'), '{"a":1}' -> '$.a', '{"a":1}' ->> 'a' FROM customers
  SELECT * FROM customers NOT INDEXED WHERE name LIKE 'A\_%' ESCAPE '\' AND id NOT IN (SELECT customer_id FROM orders) AND name IS NOT NULL
  SELECT (id, country) IN (VALUES (1, 'DE')), id IS DISTINCT FROM 2, CASE WHEN id THEN 1 END, +id, ~id, id << 1, id <> 3, id == 3 FROM customers
  SELECT c.name, o.total FROM customers AS c FULL JOIN orders AS o ON o.customer_id = c.id CROSS JOIN (SELECT 1 AS n)
  SELECT string_agg(name, ', ' ORDER BY name), count(DISTINCT country), max(joined) - min(joined) FROM customers
  SELECT lag(id) OVER w, first_value(name) OVER w, nth_value(id, 2) OVER w, ntile(4) OVER w FROM customers WINDOW w AS (PARTITION BY country ORDER BY id)
  SELECT value, key, type FROM customers, json_each('{"a":1}') WHERE json_valid('{}')
  SELECT date('now', 'start of year', '+1 month', '-1 day'), time('12:00'), datetime(1700000000, 'unixepoch', 'localtime'), timediff('2024-01-02', '2024-01-01')
`);
