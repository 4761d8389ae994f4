import { chatOperations } from "@parley/contract/chat";
import { LogPlace } from "@parley/contract/fields";
import { messageEditOperations } from "@parley/contract/message";
import { turnReplayOperations } from "@parley/contract/turn";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import { fail } from "@parley/core/failure/failure";
import { hold } from "@parley/core/ledger/held";
import { find as findMessage } from "@parley/core/message/message";
import { log } from "@parley/core/observe/log";
import { accept } from "@parley/core/turn/accept";
import type { Answerer } from "@parley/core/answer/answer";
import { beginEdit } from "@parley/core/turn/edit";
import { follow } from "@parley/core/turn/follow";
import type { Watcher } from "@parley/core/turn/delivery";
import { askFor } from "@parley/core/turn/question";
import { run } from "@parley/core/turn/run";
import { interactiveSubmission, type Submission } from "@parley/core/turn/submission";
import * as Turn from "@parley/core/turn/turn";
import { errorData } from "@parley/core/failure/visible-error";
import * as v from "valibot";
import { endpointsWith } from "./endpoint.ts";
import { Invalid, problem } from "./invalid.ts";
import { isShownOnStreams, sseLines, sseResponse } from "./sse.ts";

/** Milliseconds that a replay may take after its turn's deadline, or, once the turn has ended, in all: it reads a log. */
const REPLAY_TAIL_MS = 60_000;

const endpoint = endpointsWith<Base & WithFiles & WithQueue>();

type StreamContext = Parameters<typeof accept>[0];

/** Accepts a submission of a streamed route, and responds with the turn's events while it runs here. Throws what `accept` throws. */
async function streamTurn(ctx: StreamContext, submission: Submission, answer: Answerer): Promise<Response> {
  const worker = ctx.ids.next();
  const { turn } = await accept(ctx, submission, { worker });
  // The work is the turn, which goes on when its reader has gone.
  return sseResponse(async ({ write }) => {
    try {
      const watcher: Watcher = async ({ seq, event }) => {
        if (isShownOnStreams(event)) write(sseLines(event, seq));
      };
      await run(ctx, { turn, worker, ask: askFor(ctx, turn), answer, watcher });
    } catch (error) {
      // The turn could not be settled: its lease expires, and whoever meets it then settles it.
      log("error", "a streamed turn was left unsettled", { turn_id: turn.turn_id, debug_id: turn.turn_id }, error);
      write(sseLines({ event: "error", data: errorData("INTERNAL", "Internal server error", turn.turn_id) }));
    }
  });
}

/** The streamed routes and the replay of a turn's events. `answer` answers the question. */
export const stream = (answer: Answerer) => [
  endpoint(
    chatOperations.stream,
    ({ ctx, body, member }) => {
      if (!body.chat_id) fail("MISSING_CHAT_ID");
      const submission = interactiveSubmission("stream", body.chat_id, body);
      return streamTurn({ ...ctx, admitted: member }, submission, answer);
    },
    { membership: "beside" },
  ),

  endpoint(
    messageEditOperations.edit,
    async ({ ctx, params, body, member }) => {
      // The turn that runs is stopped only for a caller who is admitted.
      const [found] = await Promise.all([findMessage(ctx, params.chat_id, params.message_id), member]);
      const { content, integration_id = null } = body;
      const { submission, chat } = await beginEdit(ctx, found, { route: "stream", content, integration_id });
      return streamTurn({ ...ctx, ...(chat && { chat }) }, submission, answer);
    },
    { membership: "beside" },
  ),

  endpoint(turnReplayOperations.events, async ({ ctx, params, query, request, member }) => {
    const lastEventId = placeOf(request.headers.get("last-event-id"));
    const turn = await Turn.readable(ctx, params);
    await member;
    const free = await hold(ctx, "replays", Math.max(turn.deadline, ctx.clock.now()) + REPLAY_TAIL_MS);
    // A client that lost its connection requests the same address, with the place that it has reached in the header.
    const after = Math.max(query.starting_after ?? 0, lastEventId ?? 0);
    return sseResponse(async ({ write, unread }) => {
      try {
        for await (const { seq, event } of follow(ctx, turn, after, unread)) {
          if (isShownOnStreams(event)) write(sseLines(event, seq));
        }
      } finally {
        await free();
      }
    });
  }),
];

const lastEventIds = v.object({ "last-event-id": LogPlace });

/** The place that `Last-Event-ID` names. Throws `Invalid` if it is not a place (D5). */
function placeOf(header: string | null): number | undefined {
  if (header === null || header === "") return undefined;
  const parsed = v.safeParse(lastEventIds, { "last-event-id": header }, { abortPipeEarly: true });
  if (!parsed.success) throw new Invalid([problem(parsed.issues[0], ["header"])]);
  return parsed.output["last-event-id"];
}
