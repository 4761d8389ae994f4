/**
 * A personnel database as a consultant leaves it: plural snake_case names, keys with names of their own, codes for
 * departments, flags, bosses in the same table, a bridge with hours and spans of days.
 */
export const STAFF = `
CREATE TABLE sites (site_id integer PRIMARY KEY, site_name text NOT NULL, city text NOT NULL, country_code char(2) NOT NULL);
CREATE TABLE departments (dept_code varchar(4) PRIMARY KEY, dept_name text NOT NULL, site_id integer NOT NULL REFERENCES sites (site_id));
CREATE TABLE staff_members (staff_id integer PRIMARY KEY, first_name text NOT NULL, last_name text NOT NULL,
  dept_code varchar(4) REFERENCES departments (dept_code), boss_id integer REFERENCES staff_members (staff_id),
  gender char(1) NOT NULL, birth_date date NOT NULL, hire_date date NOT NULL, leave_date date, salary numeric(10, 2) NOT NULL,
  is_remote boolean NOT NULL);
CREATE TABLE projects (project_id integer PRIMARY KEY, title text NOT NULL, dept_code varchar(4) NOT NULL REFERENCES departments (dept_code),
  budget_eur numeric(12, 2) NOT NULL, start_date date NOT NULL, end_date date, status text NOT NULL);
CREATE TABLE assignments (staff_id integer NOT NULL REFERENCES staff_members (staff_id),
  project_id integer NOT NULL REFERENCES projects (project_id), role text NOT NULL, hours_logged numeric(7, 1) NOT NULL,
  PRIMARY KEY (staff_id, project_id));
CREATE TABLE absences (absence_id integer PRIMARY KEY, staff_id integer NOT NULL REFERENCES staff_members (staff_id),
  kind text NOT NULL, from_date date NOT NULL, to_date date NOT NULL, days integer NOT NULL);
CREATE TABLE expense_claims (claim_id integer PRIMARY KEY, staff_id integer NOT NULL REFERENCES staff_members (staff_id),
  category text NOT NULL, amount numeric(9, 2) NOT NULL, submitted_on date NOT NULL, approved_on date, state text NOT NULL);
CREATE TABLE courses (course_id integer PRIMARY KEY, course_title text NOT NULL, provider text NOT NULL, fee numeric(8, 2) NOT NULL);
CREATE TABLE course_enrolments (staff_id integer NOT NULL REFERENCES staff_members (staff_id),
  course_id integer NOT NULL REFERENCES courses (course_id), enrolled_on date NOT NULL, completed_on date, score integer,
  PRIMARY KEY (staff_id, course_id));

INSERT INTO sites VALUES (1, 'Headquarters', 'Hamburg', 'DE'), (2, 'Plant South', 'Graz', 'AT'), (3, 'Nordic Hub', 'Aarhus', 'DK');
INSERT INTO departments VALUES ('ENG', 'Engineering', 1), ('HR', 'Human Resources', 1), ('FIN', 'Finance', 1),
  ('PRO', 'Production', 2), ('LOG', 'Logistics', 3), ('LAB', 'Research', 3);
INSERT INTO staff_members
SELECT i, (array['Ana','Boris','Clara','David','Eva','Felix','Gina','Hans','Ivana','Jakob','Kira'])[1 + (i * 5) % 11],
  (array['Adler','Berg','Conti','Dorn','Engel','Fuchs','Gruber'])[1 + (i * 3) % 7],
  CASE WHEN i = 41 THEN NULL ELSE (array['ENG','PRO','FIN','LOG','HR','ENG','PRO'])[1 + i % 7] END,
  CASE WHEN i = 1 THEN NULL WHEN i <= 6 THEN 1 ELSE 2 + i % 5 END,
  (array['F','M','F','M','M'])[1 + i % 5], date '1964-02-11' + i * 289, date '2012-03-01' + i * 97,
  CASE WHEN i % 11 = 0 THEN date '2023-02-28' + i * 6 END, 32000 + (i * 7727) % 61000, i % 4 = 1
FROM generate_series(1, 45) i;
INSERT INTO projects
SELECT i, (array['Apollo','Borealis','Cascade','Delta','Eclipse','Falcon','Gemini','Horizon','Icarus','Jupiter','Krypton','Lyra'])[i],
  (array['ENG','PRO','LOG','ENG','FIN'])[1 + i % 5], 20000 + (i * 31337) % 180000, date '2022-01-15' + i * 61,
  CASE WHEN i % 3 = 0 THEN date '2022-12-20' + i * 40 END, (array['done','running','planned'])[1 + i % 3]
FROM generate_series(1, 12) i;
INSERT INTO assignments
SELECT DISTINCT ON (s, p) s, p, r, h FROM (
  SELECT 1 + (i * 7) % 38 AS s, 1 + (i * i + i / 3) % 11 AS p, (array['Lead','Developer','Tester','Analyst'])[1 + i % 4] AS r,
    12.5 + (i * 37) % 160 AS h, i
  FROM generate_series(1, 90) i) x ORDER BY s, p, i;
INSERT INTO absences
SELECT i, 1 + (i * 11) % 43, (array['vacation','sick','vacation','parental','sick','vacation'])[1 + i % 6],
  date '2023-01-09' + i * 5, date '2023-01-09' + i * 5 + (i * 3) % 9, 1 + (i * 3) % 9
FROM generate_series(1, 100) i;
INSERT INTO expense_claims
SELECT i, 1 + (i * 13) % 40, (array['Travel','Meals','Software','Travel','Lodging'])[1 + (i * 3) % 5], 18 + (i * 523) % 940,
  date '2023-01-03' + i * 4, CASE WHEN i % 4 < 2 THEN date '2023-01-10' + i * 4 + i % 12 END,
  (array['approved','approved','rejected','submitted'])[1 + i % 4]
FROM generate_series(1, 130) i;
INSERT INTO courses VALUES (1, 'First Aid', 'Red Cross', 90), (2, 'Python Basics', 'CodeCamp', 450), (3, 'Forklift Licence', 'SafeLift', 310),
  (4, 'Negotiation', 'TalkWell', 780), (5, 'Advanced SQL', 'CodeCamp', 620);
INSERT INTO course_enrolments
SELECT DISTINCT ON (s, c) s, c, e, f, g FROM (
  SELECT 1 + (i * 5) % 41 AS s, 1 + (i * i) % 4 AS c, date '2023-02-01' + i * 6 AS e,
    CASE WHEN i % 3 > 0 THEN date '2023-02-20' + i * 6 + i % 9 END AS f, CASE WHEN i % 3 > 0 THEN 40 + (i * 29) % 61 END AS g, i
  FROM generate_series(1, 70) i) x ORDER BY s, c, i;
`;
