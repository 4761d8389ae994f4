import type { AskOptions } from "./ask.ts";
import type { Http } from "./http.ts";
import { loaded } from "./loaded.ts";
import type { ClientSocket } from "./socket.ts";
import { type Agents, turnCalls } from "./turn-calls.ts";
import type { Source, Turn } from "./turn.ts";

/** How a socket is opened. */
export interface ConnectOptions {
  /** True to be told every 15 s, while a turn streams, that the connection lives. */
  heartbeat?: boolean | undefined;
}

/**
 * `open`, or `connecting`; `asleep` until it is needed again, as nothing happened on it for five minutes or its connection was
 * lost; `unavailable` for ten minutes after it could not be opened, in which everything takes its usual route; or `closed` for good.
 */
export type SocketStatus = "connecting" | "open" | "asleep" | "unavailable" | "closed";

/** A message of one's own. */
export interface SocketMessage {
  message_id: string;
}

/** A message to change. */
export interface SocketEdit extends SocketMessage {
  /** The new words. */
  content: string;
  integration_id?: string | null | undefined;
}

/** The socket of a client. It opens again by itself when it is needed. */
export interface Socket {
  readonly status: SocketStatus;
  /**
   * Changes a message of one's own, drops all later ones, and answers it anew. A turn that still answers it is stopped; another one
   * that has the socket is waited for. Where the chat is known, `parley.edit` needs no socket.
   */
  edit(edit: SocketEdit, options?: Omit<AskOptions, "via">): Turn;
  /** Deletes a message of one's own and all later ones; turns are stopped and waited for as for an edit. Throws a `ParleyError`. */
  remove(message: SocketMessage): Promise<void>;
  /** Closes it for good. A turn that it streams goes on, and is followed by its log. */
  close(): void;
}

/** Opens the socket of a client, and lends it to asks. */
export interface Connector {
  connect: (options?: ConnectOptions) => Promise<Socket>;
  /** The socket as a way to ask, if there is one and it is free; the way is `instead` if it is not when it comes to it. */
  free: (instead: Source) => Source | undefined;
}

export function connector(http: Http, agents: Agents): Connector {
  let socket: ClientSocket | undefined;
  return {
    async connect({ heartbeat = false } = {}) {
      const { ClientSocket } = await loaded(import("./socket.ts"));
      if (socket?.status === "closed") socket = undefined;
      const own = (socket ??= new ClientSocket({ http, calls: turnCalls(http, agents), heartbeat }));
      await own.ready();
      return own;
    },
    free: (instead) => socket?.free(instead),
  };
}
