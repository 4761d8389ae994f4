import type { Chat, Operations } from "./generated.ts";
import type { Answer, Http } from "./http.ts";
import { callFor, type OperationId } from "./operations.ts";
import type { Call, CallOptions, Options } from "./options.ts";
import { readEvents } from "./sse.ts";
import type { SourcedEvent } from "./turn-state.ts";

/** The agents of chats, by the chats' ids. Copies of a client share them. */
export type Agents = Map<string, string>;

/** The agents of this many chats are remembered. */
const REMEMBERED_CHATS = 1000;

/** What an operation returns. */
type ReplyOf<Id extends OperationId> = Operations[Id] extends { reply: infer Data } ? Data : never;

/** The calls that asking is made of. */
export interface TurnCalls {
  readonly options: Options;
  /** Any call that is answered with JSON. */
  json<Id extends OperationId>(
    id: Id,
    request: Operations[Id]["request"],
    options: CallOptions,
  ): Promise<Answer<ReplyOf<Id>>>;
  readonly agents: Agents;
  /** Notes a chat's agent beforehand. What fails, fails when it is needed. */
  prepare(chatId: string, options: CallOptions): Promise<unknown>;
  /** The events that a response streams, until they end, the reader stops, or the call's signal aborts. It is called once. */
  stream(call: Call): AsyncGenerator<SourcedEvent, void>;
}

/** Notes the agent of a chat; one that is not fixed is looked up again. */
export function note(agents: Agents, { id, agent_id }: Pick<Chat, "id" | "agent_id">): void {
  if (agents.size === REMEMBERED_CHATS) agents.clear();
  if (agent_id !== null) agents.set(id, agent_id);
}

/** A chat's agent; null if it is not fixed. Throws a `ParleyError`. */
export async function agentOf(
  { agents, json }: Pick<TurnCalls, "agents" | "json">,
  chat_id: string,
  options: CallOptions,
): Promise<string | null> {
  if (!agents.has(chat_id)) note(agents, (await json("chat.get", { chat_id, limit: 1 }, options)).data);
  return agents.get(chat_id) ?? null;
}

export function turnCalls(http: Http, agents: Agents): TurnCalls {
  const json: TurnCalls["json"] = (id, request, options) => http.json(callFor(id, request, options));

  async function* stream(call: Call): AsyncGenerator<SourcedEvent, void> {
    const headers = { accept: "text/event-stream", ...call.headers };
    const { body } = await http.send({ ...call, headers, retries: 0 });
    if (body) yield* readEvents(body);
  }

  return {
    options: http.options,
    json,
    agents,
    stream,
    prepare: (chatId, options) => agentOf({ agents, json }, chatId, options).catch(() => undefined),
  };
}
