import { messageOperations } from "@parley/contract/message";
import { receiptOperations } from "@parley/contract/receipt";
import type { Base, WithFiles } from "@parley/core/environment/context";
import { giveFeedback } from "@parley/core/message/feedback";
import * as Message from "@parley/core/message/message";
import { remove } from "@parley/core/message/remove";
import * as Receipt from "@parley/core/receipt/receipt";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles>();

export const messages = [
  endpoint(messageOperations.get, ({ ctx, params }) => Message.get(ctx, params.chat_id, params.message_id)),
  endpoint(receiptOperations.get, ({ ctx, params }) => Receipt.get(ctx, params.chat_id, params.message_id)),
  endpoint(messageOperations.feedback, ({ ctx, params, body }) => giveFeedback(ctx, params.message_id, body)),
  endpoint(
    messageOperations.remove,
    async ({ ctx, params, member }) => {
      const [found] = await Promise.all([Message.find(ctx, params.chat_id, params.message_id, "question"), member]);
      await remove(ctx, found);
      return { message: "Message deleted successfully" };
    },
    { membership: "beside" },
  ),
];
