/** A company that sells software by subscription. Amounts are euros. Both views leave rows out that the tables have. */
export const SCHEMA = `
CREATE TABLE team_members (
  id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  team TEXT NOT NULL,
  job_title TEXT NOT NULL,
  manager_id INTEGER REFERENCES team_members (id),
  start_date DATE NOT NULL,
  salary NUMERIC NOT NULL
);
CREATE TABLE plans (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  monthly_price NUMERIC NOT NULL,
  setup_fee NUMERIC NOT NULL,
  seats_included INTEGER NOT NULL,
  storage_gb INTEGER NOT NULL
);
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY,
  company_name TEXT NOT NULL,
  country TEXT NOT NULL,
  industry TEXT NOT NULL,
  employees INTEGER NOT NULL,
  signed_up_on DATE NOT NULL,
  account_manager_id INTEGER NOT NULL REFERENCES team_members (id),
  referred_by_id INTEGER REFERENCES accounts (id)
);
CREATE TABLE subscriptions (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  plan_id INTEGER NOT NULL REFERENCES plans (id),
  started_on DATE NOT NULL,
  cancelled_on DATE,
  cancel_reason TEXT,
  seats INTEGER NOT NULL,
  billing TEXT NOT NULL CHECK (billing IN ('monthly', 'yearly')),
  status TEXT NOT NULL CHECK (status IN ('trial', 'active', 'cancelled')),
  mrr NUMERIC NOT NULL
);
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY,
  invoice_no TEXT NOT NULL UNIQUE,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  issued_on DATE NOT NULL,
  due_on DATE NOT NULL,
  paid_on DATE,
  net_amount NUMERIC NOT NULL,
  tax_amount NUMERIC NOT NULL
);
CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  full_name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
  created_on DATE NOT NULL,
  last_login_on DATE,
  two_factor BOOLEAN NOT NULL
);
CREATE TABLE tickets (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  opened_by_id INTEGER NOT NULL REFERENCES users (id),
  assignee_id INTEGER REFERENCES team_members (id),
  subject TEXT NOT NULL,
  channel TEXT NOT NULL,
  priority TEXT NOT NULL CHECK (priority IN ('low', 'normal', 'urgent')),
  status TEXT NOT NULL CHECK (status IN ('open', 'waiting', 'solved')),
  opened_at TIMESTAMP NOT NULL,
  first_reply_at TIMESTAMP,
  solved_at TIMESTAMP,
  rating INTEGER
);
CREATE TABLE features (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  area TEXT NOT NULL,
  released_on DATE NOT NULL
);
CREATE TABLE feature_uses (
  id INTEGER PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES users (id),
  feature_id INTEGER NOT NULL REFERENCES features (id),
  used_on DATE NOT NULL,
  minutes INTEGER NOT NULL
);
CREATE VIEW paying_accounts AS
  SELECT a.id, a.company_name, a.country, s.mrr
  FROM accounts a JOIN subscriptions s ON s.account_id = a.id WHERE s.status = 'active' AND s.mrr > 0;
CREATE VIEW monthly_invoices AS
  SELECT strftime('%Y-%m', issued_on) AS month, SUM(net_amount) AS net_amount FROM invoices
  WHERE paid_on IS NOT NULL GROUP BY 1;
`;
