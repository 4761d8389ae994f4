import type { DurableTurn, TurnCreate } from "./generated.ts";
import { callFor } from "./operations.ts";
import type { CallOptions } from "./options.ts";
import { agentOf, type TurnCalls } from "./turn-calls.ts";
import type { SourcedEvent } from "./turn-state.ts";

/** Where a turn is in the service. */
export interface Place {
  chatId: string;
  turnId: string;
}

/** The agent in the address of a chat's turns. */
async function agentFor(calls: TurnCalls, chatId: string, options: CallOptions): Promise<string> {
  const own = await agentOf(calls, chatId, options);
  if (own !== null) return own;
  const { agents } = (await calls.json("agent.list", {}, options)).data;
  // Without a published agent the chat has no turns, and the service says so of any.
  return (agents.find(({ is_default }) => is_default) ?? agents[0])?.id ?? "none";
}

const addressOf = async (calls: TurnCalls, { chatId, turnId }: Place, options: CallOptions) => ({
  agent_id: await agentFor(calls, chatId, options),
  chat_id: chatId,
  turn_id: turnId,
});

/** Submits a durable turn. */
export async function createTurn(
  calls: TurnCalls,
  chat_id: string,
  body: TurnCreate,
  options: CallOptions,
): Promise<DurableTurn> {
  const agent_id = await agentFor(calls, chat_id, options);
  return (await calls.json("turn.create", { ...body, agent_id, chat_id }, options)).data;
}

/** A turn's events after a place in its log. */
export async function* readLog(
  calls: TurnCalls,
  place: Place,
  after: number | null,
  { toolEvents, ...options }: CallOptions & { toolEvents: boolean },
): AsyncGenerator<SourcedEvent, void> {
  const once = { ...options, retries: 0 };
  const from = after === null ? {} : { starting_after: after };
  const request = { ...(await addressOf(calls, place, once)), ...from, ...(toolEvents && { tool_events: true }) };
  const headers = { ...options.headers, ...(after !== null && { "last-event-id": `${after}` }) };
  yield* calls.stream(callFor("turn.events", request, { ...once, headers }));
}

/** Cancels a turn; nothing happens to one that has ended. Returns whether that was what ended it. */
export async function cancelTurn(calls: TurnCalls, place: Place, options: CallOptions): Promise<boolean> {
  return (await calls.json("turn.cancel", await addressOf(calls, place, options), options)).data.status === "cancelled";
}
