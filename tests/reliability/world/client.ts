import type { StreamEvent } from "@parley/contract/event";
import type { ErrorCode } from "@parley/contract/errors";
import * as Chat from "@parley/core/chat/chat";
import { Failure } from "@parley/core/failure/failure";
import type { TokenClaims } from "@parley/core/auth/token";
import { memberKey } from "@parley/core/member/member";
import { find as findMessage } from "@parley/core/message/message";
import { remove as removeMessage } from "@parley/core/message/remove";
import * as Connection from "@parley/core/socket/connection";
import { receiveFrame } from "@parley/functions/socket/receive-frame";
import { admit } from "@parley/functions/socket/lifecycle";
import { runJobs } from "@parley/functions/sweeper/jobs";
import { accept } from "@parley/core/turn/accept";
import { type BegunEdit, beginEdit } from "@parley/core/turn/edit";
import { follow, type FollowedEvent } from "@parley/core/turn/follow-events";
import { askFor } from "@parley/core/turn/question";
import type { TurnRecord } from "@parley/core/turn/record";
import { repeatedRequest } from "@parley/core/turn/repeated-request";
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
/** What a reader of a turn was told. */
interface Told {
  events: StreamEvent[];
  /** Where they are in the turn's log. */
  places: number[];
  byPlace: Map<number, StreamEvent>;
}
const nothingTold = (): Told => ({ events: [], places: [], byPlace: new Map() });

function tell({ events, places, byPlace }: Told, { seq, event }: FollowedEvent) {
  events.push(event);
  if (seq === undefined) return;
  places.push(seq);
  byPlace.set(seq, event);
}

/** `replayed`: the request had been made before, so that its turn was read from the log. */
export interface Streamed extends Attempt<string>, Told {
  chat_id: string;
  client_request_id: string | undefined;
  process: string;
  turn_id: string | undefined;
  message: string;
  replayed: boolean;
}
export interface Followed extends Attempt<void>, Told {
  turn_id: string;
  /** The stream that was cut, and the place that it had come to: what is read is its rest. */
  rest?: { of: Streamed; after: number };
}
export interface Looked extends Attempt<Awaited<ReturnType<typeof Chat.get>>> {
  chat_id: string;
}

export type Journal = Client["journal"];

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
export interface Watch {
  /** The chat's turn if it is lost for good at that time, so that its next reader has to settle it. */
  lostTurn?: (chatId: string, at: number) => string | undefined;
  /** The chat's turn if it waits for a worker at that time, so that its next reader has to wake one. */
  sleepingTurn?: (chatId: string, at: number) => string | undefined;
  /** The status of the turn that a request has become; undefined if it has become none. */
  statusOf?: (chatId: string, clientRequestId: string) => string | undefined;
  violated?: (what: string) => void;
}

/** Refusals of what has not become a turn: a request that has is none of these, whatever else is so by then. */
const refusals: ReadonlySet<ErrorCode | undefined> = new Set<ErrorCode>([
  "TURN_ALREADY_RUNNING",
  "RATE_LIMIT",
  "INTEGRATION_NOT_FOUND",
]);

/** A request for a durable turn. */
export interface Request {
  chat_id: string;
  client_request_id: string;
  message: string;
  integration_id?: string | undefined;
}

/** How a client asks on the streamed route. */
interface Asking {
  client_request_id?: string;
  /** Told of each event. */
  heard?: (event: StreamEvent) => Promise<void>;
  /** The stream is cut after so many events; the client then reads on from the log. */
  cutAfter?: number | undefined;
  retries?: number;
}

/** How a client goes about a request: a client that learns nothing tries again, `retries` times, with the same id. */
interface Manner {
  retries?: number;
  /** Whether it may think better of it. */
  mayCancel?: boolean;
}

/** What is asked on a stream, and who hears the answer. */
interface Asked {
  chatId: string;
  message: string;
  asking: Asking;
  /** Asks once more. */
  again?: (asking: Asking) => void;
}

interface TurnPlace {
  chat_id: string;
  turn_id: string;
}

