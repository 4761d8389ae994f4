import { dayOf, isoDay, isoTime, weekdayOf } from "@parley/local/demo/calendar";
import { type Dataset, euros, type Row } from "@parley/local/demo/dataset";
import { present, randomFor } from "@parley/local/demo/random";
import { people } from "../people.ts";
import { SCHEMA } from "./schema.ts";

const FIRST_DAY = dayOf(2023, 3, 1);
const TODAY = dayOf(2025, 11, 19);
const ACCOUNTS = 90;

const PLANS = [
  ["Free", 0, 0, 2, 1],
  ["Starter", 29, 0, 5, 20],
  ["Growth", 99, 150, 15, 100],
  ["Scale", 349, 500, 60, 1000],
] as const;
const TEAMS = [
  ["Sales", "Account Manager", 4],
  ["Support", "Support Agent", 6],
  ["Engineering", "Developer", 7],
] as const;
const FEATURES = [
  ["Dashboards", "Reporting", 2023, 4],
  ["Scheduled Reports", "Reporting", 2024, 2],
  ["Form Builder", "Data entry", 2023, 6],
  ["Bulk Import", "Data entry", 2024, 9],
  ["Single Sign-On", "Security", 2025, 1],
  ["Audit Log", "Security", 2025, 6],
] as const;
const FRONT =
  "Amber,Birch,Cedar,Delta,Ember,Fjord,Grove,Harbor,Indigo,Jade,Keel,Lumen,Maple,North,Onyx,Pebble,Quill,Raven".split(
    ",",
  );
const BACK = ["Studio", "Logistics", "Clinic", "Foods", "Systems"] as const;

/** The software company's database: a few thousand rows, the same on every machine. */
export function makeSoftware(): Dataset {
  const accounts = accountRows();
  const users = userRows(accounts);
  const tables: readonly (readonly [string, readonly Row[]])[] = [
    ["team_members", teamRows()],
    ["plans", planRows()],
    ["accounts", accounts],
    ["subscriptions", subscriptionRows(accounts)],
    ["invoices", invoiceRows(accounts)],
    ["users", users],
    ["tickets", ticketRows(users)],
    ["features", FEATURES.map(([name, area, year, month], at) => featureRow(at, { name, area, year, month }))],
    ["feature_uses", useRows(users)],
  ];
  return { schema: SCHEMA, tables: tables.map(([name, rows]) => ({ name, rows })), finish: "" };
}

const featureRow = (
  at: number,
  { name, area, year, month }: { name: string; area: string; year: number; month: number },
): Row => ({ id: at + 1, name, area, released_on: isoDay(dayOf(year, month, 10)) });

const planRows = (): Row[] =>
  PLANS.map(([name, monthly_price, setup_fee, seats_included, storage_gb], at) => ({
    id: at + 1,
    name,
    monthly_price,
    setup_fee,
    seats_included,
    storage_gb,
  }));

function teamRows(): Row[] {
  const random = randomFor("software", "team");
  const posts = TEAMS.flatMap(([team, title, size]) =>
    Array.from({ length: size }, (_, at) => ({ team, title: at === 0 ? `Head of ${team}` : title, isHead: at === 0 })),
  );
  const names = people("software team", posts.length + 1);
  const all = [{ team: "Management", title: "Managing Director", isHead: false }, ...posts];
  return all.map(({ team, title, isHead }, at) => {
    const head = all.findIndex((one) => one.team === team && one.isHead);
    return {
      id: at + 1,
      full_name: present(names[at]),
      team,
      job_title: title,
      manager_id: at === 0 ? null : isHead ? 1 : head + 1,
      start_date: isoDay(FIRST_DAY + random.int(-200, 900)),
      salary: (isHead || at === 0 ? 78_000 : 44_000) + 500 * random.int(0, 24),
    };
  });
}

function accountRows(): Row[] {
  const random = randomFor("software", "accounts");
  const names = FRONT.flatMap((front) => BACK.map((back) => `${front} ${back}`));
  return names.slice(0, ACCOUNTS).map((company_name, at) => ({
    id: at + 1,
    company_name,
    country: random.weighted([
      ["Germany", 4],
      ["Ireland", 2],
      ["Spain", 2],
      ["Norway", 1],
    ]),
    industry: random.pick(["Healthcare", "Retail", "Manufacturing", "Education"]),
    employees: random.int(4, 600),
    signed_up_on: isoDay(FIRST_DAY + 10 * at + random.int(0, 9)),
    account_manager_id: random.int(2, 5),
    referred_by_id: at > 5 && random.chance(0.25) ? random.int(1, at) : null,
  }));
}

const dayIn = (row: Row, column: string): number => Date.parse(String(row[column])) / 86_400_000;

