import type { Base, WithFiles } from "@parley/core/environment/context";
import { log } from "@parley/core/observe/log";
import type { Answerer } from "@parley/core/answer/answer";
import { tellEnd } from "@parley/core/turn/tell-end";
import type { Watcher } from "@parley/core/turn/delivery";
import type { SocketTask } from "@parley/core/wake/wake";
import { GoneException } from "@aws-sdk/client-apigatewaymanagementapi";
import { runTurn } from "../worker/run-turn.ts";
import type { WithSockets } from "./environment.ts";
import type { Frame } from "./frames.ts";
import { heartbeat } from "./heartbeat.ts";
import { refuseOnceOpen } from "./refusal.ts";

export type TaskEnvironment = Base & WithFiles & WithSockets;

/** A connection that was just accepted may not take frames for a moment: it is tried again after these waits (ms). */
const OPENING = [20, 50, 100, 200, 400, 800, 1600, 3200, 6400];

/** Does what the socket's own function cannot do: what takes long, and what must be sent once the connection is open. */
export async function perform(env: TaskEnvironment, task: SocketTask, answer: Answerer): Promise<void> {
  switch (task.kind) {
    case "turn":
      return streamTurn(env, task, answer);
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

/** Runs a turn for the connection that started it. This is the connection's one writer while the turn streams. */
async function streamTurn(
  env: TaskEnvironment,
  task: Extract<SocketTask, { kind: "turn" }>,
  answer: Answerer,
): Promise<void> {
  const ended = new AbortController();
  let posting: Promise<void> = Promise.resolve();
  /** Frames are posted one after the other: API Gateway keeps no order between posts that overlap. */
  const post = (frame: Frame): Promise<void> => {
    const posted = posting.then(() => env.frames.post(task.connection_id, frame));
    posting = posted.catch(() => undefined);
    return posted;
  };
  const beating = task.heartbeat ? heartbeat(env, post, ended.signal) : undefined;
  try {
    // The opening was sent when the turn was accepted.
    const outcome = await runTurn(env, task, { answer, watcher: watcherOf(task, post), isOpened: true });
    if (outcome === "completed" || outcome === "failed") return;
    // Nothing of the turn comes after its end, not even heartbeats.
    ended.abort();
    await beating;
    await tellEnd(env, task, { ifGone: task.connection_id });
  } finally {
    ended.abort();
    await beating;
  }
}

/**
 * Posts a turn's events. A connection that is gone is given up. If a frame could not be delivered for another reason,
 * only the turn's end follows: text with a hole in it would mislead, and the last event has the whole.
 */
function watcherOf(task: Extract<SocketTask, { kind: "turn" }>, post: (frame: Frame) => Promise<void>): Watcher {
  let isBehind = false;
  return async ({ event }) => {
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