/** The clients of a simulation: everything a member can do, each request as a process of its own. */
export class Client {
  readonly journal = {
    submitted: [] as Submitted[],
    streamed: [] as Streamed[],
    followed: [] as Followed[],
    looked: [] as Looked[],
    polled: [] as (Attempt<unknown> & { chat_id: string })[],
    others: [] as Attempt<unknown>[],
  };
  readonly turns: TurnPlace[] = [];
  readonly #world: World;
  readonly #service: Service;
  readonly #place: Place;
  readonly #watch: Watch;
  #planned = 0;

  constructor(world: World, service: Service, place: Place, watch: Watch = {}) {
    this.#world = world;
    this.#service = service;
    this.#place = place;
    this.#watch = watch;
  }

  /** Makes a request: an attempt with these `fields`, which is kept in `list`, and `work` as a process of its own. */
  #request<T, A extends Attempt<T>>(
    name: string,
    { fields, list }: { fields: Omit<A, "began" | "finished" | "how">; list: A[] },
    work: Parameters<Service["begin"]>[1],
    then: (attempt: A) => void = () => undefined,
  ): Process {
    const watch = this.#watch;
    // The caller's attempt has all other fields.
    const kept = { ...fields, began: this.#world.now(), finished: undefined, how: undefined } as unknown as A;
    list.push(kept);
    const chatId = "chat_id" in kept ? String(kept.chat_id) : undefined;
    // A turn that was cancelled only while the client looked need not be settled by it.
    const lost = chatId === undefined ? undefined : watch.lostTurn?.(chatId, kept.began);
    const asleep = chatId === undefined ? undefined : watch.sleepingTurn?.(chatId, kept.began);
    return this.#service.begin(name, work, (how) => {
      kept.how = how as Ended<T>;
      kept.finished = this.#world.now();
      if (chatId !== undefined && lost && showsLock(kept.how) && watch.lostTurn?.(chatId, kept.began) === lost)
        watch.violated?.(`a client met the lost turn ${lost} and left its chat locked`);
      if (chatId !== undefined && asleep && meets(kept.how, asleep) && watch.sleepingTurn?.(chatId, kept.began))
        watch.violated?.(`a client met the waiting turn ${asleep} and left it asleep`);
      then(kept);
    });
  }

  /** A request of which nothing is kept but whether it was answered. */
  #other(name: string, work: Parameters<Service["begin"]>[1], then?: (attempt: Attempt<unknown>) => void) {
    this.#request<unknown, Attempt<unknown>>(name, { fields: {}, list: this.journal.others }, work, then);
  }

  #path({ chat_id, turn_id }: TurnPlace) {
    return { agent_id: this.#place.agent_id, chat_id, turn_id };
  }

  /** Does something `ms` from now. */
  plan(ms: number, what: () => void) {
    this.#planned += 1;
    this.#world.after(ms, undefined, () => {
      this.#planned -= 1;
      what();
    });
  }

  isDone(): boolean {
    return this.#planned === 0;
  }

  /** The member is looked up beside the submission by an environment that does not remember who it is. */
  #beside(ctx: ReturnType<typeof memberOf>) {
    if (this.#world.random.chance(0.5)) return ctx;
    const { organization_id, member_id } = this.#place;
    const admitted = ctx.table.get(memberKey(organization_id, member_id));
    admitted.catch(() => undefined);
    return { ...ctx, admitted };
  }

  /** Submits a durable turn. */
  submit(request: Request, { retries = 0, mayCancel = true }: Manner = {}) {
    const { random } = this.#world;
    const { chat_id, client_request_id, message, integration_id } = request;
    const before = this.#watch.statusOf?.(chat_id, client_request_id);
    const body = { client_request_id, message, ...(integration_id && { integration_id }) };
    this.#request<TurnRecord, Submitted>(
      "submit",
      { fields: { chat_id, client_request_id, message }, list: this.journal.submitted },
      async (env) => {
        const ctx = memberOf(env, this.#place);
        const submission = durableSubmission(this.#place.agent_id, chat_id, body);
        const { turn, replayed } = await accept(this.#beside(ctx), submission);
        if (!replayed) await enqueue(ctx.queue, turn);
        return turn;
      },
      ({ how }) => {
        // One whose turn was deleted meanwhile is a new one, of a chat as it was read before that.
        const isThere = this.#watch.statusOf?.(chat_id, client_request_id) !== undefined;
        if (before !== undefined && isThere && refusals.has(codeOf(how)))
          this.#watch.violated?.(`the request ${client_request_id} had become a turn, and was refused: ${codeOf(how)}`);
        const isOlder = how !== undefined && "value" in how && how.value.status === "in_progress";
        if (before !== undefined && before !== "in_progress" && isOlder)
          this.#watch.violated?.(`the request ${client_request_id} was sent again after its end, and not told of it`);
        if (how && "value" in how) {
          const at = { chat_id, turn_id: how.value.turn_id };
          this.turns.push(at);
          // Somebody thinks better of it at once: the worker is just coming.
          if (mayCancel && random.chance(0.2)) this.plan(random.int(0, 60), () => this.cancel(at));
        } else if (codeOf(how) === undefined && retries > 0) {
          this.plan(random.int(500, 5_000), () => this.submit(request, { retries: retries - 1, mayCancel }));
        }
      },
    );
  }

  /** Sends a message on the streamed route. */
  stream(chatId: string, message: string, asking: Asking = {}) {
    const { client_request_id } = asking;
    const submission = () => interactiveSubmission("stream", chatId, { message, client_request_id });
    const again = (fewer: Asking) => this.stream(chatId, message, fewer);
    this.#stream("stream", { chatId, message, asking, again }, async () => ({ submission: submission() }));
  }

  /** Edits a message over HTTP. */
  edit(chatId: string, messageId: string, content: string) {
    this.#stream("edit", { chatId, message: content, asking: {} }, async (ctx) =>
      beginEdit(ctx, await findMessage(ctx, chatId, messageId), { route: "stream", content, integration_id: null }),
    );
  }

  /** Deletes a message over HTTP. */
  removeMessage(chatId: string, messageId: string) {
    this.#other("remove", async (env) => {
      const ctx = memberOf(env, this.#place);
      await removeMessage(ctx, await findMessage(ctx, chatId, messageId));
    });
  }

  /** Has a submission answered by a stream, as `functions/src/http/stream.ts` does. */
  #stream(
    name: string,
    { chatId, message, asking, again }: Asked,
    begin: (ctx: ReturnType<typeof memberOf>) => Promise<BegunEdit>,
  ) {
    const { client_request_id, heard, cutAfter, retries = 0 } = asking;
    const fields = { chat_id: chatId, client_request_id, process: "", message, turn_id: undefined, replayed: false };
    const process = this.#request<string, Streamed>(
      name,
      { fields: { ...fields, ...nothingTold() }, list: this.journal.streamed },
      async (env) => {
        const ctx = memberOf(env, this.#place);
        const worker = ctx.ids.next();
        const { submission, chat } = await begin(ctx);
        const { turn, replayed } = await accept({ ...this.#beside(ctx), ...(chat && { chat }) }, submission, {
          worker,
        });
        streamed.turn_id = turn.turn_id;
        streamed.replayed = replayed;
        const at = { chat_id: chatId, turn_id: turn.turn_id };
        this.turns.push(at);
        const watcher = async (told: FollowedEvent) => {
          tell(streamed, told);
          if (streamed.events.length === cutAfter && told.seq !== undefined) this.#readOn(at, streamed, told.seq);
          await heard?.(told.event);
        };
        if (!replayed) return run(ctx, { turn, worker, ask: askFor(ctx, turn), answer: scripted, watcher });
        for await (const event of repeatedRequest(ctx, turn)) await watcher(event);
        return "replayed";
      },
      ({ how }) => {
        if ((how && "value" in how) || codeOf(how) !== undefined || retries === 0) return;
        this.plan(this.#world.random.int(500, 5_000), () => again?.({ ...asking, retries: retries - 1 }));
      },
    );
    const streamed = this.journal.streamed.at(-1) as Streamed; // which was just begun
    streamed.process = process.name;
  }

  /** A stream was cut: the client reads its rest from the log. */
  #readOn(at: TurnPlace, streamed: Streamed, after: number) {
    this.plan(this.#world.random.int(0, 2_000), () => this.follow(at, { of: streamed, after }));
  }

  /** Opens a connection with a token that others may have, too; the gateway waits `patience` ms for the function. */
  connect(claims: TokenClaims, patience: number): string {
    const id = `crowd-${this.#world.number()}`;
    const socket = this.#service.openSocket(id, "opening");
    const becomes = (state: Socket["state"]) => () => {
      if (socket.state === "opening") socket.state = state;
    };
    this.#world.after(patience, undefined, becomes("gone"));
    this.#other(
      "connect",
      (env) => admit(env, id, false, claims),
      ({ how }) => {
        const isAnswered = how !== undefined && "value" in how;
        this.#world.after(this.#world.random.int(0, 40), undefined, becomes(isAnswered ? "open" : "gone"));
      },
    );
    return id;
  }

  /** Closes a connection; the gateway may fail to say so. */
  leave(connectionId: string, isSaid: boolean) {
    const socket = this.#service.sockets.get(connectionId);
    if (socket?.state !== "open") return;
    socket.state = "gone";
    if (isSaid) this.#other("leave", (env) => Connection.close(env, connectionId));
  }

  /** Sends a frame over a socket. */
  frame(connectionId: string, frame: object) {
    this.#other("frame", (env) => receiveFrame(env, connectionId, JSON.stringify(frame)));
  }

  cancel(at: TurnPlace) {
    this.#other("cancel", (env) => Turn.cancel(memberOf(env, this.#place), this.#path(at)));
  }

  poll(at: TurnPlace, wait: number) {
    const { chat_id } = at;
    this.#request<unknown, Attempt<unknown> & { chat_id: string }>(
      "poll",
      { fields: { chat_id }, list: this.journal.polled },
      (env) => Turn.get(memberOf(env, this.#place), this.#path(at), wait),
    );
  }

  look(chatId: string) {
    this.#request<Awaited<ReturnType<typeof Chat.get>>, Looked>(
      "look",
      { fields: { chat_id: chatId }, list: this.journal.looked },
      (env) => Chat.get(memberOf(env, this.#place), chatId, { limit: 200 }),
    );
  }

  /** Gives a chat another title. */
  rename(chatId: string) {
    this.#other("rename", (env) => Chat.update(memberOf(env, this.#place), chatId, { title: "Another title" }));
  }

  /** Lists the member's chats, a few on each page, and tells in what order they came. */
  list(limit: number, told: (ids: string[]) => void) {
    this.#other("list", async (env) => {
      const ids: string[] = [];
      let cursor: string | null | undefined;
      do {
        const page = await Chat.list(memberOf(env, this.#place), { limit, cursor: cursor ?? undefined });
        ids.push(...page.chats.map(({ id }) => id));
        cursor = page.next_cursor;
      } while (cursor !== null);
      told(ids);
    });
  }

  remove(chatId: string) {
    this.#other("remove", (env) => Chat.remove(memberOf(env, this.#place), chatId));
  }

  /** Reads a turn's events, from the first one to the last, or the rest of a stream that was cut. */
  follow(at: TurnPlace, rest?: Followed["rest"]) {
    const told = nothingTold();
    this.#request<void, Followed>(
      "follow",
      { fields: { turn_id: at.turn_id, ...told, ...(rest && { rest }) }, list: this.journal.followed },
      async (env) => {
        const ctx = memberOf(env, this.#place);
        const turn = await Turn.readable(ctx, this.#path(at));
        for await (const event of follow(ctx, turn, rest?.after ?? 0)) tell(told, event);
      },
    );
  }

  sweep() {
    this.#other("sweep", runJobs);
  }
}
