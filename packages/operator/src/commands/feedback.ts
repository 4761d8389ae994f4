import { FeedbackValue } from "@parley/contract/message";
import type { OrganizationContext } from "@parley/core/environment/context";
import * as Member from "@parley/core/member/member";
import { type Feedback, feedbackOf } from "@parley/core/message/feedback";
import {
  choice,
  type Command,
  type Given,
  organizationOf,
  organizationOption,
  progress,
  UsageError,
  wholeNumber,
} from "../command.ts";

const DAY = 24 * 60 * 60 * 1000;
const [DAYS, MOST_DAYS] = [30, 366];
const LIMIT = 100;
const PROGRESS_EVERY = 500;
/** Members whose chats are read at once. */
const MEMBERS_AT_ONCE = 4;

interface Wanted {
  members: readonly Member.MemberRecord[];
  /** Milliseconds since 1970. */
  since: number;
  value: FeedbackValue | undefined;
  limit: number;
}

async function wantedOf(ctx: OrganizationContext, given: Given): Promise<Wanted> {
  const days = wholeNumber(given, "days", DAYS);
  if (days < 1 || days > MOST_DAYS) throw new UsageError(`--days takes 1 to ${MOST_DAYS}`);
  const limit = wholeNumber(given, "limit", LIMIT);
  if (limit < 1) throw new UsageError("--limit takes 1 or more");
  const value = given.optional("value");
  const member = given.optional("member");
  return {
    members: member === undefined ? await Member.list(ctx) : [await Member.get(ctx, member)],
    since: ctx.clock.now() - days * DAY,
    value: value === undefined ? undefined : choice("value", value, FeedbackValue.options),
    limit,
  };
}

/** The newest of the feedback, read member by member; `tell` is given how many chats were read. */
async function newest(
  ctx: OrganizationContext,
  { members, since, value, limit }: Wanted,
  tell: (read: number, membersLeft: number) => void,
): Promise<Feedback[]> {
  let found: Feedback[] = [];
  let read = 0;
  const cut = (): Feedback[] => found.toSorted((a, b) => (a.message_id < b.message_id ? 1 : -1)).slice(0, limit);
  const waiting = [...members];
  const next = async (): Promise<void> => {
    for (let member = waiting.shift(); member; member = waiting.shift()) {
      for await (const page of feedbackOf(ctx, member.id, since)) {
        read += page.read;
        tell(read, waiting.length);
        found.push(...page.found.filter(({ feedback }) => value === undefined || feedback === value));
        // What is kept does not grow with what is read.
        if (found.length > 10 * limit) found = cut();
      }
    }
  };
  await Promise.all(Array.from({ length: MEMBERS_AT_ONCE }, next));
  return cut();
}

/** What members thought of their answers. */
export const feedbackCommands: Command[] = [
  {
    name: "feedback list",
    summary: "List the answers that members rated, newest first, with their notes; reads the chats of those days",
    options: {
      organization: organizationOption,
      member: { help: "Id of a member; all of them by default" },
      value: { help: "positive or negative; both by default" },
      days: { help: `Days to look back, 1 to ${MOST_DAYS}; ${DAYS} by default` },
      limit: { help: `Show this many at most; ${LIMIT} by default` },
    },
    example: "feedback list --organization ID --value negative --days 7",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const wanted = await wantedOf(ctx, given);
      let told = 0;
      const found = await newest(ctx, wanted, (read, membersLeft) => {
        if (read - told < PROGRESS_EVERY) return;
        told = read;
        progress(given, `${read} chats read, ${membersLeft} members to go`);
      });
      const addresses = new Map(wanted.members.map(({ id, email }) => [id, email]));
      return found.map(({ member_id, timestamp, feedback, note, chat_id, message_id }) => ({
        timestamp,
        member: addresses.get(member_id) ?? member_id,
        feedback,
        note,
        chat_id,
        message_id,
      }));
    },
  },
];
