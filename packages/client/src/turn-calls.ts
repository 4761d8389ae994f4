import type {
  AgentList,
  Chat,
  ChatCreate,
  ChatDetail,
  DurableTurn,
  Message,
  TurnCreate,
  TurnDetail,
} from "./generated.ts";
import type { Http } from "./http.ts";
import { callFor } from "./operations.ts";
import type { Call, CallOptions, Options } from "./options.ts";
import { readEvents } from "./sse.ts";
import type { SourcedEvent } from "./turn.ts";

/** What a client has learnt of its service, and keeps. Copies of a client share it. */
export interface Learnt {
  /** The agents of chats. */
  agents: Map<string, string>;
  /** True once it is known that the streamed route takes a `client_request_id` (D50). */
  takesRequestIds: boolean;
}

export const nothingLearnt = (): Learnt => ({ agents: new Map(), takesRequestIds: false });

/** The agents of this many chats are remembered. */
const REMEMBERED_CHATS = 1000;
/** As many of a chat's last messages as one call returns: a turn adds several. */
const LAST_MESSAGES = 200;

/** Where a turn is in the service. */
export interface Place {
  chatId: string;
  turnId: string;
}

/** A chat, and the service's time (Unix ms) when it was read. */
export interface SeenChat {
  chat: ChatDetail;
  now: number;
}

/** The calls that asking is made of. */
export interface TurnCalls {
  readonly learnt: Learnt;
  readonly options: Options;
  /** The chat with its last messages. */
  chat(chatId: string, options: CallOptions): Promise<SeenChat>;
  createChat(body: ChatCreate, options: CallOptions): Promise<Chat>;
  /** Submits a durable turn. */
  createTurn(chatId: string, body: TurnCreate, options: CallOptions): Promise<DurableTurn>;
  /** The events that a response streams, until they end, the reader stops, or the call's signal aborts. It is called once. */
  stream(call: Call): AsyncGenerator<SourcedEvent, void>;
  /** A turn's events after a place in its log. */
  log(
    place: Place,
    after: number | null,
    options: CallOptions & { toolEvents: boolean },
  ): AsyncGenerator<SourcedEvent, void>;
  /** Cancels a turn; nothing happens to one that has ended. */
  cancel(place: Place, options: CallOptions): Promise<TurnDetail>;
  message(chatId: string, messageId: string, options: CallOptions): Promise<Message>;
}

export function turnCalls(http: Http, learnt: Learnt): TurnCalls {
  const { agents } = learnt;

  /** Chats whose agent is not fixed are looked up again. */
  function remember({ id, agent_id }: Pick<Chat, "id" | "agent_id">): void {
    if (agent_id === null) return;
    const [oldest] = agents.keys();
    if (agents.size >= REMEMBERED_CHATS && oldest !== undefined) agents.delete(oldest);
    agents.set(id, agent_id);
  }

  const json = async <T>(call: Call): Promise<T> => (await http.json<T>(call)).data;

  async function chat(chatId: string, options: CallOptions, limit = LAST_MESSAGES): Promise<SeenChat> {
    const { data, response } = await http.json<ChatDetail>(callFor("chat.get", { chat_id: chatId, limit }, options));
    remember(data);
    return { chat: data, now: Date.parse(response.headers.get("date") ?? "") || Date.now() };
  }

  /** The agent in the address of a chat's turns. */
  async function agentOf(chatId: string, options: CallOptions): Promise<string> {
    const agent = agents.get(chatId) ?? (await chat(chatId, options, 1)).chat.agent_id;
    if (agent !== null) return agent;
    const published = (await json<AgentList>(callFor("agent.list", undefined, options))).agents;
    // Without a published agent the chat has no turns, and the service says so of any.
    return (published.find(({ is_default }) => is_default) ?? published[0])?.id ?? "none";
  }

  const addressOf = async ({ chatId, turnId }: Place, options: CallOptions) => ({
    agent_id: await agentOf(chatId, options),
    chat_id: chatId,
    turn_id: turnId,
  });

  async function* stream(call: Call): AsyncGenerator<SourcedEvent, void> {
    const headers = { accept: "text/event-stream", ...call.headers };
    const { body } = await http.send({ ...call, headers, retries: 0 });
    if (body) yield* readEvents(body);
  }

  return {
    learnt,
    options: http.options,
    chat,
    stream,

    async createChat(body: ChatCreate, options: CallOptions): Promise<Chat> {
      const created = await json<Chat>(callFor("chat.create", body, options));
      remember(created);
      return created;
    },

    async createTurn(chatId: string, body: TurnCreate, options: CallOptions): Promise<DurableTurn> {
      const agent_id = await agentOf(chatId, options);
      return json<DurableTurn>(callFor("turn.create", { ...body, agent_id, chat_id: chatId }, options));
    },

    async *log(place: Place, after: number | null, { toolEvents, ...options }: CallOptions & { toolEvents: boolean }) {
      const once = { ...options, retries: 0 };
      const from = after === null ? {} : { starting_after: after };
      const request = { ...(await addressOf(place, once)), ...from, ...(toolEvents && { tool_events: true }) };
      const headers = { ...options.headers, ...(after !== null && { "last-event-id": `${after}` }) };
      yield* stream(callFor("turn.events", request, { ...once, headers }));
    },

    cancel: async (place: Place, options: CallOptions): Promise<TurnDetail> =>
      json<TurnDetail>(callFor("turn.cancel", await addressOf(place, options), options)),

    message: (chatId: string, messageId: string, options: CallOptions): Promise<Message> =>
      json<Message>(callFor("message.get", { chat_id: chatId, message_id: messageId }, options)),
  };
}
