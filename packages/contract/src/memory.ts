import * as v from "valibot";
import { text, Timestamp } from "./fields.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";

/** A memory as creating and updating return it. */
export const Memory = v.object({
  id: v.string(),
  organization_id: v.string(),
  member_id: v.string(),
  content: v.string(),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Memory = v.InferOutput<typeof Memory>;

export const MemoryTier = v.picklist(["core", "extended"]);

/** A memory with its place in the display order (D44), as lists and reordering return it. */
export const OrderedMemory = v.object({
  ...Memory.entries,
  idx: v.pipe(v.number(), v.integer()),
  tier: MemoryTier,
});
export type OrderedMemory = v.InferOutput<typeof OrderedMemory>;

const content = text(1, limits.memory_characters);
const MemoryList = v.object({ user_memories: v.array(OrderedMemory) });
const Deleted = v.object({ message: v.string() });
const MemberQuery = v.object({ member_id: v.string() });

export const MemoryUpdate = v.object({ content });

export const memoryOperations = {
  list: operation({
    id: "memory.list",
    method: "GET",
    path: "/v1/user-memories",
    group: "memories",
    summary: "List the caller's memories in display order",
    access: "member",
    reply: MemoryList,
    status: 200,
    errors: [],
  }),
  create: operation({
    id: "memory.create",
    method: "POST",
    path: "/v1/user-memories",
    group: "memories",
    summary: "Add a memory to the end of the caller's list",
    access: "member",
    body: MemoryUpdate,
    reply: Memory,
    status: 200,
    errors: ["MEMORY_LIMIT"],
  }),
  update: operation({
    id: "memory.update",
    method: "PATCH",
    path: "/v1/user-memories/{memory_id}",
    group: "memories",
    summary: "Replace the content of one of the caller's memories",
    access: "member",
    body: MemoryUpdate,
    reply: Memory,
    status: 200,
    errors: ["MEMORY_NOT_FOUND"],
  }),
  remove: operation({
    id: "memory.remove",
    method: "DELETE",
    path: "/v1/user-memories/{memory_id}",
    group: "memories",
    summary: "Delete one of the caller's memories",
    access: "member",
    reply: Deleted,
    status: 200,
    errors: ["MEMORY_NOT_FOUND"],
  }),
  reorder: operation({
    id: "memory.reorder",
    method: "POST",
    path: "/v1/user-memories/reorder",
    group: "memories",
    summary: "Put the caller's memories into a new order",
    access: "member",
    body: v.object({ memory_ids: v.array(v.string()) }),
    reply: MemoryList,
    status: 200,
    errors: ["MEMORY_ORDER_MISMATCH"],
  }),
};

export const adminMemoryOperations = {
  list: operation({
    id: "admin_memory.list",
    method: "GET",
    path: "/v1/admin/user-memories",
    group: "memories",
    summary: "List a member's memories in display order",
    access: "admin",
    query: MemberQuery,
    reply: MemoryList,
    status: 200,
    errors: ["MEMBER_NOT_FOUND"],
  }),
  create: operation({
    id: "admin_memory.create",
    method: "POST",
    path: "/v1/admin/user-memories",
    group: "memories",
    summary: "Add a memory to the end of a member's list",
    access: "admin",
    body: v.object({ member_id: v.string(), content }),
    reply: Memory,
    status: 200,
    errors: ["MEMBER_NOT_FOUND", "MEMORY_LIMIT"],
  }),
  update: operation({
    id: "admin_memory.update",
    method: "PATCH",
    path: "/v1/admin/user-memories/{memory_id}",
    group: "memories",
    summary: "Replace the content of a member's memory",
    access: "admin",
    query: MemberQuery,
    body: MemoryUpdate,
    reply: Memory,
    status: 200,
    errors: ["MEMORY_NOT_FOUND"],
  }),
  remove: operation({
    id: "admin_memory.remove",
    method: "DELETE",
    path: "/v1/admin/user-memories/{memory_id}",
    group: "memories",
    summary: "Delete a member's memory",
    access: "admin",
    query: MemberQuery,
    reply: Deleted,
    status: 200,
    errors: ["MEMORY_NOT_FOUND"],
  }),
  reorder: operation({
    id: "admin_memory.reorder",
    method: "POST",
    path: "/v1/admin/user-memories/reorder",
    group: "memories",
    summary: "Put a member's memories into a new order",
    access: "admin",
    body: v.object({ member_id: v.string(), memory_ids: v.array(v.string()) }),
    reply: MemoryList,
    status: 200,
    errors: ["MEMBER_NOT_FOUND", "MEMORY_ORDER_MISMATCH"],
  }),
};
