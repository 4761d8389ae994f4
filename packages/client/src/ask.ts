import type { TurnCreate } from "./generated.ts";
import type { Http } from "./http.ts";
import type { Change } from "./edit.ts";
import { answerOf, followedLife, submittedLife } from "./turn-life.ts";
import { lastingRecovery } from "./recovering.ts";
import { callFor } from "./operations.ts";
import type { CallOptions } from "./options.ts";
import { submit, submitDurable } from "./submit.ts";
import { type Agents, note, type TurnCalls, turnCalls } from "./turn-calls.ts";
import { type Life, type Source, Turn, type TurnOptions } from "./turn.ts";

/** A question. */
export interface Ask extends Partial<Omit<TurnCreate, "message">> {
  /** The question, 1 to 8000 characters and at most 24 KB. */
  message: string;
  /** The chat to ask in. Without it one is created first: see `turn.chatId`. */
  chat_id?: string | null | undefined;
  /** The agent that a new chat is bound to; by default the organization's. */
  agent_id?: string | null | undefined;
  /** True to get `tool_call` and `tool_result`, too, where the service shows them. */
  include_tool_events?: boolean | null | undefined;
}

/** How a question is asked. */
export interface AskOptions extends Omit<CallOptions, "signal">, TurnOptions {
  /**
   * The way that the question takes. `stream`: the shortest. `turn`: as a durable turn, which the service runs again if a worker
   * is lost. `socket`: on the open socket. By default `turn` where a `client_request_id` or a field is given that only
   * durable turns have, or where this program may be stopped at any time; else `socket` where one is open and free; else `stream`.
   */
  via?: "stream" | "turn" | "socket" | undefined;
}

/** A turn to listen to. */
export interface Follow {
  chat_id: string;
  turn_id: string;
  include_tool_events?: boolean | null | undefined;
}

/** A message to change. */
export interface Edit {
  chat_id: string;
  message_id: string;
  /** The new words. */
  content: string;
  integration_id?: string | null | undefined;
}

/** Asks. */
export interface Asker {
  /** Asks a question. Nothing is thrown here: the turn tells. */
  ask: (ask: Ask, options?: AskOptions) => Turn;
  /** Listens to a turn of the last 24 hours, from its first event on, wherever it was asked. */
  follow: (turn: Follow, options?: AskOptions) => Turn;
  /** Changes a message of one's own, drops all later ones, and answers it anew. */
  edit: (edit: Edit, options?: AskOptions) => Turn;
}

/** What the client that asks has. */
export interface Asking {
  http: Http;
  /** What its copies share. */
  agents?: Agents;
  /** The open socket, if it is free; it takes the other way if it is not when it comes to it. */
  socket?: ((instead: Source) => Source | undefined) | undefined;
}

/** Fields that make a turn durable: those that other routes lack, and the one that says that it may be asked again. */
const DURABLE_FIELDS = [
  "client_request_id",
  "attached_files",
  "open_schedule",
  "connection_id",
  "connection_type",
  "voice_mode",
] as const;
/** Fields that other routes lack, too, but that a new chat may have. */
const SCOPE_FIELDS = ["scoped_project_ids", "project_id"] as const;

/** Environment variables of platforms that stop a program once it has answered. */
const STOPPED_PLATFORMS = ["AWS_LAMBDA_FUNCTION_NAME", "VERCEL", "NETLIFY", "K_SERVICE", "FUNCTIONS_WORKER_RUNTIME"];

/** Whether this program is a server that may be stopped at any time. */
function mayBeStopped(): boolean {
  // It is on none of them, and asks its user about each variable, or throws.
  if ("Deno" in globalThis) return false;
  // What other runtimes may lack is asked for by name.
  const { process, navigator } = globalThis as {
    process?: { env?: Record<string, string | undefined> };
    navigator?: { userAgent?: string };
  };
  return navigator?.userAgent === "Cloudflare-Workers" || STOPPED_PLATFORMS.some((name) => process?.env?.[name]);
}

