import { unlessAborted } from "./abort.ts";
import { editTurn } from "./ask.ts";
import type { Socket, SocketEdit, SocketMessage, SocketStatus } from "./connect.ts";
import { AuthenticationError, ConnectionError, type ParleyError, ValidationError } from "./errors.ts";
import type { ErrorData, StreamedMessage } from "./generated.ts";
import { TIMEOUT_MS } from "./request.ts";
import { type Connection, type Frame, refusalOf } from "./socket-connection.ts";
import { type LineSettings, SocketLine } from "./socket-line.ts";
import { SocketTurn } from "./socket-turn.ts";
import type { TurnCalls } from "./turn-calls.ts";
import type { Source, Turn } from "./turn.ts";

/** The service takes frames of at most so many bytes. */
const SOCKET_FRAME_BYTES = 32 * 1024;

type ClientFrame = Readonly<Record<string, unknown>>;

/** What a socket is made of. */
export interface SocketSettings extends LineSettings {
  calls: TurnCalls;
}

/** A frame that waits for its reply. */
interface Request {
  frame: ClientFrame;
  reply: "chat_metadata" | "deleted";
  /** Once, with what refused it if something has. */
  settle: (error?: ParleyError) => void;
}

/** Throws `ValidationError` for a frame that the service would close the connection for. */
function refuseLarge(frame: ClientFrame): void {
  const message = "A frame has at most 32 KB";
  if (new Blob([JSON.stringify(frame)]).size > SOCKET_FRAME_BYTES)
    throw new ValidationError({ status: null, code: "FRAME_TOO_LARGE", message, retryable: false });
}

/**
 * The socket of a client. One turn at a time has it. Frames that have a reply go out one after the other, so that an error is
 * about the frame before it or, if none waits, about the turn.
 */
export class ClientSocket implements Socket {
  readonly #settings: SocketSettings;
  readonly #line: SocketLine;
  #turn: SocketTurn | undefined;
  #request: Request | undefined;
  #requests: Promise<unknown> = Promise.resolve();

