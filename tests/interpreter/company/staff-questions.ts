import type { Asked } from "./measure.ts";

/** What a personnel manager asks. Today is 15 June 2024. */
export const staffQuestions: readonly Asked[] = [
  ["How many staff members do we have?", `SELECT count(*) FROM staff_members`],
  [
    "How many people work in Engineering?",
    `SELECT count(*) FROM staff_members s JOIN departments d USING (dept_code) WHERE d.dept_name = 'Engineering'`,
  ],
  [
    "Headcount by department",
    `SELECT d.dept_name, count(*) FROM staff_members s JOIN departments d USING (dept_code) GROUP BY 1`,
    {
      or: [
        `SELECT d.dept_name, count(s.staff_id) FROM departments d LEFT JOIN staff_members s USING (dept_code) GROUP BY 1`,
        // Those who have left are no heads any more.
        `SELECT d.dept_name, count(*) FROM staff_members s JOIN departments d USING (dept_code) WHERE leave_date IS NULL GROUP BY 1`,
      ],
    },
  ],
  [
    "Average salary per department",
    `SELECT d.dept_name, avg(salary) FROM staff_members s JOIN departments d USING (dept_code) GROUP BY 1`,
  ],
  ["Who earns the most?", `SELECT first_name, last_name FROM staff_members ORDER BY salary DESC LIMIT 1`],
  [
    "Which department has the highest average salary?",
    `SELECT d.dept_name, avg(salary) FROM staff_members s JOIN departments d USING (dept_code) GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  ],
  [
    "Departments without staff members",
    `SELECT dept_name FROM departments WHERE dept_code NOT IN (SELECT dept_code FROM staff_members WHERE dept_code IS NOT NULL)`,
  ],
  ["How many staff members work remotely?", `SELECT count(*) FROM staff_members WHERE is_remote`],
  [
    "How many employees were hired in 2020?",
    `SELECT count(*) FROM staff_members WHERE extract(year from hire_date) = 2020`,
  ],
  ["Hires per year", `SELECT extract(year from hire_date), count(*) FROM staff_members GROUP BY 1 ORDER BY 1`],
  [
    "Total sick days in 2023",
    `SELECT sum(days) FROM absences WHERE kind = 'sick' AND extract(year from from_date) = 2023`,
  ],
  ["Absence days by kind", `SELECT kind, sum(days) FROM absences GROUP BY 1`],
  [
    "Which staff members were never absent?",
    `SELECT first_name, last_name FROM staff_members WHERE staff_id NOT IN (SELECT staff_id FROM absences)`,
  ],
  [
    "How many absences did we have last month?",
    `SELECT count(*) FROM absences WHERE from_date >= '2024-05-01' AND from_date < '2024-06-01'`,
  ],
  [
    "What is the total amount of approved expense claims?",
    `SELECT sum(amount) FROM expense_claims WHERE state = 'approved'`,
  ],
  ["Expenses by category", `SELECT category, sum(amount) FROM expense_claims GROUP BY 1`],
  [
    "Top 3 staff members by expense amount",
    `SELECT s.first_name, s.last_name, sum(e.amount) FROM expense_claims e JOIN staff_members s USING (staff_id) GROUP BY s.staff_id ORDER BY 3 DESC LIMIT 3`,
  ],
  ["Expense claims between 100 and 200 euros", `SELECT claim_id FROM expense_claims WHERE amount BETWEEN 100 AND 200`],
  [
    "How many expense claims have not been approved yet?",
    `SELECT count(*) FROM expense_claims WHERE approved_on IS NULL`,
    { or: [`SELECT count(*) FROM expense_claims WHERE state <> 'approved'`] },
  ],
  [
    "What share of expense claims were rejected?",
    `SELECT 100.0 * count(*) FILTER (WHERE state = 'rejected') / count(*) FROM expense_claims`,
  ],
  [
    "Hours logged per project",
    `SELECT p.title, sum(hours_logged) FROM assignments a JOIN projects p USING (project_id) GROUP BY p.project_id`,
  ],
  ["Which project has the biggest budget?", `SELECT title FROM projects ORDER BY budget_eur DESC LIMIT 1`],
  [
    "Projects with no assignments",
    `SELECT title FROM projects WHERE project_id NOT IN (SELECT project_id FROM assignments)`,
  ],
  ["List the running projects with their budget", `SELECT title, budget_eur FROM projects WHERE status = 'running'`],
  [
    "Total project budget by department",
    `SELECT d.dept_name, sum(budget_eur) FROM projects p JOIN departments d USING (dept_code) GROUP BY 1`,
  ],
  [
    "Average number of people per project",
    `SELECT avg(n) FROM (SELECT count(*) n FROM assignments GROUP BY project_id) x`,
    {
      or: [
        `SELECT avg(n) FROM (SELECT count(a.staff_id) n FROM projects p LEFT JOIN assignments a USING (project_id) GROUP BY p.project_id) x`,
      ],
    },
  ],
  [
    "Who works on project Apollo?",
    `SELECT s.first_name, s.last_name FROM staff_members s JOIN assignments a USING (staff_id) JOIN projects p USING (project_id) WHERE p.title = 'Apollo'`,
  ],
  [
    "How many testers are there on each project?",
    `SELECT p.title, count(*) FROM assignments a JOIN projects p USING (project_id) WHERE role = 'Tester' GROUP BY p.project_id`,
  ],
  [
    "Staff members who report to Boris Adler",
    `SELECT s.first_name, s.last_name FROM staff_members s JOIN staff_members b ON b.staff_id = s.boss_id WHERE b.first_name = 'Boris' AND b.last_name = 'Adler'`,
  ],
  [
    "How many people report to each boss?",
    `SELECT b.first_name, b.last_name, count(*) FROM staff_members s JOIN staff_members b ON b.staff_id = s.boss_id GROUP BY b.staff_id`,
  ],
  ["Gender split of the staff", `SELECT gender, count(*) FROM staff_members GROUP BY 1`],
  [
    "Number of staff members per city",
    `SELECT t.city, count(*) FROM staff_members s JOIN departments d USING (dept_code) JOIN sites t USING (site_id) GROUP BY 1`,
  ],
  [
    "Salary cost in Hamburg",
    `SELECT sum(salary) FROM staff_members s JOIN departments d USING (dept_code) JOIN sites t USING (site_id) WHERE t.city = 'Hamburg'`,
  ],
  ["How many staff members earn more than 60000?", `SELECT count(*) FROM staff_members WHERE salary > 60000`],
  [
    "Staff members who earn more than the average",
    `SELECT first_name, last_name FROM staff_members WHERE salary > (SELECT avg(salary) FROM staff_members)`,
  ],
  [
    "How many staff members left in 2023?",
    `SELECT count(*) FROM staff_members WHERE extract(year from leave_date) = 2023`,
  ],
  [
    "Who is the youngest staff member?",
    `SELECT first_name, last_name FROM staff_members ORDER BY birth_date DESC LIMIT 1`,
  ],
  [
    "Which course has the most enrolments?",
    `SELECT c.course_title, count(*) FROM course_enrolments e JOIN courses c USING (course_id) GROUP BY c.course_id ORDER BY 2 DESC LIMIT 1`,
  ],
  [
    "Average score per course",
    `SELECT c.course_title, avg(score) FROM course_enrolments e JOIN courses c USING (course_id) GROUP BY c.course_id`,
  ],
  [
    "How many enrolments were completed in 2023?",
    `SELECT count(*) FROM course_enrolments WHERE extract(year from completed_on) = 2023`,
  ],
  ["Courses by CodeCamp", `SELECT course_title FROM courses WHERE provider = 'CodeCamp'`],
  ["Which courses cost more than 400 euros?", `SELECT course_title FROM courses WHERE fee > 400`],
  [
    "Which staff members attended both First Aid and Python Basics?",
    `SELECT s.first_name, s.last_name FROM staff_members s WHERE staff_id IN (SELECT staff_id FROM course_enrolments JOIN courses USING (course_id) WHERE course_title = 'First Aid') AND staff_id IN (SELECT staff_id FROM course_enrolments JOIN courses USING (course_id) WHERE course_title = 'Python Basics')`,
  ],
  [
    "Staff members with at least 3 absences",
    `SELECT s.first_name, s.last_name FROM staff_members s JOIN absences USING (staff_id) GROUP BY s.staff_id HAVING count(*) >= 3`,
  ],
  [
    "How many staff members are not assigned to any project?",
    `SELECT count(*) FROM staff_members WHERE staff_id NOT IN (SELECT staff_id FROM assignments)`,
  ],
  [
    "Longest absence",
    `SELECT max(days) FROM absences`,
    {
      or: [
        `SELECT absence_id FROM absences ORDER BY days DESC LIMIT 1`,
        `SELECT absence_id FROM absences WHERE days = (SELECT max(days) FROM absences)`,
      ],
    },
  ],
  [
    "Monthly expenses in 2023",
    `SELECT to_char(submitted_on, 'YYYY-MM'), sum(amount) FROM expense_claims WHERE extract(year from submitted_on) = 2023 GROUP BY 1 ORDER BY 1`,
  ],
  [
    "Highest paid person in each department",
    `SELECT d.dept_name, s.first_name, s.last_name FROM departments d JOIN staff_members s USING (dept_code) WHERE salary = (SELECT max(salary) FROM staff_members x WHERE x.dept_code = d.dept_code)`,
    {
      or: [
        `SELECT dept_code, first_name, last_name FROM staff_members s WHERE salary = (SELECT max(salary) FROM staff_members x WHERE x.dept_code IS NOT DISTINCT FROM s.dept_code)`,
      ],
    },
  ],
];

export const staffTraps: readonly string[] = [
  "Average bonus per department",
  "Staff members by nationality",
  "Headcount by cost centre",
  "How many staff members speak French?",
  "Total overtime in May 2024",
  "Profit by project",
  "How many applicants did we have in 2023?",
  "Sick days by weather",
];
