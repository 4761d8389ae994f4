import type { StreamEvent } from "@parley/contract/event";
import type { ErrorCode } from "@parley/contract/errors";
import * as Chat from "@parley/core/chat/chat";
import { Failure } from "@parley/core/failure/failure";
import type { TokenClaims } from "@parley/core/auth/token";
import * as Connection from "@parley/core/socket/connection";
import { act } from "@parley/functions/socket/actions";
import { admit } from "@parley/functions/socket/lifecycle";
import { runJobs } from "@parley/functions/sweeper/jobs";
import { accept } from "@parley/core/turn/accept";
import { follow } from "@parley/core/turn/follow";
import type { Watcher } from "@parley/core/turn/delivery";
import { askFor } from "@parley/core/turn/question";
import type { TurnRecord } from "@parley/core/turn/record";
import { run } from "@parley/core/turn/run";
import { durableSubmission, interactiveSubmission } from "@parley/core/turn/submission";
import * as Turn from "@parley/core/turn/turn";
import { enqueue } from "@parley/core/wake/enqueue";
import { scripted } from "./answerer.ts";
import { type Ended, memberOf, type Service, type Socket } from "./service.ts";
import type { Process, World } from "./world.ts";

export interface Place {
  organization_id: string;
  member_id: string;
  agent_id: string;
  chats: string[];
}

/** A client's view of one request. */
export interface Attempt<T> {
  began: number;
  finished: number | undefined;
  how: Ended<T> | undefined;
}
export interface Submitted extends Attempt<TurnRecord> {
  chat_id: string;
  client_request_id: string;
  message: string;
}
export interface Streamed extends Attempt<string> {
  chat_id: string;
  process: string;
  turn_id: string | undefined;
  message: string;
  events: StreamEvent[];
}
export interface Followed extends Attempt<void> {
  turn_id: string;
  places: number[];
  events: StreamEvent[];
}
export interface Looked extends Attempt<Awaited<ReturnType<typeof Chat.get>>> {
  chat_id: string;
}

export type Journal = ReturnType<typeof createClient>["journal"];

/** The refusals that a client may get although nothing is wrong with the service. */
const isRefusal = (error: unknown): error is Failure => error instanceof Failure;
export const codeOf = (how: Ended<unknown> | undefined): ErrorCode | undefined =>
  how && "error" in how && isRefusal(how.error) ? how.error.code : undefined;

const showsLock = (how: Ended<unknown>): boolean => {
  if (codeOf(how) === "TURN_ALREADY_RUNNING") return true;
  const value = "value" in how ? how.value : undefined;
  return typeof value === "object" && value !== null && "active_turn_id" in value && value.active_turn_id !== null;
};

/** True for a response that needs a look at the turn. */
const meets = (how: Ended<unknown>, turnId: string): boolean => {
  if (codeOf(how) === "TURN_ALREADY_RUNNING") return true;
  const value = "value" in how ? how.value : undefined;
  if (typeof value !== "object" || value === null) return false;
  return (
    ("turn_id" in value && value.turn_id === turnId) || ("active_turn_id" in value && value.active_turn_id === turnId)
  );
};

/** What is checked while clients ask, and where violations are reported. */
interface Watch {
  /** The chat's turn if it is lost for good at that time, so that its next reader has to settle it. */
  lostTurn?: (chatId: string, at: number) => string | undefined;
  /** The chat's turn if it waits for a worker at that time, so that its next reader has to wake one. */
  sleepingTurn?: (chatId: string, at: number) => string | undefined;
  violated?: (what: string) => void;
}

