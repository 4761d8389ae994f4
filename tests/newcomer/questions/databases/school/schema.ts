/** A music school. Amounts are euros. The view leaves out pupils who pause. */
export const SCHEMA = `
CREATE TABLE teachers (
  id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  instrument TEXT NOT NULL,
  hired_on DATE NOT NULL,
  hourly_rate NUMERIC NOT NULL,
  active BOOLEAN NOT NULL,
  mentor_id INTEGER REFERENCES teachers (id)
);
CREATE TABLE pupils (
  id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  born_on DATE NOT NULL,
  town TEXT NOT NULL,
  joined_on DATE NOT NULL,
  left_on DATE,
  sibling_discount BOOLEAN NOT NULL,
  referred_by_id INTEGER REFERENCES pupils (id)
);
CREATE TABLE rooms (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  floor INTEGER NOT NULL,
  seats INTEGER NOT NULL,
  has_piano BOOLEAN NOT NULL
);
CREATE TABLE courses (
  id INTEGER PRIMARY KEY,
  title TEXT NOT NULL UNIQUE,
  instrument TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('Beginner', 'Intermediate', 'Advanced')),
  monthly_fee NUMERIC NOT NULL,
  max_pupils INTEGER NOT NULL,
  teacher_id INTEGER NOT NULL REFERENCES teachers (id)
);
CREATE TABLE enrolments (
  id INTEGER PRIMARY KEY,
  pupil_id INTEGER NOT NULL REFERENCES pupils (id),
  course_id INTEGER NOT NULL REFERENCES courses (id),
  enrolled_on DATE NOT NULL,
  ended_on DATE,
  status TEXT NOT NULL CHECK (status IN ('active', 'paused', 'ended'))
);
CREATE TABLE lessons (
  id INTEGER PRIMARY KEY,
  course_id INTEGER NOT NULL REFERENCES courses (id),
  room_id INTEGER NOT NULL REFERENCES rooms (id),
  teacher_id INTEGER NOT NULL REFERENCES teachers (id),
  substitute_id INTEGER REFERENCES teachers (id),
  starts_at TIMESTAMP NOT NULL,
  minutes INTEGER NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('planned', 'held', 'cancelled'))
);
CREATE TABLE attendance (
  id INTEGER PRIMARY KEY,
  lesson_id INTEGER NOT NULL REFERENCES lessons (id),
  pupil_id INTEGER NOT NULL REFERENCES pupils (id),
  present BOOLEAN NOT NULL
);
CREATE TABLE exams (
  id INTEGER PRIMARY KEY,
  pupil_id INTEGER NOT NULL REFERENCES pupils (id),
  course_id INTEGER NOT NULL REFERENCES courses (id),
  taken_on DATE NOT NULL,
  grade TEXT NOT NULL CHECK (grade IN ('Distinction', 'Merit', 'Pass', 'Fail')),
  score INTEGER NOT NULL,
  passed BOOLEAN NOT NULL
);
CREATE TABLE invoices (
  id INTEGER PRIMARY KEY,
  pupil_id INTEGER NOT NULL REFERENCES pupils (id),
  issued_on DATE NOT NULL,
  due_on DATE NOT NULL,
  paid_on DATE,
  amount NUMERIC NOT NULL,
  reminders INTEGER NOT NULL
);
CREATE TABLE instruments (
  id INTEGER PRIMARY KEY,
  serial_no TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  maker TEXT NOT NULL,
  bought_on DATE NOT NULL,
  purchase_price NUMERIC NOT NULL,
  rented_to_id INTEGER REFERENCES pupils (id)
);
CREATE VIEW current_pupils AS
  SELECT DISTINCT p.id, p.full_name, p.town, p.joined_on
  FROM pupils p JOIN enrolments e ON e.pupil_id = p.id WHERE e.status = 'active';
`;
