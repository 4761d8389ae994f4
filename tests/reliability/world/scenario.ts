import type { StreamEvent } from "@parley/contract/event";
import type { ErrorCode } from "@parley/contract/errors";
import * as Chat from "@parley/core/chat/chat";
import { Failure } from "@parley/core/failure";
import type { TokenClaims } from "@parley/core/auth/token";
import * as Connection from "@parley/core/socket/connection";
import { act } from "@parley/functions/socket/actions";
import { admit } from "@parley/functions/socket/lifecycle";
import { runJobs } from "@parley/functions/sweeper/jobs";
import { accept } from "@parley/core/turn/accept";
import { follow } from "@parley/core/turn/follow";
import { askFor } from "@parley/core/turn/question";
import type { TurnRecord } from "@parley/core/turn/record";
import { run } from "@parley/core/turn/run";
import { durableSubmission, interactiveSubmission } from "@parley/core/turn/submission";
import * as Turn from "@parley/core/turn/turn";
import { enqueue } from "@parley/core/turn/enqueue";
import { messageOf, type Script, scripted } from "./answerer.ts";
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

/** What a client may be told without anything being wrong with the service. */
const isRefusal = (error: unknown): error is Failure => error instanceof Failure;
export const codeOf = (how: Ended<unknown> | undefined): ErrorCode | undefined =>
  how && "error" in how && isRefusal(how.error) ? how.error.code : undefined;

const showsLock = (how: Ended<unknown>): boolean => {
  if (codeOf(how) === "TURN_ALREADY_RUNNING") return true;
  const value = "value" in how ? how.value : undefined;
  return typeof value === "object" && value !== null && "active_turn_id" in value && value.active_turn_id !== null;
};

/** True for an answer that nobody could give without having looked at the turn. */
const meets = (how: Ended<unknown>, turnId: string): boolean => {
  if (codeOf(how) === "TURN_ALREADY_RUNNING") return true;
  const value = "value" in how ? how.value : undefined;
  if (typeof value !== "object" || value === null) return false;
  return (
    ("turn_id" in value && value.turn_id === turnId) || ("active_turn_id" in value && value.active_turn_id === turnId)
  );
};

