export type QueryPlan = {
  title: string;
  description: string;
  prompt: string;
  /** Null for a prompt-only query. */
  sql: string | null;
  keywords: readonly string[];
};

/** Quillmere Home: with and without parameters, inside a string, inside an interval, as dates, and prompt-only. */
export const QUILLMERE_QUERIES: readonly QueryPlan[] = [
  {
    title: "Revenue by month",
    description: "Orders and revenue of each month of one year",
    prompt: "Show the revenue of each month of the given year.",
    sql: `SELECT to_char(ordered_at, 'YYYY-MM') AS month, COUNT(*) AS orders, SUM(total_amount) AS revenue
FROM orders
WHERE EXTRACT(YEAR FROM ordered_at) = CAST({{year}} AS integer)
GROUP BY month
ORDER BY month`,
    keywords: ["revenue", "month", "monthly sales"],
  },
  {
    title: "Find customers by name",
    description: "Customers whose name contains a text, with what they have ordered so far",
    prompt: "Find the customers whose name contains the given text.",
    sql: `SELECT c.name, c.segment, c.city, r.name AS region, COUNT(o.id) AS orders, COALESCE(SUM(o.total_amount), 0) AS revenue
FROM customers c
JOIN regions r ON r.id = c.region_id
LEFT JOIN orders o ON o.customer_id = c.id
WHERE c.name ILIKE '%{{q}}%'
GROUP BY c.id, r.name
ORDER BY revenue DESC, c.name
LIMIT 50`,
    keywords: ["customer search", "find customer"],
  },
  {
    title: "Orders of the last days",
    description: "Orders by status over the last so many days",
    prompt: "Count the orders of the last days by status.",
    sql: `SELECT status, COUNT(*) AS orders, SUM(total_amount) AS revenue
FROM orders
WHERE ordered_at >= CURRENT_DATE - INTERVAL '{{days}} days'
GROUP BY status
ORDER BY orders DESC, status`,
    keywords: ["recent orders", "last days", "status"],
  },
  {
    title: "Best products between two dates",
    description: "The ten products with the most revenue from one day to another, both included",
    prompt: "List the ten products with the most revenue between the two dates.",
    sql: `SELECT p.name AS product, SUM(i.quantity) AS pieces, SUM(i.line_total) AS revenue
FROM order_items i
JOIN orders o ON o.id = i.order_id
JOIN products p ON p.id = i.product_id
WHERE o.ordered_at >= CAST({{from_date}} AS date) AND o.ordered_at < CAST({{to_date}} AS date) + 1
GROUP BY p.name
ORDER BY revenue DESC, product
LIMIT 10`,
    keywords: ["top products", "best sellers", "period"],
  },
  {
    title: "Active subscriptions by plan",
    description: "Running memberships of each plan",
    prompt: "Show the number of active subscriptions of each plan.",
    sql: `SELECT plan, COUNT(*) AS subscriptions
FROM subscriptions
WHERE status = 'active'
GROUP BY plan
ORDER BY subscriptions DESC, plan`,
    keywords: ["subscriptions", "members", "plan"],
  },
  {
    title: "Return rate by category",
    description: "Sold and returned order lines of each category",
    prompt: "Show which share of the sold lines came back, by category.",
    sql: `SELECT c.name AS category, COUNT(*) AS lines_sold, COUNT(r.id) AS lines_returned,
  ROUND(100.0 * COUNT(r.id) / COUNT(*), 1) AS return_rate_percent
FROM order_items i
JOIN products p ON p.id = i.product_id
JOIN categories c ON c.id = p.category_id
LEFT JOIN returns r ON r.order_item_id = i.id
GROUP BY c.name
ORDER BY return_rate_percent DESC, category`,
    keywords: ["returns", "return rate", "category"],
  },
  {
    title: "Monthly business review",
    description: "Revenue and orders of each of the last twelve months, in words",
    prompt: "Show the revenue and the number of orders of each month of the last 12 months.",
    sql: null,
    keywords: ["review", "monthly report", "summary"],
  },
];

export const DUNMARROW_QUERIES: readonly QueryPlan[] = [
  {
    title: "Late shipments by depot",
    description: "Share of deliveries after the promised day, by the depot they left from",
    prompt: "Show the share of late deliveries for each depot of origin.",
    sql: `SELECT d.name AS depot, COUNT(*) AS deliveries,
  COUNT(*) FILTER (WHERE s.delivered_on > s.promised_on) AS late,
  ROUND(100.0 * COUNT(*) FILTER (WHERE s.delivered_on > s.promised_on) / COUNT(*), 1) AS late_percent
FROM shipments s
JOIN depots d ON d.id = s.origin_depot_id
WHERE s.status = 'delivered'
GROUP BY d.name
ORDER BY late_percent DESC, depot`,
    keywords: ["late", "punctuality", "depot"],
  },
  {
    title: "Shipments of a client",
    description: "Shipments of the clients whose name contains a text, by status",
    prompt: "Show the shipments of the given client by status.",
    sql: `SELECT c.name AS client, s.status, COUNT(*) AS shipments, SUM(s.price) AS revenue
FROM shipments s
JOIN clients c ON c.id = s.client_id
WHERE c.name ILIKE '%{{client}}%'
GROUP BY c.name, s.status
ORDER BY client, s.status`,
    keywords: ["client", "shipments"],
  },
  {
    title: "Incident briefing",
    description: "What went wrong lately and what it cost",
    prompt: "Number of incidents and total cost by kind in the last 30 days",
    sql: null,
    keywords: ["incidents", "briefing"],
  },
];
