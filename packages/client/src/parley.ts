import { type Asker, createAsker } from "./ask.ts";
import { type Connector, connector, type ConnectOptions, type Socket } from "./connect.ts";
import { type FileCalls, fileCalls } from "./files.ts";
import { createHttp, type Http } from "./http.ts";
import { type Methods, methodsOf } from "./operations.ts";
import type { Options } from "./options.ts";
import { type TableReader, tableReader } from "./table.ts";
import type { Agents } from "./turn-calls.ts";

export type { Ask, AskOptions, Edit, Follow } from "./ask.ts";
export type { ConnectOptions, Socket, SocketEdit, SocketMessage, SocketStatus } from "./connect.ts";
export {
  AbortedError,
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type FieldProblem,
  NotFoundError,
  ParleyError,
  PermissionError,
  RateLimitError,
  ServiceError,
  TimeoutError,
  TurnCancelled,
  TurnError,
  ValidationError,
} from "./errors.ts";
export type * from "./generated.ts";
export type { Answer } from "./http.ts";
export type { CallOptions, ClientEvent, Options, Retry, WebSocketClass } from "./options.ts";
export type { Page, Pages } from "./pages.ts";
export type { Reply } from "./reply.ts";
export type { Token, TokenProvider, TokenReason } from "./token.ts";
export type { TableAddress, TableReader, TableRows } from "./table.ts";
export { type AskEvent, type AskStatus, type RestartEvent, Turn } from "./turn.ts";
export type { UploadFiles } from "./upload.ts";
export type { FileOptions, NamedBytes, UploadOptions, UploadProgress, UploadSource } from "./upload-file.ts";

/** A service, as its client sees it: a method for each operation, and what takes more than one call. */
export interface Parley extends Omit<Methods, "turn" | "upload"> {
  /** Asks a question. Nothing is thrown here: the turn tells. */
  ask: Asker["ask"];
  /** Changes a message of one's own, drops all later ones, and answers it anew. */
  edit: Asker["edit"];
  turn: Methods["turn"] & {
    /** Listens to a turn of the last 24 hours, from its first event on, wherever it was asked. */
    follow: Asker["follow"];
  };
  /** Uploads files, to be attached to messages by their ids. */
  upload: FileCalls["upload"] & Methods["upload"];
  transcribe: FileCalls["transcribe"];
  /** Tables in full, of which answers show 200 rows. */
  table: TableReader;
  /**
   * Opens the client's socket, over which asks then go, one at a time; further ones are streamed as without it. Nothing is opened
   * twice. Throws `AuthenticationError`, and `ConnectionError` if the service cannot be reached; a token with too many connections
   * is not a failure: see `socket.status`.
   */
  connect(options?: ConnectOptions): Promise<Socket>;
  /** A copy with other settings. It shares the token and the socket unless it gets another one. */
  with(options: Partial<Options>): Parley;
}

function parleyOf(http: Http, agents: Agents, sockets: Connector = connector(http, agents)): Parley {
  const methods = methodsOf(http);
  const { ask, edit, follow } = createAsker({ http, agents, socket: sockets.free });
  const { upload, transcribe } = fileCalls(http);
  return {
    ...methods,
    ask,
    edit,
    turn: { ...methods.turn, follow },
    upload: Object.assign(upload, methods.upload),
    transcribe,
    table: tableReader(http, methods.visualization),
    connect: sockets.connect,
    with(options) {
      // Another service has other chats, and another member another socket.
      const isSameService = options.baseUrl === undefined;
      const shared = isSameService && options.token === undefined ? sockets : undefined;
      return parleyOf(http.with(options), isSameService ? agents : new Map(), shared);
    },
  };
}

/**
 * A client of the service at `baseUrl`. It opens nothing until it is asked for something, and there is nothing to close.
 *
 * ```ts
 * const parley = createParley({ baseUrl, token: () => fetch("/api/parley-token").then((reply) => reply.json()) });
 * const answer = await parley.ask({ integration_id, message: "Revenue by month last year" }).answer();
 * ```
 */
export const createParley = (options: Options): Parley => parleyOf(createHttp(options), new Map());
