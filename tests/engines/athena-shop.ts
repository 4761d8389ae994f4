/** A small shop as Athena has one: no keys, a view, nested values, and orders that lie in folders by their status. */
export const SHOP_OF_ATHENA = `
  CREATE TABLE customers (id INTEGER, name VARCHAR, country VARCHAR, created DATE);
  COMMENT ON TABLE customers IS 'People who bought something';
  COMMENT ON COLUMN customers.country IS 'ISO country code';
  CREATE TABLE orders (id BIGINT, customer_id INTEGER, total DECIMAL(10, 2), day DATE, ordered_at TIMESTAMP, tags VARCHAR[], status VARCHAR);
  CREATE VIEW daily AS SELECT day, sum(total) AS total FROM orders GROUP BY 1;
  INSERT INTO customers SELECT i, 'Ann ' || i, ['DE', 'FR', 'IT'][1 + i % 3], DATE '2024-01-01' + i::INTEGER FROM range(1, 61) t (i);
  INSERT INTO orders SELECT i, 1 + i % 50, i * 1.25, CAST(TIMESTAMP '2024-01-01 10:00:00' + to_hours(i) AS DATE),
    TIMESTAMP '2024-01-01 10:00:00' + to_hours(i), ['new', 'gift'], ['open', 'paid', 'sent'][1 + i % 3] FROM range(1, 401) t (i);`;