/** The clients of a simulation: everything a member can do, each request as a process of its own. */
export function createClient(
  world: World,
  service: Service,
  place: Place,
  /** The chat's turn if it is lost for good at that time, so that whoever meets it has to settle it. */
  lostTurn: (chatId: string, at: number) => string | undefined = () => undefined,
  violated: (what: string) => void = () => undefined,
  /** The chat's turn if it waits for a worker at that time, so that whoever meets it has to wake one. */
  sleepingTurn: (chatId: string, at: number) => string | undefined = () => undefined,
) {
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
    // A turn that was cancelled only while the client looked is none of its business.
    const lost = chatId === undefined ? undefined : lostTurn(chatId, kept.began);
    const asleep = chatId === undefined ? undefined : sleepingTurn(chatId, kept.began);
    return service.begin(name, work, (how) => {
      kept.how = how as Ended<T>;
      kept.finished = world.now();
      if (chatId !== undefined && lost !== undefined && showsLock(kept.how) && lostTurn(chatId, kept.began) === lost)
        violated(`a client met the lost turn ${lost} and left its chat locked`);
      if (chatId !== undefined && asleep !== undefined && meets(kept.how, asleep) && sleepingTurn(chatId, kept.began))
        violated(`a client met the waiting turn ${asleep} and left it asleep`);
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
    stream(chatId: string, message: string, watch: (event: StreamEvent) => Promise<void> = async () => undefined) {
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
          const { turn } = await accept(ctx, interactiveSubmission("stream", chatId, body), worker);
          turnId = turn.turn_id;
          turns.push({ chat_id: chatId, turn_id: turn.turn_id });
          return run(ctx, turn, worker, askFor(ctx, turn), scripted, async ({ event }) => {
            events.push(event);
            await watch(event);
          });
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

/** A message whose answer is different from all others. */
export function newMessage(world: World, overrides: Partial<Script> = {}): string {
  const { random } = world;
  const slow = () => (random.chance(0.3) ? random.int(5_000, 20_000) : random.int(0, 900));
  return messageOf({
    tag: `t${world.number()}`,
    pieces: random.int(0, 6),
    pause: random.pick([() => random.int(0, 60), () => random.int(0, 600), () => random.int(0, 600), slow])(),
    mode: random.pick(["text", "text", "text", "text", "tool", "fail", "crash", "deaf"]),
    ...overrides,
  });
}

/** A chat of three questions, two of which are then deleted or edited by requests that do not know of each other. */
export function converse(world: World, client: Client, service: Service, place: Place) {
  const { random } = world;
  const chat = random.int(0, place.chats.length - 1);
  const socket = `connection-${chat}`;
  for (let question = 0; question < 3; question++) {
    const message = newMessage(world, { pieces: 1, pause: 10, mode: "text" });
    client.plan(question * 4_000, () =>
      client.frame(socket, { action: "send_message", chat_id: place.chats[chat], message }),
    );
  }
  client.plan(12_000, () => {
    const asked = (service.sockets.get(socket)?.posted ?? []).flatMap(({ frame }) =>
      frame.event === "chat_metadata" ? [frame.data.user_message_id] : [],
    );
    for (const message_id of asked.slice(-2)) {
      const edit = { action: "edit_message", message_id, content: newMessage(world) };
      const what = random.chance(0.3) ? edit : { action: "delete_message", message_id };
      client.plan(random.int(0, 60), () => client.frame(socket, what));
    }
  });
}

/** Whether a connection speaks for somebody, as the table has it. */
type IsLetIn = (connectionId: string) => boolean;

/**
 * Many connections of one token at once, some of which end without a word, and one more when nobody can be taken for
 * somebody who is just coming: it must find room.
 */
export function crowd(
  world: World,
  client: Client,
  place: Place,
  patience: number,
  isLetIn: IsLetIn,
  leftOut: (connectionId: string) => void,
) {
  const { random } = world;
  const { organization_id, member_id } = place;
  const now = Math.floor(world.now() / 1000);
  const claims = { organization_id, member_id, jti: "crowd", issued_at: now, expires_at: now + 21_600 };
  const ids: string[] = [];
  const come = () => void ids.push(client.connect(claims, patience));
  const size = random.int(4, 8);
  for (let person = 0; person < size; person++) client.plan(random.int(0, 400), come);
  client.plan(random.int(1_000, 20_000), () => {
    for (const id of ids) if (random.chance(0.6)) client.leave(id, random.chance(0.5));
    come();
  });
  client.plan(65_000, () => {
    for (const id of ids) client.leave(id, random.chance(0.3));
    come();
  });
  client.plan(130_000, () => {
    const last = client.connect(claims, patience);
    client.plan(patience, () => {
      if (!isLetIn(last)) leftOut(last);
    });
  });
}

/** One random thing that a member does in one of the chats. */
export function doSomething(world: World, client: Client, service: Service, place: Place) {
  const { random } = world;
  const at = random.int(0, place.chats.length - 1);
  const chat = place.chats[at] ?? "";
  const socket = `connection-${at}`;
  const known = client.turns.filter(({ chat_id }) => chat_id === chat);
  const turn = known[random.int(0, Math.max(0, known.length - 1))];
  const asked = (service.sockets.get(socket)?.posted ?? []).flatMap(({ frame }) =>
    frame.event === "chat_metadata" ? [frame.data.user_message_id] : [],
  );
  const looked = client.journal.looked.flatMap(({ how }) => (how && "value" in how ? how.value.messages : []));
  const messages = [...asked, ...looked.filter(({ type }) => type === "user").map(({ id }) => id)];
  const message_id = messages[random.int(0, Math.max(0, messages.length - 1))];
  const choice = random.int(1, 100);
  if (choice <= 20) {
    client.submit(chat, `request-${world.number()}`, newMessage(world), 3);
  } else if (choice <= 22) {
    const [id, message] = [`request-${world.number()}`, newMessage(world)];
    for (let twin = 0; twin < 2; twin++)
      client.submit(chat, id, message, 1, random.chance(0.7) ? "unknown" : undefined);
  } else if (choice <= 28) {
    const earlier = client.journal.submitted.at(-1);
    if (earlier)
      client.submit(
        earlier.chat_id,
        earlier.client_request_id,
        random.chance(0.7) ? earlier.message : newMessage(world),
        0,
      );
  } else if (choice <= 42) client.stream(chat, newMessage(world));
  else if (choice <= 44) {
    // Somebody in a hurry: short questions, one after the other.
    for (let hurry = 0; hurry < 6; hurry++) {
      const message = newMessage(world, { pieces: 1, pause: 0, mode: "text" });
      client.plan(hurry * random.int(400, 1_500), () => client.stream(chat, message));
    }
  } else if (choice <= 60) {
    client.frame(socket, { action: "send_message", chat_id: chat, message: newMessage(world) });
    if (random.chance(0.3)) client.plan(random.int(50, 1_200), () => client.frame(socket, { action: "interrupt" }));
  } else if (choice <= 68) {
    if (message_id) client.frame(socket, { action: "edit_message", message_id, content: newMessage(world) });
  } else if (choice <= 72) {
    if (message_id) client.frame(socket, { action: "delete_message", message_id });
  } else if (choice <= 75) {
    // Two that do not know of each other.
    const other = messages[random.int(0, Math.max(0, messages.length - 1))];
    if (message_id && other) {
      client.frame(socket, { action: "delete_message", message_id });
      const edit = { action: "edit_message", message_id: other, content: newMessage(world) };
      client.frame(socket, random.chance(0.5) ? edit : { action: "delete_message", message_id: other });
    }
  } else if (choice <= 80) client.frame(socket, { action: "interrupt" });
  else if (choice <= 86) {
    if (turn) client.cancel(turn);
  } else if (choice <= 91) client.look(chat);
  else if (choice <= 94) {
    if (turn) client.poll(turn, random.int(0, 20));
  } else if (choice <= 97) {
    if (turn) client.follow(turn);
  } else if (choice <= 98) client.remove(chat);
  else {
    const connection = service.sockets.get(socket);
    if (connection) connection.state = "gone";
  }
}
