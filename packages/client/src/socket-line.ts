import type { SocketStatus } from "./connect.ts";
import { ApiError, AuthenticationError, type ConnectionError, ParleyError, RateLimitError } from "./errors.ts";
import type { Http } from "./http.ts";
import { type Connection, type Frame, openConnection } from "./socket-connection.ts";
import { tell } from "./tell.ts";
import type { Known, TokenReason } from "./token.ts";

/** A connection on which nothing happens for so long (ms) is closed. */
const IDLE_MS = 5 * 60_000;
/** A socket that could not be opened is not tried again for so long (ms). */
const UNAVAILABLE_MS = 10 * 60_000;
/** Milliseconds before its token expires at which a socket is given another one; for a short-lived one, half its life. */
const RENEW_AHEAD_MS = 5 * 60_000;
/** The shortest wait (ms) for another token. */
const RENEW_LEAST_MS = 1_000;
/** Timers take no longer wait (ms). */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** After so long (ms) without a frame a busy connection is asked whether it lives; after three times as long it does not. */
const SOCKET_QUIET_MS = 15_000;

type Timer = ReturnType<typeof setTimeout>;

/** How a line is kept. The times are for tests. */
export interface LineSettings {
  http: Http;
  heartbeat: boolean;
  idleMs?: number;
  quietMs?: number;
}

/** Whom a line serves. */
export interface LineUser {
  onFrame: (frame: Frame) => void;
  onEnd: (error: ApiError | ConnectionError) => void;
}

/** What another token is asked for with. */
const reasonFor = ({ code }: AuthenticationError): TokenReason => (code === "AUTH_EXPIRED" ? "expiring" : "rejected");

/** A timer that no process waits for. */
function unheld(timer: Timer): Timer {
  (timer as { unref?(): void }).unref?.();
  return timer;
}

/** A line to the service over its connections: opens one when it is needed, renews its token, closes it when it is not needed. */
export class SocketLine {
  readonly #settings: LineSettings;
  readonly #user: LineUser;
  readonly #stop = new AbortController();
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  #openings = 0;
  #token = "";
  /** Why the service did not take the token. */
  #refused: AuthenticationError | undefined;
  /** Unix milliseconds. */
  #unavailableUntil = 0;
  /** Looks of the watch since the last frame. */
  #quiet = 0;
  #idle: Timer | undefined;
  #renewal: Timer | undefined;
  #watch: Timer | undefined;

  constructor(settings: LineSettings, user: LineUser) {
    this.#settings = settings;
    this.#user = user;
  }

