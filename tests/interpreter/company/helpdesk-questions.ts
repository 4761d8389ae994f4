import type { Asked } from "./measure.ts";

/** What a support lead and a finance clerk ask. Today is 15 June 2024. */
export const helpdeskQuestions: readonly Asked[] = [
  ["How many tickets do we have?", `SELECT count(*) FROM "Ticket"`],
  ["How many open tickets are there?", `SELECT count(*) FROM "Ticket" WHERE status = 'open'`],
  ["Tickets by priority", `SELECT priority, count(*) FROM "Ticket" GROUP BY 1`],
  [
    "How many urgent tickets were opened in March 2024?",
    `SELECT count(*) FROM "Ticket" WHERE priority = 'urgent' AND "openedAt" >= '2024-03-01' AND "openedAt" < '2024-04-01'`,
  ],
  [
    "Tickets opened per month in 2023",
    `SELECT to_char("openedAt", 'YYYY-MM'), count(*) FROM "Ticket" WHERE extract(year from "openedAt") = 2023 GROUP BY 1 ORDER BY 1`,
  ],
  [
    "Which agent closed the most tickets?",
    `SELECT a."fullName", count(*) FROM "Ticket" t JOIN "Agent" a ON a."agentId" = t."agentId" WHERE t.status = 'closed' GROUP BY a."agentId" ORDER BY 2 DESC LIMIT 1`,
  ],
  [
    "What is the average rating per agent?",
    `SELECT a."fullName", avg(rating) FROM "Ticket" t JOIN "Agent" a ON a."agentId" = t."agentId" GROUP BY a."agentId"`,
    { nullable: true },
  ],
  [
    "What is the average rating per team?",
    `SELECT a.team, avg(rating) FROM "Ticket" t JOIN "Agent" a ON a."agentId" = t."agentId" GROUP BY 1`,
  ],
  [
    "Total invoice amount in 2023",
    `SELECT sum("amountCents") / 100.0 FROM "Invoice" WHERE extract(year from "issuedAt") = 2023`,
  ],
  ["How many invoices are still open?", `SELECT count(*) FROM "Invoice" WHERE status = 'open'`],
  [
    "Invoiced amount by country",
    `SELECT a.country, sum(i."amountCents") / 100.0 FROM "Invoice" i JOIN "Account" a ON a."accountId" = i."accountId" GROUP BY 1`,
  ],
  [
    "Top 5 accounts by invoice amount",
    `SELECT a."companyName", sum(i."amountCents") / 100.0 FROM "Invoice" i JOIN "Account" a ON a."accountId" = i."accountId" GROUP BY a."accountId" ORDER BY 2 DESC LIMIT 5`,
  ],
  [
    "Which accounts have no tickets?",
    `SELECT "companyName" FROM "Account" WHERE "accountId" NOT IN (SELECT "accountId" FROM "Ticket")`,
  ],
  ["How many accounts are there per industry?", `SELECT industry, count(*) FROM "Account" GROUP BY 1`],
  [
    "How long does it take to close a ticket on average?",
    `SELECT avg(extract(epoch from "closedAt" - "openedAt")) / 86400 FROM "Ticket"`,
    {
      or: [
        `SELECT avg(extract(epoch from "closedAt" - "openedAt")) / 3600 FROM "Ticket"`,
        `SELECT avg("closedAt"::date - "openedAt"::date) FROM "Ticket"`,
      ],
    },
  ],
  [
    "Average time to close by priority",
    `SELECT priority, avg(extract(epoch from "closedAt" - "openedAt")) / 86400 FROM "Ticket" GROUP BY 1`,
    {
      or: [
        `SELECT priority, avg(extract(epoch from "closedAt" - "openedAt")) / 3600 FROM "Ticket" GROUP BY 1`,
        `SELECT priority, avg("closedAt"::date - "openedAt"::date) FROM "Ticket" GROUP BY 1`,
      ],
    },
  ],
  [
    "What percentage of tickets are closed?",
    `SELECT 100.0 * count(*) FILTER (WHERE status = 'closed') / count(*) FROM "Ticket"`,
  ],
  [
    "How many subscriptions were cancelled last year?",
    `SELECT count(*) FROM "Subscription" WHERE "cancelDate" BETWEEN '2023-01-01' AND '2023-12-31'`,
  ],
  [
    "Number of active subscriptions by plan",
    `SELECT p."planName", count(*) FROM "Subscription" s JOIN "Plan" p ON p."planId" = s."planId" WHERE s.state = 'active' GROUP BY p."planId"`,
  ],
  [
    "Which plan has the most subscriptions?",
    `SELECT p."planName", count(*) FROM "Subscription" s JOIN "Plan" p ON p."planId" = s."planId" GROUP BY p."planId" ORDER BY 2 DESC LIMIT 1`,
  ],
  ["What is the most expensive plan?", `SELECT "planName" FROM "Plan" ORDER BY "monthlyFeeCents" DESC LIMIT 1`],
  [
    "Plans nobody subscribed to",
    `SELECT "planName" FROM "Plan" WHERE "planId" NOT IN (SELECT "planId" FROM "Subscription")`,
  ],
  ["List the agents in the Billing team", `SELECT "fullName" FROM "Agent" WHERE team = 'Billing'`],
  [
    "Who is the lead of Nina Sato?",
    `SELECT l."fullName" FROM "Agent" a JOIN "Agent" l ON l."agentId" = a."leadId" WHERE a."fullName" = 'Nina Sato'`,
  ],
  [
    "Show every agent with their lead",
    `SELECT a."fullName", l."fullName" FROM "Agent" a LEFT JOIN "Agent" l ON l."agentId" = a."leadId"`,
    { or: [`SELECT a."fullName", l."fullName" FROM "Agent" a JOIN "Agent" l ON l."agentId" = a."leadId"`] },
  ],
  [
    "How many tickets are tagged refund?",
    `SELECT count(*) FROM "TicketTag" tt JOIN "Tag" t ON t."tagId" = tt."tagId" WHERE t.label = 'refund'`,
  ],
  ["Tickets per tag", `SELECT t.label, count(*) FROM "TicketTag" tt JOIN "Tag" t ON t."tagId" = tt."tagId" GROUP BY 1`],
  [
    "Which tags have never been used?",
    `SELECT label FROM "Tag" WHERE "tagId" NOT IN (SELECT "tagId" FROM "TicketTag")`,
  ],
  ["How many tickets have no agent?", `SELECT count(*) FROM "Ticket" WHERE "agentId" IS NULL`],
  [
    "Accounts created in the last 12 months",
    `SELECT "companyName" FROM "Account" WHERE "createdAt" >= '2023-06-15' AND "createdAt" <= '2024-06-15 23:59'`,
  ],
  [
    "Which month had the most tickets?",
    `SELECT to_char("openedAt", 'YYYY-MM'), count(*) FROM "Ticket" GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    { or: [`SELECT to_char("openedAt", 'FMMonth') , count(*) FROM "Ticket" GROUP BY 1 ORDER BY 2 DESC LIMIT 1`] },
  ],
  [
    "Which accounts have more than 8 tickets?",
    `SELECT a."companyName" FROM "Account" a JOIN "Ticket" t ON t."accountId" = a."accountId" GROUP BY a."accountId" HAVING count(*) > 8`,
  ],
  ["Average invoice amount", `SELECT avg("amountCents") / 100.0 FROM "Invoice"`],
  ["Invoices above 400 euros", `SELECT "invoiceId" FROM "Invoice" WHERE "amountCents" > 40000`],
  [
    "Invoices that were paid late",
    `SELECT "invoiceId" FROM "Invoice" WHERE "paidAt"::date > "dueDate"`,
    { or: [`SELECT "invoiceId" FROM "Invoice" WHERE "paidAt" > "dueDate"`] },
  ],
  ["What is the total number of seats sold?", `SELECT sum(seats) FROM "Subscription"`],
  [
    "Seats by plan for active subscriptions",
    `SELECT p."planName", sum(s.seats) FROM "Subscription" s JOIN "Plan" p ON p."planId" = s."planId" WHERE s.state = 'active' GROUP BY p."planId"`,
  ],
  [
    "Tickets from Germany or Austria",
    `SELECT t."ticketId" FROM "Ticket" t JOIN "Account" a ON a."accountId" = t."accountId" WHERE a.country IN ('Germany', 'Austria')`,
  ],
  [
    "How many tickets did accounts outside Germany open in 2024?",
    `SELECT count(*) FROM "Ticket" t JOIN "Account" a ON a."accountId" = t."accountId" WHERE a.country <> 'Germany' AND extract(year from t."openedAt") = 2024`,
  ],
  [
    "What is the most common subject of tickets?",
    `SELECT subject FROM "Ticket" GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  ],
  [
    "On which weekday do we get the most tickets?",
    `SELECT trim(to_char("openedAt", 'Day')), count(*) FROM "Ticket" GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
  ],
  ["Newest 3 accounts", `SELECT "companyName" FROM "Account" ORDER BY "createdAt" DESC LIMIT 3`],
  [
    "Compare ticket numbers of Retail and Education accounts",
    `SELECT a.industry, count(*) FROM "Ticket" t JOIN "Account" a ON a."accountId" = t."accountId" WHERE a.industry IN ('Retail', 'Education') GROUP BY 1`,
  ],
  ["How many deleted accounts are there?", `SELECT count(*) FROM "Account" WHERE "deletedAt" IS NOT NULL`],
  ["Median rating", `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY rating) FROM "Ticket"`],
  ["How many acounts are in France?", `SELECT count(*) FROM "Account" WHERE country = 'France'`],
  [
    "Which agents have handled more tickets than the average agent?",
    `SELECT a."fullName" FROM "Agent" a JOIN "Ticket" t ON t."agentId" = a."agentId" GROUP BY a."agentId" HAVING count(*) > (SELECT avg(n) FROM (SELECT count(*) n FROM "Ticket" WHERE "agentId" IS NOT NULL GROUP BY "agentId") x)`,
  ],
  [
    "Invoiced amount this year compared with last year",
    `SELECT extract(year from "issuedAt"), sum("amountCents") / 100.0 FROM "Invoice" WHERE extract(year from "issuedAt") IN (2023, 2024) GROUP BY 1`,
  ],
];

/** Answering these with a number would be wrong: the data has no such thing. */
export const helpdeskTraps: readonly string[] = [
  "How many tickets per region?",
  "Invoiced amount by sales rep",
  "What is our churn forecast for next quarter?",
  "Average salary of agents",
  "Tickets by chatbot version",
  "How many phone calls did we get?",
  "Invoiced amount by payment method",
  "Which accounts complained about the new pricing?",
];
