/** A question with the SQL whose rows are its right answer. */
export type GoldenPlan = { question: string; sql: string; class: string };

/** Quillmere Home: single figures, groups and periods, and a question that is put too loosely to be answered as it is meant. */
export const QUILLMERE_GOLDEN: readonly GoldenPlan[] = [
  { question: "How many customers are there?", sql: "SELECT COUNT(*) FROM customers", class: "figures" },
  { question: "How many products are there?", sql: "SELECT COUNT(*) FROM products", class: "figures" },
  {
    question: "Number of orders by status",
    sql: "SELECT status, COUNT(*) FROM orders GROUP BY status",
    class: "groups",
  },
  {
    question: "Number of customers by region",
    sql: `SELECT r.name, COUNT(*)
FROM customers c
JOIN regions r ON r.id = c.region_id
GROUP BY r.name`,
    class: "groups",
  },
  {
    question: "How many orders were placed last year?",
    sql: `SELECT COUNT(*)
FROM orders
WHERE EXTRACT(YEAR FROM ordered_at) = EXTRACT(YEAR FROM CURRENT_DATE) - 1`,
    class: "periods",
  },
  {
    question: "Which products do customers like least?",
    sql: `SELECT p.name, COUNT(*) AS returned
FROM returns r
JOIN order_items i ON i.id = r.order_item_id
JOIN products p ON p.id = i.product_id
GROUP BY p.name
ORDER BY returned DESC
LIMIT 5`,
    class: "groups",
  },
];