  get status(): SocketStatus {
    if (this.#stop.signal.aborted) return "closed";
    if (this.#connection) return "open";
    if (this.#opening) return "connecting";
    return Date.now() < this.#unavailableUntil ? "unavailable" : "asleep";
  }

  /** Whether something can be sent, perhaps after it was opened. */
  get isUsable(): boolean {
    return !this.signal.aborted && Date.now() >= this.#unavailableUntil;
  }

  get connection(): Connection | undefined {
    return this.#connection;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Resolves once it is open, or unavailable. Throws a `ParleyError` if it cannot be opened at first, and is closed then. */
  async ready(): Promise<void> {
    // Never a loop: a service that has refused one is left alone.
    if (this.status === "unavailable") return;
    try {
      await this.connected();
    } catch (error) {
      if (error instanceof RateLimitError) return;
      if (!this.#openings) this.close();
      throw error;
    }
  }

  /** The open connection, or a new one. Throws what it cannot be opened for. */
  async connected(): Promise<Connection> {
    return this.#connection ?? (this.#opening ??= this.#open().finally(() => (this.#opening = undefined)));
  }

  close(): void {
    this.#stop.abort();
  }

  /**
   * While something is under way the process waits for it, and silence is noticed. While nothing is, the process may end, and after
   * a while the connection does.
   */
  hold(isBusy: boolean): void {
    const connection = this.#connection;
    if (!connection) return;
    clearTimeout(this.#idle);
    clearInterval(this.#watch);
    connection.hold(isBusy);
    const { idleMs = IDLE_MS, quietMs = SOCKET_QUIET_MS } = this.#settings;
    if (!isBusy) {
      this.#idle = unheld(setTimeout(() => connection.close(), idleMs));
      return;
    }
    this.#quiet = 0;
    this.#watch = setInterval(() => {
      const quiet = this.#quiet++;
      if (quiet > 2) connection.close();
      else if (quiet) connection.send({ action: "ping" });
    }, quietMs);
  }

  async #open(): Promise<Connection> {
    const { options, tokens } = this.#settings.http;
    const { WebSocket = globalThis.WebSocket, baseUrl } = options;
    if (!WebSocket) {
      const message = "Give createParley the WebSocket of ws";
      throw new ParleyError("WEBSOCKET_MISSING", message);
    }
    const address = `${baseUrl.replace(/^http/, "ws").replace(/\/+$/, "")}/v1/chats/ws${this.#settings.heartbeat ? "?heartbeat=1" : ""}`;
    for (;;) {
      const refused = this.#refused;
      const token = refused
        ? await tokens.replace(this.#token, this.signal, reasonFor(refused))
        : await tokens.get(this.signal);
      if (!token) throw refused;
      this.#refused = undefined;
      const began = Date.now();
      const outcome = await openConnection({
        WebSocket,
        address,
        token: (this.#token = token.token),
        signal: this.signal,
        onFrame: (frame) => {
          this.#quiet = 0;
          if (frame.event === "authenticated") this.#tell("renewed", null);
          else this.#user.onFrame(frame);
        },
        onEnd: (error) => {
          this.#connection = undefined;
          for (const timer of [this.#idle, this.#renewal, this.#watch]) clearTimeout(timer);
          this.#note(error);
          this.#user.onEnd(error);
        },
      });
      if (!(outcome instanceof Error)) {
        this.#connection = outcome;
        this.#openings += 1;
        this.#unavailableUntil = 0;
        this.#tell("opened", null, Date.now() - began);
        this.#renewLater(token);
        this.hold(false);
        return outcome;
      }
      this.#note(outcome);
      const isRefused = outcome instanceof AuthenticationError;
      if (!isRefused) this.#unavailableUntil = Date.now() + UNAVAILABLE_MS;
      // Another token is asked for once, not for ever.
      if (!isRefused || (refused && reasonFor(refused) === "rejected")) throw outcome;
    }
  }

  /** Remembers and tells why there is no connection. */
  #note(error: ApiError | ConnectionError): void {
    if (error instanceof AuthenticationError) this.#refused = error;
    if (error instanceof RateLimitError) this.#unavailableUntil = Date.now() + UNAVAILABLE_MS;
    this.#tell(error instanceof ApiError ? "refused" : "closed", error);
  }

  #tell(operation: string, error: ApiError | ConnectionError | null, ms = 0): void {
    const { status = null, debugId = null }: Partial<ApiError> = error ?? {};
    const attempt = this.#openings;
    tell(this.#settings.http.options.onEvent, { type: "socket", operation, attempt, status, ms, debugId });
  }

  #renewLater({ token, expiresAt }: Known): void {
    clearTimeout(this.#renewal);
    const left = expiresAt - Date.now();
    if (left < RENEW_LEAST_MS || left > LONGEST_TIMER_MS) return;
    const wait = Math.max(left - RENEW_AHEAD_MS, left / 2);
    this.#renewal = unheld(setTimeout(() => void this.#renew({ token, expiresAt }), wait));
  }

  /** Gives the open connection another token (D33). Where there is none yet, it is asked for again a little later. */
  async #renew(old: Known): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    // A provider that fails for a moment is asked again a little later.
    const asked = await this.#settings.http.tokens.replace(old.token, this.signal, "expiring").catch(() => undefined);
    if (connection !== this.#connection) return;
    const token = asked ?? old;
    if (token.token !== old.token) {
      this.#token = token.token;
      connection.send({ action: "authenticate", token: token.token });
    }
    this.#renewLater(token);
  }
}
