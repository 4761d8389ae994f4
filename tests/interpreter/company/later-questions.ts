import type { Asked } from "./measure.ts";

/** Questions that came up while the rules were made, each for a way of asking that had gone wrong. */
export const laterQuestions: Readonly<Record<string, readonly Asked[]>> = {
  helpdesk: [
    ["Total unpaid amount", `SELECT sum("amountCents") / 100.0 FROM "Invoice" WHERE "paidAt" IS NULL`],
    // Nobody waits for what is void.
    [
      "overdue invoices",
      `SELECT "invoiceId" FROM "Invoice" WHERE "paidAt" IS NULL AND "dueDate" < '2024-06-15' AND status <> 'void'`,
    ],
    ["how many invoices were paid on time?", `SELECT count(*) FROM "Invoice" WHERE "paidAt"::date <= "dueDate"`],
    [
      "Which team handles the most urgent tickets?",
      `SELECT a.team FROM "Ticket" t JOIN "Agent" a ON a."agentId" = t."agentId" WHERE priority = 'urgent' GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
    ],
    [
      "Which account has paid the most?",
      `SELECT a."companyName" FROM "Invoice" i JOIN "Account" a ON a."accountId" = i."accountId" GROUP BY a."accountId" ORDER BY sum("amountCents") DESC LIMIT 1`,
    ],
    [
      "Who reports to Mara Olin?",
      `SELECT a."fullName" FROM "Agent" a JOIN "Agent" l ON l."agentId" = a."leadId" WHERE l."fullName" = 'Mara Olin'`,
    ],
    [
      "Which accounts opened more than 5 tickets in 2023?",
      `SELECT a."companyName" FROM "Ticket" t JOIN "Account" a ON a."accountId" = t."accountId" WHERE extract(year from "openedAt") = 2023 GROUP BY a."accountId" HAVING count(*) > 5`,
    ],
    [
      "List agents with the number of tickets they handled",
      `SELECT a."fullName", count(*) FROM "Ticket" t JOIN "Agent" a ON a."agentId" = t."agentId" GROUP BY a."agentId"`,
    ],
  ],
  staff: [
    ["How many employees are still with us?", `SELECT count(*) FROM staff_members WHERE leave_date IS NULL`],
    [
      "Who took the most sick days?",
      `SELECT s.first_name, s.last_name FROM absences a JOIN staff_members s USING (staff_id) WHERE kind = 'sick' GROUP BY s.staff_id ORDER BY sum(days) DESC LIMIT 1`,
    ],
    [
      "Number of absences per month in 2023",
      `SELECT to_char(from_date, 'YYYY-MM'), count(*) FROM absences WHERE extract(year from from_date) = 2023 GROUP BY 1`,
    ],
    [
      "remote staff by department",
      `SELECT d.dept_name, count(*) FROM staff_members JOIN departments d USING (dept_code) WHERE is_remote GROUP BY 1`,
    ],
    [
      "completion rate by course",
      `SELECT c.course_title, 100.0 * count(completed_on) / count(*) FROM course_enrolments JOIN courses c USING (course_id) GROUP BY c.course_id`,
    ],
    [
      "How many people completed each course?",
      `SELECT c.course_title, count(completed_on) FROM course_enrolments JOIN courses c USING (course_id) GROUP BY c.course_id`,
    ],
    ["staff born before 1970", `SELECT first_name, last_name FROM staff_members WHERE birth_date < '1970-01-01'`],
    [
      "approved expenses by department",
      `SELECT d.dept_name, sum(amount) FROM expense_claims JOIN staff_members USING (staff_id) JOIN departments d USING (dept_code) WHERE state = 'approved' GROUP BY 1`,
    ],
    [
      "Which project has the most people?",
      `SELECT p.title FROM assignments JOIN projects p USING (project_id) GROUP BY p.project_id ORDER BY count(*) DESC LIMIT 1`,
    ],
  ],
  shop: [
    [
      "Which category has the highest return rate?",
      `SELECT g.name FROM order_items i LEFT JOIN returns r ON r.order_item_id = i.id JOIN products p ON p.id = i.product_id JOIN categories g ON g.id = p.category_id GROUP BY g.id ORDER BY count(r.id)::numeric / count(*) DESC LIMIT 1`,
    ],
    ["average revenue per customer", `SELECT sum(total_amount) / count(DISTINCT customer_id) FROM orders`],
    [
      "average orders per month in 2023",
      `SELECT count(*) / 12.0 FROM orders WHERE extract(year from ordered_at) = 2023`,
    ],
    [
      "How many different products were sold in 2023?",
      `SELECT count(DISTINCT product_id) FROM order_items i JOIN orders o ON o.id = i.order_id WHERE extract(year from ordered_at) = 2023`,
    ],
    ["number of orders with a discount", `SELECT count(DISTINCT order_id) FROM order_items WHERE discount > 0`],
    [
      "customers with more than 10 orders in 2023",
      `SELECT c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE extract(year from ordered_at) = 2023 GROUP BY c.id HAVING count(*) > 10`,
    ],
    [
      "how many customers placed more than 10 orders in 2023",
      `SELECT count(*) FROM (SELECT customer_id FROM orders WHERE extract(year from ordered_at) = 2023 GROUP BY 1 HAVING count(*) > 10) x`,
    ],
    [
      "Which months had revenue above 100000?",
      `SELECT to_char(ordered_at, 'YYYY-MM'), sum(total_amount) FROM orders GROUP BY 1 HAVING sum(total_amount) > 100000`,
    ],
    ["Second highest salary", `SELECT DISTINCT annual_salary FROM employees ORDER BY 1 DESC OFFSET 1 LIMIT 1`],
    [
      "Employees who earn more than their manager",
      `SELECT e.name FROM employees e JOIN employees m ON m.id = e.manager_id WHERE e.annual_salary > m.annual_salary`,
    ],
    [
      "How many orders on Mondays in 2023?",
      `SELECT count(*) FROM orders WHERE extract(isodow from ordered_at) = 1 AND extract(year from ordered_at) = 2023`,
    ],
    ["Active subscriptions by plan", `SELECT plan, count(*) FROM subscriptions WHERE status = 'active' GROUP BY 1`],
    [
      "Which products sold less than 50 units in 2023?",
      `SELECT p.name FROM order_items i JOIN products p ON p.id = i.product_id JOIN orders o ON o.id = i.order_id WHERE extract(year from ordered_at) = 2023 GROUP BY p.id HAVING sum(quantity) < 50`,
    ],
    [
      "Who bought the Orbit Monitor in 2023?",
      `SELECT DISTINCT c.name FROM customers c JOIN orders o ON o.customer_id = c.id JOIN order_items i ON i.order_id = o.id JOIN products p ON p.id = i.product_id WHERE p.name = 'Orbit Monitor' AND extract(year from ordered_at) = 2023`,
    ],
    ["List all customers with name and city", `SELECT name, city FROM customers`],
    [
      "which sales representative sold the most last year?",
      `SELECT e.name FROM employees e JOIN orders o ON o.employee_id = e.id JOIN order_items i ON i.order_id = o.id WHERE extract(year from ordered_at) = 2023 GROUP BY e.id ORDER BY sum(quantity) DESC LIMIT 1`,
    ],
    [
      "revenue by product category and year",
      `SELECT g.name, extract(year from ordered_at), sum(line_total) FROM order_items i JOIN orders o ON o.id = i.order_id JOIN products p ON p.id = i.product_id JOIN categories g ON g.id = p.category_id GROUP BY 1, 2`,
    ],
  ],
};
