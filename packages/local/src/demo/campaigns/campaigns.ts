import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Day, type Span, dayOf, isoDay, spanBefore } from "../calendar.ts";
import { type Dataset, type Row, euros } from "../dataset.ts";
import { present, randomFor } from "../random.ts";
import { writeSqlite } from "../sqlite-file.ts";

const SCHEMA = `
CREATE TABLE campaigns (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  channel TEXT NOT NULL,
  started_on DATE NOT NULL,
  ended_on DATE NOT NULL CHECK (ended_on >= started_on),
  budget NUMERIC NOT NULL CHECK (budget > 0)
);
CREATE TABLE ads (
  id INTEGER PRIMARY KEY,
  campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
  headline TEXT NOT NULL,
  format TEXT NOT NULL CHECK (format IN ('image', 'video', 'text'))
);
CREATE TABLE daily_spend (
  id INTEGER PRIMARY KEY,
  ad_id INTEGER NOT NULL REFERENCES ads (id),
  day DATE NOT NULL,
  impressions INTEGER NOT NULL CHECK (impressions >= 0),
  clicks INTEGER NOT NULL CHECK (clicks <= impressions),
  cost NUMERIC NOT NULL CHECK (cost >= 0),
  UNIQUE (ad_id, day)
);
CREATE TABLE leads (
  id INTEGER PRIMARY KEY,
  campaign_id INTEGER NOT NULL REFERENCES campaigns (id),
  created_on DATE NOT NULL,
  country TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('new', 'qualified', 'won', 'lost')),
  value NUMERIC NOT NULL CHECK (value >= 0)
);
`;

const FINISH = `
CREATE INDEX ads_campaign ON ads (campaign_id);
CREATE INDEX daily_spend_day ON daily_spend (day);
CREATE INDEX leads_campaign ON leads (campaign_id);
`;

/** Four themes a year, on the channels that suit them: month and day of the start, length in days. */
const THEMES = [
  { theme: "New Desk, New Year", channel: "search", month: 1, date: 8, days: 35 },
  { theme: "Spring Refresh", channel: "social", month: 4, date: 2, days: 42 },
  { theme: "Back to the Office", channel: "display", month: 9, date: 1, days: 30 },
  { theme: "Gifts for the Home", channel: "email", month: 11, date: 10, days: 44 },
] as const;
const HEADLINES = ["Made for your room", "Small things, big comfort", "Up to 15 % off this week"] as const;
const FORMATS = ["image", "video", "text"] as const;

/** So long after a campaign every lead is won, lost or still being talked to. */
const SETTLING_DAYS = 30;

type Campaign = { id: number; name: string; channel: string; started: Day; ended: Day; budget: number };
type Ad = { id: number; campaign: Campaign; headline: string; format: string };

/** Quillmere Home's marketing: every campaign that started before the anchor, with what its ads cost and brought each day. */
export function makeCampaigns(anchor: Date): Dataset {
  const span = spanBefore(anchor);
  const campaigns = campaignsOf(span);
  const ads = campaigns.flatMap((campaign) =>
    HEADLINES.map((headline, at) => ({ campaign, headline, format: present(FORMATS[at]) })),
  );
  const numbered = ads.map((ad, index) => ({ ...ad, id: index + 1 }));
  const rows: Record<string, Row[]> = {
    campaigns: campaigns.map(({ id, name, channel, started, ended, budget }) => ({
      id,
      name,
      channel,
      started_on: isoDay(started),
      ended_on: isoDay(ended),
      budget: euros(budget),
    })),
    ads: numbered.map(({ id, campaign, headline, format }) => ({ id, campaign_id: campaign.id, headline, format })),
    daily_spend: withIds(numbered.flatMap((ad) => spendOf(ad, span))),
    leads: withIds(campaigns.flatMap((campaign) => leadsOf(campaign, span))),
  };
  return { schema: SCHEMA, tables: Object.entries(rows).map(([name, each]) => ({ name, rows: each })), finish: FINISH };
}

/** The campaigns as the bytes of a SQLite file; the same anchor date gives the same bytes. */
export function campaignsFile(anchor: Date): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "campaigns-"));
  const file = join(folder, "campaigns.sqlite");
  try {
    writeSqlite(file, makeCampaigns(anchor));
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function campaignsOf(span: Span): Campaign[] {
  const years = [3, 2, 1, 0].map((ago) => span.year - ago);
  return years
    .flatMap((year) =>
      THEMES.map(({ theme, channel, month, date, days }) => {
        const started = dayOf(year, month, date);
        const random = randomFor("campaign", theme, year);
        return {
          name: `${theme} ${year}`,
          channel,
          started,
          ended: started + days - 1,
          budget: 100_000 * random.int(6, 24),
        };
      }),
    )
    .filter(({ started }) => started <= span.end)
    .map((campaign, index) => ({ ...campaign, id: index + 1 }));
}

function spendOf(ad: Ad, span: Span): Row[] {
  const { started, ended, budget } = ad.campaign;
  const length = ended - started + 1;
  return Array.from({ length: Math.min(ended, span.end) - started + 1 }, (_, at) => {
    const random = randomFor("spend", ad.campaign.name, ad.headline, at);
    // A third of the budget for each ad, never quite all of it.
    const cost = Math.floor(((budget / HEADLINES.length / length) * random.int(60, 99)) / 100);
    const clicks = Math.floor(cost / random.int(35, 95));
    return {
      ad_id: ad.id,
      day: isoDay(started + at),
      impressions: clicks * random.int(25, 90),
      clicks,
      cost: euros(cost),
    };
  });
}

function leadsOf(campaign: Campaign, span: Span): Row[] {
  return Array.from({ length: Math.min(campaign.ended, span.end) - campaign.started + 1 }, (_, at) => at).flatMap(
    (at) => {
      const random = randomFor("leads", campaign.name, at);
      const isSettled = campaign.ended + SETTLING_DAYS <= span.end;
      return Array.from({ length: random.about(2.3) }, () => {
        const outcome = random.weighted([
          ["won", 22],
          ["lost", 48],
          ["qualified", 20],
          ["new", 10],
        ]);
        const value = 500 * random.int(8, 240);
        return {
          campaign_id: campaign.id,
          created_on: isoDay(campaign.started + at),
          country: random.weighted([
            ["Germany", 4],
            ["France", 3],
            ["Sweden", 2],
            ["Spain", 2],
            ["Italy", 2],
            ["Poland", 1],
          ]),
          status: isSettled ? (outcome === "new" ? "lost" : outcome) : outcome === "won" ? "qualified" : outcome,
          value: euros(value),
        };
      });
    },
  );
}

function withIds(rows: readonly Row[]): Row[] {
  return rows.map((row, index) => ({ id: index + 1, ...row }));
}