function subscriptionRows(accounts: readonly Row[]): Row[] {
  const random = randomFor("software", "subscriptions");
  return accounts.map((account, at) => {
    const started = dayIn(account, "signed_up_on") + 14;
    const plan = random.weighted([
      [1, 2],
      [2, 5],
      [3, 4],
      [4, 1],
    ] as const);
    const isCancelled = started + 60 < TODAY && random.chance(0.25);
    const status = isCancelled ? "cancelled" : started > TODAY - 20 ? "trial" : "active";
    const reasons = ["Too expensive", "Missing features", "Closed down", "Switched to a competitor"] as const;
    return {
      id: at + 1,
      account_id: present(account["id"]),
      plan_id: plan,
      started_on: isoDay(started),
      cancelled_on: isCancelled ? isoDay(Math.min(TODAY, started + random.int(60, 600))) : null,
      cancel_reason: isCancelled ? random.pick(reasons) : null,
      seats: random.int(1, 5) * present(PLANS[plan - 1])[3],
      billing: random.chance(0.3) ? "yearly" : "monthly",
      status,
      mrr: status === "active" ? present(PLANS[plan - 1])[1] : 0,
    };
  });
}

function invoiceRows(accounts: readonly Row[]): Row[] {
  const random = randomFor("software", "invoices");
  const rows: Row[] = [];
  for (const account of accounts.slice(0, ACCOUNTS - 6)) {
    const net = random.pick([2900, 2900, 9900, 34_900]);
    for (let day = dayIn(account, "signed_up_on") + 14; day <= TODAY; day += 60) {
      const paid = day + random.int(1, 45);
      rows.push({
        id: rows.length + 1,
        invoice_no: `R-${20_000 + rows.length}`,
        account_id: present(account["id"]),
        issued_on: isoDay(day),
        due_on: isoDay(day + 30),
        paid_on: paid <= TODAY && random.chance(0.95) ? isoDay(paid) : null,
        net_amount: euros(net * 2),
        tax_amount: euros(Math.round(net * 2 * 0.19)),
      });
    }
  }
  return rows;
}

function userRows(accounts: readonly Row[]): Row[] {
  const random = randomFor("software", "users");
  const names = people("software users", 400);
  return accounts
    .flatMap((account) =>
      Array.from({ length: random.int(1, 6) }, (_, at) => ({
        account,
        role: at === 0 ? "owner" : random.pick(["admin", "member", "member"]),
      })),
    )
    .map(({ account, role }, at) => {
      const created = Math.min(TODAY, dayIn(account, "signed_up_on") + random.int(0, 100));
      return {
        id: at + 1,
        account_id: present(account["id"]),
        full_name: present(names[at]),
        role,
        created_on: isoDay(created),
        last_login_on: random.chance(0.9) ? isoDay(random.int(created, TODAY)) : null,
        two_factor: random.chance(0.4),
      };
    });
}

function ticketRows(users: readonly Row[]): Row[] {
  const random = randomFor("software", "tickets");
  const rows: Row[] = [];
  for (let day = dayOf(2024, 1, 2); day <= TODAY; day++) {
    if (weekdayOf(day) > 5 || random.chance(0.3)) continue;
    const asker = random.pick(users.filter((user) => dayIn(user, "created_on") <= day));
    const opened = 60 * random.int(8 * 60, 17 * 60);
    const reply = opened + 60 * random.int(5, 300);
    const isSolved = day < TODAY - 12 || random.chance(0.3);
    rows.push({
      id: rows.length + 1,
      account_id: present(asker["account_id"]),
      opened_by_id: present(asker["id"]),
      assignee_id: random.chance(0.95) ? random.int(6, 11) : null,
      subject: random.pick(["Login fails", "Wrong invoice", "Import is slow", "How do I export?", "Report is empty"]),
      channel: random.pick(["E-mail", "Chat", "Phone"]),
      priority: random.weighted([
        ["normal", 6],
        ["low", 2],
        ["urgent", 2],
      ]),
      status: isSolved ? "solved" : random.pick(["open", "waiting"]),
      opened_at: isoTime(day, opened),
      first_reply_at: isoTime(day, reply),
      solved_at: isSolved ? isoTime(Math.min(TODAY, day + random.int(0, 6)), Math.min(86_000, reply + 600)) : null,
      rating: isSolved && random.chance(0.6) ? random.int(1, 5) : null,
    });
  }
  return rows;
}

function useRows(users: readonly Row[]): Row[] {
  const random = randomFor("software", "uses");
  const rows: Row[] = [];
  for (const user of users)
    for (let left = random.int(0, 12); left > 0; left--) {
      const feature_id = random.int(1, FEATURES.length - 1);
      const [, , year, month] = present(FEATURES[feature_id - 1]);
      const first = Math.max(dayOf(year, month, 10), dayIn(user, "created_on"));
      rows.push({
        id: rows.length + 1,
        user_id: present(user["id"]),
        feature_id,
        used_on: isoDay(random.int(first, TODAY)),
        minutes: random.int(1, 55),
      });
    }
  return rows;
}
