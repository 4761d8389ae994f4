import { memoryOperations } from "@parley/contract/memory";
import * as Memory from "@parley/core/memory/memory";
import { endpoint } from "./endpoint.ts";

export const memories = [
  endpoint(memoryOperations.list, async ({ ctx }) => ({ user_memories: await Memory.list(ctx) })),
  endpoint(memoryOperations.create, ({ ctx, body }) => Memory.create(ctx, body.content)),
  endpoint(memoryOperations.update, ({ ctx, params, body }) => Memory.update(ctx, params.memory_id, body.content)),
  endpoint(memoryOperations.remove, async ({ ctx, params }) => {
    await Memory.remove(ctx, params.memory_id);
    return { message: "User memory deleted successfully" };
  }),
  endpoint(memoryOperations.reorder, async ({ ctx, body }) => ({
    user_memories: await Memory.reorder(ctx, body.memory_ids),
  })),
];
