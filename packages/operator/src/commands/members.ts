import { limits } from "@parley/contract/limits";
import type { OrganizationContext } from "@parley/core/environment/context";
import * as Member from "@parley/core/member/member";
import { memberMatcher } from "@parley/core/member/page";
import { boundedText } from "../bounded-text.ts";
import { importCommand } from "./member-import.ts";
import { nextSteps } from "./next-steps.ts";
import { choice, type Command, organizationOf, organizationOption } from "../command.ts";

const idOption = { help: "Id of the member", required: true };

async function shown(ctx: OrganizationContext, member: Member.MemberRecord) {
  const { id, organization_id } = member;
  return { ...Member.presentMember(member), organization_id, user_key: await Member.userKey(ctx, id) };
}

const roleOf = (value: string): Member.Role => choice("role", value, ["member", "admin"]);

/** `member disable` and `member enable`. */
const switching = (name: string, summary: string, active: boolean): Command => ({
  name,
  summary,
  options: { organization: organizationOption, id: idOption },
  example: `${name} --organization ID --id MEMBER_ID`,
  async run(deployment, given) {
    const ctx = await organizationOf(deployment, given);
    return shown(ctx, await Member.update(ctx, given.text("id"), { active }));
  },
});

export const memberCommands: Command[] = [
  {
    name: "member create",
    summary: "Create a member; prints it with its user_key",
    options: {
      organization: organizationOption,
      email: { help: "E-mail address", required: true },
      name: { help: "Name; the address's first part by default" },
      role: { help: "member (default) or admin" },
    },
    example: "member create --organization ID --email ada@example.com --name Ada --role admin",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const email = given.text("email");
      const role = roleOf(given.optional("role") ?? "member");
      const asked = given.optional("name") ?? email.split("@")[0] ?? email;
      const name = boundedText("name", asked, { max: limits.member_name_characters });
      return shown(ctx, await Member.create(ctx, { email, name, role }));
    },
    hint: async (deployment, given) => nextSteps(await organizationOf(deployment, given)),
  },
  importCommand,
  {
    name: "member list",
    summary: "List an organization's members, or those whose name or address has a text in it",
    options: { organization: organizationOption, search: { help: "Part of a name or an e-mail address" } },
    example: "member list --organization ID --search ada",
    async run(deployment, given) {
      const isFound = memberMatcher({ search: given.optional("search") });
      return (await Member.list(await organizationOf(deployment, given))).filter(isFound).map(Member.presentMember);
    },
  },
  {
    name: "member show",
    summary: "Show a member with its user_key",
    options: { organization: organizationOption, id: idOption },
    example: "member show --organization ID --id MEMBER_ID",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      return shown(ctx, await Member.get(ctx, given.text("id")));
    },
  },
  switching("member disable", "Disable a member: refused everywhere within 30 s; the last active admin stays", false),
  switching("member enable", "Let a disabled member in again", true),
  {
    name: "member role",
    summary: "Make a member an admin, or an admin a member; the last active admin stays one",
    options: { organization: organizationOption, id: idOption, role: { help: "member or admin", required: true } },
    example: "member role --organization ID --id MEMBER_ID --role admin",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      const role = roleOf(given.text("role"));
      return shown(ctx, await Member.update(ctx, given.text("id"), { role }));
    },
  },
];
