/** A small shop in PostgreSQL, for statements of the corpora and of the driver's tests. */
export const SHOP = `
  CREATE TYPE order_status AS ENUM ('open', 'paid', 'sent');
  CREATE SCHEMA sales;
  CREATE TABLE customers (
    id int PRIMARY KEY,
    name text NOT NULL,
    country varchar(2),
    created date NOT NULL
  );
  COMMENT ON TABLE customers IS 'People who bought something';
  COMMENT ON COLUMN customers.country IS 'ISO country code';
  CREATE TABLE orders (
    id bigint PRIMARY KEY,
    customer_id int NOT NULL REFERENCES customers (id),
    total numeric(10, 2) NOT NULL,
    status order_status NOT NULL,
    ordered_at timestamptz NOT NULL,
    details jsonb
  );
  CREATE VIEW sales.daily AS SELECT ordered_at::date AS day, sum(total) AS total FROM orders GROUP BY 1;
  CREATE SEQUENCE order_numbers;
  CREATE FUNCTION refresh_all() RETURNS int LANGUAGE sql AS 'DELETE FROM orders; SELECT 1';
  INSERT INTO customers
    SELECT i, 'Ann ' || i, (ARRAY['DE', 'FR', 'IT'])[1 + i % 3], date '2024-01-01' + i FROM generate_series(1, 60) AS i;
  INSERT INTO orders
    SELECT i, 1 + i % 50, i * 1.25, (ARRAY['open', 'paid', 'sent'])[1 + i % 3]::order_status,
           timestamptz '2024-01-01 10:00:00+00' + i * interval '1 hour', '{"channel": "web", "tags": ["new", "gift"]}'
    FROM generate_series(1, 400) AS i;
`;
