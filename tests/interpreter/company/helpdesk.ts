/**
 * A software firm's database as an object mapper makes it: singular camelCase names, no declared foreign keys, money in
 * cents, soft deletion, a bridge table and agents who lead agents.
 */
export const HELPDESK = `
CREATE TABLE "Account" ("accountId" integer PRIMARY KEY, "companyName" text NOT NULL, "country" text NOT NULL,
  "industry" text NOT NULL, "createdAt" timestamp NOT NULL, "deletedAt" timestamp);
CREATE TABLE "Plan" ("planId" integer PRIMARY KEY, "planName" text NOT NULL, "monthlyFeeCents" integer NOT NULL,
  "seatLimit" integer NOT NULL);
CREATE TABLE "Subscription" ("subscriptionId" integer PRIMARY KEY, "accountId" integer NOT NULL, "planId" integer NOT NULL,
  "state" text NOT NULL, "startDate" date NOT NULL, "cancelDate" date, "seats" integer NOT NULL);
CREATE TABLE "Invoice" ("invoiceId" integer PRIMARY KEY, "accountId" integer NOT NULL, "issuedAt" timestamp NOT NULL,
  "dueDate" date NOT NULL, "paidAt" timestamp, "amountCents" integer NOT NULL, "status" text NOT NULL);
CREATE TABLE "Agent" ("agentId" integer PRIMARY KEY, "fullName" text NOT NULL, "team" text NOT NULL, "hiredOn" date NOT NULL,
  "leadId" integer);
CREATE TABLE "Ticket" ("ticketId" integer PRIMARY KEY, "accountId" integer NOT NULL, "agentId" integer, "subject" text NOT NULL,
  "priority" text NOT NULL, "status" text NOT NULL, "openedAt" timestamp NOT NULL, "closedAt" timestamp, "rating" integer);
CREATE TABLE "Tag" ("tagId" integer PRIMARY KEY, "label" text NOT NULL);
CREATE TABLE "TicketTag" ("ticketId" integer NOT NULL, "tagId" integer NOT NULL, PRIMARY KEY ("ticketId", "tagId"));

INSERT INTO "Account"
SELECT i, (array['Argon','Birchtree','Cobalt','Dunelight','Emberly','Fjordline','Granite','Harbor','Inkwell','Juniper'])[1 + (i - 1) % 10]
    || ' ' || (array['Labs','Foods','Logistics','Media'])[1 + ((i - 1) / 10) % 4],
  (array['Germany','France','Spain','Austria','Poland'])[1 + (i * 7) % 5],
  (array['Retail','Healthcare','Education','Manufacturing'])[1 + (i * 3) % 4],
  timestamp '2021-02-03 09:30' + make_interval(days => i * 29),
  CASE WHEN i % 13 = 0 THEN timestamp '2024-03-04 12:00' + make_interval(days => i) END
FROM generate_series(1, 40) i;
INSERT INTO "Plan" VALUES (1, 'Starter', 1900, 3), (2, 'Team', 9900, 15), (3, 'Business', 24900, 60), (4, 'Legacy', 4900, 10);
INSERT INTO "Subscription"
SELECT i, 1 + (i * 11) % 36, 1 + (i * i) % 3, (array['active','active','cancelled','active','trial'])[1 + i % 5],
  date '2022-01-10' + i * 13, CASE WHEN i % 5 = 2 THEN date '2023-06-01' + i * 5 END, 1 + (i * 17) % 40
FROM generate_series(1, 60) i;
INSERT INTO "Invoice"
SELECT i, 1 + (i * 7 + i / 36) % 36, timestamp '2022-01-05 08:00' + make_interval(days => i * 3, hours => i % 9),
  date '2022-02-04' + i * 3,
  CASE WHEN i % 6 IN (1, 2, 3, 5) THEN timestamp '2022-01-15 10:00' + make_interval(days => i * 3 + (i * 5) % 40) END,
  1900 + (i * 7919) % 48000, (array['open','paid','paid','paid','void','paid'])[1 + i % 6]
FROM generate_series(1, 290) i;
INSERT INTO "Agent"
SELECT i, (array['Mara Olin','Teo Brandt','Iris Vance','Paul Keller','Nina Sato','Omar Haddad','Lea Moreau','Jan Novak','Rita Costa'])[i],
  (array['Onboarding','Billing','Technical'])[1 + i % 3], date '2018-04-01' + i * 190, CASE WHEN i > 1 THEN 1 + (i - 2) / 3 END
FROM generate_series(1, 9) i;
INSERT INTO "Ticket"
SELECT i, 1 + (i * 5 + i / 30) % 33, CASE WHEN i % 17 = 0 THEN NULL ELSE 1 + (i * i + i / 4) % 8 END,
  (array['Cannot log in','Wrong invoice','Feature request','Slow export','Password reset'])[1 + (i * 3) % 5],
  (array['low','medium','medium','urgent'])[1 + (i * 7 / 3) % 4],
  (array['closed','closed','open','closed','pending'])[1 + i % 5],
  timestamp '2023-01-02 08:00' + make_interval(days => i * 2, hours => (i * 5) % 10),
  CASE WHEN i % 5 IN (0, 1, 3) THEN timestamp '2023-01-02 18:00' + make_interval(days => i * 2 + (i * 7) % 9, hours => i % 6) END,
  CASE WHEN i % 5 IN (0, 1) THEN 1 + (i * 13) % 5 END
FROM generate_series(1, 260) i;
INSERT INTO "Tag" VALUES (1, 'bug'), (2, 'refund'), (3, 'how-to'), (4, 'outage'), (5, 'spam');
INSERT INTO "TicketTag" SELECT i, 1 + i % 4 FROM generate_series(1, 260) i WHERE i % 3 > 0;
INSERT INTO "TicketTag" SELECT i, 1 + (i + 1) % 4 FROM generate_series(1, 260) i WHERE i % 7 = 0;
`;