/** The clients of a simulation: everything a member can do, each request as a process of its own. */
export function createClient(world: World, service: Service, place: Place, watch: Watch = {}) {
  const { random } = world;
  const journal = {
    submitted: [] as Submitted[],
    streamed: [] as Streamed[],
    followed: [] as Followed[],
    looked: [] as Looked[],
    polled: [] as (Attempt<unknown> & { chat_id: string })[],
    others: [] as Attempt<unknown>[],
  };
  const turns: { chat_id: string; turn_id: string }[] = [];

  function request<T, A extends Attempt<T>>(
    name: string,
    attempt: Omit<A, "began" | "finished" | "how">,
    list: A[],
    work: Parameters<Service["begin"]>[1],
    then: (attempt: A) => void = () => undefined,
  ): Process {
    // The caller's attempt has all other fields.
    const kept = { ...attempt, began: world.now(), finished: undefined, how: undefined } as unknown as A;
    list.push(kept);
    const chatId = "chat_id" in kept ? String(kept.chat_id) : undefined;
    // A turn that was cancelled only while the client looked need not be settled by it.
    const lost = chatId === undefined ? undefined : watch.lostTurn?.(chatId, kept.began);
    const asleep = chatId === undefined ? undefined : watch.sleepingTurn?.(chatId, kept.began);
    return service.begin(name, work, (how) => {
      kept.how = how as Ended<T>;
      kept.finished = world.now();
      if (chatId !== undefined && lost && showsLock(kept.how) && watch.lostTurn?.(chatId, kept.began) === lost)
        watch.violated?.(`a client met the lost turn ${lost} and left its chat locked`);
      if (chatId !== undefined && asleep && meets(kept.how, asleep) && watch.sleepingTurn?.(chatId, kept.began))
        watch.violated?.(`a client met the waiting turn ${asleep} and left it asleep`);
      then(kept);
    });
  }

  const path = ({ chat_id, turn_id }: { chat_id: string; turn_id: string }) => ({
    agent_id: place.agent_id,
    chat_id,
    turn_id,
  });

  let planned = 0;
  const client = {
    journal,
    turns,

    /** Does something `ms` from now. */
    plan(ms: number, what: () => void) {
      planned += 1;
      world.after(ms, undefined, () => {
        planned -= 1;
        what();
      });
    },
    isDone: () => planned === 0,

    /** Submits a durable turn; a client that learns nothing tries again, `retries` times, with the same id. */
    submit(
      chatId: string,
      clientRequestId: string,
      message: string,
      retries: number,
      integrationId?: string,
      mayCancel = true,
    ) {
      const body = {
        client_request_id: clientRequestId,
        message,
        ...(integrationId && { integration_id: integrationId }),
      };
      request<TurnRecord, Submitted>(
        "submit",
        { chat_id: chatId, client_request_id: clientRequestId, message },
        journal.submitted,
        async (env) => {
          const ctx = memberOf(env, place);
          const { turn, replayed } = await accept(ctx, durableSubmission(place.agent_id, chatId, body));
          if (!replayed) await enqueue(ctx.queue, turn);
          return turn;
        },
        ({ how }) => {
          if (how && "value" in how) {
            const at = { chat_id: chatId, turn_id: how.value.turn_id };
            turns.push(at);
            // Somebody thinks better of it at once: the worker is just coming.
            if (mayCancel && random.chance(0.2)) client.plan(random.int(0, 60), () => client.cancel(at));
          } else if (codeOf(how) === undefined && retries > 0) {
            client.plan(random.int(500, 5_000), () =>
              client.submit(chatId, clientRequestId, message, retries - 1, integrationId, mayCancel),
            );
          }
        },
      );
    },

    /** Sends a message on the streamed route, as `functions/src/http/stream.ts` does. */
    stream(chatId: string, message: string, heard: (event: StreamEvent) => Promise<void> = async () => undefined) {
      const events: StreamEvent[] = [];
      let turnId: string | undefined;
      const body = { chat_id: chatId, message };
      const process = request<string, Streamed>(
        "stream",
        { chat_id: chatId, process: "", message, events, turn_id: undefined },
        journal.streamed,
        async (env) => {
          const ctx = memberOf(env, place);
          const worker = ctx.ids.next();
          const { turn } = await accept(ctx, interactiveSubmission("stream", chatId, body), { worker });
          turnId = turn.turn_id;
          turns.push({ chat_id: chatId, turn_id: turn.turn_id });
          const watcher: Watcher = async ({ event }) => {
            events.push(event);
            await heard(event);
          };
          return run(ctx, { turn, worker, ask: askFor(ctx, turn), answer: scripted, watcher });
        },
        (attempt) => (attempt.turn_id = turnId),
      );
      const last = journal.streamed.at(-1);
      if (last) last.process = process.name;
    },

    /** Opens a connection with a token that others may have, too; the gateway waits `patience` ms for the function. */
    connect(claims: TokenClaims, patience: number): string {
      const id = `crowd-${world.number()}`;
      const socket = service.openSocket(id, "opening");
      const becomes = (state: Socket["state"]) => () => {
        if (socket.state === "opening") socket.state = state;
      };
      world.after(patience, undefined, becomes("gone"));
      request<unknown, Attempt<unknown>>(
        "connect",
        {},
        journal.others,
        (env) => admit(env, id, false, claims),
        ({ how }) => {
          const isAnswered = how !== undefined && "value" in how;
          world.after(random.int(0, 40), undefined, becomes(isAnswered ? "open" : "gone"));
        },
      );
      return id;
    },

    /** Closes a connection; the gateway may fail to say so. */
    leave(connectionId: string, isSaid: boolean) {
      const socket = service.sockets.get(connectionId);
      if (socket?.state !== "open") return;
      socket.state = "gone";
      if (isSaid)
        request<unknown, Attempt<unknown>>("leave", {}, journal.others, (env) => Connection.close(env, connectionId));
    },

    /** Sends a frame over a socket. */
    frame(connectionId: string, frame: object) {
      request<unknown, Attempt<unknown>>("frame", {}, journal.others, (env) =>
        act(env, connectionId, JSON.stringify(frame)),
      );
    },

    cancel(at: { chat_id: string; turn_id: string }) {
      request<unknown, Attempt<unknown>>("cancel", {}, journal.others, (env) =>
        Turn.cancel(memberOf(env, place), path(at)),
      );
    },

    poll(at: { chat_id: string; turn_id: string }, wait: number) {
      const { chat_id } = at;
      request<unknown, Attempt<unknown> & { chat_id: string }>("poll", { chat_id }, journal.polled, (env) =>
        Turn.get(memberOf(env, place), path(at), wait),
      );
    },

    look(chatId: string) {
      request<Awaited<ReturnType<typeof Chat.get>>, Looked>("look", { chat_id: chatId }, journal.looked, (env) =>
        Chat.get(memberOf(env, place), chatId, { limit: 200 }),
      );
    },

    remove(chatId: string) {
      request<unknown, Attempt<unknown>>("remove", {}, journal.others, (env) =>
        Chat.remove(memberOf(env, place), chatId),
      );
    },

    /** Reads a turn's events, from the first one to the last. */
    follow(at: { chat_id: string; turn_id: string }) {
      const events: StreamEvent[] = [];
      const places: number[] = [];
      request<void, Followed>("follow", { turn_id: at.turn_id, events, places }, journal.followed, async (env) => {
        const ctx = memberOf(env, place);
        const turn = await Turn.readable(ctx, path(at));
        for await (const { seq, event } of follow(ctx, turn, 0)) {
          if (seq !== undefined) places.push(seq);
          events.push(event);
        }
      });
    },

    sweep() {
      request<unknown, Attempt<unknown>>("sweep", {}, journal.others, runJobs);
    },
  };
  return client;
}

export type Client = ReturnType<typeof createClient>;