/** An id that no other request has. Pages that did not come by HTTPS, as in many an intranet, have no `randomUUID`. */
const newRequestId = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-");

/** The way that a question takes. */
function wayOf(ask: Ask, via: AskOptions["via"], isSocketFree: boolean): NonNullable<AskOptions["via"]> {
  const isGiven = (field: keyof Ask) => ask[field] !== undefined && ask[field] !== null;
  if (via !== undefined && via !== "socket") return via;
  const isDurable =
    DURABLE_FIELDS.some(isGiven) || (isGiven("chat_id") && SCOPE_FIELDS.some(isGiven)) || mayBeStopped();
  if (via === undefined && isDurable) return "turn";
  return isSocketFree ? "socket" : "stream";
}

/** The options of each call of a turn. The turn itself is what stops them. */
const callOptions = ({ timeout, retries, headers }: AskOptions): CallOptions => ({ timeout, retries, headers });

/** What a turn is asked with. */
interface Desk extends Pick<Asking, "socket"> {
  calls: TurnCalls;
}

function askTurn(desk: Desk, question: Ask, given: AskOptions): Turn {
  const { calls } = desk;
  const options = callOptions(given);
  const { agent_id, ...asked } = question;
  const client_request_id = asked.client_request_id ?? newRequestId();
  const stream: Source = {
    submit: (body, signal) => calls.stream(callFor("chat.stream", body, { ...options, signal })),
  };
  const free = given.via === undefined || given.via === "socket" ? desk.socket?.(stream) : undefined;
  const way = wayOf(question, given.via, free !== undefined);
  const source = way === "socket" ? free : undefined;

  async function createChat(signal: AbortSignal): Promise<string> {
    const { integration_id, scoped_project_ids, project_id, title } = asked;
    const body = { agent_id, integration_id, scoped_project_ids, project_id, title };
    const { data } = await calls.json("chat.create", body, { ...options, signal });
    note(calls.agents, data);
    return data.id;
  }

  const life = submittedLife({
    calls,
    options,
    toolEvents: asked.include_tool_events === true,
    source,
    prepare: async (signal) => {
      const chatId = asked.chat_id ?? (await createChat(signal));
      // Each route takes the fields that it knows.
      return { chatId, body: { ...asked, chat_id: chatId, client_request_id } };
    },
    submit: async (state, submission) =>
      way === "turn"
        ? submitDurable(state, submission, { ...asked, client_request_id })
        : submit(state, submission, { first: source ?? stream, later: stream }),
  });
  const again: Life["again"] = (held, chatId) => {
    const { client_request_id: _used, ...same } = question;
    return askTurn(desk, { ...same, chat_id: chatId ?? question.chat_id }, { ...given, ...held, via: way });
  };
  return new Turn({ ...life, again }, given);
}

/** Edits `over` a socket, or by its route, which needs the chat. How is loaded when it is needed. */
export function editTurn(calls: TurnCalls, change: Change, given: AskOptions, over?: (route: Source) => Source): Turn {
  const around = { calls, options: callOptions(given), toolEvents: false };
  let life: Life | undefined;
  return new Turn(
    {
      run: async (state, signal) =>
        (life = (await lastingRecovery(signal)).editLife(change, around, over)).run(state, signal),
      cancel: async (state, stop) => (life ? life.cancel?.(state, stop) : stop()),
      answer: (state) => answerOf(state, around),
      again: (held) => editTurn(calls, change, { ...given, ...held }, over),
    },
    given,
  );
}

/** Makes what asks by the client's calls. */
export function createAsker({ http, agents = new Map(), socket }: Asking): Asker {
  const desk: Desk = { calls: turnCalls(http, agents), socket };
  return {
    ask: (question, options = {}) => askTurn(desk, question, options),
    edit: (change, options = {}) => editTurn(desk.calls, change, options),
    follow: (place, options = {}) => {
      const toolEvents = place.include_tool_events === true;
      return new Turn(followedLife(place, { calls: desk.calls, options: callOptions(options), toolEvents }), options);
    },
  };
}
