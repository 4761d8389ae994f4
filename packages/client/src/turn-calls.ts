import { ConnectionError } from "./errors.ts";
import type { AgentList, Chat, ChatCreate, ChatDetail, Message, TurnDetail } from "./generated.ts";
import type { Http } from "./http.ts";
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

export const segment: (id: string) => string = encodeURIComponent;

/** The events of a stream. Throws `ConnectionError` if it is cut. */
async function* eventsOf({ body }: Response): AsyncGenerator<SourcedEvent, void> {
  if (!body) return;
  for await (const { event, data, id } of readEvents(body)) {
    let parsed: unknown;
    try {
      parsed = JSON.parse(data);
    } catch (error) {
      throw new ConnectionError("The stream was damaged", { cause: error });
    }
    yield { event, data: parsed, id: id === null || id === "" ? null : Number(id) };
  }
}

/** Calls about chats. */
interface ChatCalls {
  /** The chat with its last messages. */
  chat(chatId: string, options: CallOptions): Promise<SeenChat>;
  createChat(body: ChatCreate, options: CallOptions): Promise<Chat>;
  /** The address of a chat's turns, which has the chat's agent in it. */
  turnsPath(chatId: string, options: CallOptions): Promise<string>;
}

/** The calls that asking is made of. */
export interface TurnCalls extends ChatCalls {
  readonly learnt: Learnt;
  readonly options: Options;
  json<T>(call: Call): Promise<T>;
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

/** Reads chats, and remembers their agents. */
function chatCalls(http: Http, { agents }: Learnt): ChatCalls {
  /** Chats whose agent is not fixed are looked up again. */
  function remember({ id, agent_id }: Pick<Chat, "id" | "agent_id">): void {
    if (agent_id === null) return;
    const [oldest] = agents.keys();
    if (agents.size >= REMEMBERED_CHATS && oldest !== undefined) agents.delete(oldest);
    agents.set(id, agent_id);
  }

  async function read(chatId: string, limit: number, options: CallOptions): Promise<SeenChat> {
    const path = `/v1/chats/${segment(chatId)}`;
    const call: Call = { ...options, operation: "chat.get", method: "GET", path, query: { limit } };
    const { data, response } = await http.json<ChatDetail>(call);
    remember(data);
    return { chat: data, now: Date.parse(response.headers.get("date") ?? "") || Date.now() };
  }

  return {
    chat: (chatId, options) => read(chatId, LAST_MESSAGES, options),

    async createChat(body, options) {
      const call = { ...options, operation: "chat.create", method: "POST", path: "/v1/chats/create", body };
      const { data } = await http.json<Chat>(call);
      remember(data);
      return data;
    },

    async turnsPath(chatId, options) {
      let agent = agents.get(chatId) ?? (await read(chatId, 1, options)).chat.agent_id;
      if (agent === null) {
        const call = { ...options, operation: "agent.list", method: "GET", path: "/v1/agents" };
        const published = (await http.json<AgentList>(call)).data.agents;
        // Without a published agent the chat has no turns, and the service says so of any.
        agent = (published.find(({ is_default }) => is_default) ?? published[0])?.id ?? "none";
      }
      return `/v1/agents/${segment(agent)}/chats/${segment(chatId)}/turns`;
    },
  };
}

export function turnCalls(http: Http, learnt: Learnt): TurnCalls {
  const chats = chatCalls(http, learnt);
  const json = async <T>(call: Call): Promise<T> => (await http.json<T>(call)).data;
  const turnPath = async ({ chatId, turnId }: Place, options: CallOptions): Promise<string> =>
    `${await chats.turnsPath(chatId, options)}/${segment(turnId)}`;

  async function* stream(call: Call): AsyncGenerator<SourcedEvent, void> {
    const headers = { accept: "text/event-stream", ...call.headers };
    yield* eventsOf(await http.send({ ...call, headers, stream: true, retries: 0 }));
  }

  return {
    ...chats,
    learnt,
    options: http.options,
    json,
    stream,

    async *log(place, after, { toolEvents, ...options }) {
      const once = { ...options, retries: 0 };
      yield* stream({
        ...once,
        operation: "turn.events",
        method: "GET",
        path: `${await turnPath(place, once)}/events`,
        query: { starting_after: after, tool_events: toolEvents ? 1 : undefined },
        headers: after === null ? once.headers : { ...once.headers, "last-event-id": `${after}` },
      });
    },

    async cancel(place, options) {
      const path = `${await turnPath(place, options)}/cancel`;
      return json<TurnDetail>({ ...options, operation: "turn.cancel", method: "POST", path, repeatable: true });
    },

    message(chatId, messageId, options) {
      const path = `/v1/chats/${segment(chatId)}/messages/${segment(messageId)}`;
      return json<Message>({ ...options, operation: "message.get", method: "GET", path });
    },
  };
}
