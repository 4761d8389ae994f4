import type { OrganizationContext } from "@parley/core/environment/context";
import * as Member from "@parley/core/member/member";
import { importCommand } from "./member-import.ts";
import { nextSteps } from "./next-steps.ts";
import { choice, type Command, organizationOf, organizationOption } from "../command.ts";

const idOption = { help: "Id of the member", required: true };

async function shown(ctx: OrganizationContext, member: Member.MemberRecord) {
  const { id, organization_id, email, name, role, active, created_at } = member;
  return { id, organization_id, email, name, role, active, created_at, user_key: await Member.userKey(ctx, id) };
}

const roleOf = (value: string): Member.Role => choice("role", value, ["member", "admin"]);

const change = (
  name: string,
  summary: string,
  apply: (ctx: OrganizationContext, id: string) => Promise<void>,
): Command => ({
  name,
  summary,
  options: { organization: organizationOption, id: idOption },
  example: `${name} --organization ID --id MEMBER_ID`,
  async run(deployment, given) {
    const ctx = await organizationOf(deployment, given);
    await apply(ctx, given.text("id"));
    return shown(ctx, await Member.get(ctx, given.text("id")));
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
      const name = given.optional("name") ?? email.split("@")[0] ?? email;
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
      const members = await Member.list(await organizationOf(deployment, given));
      const wanted = given.optional("search")?.trim().toLowerCase() ?? "";
      const isFound = (text: string): boolean => text.toLowerCase().includes(wanted);
      return members
        .filter(({ email, name }) => isFound(email) || isFound(name))
        .map(({ id, email, name, role, active, created_at }) => ({ id, email, name, role, active, created_at }));
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
  change("member disable", "Disable a member: refused everywhere within 30 s", (ctx, id) =>
    Member.setActive(ctx, id, false),
  ),
  change("member enable", "Let a disabled member in again", (ctx, id) => Member.setActive(ctx, id, true)),
  {
    name: "member role",
    summary: "Make a member an admin, or an admin a member",
    options: { organization: organizationOption, id: idOption, role: { help: "member or admin", required: true } },
    example: "member role --organization ID --id MEMBER_ID --role admin",
    async run(deployment, given) {
      const ctx = await organizationOf(deployment, given);
      await Member.setRole(ctx, given.text("id"), roleOf(given.text("role")));
      return shown(ctx, await Member.get(ctx, given.text("id")));
    },
  },
];
