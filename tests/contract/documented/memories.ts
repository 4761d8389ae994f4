import { addressOf, type DrivesOf } from "./kit.ts";

const isAdmin = true;
const idsOf = (memories: { id: string }[]) => memories.map(({ id }) => id);

/** Changes or removes a memory that an administrator has made for a member. */
const onMembersMemory: DrivesOf = ({ stage, operation, fails, unknown }) => {
  const { world, tenant, fresh } = stage;
  const body = operation.body && { content: "C" };
  return [
    fails("MEMORY_NOT_FOUND", body, { at: `${unknown}?member_id=${tenant.member.id}`, isAdmin }),
    {
      async send() {
        const token = await fresh(isAdmin);
        const made = await world.call("POST /v1/admin/user-memories", {
          token,
          body: { member_id: tenant.member.id, content: "C" },
        });
        const path = addressOf(operation, { memory_id: made.body.id });
        return world.call(`${operation.method} ${path}?member_id=${tenant.member.id}`, {
          token,
          ...(body && { body }),
        });
      },
    },
  ];
};

export const memoryDrives: Record<string, DrivesOf> = {
  "memory.create": ({ works, overLimit }) => [works({ content: "C" }), overLimit("MEMORY_LIMIT", () => ({}))],
  "memory.update": ({ works, fails, unknown }) => [
    works({ content: "C" }),
    fails("MEMORY_NOT_FOUND", { content: "C" }, { at: unknown }),
  ],
  "memory.reorder": ({ stage: { world, fresh }, request, fails }) => [
    {
      async send() {
        const token = await fresh();
        const { body } = await world.call("GET /v1/user-memories", { token });
        return world.call(request, { token, body: { memory_ids: idsOf(body.user_memories) } });
      },
    },
    fails("MEMORY_ORDER_MISMATCH", { memory_ids: [] }),
  ],

  "admin_memory.list": ({ stage: { tenant }, request, works, fails }) => [
    works(undefined, { at: `${request}?member_id=${tenant.member.id}`, isAdmin }),
    fails("MEMBER_NOT_FOUND", undefined, { at: `${request}?member_id=x`, isAdmin }),
  ],
  "admin_memory.create": ({ stage: { tenant }, works, fails, overLimit }) => [
    works({ member_id: tenant.other.id, content: "C" }, { isAdmin }),
    fails("MEMBER_NOT_FOUND", { member_id: "x", content: "C" }, { isAdmin }),
    overLimit("MEMORY_LIMIT", ({ other }) => ({ member_id: other.id })),
  ],
  "admin_memory.update": onMembersMemory,
  "admin_memory.remove": onMembersMemory,
  "admin_memory.reorder": ({ stage: { world, tenant, fresh }, request, fails }) => [
    {
      async send() {
        const token = await fresh(isAdmin);
        const { body } = await world.call(`GET /v1/admin/user-memories?member_id=${tenant.member.id}`, { token });
        const memory_ids = idsOf(body.user_memories);
        return world.call(request, { token, body: { member_id: tenant.member.id, memory_ids } });
      },
    },
    fails("MEMBER_NOT_FOUND", { member_id: "x", memory_ids: [] }, { isAdmin }),
    fails("MEMORY_ORDER_MISMATCH", { member_id: tenant.member.id, memory_ids: ["x"] }, { isAdmin }),
  ],

  "rule.create": ({ works, overLimit }) => [works({ content: "C" }, { isAdmin }), overLimit("RULE_LIMIT", () => ({}))],
  "rule.update": ({ works, fails, unknown }) => [
    works({ content: "C" }, { isAdmin }),
    fails("RULE_NOT_FOUND", { content: "C" }, { at: unknown, isAdmin }),
  ],
};