  constructor(settings: SocketSettings) {
    this.#settings = settings;
    this.#line = new SocketLine(settings, {
      onFrame: (frame) => this.#take(frame),
      onEnd: (error) => this.#end(error),
    });
  }

  get status(): SocketStatus {
    return this.#line.status;
  }

  /** Resolves once it is open, or unavailable as the token has too many connections. Throws a `ParleyError`. */
  ready(): Promise<void> {
    return this.#line.ready();
  }

  /** The socket as a way to ask, if it is free now; the way is `instead` if it is not when it comes to it. */
  free(instead: Source): Source | undefined {
    return this.#isFree ? this.#source((body) => ({ ...body, action: "send_message" }), instead) : undefined;
  }

  edit(edit: SocketEdit, options: Parameters<Socket["edit"]>[1] = {}): Turn {
    const frame = { ...edit, action: "edit_message" };
    return editTurn(this.#settings.calls, edit, options, (route) => this.#source(() => frame, route, edit.message_id));
  }

  async remove({ message_id }: SocketMessage): Promise<void> {
    const { signal } = this.#line;
    await this.#freeFor(message_id, signal);
    const isSent = await this.#ask({ action: "delete_message", message_id }, "deleted", signal);
    if (!isSent) throw new ConnectionError();
  }

  close(): void {
    this.#line.close();
  }

  get #isFree(): boolean {
    return !this.#turn && this.#line.isUsable;
  }

  /** Waits until the socket is free. A turn that answers the message is stopped, as the service would. */
  async #freeFor(messageId: string, signal: AbortSignal): Promise<void> {
    for (let turn = this.#turn; turn; turn = this.#turn) {
      if (turn.messageId === messageId) void this.#interrupt(turn);
      await unlessAborted(turn.over, signal);
    }
  }

  /** A way to submit: by the frame of what is submitted, or `instead` if the socket cannot be had. An edit waits for it. */
  #source(frameOf: (body: StreamedMessage) => ClientFrame, instead: Source, edited?: string): Source {
    let turn: SocketTurn | undefined;
    const begin = async (body: StreamedMessage, signal: AbortSignal): Promise<SocketTurn | undefined> => {
      if (edited !== undefined) await this.#freeFor(edited, signal);
      if (!this.#isFree) return undefined;
      turn = new SocketTurn(edited);
      const hasBegun = await unlessAborted(this.#begin(turn, frameOf(body), signal), signal);
      return hasBegun ? turn : (turn = undefined);
    };
    return {
      async *submit(body, signal) {
        const begun = await begin(body, signal);
        yield* begun ? begun.read(signal) : instead.submit(body, signal);
      },
      interrupt: () => this.#interrupt(turn),
    };
  }

  /** Begins a turn, which has the socket from now on. Returns false if nothing was sent. Throws what refused it. */
  async #begin(turn: SocketTurn, frame: ClientFrame, signal: AbortSignal): Promise<boolean> {
    this.#turn = turn;
    let hasBegun = false;
    try {
      return (hasBegun = await this.#ask(frame, "chat_metadata", signal));
    } finally {
      if (!hasBegun) this.#leave(turn, false);
    }
  }

  /** Stops the turn. Returns false if it has to be stopped by other means. */
  async #interrupt(turn: SocketTurn | undefined): Promise<boolean> {
    const { connection } = this.#line;
    if (!turn || turn !== this.#turn || !connection) return false;
    const nothing = new Promise<false>((resolve) => (turn.onNothing = () => resolve(false)));
    connection.send({ action: "interrupt" });
    return Promise.race([turn.over, nothing]);
  }

  /**
   * Sends a frame once those before it are answered, and waits for its reply; once more if its token was refused. Returns false if
   * nothing was sent, as the socket cannot be opened. Throws an `ApiError` if it was refused, and `ConnectionError` if nobody
   * can tell.
   */
  async #ask(frame: ClientFrame, reply: Request["reply"], signal: AbortSignal): Promise<boolean> {
    refuseLarge(frame);
    const asked = this.#requests.then(async () => {
      for (let isRepeated = false; ; isRepeated = true) {
        const connection = await this.#line.connected().catch((error: unknown) => {
          // Whatever else it cannot be opened for, there are other ways.
          if (error instanceof AuthenticationError) throw error;
        });
        if (signal.aborted || !connection || connection !== this.#line.connection) return false;
        try {
          await this.#send(connection, frame, reply);
          return true;
        } catch (error) {
          if (isRepeated || !(error instanceof AuthenticationError)) throw error;
        }
      }
    });
    this.#requests = asked.catch(() => undefined);
    return asked;
  }

  async #send(connection: Connection, frame: ClientFrame, reply: Request["reply"]): Promise<void> {
    // What came later would be taken for something else.
    const late = setTimeout(() => connection.close(), this.#settings.http.options.timeout ?? TIMEOUT_MS);
    try {
      await new Promise<void>((resolve, reject) => {
        const settle: Request["settle"] = (error) => {
          // At once: the next frame, or the end, may come in the same tick, and is not about this one.
          this.#request = undefined;
          if (error) reject(error);
          else resolve();
        };
        this.#request = { frame, reply, settle };
        this.#line.hold(true);
        connection.send(frame);
      });
    } finally {
      clearTimeout(late);
      this.#rest();
    }
  }

  /** The connection is gone; what is under way on it goes on without it. */
  #end(error: ParleyError): void {
    this.#request?.settle(error);
    // One that had not begun is left by what waits for its beginning.
    if (this.#turn?.hasBegun) this.#leave(this.#turn, false);
  }

  #take(frame: Frame): void {
    const request = this.#request;
    const data = frame.data as ErrorData; // Of errors alone.
    switch (frame.event) {
      case "heartbeat":
      case "pong":
        return;
      case "error":
        if (data.code === "NOTHING_TO_INTERRUPT") return this.#turn?.onNothing();
        if (request) return request.settle(refusalOf(data, request.frame));
    }
    if (frame.event === request?.reply) request.settle();
    const turn = this.#turn;
    if (frame.event !== "deleted" && turn?.take(frame)) this.#leave(turn, true);
  }

  /** The turn does not have the socket any more. */
  #leave(turn: SocketTurn, isComplete: boolean): void {
    if (this.#turn === turn) this.#turn = undefined;
    turn.end(isComplete);
    this.#rest();
  }

  #rest(): void {
    if (!this.#turn && !this.#request) this.#line.hold(false);
  }
}
