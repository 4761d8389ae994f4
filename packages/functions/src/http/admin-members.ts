import { memberOperations } from "@parley/contract/member";
import * as Member from "@parley/core/member/member";
import { page } from "@parley/core/member/page";
import { endpoint } from "./endpoint.ts";

export const adminMembers = [
  endpoint(memberOperations.list, async ({ ctx, query }) => {
    const { members, next_cursor } = await page(ctx, query);
    return { members: members.map(Member.presentMember), next_cursor };
  }),
  endpoint(memberOperations.create, async ({ ctx, body }) => Member.presentMember(await Member.create(ctx, body))),
  endpoint(memberOperations.update, async ({ ctx, params, body }) =>
    Member.presentMember(await Member.update(ctx, params.member_id, body, ctx.actor.member_id)),
  ),
];
