import type { StreamEvent } from "@parley/contract/event";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import { fail } from "@parley/core/failure/failure";
import { log } from "@parley/core/observe/log";
import type { Answerer } from "@parley/core/answer/answer";
import { endReplay, keepReplay, takeReplay } from "@parley/core/socket/replay";
import { type TurnRecord, turnKey } from "@parley/core/turn/record";
import { repeatedRequest } from "@parley/core/turn/repeated-request";
import { holdReplay } from "@parley/core/turn/replay-places";
import { tellEnd } from "@parley/core/turn/tell-end";
import { waitForEnd } from "@parley/core/turn/wait";
import type { SocketTask } from "@parley/core/wake/wake";
import { GoneException } from "@aws-sdk/client-apigatewaymanagementapi";
import { runTurn } from "../worker/run-turn.ts";
import type { WithSockets } from "./environment.ts";
import { errorFrame, type Frame } from "./send-frames.ts";
import { heartbeat } from "./heartbeat.ts";
import { refuseOnceOpen } from "./refusal.ts";

export type TaskEnvironment = Base & WithFiles & WithQueue & WithSockets;

/** A connection that was just accepted may not take frames for a moment: it is tried again after these waits (ms). */
const OPENING = [20, 50, 100, 200, 400, 800, 1600, 3200, 6400];

/** Does what the socket's own function cannot do: what takes long, and what must be sent once the connection is open. */
export async function perform(env: TaskEnvironment, task: SocketTask, answer: Answerer): Promise<void> {
  switch (task.kind) {
    case "turn":
      return streamTurn(env, task, answer);
    case "replay":
      return replayTurn(env, task);
    case "welcome":
      return whenOpen(env, () =>
        env.frames.post(task.connection_id, { event: "authenticated", data: { status: "ok" } }),
      );
    case "refuse":
      return whenOpen(env, () => refuseOnceOpen(env, task.connection_id, task.code));
    default:
      task satisfies never;
  }
}

async function whenOpen(env: TaskEnvironment, say: () => Promise<void>): Promise<void> {
  for (const wait of OPENING) {
    try {
      return await say();
    } catch (error) {
      if (!(error instanceof GoneException)) throw error;
      await env.clock.sleep(wait);
    }
  }
}

type TurnTask = Extract<SocketTask, { kind: "turn" | "replay" }>;
type ReplayTask = Extract<SocketTask, { kind: "replay" }>;

/** The connection's one writer while a turn streams, with heartbeats until its end. */
function writerTo(env: TaskEnvironment, task: TurnTask) {
  const ended = new AbortController();
  let posting: Promise<void> = Promise.resolve();
  /** Frames are posted one after the other: API Gateway keeps no order between posts that overlap. */
  const post = (frame: Frame): Promise<void> => {
    const posted = posting.then(() => env.frames.post(task.connection_id, frame));
    posting = posted.catch(() => undefined);
    return posted;
  };
  const beating = task.heartbeat ? heartbeat(env, post, ended.signal) : undefined;
  return {
    post,
    /** Nothing of the turn comes after its end, not even heartbeats. */
    async end() {
      ended.abort();
      await beating;
    },
  };
}

/** Runs a turn for the connection that started it. */
async function streamTurn(env: TaskEnvironment, task: TurnTask, answer: Answerer): Promise<void> {
  const writer = writerTo(env, task);
  try {
    // The opening was sent when the turn was accepted.
    const outcome = await runTurn(env, task, { answer, watcher: watcherOf(task, writer.post), isOpened: true });
    if (outcome === "completed" || outcome === "failed") return;
    await writer.end();
    await tellEnd(env, task, { ifGone: task.connection_id });
  } finally {
    await writer.end();
  }
}

/** Sends a connection what a turn has said and says, from the first event on (D50). */
async function replayTurn(env: TaskEnvironment, task: ReplayTask): Promise<void> {
  const sent = { ...task, worker: env.ids.next() };
  // Invocations may come twice, and after the connection has gone.
  if (!(await takeReplay(env, sent))) return;
  const over = new AbortController();
  const keeping = keepReplay(env, sent, over);
  const writer = writerTo(env, task);
  try {
    await postReplay(env, task, { post: writer.post, over: over.signal });
  } catch (error) {
    if (!(error instanceof GoneException)) await env.frames.tell(task.connection_id, errorFrame(error, env.ids.next()));
  } finally {
    over.abort();
    await Promise.all([keeping, writer.end()]);
    await endReplay(env, sent);
  }
}

/**
 * Posts a turn's events until its end, or until `over` is aborted. Throws GoneException, RATE_LIMIT for too many replays, and
 * CHAT_NOT_FOUND.
 */
async function postReplay(
  env: TaskEnvironment,
  task: ReplayTask,
  { post, over }: { post: (frame: Frame) => Promise<void>; over: AbortSignal },
): Promise<void> {
  const { organization_id, member_id, issued_at, chat_id, turn_id, connection_id, after } = task;
  const ctx = { ...env, actor: { organization_id, member_id, ...(issued_at !== undefined && { issued_at }) } };
  const read = (turnId: string) => env.table.get<TurnRecord>(turnKey(chat_id, turnId), { consistent: true });
  const [turn, before] = await Promise.all([
    read(turn_id),
    after === undefined || after === turn_id ? undefined : read(after),
  ]);
  // Its chat has been deleted since.
  if (!turn) fail("CHAT_NOT_FOUND");
  if (before) await waitForEnd(ctx, before, before.deadline);
  // An end that its connection has not been told is told by the replay, and by nobody else.
  if (turn.connection_id === connection_id && turn.index_pk !== undefined) await tellEnd(env, turn, { silently: true });
  const free = await holdReplay(ctx, turn);
  const show = watcherOf(task, post);
  try {
    for await (const { event } of repeatedRequest(ctx, turn, over)) {
      const isKept = event.event === "message" && (await read(turn_id))?.status === "cancelled";
      const isCancelled = isKept || (event.event === "error" && event.data.code === "TURN_CANCELLED");
      // A turn that was cancelled ends as on every socket.
      await (isCancelled ? post({ event: "interrupted", data: { status: "interrupted" } }) : show({ event }));
    }
  } finally {
    await free();
  }
}

/**
 * Posts a turn's events. A connection that is gone is given up. If a frame could not be delivered for another reason,
 * only the turn's end follows: text with a hole in it would mislead, and the last event has the whole.
 */
function watcherOf(task: TurnTask, post: (frame: Frame) => Promise<void>) {
  let isBehind = false;
  return async ({ event }: { event: StreamEvent }): Promise<void> => {
    const isEnd = event.event === "message" || event.event === "error";
    const isToolEvent = event.event === "tool_call" || event.event === "tool_result";
    if ((isToolEvent && !task.include_tool_events) || (isBehind && !isEnd)) return;
    try {
      await post(event);
    } catch (error) {
      if (error instanceof GoneException) throw error;
      isBehind = true;
      log("warn", "a frame was not delivered", { turn_id: task.turn_id, event: event.event }, error);
    }
  };
}
