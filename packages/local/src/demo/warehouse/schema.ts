/** Quillmere Home's business database. Amounts are euros, times are the company's own clock without a zone. */
export const SCHEMA = `
CREATE TABLE regions (
  id integer PRIMARY KEY,
  name text NOT NULL UNIQUE
);

CREATE TABLE employees (
  id integer PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  job_title text NOT NULL,
  manager_id integer REFERENCES employees (id),
  region_id integer NOT NULL REFERENCES regions (id),
  hired_on date NOT NULL,
  annual_salary numeric(10, 2) NOT NULL CHECK (annual_salary > 0),
  CHECK (manager_id <> id)
);

CREATE TABLE customers (
  id integer PRIMARY KEY,
  name text NOT NULL,
  customer_type text NOT NULL CHECK (customer_type IN ('company', 'person')),
  segment text NOT NULL CHECK (segment IN ('Consumer', 'Small business', 'Enterprise', 'Public sector')),
  email text NOT NULL UNIQUE,
  city text NOT NULL,
  country text NOT NULL,
  region_id integer NOT NULL REFERENCES regions (id),
  signed_up_on date NOT NULL
);

CREATE TABLE categories (
  id integer PRIMARY KEY,
  name text NOT NULL UNIQUE
);

CREATE TABLE products (
  id integer PRIMARY KEY,
  category_id integer NOT NULL REFERENCES categories (id),
  name text NOT NULL UNIQUE,
  unit_price numeric(10, 2) NOT NULL CHECK (unit_price > 0),
  unit_cost numeric(10, 2) NOT NULL CHECK (unit_cost > 0),
  launched_on date NOT NULL,
  discontinued boolean NOT NULL DEFAULT false
);

CREATE TABLE orders (
  id integer PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers (id),
  employee_id integer NOT NULL REFERENCES employees (id),
  ordered_at timestamp NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'shipped', 'completed', 'cancelled')),
  payment_method text NOT NULL CHECK (payment_method IN ('card', 'bank transfer', 'invoice')),
  shipped_on date CHECK (shipped_on >= ordered_at::date),
  total_amount numeric(12, 2) NOT NULL CHECK (total_amount >= 0)
);

CREATE TABLE order_items (
  id integer PRIMARY KEY,
  order_id integer NOT NULL REFERENCES orders (id),
  product_id integer NOT NULL REFERENCES products (id),
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_price numeric(10, 2) NOT NULL CHECK (unit_price > 0),
  discount numeric(4, 2) NOT NULL DEFAULT 0 CHECK (discount >= 0 AND discount < 1),
  line_total numeric(12, 2) NOT NULL GENERATED ALWAYS AS (round(quantity * unit_price * (1 - discount), 2)) STORED,
  UNIQUE (order_id, product_id)
);

CREATE TABLE returns (
  id integer PRIMARY KEY,
  order_item_id integer NOT NULL UNIQUE REFERENCES order_items (id),
  returned_on date NOT NULL,
  reason text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  refund_amount numeric(12, 2) NOT NULL CHECK (refund_amount >= 0)
);

CREATE TABLE subscriptions (
  id integer PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers (id),
  plan text NOT NULL CHECK (plan IN ('Basic', 'Plus', 'Premium')),
  status text NOT NULL CHECK (status IN ('active', 'cancelled', 'paused')),
  monthly_price numeric(8, 2) NOT NULL CHECK (monthly_price > 0),
  started_on date NOT NULL,
  ended_on date CHECK (ended_on > started_on),
  CHECK ((status = 'cancelled') = (ended_on IS NOT NULL))
);

CREATE TABLE web_sessions (
  id integer PRIMARY KEY,
  customer_id integer REFERENCES customers (id),
  started_at timestamp NOT NULL,
  device text NOT NULL CHECK (device IN ('desktop', 'mobile', 'tablet')),
  channel text NOT NULL,
  duration_seconds integer NOT NULL CHECK (duration_seconds >= 0),
  page_views integer NOT NULL CHECK (page_views > 0),
  converted boolean NOT NULL
);

CREATE TABLE support_tickets (
  id integer PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES customers (id),
  employee_id integer NOT NULL REFERENCES employees (id),
  topic text NOT NULL,
  priority text NOT NULL CHECK (priority IN ('low', 'normal', 'high')),
  status text NOT NULL CHECK (status IN ('open', 'resolved')),
  opened_at timestamp NOT NULL,
  resolved_on date CHECK (resolved_on >= opened_at::date),
  satisfaction integer CHECK (satisfaction BETWEEN 1 AND 5),
  CHECK ((status = 'resolved') = (resolved_on IS NOT NULL))
);
`;

/** Made after the rows are in, which is faster. */
export const FINISH = `
CREATE INDEX ON employees (region_id);
CREATE INDEX ON customers (region_id);
CREATE INDEX ON products (category_id);
CREATE INDEX ON orders (customer_id);
CREATE INDEX ON orders (employee_id);
CREATE INDEX ON orders (ordered_at);
CREATE INDEX ON order_items (product_id);
CREATE INDEX ON returns (returned_on);
CREATE INDEX ON subscriptions (customer_id);
CREATE INDEX ON web_sessions (customer_id);
CREATE INDEX ON web_sessions (started_at);
CREATE INDEX ON support_tickets (customer_id);
CREATE INDEX ON support_tickets (employee_id);
CREATE INDEX ON support_tickets (opened_at);

COMMENT ON TABLE regions IS 'Sales regions of the company';
COMMENT ON TABLE employees IS 'People who work at the company';
COMMENT ON COLUMN employees.manager_id IS 'The employee this one reports to; empty for the managing director';
COMMENT ON TABLE customers IS 'Companies and people who signed up, with or without orders';
COMMENT ON TABLE categories IS 'Product categories';
COMMENT ON TABLE products IS 'Everything the company sells or sold';
COMMENT ON COLUMN products.unit_price IS 'Current list price in euros';
COMMENT ON COLUMN products.unit_cost IS 'What one piece costs the company, in euros';
COMMENT ON COLUMN products.discontinued IS 'True when it is no longer sold';
COMMENT ON TABLE orders IS 'One row for each order';
COMMENT ON COLUMN orders.employee_id IS 'The sales representative who handled the order';
COMMENT ON COLUMN orders.total_amount IS 'Revenue of the order in euros: the sum of its lines after discount';
COMMENT ON TABLE order_items IS 'The lines of an order: one product each';
COMMENT ON COLUMN order_items.unit_price IS 'Price of one piece on the day of the order, in euros';
COMMENT ON COLUMN order_items.discount IS 'Discount as a fraction: 0.10 is 10 percent';
COMMENT ON COLUMN order_items.line_total IS 'Revenue of the line in euros: quantity times unit price less discount';
COMMENT ON TABLE returns IS 'Order lines that came back';
COMMENT ON COLUMN returns.refund_amount IS 'What was paid back, in euros';
COMMENT ON TABLE subscriptions IS 'Memberships of the Quillmere Club';
COMMENT ON COLUMN subscriptions.monthly_price IS 'Price per month in euros, fixed when it started';
COMMENT ON TABLE web_sessions IS 'Visits of the web shop';
COMMENT ON COLUMN web_sessions.customer_id IS 'Who it was; empty for visitors who did not sign in';
COMMENT ON COLUMN web_sessions.converted IS 'True when the visit ended with an order';
COMMENT ON TABLE support_tickets IS 'Questions and complaints of customers';
COMMENT ON COLUMN support_tickets.satisfaction IS 'The customer''s rating from 1 to 5, where given';
`;
