import { adminMemoryOperations } from "@parley/contract/memory";
import type { MemberContext } from "@parley/core/environment/context";
import * as Member from "@parley/core/member/member";
import * as Memory from "@parley/core/memory/memory";
import { endpoint } from "./endpoint.ts";

/** The context of a member of the admin's own organization: another organization's member is not in it. */
const ownedBy = (ctx: MemberContext, memberId: string): MemberContext => ({
  ...ctx,
  actor: { organization_id: ctx.actor.organization_id, member_id: memberId },
});

export const adminMemories = [
  endpoint(adminMemoryOperations.list, async ({ ctx, query }) => {
    const owner = await Member.get(ctx, query.member_id);
    return { user_memories: await Memory.list(ownedBy(ctx, owner.id)) };
  }),
  endpoint(adminMemoryOperations.create, async ({ ctx, body }) => {
    const owner = await Member.get(ctx, body.member_id);
    return Memory.create(ownedBy(ctx, owner.id), body.content);
  }),
  // If the request names a memory, an unknown member does not have it: 404.
  endpoint(adminMemoryOperations.update, ({ ctx, params, query, body }) =>
    Memory.update(ownedBy(ctx, query.member_id), params.memory_id, body.content),
  ),
  endpoint(adminMemoryOperations.remove, async ({ ctx, params, query }) => {
    await Memory.remove(ownedBy(ctx, query.member_id), params.memory_id);
    return { message: "User memory deleted successfully" };
  }),
  endpoint(adminMemoryOperations.reorder, async ({ ctx, body }) => {
    const owner = await Member.get(ctx, body.member_id);
    return { user_memories: await Memory.reorder(ownedBy(ctx, owner.id), body.memory_ids) };
  }),
];
