import { LogPlace } from "@parley/contract/fields";
import { turnReplayOperations } from "@parley/contract/turn";
import type { Base, MemberContext, WithQueue } from "@parley/core/environment/context";
import { follow, type FollowedEvent } from "@parley/core/turn/follow-events";
import type { TurnRecord } from "@parley/core/turn/record";
import { holdReplay } from "@parley/core/turn/replay-places";
import * as Turn from "@parley/core/turn/turn";
import * as v from "valibot";
import { endpointsWith } from "./endpoint.ts";
import type { HttpResponse } from "./http-message.ts";
import { Invalid, problem } from "./validation.ts";
import { eventWriter, sseResponse } from "./sse.ts";

const endpoint = endpointsWith<Base & WithQueue>();

/** Responds with a turn's events, which holds one of the member's places meanwhile. Throws RATE_LIMIT if all are in use. */
export async function eventsResponse(
  ctx: MemberContext,
  turn: TurnRecord,
  events: (unread: AbortSignal) => AsyncGenerator<FollowedEvent>,
  withTools: boolean,
): Promise<HttpResponse> {
  const free = await holdReplay(ctx, turn);
  return sseResponse(async ({ write, unread }) => {
    const show = eventWriter(write, withTools);
    try {
      for await (const event of events(unread)) await show(event);
    } finally {
      await free();
    }
  });
}

/** The events of a turn: from the first one on, or after the place that its reader has reached (D23, D49). */
export const turnEvents = endpoint(turnReplayOperations.events, async ({ ctx, params, query, request, member }) => {
  const lastEventId = placeOf(request.headers.get("last-event-id"));
  const turn = await Turn.readable(ctx, params);
  await member;
  // A client that lost its connection requests the same address, with the place that it has reached in the header.
  const after = Math.max(query.starting_after ?? 0, lastEventId ?? 0);
  return eventsResponse(ctx, turn, (unread) => follow(ctx, turn, after, unread), query.tool_events ?? false);
});

const lastEventIds = v.object({ "last-event-id": LogPlace });

/** The place that `Last-Event-ID` names. Throws `Invalid` if it is not a place (D5). */
function placeOf(header: string | null): number | undefined {
  if (header === null || header === "") return undefined;
  const parsed = v.safeParse(lastEventIds, { "last-event-id": header }, { abortPipeEarly: true });
  if (!parsed.success) throw new Invalid([problem(parsed.issues[0], ["header"])]);
  return parsed.output["last-event-id"];
}
