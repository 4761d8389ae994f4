import { turnOperations } from "@parley/contract/turn";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import { accept } from "@parley/core/turn/accept";
import { enqueue } from "@parley/core/wake/enqueue";
import { durableSubmission } from "@parley/core/turn/submission";
import * as Turn from "@parley/core/turn/turn";
import { endpointsWith } from "./endpoint.ts";
import { HttpResponse } from "./http-message.ts";

const endpoint = endpointsWith<Base & WithFiles & WithQueue>();

export const turns = [
  endpoint(
    turnOperations.create,
    async ({ ctx, params, body, member }) => {
      const submission = durableSubmission(params.agent_id, params.chat_id, body);
      const { turn, replayed } = await accept({ ...ctx, admitted: member }, submission);
      if (!replayed) await enqueue(ctx.queue, turn);
      return Turn.presentTurn(turn);
    },
    { membership: "beside" },
  ),
  endpoint(turnOperations.get, async ({ ctx, params, query, member }) => {
    const turn = await Turn.get({ ...ctx, admitted: member }, params, query.wait);
    return turn.status === "in_progress" ? HttpResponse.json(turn, { headers: { "retry-after": "1" } }) : turn;
  }),
  endpoint(turnOperations.cancel, ({ ctx, params }) => Turn.cancel(ctx, params)),
];
