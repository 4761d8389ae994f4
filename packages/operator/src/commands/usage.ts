import { ORGANIZATION_DAYS } from "@parley/core/ledger/day";
import { statement } from "@parley/core/ledger/organization";
import { type DailyUse, memberUse, organizationUse } from "@parley/core/ledger/usage";
import * as Member from "@parley/core/member/member";
import { type Command, organizationOf, organizationOption, UsageError, wholeNumber } from "../command.ts";

const DAYS = 7;

type Amounts = Omit<DailyUse, "day">;
const isUsed = ({ day: _day, ...amounts }: DailyUse): boolean => Object.values(amounts).some((amount) => amount > 0);

const rounded = (use: DailyUse) => ({
  ...use,
  dollars: Math.round(use.dollars * 100) / 100,
  sql_seconds: Math.round(use.sql_seconds * 10) / 10,
});

/** The limits of a day, of the organization as a whole or of each of its members. */
function limitsFor(limits: Awaited<ReturnType<typeof statement>>["limits"], prefix: "" | "member_") {
  const of = (name: keyof Amounts): number | null => limits[`${prefix}${name}_per_day`].limit;
  return {
    model_calls: of("model_calls"),
    tokens: of("tokens"),
    dollars: of("dollars"),
    sql_seconds: of("sql_seconds"),
    upload_bytes: of("upload_bytes"),
    audio_bytes: of("audio_bytes"),
  };
}

const inWords = (limits: Record<keyof Amounts, number | null>) =>
  Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit ?? "no limit"]));

/** What was used day by day, beside what may be. */
export const usageCommand: Command = {
  name: "usage",
  summary: "Show what an organization used each day (UTC), and its members today and yesterday, against their limits",
  options: {
    organization: organizationOption,
    days: { help: `Days to look back, 1 to ${ORGANIZATION_DAYS}; ${DAYS} by default` },
    member: { help: "Id of a member; every member that used something by default" },
  },
  example: "usage --organization ID --days 30",
  async run(deployment, given) {
    const days = wholeNumber(given, "days", DAYS);
    if (days < 1 || days > ORGANIZATION_DAYS) throw new UsageError(`--days takes 1 to ${ORGANIZATION_DAYS}`);
    const ctx = await organizationOf(deployment, given);
    const id = given.optional("member");
    const members = id === undefined ? await Member.list(ctx) : [await Member.get(ctx, id)];
    const [{ limits }, used, ofMembers] = await Promise.all([
      statement(ctx),
      organizationUse(ctx, days),
      memberUse(ctx, members),
    ]);
    const people = members.flatMap(({ id: member_id, email }, index) =>
      (ofMembers[index] ?? []).filter(isUsed).map((use) => ({ member_id, email, ...use })),
    );
    const [whole, each] = [limitsFor(limits, ""), limitsFor(limits, "member_")];
    if (given.json) return { limits: { organization: whole, each_member: each }, organization: used, members: people };
    return [
      { who: "limit of the organization", day: "a day", ...inWords(whole) },
      ...used.map((use) => ({ who: "organization", ...rounded(use) })),
      { who: "limit of each member", day: "a day", ...inWords(each) },
      ...people.map(({ member_id: _id, email, ...use }) => ({ who: email, ...rounded(use) })),
    ];
  },
};
