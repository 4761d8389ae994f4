import { limits } from "@parley/contract/limits";
import { ConsolePath } from "@parley/contract/session";
import * as Member from "@parley/core/member/member";
import { normalizeEmail } from "@parley/core/member/email";
import * as SessionCode from "@parley/core/session/code";
import { consoleLink } from "@parley/core/session/link";
import * as v from "valibot";
import { type Command, CommandError, organizationOf, organizationOption, UsageError } from "../command.ts";
import { addressOf, addressOption } from "../service.ts";

const MINUTE_S = 60;

export const consoleCommands: Command[] = [
  {
    name: "console link",
    summary: "Print a link that signs a member in to the console, once",
    options: {
      organization: organizationOption,
      email: { help: "The member's e-mail address", required: true },
      path: { help: "Where in the console it leads, as /admin/members; to a new question by default" },
      url: addressOption,
    },
    example: "console link --organization ID --email ada@example.com",
    async run(deployment, given) {
      const path = v.safeParse(v.optional(ConsolePath), given.optional("path"));
      if (!path.success) throw new UsageError("--path is a path of the console, as /admin/members.");
      const ctx = await organizationOf(deployment, given);
      const email = normalizeEmail(given.text("email"));
      const member = (await Member.list(ctx)).find((one) => one.email === email);
      if (!member) throw new UsageError("There is no member with this e-mail address: `member list` shows them.");
      if (!member.active)
        throw new CommandError("MEMBER_DISABLED", "This member is disabled.", {
          hint: "`member enable` lets them in again.",
        });
      const address = await addressOf(given);
      const { code, expires_at } = await SessionCode.createFor(ctx, member.id);
      return { url: consoleLink(address, code, path.output), expires_at };
    },
    hint: async () =>
      `The link works once, within ${limits.session_code_lifetime / MINUTE_S} minutes. Who opens it is that member: send it to nobody else.`,
  },
];
