import { chatOperations } from "@parley/contract/chat";
import { messageEditOperations } from "@parley/contract/message";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import { fail } from "@parley/core/failure/failure";
import { find as findMessage } from "@parley/core/message/message";
import { log } from "@parley/core/observe/log";
import { accept } from "@parley/core/turn/accept";
import type { Answerer } from "@parley/core/answer/answer";
import { beginEdit } from "@parley/core/turn/edit";
import { askFor } from "@parley/core/turn/question";
import { repeatedRequest } from "@parley/core/turn/repeated-request";
import { run } from "@parley/core/turn/run";
import { interactiveSubmission, type Submission } from "@parley/core/turn/submission";
import { errorData } from "@parley/core/failure/visible-error";
import { acceptancesFirst } from "./acceptances-first.ts";
import { endpointsWith } from "./endpoint.ts";
import type { HttpResponse } from "./http-message.ts";
import { eventWriter, sseLines, sseResponse } from "./sse.ts";
import { eventsResponse, turnEvents } from "./turn-events.ts";

const endpoint = endpointsWith<Base & WithFiles & WithQueue>();

type StreamContext = Parameters<typeof accept>[0];

interface Streamed {
  answer: Answerer;
  first: ReturnType<typeof acceptancesFirst>;
  /** Whether events of tools are shown, too. */
  withTools: boolean;
}

/**
 * Accepts a submission of a streamed route, and responds with the turn's events while it runs here; where the submission was
 * accepted before, with what that turn says. Throws what `accept` throws, and RATE_LIMIT for too many replays at once.
 */
async function streamTurn(
  ctx: StreamContext,
  submission: Submission,
  { answer, first, withTools }: Streamed,
): Promise<HttpResponse> {
  const worker = ctx.ids.next();
  const { turn, replayed } = await first.during(() => accept(ctx, submission, { worker }));
  if (replayed) return eventsResponse(ctx, turn, (unread) => repeatedRequest(ctx, turn, unread), withTools);
  const ask = async (signal: AbortSignal) => {
    await first.giveWay(ctx.clock, signal);
    return askFor(ctx, turn)(signal);
  };
  // The work is the turn, which goes on when its reader has gone.
  return sseResponse(async ({ write }) => {
    try {
      await run(ctx, { turn, worker, ask, answer, watcher: eventWriter(write, withTools) });
    } catch (error) {
      // The turn could not be settled: its lease expires, and whoever meets it then settles it.
      log("error", "a streamed turn was left unsettled", { turn_id: turn.turn_id, debug_id: turn.turn_id }, error);
      write(sseLines({ event: "error", data: errorData("INTERNAL", "Internal server error", turn.turn_id) }));
    }
  });
}

/** The streamed routes and the events of a turn that is there already. `answer` answers the question. */
export function stream(answer: Answerer) {
  const first = acceptancesFirst();
  return [
    endpoint(
      chatOperations.stream,
      ({ ctx, body, member }) => {
        if (!body.chat_id) fail("MISSING_CHAT_ID");
        const submission = interactiveSubmission("stream", body.chat_id, body);
        const withTools = body.include_tool_events ?? false;
        return streamTurn({ ...ctx, admitted: member }, submission, { answer, first, withTools });
      },
      { membership: "beside" },
    ),

    endpoint(
      messageEditOperations.edit,
      async ({ ctx, params, body, member }) => {
        // The turn that runs is stopped only for a caller who is admitted.
        const [found] = await Promise.all([findMessage(ctx, params.chat_id, params.message_id, "question"), member]);
        const { content, integration_id = null } = body;
        const { submission, chat } = await beginEdit(ctx, found, { route: "stream", content, integration_id });
        return streamTurn({ ...ctx, ...(chat && { chat }) }, submission, { answer, first, withTools: false });
      },
      { membership: "beside" },
    ),

    turnEvents,
  ];
}
